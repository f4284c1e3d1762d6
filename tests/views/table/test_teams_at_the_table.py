"""Teams at the table: named by two taps and a name, written down by team, and shown by team to the end."""

from __future__ import annotations

import pytest
from headless import PHONE, TABLET, TELEVISION
from shared_evening import Evening
from small_game import new_open_plays

pytestmark = pytest.mark.games("all")
TEAMS = """
game any_score
seats Ann Ben Cy Dee
house teams=team dealer=yes
"""
NAMED = f"{TEAMS}name_team name=Red members=ann+cy\nname_team name=Blue members=ben+dee\n"
ENDED = f"{NAMED}score points='Red=40 Blue=30'\nscore points='Red=-10 Blue=20'\nstop\n"
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def at_table(tmp_path):
    open_plays = new_open_plays(tmp_path)
    yield lambda session: Evening(open_plays, session)
    open_plays.journal.database.close()


@SIZES
async def test_teams_are_named_first_and_points_are_asked_of_each(at_table, size):
    evening = at_table(TEAMS)
    async with evening.screen(evening.tablet, size=size) as screen:
        for members, name in (("Ann", "Cy"), "Red"), (("Ben", "Dee"), "Blue"):
            await screen.tap(name)
            for who in members:
                await screen.tap(who)
            await screen.tap(f"{name}: {members[0]} and {members[1]}")
        assert screen.says("Round 1: Ann deals")
        for key in ("4", "0", "Next", "3", "0"):
            await screen.tap(key)
        assert screen.says("Red 40, Blue 30")


@SIZES
async def test_the_end_names_the_team_that_wins_and_who_was_in_it(at_table, size):
    evening = at_table(ENDED)
    async with evening.screen(evening.tablet, size=size) as screen:
        assert screen.says("Blue won")
        assert screen.says("Ben and Dee won")
        assert screen.says("50 points")


async def test_a_television_has_a_column_for_each_team(at_table):
    evening = at_table(NAMED + "score points='Red=40 Blue=30'\n")
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.by_id("totals").label == "Totals: Red 40 1st, Blue 30 2nd."
        assert screen.says("In front: Red")

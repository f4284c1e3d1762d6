"""Leaving a square of Ratrace alone brings up the next player's whole turn."""

from __future__ import annotations

import pytest
from device import opened
from headless import PHONE, Screen

from companion.formats.session import replay, steps
from views import app
from views.state import preferences
from views.state.client import Preferences

pytestmark = pytest.mark.games("all")

READY = """game ratrace
seats Anna Ben Cleo
house businesses=one
start first=anna
pick who=anna business=black
pick who=ben business=red
pick who=cleo business=olive
correct_card card=blue.working giver=stock taker=ben reason="for the test"
correct_card card=green.working giver=stock taker=ben reason="for the test"
correct_card card=brown.working giver=stock taker=ben reason="for the test"
correct_paper who=ben paper=night_school reason="for the test"
correct_money giver=treasury taker=ben amount=900 reason="for the test"
roll who=anna roll=3
"""
MOVE_UP = "Move up to the Middle Class"


async def test_the_next_players_whole_turn_follows_on_a_square_left_alone(open_plays):
    referee = replay(open_plays.journal, steps(READY))
    async with Screen(lambda page: app.open_session(page, open_plays), f"/play/{referee.play.id}", PHONE) as screen:
        assert screen.says("Anna on the Stock Exchange")
        assert not screen.named(MOVE_UP)
        await screen.tap("No investment Ben's turn")
        assert screen.says("No investment: Ben's turn")
        assert screen.named("Anna, whose turn it is...")
        assert screen.named(MOVE_UP)
        await screen.tap("7")
        await screen.tap("Record")
        assert screen.says("Cleo rolls")


async def test_moving_up_then_is_that_players_own_sheet(open_plays):
    referee = replay(open_plays.journal, steps(READY))
    async with Screen(lambda page: app.open_session(page, open_plays), f"/play/{referee.play.id}", PHONE) as screen:
        await screen.tap("No investment Ben's turn")
        await screen.tap(MOVE_UP)
        assert open_plays.referee(referee.play.id).undoable.proposal.answers["who"] == "ben"


def last(open_plays, play_id):
    return open_plays.journal.entries(play_id)[0].proposal.narration


async def test_a_tile_that_says_everything_records_at_once_unless_that_is_switched_off(open_plays):
    referee = replay(open_plays.journal, steps("game rat_race_monopoly\nseats Ann Ben\nstart\n"))
    async with opened(open_plays, referee.play.id) as screen:
        await screen.tap("Next player: Ben")
        assert last(open_plays, referee.play.id) == "It is Ben's turn."
        preferences.apply(screen.page, screen.clients[0], Preferences(one_tap=False))
        await screen.settle()
        await screen.tap("Next player: Ann")
        assert last(open_plays, referee.play.id) == "It is Ben's turn."
        await screen.tap("Record")
        assert last(open_plays, referee.play.id) == "It is Ann's turn."

"""The television: who sees it, that it follows the evening, and how large and how many its parts are."""

import asyncio

import flet as ft
import pytest

from companion.core.show.boards import Lane, Lanes, Round, Score, ScoreSheet
from companion.formats.session import replay, steps
from tests.units.views.headless import TELEVISION
from tests.units.views.shared_evening import Evening
from tests.units.views.small_game import new_open_plays
from views.boards.lanes import columns_of
from views.boards.score import rounds_shown
from views.television import television

pytestmark = pytest.mark.games("all")
MONEY = """
game any_money
title Friday money
seats Ann Ben Cy
house debt=yes
begin
"""


@pytest.fixture
def at_table(tmp_path):
    """Lay out an evening of session text at a table that devices can join."""
    open_plays = new_open_plays(tmp_path)
    yield lambda session: Evening(open_plays, session)
    open_plays.journal.database.close()


def figures(screen, value):
    """The texts of this value on what is shown of each player."""
    players = [one for one in screen.all(ft.Semantics) if str(one.key).startswith("tv-")]
    return [
        one
        for each in players
        for one in screen.walk(each)
        if isinstance(one, ft.Text) and one.value == value
    ]


async def test_a_large_screen_that_somebody_plays_on_shows_the_table(at_table):
    evening = at_table(MONEY)
    async with evening.screen(evening.add("Ann"), size=TELEVISION) as screen:
        assert screen.by_id("last-entry") is None


async def test_it_reads_out_the_last_entry_and_goes_on_to_the_next_game_by_itself(at_table):
    evening = at_table(MONEY)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.by_id("last-entry").live_region
        later = replay(evening.open_plays.journal, steps(MONEY.replace("Friday", "Late"))).play.id
        evening.shared.join_evening(later)
        await screen.settle()
        assert screen.page.route == f"/play/{later}"
        assert screen.says("Late money")


async def test_the_room_is_not_asked_what_happened(at_table):
    evening = at_table("game doubletrack\nseats Ann Ben Cy\nstart first=ann\n")
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert not screen.says("What happened?")


async def test_a_game_of_other_people_is_not_shown_to_it(at_table):
    evening = at_table(MONEY)
    evening.add()
    others = replay(
        evening.open_plays.journal, steps(MONEY.replace("Ann Ben Cy", "Dot Eve"))
    ).play.id
    evening.shared.join_evening(others)
    assert [one.id for one in evening.shared.plays_of(evening.shared.members(evening.room)[0])] == [
        evening.play
    ]


@pytest.mark.parametrize("size", [(1600, 900), (1280, 720), (1920, 1080)])
async def test_no_figure_of_a_player_is_smaller_than_a_twenty_fifth_of_the_height_in_any_size_of_text(
    at_table, size
):
    evening, clients = at_table(MONEY), []
    async with evening.screen(evening.add(), size=size, clients=clients) as screen:
        before = [one.size for one in figures(screen, "$1,500")]
        assert min(before) >= size[1] * 0.04
        clients[0].prefs = type(clients[0].prefs)(scale=2.0)
        clients[0].redraw()
        await screen.settle()
        assert [one.size for one in figures(screen, "$1,500")] == before


@pytest.mark.parametrize(
    ("played", "ahead", "left_out", "shown"),
    [(3, 2, 0, 2), (3, 20, 0, 7), (20, 0, 10, 0), (20, 5, 11, 1)],
)
def test_a_long_sheet_shows_its_last_rounds_and_the_next(played, ahead, left_out, shown):
    rounds = tuple(Round(str(at), (Score(1),)) for at in range(played))
    sheet = ScoreSheet("", ("ann",), rounds, (0,), (1,), ((0,) * played,), to_come=("x",) * ahead)
    drawn = [line.label for line in rounds_shown(sheet, 10)]
    assert drawn == [*map(str, range(left_out, played)), *("x",) * shown]


@pytest.mark.parametrize(
    ("cards", "columns"),
    [((1,), [1]), ((4,), [2]), ((8,), [4]), ((12,), [4]), ((4, 1, 0), [2, 1, 1])],
)
def test_a_lane_with_many_cards_is_several_columns_wide(cards, columns):
    lanes = tuple(Lane("", tuple(map(str, range(many)))) for many in cards)
    assert columns_of(Lanes(lanes)) == columns


async def test_a_reveal_leaves_a_television_by_itself_and_has_no_button(at_table, monkeypatch):
    monkeypatch.setattr(television, "REVEALED", 0.01)
    evening, clients = at_table("game any_score\nseats Ann Ben\nhouse rounds=1\n"), []
    async with evening.screen(evening.add(), size=TELEVISION, clients=clients) as screen:
        evening.open_plays.referee(evening.play).write("score", {"points": "ann=3 ben=2"})
        clients[0].refresh(evening.play)
        moment = clients[0].state(evening.play).panel.moment
        assert moment.kind
        assert not screen.named("See the evening")
        async with asyncio.timeout(5):
            while moment.kind:
                screen.wire.news.clear()
                await screen.wire.news.wait()

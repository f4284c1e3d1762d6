"""The evening in figures on the screen: charts that say what they show, the same as tables, and nothing hidden."""

from __future__ import annotations

import re
from pathlib import Path

import flet as ft
import flet_charts
import pytest
from device import in_tree, opened
from headless import PHONE, TABLET

from companion.core.show.chart import Span
from companion.formats.session import replay, steps
from companion.games.doubletrack import GAME
from companion.statistics.one_play import Course, Moment
from views.components.charts import Axis
from views.reports.reports import RIGHT, Frame, describe_chart
from views.state import preferences
from views.state.client import Preferences
from views.state.play.play_snapshot import Person

pytestmark = pytest.mark.games("all")

SESSIONS = Path(__file__).resolve().parents[2] / "sessions"
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
MILLIONS = "rat_race_monopoly-thirty-million"
SECRETS = """game doubletrack
title Friday Doubletrack
seats Ann Ben Cy Dot
house stack=915
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
sell_card who=dot bids="ann=5 ben=20 cy=10"
"""


@pytest.fixture
def lay(open_plays):
    """Puts a play from a session, or the text of one, in the book; returns its id."""

    def laid(name: str) -> str:
        text = name if "\n" in name else (SESSIONS / f"{name}.session").read_text(encoding="utf-8")
        return replay(open_plays.journal, steps(text)).play.id

    return laid


def labels(screen) -> list[str]:
    return [str(one.label) for one in screen.all(ft.Semantics) if one.label]


def cells(screen, at=0) -> list[tuple[str, ...]]:
    """The rows of a table."""
    return [tuple(cell.content.content.value for cell in row.cells) for row in screen.all(ft.DataTable)[at].rows]


def heads(screen, at=0) -> list[str]:
    return [column.label.content.value for column in screen.all(ft.DataTable)[at].columns]


# -- what is drawn ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "there", "lines"),
    [
        ("ratrace-six-players", ["Cash after clearing credit", "Where the money came from and went"], 7),
        ("totopoly-whole-evening", ["Money", "Where the money came from and went"], 4),
        ("totopoly-tote-only", ["Won or lost", "Where the money came from and went"], 5),
        ("rat_a_tat_cat-rounds", ["Score sheet"], 4),
        ("rat_race_monopoly-broker-alone", ["Worth in shares", "Stock exchange"], 3),
        ("doubletrack-first-home-four", ["Chips", "Where the money came from and went"], 4),
    ],
)
async def test_every_game_shows_what_it_keeps(open_plays, lay, name, there, lines) -> None:
    play_id = lay(name)
    async with opened(open_plays, play_id, TABLET, "/see") as screen:
        assert [one for one in there if screen.says(one)] == there
        assert len(screen.all(flet_charts.LineChart)[0].data_series) == lines


async def test_lines_differ_by_dashes_and_by_signs_as_well_as_by_colour(open_plays, lay) -> None:
    play_id = lay("ratrace-six-players")
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        series = screen.all(flet_charts.LineChart)[0].data_series
        looks = set()
        for sery in series:
            signs = {type(point.point) for point in sery.points if point.point}
            assert len(signs) == 1, "every line has signs of one kind"
            looks.add((str(sery.dash_pattern), signs.pop()))
        assert len(looks) == len(series) == 7


# -- looking at one place of the evening --------------------------------------------------------------


async def test_a_tap_or_a_sliding_finger_picks_the_line_below_it(open_plays, lay) -> None:
    play_id = lay(MILLIONS)
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        (chart,) = screen.all(ft.GestureDetector, key="touch")
        before = screen.by_id("moment").label
        await screen.fire(chart, "tap_down", {"k": "touch", "l": {"x": 0, "y": 50}, "g": {"x": 0, "y": 0}})
        assert screen.by_id("moment").label == before, "nobody knows yet how wide the chart is"
        await screen.fire(chart, "size_change", {"w": 328.0, "h": 250.0})
        await screen.fire(chart, "tap_down", {"k": "touch", "l": {"x": 0, "y": 50}, "g": {"x": 0, "y": 0}})
        assert screen.by_id("moment").label.startswith("After entry 1 of 163. ")
        far = {"l": {"x": 328 - RIGHT, "y": 50}, "g": {"x": 0, "y": 0}}
        await screen.fire(chart, "horizontal_drag_update", far)
        assert screen.by_id("moment").label.startswith("Now. ")


async def test_a_new_line_is_drawn_at_once(open_plays, lay) -> None:
    play_id = lay("ratrace-first-steps")
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        await screen.tap("Entry before")
        seen = screen.by_id("moment").label
        answers = {"giver": "treasury", "taker": "alice", "amount": 1000, "reason": "found"}
        assert screen.clients[0].state(play_id).recorder.enter("correct_money", answers, "a command") is not None
        await screen.settle()
        assert screen.by_id("moment").label.startswith(seen.split(" of ")[0])
        await screen.tap("Entry after")
        await screen.tap("Entry after")
        assert "found" in screen.by_id("moment").label


# -- as tables ----------------------------------------------------------------------------------------


async def test_a_price_is_listed_with_the_roll_that_made_it_or_who_else_did(open_plays, lay) -> None:
    play_id = lay(
        "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\nvisit who=ann roll=9\n"
        "correct_price price=900K reason='as agreed'\nvisit who=ann roll=3\n"
    )
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        await screen.tap("Tables")
        listed = [row[:2] for row in cells(screen, 1)]
    assert listed == [("3", "3"), ("2", "by hand"), ("1", "9"), ("0", "start")]


async def test_a_long_table_grows_when_asked(open_plays, lay) -> None:
    play_id = lay(MILLIONS)
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        await screen.tap("Tables")
        few = len(cells(screen))
        assert few == 10
        await screen.tap("Show more...")
        assert len(cells(screen)) == 20


# -- money --------------------------------------------------------------------------------------------


async def test_a_bar_of_loans_is_hollow(open_plays, lay) -> None:
    play_id = lay(MILLIONS)
    async with opened(open_plays, play_id, PHONE, "/see") as screen:

        def filled(name: str) -> bool:
            (row,) = screen.named(name)
            return any(one.bgcolor for one in screen.walk(row) if isinstance(one, ft.Container))

        assert filled("Came in: Pass GO...")
        assert not filled("Came in: Borrowed...")
        assert not filled("Went out: Debt paid off...")


# -- nothing to see, and nothing to be seen -----------------------------------------------------------


@SIZES
async def test_hidden_chips_are_neither_drawn_nor_spoken(open_plays, lay, size) -> None:
    play_id = lay(SECRETS)
    table = open_plays.referee(play_id).table
    held = {str(who.chips) for who in GAME.turn(table).everybody}
    assert held == {"935", "895", "880", "950"}, "figures that occur nowhere else"
    secret = re.compile(rf"(?<![0-9A-Za-z])({'|'.join(held)})(?![0-9A-Za-z])")
    async with opened(open_plays, play_id, size, "/see") as screen:
        assert screen.says("Hidden for now")
        assert not screen.all(flet_charts.LineChart)
        assert not screen.says("Tables")
        assert [word for word in in_tree(screen) if secret.search(word)] == []


async def test_once_screens_that_were_lifted_stand_again_nothing_is_left_of_the_chart(open_plays, lay) -> None:
    play_id = lay("doubletrack-first-home-four")
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        assert screen.named("Cy: 165 dollars")
        referee = open_plays.referee(play_id)
        while open_plays.snapshot(play_id).secret is False:
            referee.undo("not over yet")
        screen.clients[0].refresh(play_id)
        await screen.settle()
        assert screen.says("Hidden for now")
        assert not any("165" in one for one in [*screen.words(), *labels(screen)])


async def test_a_damaged_line_is_reported_and_everything_else_stays(open_plays, lay, monkeypatch) -> None:
    from models.errors import DamagedError  # noqa: PLC0415 - only this test raises it

    play_id = lay(MILLIONS)

    def damaged(_play: str) -> list[object]:
        raise DamagedError("Line 7 can't be read.")

    monkeypatch.setattr(open_plays.journal, "all_entries", damaged)
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        assert screen.says("Line 7 can't be read.")
        assert screen.says("Stock exchange"), "what the book holds by itself is shown"


# -- ways here, and how it is made --------------------------------------------------------------------


@SIZES
async def test_twice_the_text_size_loses_nothing(open_plays, lay, size) -> None:
    play_id = lay("totopoly-whole-evening")
    async with opened(open_plays, play_id, size, "/see") as screen:
        preferences.apply(screen.page, screen.clients[0], Preferences(scale=2.0))
        await screen.settle()
        (chart,) = screen.all(flet_charts.LineChart)
        assert chart.left_axis.label_size > 80
        assert screen.named("Ann: 941 pounds")


async def test_a_long_evening_says_how_many_of_its_lines_were_reckoned(open_plays, lay) -> None:
    text = "game ratrace\nseats Alice Bob\nhouse position=off businesses=one\nstart first=alice\n"
    text += "pick who=alice business=black\npick who=bob business=red\n"
    text += "correct_money giver=treasury taker=alice amount=10 reason=found\n" * 897
    play_id = lay(text)
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        assert screen.says("Worked out after 800 of 900 entries, evenly over the evening.")
        assert screen.named("Alice: 9,170 dollars")
        points = [len(one.points) for one in screen.all(flet_charts.LineChart)[0].data_series]
        assert max(points) <= 90


# -- measures -----------------------------------------------------------------------------------------


def course(*amounts: tuple[int | None, ...], first: int = 1) -> Course:
    moments = tuple(Moment(number, "", line) for number, line in enumerate(amounts, first))
    seats = tuple(f"p{at}" for at in range(len(amounts[0])))
    return Course("Worth", "$", "", seats, moments, first + len(amounts) - 1)


def test_a_finger_finds_the_nearest_line_and_never_leaves_the_evening() -> None:
    frame = Frame(course((1,), (2,), (3,), (4,), (5,), first=3), 250, 1.0)
    left = frame.left.size
    width = left + 400
    assert [frame.nearest(left + x, width) for x in (-50, 0, 49, 51, 200, 400, 900)] == [0, 0, 0, 1, 2, 4, 4]
    assert frame.nearest(10, 0) == 0


def test_the_axis_has_room_for_its_longest_figure() -> None:
    short, long = (Axis.left(Span.holding([value]), lambda one: f"${one:,}", 1.0) for value in (9, 900_000))
    assert long.size > short.size + 40


def test_a_chart_is_described_by_where_everybody_began_and_ended() -> None:
    people = tuple(Person(f"p{at}", name, "#000000", "circle") for at, name in enumerate(("Ann", "Ben", "Cy")))
    said = describe_chart(course((1, None, None), (-7, 4, None), (3, 4, None)), people)
    assert said == (
        "Chart over 3 entries: Worth. Ann: from 1 dollar to 3 dollars, lowest minus 7 dollars, highest 3 dollars. "
        "Ben: from 4 dollars to 4 dollars, lowest 4 dollars, highest 4 dollars."
    )


async def test_who_is_not_in_the_game_has_no_figure(open_plays, lay) -> None:
    play_id = lay("ratrace-six-players")
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        assert screen.named("Ed: not in the game")
        assert screen.named("Gus: 125 dollars")

"""The tote board, the track and the price board: what is read out of each, what has room, and what is drawn anew."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened

from companion.core.show.boards import Backing, Pawn, Runner, ToteBoard, Track
from companion.formats.session import replay, steps
from views.components.charts import describe_prices
from views.table.boards.prices import describe_move
from views.table.boards.tote_board import best, columns_for, describe_runner
from views.table.boards.track import describe_pawn, remarks

TOTE = "game totopoly\nseats Ann Ben\nhouse keeps=tote\nstart\n"
POUND = "\u00a3"


@pytest.mark.games("all")
async def test_typing_an_amount_draws_the_line_of_its_horse_alone(open_plays, monkeypatch) -> None:
    drawn = []

    def describe(runner, *rest):
        drawn.append(runner.number)
        return describe_runner(runner, *rest)

    async def tap_runner(number):
        await screen.fire(screen.all(ft.Semantics, key=f"runner-{number}")[0], "tap")

    async with opened(open_plays, replay(open_plays.journal, steps(TOTE)).play.id) as screen:
        screen.clients[0].here().sheet.answer("who", "ben")
        await tap_runner(2)
        await screen.key("5")
        monkeypatch.setattr("views.table.boards.tote_board.describe_runner", describe)
        await screen.key("0")
        assert drawn == [2]
        await tap_runner(3)
        assert sorted(drawn) == [2, 2, 3]


def board(*runners, **more):
    return ToteBoard("The Tote", "Race 1", runners, 100, POUND, **more)


def horse(number, pays="", laid=10, **more):
    return Runner(number, f"Horse {number}", pays=pays, laid=laid, **more)


ALONE = horse(2, "clerk keeps all", 0)


@pytest.mark.parametrize(
    ("runners", "pays_most"),
    [
        ((horse(1, "9.9"), horse(5, "10"), ALONE, horse(4, "40", out="scratched")), {5}),
        ((horse(1, "9"), ALONE), set()),
        ((horse(1, "9", place=1), horse(2, "10")), set()),
    ],
    ids=["several are backed", "one is backed", "the race is run"],
)
def test_the_horse_that_pays_most_is_a_backed_one_of_several_in_a_race_to_come(runners, pays_most) -> None:
    assert best(board(*runners)) == pays_most


def test_a_column_is_as_wide_as_the_largest_figure_in_it() -> None:
    small, large = (columns_for(board(horse(1, "9", laid)), 372, 1.0, compact=True) for laid in (10, 100_000))
    assert (small.pays, small.below) == (large.pays, large.below)
    assert large.laid > small.laid


@pytest.mark.parametrize(("laid", "scale", "below"), [(10, 1.0, False), (1_000, 2.0, True), (10**12, 1.0, True)])
def test_figures_that_leave_a_horse_no_room_for_its_name_lie_below_it(laid, scale, below) -> None:
    assert columns_for(board(horse(1, "9", laid)), 372, scale, compact=True).below == below


@pytest.mark.parametrize(("width", "beside"), [(700, True), (400, False)])
def test_backers_have_a_column_where_there_is_room_for_all_of_them(width, beside) -> None:
    backed = horse(1, "9", backings=(Backing("ben", 1_000_000),))
    assert columns_for(board(backed), width, 1.0, compact=False).backers == beside


@pytest.mark.parametrize(
    ("pawn", "spaces", "spoken", "said"),
    [
        (Pawn("ann", 12, leads=True), None, "Ann, space 12. Leads", [("Leads", "good")]),
        (Pawn("ann", 0), 40, "Ann, on Start", []),
        (Pawn("ann", 3, leads=True, last=True), 40, None, [("Leads", "good"), ("Last", "warn")]),
    ],
)
def test_a_pawn_is_described_in_words(pawn, spaces, spoken, said) -> None:
    assert remarks(pawn) == said
    assert spoken is None or describe_pawn(pawn, Track("Track", (pawn,), "", spaces), "Ann") == spoken


def test_a_price_says_how_far_it_moved_with_its_unit() -> None:
    moves = describe_move(10, "$"), describe_move(-1500, "K"), describe_move(0, "K")
    assert moves == ("up $10", "down 1.5M", "the same")


def test_a_long_history_reads_out_its_end_only() -> None:
    said = describe_prices(tuple((1000 + 10 * at, 8) for at in range(50)), "K")
    assert said.startswith("Chart of the price, the last 20 of 50 prices: 1.3 million")
    assert said.count("million") == 20

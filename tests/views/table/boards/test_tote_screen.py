"""The tote board and the bet sheet beside it: what a clerk sees, taps and hears read out."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from headless import PHONE, TABLET
from races_game import POUND, lay

from companion.core.prompt import Offer
from companion.core.show.boards import Backing, Runner, ToteBoard
from views.state.play.play_snapshot import Person
from views.table.boards.tote_board import best, columns_for, describe_runner

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def races(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


def write(open_plays, play_id, action, **answers):
    open_plays.referee(play_id).write(action, answers)


async def tap_runner(screen, number):
    line = screen.all(ft.Semantics, key=f"runner-{number}")[0]
    await screen.fire(line, "tap")


async def tap_tile(screen, question, value):
    tile = next(one for one in screen.all(ft.MergeSemantics) if one.key == f"tile-{question}-{value}")
    button = next(one for one in screen.walk(tile.content) if isinstance(one, ft.OutlinedButton))
    assert not button.disabled
    await screen.fire(button, "click")


def lit(screen):
    """The numbers of the lines that are said to be selected."""
    lines = [one for one in screen.all(ft.Semantics) if str(one.key).startswith("runner-")]
    return [int(one.key.removeprefix("runner-")) for one in lines if one.selected]


def answers(screen, play_id):
    return dict(screen.clients[0].state(play_id).sheet.draft.answers)


# -- the lines ----------------------------------------------------------------------------------------


async def test_every_horse_has_a_line_that_is_read_out_in_one_sentence(races) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "bet", who="ben", horse="h2", amount=20)
    write(open_plays, play_id, "bet", who="ann", horse="h3", amount=80)
    async with opened(open_plays, play_id) as screen:
        assert screen.button("2, Priory Park, owner Cy. Ben 20 pounds. 20 pounds laid. Pays 4.5 per \u00a31")
        assert screen.button("7, Jerome Fandor, owner Dee. Nobody has backed it. Clerk keeps all")


async def test_the_figures_above_the_board_are_those_of_the_pool(races) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "bet", who="ben", horse="h2", amount=300)
    async with opened(open_plays, play_id) as screen:
        assert screen.named("Pool: \u00a3300")
        assert screen.named("Commission 10%: \u00a330")
        assert screen.says("Pays per \u00a31")
        assert screen.says(open_plays.snapshot(play_id).boards[0].foot)


async def test_a_scratched_horse_is_crossed_out_with_its_reason_and_takes_no_bet(races) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "scratch", horse="h4")
    async with opened(open_plays, play_id) as screen:
        line = screen.all(ft.Semantics, key="runner-4")[0]
        assert line.label == "4, Elton, owner Ann. Out of the race: Lame at the start."
        assert not line.button
        assert line.on_tap is None
        name = next(one for one in screen.walk(line.content) if isinstance(one, ft.Text) and one.value == "Elton")
        assert name.style.decoration == ft.TextDecoration.LINE_THROUGH
        assert "Lame at the start." in screen.words(line.content)


async def test_the_payouts_and_the_places_stand_on_the_board_after_the_race(races) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "bet", who="ben", horse="h2", amount=20)
    write(open_plays, play_id, "bet", who="ann", horse="h3", amount=80)
    write(open_plays, play_id, "start", when=1)
    write(open_plays, play_id, "result", horse="h2")
    async with opened(open_plays, play_id) as screen:
        assert screen.named("Ben: 60 pounds. \u00a320 x 3")
        assert screen.words(screen.named("Ben: 60 pounds. \u00a320 x 3")[0])[:2] == ["B", "Ben"], (
            "under the winner's badge"
        )
        assert screen.says("1st")
        assert screen.all(ft.Semantics, key="runner-2")[0].label.count("Came in 1st") == 1
        assert "Pays" not in screen.all(ft.Semantics, key="runner-3")[0].label


# -- a bet by tapping the board -----------------------------------------------------------------------


@SIZES
async def test_a_bet_is_a_backer_a_horse_an_amount_and_record(races, size) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id, size) as screen:
        await screen.tap("Ben")
        await tap_runner(screen, 2)
        await screen.tap("\u00a320")
        await screen.tap("Record")
        assert open_plays.referee(play_id).table.ledger.balance("ben:on", "h2") == 20


@SIZES
async def test_after_a_bet_the_next_sheet_asks_who_bets(races, size) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id, size) as screen:
        await screen.tap("Ben")
        await tap_tile(screen, "horse", "h2")
        await screen.tap("\u00a35")
        await screen.tap("Record")
        assert screen.says("Who bets?")
        assert answers(screen, play_id) == {}
        assert lit(screen) == []


async def test_a_tap_on_a_horse_names_it_on_the_open_sheet_and_highlights_its_line(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ben")
        await tap_runner(screen, 2)
        assert answers(screen, play_id) == {"who": "ben", "horse": "h2"}
        assert lit(screen) == [2]


async def test_another_horse_keeps_the_backer_and_the_amount(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ben")
        await tap_runner(screen, 2)
        await screen.tap("\u00a350")
        await tap_runner(screen, 5)
        assert answers(screen, play_id) == {"who": "ben", "horse": "h5", "amount": 50}
        assert lit(screen) == [5]


async def test_a_horse_may_be_tapped_before_the_backer(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id) as screen:
        await tap_runner(screen, 6)
        assert lit(screen) == [6]
        assert screen.says("Who bets?")
        assert screen.says("6 \u00b7 Knight Error"), "the sheet says which horse was tapped"
        await screen.tap("Dee")
        await screen.tap("\u00a310")
        await screen.tap("Record")
        assert open_plays.referee(play_id).table.ledger.balance("dee:on", "h6") == 10


@SIZES
async def test_a_horse_that_was_tapped_before_the_backer_can_be_another_on_the_sheet_too(races, size) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id, size) as screen:
        await tap_runner(screen, 6)
        await screen.fire(screen.all(ft.MergeSemantics, key="fold-horse")[0].content, "click")
        assert screen.says("Who bets?")
        tiles = [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("tile-horse-")]
        assert tiles, "the other horses lie there"
        await screen.fire(next(one for one in screen.walk(tiles[1]) if getattr(one, "on_click", None)), "click")
        assert lit(screen) == [2]


async def test_a_tap_opens_a_sheet_of_its_own_where_another_is_open(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Scratch a horse")
        await tap_runner(screen, 3)
        state = screen.clients[0].state(play_id)
        assert state.sheet.draft.action == "bet"
        assert state.sheet.own is not None
        assert answers(screen, play_id) == {"horse": "h3"}


async def test_a_tap_on_a_horse_puts_away_what_is_looked_at(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Find an action")
        await tap_runner(screen, 3)
        assert screen.clients[0].state(play_id).panel.pane.kind == "turn"
        assert answers(screen, play_id) == {"horse": "h3"}


async def test_after_the_off_no_line_takes_a_bet(races) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "start", when=1)
    async with opened(open_plays, play_id) as screen:
        lines = [one for one in screen.all(ft.Semantics) if str(one.key).startswith("runner-")]
        assert len(lines) == 7
        assert not any(one.on_tap for one in lines)


async def test_a_phone_keeps_the_line_of_the_chosen_horse_above_the_pad(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap("Ben")
        assert len([one for one in screen.all(ft.Semantics) if str(one.key).startswith("runner-")]) == 7
        await tap_runner(screen, 2)
        shown = [one.key for one in screen.all(ft.Semantics) if str(one.key).startswith("runner-")]
        assert shown == ["runner-2"]
        assert screen.by_id("amount")


async def test_the_moment_of_the_off_is_asked_of_nobody(races) -> None:
    open_plays, play_id = races
    async with opened(open_plays, play_id) as screen:
        await screen.tap("They are off")
        assert not screen.says("When?")
        assert open_plays.referee(play_id).table.ledger.mark("race", "off") > 1_600_000_000


async def test_typing_an_amount_draws_the_line_of_its_horse_alone(races, monkeypatch) -> None:
    open_plays, play_id = races
    drawn = []
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ben")
        await tap_runner(screen, 2)
        monkeypatch.setattr(
            "views.table.boards.tote_board.describe_runner",
            lambda *a: drawn.append(a[0].number) or describe_runner(*a),
        )
        await screen.tap("\u00a310")
        assert drawn == [2]
        await tap_runner(screen, 3)
        assert sorted(drawn) == [2, 2, 3]


async def test_the_board_shows_what_the_horse_would_pay_with_the_bet_that_is_typed(races) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "bet", who="ann", horse="h2", amount=20)
    write(open_plays, play_id, "bet", who="ann", horse="h3", amount=80)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ben")
        await tap_runner(screen, 2)
        await screen.tap("\u00a320")
        words = screen.words(screen.all(ft.Semantics, key="runner-2")[0].content)
        assert {"2.7", "was 4.5"} <= set(words)
        assert screen.named("Pool: \u00a3120")
        assert open_plays.referee(play_id).table.ledger.balance("tote:pool", POUND) == 100


# -- what is best, and what is said -------------------------------------------------------------------


def board(*runners, **more):
    return ToteBoard("The Tote", "Race 1", tuple(runners), 100, POUND, **more)


def horse(number, pays="", laid=10, **more):
    return Runner(number, f"Horse {number}", pays=pays, laid=laid, **more)


def test_the_horse_that_pays_most_is_the_backed_one_with_the_highest_figure() -> None:
    lines = (horse(1, "9.9"), horse(2, "10"), horse(3, "clerk keeps all", 0), horse(4, "40", out="scratched"))
    assert best(board(*lines)) == {2}


def test_nobody_pays_most_where_one_horse_alone_is_backed_or_the_race_is_run() -> None:
    assert best(board(horse(1, "9"), horse(2, "clerk keeps all", 0))) == frozenset()
    assert best(board(horse(1, "9", place=1), horse(2, "10"))) == frozenset()


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


def test_a_bookmaker_sees_what_a_result_would_cost() -> None:
    one = horse(3, "5 to 1", 20, cost=-120, backings=(Backing("ben", 20),))
    said = describe_runner(one, board(one, book=True), {"ben": "Ben"})
    assert said == "3, Horse 3. Ben 20 pounds. 20 pounds laid. Odds 5 to 1. Costs 120 pounds if it wins"


async def test_a_book_shows_losses_with_a_minus_and_gains_with_a_plus(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, book=True)
    write(open_plays, play_id, "bet", who="ben", horse="h2", amount=20)
    write(open_plays, play_id, "bet", who="ann", horse="h3", amount=10)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ben's book")
        words = screen.words(screen.all(ft.Semantics, key="runner-2")[0].content)
        assert "\u2212\u00a330" in words
        assert "costs" in words
        assert "+\u00a330" in screen.words(screen.all(ft.Semantics, key="runner-1")[0].content)
        assert not screen.named("Board for everyone"), "a bookmaker's book is his own"


def test_a_person_may_be_named_by_key_or_by_words_as_owner() -> None:
    one = horse(1, owner="ben", tap=Offer("bet", {"horse": "h1"}))
    people = (Person("ben", "Ben", "#000000", "circle"),)
    names = {one.key: one.name for one in people}
    assert "owner Ben" in describe_runner(one, board(one), names)
    assert "owner Benjamin" in describe_runner(horse(1, owner="Benjamin"), board(one), names)


@SIZES
async def test_what_the_backer_would_get_stands_above_record_with_earlier_bets_on_the_horse(races, size) -> None:
    open_plays, play_id = races
    write(open_plays, play_id, "bet", who="ben", horse="h2", amount=10)
    write(open_plays, play_id, "bet", who="ann", horse="h3", amount=80)
    async with opened(open_plays, play_id, size) as screen:
        await screen.tap("Ben")
        await tap_runner(screen, 2)
        assert not screen.all(ft.Semantics, identifier="payoff")
        await screen.tap("\u00a310")
        (row,) = screen.all(ft.Semantics, identifier="payoff")
        assert row.label == "If Priory Park wins, Ben gets 90 pounds"

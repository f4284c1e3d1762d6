"""Money on a board in millions: the pad's own keys, the quick amounts, and fields for house rules."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from exchange_game import DEALS, lay
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from views.components.keypad import quick_amounts, typed_text
from views.components.typed_figure import LONGEST_TYPED, type_key
from views.rules import house_rules

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


def typed(keys):
    words = ""
    for key in keys:
        words = type_key(words, key, "K")
    return words


def window(screen):
    return screen.by_id("amount").label.rpartition(": ")[2]


async def lay_sheet(screen, play_id, action, **answers):
    screen.clients[0].state(play_id).sheet.open(Offer(action, answers))
    await screen.settle()


# -- the keys -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["1", "5", "00"], "1500"),
        (["2", "M"], "2M"),
        (["1", ".", "5", "M"], "1.5M"),
        ([".", "5", "M"], "0.5M"),
        (["4", "5", "0", "K"], "450K"),
        (["1", ".", ".", "5"], "1.5"),
        (["2", "M", "K"], "2K"),
        (["2", "M", "7"], "7"),
        (["2", ".", "M"], "2M"),
        (["M"], ""),
        (["0", "7"], "7"),
        (["00"], ""),
        (["1", ".", "0", "5", "M"], "1.05M"),
        (["2", "M", "Backspace"], "2"),
        (["2", "M", "Clear"], ""),
    ],
)
def test_keys_of_the_pad_write_thousands_as_they_are_printed(keys, words) -> None:
    assert typed(keys) == words


def test_no_more_is_typed_than_any_game_needs() -> None:
    assert len(typed(["9"] * 30)) == LONGEST_TYPED


def test_dollars_are_typed_as_before() -> None:
    assert type_key("15", "0") == "150"
    assert type_key("", "0") == ""
    assert type_key("1", "Backspace", "$") == ""


def test_money_with_cents_is_typed_as_at_a_till() -> None:
    assert [typed_text(words, "$.00") for words in ("1", "12", "1250", "")] == ["$0.01", "$0.12", "$12.50", "$0.00"]


def test_the_window_says_millions_while_thousands_are_typed() -> None:
    assert [typed_text(words, "K") for words in ("1", "15", "150", "1500", "1.", "1.5M", "")] == [
        "1K", "15K", "150K", "1.5M", "1.", "1.5M", "0",
    ]  # fmt: skip


# -- on the sheet -------------------------------------------------------------------------------------


@SIZES
async def test_fifteen_hundred_thousand_is_one_and_a_half_million(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "pay", who="ann")
        for key in ("1", "5", "00"):
            await screen.tap(key)
        assert window(screen) == "1.5M"
        await screen.tap("Record")
        assert open_plays.referee(play_id).table.ledger.balance("ann:cash", "K") == 0


@SIZES
async def test_a_million_is_two_taps(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "pay", who="ann")
        await screen.tap("1")
        await screen.tap("M")
        assert window(screen) == "1M"
        assert screen.says("\u22121M"), "the receipt has the unit too"


async def test_the_keyboard_writes_points_and_millions(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "pay", who="ann")
        for key in ("1", ".", "2", "M"):
            await screen.key(key)
        assert window(screen) == "1.2M"
        assert dict(screen.clients[0].state(play_id).sheet.draft.answers)["amount"] == 1200
        await screen.key("Clear")
        await screen.key("Backspace")
        await screen.key("K")
        assert window(screen) == "1.2K"
        assert screen.says("a whole number of thousands")


async def test_an_unfinished_figure_is_no_fault_yet_and_a_finished_one_is(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "pay", who="ann")
        await screen.key("1")
        assert screen.says("1K so far. It must be at least 10K.")
        assert not screen.all(ft.Icon, icon=ft.Icons.ERROR_OUTLINE)
        await screen.key("5")
        await screen.key("K")
        assert screen.says("It must be a multiple of 10K.")
        assert screen.all(ft.Icon, icon=ft.Icons.ERROR_OUTLINE)
        assert screen.button("Record").disabled


async def test_more_than_is_there_is_refused_at_the_field(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, PHONE) as screen:
        await lay_sheet(screen, play_id, "pay", who="ann")
        await screen.tap("2")
        await screen.tap("M")
        assert screen.says("Ann holds 1.5M only.")
        assert screen.button("Record").disabled


def test_quick_amounts_are_notes_that_the_purse_has_and_all_of_it(deals) -> None:
    open_plays, play_id = deals
    snapshot = open_plays.snapshot(play_id)

    paid = DEALS.find_action("pay").question("amount").kind

    class Sheet:
        answers = {"who": "ann"}  # noqa: RUF012 - used as a draft, and is not changed

    assert quick_amounts(snapshot, Sheet, paid) == [100, 500, 1000, 1500]
    open_plays.referee(play_id).write("pay", {"who": "ann", "amount": 1400})
    assert quick_amounts(open_plays.snapshot(play_id), Sheet, paid) == [50, 100]


# -- house rules --------------------------------------------------------------------------------------


def goal(typed=None, wrong="", way="25000"):
    rule = DEALS.option("goal")
    nothing = lambda *_: None  # noqa: E731 - a handler that does nothing
    return house_rules.amounts(rule, way, typed, wrong, choose=nothing, ask=nothing, write=nothing)


def test_a_house_rule_in_thousands_is_written_as_on_the_board() -> None:
    field = goal()[-1]
    assert field.value == "25M"
    assert field.label == "The goal"
    assert field.helper == "Write it as 1.5M or 450K."
    assert field.prefix is None
    assert field.suffix is None
    assert field.keyboard_type != ft.KeyboardType.NUMBER, "M and K must be on the keyboard"


def test_what_is_typed_in_such_a_field_stays_as_it_is_typed() -> None:
    assert goal("1500")[-1].value == "1500"
    assert goal("1.5", "Write 1.5M for millions, or the thousands in full.")[-1].error

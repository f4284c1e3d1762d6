"""A number from each, some of many, and sums in millions: what is typed and tapped, and chance that is even."""

from types import SimpleNamespace

import flet as ft
import pytest

from tests.units.views.device import on_sheet, type_keys
from tests.units.views.exchange_game import DEALS, lay
from views.table.questions.amount import quick_amounts
from views.table.questions.each import NumberRow, steps
from views.table.questions.several import still_to_choose
from views.table.questions.view import Asking


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


def said(screen, question="stakes"):
    """What each row says, as it is read out."""
    return [
        part.label
        for row in screen.all(ft.MergeSemantics)
        if f"each-{question}-" in str(row.key)
        for part in screen.walk(row)
        if isinstance(part, ft.Semantics) and part.label
    ]


async def test_how_many_of_each_is_typed_for_each_of_them(deals):
    async with on_sheet(*deals, "buy_several", who="ann") as screen:
        for name in ("3", "Next", "1"):
            await screen.tap(name)
        assert screen.says("At most 3 in all; here are 4.")
        await screen.tap("Backspace")
        await screen.tap("Record")
    assert deals[0].journal.entries(deals[1])[0].proposal.narration == "Ann buys 3 Towers."


async def test_a_tap_gives_all_there_is(deals):
    async with on_sheet(*deals, "stake") as screen:
        await screen.tap("All 100 chips")
        assert said(screen)[0] == "Ann: 100 chips"


async def test_digits_are_typed_row_by_row_and_a_row_says_what_does_not_hold(deals):
    async with on_sheet(*deals, "stake") as screen:
        await type_keys(screen, *"12")
        assert screen.says("Ann: a stake is a multiple of 5 chips.")
        await type_keys(screen, "Backspace", "5", "Enter", *"999")
        assert not screen.says("a multiple of")
        assert screen.says("Ben: at most 100 chips.")
        assert screen.button("Record").disabled
        await type_keys(screen, *["Backspace"] * 3, *"40")
        assert said(screen) == ["Ann: 15 chips", "Ben: 40 chips", "Cy: 0 chips"]
        await type_keys(screen, "Enter")
    assert deals[0].referee(deals[1]).table.ledger.balance("ben:chips", "chips") == 60


async def test_a_row_gone_back_to_is_typed_anew(deals):
    async with on_sheet(*deals, "stake") as screen:
        await type_keys(screen, *"15", "Enter", *"40")
        await screen.tap("Ann: 15 chips")
        await type_keys(screen, *"20")
        assert said(screen)[:2] == ["Ann: 20 chips", "Ben: 40 chips"]


async def test_where_nobody_has_a_choice_it_is_a_person_all_the_same_who_takes_the_numbers(deals):
    deals[0].referee(deals[1]).write("stake", {"stakes": "ann=100 ben=100 cy=0"})
    async with on_sheet(*deals, "stake") as screen:
        assert said(screen) == ["Ann: 0 chips", "Ben: 0 chips", "Cy: 0 chips"]
        assert screen.button("Record").disabled
        await screen.tap("Take these numbers")
        assert not screen.button("Record").disabled


@pytest.mark.parametrize(("most", "larger"), [(40, [25]), (1_000, [25, 50, 250]), (5, [])])
def test_steps_stay_between_the_limits(most, larger):
    assert steps(NumberRow("ann", "Ann", None, 0, most), 5) == larger


@pytest.mark.parametrize(
    ("chosen", "least", "most", "there", "words"),
    [
        (0, 1, 1, 4, "Choose 1 of 4."),
        (0, 1, 3, 4, "Choose 1 or more of 4."),
        (1, 3, 3, 7, "Choose 2 more of 7."),
        (3, 3, 3, 7, "3 of 3 chosen."),
        (1, 1, 4, 4, "1 chosen."),
        (2, 1, 3, 4, "2 chosen, 3 at most."),
        (0, 0, 4, 4, "None chosen."),
    ],
)
def test_how_many_are_still_to_choose_is_said_in_words(chosen, least, most, there, words):
    assert still_to_choose(chosen, least, most, there) == words


def test_quick_amounts_are_notes_that_the_purse_has_and_all_of_it(deals):
    open_plays, play_id = deals
    draft = SimpleNamespace(answers={"who": "ann"})

    def quick():
        context = open_plays.snapshot(play_id)
        return quick_amounts(
            Asking(None, context, draft, DEALS.find_action("pay").question("amount"))
        )

    assert quick() == [100, 500, 1000, 1500]
    open_plays.referee(play_id).write("pay", {"who": "ann", "amount": 1400})
    assert quick() == [50, 100]

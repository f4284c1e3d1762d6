"""Pads: payments, and amounts that may be left out."""

import pytest

from tests.units.views.device import on_sheet, type_keys
from views.table.questions.payments import Entered

STREETS = "game rat_race_monopoly\nseats Ann Ben\nhouse board=classic\nstart first=ann\n"


@pytest.mark.parametrize(
    ("words", "payments", "step"),
    [
        ("", 0, "000"),
        ("ann>", 0, "010"),
        ("ann>ben=", 0, "011"),
        ("ann>ben=5", 1, "011"),
        ("ann>ben=5 ", 1, "100"),
        ("ann>ben=5 cy>ann=7", 2, "111"),
    ],
)
def test_payments_are_read_line_by_line_and_the_focus_goes_on_with_each_step(words, payments, step):
    entered = Entered.of(words)
    assert len(entered.lines) == payments
    assert entered.words.strip() in words
    assert entered.step == step


@pytest.mark.parametrize(("keys", "typed"), [("-5", "-5"), ("5.2", "5.2"), (".", "0.")])
async def test_an_amount_that_can_be_left_out_is_not_left_out_because_it_can_not_be_read(
    lay, keys, typed
):
    open_plays, play_id = lay(STREETS)
    street = open_plays.referee(play_id).game.find_action("buy_street").question("street")
    first = street.kind.candidates(open_plays.snapshot(play_id).turn({"who": "ann"}))[0]
    async with on_sheet(open_plays, play_id, "buy_street", who="ann", street=first) as screen:
        sheet = screen.clients[0].here().sheet
        sheet.reopen("price")
        await screen.settle()
        await type_keys(screen, *keys, "Enter")
        assert sheet.draft.texts["price"] == typed
    assert len(open_plays.journal.entries(play_id)) == 1


async def test_a_street_in_a_row_is_called_by_its_name_without_the_sign_beside_it(lay):
    owned = 'correct_street street=s1 to=ann reason="as before"\n'
    async with on_sheet(*lay(STREETS + owned), "deal", who="ann", other="ben") as screen:
        await screen.tap("Brown 1")
        assert screen.clients[0].here().sheet.draft.answers["gives"] == "s1"


async def test_a_quick_amount_of_a_deal_is_of_whole_units_where_cents_are_played(lay):
    cents = "game any_money\nseats Ann Ben\nhouse currency=€.00\nhouse start=20\nbegin\n"
    async with on_sheet(*lay(cents), "deal") as screen:
        sheet = screen.clients[0].here().sheet
        sheet.type("payments", "ann>ben=")
        await screen.settle()
        await screen.tap("€10.00")
        assert sheet.draft.answers["payments"] == "ann>ben=1000"

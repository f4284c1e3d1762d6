"""Pots that belong to nobody, in any game without a word of it: where they are shown, and where they are not."""

from __future__ import annotations

import pytest

from companion.api import Game, Pot, Turn
from companion.core.table import Seat as TableSeat
from companion.core.table import Table
from companion.testing import replayed

OPENED = "game any_money\nseats Ann Ben\nbegin\nopen_pot name='Free parking'\n"


def test_no_pot_says_what_it_holds_while_it_would_give_away_a_hidden_hand():
    game = Game("stall", "Stall", "Fruit.", players=(2, 4), banks=("bank",))

    @game.action("Open")
    def begin(t: Turn) -> None:
        pot = t.new_thing(Pot, "The jar")
        t.pay("bank", t.seats[0], 100)
        t.pay(t.seats[0], pot, 30)

    table = Table((TableSeat("ann", "Ann"), TableSeat("ben", "Ben")))
    table = table.after(begin.propose(table, {}))
    assert game.pots(table)
    game.secret(lambda _t, account: account == "ann:cash")
    assert game.pots(table) == ()


@pytest.mark.parametrize(
    ("answers", "who"),
    [
        ({}, {"ann", "ben"}),
        ({"payments": "ann>ben=10"}, {"ann", "ben"}),
        ({"payments": "ann>@bank=10"}, {"ann"}),
        ({"payments": "ann>ben=10", "anyway": "yes"}, set()),
    ],
)
def test_whoever_is_named_in_a_deal_may_ask_for_it_and_nobody_may_owe_by_their_own_phone(
    answers, who
):
    game = replayed(OPENED).game
    assert {
        seat for seat in ("ann", "ben") if game.find_action("deal").asker(answers, (seat,))
    } == who

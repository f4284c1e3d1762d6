"""Pots that belong to nobody, in any game without a word of it: where they are shown, and where they are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api import Game, Pot, Seat, Turn, ask
from companion.core.table import Seat as TableSeat
from companion.core.table import Table
from companion.testing import replayed

SEATS = (TableSeat("ann", "Ann"), TableSeat("ben", "Ben"))
OPENED = "game any_money\nseats Ann Ben\nbegin\nopen_pot name='Free parking'\n"


def stall(*, hidden):
    """Return a small game of an outside author that has a pot, with its hands hidden or open."""
    game = Game("stall", "Stall", "Fruit.", players=(2, 4), banks=("bank",))

    @game.action("Open")
    def begin(t: Turn) -> None:
        """Open a pot and fill it."""
        pot = t.new_thing(Pot, "The jar")
        for who in t.seats:
            t.pay("bank", who, 100)
            t.pay(who, pot, 30)

    @game.action("Take")
    def take(t: Turn, pot: Pot = ask.thing("Which pot?", Pot), who: Seat = ask.player("Who?")) -> None:
        """Take all that lies in a pot."""
        t.pay(pot, who, pot.holds)

    @game.secret
    def is_hidden(t: Turn, account: str) -> bool:
        del t
        return hidden and account in {"ann:cash", "ben:cash"}

    table = Table(SEATS)
    return game, replace(table, ledger=table.ledger.after(begin.propose(table, {})))


def test_no_pot_says_what_it_holds_while_it_would_give_away_a_hidden_hand():
    game, table = stall(hidden=True)
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
def test_whoever_is_named_in_a_deal_may_ask_for_it_and_nobody_may_owe_by_their_own_phone(answers, who):
    game = replayed(OPENED).game
    assert {seat for seat in ("ann", "ben") if game.find_action("deal").asker(answers, (seat,))} == who

"""Pots that belong to nobody, in any game without a word of it: where they are shown, and where they are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api import Game, Pot, Seat, Turn, ask
from companion.core.show.cards import Ending
from companion.core.show.television import big_boards
from companion.core.table import Seat as TableSeat
from companion.core.table import Table
from companion.testing import replayed

SEATS = (TableSeat("ann", "Ann"), TableSeat("ben", "Ben"))
OPENED = "game any_money\nseats Ann Ben\nbegin\nopen_pot name='Free parking'\n"
PAID = f"{OPENED}pay_in pot='Free parking' payer=ann amount=100\n"


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


def test_a_pot_of_an_outside_author_is_an_account_that_sums_with_all_others():
    game, table = stall(hidden=False)
    assert game.pots(table) == (("@pot_1", "The jar", 60),)
    assert sum(amount for (_, unit), amount in table.ledger.balances.items() if unit == "$") == 0
    taken = game.find_action("take").propose(table, {"pot": "The jar", "who": "ben"})
    assert [(one.account, one.quantity) for one in taken.postings] == [("@pot_1:cash", -60), ("ben:cash", 60)]


def test_no_pot_says_what_it_holds_while_it_would_give_away_a_hidden_hand():
    game, table = stall(hidden=True)
    assert game.pots(table) == ()


def test_a_television_has_a_bar_for_each_pot_below_the_players():
    referee = replayed(PAID)
    game, table = referee.game, referee.table
    (bars,) = big_boards(game, table, (), [game.standing(table, seat.key) for seat in table.players])
    assert [(one.seat, one.amount) for one in bars.bars] == [
        ("ben", 1500), ("ann", 1400), ("@pot_2", 100),
    ]  # fmt: skip


def test_the_end_says_what_still_lies_in_a_pot():
    referee = replayed(f"{PAID}settle\n")
    ending = referee.game.ending(referee.table)
    assert isinstance(ending, Ending)
    assert ending.reason == "Ben ended with most. $100 still lies in Free parking"


def test_money_stays_in_sight_where_the_opening_of_its_pot_is_crossed_out():
    referee = replayed(PAID)
    referee.void(2, "it has another name")
    assert referee.game.pots(referee.table) == (("@pot_2", "the pot 2", 100),)


def test_a_pot_that_is_given_another_name_by_a_correction_keeps_what_was_paid_into_it():
    referee = replayed(f"{PAID}amend 2=\"open_pot name=Jackpot\" reason='a slip'\n")
    assert referee.game.pots(referee.table) == (("@pot_2", "Jackpot", 100),)
    assert referee.lines()[-1].proposal.narration == "Ann pays $100 into Jackpot."


def test_a_name_with_braces_is_only_a_name():
    referee = replayed(f"{PAID}settle\n".replace("Free parking", "{x}"))
    assert referee.game.ending(referee.table).reason == "Ben ended with most. $100 still lies in {x}"


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

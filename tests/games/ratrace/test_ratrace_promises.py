"""Ratrace: what a card promises of money that lies on the table is what the dice then bring."""

from __future__ import annotations

from functools import partial

import pytest

from companion.core.units import format_amount
from tests.games.evening import untied

CASH = 200
HORSE, ANOTHER = 5, 7
signed = partial(format_amount, signed=True)


def promised(evening, who="alice"):
    """What the one stake of a player would bring, by its result."""
    (stake,) = evening.game.standing(evening.table, who).stakes
    return dict(stake.results)


def after(begun, *rolls):
    evening = begun()
    for action, answers in rolls:
        evening.do(action, **answers)
    return evening


@pytest.mark.parametrize("tote", ["beside", "includes"])
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_of_a_race_it_promises_the_places_that_can_still_be_had(missed, tote):
    def racing():
        evening = untied(tote=tote)
        evening.do("race", who="alice", horse=HORSE, stake=50)
        return evening

    def won(misses, *hit):
        rolls = [("race_roll", {"roll": roll}) for roll in (*[ANOTHER] * misses, *hit)]
        return signed(after(racing, *rolls).cash("alice") - CASH)

    brings = {"Win": won(0, HORSE), "Place": won(1, HORSE), "Show": won(2, HORSE), "Not in": won(3)}
    here = after(racing, *[("race_roll", {"roll": ANOTHER})] * missed)
    assert promised(here) == dict(list(brings.items())[missed:])


@pytest.mark.parametrize("exchange", ["last", "each"])
@pytest.mark.parametrize("rolled", [0, 1])
def test_of_an_investment_it_promises_what_it_is_worth_and_what_the_next_roll_can_make_of_it(rolled, exchange):
    def invested():
        evening = untied(exchange=exchange)
        evening.do("invest", who="alice", stake=100)
        for _ in range(rolled):
            evening.do("exchange_roll", roll=6)
        return evening

    def worth(*rolls):
        evening = after(invested, *[("exchange_roll", {"roll": roll}) for roll in rolls])
        if evening.event:
            evening.do("cash_in")
        return evening.cash("alice") - CASH + 100

    levels = [worth(roll) for roll in range(2, 13)]
    now = format_amount(worth()) if rolled else "$100"
    assert promised(invested()) == {
        "Worth now": now, "Next, at best": format_amount(max(levels)), "At worst": format_amount(min(levels))
    }  # fmt: skip


def test_of_a_lottery_it_promises_the_pot_beside_the_stake_to_everybody_in_it():
    def drawing():
        evening = untied()
        evening.do("lottery", who="alice", stake=40)
        evening.do("match", who="bob")
        return evening

    rolls = [("lottery_roll", {"who": "alice", "roll": 9}), ("lottery_roll", {"who": "bob", "roll": 5})]
    over = after(drawing, *rolls)
    for who in ("alice", "bob"):
        assert promised(drawing(), who) == {
            "Highest roll": signed(over.cash("alice") - CASH), "Otherwise": signed(over.cash("bob") - CASH)
        }  # fmt: skip
    assert over.game.standing(drawing().table, "carl").stakes == ()

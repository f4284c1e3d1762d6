"""Retiring, which wins the game; and what everybody is worth by the same measure.

Rulebook: «Q. What do I need to retire and win the game?»
"""

from __future__ import annotations

from companion.api import Result, ask, listed
from companion.api.show import Worth
from companion.games.ratrace.board import CLASSES
from companion.games.ratrace.game import CREDIT, GAME, HAND, TREASURY, Player, RatraceTurn

SOURCE = "Q. What do I need to retire and win the game?"
RULE = "Clear all credit with 10%, and still hold the goal in cash and three High Society symbols."
HIGH = len(CLASSES) - 1


def missing(t: RatraceTurn, who: Player) -> tuple[str, ...]:
    """Return what a player lacks to retire, each in words; nothing when all is there."""
    lacks = []
    if t.option("retire_cards") == "symbols":
        short = HAND - len(who.counting(HIGH))
        if short > 0:
            lacks.append(t.count(short, "High Society symbol"))
    if who.worth < t.option("goal"):
        lacks.append(f"{t.written(t.option('goal') - who.worth)} in cash")
    return tuple(lacks)


@GAME.action("Retire and win", group="Turn", source=SOURCE)
def retire(t: RatraceTurn, who: Player = ask.anybody("Who retires?")) -> None:
    """Declare retirement: clear all credit with 10%, and still have the goal and the symbols."""
    any_moment = t.option("retire") == "any"
    if any_moment:
        t.must_be_quiet()
        who.must_play()
    else:
        who.must_roll_next()
        t.refuse(who.closed and not t.follows, f"{who} misses a turn and can't retire on it.", "who")
    owed, cost, left = who.debt, who.to_clear, who.worth
    lacks = missing(t, who)
    clears = f" Clearing the credit takes {t.written(cost)} and would leave {t.written(left)}." if cost else ""
    t.refuse(lacks, f"{who} can't retire yet: missing {listed(lacks)}.{clears}", "who")
    t.step("Cash in hand", who.cash)
    if owed > 0:
        t.step("Credit debt", -owed)
        t.step("Interest 10%", -who.interest, signed=True)
    t.step(f"{who} retires with", left, total=True)
    t.step("The goal", t.option("goal"))
    t.pay(who, TREASURY, cost)
    t.pay(TREASURY, who, owed, CREDIT)
    t.square_is_done()
    t.set(ended=who)
    t.narrate(f"{who} retires with {t.written(left)} and wins.")
    t.explain(RULE)
    if t.option("retire_cards") == "cash":
        t.by_house_rule("Cash alone is enough to retire.")
    if any_moment:
        t.by_house_rule("Anybody may retire at any moment.")


@GAME.end_if
def ending(t: RatraceTurn) -> Result | None:
    """Return how the game ended: the retired player first, the others by cash less the cost of clearing credit."""
    if t.ended is None:
        return None
    winner = t.holder(t.ended)
    others = sorted((who for who in t.seats if who != winner), key=lambda who: who.worth, reverse=True)
    places = [(winner, 1, t.written(winner.worth))]
    for who in others:
        place = 2 + sum(one.worth > who.worth for one in others)
        places.append((who, place, t.written(who.worth)))
    return Result(f"{winner} retired", (winner,), tuple(places))


@GAME.worth
def worth(t: RatraceTurn, who: Player) -> Worth | None:
    """Count a player's cash less what it costs to clear credit; nothing before the start or once gone."""
    if t.first is None or who not in t.seats:
        return None
    note = "Cash in hand, less credit with its 10%. Symbols, and money that lies in a bet, don't count."
    return Worth(who.worth, "$", "Cash after clearing credit", note)

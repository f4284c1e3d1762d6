"""Retiring, which wins the game.

Rulebook: «Q. What do I need to retire and win the game?»
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.game import Ending
from companion.core.questions import Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.ratrace import gates, state
from companion.games.ratrace.board import CLASSES
from companion.games.ratrace.state import HAND, LANDING_DONE, TABLE, TREASURY, money, name

SOURCE = "Q. What do I need to retire and win the game?"
RULE = "Clear all credit with 10%, and still hold the goal in cash and three High Society symbols."
HIGH = len(CLASSES) - 1


def missing(table: Table, who: str) -> tuple[str, ...]:
    """What a player lacks to retire, each in words; nothing when all is there."""
    goal = int(table.house("goal"))
    left = state.cash(table, who) - state.to_clear(table, who)
    lacks = []
    if table.house("retire_cards") == "symbols":
        short = HAND - len(state.counting(table, who, HIGH))
        if short > 0:
            lacks.append(f"{short} High Society {'symbol' if short == 1 else 'symbols'}")
    if left < goal:
        lacks.append(f"{money(goal - left)} in cash")
    return tuple(lacks)


@action(SOURCE, title="Retire and win", group="Turn")
def retire(table: Table, who: Who) -> Effect:
    """Declare retirement: clear all credit with 10%, and still have the goal and the symbols.

    who: Who retires?
    """
    if table.house("retire") == "any":
        gates.quiet(table)
        gates.seated(table, who)
    else:
        gates.before_rolling(table, who)
        if state.closed(table, who) and not state.follows(table):
            raise Refusal(f"{name(table, who)} misses a turn and can't retire on it.", "who")
    goal, owed, extra = int(table.house("goal")), state.debt(table, who), state.debt_interest(table, who)
    cost, held = state.to_clear(table, who), state.cash(table, who)
    if lacks := missing(table, who):
        clears = f" Clearing the credit takes {money(cost)} and would leave {money(held - cost)}." if cost else ""
        raise Refusal(f"{name(table, who)} can't retire yet: missing {listed(lacks)}.{clears}", "who")
    working = [Line("Cash in hand", held)]
    if owed > 0:
        working += [Line("Credit debt", -owed, signed=True), Line("Interest 10%", -extra, signed=True)]
    working += [Line(f"{name(table, who)} retires with", held - cost, total=True), Line("The goal", goal)]
    house: tuple[str, ...] = ("Cash alone is enough to retire.",) if table.house("retire_cards") == "cash" else ()
    if table.house("retire") == "any":
        house += ("Anybody may retire at any moment.",)
    return Effect(
        f"{name(table, who)} retires with {money(held - cost)} and wins.",
        (*state.pay(cost, who, TREASURY), *state.pay(owed, TREASURY, who, "credit")),
        (*LANDING_DONE, Mark(TABLE, "ended", who)),
        tuple(working),
        RULE,
        house,
    )


def ending(table: Table) -> Ending | None:
    """How the game ended: the retired player first, the others by cash less the cost of clearing credit."""
    winner = table.ledger.mark(TABLE, "ended")
    if winner is None:
        return None
    first = str(winner)
    rest = sorted(
        (who for who in state.playing(table) if who != first),
        key=lambda who: state.cash(table, who) - state.to_clear(table, who),
        reverse=True,
    )
    figures = {who: state.cash(table, who) - state.to_clear(table, who) for who in (first, *rest)}
    ranks: list[tuple[str, int, str]] = [(first, 1, money(figures[first]))]
    for at, who in enumerate(rest):
        tied = at > 0 and figures[who] == figures[rest[at - 1]]
        ranks.append((who, ranks[-1][1] if tied else at + 2, money(figures[who])))
    return Ending(f"{name(table, first)} retired", (first,), tuple(ranks))


ACTIONS = (retire,)

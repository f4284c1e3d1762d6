"""Lines that later ones were reckoned from. By themselves they can't be struck out: the later ones come first.

Bids that were put right, a bonus given and a toll settled all count from what an earlier line laid down. The mark
that says so is the later line's own, and so goes when that line is struck out.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.action import Action
from companion.core.table import Effect, Mark, Table, Value
from companion.games.doubletrack import state
from companion.games.doubletrack.state import BIDS, TABLE
from models.ledger import moved

RIGHT, GIVEN, SETTLED, LAID, SWITCHED = "right", "given", "settled", "laid", "switched"

WHY = {
    RIGHT: "Its bids were put right in line {}: strike that out first.",
    GIVEN: "The Loser's Bonus from it was given or rolled for in line {}: strike that out first.",
    SETTLED: "Its toll was settled in line {}: strike that out first.",
}
TAKEN = "The chips it laid on the table were taken away since: strike that out first."
DUE = "First the Loser's Bonus is given: who is farthest back rests on this line."


def rests_on(how: str, line: int, table: Table) -> tuple[Mark, ...]:
    """Note that the line about to be written was reckoned from an earlier one; nothing where that is not known."""
    return (Mark(TABLE, f"{how}.{line}", state.coming(table)),) if line else ()


def bound(table: Table, seq: int) -> str:
    """Why a line can't be struck out by itself; nothing where it can."""
    for how, why in WHY.items():
        later = table.ledger.mark(TABLE, f"{how}.{seq}")
        if later is not None:
            return why.format(later)
    if state.due_bonus(table) is not None and table.ledger.mark(TABLE, f"{SWITCHED}.{seq}") is not None:
        return DUE
    laid = table.ledger.mark(TABLE, f"{LAID}.{seq}")
    # what is still waiting goes back with the line itself
    waits = seq == state.bonus_line(table) or any(one.line == seq for one in state.tolls(table))
    return TAKEN if isinstance(laid, int) and laid > state.loose(table) and not waits else ""


def laying(action: Action) -> Action:
    """An action that notes how much its line lays on the table."""

    def rule(table: Table, **answers: Value) -> Effect:
        effect = action.rule(table, **answers)
        laid = moved(effect.postings)[BIDS, "$"]
        if laid <= 0:
            return effect
        return effect + Effect(marks=(Mark(TABLE, f"{LAID}.{state.coming(table)}", laid),))

    return replace(action, rule=rule)

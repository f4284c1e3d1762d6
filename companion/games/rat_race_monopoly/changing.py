"""House rules and printed figures may be changed in the middle of a play, but not the board's money.

All sums that stand in the book are written in it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.action import Action
from companion.core.changes import change_actions
from companion.core.table import Effect, Refusal, Table
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.board import FACTS
from companion.games.rat_race_monopoly.houses import FIXED, HOUSES

WHY = {
    "board": "Every sum in this book is written in this board's money. For the other board, begin a new play.",
    "books": "What this book keeps is settled when the table is opened. Begin a new play for it.",
}


def _fixed(change: Action) -> Action:
    """Refuse to change what is settled once the table is open; leave everything else to the table."""

    def rule(table: Table, **answers: str) -> Effect:
        if answers["rule"] in FIXED and state.opened(table):
            raise Refusal(WHY[answers["rule"]], "rule")
        effect: Effect = change.rule(table, **answers)
        return effect

    return replace(change, rule=rule)


ACTIONS = tuple(_fixed(one) if one.name == "change_house" else one for one in change_actions(HOUSES, FACTS))

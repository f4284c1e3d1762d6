"""What a player had over an evening, in chips: to be told only once they lie open."""

from __future__ import annotations

from companion.core.game import Wealth, Worth
from companion.core.table import Table
from companion.games.doubletrack import state

NOTE = "What lies on the table for the lead or for a toll is nobody's. Chips decide nothing."


def worth(table: Table, who: str) -> Worth | None:
    """Count a player's chips in dollars, hidden or not; nothing before they are dealt, or once he has left."""
    if not state.started(table) or who not in state.playing(table):
        return None
    return Worth(state.held(table, who), "$", "Chips", NOTE)


WEALTH = Wealth(worth)

"""What a player is worth over an evening: cash once all credit is cleared, which is what a goal is measured by."""

from __future__ import annotations

from companion.core.game import Cash, Wealth, Worth
from companion.core.table import Table
from companion.games.ratrace import state

NOTE = "Cash in hand, less credit with its 10%. Symbols, and money that lies in a bet, don't count."


def worth(table: Table, who: str) -> Worth | None:
    """Count a player's cash less what it costs to clear credit, in dollars; nothing before the start or once gone."""
    if table.ledger.mark(state.TABLE, "first") is None or who not in state.playing(table):
        return None
    return Worth(state.cash(table, who) - state.to_clear(table, who), "$", "Cash after clearing credit", NOTE)


WEALTH = Wealth(worth, frozenset({"credit"}))
CASH = Cash(
    lambda _: "$", bank="treasury", leave_out="Leave out what lies under the Credit Card, and stakes on the board."
)

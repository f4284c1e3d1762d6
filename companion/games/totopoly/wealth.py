"""What a player is worth over an evening: the money that decides; where no cash is followed, what came and went."""

from __future__ import annotations

from companion.core.game import Cash, Wealth, Worth
from companion.core.table import Table
from companion.games.totopoly import ending, state
from companion.games.totopoly.houses import AUCTION, BANK, BOOK, EVENING, TOTE
from companion.games.totopoly.state import SETUP, UNIT

TITLES = {
    EVENING: "Money",
    TOTE: "Won or lost",
    BOOK: "Won or lost",
    AUCTION: "Received less spent",
    BANK: "Received less paid",
}
MONEY = "Cash, and what lies in a bookmaker's till. Leased cards count for nothing."
BY_HORSE = "Cash, and what lies in a bookmaker's till. The owner of the winning horse wins, whatever he has."
NOTES = (50, 25, 5, 1)
"""Those that the banker gives everybody, by the rulebook."""
UNFOLLOWED = "Nobody's cash is followed: everybody begins at nought."


def worth(table: Table, who: str) -> Worth | None:
    """Count a player's money in pounds; nothing before the book is open, or once he has left."""
    if state.stage(table) == SETUP or who not in state.playing(table):
        return None
    kept = state.keeps(table)
    whole = BY_HORSE if table.house("winner") == "horse" else MONEY
    return Worth(ending.worth(table, who), UNIT, TITLES[kept], whole if kept == EVENING else UNFOLLOWED)


WEALTH = Wealth(worth)
CASH = Cash(
    lambda _: UNIT,
    followed=state.tracked,
    notes=lambda _: NOTES,
    bank="bank",
    leave_out="Leave out what lies on the Tote or in a bookmaker's till.",
    purses={"book": "till"},
    piles={
        "fund": ("The prize fund", state.FUND),
        "training": ("The training account", state.TRAINING),
        "pool": ("The Tote's pool", state.POOL),
    },
)

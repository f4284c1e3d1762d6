"""Refusals that many actions share: how far the evening is, who still plays, whether a debt is open."""

from __future__ import annotations

from companion.core.table import Refusal, Table, listed
from companion.games.totopoly import state
from companion.games.totopoly.state import (
    BETTING,
    HOME,
    LEASES,
    LOTS,
    OVER,
    PARADE,
    RING,
    RUNNING,
    SETUP,
    name,
)

STAGE_NAMES = {
    SETUP: "the setting up",
    LEASES: "the leases",
    LOTS: "the auction",
    RING: "the training ring",
    PARADE: "the parade before the race",
    BETTING: "the betting",
    RUNNING: "the race",
    HOME: "the paying out",
    OVER: "the end",
}
"""The stages as a sentence has them."""


def begun(table: Table) -> None:
    """Refuse while nothing is laid out yet, or when the game is over."""
    now = state.stage(table)
    if now == SETUP:
        raise Refusal("The book is not open yet: begin with it.")
    if now == OVER:
        raise Refusal("The game is over. Undo the last line to play on.")


def at(table: Table, *stages: str) -> None:
    """Refuse unless the evening is at one of these stages."""
    begun(table)
    if state.stage(table) not in stages:
        belongs = listed((STAGE_NAMES[one] for one in stages), "or")
        raise Refusal(
            f"That belongs to {belongs}; the table is at {STAGE_NAMES[state.stage(table)]}. "
            "The stage can be set by hand."
        )


def quiet(table: Table) -> None:
    """Refuse while somebody has still to raise cash for a debt."""
    if who := state.said(table, "due", "who"):
        raise Refusal(f"First {table.name(who)} settles the debt that is due.")


def seated(table: Table, who: str, question: str = "who") -> None:
    """Refuse for a player who has left."""
    if who not in state.playing(table):
        raise Refusal(f"{name(table, who)} has left the game.", question)


FROM_PARADE = (PARADE, BETTING, RUNNING, HOME, OVER)
"""From here on the order of each player's horses matters."""

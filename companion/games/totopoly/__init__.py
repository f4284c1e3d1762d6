"""Totopoly: the banker's, the auctioneer's, the tote clerk's and a bookmaker's books."""

from __future__ import annotations

from companion.games.totopoly import (
    borrowing,
    highlights,
    leases,
    pages,
    quick_tools,
    race,
    screens,
    table,
    training,
)
from companion.games.totopoly.betting import bookmaker, payouts, totalisator
from companion.games.totopoly.game import GAME

__all__ = [
    "GAME",
    "highlights",
    "pages",
    "screens",
]  # the last three are imported for what they declare

GAME.tools = quick_tools.TOOLS
BEFORE_THE_RACE = ("enter_race", "scratch", "nominate", "order")
GAME.order(
    "start",
    "join",
    leases,
    training,
    *BEFORE_THE_RACE,
    totalisator,
    race,
    bookmaker,
    payouts,
    borrowing,
    table,
)

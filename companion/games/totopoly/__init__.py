"""Totopoly: the banker's, the auctioneer's, the tote clerk's and a bookmaker's books."""

from __future__ import annotations

from companion.games.totopoly import (
    borrowing,
    corrections,
    highlights,
    leases,
    next_steps,
    pages,
    players,
    quick_tools,
    race,
    racecourse,
    screens,
    training,
)
from companion.games.totopoly.betting import bookmaker, payouts, totalisator
from companion.games.totopoly.game import GAME

__all__ = ["GAME", "highlights", "next_steps", "pages", "screens"]  # the last four are imported for what they declare

GAME.tools = quick_tools.TOOLS
GAME.order(leases, training, racecourse, totalisator, race, bookmaker, payouts, borrowing, players, corrections)

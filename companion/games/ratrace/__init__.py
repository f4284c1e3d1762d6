"""Ratrace: the Treasurer's book.

``board`` holds what is printed, ``options`` the house rules, and ``game`` the table as the rules see it. The other
modules follow the rulebook's questions, one function for each thing the Treasurer does.
"""

from __future__ import annotations

from companion.games.ratrace import (
    auction,
    classes,
    corrections,
    gambling,
    moving,
    pages,
    retiring,
    screens,
    squares,
    start,
    tools,
)
from companion.games.ratrace.game import GAME

__all__ = ["GAME", "pages", "screens", "tools"]

GAME.order(start, moving, squares, gambling, classes, auction, retiring, corrections)

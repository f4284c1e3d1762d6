"""Rat Race Monopoly: the books of the banker and of the stock broker.

``board`` holds what is printed and ``options`` the house rules; ``game`` declares the game, and what its rules see of
the table. The other modules follow the rulebook's headings, one function for each thing the two do.
"""

from __future__ import annotations

from companion.games.rat_race_monopoly import corrections, highlights, pages, quick_tools, screens
from companion.games.rat_race_monopoly.game import GAME

__all__ = ["GAME", "corrections", "highlights", "pages", "quick_tools", "screens"]

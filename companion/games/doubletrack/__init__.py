"""Doubletrack: the chips behind the screens, the bids in the fists, the gates and their passes."""

from companion.games.doubletrack import corrections, highlights, pages, screens
from companion.games.doubletrack.game import GAME

__all__ = ["GAME", "corrections", "highlights", "pages", "screens"]

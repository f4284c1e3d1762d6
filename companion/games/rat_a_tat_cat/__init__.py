"""Rat-a-Tat Cat: the scorekeeper's sheet."""

from companion.games.rat_a_tat_cat import ending, pages, scoring, screens, set_up
from companion.games.rat_a_tat_cat.game import GAME

GAME.order(scoring, set_up, ending)

__all__ = ["GAME", "pages", "screens"]

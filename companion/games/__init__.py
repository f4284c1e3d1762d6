"""The games the book can keep, named in one tuple: packaged apps can't be scanned for modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.doubletrack import DOUBLETRACK
from companion.games.rat_a_tat_cat import RAT_A_TAT_CAT
from companion.games.rat_race_monopoly import RAT_RACE_MONOPOLY
from companion.games.ratrace import RATRACE
from companion.games.totopoly import TOTOPOLY
from models.ledger import Refusal

if TYPE_CHECKING:
    from companion.game import Game

GAMES: tuple[Game, ...] = (RATRACE, TOTOPOLY, RAT_A_TAT_CAT, RAT_RACE_MONOPOLY, DOUBLETRACK)


def find_game(key: str) -> Game:
    """The game under this key.

    Raises:
        Refusal: the book knows no such game.

    """
    for game in GAMES:
        if game.key == key:
            return game
    known = ", ".join(game.key for game in GAMES)
    raise Refusal(f"There is no game {key[:40]!r} here; choose {known}.")

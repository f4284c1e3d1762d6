"""A game with something in it replaced, for a test."""

from __future__ import annotations

from copy import copy
from typing import Any

from companion.core.game import Game


def altered(game: Game, **parts: Any) -> Game:
    """The same game with other parts; its own stays as it is."""
    made = copy(game)
    vars(made).update(parts)
    return made

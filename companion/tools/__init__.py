"""Quick tools: single calculations for a table that plays with paper, by the rules of the games. Nothing is recorded.

``sums`` is how a game defines a tool; ``pool`` and ``throws`` are filled in tap by tap. This module names
the tools, and loads none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games import TOOLS as GAME_TOOLS
from companion.games import ToolInfo, find_game

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game
    from companion.tools.sums import Sum

POOL, DICE = "pool", "dice"
"""The tools that have a screen of their own."""

TOOLS: tuple[ToolInfo, ...] = (
    *GAME_TOOLS,
    ToolInfo(DICE, "Dice", "One or two, and the last ten throws"),
)
"""In the order in which they are offered."""


def find_tool(key: str) -> ToolInfo | None:
    """Find a tool by its key, or ``None``."""
    return next((tool for tool in TOOLS if tool.key == key), None)


def sums_of(tool: str) -> tuple[tuple[Game, Sum], ...]:
    """The variants of a tool, each with its game, which is loaded."""
    from companion.tools.sums import Sum  # noqa: PLC0415 - with the first tool

    info = find_tool(tool)
    games = [find_game(key) for key in info.games] if info else []
    return tuple(
        (game, one)
        for game in games
        for one in game.tools
        if isinstance(one, Sum) and one.tool == tool
    )


def sum_of(tool: str, way: str = "") -> tuple[Game, Sum]:
    """The variant of a tool with a key; the first by default."""
    found = sums_of(tool)
    return next((one for one in found if one[1].key == way), found[0])

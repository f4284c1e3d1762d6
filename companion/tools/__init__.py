"""Quick tools: one sum for a table that plays with paper, by the same rules as the games. Nothing is recorded.

``sums`` is what a game says of a tool it gives; ``pool``, ``scores`` and ``throws`` are written down tap by tap.
This module names the tools, and loads none of them.
"""

from __future__ import annotations

from companion.core.game import Game
from companion.games import TOOLS as GAME_TOOLS
from companion.games import ToolInfo, find_game
from companion.tools.sums import Sum

POOL, SCORES, DICE = "pool", "scores", "dice"
"""The tools that have a screen of their own."""

TOOLS: tuple[ToolInfo, ...] = (
    *GAME_TOOLS,
    ToolInfo(SCORES, "Score pad", "Rounds and totals for any game"),
    ToolInfo(DICE, "Dice", "One or two, and the last ten throws"),
)
"""In the order in which they are offered."""


def find_tool(key: str) -> ToolInfo | None:
    """Find a tool by its key; nothing where there is none."""
    return next((one for one in TOOLS if one.key == key), None)


def sums_of(tool: str) -> tuple[tuple[Game, Sum], ...]:
    """Every way in which a tool works, each with the game that gives it, which is loaded."""
    info = find_tool(tool)
    games = [find_game(key) for key in info.games] if info else []
    return tuple((game, one) for game in games for one in game.tools if isinstance(one, Sum) and one.tool == tool)


def sum_of(tool: str, way: str = "") -> tuple[Game, Sum]:
    """The way in which a tool is to work; the first where nobody says."""
    found = sums_of(tool)
    return next((one for one in found if one[1].key == way), found[0])

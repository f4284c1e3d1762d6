"""The quick tools: a grid of them, and the way to each."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.games import SCORE_PAD, ToolInfo, find_game
from companion.tools import DICE, POOL, TOOLS, find_tool
from views import routes, theme
from views.app_shell import go, top_route
from views.components.controls import (
    Controls,
    Style,
    icon_button,
    press,
    remark,
    screen,
    soft,
    text,
)
from views.components.sections import halves, link_row, scroll_pane
from views.state.client import Client
from views.state.setup_form import form_of

PATH = "tools"
ICONS = {
    POOL: ft.Icons.EMOJI_EVENTS_OUTLINED,
    "bet": ft.Icons.CONFIRMATION_NUMBER_OUTLINED,
    "credit": ft.Icons.CREDIT_CARD,
    "salary": ft.Icons.PAYMENTS_OUTLINED,
    "index": ft.Icons.SHOW_CHART,
    DICE: ft.Icons.CASINO_OUTLINED,
}
SCREENS = {POOL: "pool_tool", DICE: "dice_tool"}
WORDS = "Work out one thing for a game on paper. Nothing is recorded."


def route() -> ft.Route:
    """The route of the grid, with one for each tool on top of it; that of the score pad of earlier versions stays."""
    score_pad = top_route("scores", NewScoreGame, "New game", back=f"/{PATH}")
    return top_route(PATH, ToolsScreen, "Quick tools", *map(_route_of, TOOLS), score_pad)


def tools_button() -> ft.Control:
    """The button that opens the quick tools, in the head of the home screen."""
    return icon_button(ft.Icons.CALCULATE_OUTLINED, "Quick tools", go, f"/{PATH}", key="tools")


def on_screen() -> str:
    """The tool on screen; nothing where none is."""
    where = str(ft.context.page.route or "").strip("/").split("/")
    tool = find_tool(where[1]) if len(where) == 2 and where[0] == PATH else None
    return tool.key if tool else ""


def _route_of(tool: ToolInfo) -> ft.Route:
    drawn: Callable[..., ft.Control] = routes.lazy(SCREENS.get(tool.key, "sum_tool"))

    def actions(_: Client) -> Controls:
        from views.tools.state import clear, tool_state  # noqa: PLC0415 - loaded with the first tool

        return [
            icon_button(ft.Icons.RESTART_ALT, "Clear all", clear, tool_state(tool.key), key="clear")
        ]

    def body(client: Client) -> ft.Control:
        return drawn(client, tool.key, key=tool.key)

    return top_route(tool.key, body, tool.title, back=f"/{PATH}", actions=actions)


@screen
def NewScoreGame(client: Client) -> ft.Control:
    """Go on to a new game for any scores."""

    def begin() -> None:
        form_of(client).choose_game(find_game(SCORE_PAD), client.open_plays.journal)
        go("/new")

    ft.use_effect(begin, [])
    return ft.Container()


@screen
def ToolsScreen(client: Client) -> ft.Control:
    """List the tools."""
    rows = [
        link_row(
            press(go, f"/{PATH}/{tool.key}"),
            text(tool.title, Style.TITLE_MEDIUM),
            soft(tool.line),
            sign=ft.Icon(ICONS.get(tool.key, ft.Icons.CALCULATE_OUTLINED), color=theme.ACCENT),
            key=f"tool-{tool.key}",
        )
        for tool in TOOLS
    ]
    return scroll_pane(client, remark(WORDS), halves(client, rows))

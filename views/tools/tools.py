"""The quick tools: a grid of them, and the way to each. What a tool needs is loaded when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.tools import BET, CREDIT, DICE, INDEX, POOL, SALARY, SCORES, TOOLS, find_tool
from views import theme
from views.app_shell import go, top
from views.components import controls
from views.components.controls import Style, icon_button, press, screen, soft, text
from views.components.sections import pane
from views.tools.bench import bench_of, clear_offering_undo

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tools import Tool
    from views.state.client import Client

PATH = "tools"
ICONS = {
    POOL: ft.Icons.EMOJI_EVENTS_OUTLINED,
    BET: ft.Icons.CONFIRMATION_NUMBER_OUTLINED,
    CREDIT: ft.Icons.CREDIT_CARD,
    SALARY: ft.Icons.PAYMENTS_OUTLINED,
    INDEX: ft.Icons.SHOW_CHART,
    SCORES: ft.Icons.SCOREBOARD_OUTLINED,
    DICE: ft.Icons.CASINO_OUTLINED,
}
WORDS = "One sum for a game on paper, by the rules of the games here. Nothing is recorded in any play."
NARROW, WIDE = 150, 300
"""The least width of a tile on a phone and on a tablet, at text size 1."""


def route() -> ft.Route:
    """The route of the grid, with one for each tool on top of it."""
    return ft.Route(
        path=PATH,
        component=top(ToolsScreen, "Quick tools", f"/{PATH}"),
        children=[ft.Route(path=one.key, component=_view(one)) for one in TOOLS],
    )


def tools_button() -> ft.Control:
    """Offer the quick tools in the shelf's head."""
    return icon_button(ft.Icons.CALCULATE_OUTLINED, "Quick tools", press(go, f"/{PATH}"), key="tools")


def handle(event: ft.KeyboardEvent) -> bool:
    """Give a key to the tool on screen; false where none is."""
    where = str(ft.context.page.route or "").strip("/").split("/")
    tool = find_tool(where[1]) if len(where) == 2 and where[0] == PATH else None
    if tool is None:
        return False
    from views.tools import keyboard  # noqa: PLC0415 - needed with the first key for a tool, not at the start

    keyboard.handle(bench_of(), tool.key, event)
    return True


def _view(tool: Tool) -> Callable[[], object]:
    path = f"/{PATH}/{tool.key}"

    def actions(_: Client) -> list[ft.Control]:
        clear = press(clear_offering_undo, bench_of(), tool.key)
        return [icon_button(ft.Icons.RESTART_ALT, "Clear all", clear, key="clear")]

    def body(store: Client) -> ft.Control:
        return _screen(tool.key)(store, tool.key, key=tool.key)

    return top(body, tool.title, path, back=f"/{PATH}", actions=actions)


def _screen(key: str) -> Callable[..., ft.Control]:
    """Load the screen of a tool."""
    if key == POOL:
        from views.tools.pool import PoolScreen  # noqa: PLC0415 - as above

        return PoolScreen
    if key == SCORES:
        from views.tools.scores import ScoresScreen  # noqa: PLC0415 - as above

        return ScoresScreen
    if key == DICE:
        from views.tools.dice import DiceScreen  # noqa: PLC0415 - as above

        return DiceScreen
    from views.tools.form import FormScreen  # noqa: PLC0415 - as above

    return FormScreen


@screen
def ToolsScreen(store: Client) -> ft.Control:
    """Lay the tools out as tiles."""
    scale = max(1.0, store.prefs.scale)
    room = min(store.width, 1120.0) - 32
    columns = max(1, min(4, int(room // ((WIDE if store.wide else NARROW) * scale))))
    return pane(store, soft(WORDS, Style.BODY_MEDIUM), controls.rows([_tile(one) for one in TOOLS], columns, theme.GAP))


def _tile(tool: Tool) -> ft.Control:
    inside = ft.Column(
        [
            ft.Icon(ICONS[tool.key], size=32, color=theme.ACCENT),
            text(tool.title, Style.TITLE_MEDIUM),
            soft(tool.line),
        ],
        spacing=4,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Row(
        [
            controls.face(
                ft.Row([ft.Container(inside, expand=True)]),
                press(go, f"/{PATH}/{tool.key}"),
                padding=ft.Padding.all(14),
                role="button",
                key=f"tool-{tool.key}",
            )
        ]
    )

"""The menu of a play's other screens: those that are not needed at every turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.game import Game
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.controls import Style, press, soft, text


def _any(game: Game) -> bool:
    del game
    return True


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A screen by the last part of its route; ``kept`` says which games have one."""

    part: str
    title: str
    help: str
    icon: ft.IconData
    kept: Callable[[Game], bool] = _any


MENU_ITEMS: tuple[MenuItem, ...] = (
    MenuItem("past", "Go back in time", "The table as it was after any line of the evening.", ft.Icons.HISTORY),
    MenuItem("see", "See it", "How everybody fared, and where the money came from and went.", ft.Icons.SHOW_CHART),
    MenuItem(
        "count",
        "Count the cash",
        "What lies before somebody, beside the book.",
        ft.Icons.PAYMENTS_OUTLINED,
        lambda game: game.cash is not None,
    ),
    MenuItem("take", "Take it along", "The evening as a page, a table or a file to play on with.", ft.Icons.IOS_SHARE),
)
"""In the order in which they are offered."""


def menu_items(game: Game) -> tuple[MenuItem, ...]:
    """The menu items that a game's plays have."""
    return tuple(one for one in MENU_ITEMS if one.kept(game))


def menu_rows(play_id: str, game: Game) -> list[ft.Control]:
    """Each item as a row that says what it is."""
    return [_row(play_id, one) for one in menu_items(game)]


def menu_button(play_id: str, game: Game) -> ft.Control:
    """All items behind one button, for the head of a screen."""
    items = [
        ft.PopupMenuItem(content=one.title, icon=one.icon, on_click=press(go, play_route(play_id, one.part)))
        for one in menu_items(game)
    ]
    # by itself it is a button without a name
    return ft.MergeSemantics(
        ft.PopupMenuButton(icon=ft.Icons.MORE_VERT, tooltip="This evening", items=items, key="evening")
    )


def _row(play_id: str, way: MenuItem) -> ft.Control:
    words = ft.Column([text(way.title, Style.LABEL_LARGE), soft(way.help)], spacing=1, tight=True, expand=True)
    inside = ft.Row(
        [
            ft.Icon(way.icon, color=theme.ACCENT, size=22),
            words,
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    return ft.Row(
        [
            controls.face(
                inside,
                press(go, play_route(play_id, way.part)),
                padding=ft.Padding.symmetric(horizontal=14, vertical=11),
                role="button",
                key=f"way-{way.part}",
            )
        ]
    )

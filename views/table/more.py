"""What else an evening has: charts, counting the cash, going back in time, sharing, and how this table plays."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core.game import Game
from companion.core.recording.members import BOOK
from models.frozen import frozen
from views import theme
from views.app_shell import PHONES, header, play_route, visit
from views.components.controls import (
    Control,
    Icons,
    Style,
    panes,
    remark,
    screen,
    scrolling_column,
    text,
    tiles,
)
from views.components.sections import link_row
from views.state.client import Client
from views.state.facing import can_turn
from views.state.open_plays import DEMO
from views.state.play.play_state import PlayState

AROUND = "around"
"""The last part of the route of what only a tablet has."""


@frozen
class MenuItem:
    """A screen by the last part of its route; ``kept`` says which games have one."""

    part: str
    title: str
    help: str
    icon: ft.IconData
    kept: Callable[[Game], bool] = lambda _: True


MENU_ITEMS: tuple[MenuItem, ...] = (
    MenuItem(
        PHONES,
        "Phones",
        "Everyone sees their game on their own phone: invite them, let them in.",
        Icons.PHONE_ANDROID,
        lambda game: not game.missing,
    ),
    MenuItem("see", "Charts", "How everybody fared, and where the money went.", Icons.SHOW_CHART),
    MenuItem(
        "count",
        "Count the cash",
        "Compare the cash on the table with the book.",
        Icons.PAYMENTS_OUTLINED,
        lambda game: game.cash is not None,
    ),
    MenuItem(
        "show", "Board for the room", "One big board, to be read from across the room.", Icons.TV
    ),
    MenuItem("past", "Go back in time", "The table as it was after any entry.", Icons.HISTORY),
    MenuItem(
        "take", "Share and export", "The evening as a page, a table or a file.", Icons.IOS_SHARE
    ),
    MenuItem(
        "house",
        "House rules",
        "How this table plays.",
        Icons.TUNE,
        lambda game: not game.missing,
    ),
    MenuItem(
        "board",
        "Board book",
        "What is printed on your board, where it is not as in the book.",
        Icons.MAP_OUTLINED,
        lambda game: bool(game.board_values) and not game.missing,
    ),
    MenuItem(
        AROUND,
        "Around the tablet",
        "The tablet lies flat: turn the sheet to whoever's turn it is.",
        Icons.TABLE_RESTAURANT_OUTLINED,
        lambda game: not game.missing,
    ),
    MenuItem("help", "Help", "How the book works.", Icons.HELP_OUTLINE),
)
"""In the order in which they are offered."""


NEXT_GAME = MenuItem(
    "next", "Next game", "Begin another game with the people of this table.", Icons.PLAYLIST_ADD
)


@screen
def MoreScreen(client: Client, state: PlayState) -> Control:
    """List what else an evening has, each with what it is for."""
    absent = {PHONES} if state.play_id == DEMO else set[str]()
    if not can_turn(client):
        absent.add(AROUND)
    game = state.snapshot.game
    items = [item for item in MENU_ITEMS if item.kept(game) and item.part not in absent]
    if not client.may(BOOK):  # whoever has the book begins games on its first screen
        items = [NEXT_GAME, *items]
    rows = [
        link_row(
            visit(state.play_id, item.part),
            text(item.title, Style.TITLE_MEDIUM),
            remark(item.help),
            sign=ft.Icon(item.icon, color=theme.ACCENT),
            key=f"way-{item.part}",
        )
        for item in items
    ]
    back = "" if client.wide else play_route(state.play_id, "")
    body = tiles(rows, 2 if client.wide else 1, 10)
    return panes(
        header(client, "More", back=back),
        scrolling_column(body, padding=theme.sides(16, 4)),
    )

"""What is printed on this table's board, and a way to correct it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen
from views.shell import header

if TYPE_CHECKING:
    from views.store import Desk, Store


@screen
def BoardScreen(store: Store, desk: Desk) -> ft.Control:
    """What is printed on this table's board, and a way to correct it."""
    return parts.column(
        header(store, "Board book", back="" if store.wide else "/"),
        parts.empty(ft.Icons.HOURGLASS_EMPTY, "Board book", f"Nothing here yet for {desk.picture.game.title}."),
    )

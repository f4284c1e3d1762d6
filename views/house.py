"""How this table plays it, and a way to change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen
from views.shell import header

if TYPE_CHECKING:
    from views.store import Desk, Store


@screen
def HouseScreen(store: Store, desk: Desk) -> ft.Control:
    """How this table plays it, and a way to change it."""
    return parts.column(
        header(store, "House rules", back="" if store.wide else "/"),
        parts.empty(ft.Icons.HOURGLASS_EMPTY, "House rules", f"Nothing here yet for {desk.picture.game.title}."),
    )

"""The rules of the game in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen
from views.shell import header

if TYPE_CHECKING:
    from views.store import Desk, Store


@screen
def RulesScreen(store: Store, desk: Desk) -> ft.Control:
    """The rules of the game in our own words."""
    return parts.column(
        header(store, "Rules", back="" if store.wide else "/"),
        parts.empty(ft.Icons.HOURGLASS_EMPTY, "Rules", f"Nothing here yet for {desk.picture.game.title}."),
    )

"""The journal: every line of a play, newest first, with its receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen
from views.shell import header

if TYPE_CHECKING:
    from views.store import Desk, Store


@screen
def JournalScreen(store: Store, desk: Desk) -> ft.Control:
    """The journal: every line of a play, newest first, with its receipt."""
    return parts.column(
        header(store, "Journal", back="" if store.wide else "/"),
        parts.empty(ft.Icons.HOURGLASS_EMPTY, "Journal", f"Nothing here yet for {desk.picture.game.title}."),
    )

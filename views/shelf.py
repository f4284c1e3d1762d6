"""The shelf: every play kept in this book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen

if TYPE_CHECKING:
    from views.store import Store


@screen
def ShelfScreen(store: Store) -> ft.Control:
    """The shelf: every play kept in this book."""
    del store
    return parts.empty(ft.Icons.HOURGLASS_EMPTY, "Your plays", "Nothing here yet.")

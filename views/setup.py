"""Set-up: which game, who sits down, and how the table plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen

if TYPE_CHECKING:
    from views.store import Store


@screen
def SetupScreen(store: Store) -> ft.Control:
    """Set-up: which game, who sits down, and how the table plays it."""
    del store
    return parts.empty(ft.Icons.HOURGLASS_EMPTY, "New play", "Nothing here yet.")

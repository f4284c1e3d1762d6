"""Settings of this device: light or dark, text size, haptics, staying awake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.parts import screen

if TYPE_CHECKING:
    from views.store import Store


@screen
def SettingsScreen(store: Store) -> ft.Control:
    """Settings of this device: light or dark, text size, haptics, staying awake."""
    del store
    return parts.empty(ft.Icons.HOURGLASS_EMPTY, "Settings", "Nothing here yet.")

"""The figures of a chart as a table: the newest few, and more of them when asked for."""

from __future__ import annotations

import flet as ft

from views.components import controls
from views.components.controls import button, press, screen
from views.components.data_table import ruled, sideways

FEW = 10
"""So many rows are there until more are asked for; then there are twice as many."""


def _figures_table(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], scale: float) -> ft.Control:
    """Rule a table of figures, with a button below it where there are more."""
    shown, show = ft.use_state(FEW)
    table = sideways(ruled(heads, rows[:shown], scale))
    if len(rows) <= shown:
        return table
    words = f"Show more of {len(rows):,} rows"
    more = button(words, press(show, shown * 2), tone="quiet", icon=ft.Icons.EXPAND_MORE, key="more")
    return controls.column(table, ft.Row([more]))


FiguresTable = controls.memo(screen(_figures_table))

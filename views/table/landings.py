"""Where a token may have landed, as one question with a tile for each square, and what may happen at any time."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from views.components import controls
from views.components.choice_tiles import WordTile, tile_rows
from views.components.controls import Style, button, press, screen, soft

LANDING = "landing"
"""The tone of an offer that is what a square brings."""
ABREAST = 3
"""So many squares lie beside each other; of the other offers of a turn so many are in sight, and the rest on a tap."""


@screen
def AnyTime(
    tiles: Sequence[WordTile],
    rest: Sequence[ft.Control],
    *,
    columns: int,
    scale: float,
    sheet: float,
) -> ft.Control:
    """Show three things for any time of the turn, and the others behind one button."""
    opened, show = ft.use_state(False)
    shown = tiles if opened else tiles[:ABREAST]
    hidden = len(tiles) - len(shown) + (0 if opened else len(rest))
    lines: list[ft.Control] = [
        soft("Any time in this turn", Style.LABEL_MEDIUM),
        tile_rows(shown, columns, scale, sheet),
    ]
    if opened and rest:
        lines.append(controls.wrap(*rest))
    if hidden or opened:
        lines.append(
            ft.Row(
                [
                    button(
                        "Less" if opened else f"{hidden} more",
                        press(show, not opened),
                        tone="quiet",
                    )
                ]
            )
        )
    return controls.column(*lines, spacing=6)

"""The square that phones scan."""

from __future__ import annotations

import io
from functools import lru_cache

import flet as ft
import segno

from views import theme
from views.state.client import Client

SIDE, LARGE, LOW = 280, 360, 236
"""The side of the square in logical pixels, where there is room, and on a phone on its side, whole below the title."""
AROUND = 106
"""Width around it on a phone: the screen's, its card's and its own edges."""


@lru_cache(maxsize=8)
def square(address: str) -> bytes:
    """Draw an address as a QR code, as a PNG: Flet draws those that are vectors as hairlines."""
    out = io.BytesIO()
    segno.make(address, error="l", micro=False).save(out, kind="png", scale=8, border=2)
    return out.getvalue()


def picture_of(address: str, side: int = SIDE) -> ft.Control:
    """Show the square of an address, black on white in either theme: a camera reads no other."""
    return ft.Container(
        ft.Image(
            src=square(address),
            width=side,
            height=side,
            fit=ft.BoxFit.FILL,
            filter_quality=ft.FilterQuality.NONE,
            semantics_label="The square to scan",
        ),
        bgcolor="#FFFFFF",
        padding=16,
        border_radius=theme.RADIUS,
        border=ft.Border.all(1, theme.HAIRLINE),
    )


def square_for(client: Client, address: str) -> ft.Control:
    """Show the square of an address as large as there is room, or that it is being made."""
    if not address:
        return ft.ProgressRing(width=48, height=48)
    narrow = min(SIDE, int(client.width) - AROUND)
    return picture_of(address, LOW if client.low else LARGE if client.wide else narrow)

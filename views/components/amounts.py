"""Figures in words and in ink: money with its sign, never by colour alone."""

from __future__ import annotations

from functools import lru_cache

import flet as ft

from companion.core.units import MINUS, format_amount, speak
from models.ledger import ReceiptLine
from views import theme
from views.components.controls import Style, text
from views.theme import SIZES, grow

figure = format_amount
"""Write a whole number with its unit, and its sign when it has one or is asked for it."""

__all__ = ["MINUS", "speak"]

ALIKE = {
    " ": 0.27,
    "'ijlI": 0.28,
    ",.\u00b7": 0.31,
    "ft": 0.39,
    "r()": 0.41,
    "-": 0.47,
    "sxzJL": 0.57,
    "ackvyF": 0.59,
    "e": 0.6,
    "hnouE": 0.62,
    "bdgpq": 0.64,
    "BPRSTZ": 0.67,
    "ACDHNUVXY": 0.75,
    "GOQ": 0.78,
    "w": 0.85,
    "%": 0.86,
    "mM": 0.92,
    "W": 1.05,
}
WIDTHS = {letter: width for letters, width in ALIKE.items() for letter in letters}
OTHERS = 0.7
"""Widths of letters, and of digits and all others, in parts of the text's size: a little more than they need."""


@lru_cache(maxsize=1024)
def width(words: str, size: float = 1) -> float:
    """Width of words on one line, in pixels at a size of letters: nothing else in views knows how wide letters are."""
    return sum(WIDTHS.get(letter, OTHERS) for letter in words) * size


def room_for(words: str, style: Style, scale: float) -> float:
    """How many pixels words need to be read whole on one line."""
    return width(words, grow(SIZES[style.name.lower()][0], scale))


SHEET, WIDE_SHEET = 328.0, 498.0
"""Width of the narrowest sheet, on a phone, and of one in the middle of a tablet."""


def size_in(words: str, room: float, most: float) -> float:
    """The size, the most or less, at which no word, and so no amount, is broken in so many pixels."""
    return min(most, room / max((1.0, *map(width, words.split(" ")))))


def smaller(words: str, style: Style, room: float, scale: float) -> float | None:
    """The size at which no word is broken in so many pixels, where that of the style is too large; else none."""
    most = grow(SIZES[style.name.lower()][0], scale)
    size = size_in(words, room, most)
    return size if size < most else None


def line_figure(line: ReceiptLine, style: Style, *, crossed_out: bool = False) -> ft.Text:
    """Write the figure of a receipt's line; a signed one is green with a plus or red with a minus."""
    number = line.figure or 0
    colour = theme.SOFT_INK if crossed_out else theme.INK
    if line.signed and number and not crossed_out:
        colour = theme.GAIN if number > 0 else theme.LOSS
    return text(
        figure(number, line.unit, signed=line.signed),
        style,
        colour,
        align=ft.TextAlign.END,
        spoken=speak(number, line.unit, signed=line.signed),
        crossed_out=crossed_out,
    )

"""Figures in words and in ink: money with its sign, never by colour alone."""

from __future__ import annotations

import flet as ft

from companion.core.units import MINUS, spoken, written
from models.ledger import Line
from views import theme
from views.components import controls
from views.components.controls import Style

figure = written
"""Write a whole number with its unit, and its sign when it has one or is asked for it."""

__all__ = ["MINUS", "figure", "line_figure", "money", "spoken"]


def money(
    number: int,
    unit: str = "$",
    *,
    signed: bool = False,
    style: Style = Style.TITLE_SMALL,
    crossed_out: bool = False,
    soft: bool = False,
) -> ft.Text:
    """Write a figure; a signed one is green with a plus or red with a minus."""
    colour = theme.SOFT_INK if soft or crossed_out else theme.INK
    if signed and number and not crossed_out:
        colour = theme.GAIN if number > 0 else theme.LOSS
    return controls.text(
        figure(number, unit, signed=signed),
        style,
        colour,
        align=ft.TextAlign.END,
        spoken=spoken(number, unit, signed=signed),
        crossed_out=crossed_out,
    )


def line_figure(line: Line, style: Style = Style.BODY_MEDIUM, *, crossed_out: bool = False) -> ft.Text:
    """Write the figure of a receipt's line."""
    return money(line.figure or 0, line.unit, signed=line.signed, style=style, crossed_out=crossed_out)

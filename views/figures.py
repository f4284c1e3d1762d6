"""Figures in words and in ink: money with its sign, never by colour alone."""

from __future__ import annotations

import flet as ft

from models.ledger import MONEY, Line, Proposal
from views import parts, theme
from views.parts import Style

MINUS = "\u2212"


def figure(number: int, unit: str = "$", *, signed: bool = False) -> str:
    """Write a whole number with its unit, and its sign when it has one or is asked for it."""
    sign = MINUS if number < 0 else "+" if signed and number > 0 else ""
    body = f"{abs(number):,}"
    if unit in MONEY:
        return f"{sign}{unit}{body}"
    return f"{sign}{body} {unit}".rstrip()


def spoken(number: int, unit: str = "$", *, signed: bool = False) -> str:
    """Say a figure as a screen reader should."""
    sign = "minus " if number < 0 else "plus " if signed and number > 0 else ""
    one = abs(number) == 1
    what = {"$": "dollar" if one else "dollars", "\u00a3": "pound" if one else "pounds"}.get(unit, unit)
    return f"{sign}{abs(number):,} {what}".rstrip()


def money(
    number: int,
    unit: str = "$",
    *,
    signed: bool = False,
    style: Style = Style.TITLE_SMALL,
    struck: bool = False,
    soft: bool = False,
) -> ft.Text:
    """Write a figure; a signed one is green with a plus or red with a minus."""
    colour = theme.SOFT_INK if soft or struck else theme.INK
    if signed and number and not struck:
        colour = theme.GAIN if number > 0 else theme.LOSS
    return parts.text(
        figure(number, unit, signed=signed),
        style,
        colour,
        align=ft.TextAlign.END,
        spoken=spoken(number, unit, signed=signed),
        struck=struck,
    )


def line_figure(line: Line, style: Style = Style.BODY_MEDIUM, *, struck: bool = False) -> ft.Text:
    """Write the figure of a receipt's line."""
    return money(line.figure or 0, line.unit, signed=line.signed, style=style, struck=struck)


def headline(proposal: Proposal) -> Line | None:
    """Pick the one figure that tells what an entry came to: its result, or the most money moved."""
    totals = [line for line in proposal.working if line.total and line.figure is not None]
    if totals:
        return totals[-1]
    moved = [
        Line("", posting.quantity, posting.unit)
        for posting in proposal.postings
        if posting.unit in MONEY and posting.quantity > 0
    ]
    return max(moved, key=lambda line: line.figure or 0) if moved else None

"""What is on a pad of figures: its keys, and the window with what is typed."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.core.units import MINUS, THOUSANDS, per_whole, sign_of
from views import theme
from views.components import amounts
from views.components.controls import (
    Control,
    Style,
    answered,
    face,
    note,
    read_out,
    row,
    soft,
    text,
)


def error_note(wrong: str, words: str, unit: str) -> Control:
    """Show why what is typed is no amount; an unfinished figure is no error yet."""
    if is_unfinished(words, unit):
        return soft(f"{typed_text(words, unit)} so far. {wrong}", Style.BODY_MEDIUM)
    return note(wrong, "bad", live=True)


def is_unfinished(words: str, unit: str) -> bool:
    """Whether more is likely to follow: thousands without their sign, such as the 1 of 1500 or of 1.5M."""
    return unit == THOUSANDS and not words.upper().endswith(("M", "K"))


def typed_text(words: str, unit: str) -> str:
    """What the window says while words are typed: the figure they come to so far, else the words themselves."""
    if words.isdigit():
        return amounts.figure(int(words), unit)
    sign = sign_of(unit) if per_whole(unit) > 1 and words else ""
    return (MINUS * words.startswith("-") + sign + words.removeprefix("-")) or amounts.figure(
        0, unit
    )


def amount_display(label: str, said: str, *, empty: bool, wrong: bool, room: float) -> Control:
    """Show what is typed so far, no wider than the ``room``, and read it out as it changes."""
    window = ft.Container(
        text(
            said,
            Style.DISPLAY_SMALL,
            theme.SOFT_INK if empty else theme.INK,
            align=ft.TextAlign.END,
            size=amounts.size_in(said.replace(" ", "\u00a0"), room, 34),
        ),
        height=theme.TOUCH,
        padding=theme.sides(4),
        alignment=ft.Alignment.CENTER_RIGHT,
        border=theme.line("bottom", colour=theme.LOSS if wrong else theme.ACCENT, width=2),
    )
    return read_out(window, answered(label, said), live=True, identifier="amount")


def number_face(
    words: str,
    on_click: Any,
    *,
    chosen: bool = False,
    disabled: bool = False,
    spoken: str = "",
    detail: str = "",
    read_too: bool = False,
    colour: str = "",
    room: float = 0,
    icon: ft.IconData | None = None,
    helps: bool = False,
    size: float | None = None,
) -> Control:
    """Show a key with a figure, a short word or an ``icon`` on it, and below it a ``detail`` in small, with its colour.

    The detail is on one line, in smaller letters where the ``room`` asks for it, and ``read_too`` where the key's
    name lacks it. One that ``helps`` is no figure by itself, and stands on another ground.
    """
    ink = theme.SOFT_INK if disabled else theme.ON_ACCENT if chosen else theme.INK
    name = spoken or words
    if chosen:
        name += ", chosen"
    if read_too and detail:
        name += ","
    label: Control = text(
        words,
        Style.LABEL_LARGE if helps else Style.TITLE_LARGE,
        ink,
        align=ft.TextAlign.CENTER,
        # said in its name, a pad of them has half the controls that it has with a part for each that says it
        spoken=name if name != words else None,
        crossed_out=disabled,
        size=size,
    )
    if icon:
        label = ft.Icon(icon, ink, 22, semantics_label=spoken)
    if detail:
        room -= (DOT + 4) * bool(colour)
        size = amounts.size_in(detail.replace(" ", "\u00a0"), room, 12) if room > 0 else None
        said = None if read_too else ""
        below: Control = text(detail, Style.LABEL_SMALL, ink, spoken=said, lines=1, size=size)
        if room > 0:  # with a mark or without, the next turn's is the same row
            mark = ft.Container(width=DOT, height=DOT, bgcolor=colour, visible=bool(colour))
            mark.border = ft.Border.all(1, theme.EDGE)  # black is seen in the dark too
            below = row(mark, below, spacing=4, tight=True)
        label = ft.Column(
            [label, below], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        )
    return face(
        label,
        on_click,
        chosen=chosen,
        disabled=disabled,
        padding=0,
        radius=10,
        role="button",
        quiet=helps,
        ground=theme.ACCENT if chosen else None,
    )


DOT = 10
"""Width of a mark of colour beside the detail."""

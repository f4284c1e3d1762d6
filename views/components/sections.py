"""Sections that fold, rows to choose from, and columns of them. Plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

import flet as ft

from views.components import controls
from views.components.controls import (
    Controls,
    OnTap,
    Part,
    Style,
    button,
    column,
    face,
    flat,
    inline,
    press,
    row,
    screen,
    soft,
    strong,
    text,
)
from views.theme import ACCENT, INK, ON_TINT, PANEL, RADIUS_L, SOFT_INK, line, sides

T = TypeVar("T")

MEASURE = 680
"""No line of text is longer than is good to read."""
WHOLE = 1440
"""Two columns are no wider than this together; on what is wider they stand in the middle."""
TWO_COLUMNS = 920
"""From this width on there is room for two."""
ROW = sides(14, 12)
"""What is left around the words of a row that can be tapped."""


class TextSize(Protocol):
    """How large somebody likes text."""

    @property
    def scale(self) -> float:
        """Its size, where 1 is usual."""


class Window(Protocol):
    """What a screen is laid out for: its width, and how large its text is."""

    width: float

    @property
    def prefs(self) -> TextSize:
        """The preferences of whoever looks at it."""


def fold(
    title: str,
    summary: str,
    *content: Part,
    unfolded: bool,
    toggle: OnTap,
    mark: str = "",
    key: str | None = None,
) -> ft.Control:
    """Show a section that opens and closes by a tap on its head. ``mark`` is a short remark beside the title."""
    name = text(title, Style.LABEL_LARGE)
    words = controls.lines(
        controls.wrap(name, controls.chip(mark, "warn")) if mark else name,
        soft(summary) if summary else None,
        expand=True,
    )
    sign = ft.Icons.EXPAND_LESS if unfolded else ft.Icons.EXPAND_MORE
    head = face(
        row(words, ft.Icon(sign, color=ACCENT)),
        toggle,
        expand=None,
        padding=ROW,
        role="button",
    )
    named = ft.MergeSemantics(ft.Semantics(content=head, expanded=unfolded))
    inside = ft.Container(column(content), padding=ft.Padding.only(left=6, right=6, bottom=6))
    return column(named, inside if unfolded else None, key=key)


def radio_row(
    label: str,
    on_click: OnTap,
    *,
    chosen: bool,
    remark: str = "",
    key: str | None = None,
) -> ft.Control:
    """Show one of several ways: a ring that is filled when chosen, the words, and a remark below them."""
    ring = ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    sign = ft.Icon(ring, ACCENT if chosen else SOFT_INK, 22)
    words = text(label, Style.BODY_LARGE), soft(remark) if remark else None
    inside = row(sign, controls.lines(words, expand=True))
    return face(inside, on_click, chosen=chosen, expand=None, padding=ROW, key=key)


def pill(
    label: str,
    on_click: OnTap,
    *,
    chosen: bool = False,
    sign: ft.Control | None = None,
    spoken: str | None = None,
    key: str | None = None,
) -> ft.Control:
    """Show a short choice, one of a row of them: with a sign, or else with a tick where it is chosen.

    Flet's Chip cuts long words, and a SegmentedButton breaks a word when its tick comes.
    """
    ink = ON_TINT if chosen else INK
    tick = ft.Icon(ft.Icons.CHECK, ink, 18) if chosen else None
    words = text(label, Style.LABEL_LARGE, ink, spoken="" if spoken else None)
    return face(
        inline(flat((sign or tick, words))),
        on_click,
        chosen=chosen,
        expand=None,
        padding=sides(14, 13),
        radius=RADIUS_L,
        spoken=spoken,
        key=key,
    )


def answer_cell(
    asked: str,
    said: str,
    sign: ft.Control | None,
    on_click: OnTap,
    *values: object,
    key: str,
    given: bool = True,
    quiet: bool = False,
    low: bool = False,
) -> ft.Control:
    """Show an answer below what was ``asked``, with the ``sign`` of whose or what it is; a tap changes it.

    One that is not ``given`` says what may be answered; on a ``low`` one all stands on one line.
    """
    above = soft(asked, Style.LABEL_SMALL, lines=1) if asked else None
    spoken = f"{said}, change" if given else said
    words = strong(said, lines=1 if given else 2, spoken=spoken)
    answer = controls.with_sign(sign, words, spacing=6)
    return face(
        inline(above, answer) if low else controls.lines(above, answer),
        on_click,
        *values,
        disabled=not (given or quiet),
        expand=None,
        padding=sides(8, 1),
        role="button",
        quiet=quiet,
        key=key,
    )


def pills(
    choices: Mapping[T, str],
    chosen: T,
    choose: Callable[[T], object],
    *,
    signs: Mapping[T, ft.Control] | None = None,
    say: str = "",
) -> Part:
    """Show choices of which one holds, each by its words; ``say`` is read out before them."""
    return [
        pill(
            words,
            press(choose, value),
            chosen=value == chosen,
            sign=(signs or {}).get(value),
            spoken=f"{say} {words}" if say else None,
            key=f"{say}-{value}",
        )
        for value, words in choices.items()
    ]


def link_row(
    on_click: OnTap,
    *words: Part,
    sign: ft.Control | None = None,
    after: ft.Control | None = None,
    disabled: bool = False,
    key: str | None = None,
) -> ft.Control:
    """Show a row that leads somewhere. Its words, one below the other, are its name.

    Flet's ListTile has no ring for whoever comes by keyboard, and its ground then hides soft words.
    """
    lines = controls.lines(flat(words), expand=True)
    last = after or ft.Icon(ft.Icons.CHEVRON_RIGHT, ACCENT, 20)
    return face(
        row(sign, lines, last),
        on_click,
        disabled=disabled,
        expand=None,
        padding=ROW,
        role="button",
        key=key,
    )


def fact(label: str, value: str) -> ft.Control:
    """Show a figure or a word at the right of what it is, read out as one."""
    words = soft(label, Style.BODY_MEDIUM, expand=True)
    figure = strong(value, align=ft.TextAlign.END)
    return ft.MergeSemantics(row(words, figure, vertical_alignment=ft.CrossAxisAlignment.START))


def fits_two_columns(client: Window) -> bool:
    """Whether two columns fit beside each other; large text needs more room."""
    return client.width >= TWO_COLUMNS * max(1.0, client.prefs.scale * 0.85)


def side_by_side(
    client: Window,
    left: Part,
    right: Part,
    *,
    spacing: float = 14,
    shares: tuple[int, int] = (1, 1),
) -> Controls:
    """Set two lots of content beside each other where there is room, else below one another.

    ``shares`` are the parts of the width that each has.
    """
    left, right = flat([left]), flat([right])
    if not fits_two_columns(client):
        return [*left, *right]
    if not (left and right):
        # in a row of its own, for the column round it would stretch it
        only = ft.Container(column(left, right, spacing=spacing), width=MEASURE)
        return [row(only, alignment=ft.MainAxisAlignment.CENTER)]
    return [
        row(
            _apart(left, spacing, shares[0]),
            _apart(right, spacing, shares[1]),
            spacing=24,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    ]


def halves(client: Window, *parts: Part) -> Part:
    """Set a list in two columns where there is room."""
    every = flat(parts)
    half = (len(every) + 1) // 2
    return side_by_side(client, every[:half], every[half:], spacing=8)


@screen
def Paged(items: Sequence[T], draw: Callable[[Sequence[T]], Part], page: int) -> ft.Control:
    """Draw as many of a list as a page holds, and more of them when asked for."""
    shown, show = ft.use_state(page)
    left = len(items) - shown
    more = button(f"Show {left} more", show, shown + page, icon=ft.Icons.EXPAND_MORE)
    return column(draw(items[:shown]), more if left > 0 else None, spacing=8)


def _apart(content: Controls, spacing: float, share: int) -> ft.Control:
    """Make a screen reader read one column to its end before the next; unmarked, it goes back and forth.

    That order depended on positions, and the page reorders its elements as they move: a field that had to move lost the
    keys of whoever was typing in it.
    """
    # a card of which nothing is seen, for it alone keeps the words inside from being read as one name of the whole
    plain = ft.Card(
        column(*content, spacing=spacing),
        semantic_container=False,
        elevation=0,
        margin=0,
        bgcolor=ft.Colors.TRANSPARENT,
    )
    return controls.read_out(plain, expand=share)


def scroll_pane(
    client: Window,
    *content: Part,
    foot: ft.Control | None = None,
    away: bool = False,
    spacing: float = 14,
    narrow: bool = False,
) -> ft.Control:
    """Set content in the middle, no wider than is good to read; it scrolls, and a foot stays unless it is ``away``."""
    width = WHOLE if fits_two_columns(client) and not narrow else MEASURE
    inner = ft.Container(
        column(*content, spacing=spacing),
        padding=ft.Padding.only(left=16, right=16, top=4, bottom=24),
        width=width,
    )
    middle = ft.CrossAxisAlignment.CENTER
    scroll = ft.Column([inner], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=middle)
    if foot is None:
        return scroll
    base = ft.Container(
        ft.Column(
            [ft.Container(foot, width=width, padding=sides(16, 12))],
            horizontal_alignment=middle,
        ),
        bgcolor=PANEL,
        border=line("top"),
        visible=not away,
    )
    return controls.panes(scroll, base)

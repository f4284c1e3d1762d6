"""The counts of an evening, each with a tick where the book agrees, or a warning in words. Plain functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.counting import purses
from views import figures, parts, theme
from views.figures import figure
from views.parts import Style, button, press, soft, text
from views.when import said

if TYPE_CHECKING:
    from companion.counting.assertion import Count
    from views.counting import Counting
    from views.picture import Picture

FEW = 8
"""So many counts are listed until more are asked for."""


def ticked(picture: Picture, counts: list[Count]) -> frozenset[str]:
    """Whose count agrees with the book as it is now, with no line since."""
    last = max((one.place for one in picture.referee.lines()), default=None) if counts else None
    return frozenset(one.who for one in counts if one.held and last and one.place > last)


def listed(picture: Picture, counts: list[Count], state: Counting) -> list[ft.Control]:
    """List the counts that stand, newest first."""
    if not counts or any(picture.game.secret(picture.table, one.account) for one in counts):
        return []
    many = FEW + 2 * (state.many - 3)
    broken = sum(not one.held for one in counts)
    head = parts.heading("Counts so far")
    rows: list[ft.Control] = [_row(picture, one) for one in reversed(counts[-many:])]
    if len(counts) > many:
        rows.append(ft.Row([button("Show more", press(state.more), tone="quiet", icon=ft.Icons.EXPAND_MORE)]))
    words = "All of them hold." if not broken else f"{broken} of {len(counts)} do not agree with the book."
    return [head, soft(words, Style.BODY_MEDIUM), parts.card(*rows, spacing=10, padding=12)]


def _row(picture: Picture, one: Count) -> ft.Control:
    """Write one count: who, how much, when, and whether it holds."""
    name = purses.name_of(picture.table, one.who)
    sign, ink = (ft.Icons.CHECK_CIRCLE_OUTLINE, theme.GAIN) if one.held else (ft.Icons.WARNING_AMBER, theme.LOSS)
    words = ft.Column(
        [
            text(f"{name}: {figure(one.counted, one.unit)}", Style.BODY_LARGE),
            soft(f"Line {one.place.seq}, {said(one.entry.at)}"),
            soft(one.words, Style.BODY_MEDIUM),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    spoken = f"Line {one.place.seq}: {name} was counted with {figures.spoken(one.counted, one.unit)}. {one.words}"
    content = ft.Row(
        [ft.Icon(sign, color=ink, size=22), words], spacing=10, vertical_alignment=ft.CrossAxisAlignment.START
    )
    return ft.Semantics(content=content, label=spoken, container=True, exclude_semantics=True)

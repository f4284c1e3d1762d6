"""Choices small enough to lie beside each other: numbered squares on their colours, such as horses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts, theme
from views.parts import Style, press, text

if TYPE_CHECKING:
    from companion.action import Option, Question
    from companion.kinds import Tile
    from views.store import Desk

COLUMNS = 6
ROOMY = 1.3
"""Up to this text size six squares fit beside each other."""


def tiles(desk: Desk, question: Question, faces: tuple[tuple[Option, Tile], ...], value: object) -> ft.Control:
    """Lay out the squares, and below them say in words which one is chosen."""
    cells = [_tile(desk, question, option, face, chosen=option.value == value) for option, face in faces]
    lines: list[ft.Control] = [parts.rows(cells, COLUMNS if desk.scale() <= ROOMY else COLUMNS - 2, 4)]
    chosen = next((option for option, _ in faces if option.value == value), None)
    if chosen:
        words = f"{chosen.label}, {chosen.detail}" if chosen.detail else chosen.label
        lines.append(text(words, Style.TITLE_SMALL))
    return parts.column(*lines, spacing=theme.GAP_S)


def _tile(desk: Desk, question: Question, option: Option, face: Tile, *, chosen: bool) -> ft.Control:
    barred = option.refusal is not None
    ground = theme.known(face.colour, "") if face.colour and not barred else ""
    ink: ft.ColorValue = theme.SOFT_INK if barred else theme.ink_on(ground) if ground else theme.INK
    made = ft.OutlinedButton(
        text(
            face.sign,
            Style.TITLE_MEDIUM,
            ink,
            align=ft.TextAlign.CENTER,
            spoken=option.label,
            struck=barred,
            whole=True,
        ),
        on_click=press(desk.answer, question.name, option.value),
        disabled=barred,
        height=theme.TOUCH,
        style=ft.ButtonStyle(
            shape=ft.RoundedRectangleBorder(radius=theme.RADIUS_S),
            padding=0,
            side=ft.BorderSide(1.5, ft.Colors.with_opacity(0.55, theme.EDGE)),
            bgcolor=ft.Colors.TRANSPARENT if barred else ground or theme.CARD,
        ),
    )
    # the frame lies round the square, not on it: it must be seen beside any colour
    frame = ft.Container(
        ft.Row([ft.Container(made, expand=True)], spacing=0),
        padding=1,
        border=ft.Border.all(3, theme.ACCENT if chosen else ft.Colors.TRANSPARENT),
        border_radius=theme.RADIUS_S + 4,
    )
    return ft.MergeSemantics(ft.Semantics(content=frame, selected=chosen), key=f"tile-{question.name}-{option.value}")

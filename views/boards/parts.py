"""What a board is made of: words and figures in the sizes of its look, and parts that are read out as a whole."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import flet as ft

from companion.core.prompt import Offer
from companion.core.table import sentence
from views import theme
from views.boards.look import Look
from views.components import amounts, controls
from views.components.controls import Controls, Part, button, headed, press
from views.components.glyphs import shown
from views.components.player_card import token
from views.state.play.play_state import Person, PlaySnapshot, PlayState
from views.theme import CARD, HAIRLINE, INK, SOFT_INK

GAP = 22
"""What lies between two parts of a board for a room."""
LEAST = 36
"""Figures are never smaller: 4% of the height is read from three metres."""
BOLD, HALF_BOLD = ft.FontWeight.W_700, ft.FontWeight.W_600


def words(
    value: str,
    size: float,
    colour: ft.ColorValue = INK,
    weight: ft.FontWeight = HALF_BOLD,
    *,
    serif: bool = False,
    lines: int | None = 1,
    align: ft.TextAlign = ft.TextAlign.START,
    crossed_out: bool = False,
    **more: Any,
) -> ft.Text:
    """Write words in a size of their own: the size of text that a device likes is for what is held in a hand."""
    return ft.Text(
        shown(value) if lines == 1 else theme.unbroken(shown(value)),
        size=round(size, 1),
        color=colour,
        weight=weight,
        font_family=theme.DISPLAY if serif else theme.TEXT,
        text_align=align,
        max_lines=lines,
        no_wrap=lines == 1,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        style=_style(round(-0.01 * size, 1) if size > 30 else 0, crossed_out=crossed_out),
        **more,
    )


@cache
def _style(spacing: float, *, crossed_out: bool) -> ft.TextStyle:
    """Make a style once: Flet looks into every one that it has not seen before."""
    strike = ft.TextDecoration.LINE_THROUGH if crossed_out else None
    return ft.TextStyle(height=1.15, letter_spacing=spacing, decoration=strike)


figure = partial(words, weight=BOLD)
"""Write a figure, which is never cut: the caller has found the size in which there is room for it."""
soft = partial(words, colour=SOFT_INK, weight=ft.FontWeight.W_500)
"""Write words of less weight."""


def size_of_words(value: str, room: float, most: float, least: float = 0) -> float:
    """The size, the most or less, in which words have room on a line."""
    return max(least, min(most, room / max(1.0, amounts.width(value))))


def fitted(
    value: str,
    room: float,
    most: float,
    look: Look,
    colour: ft.ColorValue = INK,
    *,
    lines: int = 2,
    **more: Any,
) -> ft.Text:
    """Write words as large as they have room on a line; those too long for the least size go on to further lines."""
    size = size_of_words(value, room, most, look.small)
    if amounts.width(value, size) <= room + 1:
        lines = 1
    return words(value, size, colour, lines=lines, **more)


def heading_of(value: str, look: Look) -> ft.Control:
    """Head a board, or a part of one."""
    return headed(words(value, look.title, serif=True), 2)


def panel(content: ft.Control, look: Look, *, lit: bool = False, **more: Any) -> ft.Container:
    """Lay content on a card; a ``lit`` one is that of the player on turn."""
    wider = look.of(4 * lit)  # the edge takes its width from the padding
    return ft.Container(
        content,
        padding=theme.sides(look.edge - wider, look.gap / 2 - wider),
        bgcolor=CARD,
        border=ft.Border.all(look.of(5), theme.ACCENT) if lit else ft.Border.all(1, HAIRLINE),
        border_radius=look.radius,
        **more,
    )


def who(person: Person | None, size: float) -> Controls:
    """Show a player's token, where there is a player."""
    return [token(person, size)] if person else []


def name_of(snapshot: PlaySnapshot, seat: str) -> str:
    """The name of a player, or of a pot."""
    person = snapshot.person(seat)
    return person.name if person else sentence(snapshot.table.name(seat))


TONES = frozenset({"primary", "danger", "quiet"})


def board_buttons(state: PlayState, snapshot: PlaySnapshot, offers: tuple[Offer, ...]) -> Part:
    """Show a board's buttons side by side, and below them each reason once; nothing if it opens none."""
    buttons, reasons = Controls(), dict[str, None]()
    for offer in offers:
        label = offer.label or snapshot.game.find_action(offer.action).title
        reason = snapshot.why_not(offer.action, offer.answers)
        tone, act = offer.tone if offer.tone in TONES else "plain", press(state.sheet.open, offer)
        barred, key = reason is not None, f"tap-{label}"
        buttons.append(button(label, act, tone=tone, disabled=barred, hint=reason, key=key))
        if reason:
            reasons[reason] = None
    below = controls.column(controls.wrap(buttons, spacing=8), map(controls.soft, reasons))
    return below if buttons else None

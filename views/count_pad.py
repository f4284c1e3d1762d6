"""The pad for counting: notes one pile after the other, or a total. Plain functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.counting import purses
from views import figures, parts, theme
from views.counting import NOTES, TOTAL
from views.field import field
from views.figures import figure
from views.fold import pick
from views.parts import Style, button, icon_button, press, soft, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.counting.purses import Purse
    from views.counting import Counting
    from views.desk import Desk

ROOMY = 1.25
"""Up to this text size a pile fits on one line of a phone."""
FIELD = 74.0
"""Width of the field for a number of notes, at text size 1."""


def pad(desk: Desk, state: Counting, purse: Purse, wrong: str, writing: Callable[[bool], object]) -> list[ft.Control]:
    """Ask what lies in front of somebody."""
    by_notes = state.by_notes()
    blocks: list[ft.Control] = [
        parts.wrap(
            pick("Count notes", press(state.turn, NOTES), chosen=by_notes, key="notes"),
            pick("Type the total", press(state.turn, TOTAL), chosen=not by_notes, key="total"),
        )
    ]
    if by_notes:
        blocks += [_piles(desk, state, purse, writing), _another(state, purse, writing)]
    else:
        blocks.append(
            field(
                f"{purse.name}: what lies there, all together",
                state.total,
                state.type,
                error=wrong,
                helper="For instance 1.5M or 450K" if purse.unit == "K" else "A whole number",
                focused=writing,
                key=f"total-{purse.key}",
            )
        )
    if words := purses.leave_out(desk.picture.game):
        blocks.append(soft(words, Style.BODY_MEDIUM))
    return blocks


def _piles(desk: Desk, state: Counting, purse: Purse, writing: Callable[[bool], object]) -> ft.Control:
    kinds = state.kinds()
    if not kinds:
        return soft("Which notes the box has is not known here: say below what is on yours.", Style.BODY_MEDIUM)
    return parts.card(*(_pile(desk, state, purse, note, writing) for note in kinds), spacing=8, padding=12)


def _pile(desk: Desk, state: Counting, purse: Purse, note: int, writing: Callable[[bool], object]) -> ft.Control:
    """Lay out one pile: what a note is worth, how many there are, and what they come to."""
    scale, number = desk.scale(), state.number(note)
    worth, aloud = figure(note, purse.unit), figures.spoken(note, purse.unit)
    typed = field(
        "",
        state.piles.get(note, ""),
        lambda words: state.pile(note, words),
        error="" if number is not None else "A number",
        focused=writing,
        hint_text="0",
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.CENTER,
        dense=True,
        content_padding=ft.Padding.symmetric(horizontal=4, vertical=14),
        key=f"pile-{purse.key}-{note}",
    )
    typed.label = None
    named = f"How many notes of {aloud}"
    steps: list[ft.Control] = [
        icon_button(ft.Icons.REMOVE, f"One {aloud} note fewer", press(state.step, note, -1), disabled=not number),
        ft.Container(
            ft.Semantics(content=typed, label=named, container=True),
            width=FIELD * min(scale, 1.6),
        ),
        icon_button(ft.Icons.ADD, f"One {aloud} note more", press(state.step, note, 1)),
    ]
    sum_ = (number or 0) * note
    ink = theme.INK if sum_ else theme.SOFT_INK
    come = text(figure(sum_, purse.unit), Style.TITLE_SMALL, ink, align=ft.TextAlign.END)
    name = text(worth, Style.TITLE_MEDIUM)
    if scale <= ROOMY:
        return ft.Row([ft.Container(name, width=62 * scale), *steps, ft.Container(come, expand=True)], spacing=4)
    head = ft.Row([ft.Container(name, expand=True), come], spacing=8)
    return parts.column(head, ft.Row(steps, spacing=4), spacing=4)


def _another(state: Counting, purse: Purse, writing: Callable[[bool], object]) -> ft.Control:
    """Take another kind of note or coin in."""
    add = press(state.add_kind, purse.unit)
    typed = field(
        "Another note or coin",
        state.kind,
        state.type_kind,
        error=state.kind_wrong,
        on_submit=add,
        focused=writing,
        key="another",
    )
    return ft.Row(
        [ft.Container(typed, expand=True), button("Add", add, icon=ft.Icons.ADD, key="add-kind")],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )

"""A number for each of several players or things: a cell for each, and the pad for the one that takes the keys."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.core.units import MINUS, parts_of
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, button, face, press, text
from views.components.keypad import number_face
from views.components.player_card import badge
from views.state.play.draft import Draft
from views.state.play.play_snapshot import Person
from views.table.frame import Place, use_measures
from views.table.questions import number_rows
from views.table.questions.number_rows import NumberRow
from views.table.questions.pad import (
    NEXT,
    SIGN,
    figure_keys,
    helper,
    lay,
    throw_key,
    with_signs,
)
from views.table.questions.view import Asking, PressKey, QuestionView, Space
from views.table.sealed_bids import sealed_question
from views.theme import GAP_S

DICE = random.SystemRandom()
PART_KEYS = {"half-": number_rows.HALF, "tenth-": number_rows.POINT}
"""The key for parts of a point, by the unit that has them."""


class EachView(QuestionView):
    """Asks everybody's number: who is picked has the keys, quick steps, or the sums that dice can show."""

    missing = "Enter everybody's number"
    stays_open = True

    def cells(self, ask: Asking) -> ft.Control:
        """Lay out everybody with the number so far; bids in secret have a screen of their own."""
        if ask.kind.in_secret and not ask.state.past:
            return sealed_question(ask.state, ask.draft, ask.name, ask.kind)
        try:
            found = number_rows.rows(ask)
        except Refusal as refusal:
            return controls.note(refusal.sentence, "info")
        if not found:
            return controls.note("There is nobody to ask here now.", "info")
        at = number_rows.active_seat(found, ask.draft)
        return score_cells([_cell(ask, row, at) for row in found])

    def pad(self, ask: Asking) -> ft.Control | None:
        """Lay out the keys of the cell that takes them."""
        kind = ask.kind
        if kind.in_secret and not ask.state.past:
            return None
        found = _rows(ask)
        at = number_rows.active_seat(found, ask.draft)
        row = next((row for row in found if row.seat == at), None)
        if row is None:
            return _confirm(ask, found) if found and ask.value is None else None
        lacking = [row.seat for row in found if row.number is None]
        if kind.dice:
            return lay(_throw_all(ask, found, lacking), _sums(ask, row))
        hit = PressKey(self.press, ask.state, ask.question)
        unit = kind.unit_on(ask.context.turn())
        signs = [SIGN] * (row.least < 0) + [
            PART_KEYS[part] for part in [parts_of(unit)] if part in PART_KEYS
        ]
        steps = [] if kind.digits else _steps(ask, row, unit)
        return lay(
            with_signs(steps, signs, hit), figure_keys(hit, eighth=NEXT if len(found) > 1 else "")
        )

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it into the cell that takes the keys, or go on to the next."""
        if key == NEXT:
            return number_rows.next_row(ask) or replace(ask.draft, at="")
        return number_rows.press_key(ask, key)

    def go_on(self, ask: Asking) -> Draft | None:
        """Go to the next player whose number is missing."""
        return number_rows.next_row(ask)

    def takes_signs(self, kind: Any) -> bool:
        """Where no dice are thrown."""
        return not kind.dice

    def wrong(self, ask: Asking) -> str:
        """Say what is wrong with a number."""
        wrong = ask.wrong if ask.kind.by_things else ""
        return next((row.wrong for row in _rows(ask) if row.wrong), wrong)

    def awaits(self, ask: Asking) -> str:
        """Say who is still to come."""
        found = () if ask.kind.by_things else _rows(ask)
        names = [row.name for row in found if row.number is None]
        return f"Still to come: {', '.join(names)}." if 0 < len(names) < len(found) else ""


def _rows(ask: Asking) -> tuple[NumberRow, ...]:
    """Everybody's number so far; nobody's where an earlier answer rules them out."""
    try:
        return number_rows.rows(ask)
    except Refusal:
        return ()


class CountsView(EachView):
    """Asks how many of each of several things."""

    missing = "Say how many of each"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one of several has so far: ``said`` is drawn, ``spoken`` read out."""

    name: str
    said: str
    spoken: str
    act: Any
    key: str
    person: Person | None = None
    lit: bool = False
    empty: bool = False
    fixed: bool = False
    marked: ft.IconData | None = None


def score_cells(cells: Sequence[Cell], key: str | None = None) -> ft.Control:
    """Lay out cells, up to six in a row, else in two rows; on a phone's side two or three in a row."""
    measures, count = use_measures(), len(cells)
    rows = 1 if count <= ONE_ROW else 2
    columns = -(-count // rows) if rows == 1 or count <= 2 * ONE_ROW else ONE_ROW
    if measures.place is Place.SIDE or measures.page:
        columns = 2 if count <= FOUR else 3
    tall = columns == count and not measures.page
    height = measures.answers if tall else theme.TOUCH
    width = (Space.of(whole=True).width - (columns - 1) * GAP_S) / columns
    drawn: list[ft.Control] = [_draw(cell, width, height, tall=tall) for cell in cells]
    return controls.tiles(drawn, columns, key=key)


ONE_ROW, FOUR = 6, 4
"""Number of cells in a row, and in rows of two on a phone's side."""
EDGES, BADGE = 12, 24
"""What is left at the sides of a cell, and what its badge takes."""


def _draw(cell: Cell, width: float, height: float, *, tall: bool) -> ft.Control:
    scale, ink = use_measures().text, theme.SOFT_INK if cell.empty else theme.INK
    room = width - EDGES
    sign: list[ft.Control] = [badge(cell.person, size=22)] if cell.person else []
    if cell.marked:
        sign.append(ft.Icon(cell.marked, size=16, color=theme.ACCENT))
    named = amounts.room_for(cell.name, Style.LABEL_MEDIUM, scale) <= room - BADGE * len(sign)
    beside = room if tall else room - BADGE * len(sign)
    most = theme.grow(26 if tall else 18, scale)
    figure = text(
        cell.said,
        Style.TITLE_LARGE,
        ink,
        align=ft.TextAlign.CENTER,
        size=amounts.size_in(cell.said.replace(" ", "\u00a0"), beside, most),
        whole=True,
    )
    name = text(cell.name, Style.LABEL_MEDIUM, lines=1)
    middle = ft.MainAxisAlignment.CENTER
    if tall:
        head = ft.Row([*sign, *([name] if named or not sign else [])], spacing=4, alignment=middle)
        inside: ft.Control = ft.Column(
            [head, figure],
            spacing=4,
            alignment=middle,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    else:
        whole = room >= BADGE + beside and named and width > WIDE
        inside = ft.Row(
            [*sign, *([name] if whole or not sign else []), figure], spacing=6, alignment=middle
        )
    return face(
        ft.Semantics(content=ft.Container(inside, height=height - 4), exclude_semantics=True),
        cell.act,
        chosen=cell.lit,
        disabled=cell.fixed,
        padding=ft.Padding.symmetric(horizontal=EDGES / 2 - 2, vertical=1),
        spoken=f"{cell.name}: {cell.spoken}",
        key=cell.key,
    )


WIDE = 150
"""Least width of a low cell for a name beside the number."""


def _put(ask: Asking, seat: str, number: int | str) -> None:
    ask.change(lambda now: number_rows.put(now, seat, str(number)))


def _pick(ask: Asking, seat: str) -> None:
    ask.change(lambda now: replace(now.draft, at=seat))


def _throw(ask: Asking, seats: list[str]) -> None:
    dice = range(ask.kind.dice)
    faces = {seat: tuple(DICE.randint(1, 6) for _ in dice) for seat in seats}
    ask.change(lambda now: number_rows.with_throws(now, faces))


def _cell(ask: Asking, row: NumberRow, at: str) -> Cell:
    """Say what a player has so far; a tap has the keys go there."""
    said, spoken = _format_number(ask, row)
    pips = next((thrown for seat, thrown in ask.draft.throws if seat == row.seat), ())
    if pips and sum(pips) == row.number:
        spoken += f", thrown {' and '.join(map(str, pips))}"
    return Cell(
        row.name,
        said,
        spoken,
        press(_pick, ask, row.seat),
        f"each-{ask.name}-{row.seat}",
        None if ask.kind.by_things else ask.context.person(row.seat),
        lit=row.seat == at,
        empty=row.number is None,
        fixed=row.fixed,
    )


def _format_number(ask: Asking, row: NumberRow) -> tuple[str, str]:
    """A player's number as it is written and as it is read out."""
    if row.number is None or row.typed.endswith(number_rows.POINT):
        typed = row.typed.replace("-", MINUS)
        return typed or "\u2013", typed or "no number yet"
    unit = ask.kind.unit_on(ask.context.turn())
    return amounts.figure(row.number, unit), amounts.speak(row.number, unit)


def _confirm(ask: Asking, found: tuple[NumberRow, ...]) -> ft.Control:
    """Have a person confirm numbers of which nobody has a choice."""
    take = press(_put, ask, found[0].seat, found[0].typed)
    return button("Take these numbers", take, icon=ft.Icons.CHECK)


def _throw_all(ask: Asking, found: tuple[NumberRow, ...], lacking: list[str]) -> list[ft.Control]:
    """Offer to throw for everybody who has not rolled."""
    if len(lacking) < 2:
        return []
    words = "Throw for everyone" if len(lacking) == len(found) else "Throw for the rest"
    return [button(words, press(_throw, ask, lacking), icon=ft.Icons.CASINO_OUTLINED)]


def _sums(ask: Asking, row: NumberRow) -> list[ft.Control]:
    """Make keys of what dice can show, for the player who is picked."""

    def show(number: int) -> None:
        ask.change(lambda now: replace(number_rows.put(now, row.seat, str(number)), at=""))

    keys = [
        number_face(
            str(number),
            press(show, number),
            chosen=row.number == number,
            spoken=f"{row.name} throws {number}",
        )
        for number in range(row.least, row.most + 1)
    ]
    return [*keys, throw_key(f"Throw for {row.name}", press(_throw, ask, [row.seat]))]


def _steps(ask: Asking, row: NumberRow, unit: str) -> list[ft.Control]:
    """Offer larger steps for the player who is picked, and the most they can give."""
    step = ask.kind.step
    start = row.least if row.number is None else row.number
    sums = {
        amounts.figure(more, unit, signed=True): min(row.most, start + more)
        for more in number_rows.steps(row, step)
    }
    top = row.most // step * step
    if top > row.least and not ask.kind.by_things:
        sums[f"All {amounts.figure(top, unit)}"] = top
    return [helper(words, press(_put, ask, row.seat, number)) for words, number in sums.items()]

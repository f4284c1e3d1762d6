"""A number for each of several players or things: a cell for each, and the pad for the one that takes the keys."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.core.answers import words_of_each
from companion.core.figures import read_figure
from companion.core.several import Each
from companion.core.show.boards import ScoreSheet
from companion.core.turn import TurnOf
from companion.core.units import MINUS, in_points, parts_of
from models.frozen import frozen
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.controls import Control, Controls, Icons, Style, button, face, press, text
from views.components.keypad import number_face
from views.components.player_card import badge
from views.components.typed_figure import type_key
from views.state.play.draft import Draft
from views.state.play.play_snapshot import Person
from views.table.frame import Place, use_measures
from views.table.questions.pad import (
    NEXT,
    SIGN,
    figure_keys,
    helper,
    lay,
    throw_key,
    with_signs,
)
from views.table.questions.view import Asking, PressKey, QuestionView
from views.table.sealed_bids import sealed_question

DICE = random.SystemRandom()
POINT, HALF = ".", "\u00bd"
"""Keys of points that have parts."""
NOTHING_YET = ("", "-")
"""Typed, and no number so far."""
STEPS = (5, 10, 50, 100)
"""Quick steps, in steps of the question's own."""
PART_KEYS = {"half-": HALF, "tenth-": POINT}
"""The key for parts of a point, by the unit that has them."""

SCORES = "scores"
"""The key of the cells with everybody's number."""


class EachView(QuestionView):
    """Asks everybody's number: who is picked has the keys, quick steps, or the sums that dice can show."""

    missing = "Enter everybody's number"
    stays_open = True
    first_key = SCORES

    def cells(self, ask: Asking) -> Control:
        """Lay out everybody with the number so far; bids in secret have a screen of their own."""
        if ask.kind.in_secret and not ask.state.past:
            return sealed_question(ask.state, ask.draft, ask.name)
        try:
            found = number_rows(ask)
        except Refusal as refusal:
            return controls.note(refusal.sentence, "info")
        if not found:
            return controls.note("There is nobody to ask here now.", "info")
        at = active_seat(found, ask.draft)
        return score_cells([_cell(ask, row, at) for row in found])

    def pad(self, ask: Asking) -> Control | None:
        """Lay out the keys of the cell that takes them."""
        kind = ask.kind
        if kind.in_secret and not ask.state.past:
            return None
        found = _rows(ask)
        at = active_seat(found, ask.draft)
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
        quick = _quick(ask, found, row, unit) if kind.digits else _steps(ask, row, unit)
        eighth = NEXT if len(found) > 1 else ""
        return lay(with_signs(quick, signs, hit), figure_keys(hit, eighth=eighth))

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it into the cell that takes the keys, or go on to the next."""
        if key == NEXT:
            return next_row(ask) or turn_to(ask, "")
        return press_key(ask, key)

    def go_on(self, ask: Asking) -> Draft | None:
        """Go to the next player whose number is missing."""
        return next_row(ask)

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
        if not 0 < len(names) < len(found):
            return ""
        unit = ask.kind.unit_on(ask.context.turn())
        sum_, total = _sum(found), _total(ask)
        so_far = f"{amounts.figure(sum_, unit)} of {amounts.figure(total, unit)}. " if total else ""
        return f"{so_far}Still to come: {', '.join(names)}."


def _rows(ask: Asking) -> tuple[NumberRow, ...]:
    """Everybody's number so far; nobody's where an earlier answer rules them out."""
    try:
        return number_rows(ask)
    except Refusal:
        return ()


class CountsView(EachView):
    """Asks how many of each of several things."""

    missing = "Say how many of each"


@frozen
class NumberRow:
    """One player's part of the answer: the number so far, its limits, what is wrong with it, and what is typed.

    There is no number where nothing is typed, or what is none, such as a sign or a fraction that no point has.
    """

    seat: str
    name: str
    number: int | None
    least: int
    most: int
    wrong: str = ""
    typed: str = ""

    @property
    def fixed(self) -> bool:
        """Whether there is one number only that it can be."""
        return self.least == self.most


def number_rows(ask: Asking) -> tuple[NumberRow, ...]:
    """Everybody who is asked, in the order of the seats; who has one possible number only has it from the start."""
    kind, t = ask.kind, ask.t
    given = words_of_each(ask.words)
    made = []
    for seat, name in kind.offered(t).items():
        least, most = kind.limits_of(seat, t)
        only = in_points(least, parts_of(kind.unit_on(t))) if least == most else ""
        typed = given.get(seat, only)
        number, wrong = _read(kind, seat, f"{name}'s number", typed, t)
        made.append(NumberRow(seat, name, number, least, most, wrong, typed))
    return tuple(made)


def _read(kind: Each, seat: str, what: str, typed: str, t: TurnOf[Any]) -> tuple[int | None, str]:
    """A player's number, and what is wrong with it or with what is typed in its place."""
    if typed in NOTHING_YET:
        return None, ""
    try:
        number = read_figure(typed, parts_of(kind.unit_on(t)), what, signed=True)
    except Refusal as refusal:
        return None, refusal.sentence
    return number, kind.wrong(seat, number, t)


def active_seat(found: tuple[NumberRow, ...], draft: Draft) -> str:
    """Whose row the keys go to: the one that was picked, else the first that lacks a number."""
    free = [each for each in found if not each.fixed]
    if any(each.seat == draft.at for each in free):
        return draft.at
    lacking = (each for each in free if each.number is None or each.wrong)
    return next((each.seat for each in (*lacking, *free[-1:])), "")


def put(ask: Asking, seat: str, typed: str) -> Draft:
    """The sheet with a player's number put in, or taken out; it is an answer once everybody's is there."""
    found = {row.seat: row.typed for row in number_rows(ask)}
    found[seat] = typed
    nothing = ("", "0") if ask.kind.by_things else ("",)
    words = " ".join(f"{who}={number}" for who, number in found.items() if number not in nothing)
    throws = tuple(throw for throw in ask.draft.throws if throw[0] != seat)
    return replace(ask.typed(words), at=seat, throws=throws)


def with_throws(ask: Asking, faces: dict[str, tuple[int, ...]]) -> Draft:
    """The sheet with what the app threw for some players, the faces kept to be shown."""
    draft = ask.draft
    for seat, pips in faces.items():
        changed = put(replace(ask, draft=draft), seat, str(sum(pips)))
        draft = replace(changed, at="", throws=(*changed.throws, (seat, pips)))
    return draft


def next_row(ask: Asking) -> Draft | None:
    """Go to the next row without a number that holds; nothing where all have one."""
    found = number_rows(ask)
    lacking = [row.seat for row in found if row.number is None or row.wrong]
    at = active_seat(found, ask.draft)
    later = [seat for seat in lacking if seat != at] or lacking
    return turn_to(ask, later[0]) if later else None


def steps(row: NumberRow, step: int) -> list[int]:
    """Steps worth a button: those that the limits have room for."""
    return [step * times for times in STEPS if step * times < row.most - row.least][:3]


def press_key(ask: Asking, key: str) -> Draft:
    """Give a key to the row that takes them, or a half. A throw that is whole goes on to the next row.

    The first digit goes in place of a number that was there before, as with any amount.
    """
    found = number_rows(ask)
    seat = active_seat(found, ask.draft)
    row = next((row for row in found if row.seat == seat), None)
    if row is None:
        return ask.draft
    if ask.kind.dice:
        return _press_throw(ask, row, key)
    if key == HALF:
        words = row.typed
        typed = (
            words.removesuffix(".5")
            if words.endswith(".5")
            else f"{words.partition(POINT)[0] or '0'}.5"
        )
    else:
        words = "" if key.isdecimal() and not ask.draft.keys else row.typed
        typed = type_key(words, key, zero=True)
    return replace(put(ask, seat, typed), keys=typed)


def _press_throw(ask: Asking, row: NumberRow, key: str) -> Draft:
    """Give a digit, Backspace or Clear to what one player throws."""
    words = row.typed
    if key == "Clear":
        words = ""
    elif key == "Backspace":
        words = words[:-1]
    elif key.isdecimal():
        fits = row.wrong or not words or int(words + key) <= row.most
        words = ((words if fits else "") + key).lstrip("0") or "0"
    changed = put(ask, row.seat, words)
    whole = words and row.least <= int(words) and 10 * int(words) > row.most
    return replace(changed, at="") if whole else changed


@frozen
class Cell:
    """What one of several has so far: ``said`` is drawn, ``spoken`` read out."""

    name: str
    said: str
    spoken: str
    act: Any
    key: str
    person: Person | None = None
    then: str = ""
    """What the total is with it."""
    lit: bool = False
    empty: bool = False
    fixed: bool = False
    marked: ft.IconData | None = None


def score_cells(cells: Sequence[Cell]) -> Control:
    """Lay out cells, up to six in a row, else in two rows; on a phone's side two or three in a row."""
    measures, count = use_measures(), len(cells)
    gap = measures.key_gap
    rows = 1 if count <= ONE_ROW else 2
    columns = -(-count // rows) if count <= 2 * ONE_ROW else ONE_ROW
    side = measures.place is Place.SIDE
    if side or measures.page:
        columns = 2 if count <= FOUR else 3
    tall = rows == 1 and not measures.page
    height = measures.answers if tall else theme.TOUCH
    if side:  # all of them share the height of the pad
        lines = -(-count // columns)
        height = max(theme.TOUCH, min(measures.answers, SIDE_ROOM / lines - gap))
        tall = height >= LEAST_TALL
    width = (measures.beside - (columns - 1) * gap) / columns
    drawn = [_draw(cell, width, height, tall=tall) for cell in cells]
    return controls.tiles(drawn, columns, gap, key=SCORES)


ONE_ROW, FOUR = 6, 4
"""Number of cells in a row, and in rows of two on a phone's side."""
SIDE_ROOM, LEAST_TALL = 250, 76
"""Height there for all cells, and the least of one that has name, number and total below one another."""
EDGES, BADGE = 12, 24
"""What is left at the sides of a cell, and what its badge takes."""


def _draw(cell: Cell, width: float, height: float, *, tall: bool) -> Control:
    scale, ink = use_measures().text, theme.SOFT_INK if cell.empty else theme.INK
    room, middle = width - EDGES, ft.MainAxisAlignment.CENTER
    sign = badge(cell.person, 22) if cell.person else None
    mark = ft.Icon(cell.marked, theme.ACCENT, 16) if cell.marked else None
    label = controls.flat((sign, mark))
    beside = room - BADGE * len(label)
    named = amounts.room_for(cell.name, Style.LABEL_MEDIUM, scale) <= beside
    if not label or (named and (tall or width > WIDE)):
        label.append(text(cell.name, Style.LABEL_MEDIUM, lines=1))

    def fit(words: str, style: Style, room: float, most: float, ink: ft.ColorValue) -> Control:
        size = amounts.size_in(words.replace(" ", "\u00a0"), room, theme.grow(most, scale))
        return text(words, style, ink, align=ft.TextAlign.CENTER, size=size, whole=True)

    if tall:
        then = fit(cell.then, Style.LABEL_SMALL, room, 12, theme.SOFT_INK) if cell.then else None
        inside: ft.Column | ft.Row = controls.lines(
            ft.Row(label, spacing=4, alignment=middle),
            fit(cell.said, Style.TITLE_LARGE, room, 26, ink),
            then,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    else:
        inside = controls.inline(label, fit(cell.said, Style.TITLE_LARGE, beside, 18, ink))
    inside.alignment, inside.tight, inside.height = middle, False, height - 4
    spoken = ": ".join(filter(None, (cell.name, cell.spoken)))
    return face(
        ft.Semantics(content=inside, label=spoken, exclude_semantics=True),
        cell.act,
        chosen=cell.lit,
        disabled=cell.fixed,
        padding=theme.sides(EDGES / 2 - 2, 1),
        key=cell.key,
    )


WIDE = 150
"""Least width of a low cell for a name beside the number."""


def turn_to(ask: Asking, seat: str) -> Draft:
    """Have the keys go to somebody."""
    return replace(ask.draft, at=seat, keys="")


def _put(ask: Asking, seat: str, number: int | str) -> None:
    ask.change(lambda now: put(now, seat, str(number)))


def _sum(found: Sequence[NumberRow]) -> int:
    return sum(row.number or 0 for row in found)


def _total(ask: Asking) -> int:
    """What all numbers come to; 0 where that may be any sum."""
    total = getattr(ask.kind, "total", None)
    return int(total(ask.t)) if callable(total) else 0


def then(ask: Asking, seat: str, number: int | None) -> str:
    """Say what a total on the score sheet is with a number; a round of the past is in it already."""
    boards = ask.snapshot.boards if ask.play and ask.draft.lead else ()
    sheet = next((board for board in boards if isinstance(board, ScoreSheet)), None)
    if sheet is None or number is None or seat not in sheet.seats:
        return ""
    return f"then {sheet.write(sheet.totals[sheet.seats.index(seat)] + number)}"


def _throw(ask: Asking, seats: list[str]) -> None:
    dice = range(ask.kind.dice)
    faces = {seat: tuple(DICE.randint(1, 6) for _ in dice) for seat in seats}
    ask.change(lambda now: with_throws(now, faces))


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
        press(ask.change, partial(turn_to, seat=row.seat)),
        f"each-{ask.name}-{row.seat}",
        None if ask.kind.by_things else ask.context.person(row.seat),
        then(ask, row.seat, row.number) if ask.kind.digits else "",
        lit=row.seat == at,
        empty=row.number is None,
        fixed=row.fixed,
    )


def _format_number(ask: Asking, row: NumberRow) -> tuple[str, str]:
    """A player's number as it is written and as it is read out."""
    if row.number is None or row.typed.endswith(POINT):
        typed = row.typed.replace("-", MINUS)
        return typed or "\u2013", typed or "no number yet"
    unit = ask.kind.unit_on(ask.context.turn())
    shown = parts_of(unit) if ask.kind.digits else unit
    return amounts.figure(row.number, shown), amounts.speak(row.number, unit)


def _confirm(ask: Asking, found: tuple[NumberRow, ...]) -> Control:
    """Have a person confirm numbers of which nobody has a choice."""
    return button("Take these numbers", _put, ask, found[0].seat, found[0].typed, icon=Icons.CHECK)


def _throw_all(ask: Asking, found: tuple[NumberRow, ...], lacking: list[str]) -> Controls:
    """Offer to throw for everybody who has not rolled."""
    if len(lacking) < 2:
        return []
    words = "Throw for everyone" if len(lacking) == len(found) else "Throw for the rest"
    return [button(words, _throw, ask, lacking, icon=Icons.CASINO_OUTLINED)]


def _sums(ask: Asking, row: NumberRow) -> Controls:
    """Make keys of what dice can show, for the player who is picked."""

    def show(number: int) -> None:
        ask.change(lambda now: replace(put(now, row.seat, str(number)), at=""))

    keys = [
        number_face(
            str(number),
            press(show, number),
            chosen=row.number == number,
            spoken=f"{row.name} throws {number}",
        )
        for number in range(row.least, row.most + 1)
    ]
    return [*keys, throw_key(press(_throw, ask, [row.seat]), row.name)]


def _quick(ask: Asking, found: tuple[NumberRow, ...], row: NumberRow, unit: str) -> Controls:
    """Offer the game's own numbers to the player who is picked, and what is left of the sum."""
    numbers = dict(ask.kind.quick(ask.t)) if ask.kind.quick else {}
    rest = _total(ask) - _sum(found) + (row.number or 0)
    if rest > 0:
        numbers["Rest"] = rest
    return [
        helper(
            words,
            press(_put, ask, row.seat, in_points(number, parts_of(unit))),
            detail=amounts.figure(number, parts_of(unit)),
            spoken=f"{words}, {amounts.speak(number, unit)}",
        )
        for words, number in numbers.items()
    ]


def _steps(ask: Asking, row: NumberRow, unit: str) -> Controls:
    """Offer larger steps for the player who is picked, and the most they can give."""
    step = ask.kind.step
    start = row.least if row.number is None else row.number
    sums = {
        amounts.figure(more, unit, signed=True): min(row.most, start + more)
        for more in steps(row, step)
    }
    top = row.most // step * step
    if top > row.least and not ask.kind.by_things:
        sums[f"All {amounts.figure(top, unit)}"] = top
    return [helper(words, press(_put, ask, row.seat, number)) for words, number in sums.items()]

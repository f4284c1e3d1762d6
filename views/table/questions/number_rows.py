"""A number for each of several players on a sheet: what each has so far, whose row takes the keys. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.answers import words_of_each
from companion.core.figures import read_figure
from companion.core.several import Each
from companion.core.turn import TurnOf
from companion.core.units import in_points, parts_of
from models.ledger import Refusal
from views.components.typed_figure import type_key
from views.state.play.draft import Draft
from views.table.questions.view import Asking

POINT, HALF = ".", "\u00bd"
"""Keys of points that have parts."""
NOTHING_YET = ("", "-")
"""Typed, and no number so far."""
STEPS = (5, 10, 50, 100)
"""Quick steps, in steps of the question's own."""


@dataclass(frozen=True, slots=True)
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


def rows(ask: Asking) -> tuple[NumberRow, ...]:
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
    free = [number_row for number_row in found if not number_row.fixed]
    if any(number_row.seat == draft.at for number_row in free):
        return draft.at
    return next(
        (number_row.seat for number_row in free if number_row.number is None or number_row.wrong),
        free[-1].seat if free else "",
    )


def put(ask: Asking, seat: str, typed: str) -> Draft:
    """The sheet with a player's number put in, or taken out; it is an answer once everybody's is there."""
    found = {row.seat: row.typed for row in rows(ask)}
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
    found = rows(ask)
    lacking = [row.seat for row in found if row.number is None or row.wrong]
    if not lacking:
        return None
    at = active_seat(found, ask.draft)
    later = [seat for seat in lacking if seat != at]
    return replace(ask.draft, at=(later or lacking)[0])


def steps(row: NumberRow, step: int) -> list[int]:
    """Steps worth a button: those that the limits have room for."""
    return [step * times for times in STEPS if step * times < row.most - row.least][:3]


def press_key(ask: Asking, key: str) -> Draft:
    """Give a key to the row that takes them, or a half. A throw that is whole goes on to the next row."""
    found = rows(ask)
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
        typed = type_key(row.typed, key, zero=True)
    return put(ask, seat, typed)


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

"""A question with a number for each of several players: a row for each, with minus and plus, or dice to throw."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import flet as ft

from companion.core.units import MINUS, parts_of
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import FACES
from views.components.controls import Style, button, face, icon_button, press, soft, text
from views.components.keypad import Keypad, number_face
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.state.play.draft import Draft
from views.table.questions import number_rows
from views.table.questions.number_rows import NumberRow
from views.table.questions.view import Asking, PressKey, QuestionView
from views.table.sealed_bids import sealed_question
from views.theme import GAP, GAP_S

DICE = random.SystemRandom()
FIXED, BUTTON, BUTTONS = 0, theme.TOUCH + 2, 2 * (theme.TOUCH + 2)
"""What the buttons beside a row take of its width."""
AROUND = 30 + 3 * GAP
"""What a badge and the edges take of it."""
PART_KEYS = {"half-": number_rows.HALF, "tenth-": number_rows.POINT}
"""The key for parts of a point, by the unit that has them."""
PART_SPOKEN = {number_rows.HALF: "And a half", number_rows.POINT: "Point"}
USUAL = "$0,000"
"""A figure as wide as most: where a name has no room beside it, figures stand below names."""


class EachView(QuestionView):
    """Asks everybody's number: who is picked has quick steps below, or the sums that dice can show."""

    missing = "Enter everybody's number"
    stays_open = True
    roomy = True
    corrects_in_place = True

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out the rows, and the keys for one of them; bids in secret have a screen of their own.

        In large text on a phone the others are on one line above that row.
        """
        kind = ask.kind
        if kind.sealed and not ask.state.past:
            return sealed_question(ask.state, ask.draft, ask.question.name, kind)
        try:
            found = number_rows.rows(ask)
        except Refusal as refusal:
            return controls.note(refusal.sentence, "info")
        if not found:
            return controls.note("There is nobody to ask here now.", "info")
        at = number_rows.active_seat(found, ask.draft)
        small = [row for row in found if ask.fit.large and row.seat != at]
        chips = [_other(ask, row) for row in small]
        lines: list[ft.Control] = (
            [ft.Row(chips, scroll=ft.ScrollMode.HIDDEN, spacing=GAP_S)] if chips else []
        )
        lines += [_row(ask, row, lit=row.seat == at) for row in found if row not in small]
        lacking = [row.seat for row in found if row.number is None]
        picked = next((row for row in found if row.seat == at), None)
        if picked is not None:
            lines += self._keys(ask, picked, more=len(found) > 1)
        elif ask.value is None:
            # nobody has a choice, and yet a person is to confirm it
            take = press(_put, ask, found[0].seat, found[0].typed)
            lines.append(button("Take these numbers", take, icon=ft.Icons.CHECK))
        if kind.dice and len(lacking) > 1:
            words = "Throw for everyone" if len(lacking) == len(found) else "Throw for the rest"
            throw = press(_throw, ask, lacking)
            lines.append(button(words, throw, icon=ft.Icons.CASINO_OUTLINED))
        return controls.column(*lines, *self._still_wrong(ask, found), spacing=GAP_S)

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it into the row that takes the keys."""
        return number_rows.press_key(ask, key)

    def go_on(self, ask: Asking) -> Draft | None:
        """Go to the next player whose number is missing."""
        return number_rows.next_row(ask)

    def takes_signs(self, kind: Any) -> bool:
        """Where no dice are thrown."""
        return not kind.dice

    def _keys(self, ask: Asking, row: NumberRow, *, more: bool) -> list[ft.Control]:
        """Show what changes the number of the player who is picked."""
        if ask.kind.dice:
            return [_sums(ask, row)]
        return [_digits(ask, row, more=more) if ask.kind.digits else _steps(ask, row)]

    def _still_wrong(self, ask: Asking, found: tuple[NumberRow, ...]) -> list[ft.Control]:
        """Say who is still to come."""
        names = [row.name for row in found if row.number is None and not row.wrong]
        words = f"Still to come: {', '.join(names)}."
        return [soft(words, Style.BODY_MEDIUM)] if 0 < len(names) < len(found) else []


class CountsView(EachView):
    """Asks how many of each of several things."""

    missing = "Say how many of each"

    def _keys(self, ask: Asking, row: NumberRow, *, more: bool) -> list[ft.Control]:
        return []

    def _still_wrong(self, ask: Asking, found: tuple[NumberRow, ...]) -> list[ft.Control]:
        """Say that they are too few or too many together."""
        words = "" if any(row.wrong for row in found) else ask.wrong
        return [controls.note(words, "bad", live=True)] if words else []


def _put(ask: Asking, seat: str, number: int | str) -> None:
    ask.change(lambda now: number_rows.put(now, seat, str(number)))


def _pick(ask: Asking, seat: str) -> None:
    ask.change(lambda now: replace(now.draft, at=seat))


def _throw(ask: Asking, seats: list[str]) -> None:
    dice = range(ask.kind.dice)
    faces = {seat: tuple(DICE.randint(1, 6) for _ in dice) for seat in seats}
    ask.change(lambda now: number_rows.with_throws(now, faces))


def _other(ask: Asking, row: NumberRow) -> ft.Control:
    """Name a player with the number so far; a tap has the keys go there."""
    said, spoken = _format_number(ask, row)
    ink = theme.SOFT_INK if row.number is None else theme.INK
    return face(
        text(f"{row.name} {said}", Style.TITLE_SMALL, ink),
        press(_pick, ask, row.seat),
        disabled=row.fixed,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=3),
        spoken=f"{row.name}: {spoken}",
        key=f"each-{ask.name}-{row.seat}",
    )


def _format_number(ask: Asking, row: NumberRow) -> tuple[str, str]:
    """A player's number as it is written and as it is read out."""
    if row.number is None or row.typed.endswith(number_rows.POINT):
        typed = row.typed.replace("-", MINUS)
        return typed or "\u2013", typed or "no number yet"
    unit = ask.kind.unit_on(ask.context.turn())
    return amounts.figure(row.number, unit), amounts.speak(row.number, unit)


def _row(ask: Asking, row: NumberRow, *, lit: bool) -> ft.Control:
    """Lay out one player's row. A tap on name or number has the keys go there."""
    kind, scale, name = ask.kind, ask.scale, row.name
    person = None if kind.by_things else ask.context.person(row.seat)
    said, spoken = _format_number(ask, row)
    figure = text(
        said, Style.TITLE_LARGE, theme.INK if row.number is not None else theme.SOFT_INK, whole=True
    )
    own = FIXED if row.fixed or kind.digits else BUTTON if kind.dice else BUTTONS
    room = (ask.fit.room or amounts.SHEET) - own - AROUND
    # no row changes its shape while digits come
    taken = max(amounts.room_for(usual, Style.TITLE_LARGE, scale) for usual in (said, USUAL)) + GAP
    below = amounts.smaller(name, Style.TITLE_SMALL, room - taken, scale) is not None
    size = amounts.smaller(name, Style.TITLE_SMALL, room, scale) if below else None
    words: list[ft.Control] = [
        text(name, Style.TITLE_SMALL, size=size),
        *([figure] if below else []),
    ]
    pips = next((thrown for seat, thrown in ask.draft.throws if seat == row.seat), ())
    if pips and sum(pips) == row.number:
        signs = " ".join(FACES[pip - 1] for pip in pips)
        words.append(
            ft.Text(
                signs, font_family=theme.SYMBOLS, size=22, color=theme.ACCENT, semantics_label=""
            )
        )
        spoken += f", thrown {' and '.join(map(str, pips))}"
    if row.wrong:
        words.append(soft(row.wrong))
    if row.fixed:
        words.append(soft("No choice here", Style.LABEL_SMALL))
    inside = ft.Row(
        [
            *([badge(person, size=30)] if person else []),
            ft.Column(words, spacing=0, tight=True, expand=True),
            *([] if below else [figure]),
        ],
        spacing=GAP,
    )
    whole = face(
        without_semantics(inside),
        press(_pick, ask, row.seat),
        chosen=lit,
        disabled=row.fixed,
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=9),
        spoken=f"{name}: {spoken}",
        key=f"each-{ask.name}-{row.seat}",
    )
    return ft.Row([whole, *_buttons(ask, row)], spacing=2)


def _buttons(ask: Asking, row: NumberRow) -> list[ft.Control]:
    kind, name = ask.kind, row.name
    if row.fixed or kind.digits:
        return []
    if kind.dice:
        throw = press(_throw, ask, [row.seat])
        return [icon_button(ft.Icons.CASINO_OUTLINED, f"Throw for {name}", throw)]
    return [
        icon_button(
            ft.Icons.REMOVE,
            f"{name}: less",
            press(_put, ask, row.seat, number_rows.down(row, kind.step)),
            disabled=row.number is not None and row.number <= row.least,
        ),
        icon_button(
            ft.Icons.ADD,
            f"{name}: more",
            press(_put, ask, row.seat, number_rows.up(row, kind.step)),
            disabled=row.number is not None and row.number >= row.most,
        ),
    ]


def _sums(ask: Asking, row: NumberRow) -> ft.Control:
    """Show the sums of the dice, for the player who is picked."""

    def show(number: int) -> None:
        ask.change(lambda now: replace(number_rows.put(now, row.seat, str(number)), at=""))

    cells = [
        number_face(
            str(number),
            press(show, number),
            chosen=row.number == number,
            spoken=f"{row.name} throws {number}",
        )
        for number in range(row.least, row.most + 1)
    ]
    return controls.tiles(cells, 6)


def _digits(ask: Asking, row: NumberRow, *, more: bool) -> ft.Control:
    """Show digits for the player who is picked, a sign where points can be below zero, and the way to the next.

    Where points have parts there is a half, or a point.
    """

    def go_on() -> None:
        ask.change(lambda now: number_rows.next_row(now) or replace(now.draft, at=""))

    hit = PressKey(number_rows.press_key, ask.state, ask.question)
    under: list[ft.Control] = []
    if row.least < 0:
        under.append(number_face("\u00b1", press(hit, "-"), spoken="Plus or minus"))
    if key := PART_KEYS.get(parts_of(ask.kind.unit_on(ask.context.turn()))):
        under.append(number_face(key, press(hit, key), spoken=PART_SPOKEN[key]))
    if more:
        under.append(number_face("Next", press(go_on), spoken="Next player"))
    return controls.column(
        Keypad(hit, key="keys"),
        controls.tiles(under, len(under)) if under else ft.Container(),
        spacing=GAP_S,
    )


def _steps(ask: Asking, row: NumberRow) -> ft.Control:
    """Show larger steps for the player who is picked, and the most they can give."""
    kind = ask.kind
    start = row.least if row.number is None else row.number
    steps = number_rows.steps(row, kind.step)
    labels = [amounts.figure(step, kind.unit, signed=True) for step in steps]
    cells = [
        number_face(
            label,
            press(_put, ask, row.seat, min(row.most, start + step)),
            disabled=start >= row.most,
        )
        for label, step in zip(labels, steps, strict=True)
    ]
    top = row.most // kind.step * kind.step
    if top > row.least:
        labels.append(f"All {amounts.figure(top, kind.unit)}")
        chosen = row.number == top
        cells.append(number_face(labels[-1], press(_put, ask, row.seat, top), chosen=chosen))
    return controls.tiles(cells, amounts.count_abreast(labels, 4, Style.TITLE_MEDIUM, ask.scale))

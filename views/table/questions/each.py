"""A question with a number for each of several players: a row for each, with minus and plus, or dice to throw."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import flet as ft

from companion.core.action import Question
from companion.core.several import Counts, Each
from companion.core.units import MINUS, parts_of
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import FACES
from views.components.controls import Style, button, face, icon_button, press, soft, text
from views.components.keypad import Keypad, number_face
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.state.play.draft import Draft, typing_error
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.fit import Fit
from views.table.questions import number_rows
from views.table.questions.number_rows import NumberRow
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


def each_question(  # noqa: PLR0917 - what a question is asked with
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: Question, kind: Each, fit: Fit
) -> ft.Control:
    """Ask everybody's number: who is picked has quick steps below, or the sums that dice can show.

    In large text on a phone the others are on one line above that row.
    """
    try:
        found = number_rows.rows(snapshot, draft, question, kind)
    except Refusal as refusal:
        return controls.note(refusal.sentence, "info")
    if not found:
        return controls.note("There is nobody to ask here now.", "info")
    at = number_rows.active_seat(found, draft)
    small = [row for row in found if fit.large and row.seat != at]
    chips = [_other(state, snapshot, question, kind, row) for row in small]
    lines: list[ft.Control] = (
        [ft.Row(chips, scroll=ft.ScrollMode.HIDDEN, spacing=GAP_S)] if chips else []
    )
    rows = (row for row in found if row not in small)
    lines += [
        _row(state, snapshot, draft, question, kind, row, fit, lit=row.seat == at) for row in rows
    ]
    lacking = [row.seat for row in found if row.number is None]
    picked = next((row for row in found if row.seat == at), None)
    if picked is not None:
        if kind.dice:
            lines.append(_sums(state, question, picked))
        elif kind.digits:
            lines.append(_keys(state, question, kind, picked, more=len(found) > 1))
        elif not isinstance(kind, Counts):
            lines.append(_steps(state, question, kind, picked))
    if picked is None and draft.answers.get(question.name) is None:
        # nobody has a choice, and yet a person is to confirm it
        take = press(_put, state, question, found[0].seat, found[0].typed)
        lines.append(button("Take these numbers", take, icon=ft.Icons.CHECK))
    if kind.dice and len(lacking) > 1:
        words = "Throw for everyone" if len(lacking) == len(found) else "Throw for the rest"
        lines.append(
            button(
                words, press(_throw, state, question, kind, lacking), icon=ft.Icons.CASINO_OUTLINED
            )
        )
    if words := _still_wrong(snapshot, draft, question, kind, found):
        lines.append(
            controls.note(words, "bad", live=True)
            if isinstance(kind, Counts)
            else soft(words, Style.BODY_MEDIUM)
        )
    return controls.column(*lines, spacing=GAP_S)


def _still_wrong(
    snapshot: PlaySnapshot,
    draft: Draft,
    question: Question,
    kind: Each,
    found: tuple[NumberRow, ...],
) -> str:
    """Say what is wrong with all rows together: too few or too many things, or who is still to come."""
    if isinstance(kind, Counts):
        return (
            ""
            if any(number_row.wrong for number_row in found)
            else typing_error(snapshot, draft, question)
        )
    names = [
        number_row.name
        for number_row in found
        if number_row.number is None and not number_row.wrong
    ]
    return f"Still to come: {', '.join(names)}." if 0 < len(names) < len(found) else ""


def _person(snapshot: PlaySnapshot, kind: Each, key: str) -> Person | None:
    """Whose row it is; nobody's where things are counted."""
    return None if isinstance(kind, Counts) else snapshot.person(key)


def _put(state: PlayState, question: Question, seat: str, number: int | str) -> None:
    state.sheet.change(
        lambda draft: number_rows.put(state.snapshot, draft, question, seat, str(number))
    )


def _pick(state: PlayState, seat: str) -> None:
    state.sheet.change(lambda draft: replace(draft, at=seat))


def _throw(state: PlayState, question: Question, kind: Each, seats: list[str]) -> None:
    faces = {seat: tuple(DICE.randint(1, 6) for _ in range(kind.dice)) for seat in seats}
    state.sheet.change(
        lambda draft: number_rows.with_throws(state.snapshot, draft, question, faces)
    )


def _other(
    state: PlayState, snapshot: PlaySnapshot, question: Question, kind: Each, row: NumberRow
) -> ft.Control:
    """Name a player with the number so far; a tap has the keys go there."""
    name = row.name
    said, spoken = _format_number(snapshot, kind, row)
    return face(
        text(
            f"{name} {said}", Style.TITLE_SMALL, theme.SOFT_INK if row.number is None else theme.INK
        ),
        press(_pick, state, row.seat),
        disabled=row.fixed,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=3),
        spoken=f"{name}: {spoken}",
        key=f"each-{question.name}-{row.seat}",
    )


def _format_number(snapshot: PlaySnapshot, kind: Each, row: NumberRow) -> tuple[str, str]:
    """A player's number as it is written and as it is read out."""
    if row.number is None or row.typed.endswith(number_rows.POINT):
        typed = row.typed.replace("-", MINUS)
        return typed or "\u2013", typed or "no number yet"
    unit = kind.unit_on(snapshot.turn())
    return amounts.figure(row.number, unit), amounts.speak(row.number, unit)


def _row(  # noqa: PLR0917 - what a question is asked with, and the row
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    question: Question,
    kind: Each,
    row: NumberRow,
    fit: Fit,
    *,
    lit: bool,
) -> ft.Control:
    """Lay out one player's row. A tap on name or number has the keys go there."""
    name, person = row.name, _person(snapshot, kind, row.seat)
    said, spoken = _format_number(snapshot, kind, row)
    figure = text(
        said, Style.TITLE_LARGE, theme.INK if row.number is not None else theme.SOFT_INK, whole=True
    )
    own = FIXED if row.fixed or kind.digits else BUTTON if kind.dice else BUTTONS
    room = (fit.room or amounts.SHEET) - own - AROUND
    # no row changes its shape while digits come
    taken = (
        max(amounts.room_for(one, Style.TITLE_LARGE, state.scale()) for one in (said, USUAL)) + GAP
    )
    below = amounts.smaller(name, Style.TITLE_SMALL, room - taken, state.scale()) is not None
    size = amounts.smaller(name, Style.TITLE_SMALL, room, state.scale()) if below else None
    words: list[ft.Control] = [
        text(name, Style.TITLE_SMALL, size=size),
        *([figure] if below else []),
    ]
    pips = next((one for seat, one in draft.throws if seat == row.seat), ())
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
        press(_pick, state, row.seat),
        chosen=lit,
        disabled=row.fixed,
        padding=ft.Padding.symmetric(horizontal=GAP, vertical=9),
        spoken=f"{name}: {spoken}",
        key=f"each-{question.name}-{row.seat}",
    )
    return ft.Row([whole, *_buttons(state, question, kind, row, name)], spacing=2)


def _buttons(
    state: PlayState, question: Question, kind: Each, row: NumberRow, name: str
) -> list[ft.Control]:
    if row.fixed or kind.digits:
        return []
    if kind.dice:
        throw = press(_throw, state, question, kind, [row.seat])
        return [icon_button(ft.Icons.CASINO_OUTLINED, f"Throw for {name}", throw)]
    less, more = number_rows.down(row, kind.step), number_rows.up(row, kind.step)
    return [
        icon_button(
            ft.Icons.REMOVE,
            f"{name}: less",
            press(_put, state, question, row.seat, less),
            disabled=row.number is not None and row.number <= row.least,
        ),
        icon_button(
            ft.Icons.ADD,
            f"{name}: more",
            press(_put, state, question, row.seat, more),
            disabled=row.number is not None and row.number >= row.most,
        ),
    ]


def _sums(state: PlayState, question: Question, row: NumberRow) -> ft.Control:
    """Show the sums of the dice, for the player who is picked."""

    def show(number: int) -> None:
        state.sheet.change(
            lambda draft: replace(
                number_rows.put(state.snapshot, draft, question, row.seat, str(number)), at=""
            )
        )

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


@dataclass(frozen=True, slots=True)
class RowKey:
    """Types a key into the row of the player who is picked."""

    state: PlayState
    question: Question

    def __call__(self, key: str) -> None:
        """Type it."""
        state = self.state
        state.sheet.change(
            lambda draft: number_rows.press_key(state.snapshot, draft, self.question, key)
        )


def _keys(
    state: PlayState, question: Question, kind: Each, row: NumberRow, *, more: bool
) -> ft.Control:
    """Show digits for the player who is picked, a sign where points can be below zero, and the way to the next.

    Where points have parts there is a half, or a point.
    """

    def go_on() -> None:
        state.sheet.change(
            lambda draft: (
                number_rows.next_row(state.snapshot, draft, question) or replace(draft, at="")
            )
        )

    hit = RowKey(state, question)
    under: list[ft.Control] = []
    if row.least < 0:
        under.append(number_face("\u00b1", press(hit, "-"), spoken="Plus or minus"))
    if key := PART_KEYS.get(parts_of(kind.unit_on(state.snapshot.turn()))):
        under.append(number_face(key, press(hit, key), spoken=PART_SPOKEN[key]))
    if more:
        under.append(number_face("Next", press(go_on), spoken="Next player"))
    return controls.column(
        Keypad(hit, key="keys"),
        controls.tiles(under, len(under)) if under else ft.Container(),
        spacing=GAP_S,
    )


def _steps(state: PlayState, question: Question, kind: Each, row: NumberRow) -> ft.Control:
    """Show larger steps for the player who is picked, and the most they can give."""
    start = row.least if row.number is None else row.number
    steps = number_rows.steps(row, kind.step)
    labels = [amounts.figure(step, kind.unit, signed=True) for step in steps]
    cells = [
        number_face(
            label,
            press(_put, state, question, row.seat, min(row.most, start + step)),
            disabled=start >= row.most,
        )
        for label, step in zip(labels, steps, strict=True)
    ]
    top = row.most // kind.step * kind.step
    if top > row.least:
        labels.append(f"All {amounts.figure(top, kind.unit)}")
        chosen = row.number == top
        cells.append(
            number_face(labels[-1], press(_put, state, question, row.seat, top), chosen=chosen)
        )
    return controls.tiles(
        cells, amounts.count_abreast(labels, 4, Style.TITLE_MEDIUM, state.scale())
    )

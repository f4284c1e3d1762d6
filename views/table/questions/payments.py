"""A question with several payments: those entered so far, line by line, and who pays whom how much on the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.action import Question
from companion.core.several import Payments, read_payments
from companion.core.table import sentence
from companion.core.units import per_whole
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, button, face, icon_button, press, soft, text
from views.components.keypad import (
    FLAT_KEYS,
    ROOMY,
    Keypad,
    amount_display,
    number_face,
    typed_text,
)
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.state.play.draft import Draft, typing_error
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.fit import Fit
from views.table.questions.payment_lines import (
    NEXT,
    Entered,
    begin_next,
    press_key,
    put,
    read_entered,
)
from views.theme import GAP, GAP_S

HALF = 230.0
"""Width of half of a sheet on a phone that lies on its side."""
BADGED = 62
"""What is around a name on its tile: a badge, the gap beside it, and what is left at the sides."""


@dataclass(frozen=True, slots=True)
class PaymentKey:
    """Types a key into the amount that is being entered."""

    state: PlayState
    question: Question

    def __call__(self, key: str) -> None:
        """Type it."""
        state = self.state
        state.sheet.change(lambda draft: press_key(state.snapshot, draft, self.question, key))


def payments_question(  # noqa: PLR0917 - what a question is asked with
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    question: Question,
    kind: Payments,
    fit: Fit,
) -> ft.Control:
    """Ask who pays whom how much, one line after another; a line that is entered can be taken out again.

    Where there is little height the lines lie beside each other, the last first.
    """
    here = read_entered(draft, question)

    def choose(key: str) -> None:
        one = Entered(here.whole, here.giver, key) if here.giver else Entered(here.whole, key)
        state.sheet.change(lambda held: put(state.snapshot, held, question, one.words))

    rows = [
        _line(state, snapshot, question, here, at, short=fit.short) for at in range(len(here.whole))
    ]
    if here.giver:
        rows.append(_line_now(state, snapshot, question, here, short=fit.short))
    lines: list[ft.Control] = rows
    low = fit.tight and not fit.beside and state.scale() > ROOMY
    more = _more(state, question, here, brief=low)
    if fit.short and rows:
        first = [more] if low and here.taker else []
        lines = [ft.Row([*first, *reversed(rows)], spacing=GAP_S, scroll=ft.ScrollMode.HIDDEN)]
    if not here.taker:
        asked = (
            f"{_name(snapshot, here.giver)} pays whom?"
            if here.giver
            else "Who pays next?"
            if rows
            else "Who pays?"
        )
        lines.append(_parties(state, snapshot, kind, asked, choose, but=here.giver))
        return controls.column(*lines, spacing=GAP_S)
    window, pad = _amount(
        state, snapshot, question, kind, here, None if low else more, half=fit.beside
    )
    if fit.beside:
        beside = [
            ft.Container(controls.column(*one, spacing=GAP_S), expand=True)
            for one in ([*lines, *window], pad)
        ]
        lines = [ft.Row([*beside], spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START)]
    else:
        lines += [*window, *pad]
    if wrong := typing_error(snapshot, draft, question) if here.amount else "":
        lines.append(controls.note(wrong, "bad", live=True))
    return controls.column(*lines, spacing=GAP_S)


def _name(snapshot: PlaySnapshot, key: str) -> str:
    return sentence(snapshot.table.name(key))


def _sign(snapshot: PlaySnapshot, key: str) -> ft.Control:
    person = snapshot.person(key)
    if person:
        return badge(person, size=30)
    pots = {pot for pot, _, _ in snapshot.pots}
    icon = ft.Icons.SAVINGS_OUTLINED if key in pots else ft.Icons.ACCOUNT_BALANCE_OUTLINED
    return ft.Icon(icon, size=24, color=theme.ACCENT)


def _describe_payment(snapshot: PlaySnapshot, payment: str) -> str:
    unit = snapshot.turn().unit
    for giver, taker, amount in read_payments(payment):
        return f"{_name(snapshot, giver)} pays {snapshot.table.name(taker)} {amounts.figure(amount, unit)}"
    return payment


def _line(
    state: PlayState,
    snapshot: PlaySnapshot,
    question: Question,
    here: Entered,
    at: int,
    *,
    short: bool,
) -> ft.Control:
    """Lay out a line that is entered, with the way to take it out."""
    said = _describe_payment(snapshot, here.whole[at])
    rest = Entered((*here.whole[:at], *here.whole[at + 1 :]), here.giver, here.taker, here.amount)
    return _with_cross(
        state, question, [text(said, Style.TITLE_SMALL)], f"Take out: {said}", rest, short=short
    )


def _line_now(
    state: PlayState, snapshot: PlaySnapshot, question: Question, here: Entered, *, short: bool
) -> ft.Control:
    """Say who pays whom on the line that is being entered; a tap begins that line anew."""
    words = f"{_name(snapshot, here.giver)} pays" + (
        f" {snapshot.table.name(here.taker)}" if here.taker else ""
    )
    pieces = [_sign(snapshot, here.giver), text(words, Style.TITLE_SMALL)]
    return _with_cross(
        state, question, pieces, f"Begin this line anew: {words}", Entered(here.whole), short=short
    )


def _with_cross(
    state: PlayState,
    question: Question,
    pieces: list[ft.Control],
    label: str,
    rest: Entered,
    *,
    short: bool,
) -> ft.Control:
    def leave() -> None:
        state.sheet.change(lambda draft: put(state.snapshot, draft, question, rest.words))

    *before, words = pieces
    if not short:
        words.expand = True
    row = ft.Row(
        [*before, words, icon_button(ft.Icons.CLOSE, label, press(leave))], spacing=GAP, tight=short
    )
    if not short:
        return row
    around = ft.Padding.only(left=12)
    return ft.Container(
        row, border=ft.Border.all(1, theme.HAIRLINE), border_radius=theme.RADIUS, padding=around
    )


def _parties(  # noqa: PLR0917 - whom to choose from, and what a tap does
    state: PlayState,
    snapshot: PlaySnapshot,
    kind: Payments,
    asked: str,
    choose: Callable[[str], object],
    but: str = "",
) -> ft.Control:
    keys = [key for key in kind.offered(snapshot.turn()) if key != but]
    names = [_name(snapshot, key) for key in keys]
    cells = [
        face(
            ft.Row(
                [
                    without_semantics(_sign(snapshot, key)),
                    text(name, Style.LABEL_LARGE, expand=True),
                ],
                spacing=8,
            ),
            press(choose, key),
            padding=ft.Padding.symmetric(vertical=3, horizontal=10),
            key=f"party-{key}",
        )
        for key, name in zip(keys, names, strict=True)
    ]
    many = amounts.count_abreast(
        names, 2, Style.LABEL_LARGE, around=BADGED, scale=state.scale(), gap=GAP_S
    )
    return controls.column(
        soft(asked, Style.LABEL_MEDIUM), controls.tiles(cells, many, key=NEXT), spacing=GAP_S
    )


def _more(state: PlayState, question: Question, here: Entered, *, brief: bool) -> ft.Control:
    """Lead to the next line; it is there from the start, so that no key moves as digits come."""

    def go_on() -> None:
        state.sheet.change(lambda draft: begin_next(state.snapshot, draft, question))

    words, tap, none = "Another payment", press(go_on), not here.amount
    if brief:
        return icon_button(ft.Icons.ADD, words, tap, disabled=none, key="another-payment")
    return button(words, tap, icon=ft.Icons.ADD, disabled=none, key="another-payment")


def _amount(  # noqa: PLR0917 - what a question is asked with, and the way on
    state: PlayState,
    snapshot: PlaySnapshot,
    question: Question,
    kind: Payments,
    here: Entered,
    more: ft.Control | None,
    *,
    half: bool,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Show the sum with the way to the next line, and the pad that types it; without ``more`` there is no room for it.

    The usual sums have none either then.
    """
    unit = snapshot.turn().unit
    said = typed_text(here.amount, unit)
    quick = [one * per_whole(unit) for one in kind.quick]
    labels = [amounts.figure(one, unit) for one in quick]

    def take(amount: int) -> None:
        words = Entered(here.whole, here.giver, here.taker, str(amount)).words
        state.sheet.change(lambda draft: put(state.snapshot, draft, question, words))

    cells = [
        number_face(label, press(take, one), chosen=here.amount == str(one))
        for one, label in zip(quick, labels, strict=True)
    ]
    shown = amount_display("How much?", said, empty=not here.amount, wrong=False)
    roomy = state.scale() <= ROOMY and not half
    window: list[ft.Control] = [shown]
    if more:
        beside = [more, ft.Container(shown, expand=True)]
        window = [ft.Row([*beside], spacing=GAP)] if roomy else [shown, controls.wrap(more)]
    pad: list[ft.Control] = []
    room = HALF if half else amounts.SHEET
    columns = amounts.count_abreast(
        labels, len(cells), Style.TITLE_MEDIUM, state.scale(), GAP_S, sheet=room
    )
    if cells and more and not (half and columns < len(cells)):
        pad.append(controls.tiles(cells, columns, key=NEXT))
    # flat, so that what it comes to and the lines before it are in sight
    abreast = amounts.count_abreast(
        ["00"], FLAT_KEYS, Style.TITLE_MEDIUM, state.scale(), GAP_S, around=2, sheet=room
    )
    pad.append(Keypad(PaymentKey(state, question), unit, abreast, key="keys"))
    return window, pad

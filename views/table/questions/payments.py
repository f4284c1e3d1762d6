"""A question with several payments: those entered so far, line by line, and who pays whom how much on the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.action import Question
from companion.core.payments import Payments, read_payments
from companion.core.table import sentence
from companion.core.units import per_whole
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, button, face, icon_button, press, soft, text
from views.components.keypad import FLAT_KEYS, ROOMY, Keypad, amount_display, number_face, typed_text
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.state.play.draft import Draft, typing_error
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.keyboard import type_key
from views.table.questions.payment_lines import Entered, entered, press_key, put
from views.theme import GAP, GAP_S

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
        state.sheet.change(lambda draft: press_key(state.snapshot, draft, self.question, key, type_key))


def payments_question(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: Question, kind: Payments
) -> ft.Control:
    """Ask who pays whom how much, one line after another; a line that is entered can be taken out again."""
    here = entered(draft, question)

    def put_words(words: str) -> None:
        state.sheet.change(lambda held: put(state.snapshot, held, question, words))

    lines: list[ft.Control] = [
        _line(state, snapshot, question, here, at, payment) for at, payment in enumerate(here.whole)
    ]
    if not here.giver:
        asked = "Who pays next?" if here.whole else "Who pays?"
        lines.append(_parties(state, snapshot, kind, asked, lambda key: put_words(Entered(here.whole, key).words)))
    elif not here.taker:
        lines.append(_undone(state, snapshot, question, here))
        asked = f"{_name(snapshot, here.giver)} pays whom?"
        lines.append(
            _parties(
                state,
                snapshot,
                kind,
                asked,
                lambda key: put_words(Entered(here.whole, here.giver, key).words),
                but=here.giver,
            )
        )
    else:
        lines.append(_undone(state, snapshot, question, here))
        lines.append(_amount(state, snapshot, question, kind, here))
    wrong = typing_error(snapshot, draft, question) if here.amount else ""
    if wrong:
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


def _said(snapshot: PlaySnapshot, payment: str) -> str:
    unit = snapshot.turn().unit
    for giver, taker, amount in read_payments(payment):
        return f"{_name(snapshot, giver)} pays {snapshot.table.name(taker)} {amounts.figure(amount, unit)}"
    return payment


def _line(  # noqa: PLR0917 - what a question is asked with, and the line
    state: PlayState, snapshot: PlaySnapshot, question: Question, here: Entered, at: int, payment: str
) -> ft.Control:
    """Lay out a line that is entered, with the way to take it out."""
    said = _said(snapshot, payment)

    def take_out() -> None:
        rest = Entered((*here.whole[:at], *here.whole[at + 1 :]), here.giver, here.taker, here.amount)
        state.sheet.change(lambda draft: put(state.snapshot, draft, question, rest.words))

    return ft.Row(
        [
            ft.Container(text(said, Style.TITLE_SMALL), expand=True),
            icon_button(ft.Icons.CLOSE, f"Take out: {said}", press(take_out)),
        ],
        spacing=GAP,
        key=f"payment-{at}",
    )


def _undone(state: PlayState, snapshot: PlaySnapshot, question: Question, here: Entered) -> ft.Control:
    """Say who pays whom on the line that is being entered; a tap begins that line anew."""
    words = f"{_name(snapshot, here.giver)} pays" + (f" {snapshot.table.name(here.taker)}" if here.taker else "")

    def anew() -> None:
        state.sheet.change(lambda draft: put(state.snapshot, draft, question, Entered(here.whole).words))

    return ft.Row(
        [
            _sign(snapshot, here.giver),
            ft.Container(text(words, Style.TITLE_SMALL), expand=True),
            icon_button(ft.Icons.CLOSE, f"Begin this line anew: {words}", press(anew)),
        ],
        spacing=GAP,
        key="payment-now",
    )


def _parties(  # noqa: PLR0917 - whom to choose from, and what a tap does
    state: PlayState,
    snapshot: PlaySnapshot,
    kind: Payments,
    asked: str,
    choose: Callable[[str], object],
    but: str = "",
) -> ft.Control:
    keys = [key for key in kind.parties(snapshot.turn()) if key != but]
    names = [_name(snapshot, key) for key in keys]
    cells = [
        face(
            ft.Row([without_semantics(_sign(snapshot, key)), text(name, Style.LABEL_LARGE, expand=True)], spacing=8),
            press(choose, key),
            padding=ft.Padding.symmetric(vertical=3, horizontal=10),
            key=f"party-{key}",
        )
        for key, name in zip(keys, names, strict=True)
    ]
    many = amounts.abreast(names, 2, Style.LABEL_LARGE, around=BADGED, scale=state.scale(), gap=GAP_S)
    return controls.column(soft(asked, Style.LABEL_MEDIUM), controls.tiles(cells, many), spacing=GAP_S)


def _amount(state: PlayState, snapshot: PlaySnapshot, question: Question, kind: Payments, here: Entered) -> ft.Control:
    unit = snapshot.turn().unit
    said = typed_text(here.amount, unit)
    quick = [one * per_whole(unit) for one in kind.quick]
    labels = [amounts.figure(one, unit) for one in quick]
    hit = PaymentKey(state, question)

    def take(amount: int) -> None:
        words = Entered(here.whole, here.giver, here.taker, str(amount)).words
        state.sheet.change(lambda draft: put(state.snapshot, draft, question, words))

    cells = [
        number_face(label, press(take, one), chosen=here.amount == str(one))
        for one, label in zip(quick, labels, strict=True)
    ]

    def go_on() -> None:
        state.sheet.change(lambda draft: put(state.snapshot, draft, question, f"{entered(draft, question).words} "))

    # it stands beside the sum from the start, so that no key moves as digits come
    window = amount_display("How much?", said, empty=not here.amount, wrong=False)
    more = button("Another payment", press(go_on), icon=ft.Icons.ADD, disabled=not here.amount, key="another-payment")
    small = state.scale() <= ROOMY
    rows: list[ft.Control] = (
        [ft.Row([more, ft.Container(window, expand=True)], spacing=GAP)] if small else [window, controls.wrap(more)]
    )
    if cells:
        rows.append(controls.tiles(cells, amounts.abreast(labels, len(cells), Style.TITLE_MEDIUM, state.scale())))
    # flat, so that what it comes to and the lines before it are in sight
    abreast = amounts.abreast(["00"], FLAT_KEYS, Style.TITLE_MEDIUM, state.scale(), GAP_S)
    rows.append(Keypad(hit, unit, abreast, key="keys"))
    return controls.column(*rows, spacing=GAP_S)

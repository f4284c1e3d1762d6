"""A question with several payments: those entered so far, line by line, and who pays whom how much on the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.core.several import read_payments
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
from views.state.play.draft import Draft
from views.state.play.play_snapshot import PlaySnapshot
from views.table.questions.payment_lines import (
    NEXT,
    Entered,
    begin_next,
    press_key,
    read_entered,
)
from views.table.questions.view import Asking, PressKey, QuestionView
from views.theme import GAP, GAP_S

HALF = 230.0
"""Width of half of a sheet on a phone that lies on its side."""
BADGED = 62
"""What is around a name on its tile: a badge, the gap beside it, and what is left at the sides."""


class PaymentsView(QuestionView):
    """Asks who pays whom how much, one line after another; a line that is entered can be taken out again."""

    missing = "Enter a payment"
    stays_open = True
    headed = True
    corrects_in_place = True
    first_key = NEXT

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out the lines, and what is asked of the next.

        Where there is little height the lines lie beside each other, the last first.
        """
        here, fit, scale = read_entered(ask), ask.fit, ask.scale
        rows = [_line(ask, here, at) for at in range(len(here.whole))]
        if here.giver:
            rows.append(_line_now(ask, here))
        lines: list[ft.Control] = rows
        low = fit.tight and not fit.beside and scale > ROOMY
        more = _more(ask, here, brief=low)
        if fit.short and rows:
            first = [more] if low and here.taker else []
            lines = [ft.Row([*first, *reversed(rows)], spacing=GAP_S, scroll=ft.ScrollMode.HIDDEN)]
        if not here.taker:
            return controls.column(*lines, _parties(ask, here, begun=bool(rows)), spacing=GAP_S)
        window, pad = _amount(ask, here, None if low else more)
        if fit.beside:
            beside = [
                ft.Container(controls.column(*half, spacing=GAP_S), expand=True)
                for half in ([*lines, *window], pad)
            ]
            lines = [ft.Row([*beside], spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START)]
        else:
            lines += [*window, *pad]
        if wrong := ask.wrong if here.amount else "":
            lines.append(controls.note(wrong, "bad", live=True))
        return controls.column(*lines, spacing=GAP_S)

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it."""
        return press_key(ask, key)

    def takes_signs(self, kind: Any) -> bool:
        """Always."""
        return True

    def step(self, ask: Asking) -> str:
        """Say which line it is, and what of it is asked."""
        return read_entered(ask).step

    def has_keys(self, ask: Asking) -> bool:
        """Where it is known who pays whom."""
        return bool(read_entered(ask).taker)

    def usual_words(self, kind: Any) -> str:
        """Money is paid."""
        return "money cash pay amount"


def _put(ask: Asking, entered: Entered) -> None:
    ask.change(lambda now: now.typed(entered.words))


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


def _line(ask: Asking, here: Entered, at: int) -> ft.Control:
    """Lay out a line that is entered, with the way to take it out."""
    said = _describe_payment(ask.snapshot, here.whole[at])
    rest = replace(here, whole=(*here.whole[:at], *here.whole[at + 1 :]))
    return _with_cross(ask, [text(said, Style.TITLE_SMALL)], f"Take out: {said}", rest)


def _line_now(ask: Asking, here: Entered) -> ft.Control:
    """Say who pays whom on the line that is being entered; a tap begins that line anew."""
    snapshot = ask.snapshot
    words = f"{_name(snapshot, here.giver)} pays" + (
        f" {snapshot.table.name(here.taker)}" if here.taker else ""
    )
    pieces = [_sign(snapshot, here.giver), text(words, Style.TITLE_SMALL)]
    return _with_cross(ask, pieces, f"Begin this line anew: {words}", Entered(here.whole))


def _with_cross(ask: Asking, pieces: list[ft.Control], label: str, rest: Entered) -> ft.Control:
    *before, words = pieces
    short = ask.fit.short
    if not short:
        words.expand = True
    leave = icon_button(ft.Icons.CLOSE, label, press(_put, ask, rest))
    row = ft.Row([*before, words, leave], spacing=GAP, tight=short)
    if not short:
        return row
    around = ft.Padding.only(left=12)
    return ft.Container(
        row, border=ft.Border.all(1, theme.HAIRLINE), border_radius=theme.RADIUS, padding=around
    )


def _parties(ask: Asking, here: Entered, *, begun: bool) -> ft.Control:
    """Ask who pays, or else whom."""
    snapshot, giver = ask.snapshot, here.giver
    asked = (
        f"{_name(snapshot, giver)} pays whom?"
        if giver
        else "Who pays next?"
        if begun
        else "Who pays?"
    )
    keys = [key for key in ask.kind.offered(snapshot.turn()) if key != giver]
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
            press(_put, ask, replace(here, **{"taker" if giver else "giver": key})),
            padding=ft.Padding.symmetric(vertical=3, horizontal=10),
            key=f"party-{key}",
        )
        for key, name in zip(keys, names, strict=True)
    ]
    many = amounts.count_abreast(
        names, 2, Style.LABEL_LARGE, around=BADGED, scale=ask.scale, gap=GAP_S
    )
    return controls.column(
        soft(asked, Style.LABEL_MEDIUM), controls.tiles(cells, many, key=NEXT), spacing=GAP_S
    )


def _more(ask: Asking, here: Entered, *, brief: bool) -> ft.Control:
    """Lead to the next line; it is there from the start, so that no key moves as digits come."""
    words, tap, none = "Another payment", press(ask.change, begin_next), not here.amount
    if brief:
        return icon_button(ft.Icons.ADD, words, tap, disabled=none, key="another-payment")
    return button(words, tap, icon=ft.Icons.ADD, disabled=none, key="another-payment")


def _amount(
    ask: Asking, here: Entered, more: ft.Control | None
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Show the sum with the way to the next line, and the pad that types it; without ``more`` there is no room for it.

    The usual sums have none either then.
    """
    unit, scale, half = ask.context.turn().unit, ask.scale, ask.fit.beside
    quick = [amount * per_whole(unit) for amount in ask.kind.quick]
    labels = [amounts.figure(amount, unit) for amount in quick]
    cells = [
        number_face(
            label,
            press(_put, ask, replace(here, amount=str(amount))),
            chosen=here.amount == str(amount),
        )
        for amount, label in zip(quick, labels, strict=True)
    ]
    shown = amount_display(
        "How much?", typed_text(here.amount, unit), empty=not here.amount, wrong=False
    )
    window: list[ft.Control] = [shown]
    if more:
        beside = [more, ft.Container(shown, expand=True)]
        roomy = scale <= ROOMY and not half
        window = [ft.Row([*beside], spacing=GAP)] if roomy else [shown, controls.wrap(more)]
    pad: list[ft.Control] = []
    room = HALF if half else amounts.SHEET
    columns = amounts.count_abreast(
        labels, len(cells), Style.TITLE_MEDIUM, scale, GAP_S, sheet=room
    )
    if cells and more and not (half and columns < len(cells)):
        pad.append(controls.tiles(cells, columns, key=NEXT))
    # flat, so that what it comes to and the lines before it are in sight
    abreast = amounts.count_abreast(
        ["00"], FLAT_KEYS, Style.TITLE_MEDIUM, scale, GAP_S, around=2, sheet=room
    )
    hit = PressKey(press_key, ask.state, ask.question)
    pad.append(Keypad(hit, unit, abreast, key="keys"))
    return window, pad

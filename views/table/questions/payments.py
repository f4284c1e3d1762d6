"""Several payments on a sheet: who pays, an arrow, who gets it, and how much; one line after another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.core.several import read_payments
from companion.core.table import sentence
from companion.core.units import per_whole
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import Mark, WordTile
from views.components.controls import Style, face, icon_button, press, soft, text
from views.components.keypad import amount_display, typed_text
from views.components.player_card import badge
from views.state.play.draft import Draft
from views.state.play.play_snapshot import PlaySnapshot
from views.table.questions.pad import HELPERS, figure_keys, helper, lay
from views.table.questions.payment_lines import (
    NEXT,
    Entered,
    begin_next,
    press_key,
    read_entered,
)
from views.table.questions.view import Asking, PressKey, QuestionView, Space, grid
from views.theme import GAP, GAP_S

NEXT_LINE = "Next line"
"""The key that begins another payment."""


class PaymentsView(QuestionView):
    """Asks who pays whom how much, one line after another; a line that is entered can be taken out again."""

    missing = "Enter a payment"
    stays_open = True
    first_key = NEXT

    def cells(self, ask: Asking) -> ft.Control:
        """Show who pays whom how much on this line, and the lines before it."""
        here = read_entered(ask)
        lines: list[ft.Control] = [_parties(ask, here)]
        if here.taker:
            unit = ask.context.turn().unit
            shown = typed_text(here.amount, unit)
            room = Space.of(whole=True).width - 8
            lines.append(
                amount_display(
                    "How much?", shown, empty=not here.amount, wrong=bool(ask.wrong), room=room
                )
            )
        lines += [_line(ask, here, at) for at in reversed(range(len(here.whole)))]
        return controls.column(*lines, spacing=GAP_S)

    def pad(self, ask: Asking) -> ft.Control:
        """Lay out who may pay or get it, and then the keys."""
        here = read_entered(ask)
        if not here.taker:
            return _choose(ask, here)
        unit = ask.context.turn().unit
        quick = [amount * per_whole(unit) for amount in ask.kind.quick][:HELPERS]
        helpers = [
            helper(
                amounts.figure(amount, unit), press(_put, ask, replace(here, amount=str(amount)))
            )
            for amount in quick
        ]
        hit = PressKey(self.press, ask.state, ask.question)
        return lay(helpers, figure_keys(hit, unit, eighth=NEXT_LINE))

    def says(self, ask: Asking, asked: str) -> str:
        """Ask for what is missing of the line."""
        here = read_entered(ask)
        if here.taker:
            return asked
        if here.giver:
            return f"{_name(ask.snapshot, here.giver)} pays whom?"
        return "Who pays next?" if here.whole else "Who pays?"

    def wrong(self, ask: Asking) -> str:
        """Say why the amount is none."""
        return ask.wrong if read_entered(ask).amount else ""

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it, or begin the next line."""
        return begin_next(ask) if key == NEXT_LINE else press_key(ask, key)

    def takes_signs(self, kind: Any) -> bool:
        """Always."""
        return True

    def step(self, ask: Asking) -> str:
        """Say which line it is, and what of it is asked."""
        return read_entered(ask).step

    def usual_words(self, kind: Any) -> str:
        """Money is paid."""
        return "money cash pay amount"


def _put(ask: Asking, entered: Entered) -> None:
    ask.change(lambda now: now.typed(entered.words))


def _name(snapshot: PlaySnapshot, key: str) -> str:
    return sentence(snapshot.table.name(key))


def _icon(snapshot: PlaySnapshot, key: str) -> ft.IconData:
    pots = {pot for pot, _, _ in snapshot.pots}
    return ft.Icons.SAVINGS_OUTLINED if key in pots else ft.Icons.ACCOUNT_BALANCE_OUTLINED


def _describe_payment(snapshot: PlaySnapshot, payment: str) -> str:
    unit = snapshot.turn().unit
    for giver, taker, amount in read_payments(payment):
        return f"{_name(snapshot, giver)} pays {snapshot.table.name(taker)} {amounts.figure(amount, unit)}"
    return payment


def _line(ask: Asking, here: Entered, at: int) -> ft.Control:
    """Lay out a line that is entered, with the way to take it out."""
    said = _describe_payment(ask.snapshot, here.whole[at])
    rest = replace(here, whole=(*here.whole[:at], *here.whole[at + 1 :]))
    leave = icon_button(ft.Icons.CLOSE, f"Take out: {said}", press(_put, ask, rest))
    return ft.Row([text(said, Style.TITLE_SMALL, expand=True), leave], spacing=GAP)


def _parties(ask: Asking, here: Entered) -> ft.Control:
    """Show who pays and who gets it, from left to right; a tap on either asks for it again."""
    whose = Entered(here.whole)
    payer = _party(ask, "Pays", here.giver, whose)
    payee = _party(ask, "Gets it", here.taker, replace(whose, giver=here.giver))
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=22, color=theme.ACCENT)
    return ft.Row([payer, arrow, payee], spacing=GAP)


def _party(ask: Asking, does: str, key: str, again: Entered) -> ft.Control:
    """Show one side of a payment."""
    person, name = ask.context.person(key), _name(ask.snapshot, key) if key else "\u2026"
    sign: list[ft.Control] = []
    if person:
        sign = [badge(person, size=26)]
    elif key:
        sign = [ft.Icon(_icon(ask.snapshot, key), size=24, color=theme.ACCENT)]
    words = ft.Column(
        [soft(does, Style.LABEL_SMALL), text(name, Style.TITLE_SMALL, lines=1)],
        spacing=0,
        tight=True,
        expand=True,
    )
    return face(
        ft.Semantics(content=ft.Row([*sign, words], spacing=GAP_S), exclude_semantics=True),
        press(_put, ask, again),
        disabled=not key,
        padding=ft.Padding.symmetric(vertical=2, horizontal=10),
        role="button",
        spoken=f"{does}: {name}" if key else f"{does}: nobody yet",
        key=f"side-{does}",
    )


def _choose(ask: Asking, here: Entered) -> ft.Control:
    """Offer who may pay, or else who may get it."""
    snapshot, giver = ask.snapshot, here.giver
    tiles = []
    for key in ask.kind.offered(snapshot.turn()):
        if key == giver:
            continue
        person = snapshot.person(key)
        chosen = replace(here, **{"taker" if giver else "giver": key})
        icon = None if person else _icon(snapshot, key)
        tiles.append(
            WordTile(
                title=_name(snapshot, key),
                act=partial(_put, ask),
                about=(chosen,),
                key=f"party-{key}",
                mark=Mark.RING,
                person=person,
                icon=icon,
            )
        )
    return grid(tiles, whole=False, key=NEXT)

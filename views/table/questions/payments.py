"""Several payments on a sheet: who pays, an arrow, who gets it, and how much; one line after another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.core.figures import read_figure
from companion.core.several import ARROW, AT, read_payments
from companion.core.table import sentence
from companion.core.units import per_whole
from models.frozen import frozen
from models.ledger import Refusal
from views import theme
from views.components import amounts
from views.components.choice_tiles import Mark, WordTile
from views.components.controls import FADES, Controls, column, fill, icon_button, press, row, strong
from views.components.keypad import amount_display, typed_text
from views.components.player_card import badge
from views.components.sections import answer_cell
from views.components.typed_figure import type_key
from views.state.play.draft import Draft
from views.state.play.play_snapshot import PlaySnapshot
from views.table.frame import use_measures
from views.table.questions.pad import HELPERS, figure_keys, helper, lay
from views.table.questions.view import Asking, PressKey, QuestionView, grid
from views.theme import GAP, GAP_S

NEXT = "payment-next"
"""The key of the answers to what is asked of a line."""


NEXT_LINE = "Next line"
"""The key that begins another payment."""


@frozen
class Entered:
    """The payments as they are typed: those that are whole, and the parts of the line that is being entered."""

    whole: tuple[str, ...] = ()
    giver: str = ""
    taker: str = ""
    amount: str = ""

    @classmethod
    def of(cls, words: str) -> Entered:
        """Read them from what is typed; the last is still being entered, until a blank ends it."""
        *before, last = words.split(" ") if words else [""]
        giver, _, rest = last.partition(ARROW)
        taker, _, amount = rest.partition(AT)
        return cls(tuple(filter(None, before)), giver, taker, amount)

    @property
    def step(self) -> str:
        """Which line it is, and what of it is asked."""
        return f"{len(self.whole)}{bool(self.giver):d}{bool(self.taker):d}"

    @property
    def words(self) -> str:
        """The same as it is typed."""
        last = (
            self.giver and f"{self.giver}{ARROW}{self.taker}{AT if self.taker else ''}{self.amount}"
        )
        return " ".join((*self.whole, last))

    @property
    def lines(self) -> tuple[str, ...]:
        """Every payment that is whole, with the one that is being entered once it has an amount."""
        return Entered((*self.whole, self._last)).whole if self.amount else self.whole

    @property
    def _last(self) -> str:
        return f"{self.giver}{ARROW}{self.taker}{AT}{self.amount}"


def read_entered(ask: Asking) -> Entered:
    """What is entered so far."""
    return Entered.of(ask.words)


def begin_next(ask: Asking) -> Draft:
    """Begin another line, once the amount of this one can be read."""
    here = read_entered(ask)
    try:
        amount = read_figure(here.amount, ask.context.turn().unit, at_till=True)
    except Refusal:
        return ask.draft
    return ask.typed(f"{replace(here, amount=str(amount)).words} ")


def press_key(ask: Asking, key: str) -> Draft:
    """Give a key to the amount that is being entered; before there is one, Backspace takes back who pays whom."""
    here = read_entered(ask)
    if here.taker and not (key == "Backspace" and not here.amount):
        amount = type_key(here.amount, key, ask.context.turn().unit)
        return ask.typed(replace(here, amount=amount).words)
    if key != "Backspace":
        return ask.draft
    return ask.typed(Entered(here.whole, here.giver if here.taker else "").words)


class PaymentsView(QuestionView):
    """Asks who pays whom how much, one line after another; a line that is entered can be taken out again."""

    missing = "Enter a payment"
    stays_open = True
    first_key = NEXT

    def cells(self, ask: Asking) -> ft.Control:
        """Show who pays whom how much on this line, and the lines before it."""
        here = read_entered(ask)
        typed = typed_text(here.amount, ask.context.turn().unit)
        room, wrong = use_measures().beside - 8, bool(ask.wrong)
        window = amount_display("How much?", typed, empty=not here.amount, wrong=wrong, room=room)
        lines = (_line(ask, here, at) for at in reversed(range(len(here.whole))))
        shown = window if here.taker else None
        made = column(_parties(ask, here), shown, lines, spacing=GAP_S)
        made.data = FADES if here.whole else None
        return made

    def pad(self, ask: Asking) -> ft.Control:
        """Lay out who may pay or get it, and then the keys."""
        here = read_entered(ask)
        if not here.taker:
            return _choose(ask, here)
        unit, helpers = ask.context.turn().unit, Controls()
        for quick in ask.kind.quick[:HELPERS]:
            amount = quick * per_whole(unit)
            act = press(_put, ask, replace(here, amount=str(amount)))
            helpers.append(helper(amounts.figure(amount, unit), act))
        hit = PressKey(self.press, ask.state, ask.question)
        return lay(helpers, figure_keys(hit, unit, eighth=NEXT_LINE))

    def says(self, ask: Asking) -> str:
        """Ask for what is missing of the line."""
        here = read_entered(ask)
        if here.taker:
            return ask.asked
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
    leave = icon_button(ft.Icons.CLOSE, f"Take out: {said}", _put, ask, rest)
    return row(strong(said, expand=True), leave, spacing=GAP)


def _parties(ask: Asking, here: Entered) -> ft.Control:
    """Show who pays and who gets it, from left to right; a tap on either asks for it again."""
    whose = Entered(here.whole)
    payer = _party(ask, "Pays", here.giver, whose)
    payee = _party(ask, "Gets it", here.taker, replace(whose, giver=here.giver))
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, theme.ACCENT, 22)
    return row(fill(payer), arrow, fill(payee), spacing=GAP)


def _party(ask: Asking, does: str, key: str, again: Entered) -> ft.Control:
    """Show one side of a payment."""
    person, name = ask.context.person(key), _name(ask.snapshot, key) if key else "nobody yet"
    sign: ft.Control | None = badge(person, 26) if person else None
    if key and not person:
        sign = ft.Icon(_icon(ask.snapshot, key), theme.ACCENT, 24)
    return answer_cell(does, name, sign, _put, ask, again, given=bool(key), key=f"side-{does}")


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

"""Several payments on a sheet: those that are whole, and the one that is being entered. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.figures import read_figure
from companion.core.several import ARROW, AT
from models.ledger import Refusal
from views.components.typed_figure import type_key
from views.state.play.draft import Draft
from views.table.questions.view import Asking

NEXT = "payment-next"
"""The key of the answers to what is asked of a line."""


@dataclass(frozen=True, slots=True)
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
        return Entered((*self.whole, self._last), "").whole if self.amount else self.whole

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

"""A question for several payments that are one entry: who pays whom how much."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from companion.core.figures import read_figure
from companion.core.questions import MOST_MONEY, Among, QuestionType, all_seats, keys_of
from companion.core.table import Refusal, Value, sentence
from companion.core.turn import Party, TurnOf  # noqa: F401 - in the type of an answer
from companion.core.units import format_amount
from models.names import name_key

ARROW, AT = ">", "="
PAYMENT = re.compile(r"(?P<giver>[^\s>=]+)>(?P<taker>[^\s>=]+)=(?P<amount>[^\s>=]+)")
MOST_PAYMENTS = 24
"""More than a deal has."""


@dataclass(frozen=True, slots=True)
class Payments(QuestionType["tuple[tuple[Party, Party, int], ...]"]):
    """Several payments that are one entry: who pays whom how much, of those that ``among`` gives.

    ``quick`` are amounts worth a button.
    """

    among: Among = all_seats
    quick: tuple[int, ...] = ()

    @property
    def word(self) -> str:
        """What it takes."""
        return "payments: 'ann>ben=10 ben>@bank=5'"

    def parties(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """The keys of all who may pay and be paid."""
        return keys_of(self.among, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read every payment, refusing one that is not whole."""
        made = []
        for piece in text.split():
            match = PAYMENT.fullmatch(piece)
            if match is None:
                raise Refusal(f"{piece[:60]!r} is no payment; write ann>ben=10.")
            giver, taker = (self._party(match[name], t) for name in ("giver", "taker"))
            if giver == taker:
                raise Refusal(f"{self.name_of(giver, t)} can't pay {t.table.name(taker)}. Choose somebody else.")
            amount = read_figure(match["amount"], t.unit, "An amount", at_till=True)
            if not 0 < amount <= MOST_MONEY:
                raise Refusal(
                    "Each payment is more than zero." if amount < 1 else "That is more money than any game has."
                )
            made.append(f"{giver}{ARROW}{taker}{AT}{amount}")
        if not made:
            raise Refusal("Say who pays whom.")
        if len(made) > MOST_PAYMENTS:
            raise Refusal(f"A deal has {MOST_PAYMENTS} payments at most.")
        return " ".join(made)

    def _party(self, said: str, t: TurnOf[Any]) -> str:
        there = self.parties(t)
        for key in there:
            if said == key or name_key(said) == name_key(t.table.name(key)):
                return key
        raise Refusal(f"There is no {said[:40]!r} here; choose of {', '.join(there)}.")

    def name_of(self, key: str, t: TurnOf[Any]) -> str:
        """The name of a party, for the beginning of a sentence."""
        return sentence(t.table.name(key))

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write every payment."""
        name = t.table.name
        paid = ", ".join(
            f"{name(giver)} pays {name(taker)} {format_amount(amount, t.unit)}"
            for giver, taker, amount in read_payments(value)
        )
        return sentence(paid)

    def interpret(self, t: TurnOf[Any], answer: Value) -> Any:
        """Every payment, with who pays and who is paid."""
        return tuple((t.holder(giver), t.holder(taker), amount) for giver, taker, amount in read_payments(answer))

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the first pays the second; empty where there are too few."""
        there = self.parties(t)
        return f"{there[0]}{ARROW}{there[1]}{AT}1" if len(there) > 1 else ""

    def may_ask(self, answer: Value, seats: Collection[str]) -> bool:
        """Whoever pays or is paid may ask for it, and anybody as long as nobody is named."""
        return answer is None or any({giver, taker}.intersection(seats) for giver, taker, _ in read_payments(answer))


def read_payments(answer: Value) -> list[tuple[str, str, int]]:
    """Read payments as they are kept: who pays, who is paid, and how much."""
    found = (PAYMENT.fullmatch(piece) for piece in str(answer or "").split())
    return [(one["giver"], one["taker"], int(one["amount"])) for one in found if one and one["amount"].isdecimal()]

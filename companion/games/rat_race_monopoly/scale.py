"""One scale for two boards: every sum of the rules is a number of notes, of 10K on one board and of $1 on the other.

The rulebook's amounts are for a board in millions; Classic's are those divided by 10,000. What the books hold is a
*quantity*, thousands or dollars; ``notes`` makes one of a number of notes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.questions import Amount, Answers
from companion.core.table import Table
from companion.core.units import THOUSANDS, written


@dataclass(frozen=True, slots=True)
class Scale:
    """A board's money: its unit, and how many of them its smallest note is worth."""

    unit: str
    note: int


MILLIONS, CLASSIC = "millions", "classic"
SCALES = {MILLIONS: Scale(THOUSANDS, 10), CLASSIC: Scale("$", 1)}


def scale(table: Table) -> Scale:
    """The money of the board that is played on."""
    return SCALES[table.house("board")]


def unit(table: Table) -> str:
    """The unit that money is posted in."""
    return scale(table).unit


def notes(table: Table, count: int) -> int:
    """So many notes as a quantity: 50 of them are 500 thousand, or 50 dollars on Classic."""
    return count * scale(table).note


def whole(table: Table, quantity: int) -> int:
    """A sum in whole notes; a fraction of one is dropped."""
    note = scale(table).note
    return quantity // note * note


def say(table: Table, quantity: int) -> str:
    """A quantity as the board's money is written: 1.5M, or $150."""
    return written(quantity, unit(table))


QUICK = (5, 10, 20, 50, 100)
"""Sums worth a button, in notes: 50K to 1M, or $5 to $100."""


def amount(*, least: int = 1, most: Callable[[Table, Answers], int] | None = None) -> Amount:
    """A question for a sum of money, in whole notes of the board played on. ``most`` is a quantity."""
    return Amount(least=least, most=most, board=lambda table: (scale(table).unit, scale(table).note), quick=QUICK)

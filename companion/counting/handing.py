"""Payments that the book has right and the table may not: never handed over, or handed over twice.

It is the likeliest mistake at any table, and no correction of the book: money is put right where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.amending import name
from companion.counting.suspicion import CORRECTIONS
from companion.table import sentence
from companion.units import written

if TYPE_CHECKING:
    from companion.counting.walk import Step, Walk
    from models.ledger import Place

MOST = 4
"""So many payments are asked about; of more than that nobody remembers one."""


@dataclass(frozen=True)
class Handing:
    """A line that moved exactly the difference: what to ask about it, and what it says."""

    place: Place
    words: str
    narration: str


def handings(walk: Walk) -> tuple[Handing, ...]:
    """The payments of exactly the difference: first those that may never have been made, the latest first."""
    paying = [step for step in reversed(walk.steps) if walk.own(step) and step.action.group != CORRECTIONS]
    missed = [_asked(walk, step, "was it handed over?") for step in paying if walk.own(step) == -walk.short]
    twice = [_asked(walk, step, "was it handed over twice?") for step in paying if walk.own(step) == walk.short]
    return (*missed, *twice)[:MOST]


def _asked(walk: Walk, step: Step, question: str) -> Handing:
    own, purse = walk.own(step), walk.purse
    way = f"{'to' if own > 0 else 'from'} {purse.name}"
    words = f"{sentence(name(step.place))}, {written(abs(own), purse.unit)} {way}: {question}"
    return Handing(step.place, words, step.told.proposal.narration)

"""The evening as it is told now: every line that counts, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from models.ledger import AMEND, COUNT, REDO, UNDO, VOID, Fold, Ledger, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from models.ledger import Entry, Proposal

TURNING = frozenset({UNDO, REDO, VOID, COUNT})
"""What turns other lines over, or looks on, and does nothing by itself."""


@dataclass(frozen=True, slots=True)
class EffectiveEntry:
    """A line that counts: where it stands, what it did, and the entry in which it is written.

    ``number`` is what the line is known by to the rules. ``at`` is when it happened, as far as the book knows: where a
    correction tells a line anew, the time of the line it corrects.
    """

    place: Place
    number: int
    proposal: Proposal
    entry: Entry
    at: datetime

    @property
    def corrected(self) -> bool:
        """Whether a later correction says what this line says."""
        return self.entry.proposal.action == AMEND


def history(entries: Iterable[Entry]) -> list[EffectiveEntry]:
    """List the lines that count, of a play's entries from the first on; no undo, redo or striking out is one.

    A line that a correction tells anew stands where it stood, and says what it says now.
    """
    written = list(entries)
    struck = Fold(written).struck
    lines: list[EffectiveEntry] = []
    for entry in written:
        proposal = entry.proposal
        if entry.seq in struck or proposal.action in TURNING:
            continue
        if proposal.action != AMEND:
            lines.append(EffectiveEntry(Place(entry.seq), entry.seq, proposal, entry, entry.at))
        for one in proposal.revised:
            at = written[max(one.place.seq, 1) - 1].at
            lines.append(EffectiveEntry(one.place, one.number, one.proposal, entry, at))
    return sorted(lines, key=lambda one: one.place)


def ledgers(lines: Iterable[EffectiveEntry]) -> Iterator[tuple[EffectiveEntry, Ledger]]:
    """Give each line with what everyone held after it."""
    ledger = Ledger()
    for told in lines:
        ledger = replace(ledger.after(told.proposal), seq=told.number)
        yield told, ledger

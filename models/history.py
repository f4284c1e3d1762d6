"""The evening as it is told now: every line that counts, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from models.ledger import REDO, UNDO, VOID, Ledger, live

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from models.ledger import Entry, Proposal


class Place(NamedTuple):
    """Where a line stands in the evening: at that of an entry, or as the ``n``-th put in after it."""

    seq: int
    n: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """A line that counts: where it stands, what it did, and the entry in which it is written."""

    place: Place
    proposal: Proposal
    entry: Entry


def history(entries: Iterable[Entry]) -> list[Told]:
    """List the lines that count, of a play's entries from the first on; no undo, redo or striking out is one."""
    turning = (UNDO, REDO, VOID)
    return [
        Told(Place(entry.seq), entry.proposal, entry) for entry in live(entries) if entry.proposal.action not in turning
    ]


def ledgers(lines: Iterable[Told]) -> Iterator[tuple[Told, Ledger]]:
    """Give each line with what everyone held after it."""
    ledger = Ledger()
    for told in lines:
        ledger = replace(ledger.after(told.proposal), seq=told.place.seq)
        yield told, ledger

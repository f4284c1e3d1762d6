"""What a line's receipt comes to, wherever lines are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.ledger import AMEND, COUNT, MONEY, REDO, UNDO, VOID, Line

if TYPE_CHECKING:
    from models.ledger import Proposal

OWN = {UNDO: "Undo", REDO: "Redo", VOID: "Struck out", AMEND: "Correction", COUNT: "Count"}
"""What the book does itself, in words."""


def headline(proposal: Proposal) -> Line | None:
    """Pick the one figure that tells what an entry came to: its result, or the most money moved."""
    totals = [line for line in proposal.working if line.total and line.figure is not None]
    if totals:
        return totals[-1]
    moved = [
        Line("", posting.quantity, posting.unit)
        for posting in proposal.postings
        if posting.unit in MONEY and posting.quantity > 0
    ]
    return max(moved, key=lambda line: line.figure or 0) if moved else None

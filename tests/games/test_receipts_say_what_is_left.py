"""What a receipt says that somebody then has is what they have, in every evening that is kept as a session."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.units import format_amount
from models.ledger import Projection, sum_postings

SESSIONS = sorted(Path(__file__).parents[1].joinpath("sessions").glob("*.session"))
HAS = r"{name} (?:then )?has|Leaves {name} with|{name} now owes on credit"
AND_THEN = "{name}, then (.+)"
"""How a receipt gives, in one line, what somebody gains or loses and what that leaves."""


def entries_of(referee):
    """Each entry, with what everybody holds after it."""
    projection = Projection()
    for entry in referee.journal.all_entries(referee.play.id):
        projection.add(entry)
        if not entry.proposal.voids:  # what is taken back has a receipt of an earlier moment
            yield entry.proposal, projection.ledger.balances


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_what_somebody_then_has_on_a_receipt_is_what_the_book_has(file, replayed):
    referee = replayed(file.stem)
    names = {seat.key: re.escape(referee.table.name(seat.key)) for seat in referee.table.players}
    for proposal, held in entries_of(referee):
        moved = sum_postings(proposal.postings)
        for seat, name in names.items():
            has = {0, *(abs(amount) for (account, _), amount in held.items() if account.startswith(f"{seat}:"))}
            said = [line.figure for line in proposal.working if re.fullmatch(HAS.format(name=name), line.text)]
            # of several the last counts: those before are steps on the way
            assert not said or abs(said[-1] or 0) in has, proposal.narration
            for line in proposal.working:
                if then := re.fullmatch(AND_THEN.format(name=name), line.text):
                    (unit,) = {unit for account, unit in moved if account == f"{seat}:cash"}
                    cash = f"{seat}:cash", unit
                    assert (line.figure, then[1]) == (moved[cash], format_amount(held.get(cash, 0), unit))

"""A play looked over from its first word on, each fault with the check that found it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from models import audit
from models.audit import Fault
from models.play import Seat
from models.schema import PlayRow, SeatRow
from models.shelf import start_of
from models.trouble import Damaged, NoSuchPlay

if TYPE_CHECKING:
    from models.journal import Journal

BEGINNING = "it began as was written: who sits, house rules, board"
READING = "it can be read at all"


def examined(journal: Journal, play: str, *, quiet: bool = False) -> list[Fault]:
    """Find every fault of a play; none when it is sound. A ``quiet`` list tells no balance. See ``Journal.check``."""
    try:
        with journal.database.reading() as driver, Session(journal.database.engine) as session:
            row = session.get(PlayRow, play)
            if row is None:
                return [Fault(READING, NoSuchPlay().sentence)]
            seats = session.exec(select(SeatRow).where(SeatRow.play == play).order_by(col(SeatRow.place))).all()
            start = start_of(row, [Seat(one.key, one.name, one.colour, one.token) for one in seats])
            found = [] if start == row.digest else [Fault(BEGINNING, "How this play began is not what was written.")]
            return found + audit.examined(driver, play, row.digest, quiet=quiet)
    except Damaged as damage:
        return [Fault(READING, damage.sentence)]

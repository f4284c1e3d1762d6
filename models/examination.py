"""A play looked over from its first word on, each fault with the check that found it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models import audit, log
from models.audit import Fault
from models.record import understood
from models.sealing import broken
from models.trouble import Damaged, NoSuchPlay

if TYPE_CHECKING:
    from models.journal import Journal

BEGINNING = "it began as was written: who sits, house rules, board"
READING = "it can be read at all"
WHOLE = "SQLite finds it whole"
CUT = "the log beside the book is whole"
SHELF = "titles, players and figures are as they were written"


def examined(journal: Journal, play: str, *, quiet: bool = False) -> list[Fault]:
    """Find every fault of a play; none when it is sound. A ``quiet`` list tells no balance. See ``Journal.check``."""
    try:
        with journal.database.reading() as driver:
            start, written = journal.beginning(play)
            found = [] if start == written else [Fault(BEGINNING, "How this play began is not what was written.")]
            return found + audit.examined(driver, play, written, quiet=quiet)
    except (Damaged, NoSuchPlay) as fault:
        return [Fault(READING, fault.sentence)]


def looked_over(journal: Journal) -> list[Fault]:
    """Look the whole file over but for what its plays say, each of which is looked over as it is opened.

    Finds every fault in the file itself, and in titles, players, figures of boards and likings; none when it is sound.
    """
    database = journal.database
    found = [Fault(CUT, log.LOST)] if database.cut_short else []
    found += [Fault(WHOLE, one) for one in database.check()]
    try:
        with database.lenient() as driver, understood("What is remembered can't be read: the file is damaged."):
            return found + [Fault(SHELF, one) for one in broken(driver).values()]
    except Damaged as damage:
        return [*found, Fault(SHELF, damage.sentence)]

"""Reading and verifying a backup. See ``backup`` for making one."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime

from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from models import integrity, projections
from models.backups.untrusted_file import UntrustedFile, copy_rows
from models.checksums import find_broken
from models.entry_rows import Rows, dump, entry_of, load, read_rows, rows_of, stamp
from models.errors import DamagedError, StorageError
from models.journal import Journal
from models.ledger import PLAIN, Entry, Projection, Proposal
from models.names import clean, is_text
from models.plays import Play, Seat, read_beginning
from models.tables import PlayRow

LONGEST_NAME = 2_000
"""The most letters of a title or a name, as in a line of a session."""
MOST_SEATS = 40
"""The most seats of a play; no game has half as many."""
ID = re.compile(r"[0-9a-f]{32}")
KEY = re.compile(r"[\w.]+")


class Backup:
    """A backup that was read: its sound plays, in a ``book`` of their own, and a sentence for each damaged one.

    ``damaged_rows`` are the rows whose checksums don't match, by table and key. The book is in memory until ``close``.
    ``content`` is set for a play that was read from text, whose digests are new: it is compared by what this returns,
    the beginning first and then each entry.
    """

    def __init__(
        self,
        book: UntrustedFile,
        plays: tuple[Play, ...],
        damaged: tuple[str, ...],
        damaged_rows: Collection[tuple[str, str]] = (),
        content: Callable[[Journal, str], list[str]] | None = None,
    ) -> None:
        self.book = book
        self.journal = Journal(book)
        self.plays = plays
        self.damaged = damaged
        self.damaged_rows = damaged_rows
        self.content = content

    def close(self) -> None:
        """Free the memory."""
        self.book.close()


def read_backup(data: bytes) -> Backup:
    """Read a backup and check every play's chain of digests, its sums and its words.

    Raises:
        ForeignFileError, NewerFileError, DamagedError: it is no backup of this app, or not whole.

    """
    found = copy_rows(data)
    try:
        journal = Journal(found.book)
        with found.book.writing() as connection:
            ids = connection.execute(select(PlayRow.id).order_by(col(PlayRow.created))).scalars().all()
            plays, damaged = [], []
            for play in ids:
                row, seats = read_beginning(connection, play)
                title = _printable_title(row.title)
                if not ID.fullmatch(play) or play in found.lossy:
                    damaged.append(f"{title}: a part of it is missing or not as this app writes.")
                elif fault := _fault(journal, row, seats):
                    damaged.append(f"{title}: {fault}")
                else:
                    plays.append(journal.play(play))
        nameless = len(found.lossy - set(ids))
        if nameless:
            damaged.append("A game of which not even the title can be read." if nameless == 1 else f"{nameless} games "
                           "of which not even the titles can be read.")  # fmt: skip
        if found.torn and not damaged:
            damaged.append("The file is damaged in places, so there may have been more in it.")
        return Backup(found.book, tuple(plays), tuple(damaged), frozenset(find_broken(found.book.connection)))
    except (sqlite3.Error, DBAPIError, RecursionError) as error:
        found.book.close()
        raise DamagedError("This backup is damaged and can't be read.") from error
    except BaseException:
        found.book.close()
        raise


def _printable_title(title: str) -> str:
    """Return a title that is fit for a sentence."""
    return clean(title[:60]) or "A game without a title"


def _fault(journal: Journal, row: PlayRow, seats: Sequence[Seat]) -> str:
    """Say what is wrong with a play that was copied; empty when it is sound."""
    play = row.id
    try:
        if fault := _check_beginning(row, seats):
            return fault
        projections.rebuild(journal.database.connection, play)
        if faults := integrity.check(journal, play, quiet=True):
            return faults[0]
        return _entries(journal, play, row.digest)
    except StorageError as error:
        return error.sentence
    except (ValueError, TypeError, RecursionError, OverflowError):
        return "something in it is not as this app writes."


def _check_beginning(row: PlayRow, seats: Sequence[Seat]) -> str:
    words = [row.title, row.game, row.edition, row.ended or "", *(one.name for one in seats)]
    short = [*(one.key for one in seats), *(one.colour for one in seats), *(one.token for one in seats)]
    if any(len(one) > LONGEST_NAME for one in (*words, *short)):
        return "a name in it is longer than any of ours."
    if len(seats) > MOST_SEATS:
        return "more players sit at it than at any table of ours."
    houses, board = plain_json(row.houses), plain_json(row.board)
    sound = (
        seats
        and all(is_text(one) for one in (*words, *short))
        and all(KEY.fullmatch(one.key) for one in seats)
        and isinstance(houses, dict)
        and all(isinstance(way, str) for way in houses.values())
        and isinstance(board, dict)
        and all(isinstance(value, PLAIN) for value in board.values())
        and timely(row.created)
        and timely(row.touched)
    )
    return "" if sound and not row.purged else "how it began is not as this app writes."


def _entries(journal: Journal, play: str, start: str) -> str:
    """Check that each entry is byte for byte what this app would have written, and voids only what counted."""
    projection, previous = Projection(), start
    for rows in read_rows(journal.database.connection, play):
        entry = entry_of(rows)
        if not _is_written_here(rows, entry, previous):
            return f"entry {rows.seq} is not as this app writes."
        projection.add(entry)
        previous = rows.digest
    return ""


def _is_written_here(rows: Rows, entry: Entry, previous: str) -> bool:
    proposals = (entry.proposal, *(one.proposal for one in entry.proposal.revised))
    lines = all(
        isinstance(line.text, str)
        and (line.figure is None or type(line.figure) is int)
        and isinstance(line.unit, str)
        and isinstance(line.signed, bool)
        and isinstance(line.total, bool)
        for proposal in proposals
        for line in proposal.working
    )
    words = all(isinstance(one, str) for proposal in proposals for one in (*proposal.house, *_words(proposal)))
    return lines and words and rows_of(rows.entry[0], entry, rows.entry[4], previous) == rows


def _words(proposal: Proposal) -> Iterator[object]:
    """Yield everything that must be text; the columns ensure it for an entry, but not for a revised one."""
    yield from (proposal.action, proposal.narration, proposal.rule, proposal.source, *proposal.answers)
    for posting in proposal.postings:
        yield from (posting.account, posting.unit)
    for mark in proposal.marks:
        yield from (mark.holder, mark.name)


def plain_json(cell: str) -> object:
    """Read JSON that this app has written.

    Raises:
        ValueError: it was written in another way, or has no UTF-8 form.

    """
    value: object = load(cell)
    if dump(value) != cell:
        raise ValueError("this is not how we write JSON")
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()  # no lone surrogates, and no infinite numbers
    return value


def timely(cell: str) -> bool:
    """Whether a time is written in this app's form."""
    return stamp(datetime.fromisoformat(cell)) == cell

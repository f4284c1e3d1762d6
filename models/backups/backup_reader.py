"""Reading and verifying a backup. See ``backup`` for making one."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from models import integrity, projections
from models.backups.untrusted_file import UntrustedFile, copy_rows, recognise
from models.checksums import find_broken
from models.entry_rows import Rows, dump, entry_of, load, read_rows, rows_of, stamp
from models.errors import DamagedError, StorageError
from models.frozen import frozen
from models.journal import Journal
from models.ledger import Entry, Projection
from models.names import clean, is_text
from models.plays import Play, Seat, read_beginning, start_of
from models.tables import PlayRow

LONGEST_NAME = 2_000
"""The most letters of a title or a name, as in a line of a session."""
MOST_SEATS = 40
"""The most seats of a play; no game has half as many."""
ID = re.compile(r"[0-9a-f]{32}")
KEY = re.compile(r"[\w.]+")


@frozen
class Backup:
    """A backup that was read: its sound plays, in a ``book`` of their own, and a sentence for each damaged one.

    ``damaged_rows`` are the rows whose checksums don't match, by table and key. The book is in memory until ``close``.
    ``content`` is set for a play that was read from text, whose digests are new: it is compared by what this returns,
    the beginning first and then each entry.
    """

    book: UntrustedFile
    plays: tuple[Play, ...]
    damaged: tuple[str, ...] = ()
    damaged_rows: Collection[tuple[str, str]] = ()
    content: Callable[[Journal, str], list[str]] | None = None

    @property
    def journal(self) -> Journal:
        """The plays of the backup."""
        return Journal(self.book)

    def close(self) -> None:
        """Free the memory."""
        self.book.close()


def read_backup(data: bytes) -> Backup:
    """Read a backup and check every play's chain of digests, its sums and its words.

    Raises:
        ForeignFileError, NewerFileError, DamagedError: it is no backup of this app, or not whole.

    """
    book = UntrustedFile(recognise(data))
    try:
        found = copy_rows(data, book)
        return verify(book, found.lossy, torn=found.torn)
    except (sqlite3.Error, DBAPIError, RecursionError, UnicodeDecodeError) as error:
        book.close()
        raise DamagedError("This backup is damaged and can't be read.") from error
    except BaseException:
        book.close()
        raise


def verify(book: UntrustedFile, lossy: Collection[str] = (), *, torn: bool = False) -> Backup:
    """Check every play of a book that was filled from elsewhere; ``lossy`` are plays that have lost rows."""
    journal = Journal(book)
    with book.writing() as connection:
        ids = connection.execute(select(PlayRow.id).order_by(col(PlayRow.created))).scalars().all()
        plays, damaged = [], []
        for play in ids:
            row, seats = read_beginning(connection, play)
            title = printable_title(row.title)
            if not ID.fullmatch(play) or play in lossy:
                damaged.append(f"{title}: a part of it is missing or not as this app writes.")
            elif fault := _fault(journal, row, seats):
                damaged.append(f"{title}: {fault}")
            else:
                plays.append(journal.play(play))
    damaged += ["A game of which not even the title can be read."] * len(set(lossy) - set(ids))
    if torn and not damaged:
        damaged.append("The file is damaged in places, so there may have been more in it.")
    return Backup(book, tuple(plays), tuple(damaged), frozenset(find_broken(book.connection)))


def printable_title(title: str) -> str:
    """Return a title that is fit for a sentence."""
    return clean(title[:60]) or "A game without a title"


def _fault(journal: Journal, row: PlayRow, seats: Sequence[Seat]) -> str:
    """Say what is wrong with a play that was copied; empty when it is sound."""
    connection = journal.database.connection
    try:
        if not _is_begun_here(row, seats):
            return "how it began is not as this app writes."
        projection = Projection()
        previous = row.digest
        for rows in read_rows(connection, row.id):
            entry = entry_of(rows)
            if not _is_written_here(rows, entry, previous):
                return f"Entry {rows.seq} is not what was written."
            projection.add(entry)
            previous = rows.digest
        if integrity.find_orphans(connection, row.id, {entry.seq for entry in projection.entries}):
            return "its last entries are gone, but not all that they did."
        projections.rebuild(connection, row.id, projection)
    except StorageError as error:
        return error.sentence
    except (ValueError, TypeError, RecursionError, OverflowError):
        return "something in it is not as this app writes."
    return ""


def _is_begun_here(row: PlayRow, seats: Sequence[Seat]) -> bool:
    """Whether a play begins as this app would have begun it."""
    short = [word for seat in seats for word in (seat.key, seat.name, seat.colour, seat.token)]
    words = [row.title, row.game, row.edition, row.ended or "", *short]
    BEGINNING.validate_python((plain_json(row.houses), plain_json(row.board)), strict=True)
    return (
        0 < len(seats) <= MOST_SEATS
        and all(is_text(word) and len(word) <= LONGEST_NAME for word in words)
        and all(KEY.fullmatch(seat.key) for seat in seats)
        and start_of(row, seats) == row.digest
        and timely(row.created)
        and timely(row.touched)
        and not row.purged
    )


BEGINNING = TypeAdapter(tuple[dict[str, str], dict[str, str | int | bool | None]])
"""The house rules and the board values of a play."""
Working: TypeAlias = list[tuple[str, int | None, str, bool, bool]]
CONTENT = TypeAdapter(
    tuple[
        Working,
        list[str],
        list[
            tuple[
                str,
                str,
                dict[str, Any],
                list[tuple[str, str, int]],
                list[tuple[str, str, Any]],
                Working,
                str,
                str,
                list[str],
            ]
        ],
    ]
)
"""The working, the house rules and the revised lines of an entry, as they are stored in JSON."""


def _is_written_here(rows: Rows, entry: Entry, previous: str) -> bool:
    """Whether an entry is byte for byte what this app would have written."""
    lines = ",".join(line for *_, line in rows.revised)
    CONTENT.validate_json(f"[{rows.entry[8]},{rows.entry[11]},[{lines}]]", strict=True)
    return rows_of(rows.entry[0], entry, rows.entry[4], previous) == rows


def plain_json(cell: str) -> object:
    """Read JSON that this app has written.

    Raises:
        ValueError: it was written in another way, or has no UTF-8 form.

    """
    value: object = load(cell)
    if dump(value) != cell:
        raise ValueError("this is not how we write JSON")
    json.dumps(
        value, allow_nan=False, ensure_ascii=False
    ).encode()  # no lone surrogates, and no infinite numbers
    return value


def timely(cell: str) -> bool:
    """Whether a time is written in this app's form."""
    return stamp(datetime.fromisoformat(cell)) == cell

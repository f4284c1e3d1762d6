"""Reading a SQLite file from an untrusted source into a book of our own in memory, value by value.

A SQLite file can hold more than rows: triggers, views, computed columns. None of theirs is run. The file is opened in
memory, only plain tables with our own names and columns are read, each from end to end, and what fits is copied into
tables made by our own migrations. ``backup_reader`` verifies what was copied.
"""

from __future__ import annotations

import itertools
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from models.database import Database
from models.entry_rows import Cells
from models.errors import DamagedError, ForeignFileError, NewerFileError
from models.migrations import MIGRATIONS
from models.paths import APPLICATION

MOST_BYTES = 64_000_000 if sys.platform == "emscripten" else 200_000_000
"""The largest file that is read, in bytes. A play takes about 2 kB a line."""
MOST_LETTERS = 1_000_000
"""The longest text of a value."""
SECONDS = 120
"""The longest time for reading; a file that takes longer was made to."""
STEPS = 50_000
"""SQLite's steps between two looks at the clock."""

MAGIC = b"SQLite format 3\0"
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")
MOST_ROWS = {
    "play": 5_000,
    "seat": 50_000,
    "entry": 200_000,
    "posting": 1_000_000,
    "mark": 1_000_000,
    "voiding": 500_000,
    "retold": 500_000,
    "player": 5_000,
    "board_fact": 10_000,
    "preference": 5_000,
    "seal": 50_000,
}
"""The most rows of each table that is read: about twice as many as the largest book has.

The others are derived from these, or of who takes part.
"""
Column: TypeAlias = tuple[str, str, int]
"""A column's name, its kind, and whether it needs a value."""
KINDS = {"TEXT": str, "INTEGER": int}


class UntrustedFile(Database):
    """A book in memory for unverified data, with the schema of an earlier ``version`` at first."""

    def __init__(self, version: int | None = None) -> None:
        super().__init__(Path(":memory:"), version)

    def catch_up(self) -> None:
        """Migrate the book to the present version."""
        self.newest = len(MIGRATIONS)
        self._migrate()


@dataclass(slots=True)
class Copied:
    """What was copied into a book: the plays that lost rows, and whether a table broke off.

    ``room`` is how many more bytes the file can hold.
    """

    book: UntrustedFile
    room: int
    lossy: set[str] = field(default_factory=set)
    torn: bool = False


def is_database(data: bytes) -> bool:
    """Whether this is any SQLite file, or an archive that could hold one."""
    return data.startswith((MAGIC, *PACKED))


def recognise(data: bytes) -> int:
    """Return the version of a book from its first bytes, before SQLite opens it.

    Raises:
        ForeignFileError, NewerFileError, DamagedError: it can't be read.

    """
    if len(data) > MOST_BYTES:
        raise ForeignFileError(
            f"This file is larger than {MOST_BYTES // 1_000_000} MB. No backup of Companion is."
        )
    if not data:
        raise ForeignFileError("This file is empty.")
    if data.startswith(PACKED):
        raise ForeignFileError(
            "This file is packed. Unpack it first, and choose the backup inside."
        )
    if not data.startswith(MAGIC):
        raise ForeignFileError("This file is no backup made by Companion.")
    if len(data) < 100:
        raise DamagedError("This backup is cut short. Copy it here again from where it was kept.")
    if _number(data, 68) != APPLICATION or not _number(data, 60):
        raise ForeignFileError("This file is no backup made by Companion, but another program's.")
    version = _number(data, 60)
    if version > len(MIGRATIONS):
        raise NewerFileError(
            "This backup was made by a newer version of Companion. Update the app, then restore it."
        )
    page = int.from_bytes(data[16:18]) if data[16:18] != b"\0\1" else 65_536
    # the page count is valid if it was written with the last change
    if _number(data, 24) == _number(data, 92) and page * _number(data, 28) > len(data):
        raise DamagedError("This backup is cut short. Copy it here again from where it was kept.")
    return version


def copy_rows(data: bytes, book: UntrustedFile) -> Copied:
    """Copy what fits from a file into a book of its version, and migrate that to the present one.

    Raises:
        ForeignFileError, DamagedError: it can't be read.
        sqlite3.Error, UnicodeDecodeError: it is damaged; SQLite quotes damaged bytes, which may be no UTF-8.

    """
    made = Copied(book, len(data))
    ours = book.driver
    with in_memory(data) as theirs:
        _disable(theirs)
        ours.execute("PRAGMA foreign_keys = OFF")
        # they allow only appending entries; they are put back for the migrations that follow
        triggers = ours.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            ours.execute(f'DROP TRIGGER "{name}"')
        ours.execute("BEGIN")
        _copy_tables(theirs, made)
        ours.execute("COMMIT")
        for _, sql in triggers:
            ours.execute(sql)
        book.catch_up()
        ours.execute("PRAGMA foreign_keys = ON")
    return made


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4])


@contextmanager
def in_memory(data: bytes | None = None) -> Iterator[sqlite3.Connection]:
    """Open a database in memory: an empty one, or that of a file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        if data is not None:
            plain = bytearray(data)
            plain[18:20] = b"\1\1"  # a copy of a book that was open has WAL mode set
            file.deserialize(plain)
            del plain  # SQLite has its own copy by now
        yield file


def _disable(theirs: sqlite3.Connection) -> None:
    """Disable everything in a file that could run by itself, and end what takes too long."""
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
        theirs.execute(f"PRAGMA {pragma}")
    theirs.text_factory = _text
    until = monotonic() + SECONDS
    theirs.set_progress_handler(lambda: monotonic() > until, STEPS)


def _text(raw: bytes) -> str | bytes:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw  # fits in no column, so its row is left out


def _copy_tables(theirs: sqlite3.Connection, made: Copied) -> None:
    ours = made.book.driver
    # by what SQLite parsed: the type in the master table may be false
    plain = {row[1] for row in theirs.execute("PRAGMA main.table_list") if row[2] == "table"}
    tables = [
        name for (name,) in ours.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    for table in tables:
        if table not in MOST_ROWS:
            continue
        columns = [row[1:4] for row in ours.execute(f'PRAGMA table_info("{table}")')]
        there = {row[1] for row in theirs.execute(f'PRAGMA table_xinfo("{table}")') if row[6] == 0}
        if table not in plain or not there.issuperset(name for name, _, _ in columns):
            raise ForeignFileError("This file is not laid out as a backup made by Companion.")
        names = ", ".join(f'"{name}"' for name, _, _ in columns)
        cursor = theirs.execute(f'SELECT {names} FROM main."{table}"')  # noqa: S608 - our own names
        rows = _sound_rows(cursor, columns, made, MOST_ROWS[table])
        marks = ", ".join("?" * len(columns))
        # of two rows with one key the first is kept; the chain of digests finds out whether it was the right one
        ours.executemany(f'INSERT OR IGNORE INTO "{table}" ({names}) VALUES ({marks})', rows)  # noqa: S608 - as above


def _sound_rows(
    cursor: sqlite3.Cursor, columns: list[Column], made: Copied, most: int
) -> Iterator[Cells]:
    """Yield the rows of one of the file's tables of which every value fits in ours.

    Raises:
        DamagedError: they hold more than the file has room for, as when its pages form a cycle.
        ForeignFileError: there are more rows than in any book.

    """
    names = [name for name, _, _ in columns]
    of = names.index("play") if "play" in names else names.index("id") if "id" in names else None
    for count in itertools.count():
        try:
            row = cursor.fetchone()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                raise DamagedError(
                    "This file takes too long to read. It was not made by Companion alone."
                ) from error
            made.torn = True
            return
        if row is None:
            return
        if count >= most:
            raise ForeignFileError(
                f"This backup has more than {most:,} rows in a table. No book of Companion has."
            )
        # a number takes at least a byte, a text one for each letter
        made.room -= sum(len(cell) if isinstance(cell, str | bytes) else 1 for cell in row)
        if made.room < 0:
            raise DamagedError(
                "This backup is damaged: it claims to hold more than there is room for in it."
            )
        if all(map(_fits, row, columns)):
            yield row
        elif of is not None and isinstance(row[of], str):
            made.lossy.add(row[of])


def _fits(cell: Any, column: Column) -> bool:
    _, kind, needed = column
    if cell is None:
        return not needed
    return type(cell) is KINDS[kind] and (not isinstance(cell, str) or len(cell) <= MOST_LETTERS)

"""The migrations: numbered steps from an empty file to the present schema. A released step is never edited.

The SQL here does not use ``tables`` on purpose: those change with the app, while step 1 must still create what it
created in the first release. A test compares the result with ``tables``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import Connection

from models.checksums import write_all_checksums
from models.errors import ForeignFileError, NewerFileError
from models.paths import APPLICATION

if TYPE_CHECKING:  # names of types, which nothing needs at run time
    Migration: TypeAlias = Callable[[Connection], None]

# STRICT, so that a column of whole numbers can't hold a fraction.
TABLES = (
    """CREATE TABLE play (
        id TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL,
        created TEXT NOT NULL, touched TEXT NOT NULL,
        archived INTEGER NOT NULL, deleted INTEGER NOT NULL, purged INTEGER NOT NULL,
        ended TEXT, houses TEXT NOT NULL, board TEXT NOT NULL, edition TEXT NOT NULL, digest TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE seat (
        play TEXT NOT NULL REFERENCES play (id), place INTEGER NOT NULL,
        key TEXT NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL, token TEXT NOT NULL,
        PRIMARY KEY (play, place), UNIQUE (play, key)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE entry (
        play TEXT NOT NULL REFERENCES play (id), seq INTEGER NOT NULL,
        at TEXT NOT NULL, "by" TEXT NOT NULL, command TEXT NOT NULL, action TEXT NOT NULL,
        narration TEXT NOT NULL, answers TEXT NOT NULL, working TEXT NOT NULL, rule TEXT NOT NULL,
        source TEXT NOT NULL, house TEXT NOT NULL, digest TEXT NOT NULL,
        PRIMARY KEY (play, seq), UNIQUE (play, command)
    ) STRICT""",
    """CREATE TABLE posting (
        play TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL,
        account TEXT NOT NULL, unit TEXT NOT NULL, quantity INTEGER NOT NULL,
        PRIMARY KEY (play, seq, n), FOREIGN KEY (play, seq) REFERENCES entry (play, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE mark (
        play TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL,
        holder TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (play, seq, n), FOREIGN KEY (play, seq) REFERENCES entry (play, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE voiding (
        play TEXT NOT NULL, seq INTEGER NOT NULL, target INTEGER NOT NULL,
        PRIMARY KEY (play, seq, target), FOREIGN KEY (play, seq) REFERENCES entry (play, seq),
        FOREIGN KEY (play, target) REFERENCES entry (play, seq), CHECK (target < seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE balance (
        play TEXT NOT NULL, account TEXT NOT NULL, unit TEXT NOT NULL, quantity INTEGER NOT NULL,
        PRIMARY KEY (play, account, unit)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE standing (
        play TEXT NOT NULL, holder TEXT NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL,
        value TEXT NOT NULL, PRIMARY KEY (play, holder, name)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE struck (
        play TEXT NOT NULL, seq INTEGER NOT NULL, "by" INTEGER NOT NULL, PRIMARY KEY (play, seq, "by")
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE player (
        folded TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, colour TEXT NOT NULL, token TEXT NOT NULL,
        last_seen TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE board_fact (
        game TEXT NOT NULL, edition TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (game, edition, key)
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE preference (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT",
)

# A voided mark brings back the one before it; this finds that one without reading the whole play. The value is
# included because SQLite's planner would otherwise scan the play from its end.
INDICES = ("CREATE INDEX mark_said ON mark (play, holder, name, seq, n, value)",)

# Deleting a written row is refused unless its whole play is purged. Inserts are checked too: INSERT OR REPLACE would
# change a row without firing the update triggers, and a late posting would change an entry without touching its row.
NEVER_CHANGED = """CREATE TRIGGER {table}_is_never_changed BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, 'What is written is never changed; void it instead.'); END"""
NEVER_DELETED = """CREATE TRIGGER {table}_is_never_deleted BEFORE DELETE ON {table}
    WHEN NOT EXISTS (SELECT 1 FROM play WHERE id = OLD.play AND purged)
    BEGIN SELECT RAISE(ABORT, 'What is written is never deleted; void it instead.'); END"""
NEXT_ONLY = """CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry
    WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM entry WHERE play = NEW.play), 0)
    BEGIN SELECT RAISE(ABORT, 'Entries are numbered from 1 without a gap.'); END"""
LATEST_ONLY = """CREATE TRIGGER {table}_is_of_the_latest BEFORE INSERT ON {table}
    WHEN NEW.seq <> (SELECT max(seq) FROM entry WHERE play = NEW.play)
    BEGIN SELECT RAISE(ABORT, 'Nothing is added to an earlier entry.'); END"""
EFFECTS = ("posting", "mark", "voiding")

REVISED = """CREATE TABLE retold (
        play TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL,
        place INTEGER NOT NULL, after INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
        PRIMARY KEY (play, seq, n), UNIQUE (play, seq, place, after),
        FOREIGN KEY (play, seq) REFERENCES entry (play, seq), CHECK (place < seq AND number <= seq)
    ) STRICT, WITHOUT ROWID"""

CHECKSUMS = """CREATE TABLE seal (
        what TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (what, key)
    ) STRICT, WITHOUT ROWID"""


ROOMS = (
    """CREATE TABLE room (
        id TEXT NOT NULL PRIMARY KEY, created TEXT NOT NULL, code TEXT NOT NULL, invitation TEXT NOT NULL,
        closed INTEGER NOT NULL, at_once INTEGER NOT NULL, newcomers INTEGER NOT NULL
    ) STRICT""",
    "CREATE TABLE room_play (play TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL) STRICT",
    """CREATE TABLE member (
        id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, token TEXT NOT NULL UNIQUE, people TEXT NOT NULL,
        state TEXT NOT NULL, host INTEGER NOT NULL, bank INTEGER NOT NULL, since TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE request (
        id TEXT NOT NULL PRIMARY KEY, play TEXT NOT NULL, member TEXT NOT NULL, seat TEXT NOT NULL, at TEXT NOT NULL,
        action TEXT NOT NULL, answers TEXT NOT NULL, state TEXT NOT NULL, word TEXT NOT NULL
    ) STRICT""",
)


def create_tables(connection: Connection) -> None:
    """Create the schema of the first release."""
    for statement in (*TABLES, *INDICES, NEXT_ONLY):
        connection.exec_driver_sql(statement)
    for table in ("entry", *EFFECTS):
        connection.exec_driver_sql(NEVER_CHANGED.format(table=table))
        connection.exec_driver_sql(NEVER_DELETED.format(table=table))
    for table in EFFECTS:
        connection.exec_driver_sql(LATEST_ONLY.format(table=table))


def add_revised_entries(connection: Connection) -> None:
    """Create the table of revised entries, for corrections."""
    connection.exec_driver_sql(REVISED)
    for trigger in (NEVER_CHANGED, NEVER_DELETED, LATEST_ONLY):
        connection.exec_driver_sql(trigger.format(table="retold"))


def add_checksums(connection: Connection) -> None:
    """Write checksums of titles, players and board values as they are in the file now."""
    connection.exec_driver_sql(CHECKSUMS)
    write_all_checksums(connection)


def add_rooms(connection: Connection) -> None:
    """Create the tables of who takes part."""
    for statement in ROOMS:
        connection.exec_driver_sql(statement)


MIGRATIONS: tuple[Migration, ...] = (create_tables, add_revised_entries, add_checksums, add_rooms)
"""Step n, counted from 1, takes a file of version n - 1 to version n."""


def recognise(driver: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return the version of a book, zero for a new file. A file that is no book is refused before it is changed.

    Raises:
        ForeignFileError, NewerFileError: the file can't be used.

    """
    (ours,) = driver.execute("PRAGMA application_id").fetchone()
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    (things,) = driver.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if ours != APPLICATION and (ours or version or things):
        raise ForeignFileError(f"{path} is not a Companion book.")
    if version > newest:
        raise NewerFileError(
            f"This book was written by a newer version of Companion (version {version} of the file; "
            f"this app reads up to {newest}). Update the app to open it."
        )
    return int(version)

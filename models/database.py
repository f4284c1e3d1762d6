"""The file: where it is, opening it, one write at a time, and saying so when it can't be written."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from models.migrations import MIGRATIONS
from models.trouble import Busy, Damaged, ForeignFile, NewerFile, ReadOnly, Trouble, Unopenable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine

APPLICATION = int.from_bytes(b"Comp")
FILE = "companion.db"
PATIENCE = 5.0
"""Seconds to wait for another process to finish its write."""


def data_folder(given: Path | None = None) -> Path:
    """Choose where the books are kept: as given, as the device says, or where this system keeps data."""
    if given is not None:
        return given
    if told := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(told)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "companion"


class Kept(sqlite3.Connection):
    """The one connection. Only ``Database`` begins and ends its transactions.

    SQLAlchemy says commit or roll back whenever a session ends; here that must not end a write half way.
    """

    def commit(self) -> None:
        """Leave the transaction to ``Database``."""

    def rollback(self) -> None:
        """Leave the transaction to ``Database``."""


class Database:
    """The open file. ``broken`` is a sentence once a save has failed; from then on it is read-only.

    ``engine`` is for SQLModel sessions and ``driver`` for SQL; both are the same one connection, which
    may be used from any thread within ``reading`` or ``writing``. Never await in there: what another
    coroutine writes meanwhile would become a part of the same write.
    """

    driver: sqlite3.Connection
    engine: Engine

    def __init__(self, path: Path) -> None:
        self.path = path
        self.broken: str | None = None
        self._lock = threading.RLock()
        self._doing = ""
        self._connect()

    @classmethod
    def open(cls, folder: Path) -> Database:
        """Open the books in a folder, making both where there are none.

        Raises:
            NewerFile, ForeignFile, Unopenable, Damaged: each with a sentence that says why not.

        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unopenable(f"The folder {folder} can't be used: {error.strerror}.") from error
        return cls(folder / FILE)

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()
        self.driver.close()

    def reopen(self) -> None:
        """Open the file afresh, as after a failed save; what is there now is what counts."""
        with self._lock:
            self.close()
            self._connect()
            self.broken = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read one unchanging picture, however many statements it takes."""
        with self._lock:
            if self._doing:
                yield self.driver
                return
            try:
                self.driver.execute("BEGIN")
                self._doing = "reading"
                yield self.driver
            except Exception as error:
                if self.broken and isinstance(error, sqlite3.ProgrammingError):
                    raise ReadOnly(self.broken) from error  # there was no new connection to be had
                if _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                    raise Damaged("A part of the file is damaged and can't be read.") from error
                raise
            finally:
                self._doing = ""
                self._roll_back()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write all of what follows, or none of it. Within another write, be a part of that one.

        Raises:
            ReadOnly: a save has failed, now or before.
            Busy: another process would not let go of the file.

        """
        with self._lock:
            if self.broken:
                raise ReadOnly(self.broken)
            if self._doing == "reading":
                raise RuntimeError("a read can't turn into a write: its picture may be old by then")
            if self._doing:
                with self._part():
                    yield self.driver
                return
            try:
                self.driver.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                if _code(error) == sqlite3.SQLITE_BUSY:
                    raise Busy("The book is being written by another window; try again.") from error
                raise self._fail(error) from error
            try:
                self._doing = "writing"
                yield self.driver
            except BaseException as error:
                self._roll_back()
                if _code(error) in FAILURES:
                    raise self._fail(error) from error
                raise
            finally:
                self._doing = ""
            try:
                self.driver.execute("COMMIT")
            except sqlite3.Error as error:
                # whether it reached the disk is unknown; the command id will tell on the next try
                self._roll_back()
                raise self._fail(error) from error

    def check(self) -> list[str]:
        """Have SQLite look the whole file over; a sentence for each fault it finds."""
        found = self.integrity()
        try:
            return found + self.strays()
        except Damaged as damage:
            return found or [damage.sentence]

    def integrity(self) -> list[str]:
        """Have SQLite look at every page of the file; a sentence for each fault it finds."""
        try:
            with self.reading() as driver:
                found = [str(row[0]) for row in driver.execute("PRAGMA integrity_check(10)")]
        except Damaged as damage:
            return [damage.sentence]
        return [f"The file is damaged: {one}." for one in found if one != "ok"]

    def strays(self) -> list[str]:
        """Find rows that have lost the one they belong to; a sentence for each.

        Raises:
            Damaged: the file can't be read.

        """
        with self.reading() as driver:
            lost = driver.execute("PRAGMA foreign_key_check").fetchall()
        return [f"A row of {child} lost the row of {parent} it belongs to." for child, _, parent, _ in lost]

    @contextmanager
    def _part(self) -> Iterator[None]:
        self.driver.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            # a full disk has already undone everything; the whole write will find that out
            with suppress(sqlite3.Error):
                self.driver.execute("ROLLBACK TO part")
                self.driver.execute("RELEASE part")
            raise
        self.driver.execute("RELEASE part")

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self.driver.in_transaction:
                self.driver.execute("ROLLBACK")

    def _fail(self, error: BaseException) -> ReadOnly:
        """Turn read-only, and read on by a new connection where one can be had.

        What a connection believes after a failed sync is not to be trusted.
        """
        self.broken = SENTENCES.get(_code(error), "The last entry could not be saved.") + REST
        with suppress(Trouble, sqlite3.Error):
            self.close()
            self._connect()
        return ReadOnly(self.broken)

    def _driver(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=Kept)

    def _connect(self) -> None:
        try:
            driver = self._driver()
        except sqlite3.Error as error:
            raise Unopenable(f"The file {self.path} can't be opened: {error}.") from error
        self.driver = driver
        self.engine = create_engine("sqlite://", creator=lambda: driver, poolclass=StaticPool)
        try:
            self._recognise()
            self._set_up()
            self._migrate()
        except BaseException as error:
            self.close()
            if isinstance(error, UnicodeDecodeError):  # SQLite quotes what is damaged, which may be no text
                raise Damaged(f"{self.path} is damaged and can't be opened.") from error
            if not isinstance(error, sqlite3.Error):
                raise
            if _code(error) == sqlite3.SQLITE_NOTADB:
                raise ForeignFile(f"{self.path} is not a Companion book.") from error
            if _code(error) == sqlite3.SQLITE_CORRUPT:
                raise Damaged(f"{self.path} is damaged and can't be opened.") from error
            raise Unopenable(f"The file {self.path} can't be opened: {error}.") from error

    def _recognise(self) -> None:
        """Refuse what is not ours before anything in it is touched."""
        (ours,) = self.driver.execute("PRAGMA application_id").fetchone()
        (version,) = self.driver.execute("PRAGMA user_version").fetchone()
        (things,) = self.driver.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if ours != APPLICATION and (ours or version or things):
            raise ForeignFile(f"{self.path} is not a Companion book.")
        if version > len(MIGRATIONS):
            raise NewerFile(
                f"This book was written by a newer version of Companion (version {version} of the file; "
                f"this app reads up to {len(MIGRATIONS)}). Update the app to open it."
            )

    def _set_up(self) -> None:
        # a browser has no memory to share between processes, and keeps the file whole in one place
        self.driver.execute(f"PRAGMA journal_mode = {'DELETE' if sys.platform == 'emscripten' else 'WAL'}")
        self.driver.execute("PRAGMA synchronous = FULL")
        self.driver.execute(
            "PRAGMA fullfsync = ON"
        )  # Apple's plain fsync leaves data in the drive; no effect elsewhere
        self.driver.execute("PRAGMA checkpoint_fullfsync = ON")
        self.driver.execute("PRAGMA foreign_keys = ON")
        self.driver.execute("PRAGMA recursive_triggers = ON")  # so that REPLACE asks the triggers on deleting
        self.driver.execute("PRAGMA trusted_schema = OFF")
        self.driver.create_function("folded", 1, str.casefold, deterministic=True)

    def _migrate(self) -> None:
        (version,) = self.driver.execute("PRAGMA user_version").fetchone()
        if 0 < version < len(MIGRATIONS):
            from models.copies import make_copy  # noqa: PLC0415 - it reads backups, which takes everything else here

            make_copy(self)
        for number, migration in enumerate(MIGRATIONS, start=1):
            if number <= version:
                continue
            self.driver.execute("BEGIN IMMEDIATE")
            try:
                # another process may have been quicker
                if self.driver.execute("PRAGMA user_version").fetchone()[0] < number:
                    migration(self.driver)
                    self.driver.execute(f"PRAGMA application_id = {APPLICATION}")
                    self.driver.execute(f"PRAGMA user_version = {number}")
                self.driver.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise


SENTENCES = {
    sqlite3.SQLITE_FULL: "This device's storage is full, so the last entry could not be saved.",
    sqlite3.SQLITE_IOERR: "This device failed to save the last entry.",
    sqlite3.SQLITE_CORRUPT: "The file is damaged, so the last entry could not be saved.",
    sqlite3.SQLITE_READONLY: "The file may only be read, so the last entry could not be saved.",
}
FAILURES = frozenset(SENTENCES) | {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN}
REST = " What was saved before is safe. Nothing more is recorded until the book has been opened again."


def _code(error: BaseException) -> int:
    """Give SQLite's number for an error, also when SQLAlchemy has wrapped it; nought for any other."""
    return int(getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)) & 0xFF

"""The book of a data folder, to write or only to read."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from models.backups.backup import back_up, copies, make_copy, write_whole
from models.database import PATIENCE, Database
from models.errors import CannotOpenError, LostBookError, NewerFileError, StorageError
from models.last_entry import LastEntryFile, find_missing_tail
from models.names import name_key
from models.paths import FILE, OWN_FOLDER, keep_private
from models.swap_file import LOGS


def must_not_be_lost(book: Path) -> None:
    """See that no new book is begun where one was.

    Raises:
        LostBookError: it is missing or empty, and copies of it are there.

    """
    words = "empty"
    try:
        if book.stat().st_size:
            return
    except FileNotFoundError:
        words = "missing"
    except OSError:
        return  # opening it says why it can't be read
    if copies(book):
        raise LostBookError(f"The book {book} is {words}. There are copies of it.")


class Book(Database):
    """The book of a data folder. It is copied before a migration, and rescued when its file is moved away.

    What is acknowledged last is noted beside it: a damaged log would lose it in silence.
    ``Database`` alone is any such file, such as somebody else's backup, or a new book where one was lost.
    """

    def _connect(self) -> None:
        must_not_be_lost(self.path)
        self._note = LastEntryFile(self.path)
        try:
            super()._connect()
        except NewerFileError as error:
            # nobody can go to a path in a browser
            there = [] if sys.platform == "emscripten" else copies(self.path)
            older = next((copy.path for copy in there if copy.version <= self.newest), None)
            if older is None:
                raise
            raise NewerFileError(
                f"{error.sentence} A copy that this version can restore is {older}."
            ) from error
        with suppress(StorageError), self.reading() as connection:
            self.tail = find_missing_tail(connection, self.path)

    def close(self) -> None:
        """Close the file, and the note beside it."""
        super().close()
        self._note.close()

    def _commit(self) -> None:
        super()._commit()
        if self.last:
            if sys.platform != "emscripten":  # there is no log to be damaged
                self._note.write(self.last)
            self.last = None

    def _roll_back(self) -> None:
        self.last = None
        super()._roll_back()

    def _driver(self) -> sqlite3.Connection:
        driver = super()._driver()
        keep_private(self.path.parent)
        return driver

    def _copy_first(self) -> None:
        make_copy(self)

    def _rescue(self) -> None:
        """Copy a file that is no longer at its path: only this connection can read it.

        Raises:
            CannotOpenError, DamagedError: it can't be copied, so this connection is kept.

        """
        if self._at_path():
            make_copy(self)
            return
        data = back_up(self)
        try:
            self.path.parent.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
            for log_name in LOGS:  # the old file's log would corrupt the new one
                self.path.with_name(self.path.name + log_name).unlink(missing_ok=True)
            write_whole(self.path, data)
        except OSError as error:
            raise CannotOpenError(
                f"The book can't be put back at {self.path}: {error.strerror or error}."
            ) from error


LOOKING = "The book is only looked at here, so nothing is written to it."


class OlderFileError(StorageError):
    """The book was written by an earlier version of the app, and has to be migrated before it is read."""


class ReadOnlyDatabase(Book):
    """The open file, read-only. It blocks no write, and its ``writing`` raises ``ReadOnlyError``.

    It never moves the log into the file: only the connection that writes does.
    """

    @classmethod
    def open(cls, folder: Path) -> ReadOnlyDatabase:
        """Open the book of a folder read-only.

        Raises:
            CannotOpenError: there is none, or it can't be opened.
            OlderFileError, NewerFileError, ForeignFileError, DamagedError: each with a sentence that says why not.

        """
        return cls(folder / FILE)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.broken = LOOKING

    def _driver(self) -> sqlite3.Connection:
        if not self.path.is_file():
            raise CannotOpenError(f"There is no book in {self.path.parent}.")
        where = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(
            where, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )

    def _move_log(self) -> bool:
        return False

    def _set_up(self) -> None:
        self.driver.execute("PRAGMA trusted_schema = OFF")
        self.driver.execute("PRAGMA query_only = ON")
        self.driver.create_function("folded", 1, name_key, deterministic=True)

    def _migrate(self) -> None:
        (version,) = self.driver.execute("PRAGMA user_version").fetchone()
        if version < self.newest:
            raise OlderFileError(
                "This book was written by an earlier version of Companion. Open it in the app once."
            )

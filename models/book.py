"""The book of a data folder, to write or only to read."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from models.backup import back_up, copies, make_copy, write_whole
from models.database import PATIENCE, Database
from models.errors import CannotOpenError, NewerFileError, StorageError
from models.migrations import MIGRATIONS
from models.paths import FILE
from models.swap_file import LOGS


@contextmanager
def naming_the_copy(book: Path) -> Iterator[None]:
    """Where a book is too new for this app, say where the copy lies that was made before it became so."""
    try:
        yield
    except NewerFileError as error:
        # nobody can go to a path in a browser
        older = [] if sys.platform == "emscripten" else [one for one in copies(book) if one.version <= len(MIGRATIONS)]
        if not older:
            raise
        raise NewerFileError(f"{error.sentence} A copy that this version can restore is {older[0].path}.") from error


class Book(Database):
    """The book of a data folder. It is copied before a migration, and rescued when its file is moved away.

    ``Database`` alone is any such file, such as somebody else's backup.
    """

    def _connect(self) -> None:
        with naming_the_copy(self.path):
            super()._connect()

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
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for log_name in LOGS:  # the old file's log would corrupt the new one
                self.path.with_name(self.path.name + log_name).unlink(missing_ok=True)
            write_whole(self.path, data)
        except OSError as error:
            raise CannotOpenError(f"The book can't be put back at {self.path}: {error.strerror or error}.") from error


LOOKING = "The book is only looked at here, so nothing is written to it."


class OlderFileError(StorageError):
    """The book was written by an earlier version of the app, and has to be migrated before it is read."""


class ReadOnlyDatabase(Database):
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
        if not (folder / FILE).is_file():
            raise CannotOpenError(f"There is no book in {folder}.")
        return cls(folder / FILE)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.broken = LOOKING

    def _connect(self) -> None:
        with naming_the_copy(self.path):
            super()._connect()

    def _driver(self) -> sqlite3.Connection:
        where = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)

    def _move_log(self) -> bool:
        return False

    def _set_up(self) -> None:
        self.driver.execute("PRAGMA trusted_schema = OFF")
        self.driver.execute("PRAGMA query_only = ON")
        self.driver.create_function("folded", 1, str.casefold, deterministic=True)

    def _migrate(self) -> None:
        (version,) = self.driver.execute("PRAGMA user_version").fetchone()
        if version < len(MIGRATIONS):
            raise OlderFileError("This book was written by an earlier version of Companion. Open it in the app once.")

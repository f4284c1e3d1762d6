"""The book of a data folder, to write or only to read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from models.backup import back_up, make_copy, write_whole
from models.database import PATIENCE, Database
from models.errors import CannotOpenError, StorageError
from models.migrations import MIGRATIONS
from models.paths import FILE
from models.swap_file import LOGS


class Book(Database):
    """The book of a data folder. It is copied before a migration, and rescued when its file is moved away.

    ``Database`` alone is any such file, such as somebody else's backup.
    """

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

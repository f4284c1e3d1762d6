"""The database file: opening it, one write at a time, and errors when it can't be read or written."""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any, cast

from sqlalchemy import Connection, Engine, Executable, StaticPool, create_engine

from models.errors import (
    BUSY,
    DAMAGED,
    FAILURES,
    GONE,
    MISSHAPEN,
    NO_SUCH,
    REPLACED,
    REST,
    SENTENCES,
    UNSAVED,
    BusyError,
    CannotOpenError,
    DamagedError,
    ForeignFileError,
    ReadOnlyError,
    StorageError,
    UnreadableError,
    code_of,
    is_damage,
)
from models.last_entry import LastEntry, Tail
from models.migrations import MIGRATIONS, recognise
from models.names import name_key
from models.paths import APPLICATION, FILE, OWN_FOLDER
from models.swap_file import finish

PAUSE = 0.001
"""Seconds between two tries to begin a write."""


def take_turn(driver: sqlite3.Connection, patience: float) -> None:
    """Begin a write as soon as nobody else writes, on a connection without a busy timeout.

    Every waiting writer retries equally often. SQLite's own busy timeout retries ever more rarely, so the last to come
    goes first.

    Raises:
        sqlite3.OperationalError: ``SQLITE_BUSY``, if others write for ``patience`` seconds.

    """
    until = 0.0
    while True:
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            until = until or monotonic() + patience
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() >= until:
                raise
        else:
            return
        sleep(PAUSE)


PATIENCE = 5.0
"""Seconds to wait for another process to finish its write."""


_SQLITE = create_engine("sqlite://")
_COMPILED: Any = {}
"""Compiled statements, shared by all files."""


def statements_on(driver: sqlite3.Connection) -> Connection:
    """Run SQLModel's statements on an open file. ``Database`` alone begins and ends transactions, by ``driver``."""
    pool = StaticPool(cast("Any", lambda: driver), reset_on_return=None)
    engine = Engine(
        pool, _SQLITE.dialect, _SQLITE.url, hide_parameters=True
    )  # a log must not show what is hidden
    return engine.connect().execution_options(compiled_cache=_COMPILED)


class Database:
    """The open file. Once a save has failed it is read-only; ``on_status_change`` is called when that begins or ends.

    ``reading`` and ``writing`` give the ``connection``, for SQLModel's statements; ``driver`` is the same one for
    pragmas. It may be used from any thread within those two. Never await in there: what another coroutine writes
    meanwhile would become part of the same write.
    """

    driver: sqlite3.Connection
    connection: Connection
    _full: bool
    _data_version: int
    _file: tuple[int, int] | None = None
    last: LastEntry | None = None
    """The last entry of the write that is under way."""
    tail: Tail | None = None
    """What may be missing since the file was open last."""

    def __init__(self, path: Path, version: int | None = None) -> None:
        """Open a file, and migrate it to a version, or to the present one."""
        self.path = path
        self.on_status_change: Callable[[], object] = lambda: None
        self._broken: str | None = None
        self._lock = threading.RLock()
        self._doing = ""
        self.newest = len(MIGRATIONS) if version is None else version
        self._connect()

    @classmethod
    def open(cls, folder: Path) -> Database:
        """Open the book in a folder, creating both where missing.

        Raises:
            NewerFileError, ForeignFileError, CannotOpenError, DamagedError: it can't be opened.

        """
        try:
            folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotOpenError(
                f"The folder {folder} can't be used: {error.strerror}."
            ) from error
        finish(folder)
        return cls(folder / FILE)

    @property
    def broken(self) -> str | None:
        """Why nothing can be written, in a sentence; ``None`` while it can."""
        return self._broken

    @broken.setter
    def broken(self, said: str | None) -> None:
        self._broken = said
        self.on_status_change()

    def close(self) -> None:
        """Close the file, once whoever is reading it on another thread is done."""
        with self._lock:
            self.connection.close()
            self.driver.close()

    def reopen(self) -> None:
        """Open the file again, as after a failed save.

        After a failed save it is writable again only once something has been saved. A file that is gone is put back; if
        another one is in its place, that one is opened, and this one is kept as a copy beside it.

        Raises:
            ReadOnlyError, BusyError: nothing can be saved yet, so it stays read-only.
            CannotOpenError, DamagedError: it can't even be read.

        """
        with self._lock:
            if not self.in_place():
                self._rescue()
            if self._full:
                self._begin_log()  # while the disk is full, only the old connection can read
            self.close()
            self._connect()
            if self.broken:
                self._begin_log()
            self.broken = None

    @contextmanager
    def let_go(self) -> Iterator[None]:
        """Close the file while it is replaced, and open the new one then.

        Raises:
            CannotOpenError, DamagedError: that can't be opened.

        """
        with self._lock:
            self.close()
            try:
                yield
            finally:
                self._connect()

    def has_changed_elsewhere(self) -> bool:
        """Whether another program has written to the file since the last call; false while it is being read."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            before, self._data_version = self._data_version, self._version_of_data()
        except sqlite3.Error:
            return False  # the next read or write reports it
        finally:
            self._lock.release()
        return before != self._data_version

    def state(self) -> tuple[object, ...] | None:
        """What is another after any write, by another program once that was noticed; nothing while one is under way.

        What was read at one state of the file is still so at the same one.
        """
        with self._lock:
            if self._doing == "writing":
                return None  # it may be taken back
            try:
                return self.driver, self.driver.total_changes, self._data_version
            except sqlite3.Error:
                return None  # as above

    def in_place(self) -> bool:
        """Whether the file that is open is the one at its path, as far as the device can tell which it is."""
        # a browser's files are its own
        return sys.platform == "emscripten" or self._file is None or self._file == self._at_path()

    def notice_missing(self) -> None:
        """Turn read-only if the file was moved, deleted or replaced: what is written now would be in no file."""
        if not self.broken and not self.in_place():
            self.broken = REPLACED if self._at_path() else GONE

    def _at_path(self) -> tuple[int, int] | None:
        """Which file is at the path now; the one that is open if that can't be determined."""
        try:
            found = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            return self._file
        return found.st_dev, found.st_ino

    def _rescue(self) -> None:
        """Copy a file that is no longer at its path. Does nothing here: see ``models.book``."""

    def _copy_first(self) -> None:
        """Make a copy before a migration. Does nothing here: see ``models.book``."""

    def _version_of_data(self) -> int:
        return int(self.driver.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read one consistent snapshot, however many statements it takes.

        Raises:
            DamagedError: the file is damaged.
            UnreadableError, BusyError: it could not be read just now; try again.
            ReadOnlyError: a save has failed, and the file can't be opened since.

        """
        with self._lock:
            if self._doing:
                yield self.connection
                return
            try:
                self.driver.execute("BEGIN")
                self._doing = "reading"
                yield self.connection
            except Exception as error:
                if self.broken and isinstance(error, sqlite3.ProgrammingError):
                    raise ReadOnlyError(
                        self.broken
                    ) from error  # a new connection could not be opened
                if is_damage(error, *MISSHAPEN, *NO_SUCH):
                    raise DamagedError(DAMAGED) from error
                if code_of(error) in FAILURES:
                    raise UnreadableError(
                        "This device failed to read the book. Try again."
                    ) from error
                raise
            finally:
                self._doing = ""
                self._roll_back()

    def read(
        self, which: Executable, values: Mapping[str, object] = MappingProxyType({})
    ) -> Sequence[Any]:
        """Read the rows of one statement."""
        with self.reading() as connection:
            return connection.execute(which, values).all()

    def write(self, change: Executable, values: Mapping[str, object] = MappingProxyType({})) -> int:
        """Carry out one statement; return how many rows it changed."""
        with self.writing() as connection:
            return connection.execute(change, values).rowcount

    @contextmanager
    def lenient(self) -> Iterator[Connection]:
        """Read damaged texts as far as possible: bytes that are no UTF-8 become replacement characters."""
        with self._lock:
            strict = self.driver.text_factory
            self.driver.text_factory = lambda raw: raw.decode(errors="replace")
            try:
                with self.reading() as connection:
                    yield connection
            finally:
                self.driver.text_factory = strict

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write all of what follows, or none of it. Within another write, it is part of that one.

        Raises:
            ReadOnlyError: a save has failed, now or earlier.
            BusyError: another process kept the file locked.

        """
        with self._lock:
            if self.broken:
                raise ReadOnlyError(self.broken)
            if self._doing == "reading":
                raise RuntimeError("a read can't turn into a write: its picture may be old by then")
            if self._doing:
                with self._part():
                    yield self.connection
                return
            try:
                take_turn(self.driver, PATIENCE)
            except sqlite3.Error as error:
                if code_of(error) == sqlite3.SQLITE_BUSY:
                    raise BusyError(BUSY) from error
                raise self._fail(error) from error
            try:
                self._doing = "writing"
                yield self.connection
            except BaseException as error:
                self._roll_back()
                if code_of(error) in FAILURES:
                    raise self._fail(error) from error
                if is_damage(error, *MISSHAPEN):
                    raise DamagedError(DAMAGED) from error
                raise
            finally:
                self._doing = ""
            self._commit()

    def _commit(self) -> None:
        self.notice_missing()
        if self.broken:
            self._roll_back()
            raise ReadOnlyError(self.broken)
        try:
            self.driver.execute("COMMIT")
        except sqlite3.Error as error:
            # it may have reached the disk; a retry with the same command id finds out
            self._roll_back()
            raise self._fail(error) from error

    @contextmanager
    def _part(self) -> Iterator[None]:
        self.driver.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            # on a full disk SQLite has already rolled back everything
            with suppress(sqlite3.Error):
                self.driver.execute("ROLLBACK TO part")
                self.driver.execute("RELEASE part")
            raise
        self.driver.execute("RELEASE part")

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self.driver.in_transaction:
                self.driver.execute("ROLLBACK")

    def _fail(self, error: BaseException) -> ReadOnlyError:
        """Turn read-only, and read on through a new connection where possible.

        After a failed sync a connection's cache can't be trusted. A full disk has no room for a new connection's files,
        so there the old one is kept.
        """
        self.broken = SENTENCES.get(code_of(error), "The last entry could not be saved.") + REST
        if code_of(error) == sqlite3.SQLITE_FULL and not self.driver.in_transaction:
            self._full = True
            return ReadOnlyError(self.broken)
        with suppress(StorageError, sqlite3.Error):
            self.close()
            self._connect()
        return ReadOnlyError(self.broken)

    def _driver(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )

    def _link(self) -> None:
        try:
            driver = self._driver()
        except sqlite3.Error as error:
            raise CannotOpenError(f"The file {self.path} can't be opened: {error}.") from error
        self._full = False
        self.driver = driver
        self.connection = statements_on(driver)

    def _connect(self) -> None:
        self._link()
        try:
            recognise(self.driver, self.path, self.newest)
            left = self._move_log()
            self._set_up()
            self._migrate()
            if left:
                with suppress(
                    ReadOnlyError, BusyError
                ):  # it can be read, and ``broken`` says why not more
                    self._begin_log()
            self.driver.execute(
                "PRAGMA busy_timeout = 0"
            )  # from here on ``take_turn`` waits for writers
            self._data_version = self._version_of_data()
            self._file = self._at_path()
        except BaseException as error:
            self.close()
            if code_of(error) == sqlite3.SQLITE_NOTADB:
                raise ForeignFileError(f"{self.path} is not a Companion book.") from error
            if is_damage(error):
                raise DamagedError(f"{self.path} is damaged and can't be opened.") from error
            plain = getattr(error, "orig", error)
            if isinstance(plain, sqlite3.Error):
                raise CannotOpenError(f"The file {self.path} can't be opened: {plain}.") from error
            raise

    def _move_log(self) -> bool:
        """Move a log that was left behind into the file before anything is written; return whether it was.

        After a failed sync the system's cache shows pages that may never reach the disk, and a later sync does not
        write them: only writing them again does. SQLite does so as the last connection closes; where others have the
        file open, nothing is done.
        """
        if not self._has_log():
            return False
        self._sync_fully()
        self.close()
        self._link()
        return not self._has_log()

    def _has_log(self) -> bool:
        with suppress(OSError):
            return self.path.with_name(f"{self.path.name}-wal").stat().st_size > 0
        return False

    def _begin_log(self) -> None:
        """Write a transaction without changes into an empty log, so that what was left in it can't come back.

        Raises ``ReadOnlyError`` or ``BusyError`` where it can't be saved.
        """
        try:
            (busy, *_) = self.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise BusyError(BUSY)
            (version,) = self.driver.execute("PRAGMA user_version").fetchone()
            self.driver.execute("BEGIN IMMEDIATE")
            self.driver.execute(f"PRAGMA user_version = {version}")
            self.driver.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            if code_of(error) == sqlite3.SQLITE_BUSY:
                raise BusyError(BUSY) from error
            self.broken = (
                UNSAVED.get(code_of(error), "This device fails to save anything now.") + REST
            )
            raise ReadOnlyError(self.broken) from error

    def _set_up(self) -> None:
        # a browser has no shared memory, which WAL needs
        self.driver.execute(
            f"PRAGMA journal_mode = {'DELETE' if sys.platform == 'emscripten' else 'WAL'}"
        )
        self._sync_fully()
        self.driver.execute("PRAGMA foreign_keys = ON")
        self.driver.execute(
            "PRAGMA recursive_triggers = ON"
        )  # so that REPLACE fires the delete triggers
        self.driver.execute("PRAGMA trusted_schema = OFF")
        self.driver.create_function("folded", 1, name_key, deterministic=True)

    def _sync_fully(self) -> None:
        self.driver.execute("PRAGMA synchronous = FULL")
        # Apple's plain fsync leaves data in the drive; no effect elsewhere
        self.driver.execute("PRAGMA fullfsync = ON")
        self.driver.execute("PRAGMA checkpoint_fullfsync = ON")

    def _migrate(self) -> None:
        (version,) = self.driver.execute("PRAGMA user_version").fetchone()
        if 0 < version < self.newest:
            self._copy_first()
        for number, migration in enumerate(MIGRATIONS[version : self.newest], start=version + 1):
            self.driver.execute("BEGIN IMMEDIATE")
            try:
                # another process may have migrated it meanwhile
                if self.driver.execute("PRAGMA user_version").fetchone()[0] < number:
                    migration(self.connection)
                    self.driver.execute(f"PRAGMA application_id = {APPLICATION}")
                    self.driver.execute(f"PRAGMA user_version = {number}")
                self.driver.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

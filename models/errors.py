"""Storage errors, each with a sentence for the players; and SQLite's result codes as such sentences."""

from __future__ import annotations

import sqlite3


class StorageError(Exception):
    """Base of what can go wrong with the file, with a ``sentence`` for the players."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NewerFileError(StorageError):
    """The file was written by a later version of the app."""


class ForeignFileError(StorageError):
    """The file is not a book of this app."""


class CannotOpenError(StorageError):
    """The file can't be opened here at all."""


class DamagedError(StorageError):
    """Something in the file is not what was written."""


class LostBookError(DamagedError):
    """The book is missing or empty, and copies of it are there."""


class UnreadableError(StorageError):
    """The device failed to read. The next try may succeed; nothing is known to be damaged."""


class BusyError(StorageError):
    """Another process is in the middle of a write. Nothing was written; try again."""


class ReadOnlyError(StorageError):
    """A save has failed, so nothing more is written until the file is opened again."""


class NoSuchPlayError(StorageError):
    """There is no play with this id, or there is none any more."""

    def __init__(self) -> None:
        super().__init__("This game is not in the book any more.")


class StaleError(StorageError):
    """Someone has written since; read on before trying again."""

    def __init__(self) -> None:
        super().__init__("Someone else has just written in the book; look again before you write.")


SENTENCES = {
    sqlite3.SQLITE_FULL: "This device's storage is full, so the last entry could not be saved.",
    sqlite3.SQLITE_IOERR: "This device failed to save the last entry.",
    sqlite3.SQLITE_CORRUPT: "The file is damaged, so the last entry could not be saved.",
    sqlite3.SQLITE_READONLY: "The file may only be read, so the last entry could not be saved.",
}
UNSAVED = {sqlite3.SQLITE_FULL: "This device's storage is full, so nothing can be saved now."}
FAILURES = frozenset(SENTENCES) | {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN}
REST = (
    " What was saved before is safe. Nothing more is recorded until the book has been opened again."
)
GONE = "The book's file is no longer where it was, so nothing more can be recorded. Open the book again to put it back."
REPLACED = (
    "Another file was put in the place of the book's, so nothing more can be recorded. "
    "Open the book again to go on with that one; what was recorded so far is kept as a copy beside it."
)
BUSY = "The book is being written by another window; try again."
DAMAGED = "A part of the file is damaged and can't be read."
MISSHAPEN = ("Could not decode", "user-defined function raised", "foreign key mismatch")
NO_SUCH = ("no such ",)
"""How SQLite's messages about malformed text, malformed keys and missing names begin."""


def is_damage(error: BaseException, *sayings: str) -> bool:
    """Whether an error means damage, by its code or by how its message begins."""
    if code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG):
        return True
    plain = getattr(error, "orig", error)
    said = isinstance(plain, sqlite3.OperationalError) and str(plain).startswith(sayings)
    return said or isinstance(
        plain, UnicodeDecodeError
    )  # SQLite quotes damaged bytes, which may be no UTF-8


def code_of(error: BaseException) -> int:
    """Return SQLite's code of an error, also when SQLAlchemy has wrapped it; zero for any other."""
    return int(getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)) & 0xFF

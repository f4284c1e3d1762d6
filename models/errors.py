"""What can go wrong with the book, each with a sentence for the table; and SQLite's result codes as such sentences."""

from __future__ import annotations

import sqlite3


class StorageError(Exception):
    """Something about the file that the table should be told, in plain words."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NewerFileError(StorageError):
    """The file was written by a later version of the app."""


class ForeignFileError(StorageError):
    """The file is not one of ours."""


class CannotOpenError(StorageError):
    """The file can't be opened here at all."""


class DamagedError(StorageError):
    """Something in the file is not what was written."""


class UnreadableError(StorageError):
    """The device did not give back what is written. It may the next time; nothing is said to be damaged."""


class BusyError(StorageError):
    """Another process is in the middle of a write. Nothing was written; try again."""


class ReadOnlyError(StorageError):
    """A save has failed, so nothing more is written until the file is opened again."""


class NoSuchPlayError(StorageError):
    """There is no play under this number, or it has been purged."""

    def __init__(self) -> None:
        super().__init__("This play is not in the book any more.")


class StaleError(StorageError):
    """Someone has written since; ``last`` is the entry to read up to before trying again."""

    def __init__(self, last: int) -> None:
        super().__init__("Someone else has just written in the book; look again before you write.")
        self.last = last


SENTENCES = {
    sqlite3.SQLITE_FULL: "This device's storage is full, so the last entry could not be saved.",
    sqlite3.SQLITE_IOERR: "This device failed to save the last entry.",
    sqlite3.SQLITE_CORRUPT: "The file is damaged, so the last entry could not be saved.",
    sqlite3.SQLITE_READONLY: "The file may only be read, so the last entry could not be saved.",
}
UNSAVED = {sqlite3.SQLITE_FULL: "This device's storage is full, so nothing can be saved now."}
FAILURES = frozenset(SENTENCES) | {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN}
REST = " What was saved before is safe. Nothing more is recorded until the book has been opened again."
GONE = "The book's file is no longer where it was, so nothing more can be recorded. Open the book again to put it back."
REPLACED = (
    "Another file was put in the place of the book's, so nothing more can be recorded. "
    "Open the book again to go on with that one; what was recorded so far is kept as a copy beside it."
)
BUSY = "The book is being written by another window; try again."
DAMAGED = "A part of the file is damaged and can't be read."
MISSHAPEN = ("Could not decode", "user-defined function raised", "foreign key mismatch")
NO_SUCH = ("no such ",)
"""What SQLite says of a text that is none and a key that is none, and of names that the file does not have any more."""


def is_damage(error: BaseException, *sayings: str) -> bool:
    """Whether the file is not what was written, by the number of what SQLite says or by how it begins."""
    if code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG):
        return True
    plain = getattr(error, "orig", error)
    said = isinstance(plain, sqlite3.OperationalError) and str(plain).startswith(sayings)
    return said or isinstance(plain, UnicodeDecodeError)  # SQLite quotes what is damaged, which may be no text


def code_of(error: BaseException) -> int:
    """Give SQLite's number for an error, also when SQLAlchemy has wrapped it; nought for any other."""
    return int(getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)) & 0xFF


def as_far_as_it_goes(raw: bytes) -> str:
    """Read what is no text as well as can be."""
    return raw.decode(errors="replace")

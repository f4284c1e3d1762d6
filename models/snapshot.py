"""Making a backup: the whole book as one file, made from a proven copy. See ``backup`` for reading one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from models.trouble import Damaged, Unopenable

if TYPE_CHECKING:
    from models.database import Database

NOT_WHOLE = (
    "The book is damaged in places, so a backup of it would not hold. "
    "Save single plays as files instead: from the three dots beside each."
)


def back_up(database: Database) -> bytes:
    """Make a backup of everything in the book: a file of SQLite's, whole and proven. Works on a read-only book too.

    It is made in memory: in a browser there is no second place on the disk to make it in.

    Raises:
        Damaged: the book is damaged, so that a copy of it would not hold.
        Unopenable: there is no room in memory to make it.

    """
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            with database.reading() as driver:
                driver.backup(copy)
                entries = driver.execute("SELECT count(*) FROM entry").fetchone()
            copy.execute("VACUUM")  # smaller, and nothing in it that was removed for good
            made = bytearray(copy.serialize())
        made[18:20] = b"\1\1"  # one file, with no log beside it
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as proof:
            proof.deserialize(bytes(made))
            found = proof.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok" or proof.execute("SELECT count(*) FROM entry").fetchone() != entries:
                raise Damaged(NOT_WHOLE)
    except sqlite3.Error as error:
        raise Damaged(NOT_WHOLE) from error
    except MemoryError as error:
        raise Unopenable("There is not enough memory free on this device to make a backup.") from error
    return bytes(made)

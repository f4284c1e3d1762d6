"""Whose turn it is to write, where several processes have the file open."""

from __future__ import annotations

import sqlite3
from time import monotonic, sleep

PAUSE = 0.001
"""Seconds until somebody who waits looks again."""


def take_turn(driver: sqlite3.Connection, patience: float) -> None:
    """Begin a write as soon as nobody else writes, by a connection that does not wait by itself.

    Everybody who waits looks again equally often. SQLite's own waiting looks the more seldom the longer it lasts, so
    that whoever came last goes first.

    Raises:
        sqlite3.OperationalError: of ``SQLITE_BUSY``, others wrote for as many seconds as there was patience.

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

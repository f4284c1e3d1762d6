"""Seals on what is no entry: titles, players, figures of boards and likings.

Entries are never changed, so a chain of digests shows damage in them. These rows are changed, so each has a digest of
its own beside it, made anew with every change. Not a secret: seals find damage, not forgers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.entry_rows import digest

if TYPE_CHECKING:
    import sqlite3

SEALED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "play": (("id",), ("title", "touched", "archived", "deleted", "purged", "ended")),
    "player": (("folded",), ("name", "colour", "token", "last_seen")),
    "board_fact": (("game", "edition", "key"), ("value",)),
    "preference": (("key",), ("value",)),
}
"""By table: what a row is known by, and what is sealed of it. How a play began is in its chain already.

A step that changes what is sealed has to seal it anew.
"""
TITLE = "The title of {}, or where it stands on the shelf, is not what was written."
REMEMBERED = {
    "player": "What is remembered of a player ({}) is not what was written.",
    "board_fact": "A figure of the board that is kept for later plays ({}) is not what was written.",
    "preference": "Something that this table likes ({}) is not what was written.",
}
GONE = "Something is gone from the shelf that should be there: {}."
SHORT = 40


def seal(driver: sqlite3.Connection, table: str, *key: str) -> None:
    """Seal a row as it is now; one that is gone needs no seal."""
    names, cells = SEALED[table]
    known = " AND ".join(f'"{name}" = ?' for name in names)
    row = driver.execute(f"SELECT {_listed(cells)} FROM {table} WHERE {known}", key).fetchone()  # noqa: S608 - our own
    if row is None:
        driver.execute("DELETE FROM seal WHERE what = ? AND key = ?", (table, known_by(key)))
    else:
        driver.execute("INSERT OR REPLACE INTO seal VALUES (?, ?, ?)", (table, known_by(key), _digest(key, row)))


def seal_all(driver: sqlite3.Connection) -> None:
    """Seal everything as it is now."""
    for table, (names, _) in SEALED.items():
        for key in driver.execute(f"SELECT {_listed(names)} FROM {table}").fetchall():  # noqa: S608 - our own names
            seal(driver, table, *key)


def broken(driver: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Find the rows that are not what was sealed, and seals without a row: by table and key, each with a sentence."""
    seals = {(what, key): made for what, key, made in driver.execute("SELECT what, key, digest FROM seal")}
    found = {}
    for table, (names, cells) in SEALED.items():
        for row in driver.execute(f"SELECT {_listed(names + cells)} FROM {table}"):  # noqa: S608 - our own names
            key, rest = row[: len(names)], row[len(names) :]
            known = (table, known_by(key))
            if seals.pop(known, None) != _digest(key, rest):
                found[known] = _sentence(table, key, rest)
    return found | {known: GONE.format(_kind(known[0])) for known in seals}


def _kind(table: object) -> str:
    """Say of what kind a row was; of a damaged seal, anything may stand there."""
    return str(table).replace("_", " ") if table in SEALED else "it can't be told what"


def _sentence(table: str, key: tuple[object, ...], rest: tuple[object, ...]) -> str:
    name = rest[0] if table in ("play", "player") else key[-1]
    plain = "".join(sign for sign in str(name) if sign.isprintable())[:SHORT]
    return (TITLE if table == "play" else REMEMBERED[table]).format(plain or "a play")


def _digest(key: tuple[object, ...], row: tuple[object, ...]) -> str:
    try:
        return digest([*key, *row])
    except (TypeError, ValueError):
        return ""  # such cells were never written, so no seal is of them


def known_by(key: tuple[object, ...]) -> str:
    """Make one word of what a row is known by."""
    return "\n".join(map(str, key))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)

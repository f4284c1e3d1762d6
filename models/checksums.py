"""Checksums of rows that are no entries: titles, players and board values.

Entries never change, so a chain of digests shows damage in them. These rows change, so each has a digest of its own,
which is updated with it. Preferences have none. A checksum finds damage, not forgery.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, literal_column, select
from sqlmodel import SQLModel

from models.entry_rows import digest
from models.names import clean
from models.tables import (
    BoardFactRow,
    ChecksumRow,
    PlayerRow,
    PlayRow,
    PreferenceRow,
    columns,
    keys,
    replacing,
)

CHECKSUMMED: dict[type[SQLModel], tuple[str, ...]] = {
    PlayRow: ("title", "touched", "archived", "deleted", "purged", "ended"),
    PlayerRow: ("name", "colour", "token", "last_seen"),
    BoardFactRow: ("value",),
}
"""The columns that each table's checksums cover, besides the key. How a play began is covered by its chain.

A migration that changes such a column has to write its checksums. Version 3 of the file began with checksums of
preferences too; those that remain are ignored.
"""
SENTENCES = {
    "play": "The title of {}, or where it stands on the shelf, is not what was written.",
    "player": "What is remembered of a player ({}) is not what was written.",
    "board_fact": "A figure of the board that is kept for later games ({}) is not what was written.",
}
GONE = "Something is gone from the shelf that should be there: {}."
SHORT = 40


def write_checksum(connection: Connection, kind: type[SQLModel], *key: str) -> None:
    """Write the checksum of a row, or delete it when the row is gone."""
    if kind not in CHECKSUMMED:
        return
    names, checksummed = keys(kind), _checksummed(kind)
    row = connection.execute(
        select(*checksummed).where(*(name == part for name, part in zip(names, key, strict=True)))
    ).first()
    known = {"what": str(kind.__tablename__), "key": key_text(key)}
    if row is None:
        connection.execute(delete(ChecksumRow).filter_by(**known))
    else:
        connection.execute(replacing(ChecksumRow), known | {"digest": _digest(key, row)})


def write_all_checksums(connection: Connection) -> None:
    """Write the checksums of all rows as they are."""
    for kind in CHECKSUMMED:
        for key in connection.execute(select(*keys(kind))).all():
            write_checksum(connection, kind, *key)


def find_broken(connection: Connection) -> dict[tuple[str, str], str]:
    """Find rows and checksums that don't match: by table and key, each with a sentence."""
    checksums = {
        (what, key): made for what, key, made in connection.execute(select(*columns(ChecksumRow)))
    }
    found = {}
    for kind in CHECKSUMMED:
        names, checksummed = keys(kind), _checksummed(kind)
        table = str(kind.__tablename__)
        for row in connection.execute(select(*names, *checksummed)):
            key, rest = row[: len(names)], row[len(names) :]
            known = (table, key_text(key))
            if checksums.pop(known, None) != _digest(key, rest):
                found[known] = SENTENCES[table].format(
                    _printable(key[-1] if table == "board_fact" else rest[0]) or "a play"
                )
    without_checksum = PreferenceRow.__tablename__
    return found | {
        known: GONE.format(_printable(known[0]))
        for known in checksums
        if known[0] != without_checksum
    }


def _checksummed(kind: type[SQLModel]) -> list[ColumnElement[Any]]:
    """Return the columns that are covered, without their types: after damage they may hold anything."""
    return [literal_column(name) for name in CHECKSUMMED[kind]]


def _printable(words: object) -> str:
    """Return a value that may be damaged as it is fit for a sentence."""
    return clean(str(words))[:SHORT]


def _digest(key: tuple[object, ...], row: tuple[object, ...]) -> str:
    try:
        return digest([*key, *row])
    except (TypeError, ValueError):
        return ""  # such values were never written, so they match no checksum


def key_text(key: Iterable[object]) -> str:
    """Join a row's key into one text."""
    return "\n".join(map(str, key))

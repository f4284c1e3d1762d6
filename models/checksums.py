"""Seals on what is no entry: titles, players and figures of boards.

Entries are never changed, so a chain of digests shows damage in them. These rows are changed, so each has a digest of
its own beside it, made anew with every change. Not a secret: seals find damage, not forgers.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, delete, select, type_coerce
from sqlalchemy.dialects.sqlite import insert
from sqlmodel import SQLModel

from models.entry_rows import digest
from models.tables import BoardFactRow, ChecksumRow, PlayerRow, PlayRow, PreferenceRow, columns

CHECKSUMMED: dict[type[SQLModel], tuple[str, ...]] = {
    PlayRow: ("title", "touched", "archived", "deleted", "purged", "ended"),
    PlayerRow: ("name", "colour", "token", "last_seen"),
    BoardFactRow: ("value",),
}
"""What is sealed of each table's rows, beside what they are known by. How a play began is in its chain already.

A step that changes what is sealed has to seal it anew. Version 3 of the file began with seals on preferences too; what
is left of them says nothing.
"""
TITLE = "The title of {}, or where it stands on the shelf, is not what was written."
REMEMBERED = {
    "player": "What is remembered of a player ({}) is not what was written.",
    "board_fact": "A figure of the board that is kept for later plays ({}) is not what was written.",
}
GONE = "Something is gone from the shelf that should be there: {}."
SHORT = 40


def write_checksum(connection: Connection, kind: type[SQLModel], *key: str) -> None:
    """Seal a row as it is now; one that is gone needs no seal."""
    if kind not in CHECKSUMMED:
        return
    names, checksummed = _columns(kind)
    row = connection.execute(
        select(*checksummed).where(*(name == part for name, part in zip(names, key, strict=True)))
    ).first()
    known = {"what": str(kind.__tablename__), "key": known_by(key)}
    if row is None:
        connection.execute(delete(ChecksumRow).filter_by(**known))
    else:
        connection.execute(insert(ChecksumRow).prefix_with("OR REPLACE"), known | {"digest": _digest(key, row)})


def write_all_checksums(connection: Connection) -> None:
    """Seal everything as it is now."""
    for kind in CHECKSUMMED:
        names, _ = _columns(kind)
        for key in connection.execute(select(*names)).all():
            write_checksum(connection, kind, *key)


def broken(connection: Connection) -> dict[tuple[str, str], str]:
    """Find the rows that are not what was sealed, and seals without a row: by table and key, each with a sentence."""
    checksums = {(what, key): made for what, key, made in connection.execute(select(*columns(ChecksumRow)))}
    found = {}
    for kind in CHECKSUMMED:
        names, checksummed = _columns(kind)
        table = str(kind.__tablename__)
        for row in connection.execute(select(*names, *checksummed)):
            key, rest = row[: len(names)], row[len(names) :]
            known = (table, known_by(key))
            if checksums.pop(known, None) != _digest(key, rest):
                found[known] = _sentence(table, key, rest)
    without_checksum = PreferenceRow.__tablename__
    return found | {known: GONE.format(_named(known[0])) for known in checksums if known[0] != without_checksum}


def _columns(kind: type[SQLModel]) -> tuple[list[ColumnElement[Any]], list[ColumnElement[Any]]]:
    """Give what a row is known by, and what is sealed of it, each as it lies in the file: any number may be damage."""
    plain = {one.name: type_coerce(one, Integer) if one.type.python_type is bool else one for one in columns(kind)}
    return [one for one in columns(kind) if one.primary_key], [plain[name] for name in CHECKSUMMED[kind]]


def _named(table: object) -> str:
    """Say of what kind a row was; of a damaged seal, anything may stand there."""
    known = {str(kind.__tablename__) for kind in CHECKSUMMED}
    return str(table).replace("_", " ") if table in known else "it can't be told what"


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

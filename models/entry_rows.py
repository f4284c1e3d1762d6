"""Conversion between entries and rows, and the digest that chains each entry to the one before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Insert, Select, bindparam, insert, select
from sqlalchemy.dialects import sqlite
from sqlmodel import SQLModel

from models.errors import DamagedError
from models.ledger import Entry, Line, Mark, Place, Posting, Proposal, ReceiptLine, Value
from models.tables import EntryRow, MarkRow, PostingRow, RevisedRow, VoidingRow, columns

Cells: TypeAlias = "Sequence[Any]"

dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Write JSON without spaces, as it is stored and as digests cover it."""

load = json.JSONDecoder().decode


@contextmanager
def as_damage(otherwise: str) -> Iterator[None]:
    """Turn errors in reading values into a ``DamagedError`` with the sentence given."""
    try:
        yield
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise DamagedError(otherwise) from error


EFFECTS = (PostingRow, MarkRow, VoidingRow, RevisedRow)
"""The tables of an entry's effects, in the order of ``Rows``."""


def _between(row: type[SQLModel]) -> Select[Any]:
    """Select a play's rows from one entry to another, in the order written."""
    play, seq, *rest = columns(row)
    within = seq.between(bindparam("low"), bindparam("high"))
    return select(play, seq, *rest).where(play == bindparam("play"), within).order_by(seq, rest[0])


READ_ENTRIES = _between(EntryRow)
READ_EFFECTS = tuple(_between(row) for row in EFFECTS)
WRITE_ENTRY = insert(EntryRow)
WRITE_EFFECTS = tuple(insert(row) for row in EFFECTS)


@cache
def sql(statement: Insert) -> str:
    """Write an insert as SQL that takes values in the order of its columns; kept, as every entry makes it again."""
    return str(statement.compile(dialect=sqlite.dialect()))


class Rows(NamedTuple):
    """The rows of one entry, each in the order of its table's columns."""

    entry: Cells
    postings: Sequence[Cells]
    marks: Sequence[Cells]
    voidings: Sequence[Cells]
    revised: Sequence[Cells]

    @property
    def seq(self) -> int:
        """The entry's number."""
        return int(self.entry[1])

    @property
    def digest(self) -> str:
        """The digest written with the entry."""
        return str(self.entry[-1])

    def compute_digest(self, previous: str) -> str:
        """Compute the digest of these rows after an entry with the given digest."""
        # revised entries come last, and are left out where there are none, so that earlier chains stay valid
        effects = self[1:] if self.revised else self[1:-1]
        return digest(
            [previous, *self.entry[:-1], *[[row[2:] for row in rows] for rows in effects]]
        )

    def chained(self, previous: str) -> Rows:
        """Return the rows with the digest that they have after an entry with the given digest."""
        return self._replace(entry=(*self.entry[:-1], self.compute_digest(previous)))


def digest(content: list[Any]) -> str:
    """Return the digest of a JSON value. It finds damage, not forgery."""
    return hashlib.sha256(dump(content).encode()).hexdigest()


def in_utc(at: datetime) -> datetime:
    """Convert a time to UTC."""
    if at.tzinfo is None:
        raise ValueError(f"{at} says no time zone, so it could be any of many moments")
    return at.astimezone(UTC)


def stamp(at: datetime) -> str:
    """Write a time in UTC and in a fixed width, so that text sorts by time."""
    return in_utc(at).isoformat(timespec="microseconds")


def rows_of(play: str, entry: Entry, command: str, previous: str) -> Rows:
    """Turn an entry into rows, chained to the entry before it."""
    proposal, seq = entry.proposal, entry.seq
    entry_row = (
        play,
        seq,
        stamp(entry.at),
        entry.by,
        command,
        proposal.action,
        proposal.narration,
        dump(dict(proposal.answers)),
        dump(_working(proposal)),
        proposal.rule,
        proposal.source,
        dump(proposal.house) if proposal.house else "[]",
        "",
    )
    return Rows(
        entry_row,
        [
            (play, seq, n, moved.account, moved.unit, moved.quantity)
            for n, moved in enumerate(proposal.postings)
        ],
        [
            (play, seq, n, mark.holder, mark.name, _plain(mark.value))
            for n, mark in enumerate(proposal.marks)
        ],
        [(play, seq, target) for target in proposal.voids],
        [
            (play, seq, n, *line.place, line.number, dump(_content(line.proposal)))
            for n, line in enumerate(proposal.revised)
        ],
    ).chained(previous)


def _working(proposal: Proposal) -> list[Any]:
    return [
        (line.text, line.figure, line.unit, line.signed, line.total) for line in proposal.working
    ]


def _plain(value: Value) -> str:
    """Write a mark's value as ``dump`` would, but faster for whole numbers."""
    if value is None:
        return "null"
    return str(value) if type(value) is int else dump(value)


def entry_of(rows: Rows) -> Entry:
    """Turn rows back into the entry they were made of.

    Raises:
        DamagedError: no entry has such rows.

    """
    _, seq, when, by, _, action, narration, answers, working, rule, source, house, chain = (
        rows.entry
    )
    try:
        content = (
            action,
            narration,
            load(answers),
            [(account, unit, quantity) for _, _, _, account, unit, quantity in rows.postings],
            [(holder, name, load(value)) for _, _, _, holder, name, value in rows.marks],
            load(working),
            rule,
            source,
            load(house),
        )
        voids = tuple([target for _, _, target in rows.voidings])
        revised = [
            Line(Place(at, after), number, _proposal(load(line)))
            for *_, at, after, number, line in rows.revised
        ]
        return Entry(
            seq, datetime.fromisoformat(when), by, _proposal(content, voids, tuple(revised)), chain
        )
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise DamagedError(f"Entry {seq} of this game is damaged and can't be read.") from error


def _content(proposal: Proposal) -> list[Any]:
    """Return a revised proposal as a JSON list."""
    return [
        proposal.action,
        proposal.narration,
        dict(proposal.answers),
        [(posting.account, posting.unit, posting.quantity) for posting in proposal.postings],
        [(mark.holder, mark.name, mark.value) for mark in proposal.marks],
        _working(proposal),
        proposal.rule,
        proposal.source,
        proposal.house,
    ]


def _proposal(
    content: Cells, voids: tuple[int, ...] = (), revised: tuple[Line, ...] = ()
) -> Proposal:
    """Make a proposal of its content, as ``_content`` returns it.

    Raises:
        ValueError, TypeError: it is not that of one.

    """
    action, narration, answers, postings, marks, working, rule, source, house = content
    return Proposal(
        action,
        answers,
        narration,
        tuple([Posting(account, quantity, unit) for account, unit, quantity in postings]),
        tuple([Mark(*mark) for mark in marks]),
        tuple([ReceiptLine(*line) for line in working]),
        rule,
        source,
        tuple(house),
        voids,
        revised,
    )


def write_entry(connection: Connection, rows: Rows) -> None:
    """Insert an entry's own row."""
    connection.exec_driver_sql(sql(WRITE_ENTRY), tuple(rows.entry))


def write_rows(connection: Connection, rows: Rows) -> None:
    """Insert all of an entry's rows."""
    write_entry(connection, rows)
    write_effects(connection, rows)


def write_effects(connection: Connection, rows: Rows) -> None:
    """Insert the rows of an entry's effects; its own row is there."""
    for statement, effects in zip(WRITE_EFFECTS, rows[1:], strict=True):
        if effects:
            connection.exec_driver_sql(sql(statement), [tuple(row) for row in effects])


def read_rows(connection: Connection, play: str, low: int = 1, high: int = 2**62) -> Iterator[Rows]:
    """Read the rows of all entries from one number to another, in order."""
    which = {"play": play, "low": low, "high": high}
    found = [
        {
            seq: list(rows)
            for seq, rows in groupby(connection.execute(statement, which), itemgetter(1))
        }
        for statement in READ_EFFECTS
    ]
    # fetched at once: a reader may stop half way, and an open cursor would keep an old snapshot
    for row in connection.execute(READ_ENTRIES, which).all():
        yield Rows(row, *[effects.get(row[1], []) for effects in found])

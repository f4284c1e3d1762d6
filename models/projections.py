"""The projections: tables derived from the entries, as ``Projection`` in ``ledger`` computes them.

An entry counts unless an entry that counts voids it. Entries are only read here; ``rebuild`` derives the projections
again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, String, bindparam, delete, func, insert
from sqlalchemy.dialects.sqlite import insert as insert_or
from sqlmodel import col, select

from models.entry_rows import Cells, Rows, dump, entry_of, read_rows, sql
from models.ledger import Projection, settle
from models.tables import BalanceRow, EntryRow, MarkRow, StandingRow, VoidedRow

PLAY = bindparam("play", type_=String)

_adding, _saying = insert_or(BalanceRow), insert_or(StandingRow)
ADD = _adding.on_conflict_do_update(
    index_elements=[BalanceRow.play, BalanceRow.account, BalanceRow.unit],
    set_={"quantity": col(BalanceRow.quantity) + _adding.excluded.quantity},
)
SAY = _saying.on_conflict_do_update(
    index_elements=[StandingRow.play, StandingRow.holder, StandingRow.name],
    set_={"seq": _saying.excluded.seq, "value": _saying.excluded.value},
)
ADD_VOIDER = insert(VoidedRow)
REMOVE_VOIDER = delete(VoidedRow).filter_by(
    play=PLAY, seq=bindparam("seq"), by=bindparam("voiding")
)
VOIDERS = select(VoidedRow.by).filter_by(play=PLAY, seq=bindparam("seq"))
VOIDED_BY = (
    select(VoidedRow.seq, func.max(VoidedRow.by))
    .where(VoidedRow.play == PLAY, col(VoidedRow.seq).between(bindparam("low"), bindparam("high")))
    .group_by(col(VoidedRow.seq))
)


def is_effective(row: type[EntryRow | MarkRow]) -> ColumnElement[bool]:
    """Whether a row's entry counts: no entry that counts voids it."""
    return (
        ~select(VoidedRow.seq).where(VoidedRow.play == row.play, VoidedRow.seq == row.seq).exists()
    )


LAST_SAID = (
    select(MarkRow.seq, MarkRow.value)
    .filter_by(play=PLAY, holder=bindparam("holder"), name=bindparam("mark"))
    .where(is_effective(MarkRow))
    .order_by(col(MarkRow.seq).desc(), col(MarkRow.n).desc())
    .limit(1)
)
BALANCES = select(BalanceRow.account, BalanceRow.unit, BalanceRow.quantity).filter_by(play=PLAY)
NONE = "null"
"""How a mark that was taken back is stored."""
SAYINGS = select(
    StandingRow.holder, StandingRow.name, StandingRow.seq, StandingRow.value
).filter_by(play=PLAY)
VOIDED = select(VoidedRow.seq, VoidedRow.by).filter_by(play=PLAY)


class Projected(NamedTuple):
    """The projections of one play, without zeros and marks that were taken back."""

    balances: dict[tuple[str, str], int]
    standing: dict[tuple[str, str], tuple[int, str]]
    voided: set[tuple[int, int]]


def apply_entry(connection: Connection, newest: Rows) -> None:
    """Count an entry that was just written, and everything that it voids or brings back."""
    play = newest.entry[0]
    _add(connection, play, newest.postings, 1)
    _say(
        connection,
        play,
        [(holder, name, newest.seq, value) for _, _, _, holder, name, value in newest.marks],
    )
    if newest.voidings:
        _settle(connection, play, newest)


class Voiders(dict[int, set[int]]):
    """The entries that count and void another, by its number; each is read when it is first asked for."""

    def __init__(self, connection: Connection, play: str) -> None:
        self._connection, self._play = connection, play

    def __missing__(self, seq: int) -> set[int]:
        found = self._connection.execute(VOIDERS, {"play": self._play, "seq": seq}).scalars()
        self[seq] = set(found)
        return self[seq]


def _settle(connection: Connection, play: str, newest: Rows) -> None:
    """Void what the newest entry voids, bring back what only that had voided, and so on."""
    touched = {newest.seq: newest}

    def targets(seq: int) -> list[int]:
        if seq not in touched:
            (touched[seq],) = read_rows(connection, play, seq, seq)
        return [target for _, _, target in touched[seq].voidings]

    resaid: set[tuple[str, str]] = set()
    for seq, counts in settle(newest.seq, targets, Voiders(connection, play)).items():
        rows = touched[seq]
        if seq != newest.seq:
            _add(connection, play, rows.postings, 1 if counts else -1)
            resaid.update((holder, name) for _, _, _, holder, name, _ in rows.marks)
        for target in targets(seq):
            if counts:
                connection.execute(ADD_VOIDER, {"play": play, "seq": target, "by": seq})
            else:
                connection.execute(REMOVE_VOIDER, {"play": play, "seq": target, "voiding": seq})
    for holder, name in resaid:
        which = {"play": play, "holder": holder, "mark": name}
        last = connection.execute(LAST_SAID, which).first()
        _say(connection, play, [(holder, name, *(last or (newest.seq, NONE)))])


def _add(connection: Connection, play: str, postings: Iterable[Cells], sign: int) -> None:
    if added := [
        (play, account, unit, sign * quantity) for _, _, _, account, unit, quantity in postings
    ]:
        connection.exec_driver_sql(sql(ADD), added)


def _say(connection: Connection, play: str, said: Iterable[tuple[str, str, int, str]]) -> None:
    if marks := [(play, *mark) for mark in said]:
        connection.exec_driver_sql(sql(SAY), marks)


def compute(projection: Projection) -> Projected:
    """Compute the projections from the entries alone."""
    standing: dict[tuple[str, str], tuple[int, str]] = {}
    for entry in projection.entries:
        if projection.is_effective(entry.seq):
            for mark in entry.proposal.marks:
                standing[mark.holder, mark.name] = (entry.seq, dump(mark.value))
    return Projected(
        dict(projection.ledger.balances),
        {key: said for key, said in standing.items() if said[1] != NONE},
        {(target, by) for target, voiding in projection.voiders.items() for by in voiding},
    )


def read_balances(connection: Connection, play: str) -> dict[tuple[str, str], int]:
    """Read the balances as they are stored, without zeros."""
    found = connection.execute(BALANCES, {"play": play}).all()
    return {(account, unit): quantity for account, unit, quantity in found if quantity}


def read_standing(connection: Connection, play: str) -> dict[tuple[str, str], tuple[int, str]]:
    """Read the marks as they are stored, each with its entry, without those that were taken back."""
    found = connection.execute(SAYINGS, {"play": play}).all()
    return {(holder, name): (seq, value) for holder, name, seq, value in found if value != NONE}


def read_stored(connection: Connection, play: str) -> Projected:
    """Read the projections as they are stored."""
    voided = {(seq, by) for seq, by in connection.execute(VOIDED, {"play": play})}
    return Projected(read_balances(connection, play), read_standing(connection, play), voided)


def rebuild(connection: Connection, play: str, projection: Projection | None = None) -> None:
    """Delete the projections of a play, and derive them again from its entries, which may be given."""
    projected = compute(projection or Projection(map(entry_of, read_rows(connection, play))))
    for row in (BalanceRow, StandingRow, VoidedRow):
        connection.execute(delete(row).filter_by(play=play))
    _add(
        connection,
        play,
        [(play, 0, 0, *key, quantity) for key, quantity in projected.balances.items()],
        1,
    )
    _say(connection, play, [(*key, *said) for key, said in projected.standing.items()])
    if projected.voided:
        connection.execute(
            ADD_VOIDER,
            [{"play": play, "seq": seq, "by": by} for seq, by in sorted(projected.voided)],
        )

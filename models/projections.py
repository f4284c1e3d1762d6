"""The projections: tables derived from the entries, as ``Projection`` in ``ledger`` computes them.

An entry counts unless an entry that counts voids it. Entries are only read here; ``rebuild`` derives the projections
again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Integer, String, bindparam, delete, func, insert
from sqlalchemy.dialects.sqlite import insert as insert_or
from sqlmodel import col, select

from models.entry_rows import Cells, Rows, dump, read_rows, sql
from models.ledger import settle
from models.tables import BalanceRow, EntryRow, MarkRow, PostingRow, StandingRow, VoidedRow, VoidingRow

PLAY = bindparam("play", type_=String)
SEQ = bindparam("seq", type_=Integer)

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
REMOVE_VOIDER = delete(VoidedRow).where(
    col(VoidedRow.play) == PLAY, col(VoidedRow.seq) == SEQ, col(VoidedRow.by) == bindparam("voiding")
)
UNSAY = delete(StandingRow).where(
    col(StandingRow.play) == PLAY,
    col(StandingRow.holder) == bindparam("holder"),
    col(StandingRow.name) == bindparam("mark"),
)
VOIDERS = select(VoidedRow.by).where(VoidedRow.play == PLAY, VoidedRow.seq == SEQ)
VOIDED_BY = (
    select(VoidedRow.seq, func.max(VoidedRow.by))
    .where(VoidedRow.play == PLAY, col(VoidedRow.seq).between(bindparam("low"), bindparam("high")))
    .group_by(col(VoidedRow.seq))
)


def is_effective(row: type[EntryRow | MarkRow]) -> ColumnElement[bool]:
    """Whether a row's entry counts: no entry that counts voids it."""
    return ~select(VoidedRow.seq).where(VoidedRow.play == row.play, VoidedRow.seq == row.seq).exists()


LAST_SAID = (
    select(MarkRow.seq, MarkRow.value)
    .where(
        MarkRow.play == PLAY,
        MarkRow.holder == bindparam("holder"),
        MarkRow.name == bindparam("mark"),
        is_effective(MarkRow),
    )
    .order_by(col(MarkRow.seq).desc(), col(MarkRow.n).desc())
    .limit(1)
)
HALF = 10**9
"""Sums are made in two halves, since SQLite refuses one that does not fit in 64 bits; a damaged file may have any."""
SUMS = (
    select(
        PostingRow.account,
        PostingRow.unit,
        func.coalesce(func.sum(col(PostingRow.quantity).op("/")(HALF)), 0),
        func.coalesce(func.sum(col(PostingRow.quantity).op("%")(HALF)), 0),
    )
    .where(
        PostingRow.play == PLAY,
        col(PostingRow.seq).not_in(select(func.json_each(bindparam("voided")).table_valued("value").c.value)),
    )
    .group_by(col(PostingRow.account), col(PostingRow.unit))
)
"""Each account and unit with the sum of its postings, but for those of the entries ``voided``, a list in JSON."""
BALANCES = select(BalanceRow.account, BalanceRow.unit, BalanceRow.quantity).where(BalanceRow.play == PLAY)
SAYINGS = select(StandingRow.holder, StandingRow.name, StandingRow.seq, StandingRow.value).where(
    StandingRow.play == PLAY
)
VOIDED = select(VoidedRow.seq, VoidedRow.by).where(VoidedRow.play == PLAY)
VOIDINGS = select(VoidingRow.seq, VoidingRow.target).where(VoidingRow.play == PLAY)
MARKS = (
    select(MarkRow.seq, MarkRow.holder, MarkRow.name, MarkRow.value)
    .where(MarkRow.play == PLAY)
    .order_by(col(MarkRow.seq), col(MarkRow.n))
)


class Projected(NamedTuple):
    """The projections of one play, without zeros and marks that were taken back."""

    balances: dict[tuple[str, str], int]
    standing: dict[tuple[str, str], tuple[int, str]]
    voided: set[tuple[int, int]]


def voiders(connection: Connection, play: str, seq: int) -> set[int]:
    """Return the entries that count and void this one; it counts where there are none."""
    return set(connection.execute(VOIDERS, {"play": play, "seq": seq}).scalars())


def apply_entry(connection: Connection, newest: Rows) -> None:
    """Count an entry that was just written, and everything that it voids or brings back."""
    play = newest.entry[0]
    _add(connection, play, newest.postings, 1)
    _say(connection, play, [(holder, name, newest.seq, value) for _, _, _, holder, name, value in newest.marks])
    if newest.voidings:
        _settle(connection, play, newest)


class _Voiders(dict[int, set[int]]):
    """The entries that count and void another, by its number; each is read when it is first asked for."""

    def __init__(self, connection: Connection, play: str) -> None:
        self._of = connection, play

    def __missing__(self, seq: int) -> set[int]:
        found = self[seq] = voiders(*self._of, seq)
        return found


def _settle(connection: Connection, play: str, newest: Rows) -> None:
    """Void what the newest entry voids, bring back what only that had voided, and so on."""
    touched = {newest.seq: newest}

    def targets(seq: int) -> list[int]:
        if seq not in touched:
            (touched[seq],) = read_rows(connection, play, seq, seq)
        return [target for _, _, target in touched[seq].voidings]

    resaid: set[tuple[str, str]] = set()
    for seq, counts in settle(newest.seq, targets, _Voiders(connection, play)).items():
        rows = touched[seq]
        if seq != newest.seq:
            _add(connection, play, rows.postings, 1 if counts else -1)
            resaid.update((holder, name) for _, _, _, holder, name, _ in rows.marks)
        for _, _, target in rows.voidings:
            if counts:
                connection.execute(ADD_VOIDER, {"play": play, "seq": target, "by": seq})
            else:
                connection.execute(REMOVE_VOIDER, {"play": play, "seq": target, "voiding": seq})
    for holder, name in resaid:
        which = {"play": play, "holder": holder, "mark": name}
        last = connection.execute(LAST_SAID, which).first()
        if last is None:
            connection.execute(UNSAY, which)
        else:
            _say(connection, play, [(holder, name, *last)])


def _add(connection: Connection, play: str, postings: Iterable[Cells], sign: int) -> None:
    if added := [(play, account, unit, sign * quantity) for _, _, _, account, unit, quantity in postings]:
        connection.exec_driver_sql(sql(ADD), added)


def _say(connection: Connection, play: str, said: Iterable[tuple[str, str, int, str]]) -> None:
    if marks := [(play, *one) for one in said]:
        connection.exec_driver_sql(sql(SAY), marks)


def compute(connection: Connection, play: str) -> Projected:
    """Compute the projections from the entries alone."""
    voided = _find_voided(connection, play)
    fallen = {seq for seq, _ in voided}
    marks: dict[tuple[str, str], tuple[int, str]] = {}
    for seq, holder, name, value in connection.execute(MARKS, {"play": play}):
        if seq not in fallen:
            marks[holder, name] = (seq, value)
    return _tidy(_sums(connection, play, fallen), marks, voided)


def _find_voided(connection: Connection, play: str) -> set[tuple[int, int]]:
    """Find which entries don't count, each with every one that counts and voids it."""
    targets, found = defaultdict[int, list[int]](list), defaultdict[int, set[int]](set)
    for seq, target in connection.execute(VOIDINGS, {"play": play}):
        targets[seq].append(target)
    for seq in sorted(targets):
        settle(seq, lambda one: targets.get(one, ()), found)
    return {(target, by) for target, voiding in found.items() for by in voiding}


def _sums(connection: Connection, play: str, fallen: Iterable[int]) -> dict[tuple[str, str], int]:
    found = connection.execute(SUMS, {"play": play, "voided": dump(sorted(fallen))})
    return {(account, unit): upper * HALF + lower for account, unit, upper, lower in found}


def read_stored(connection: Connection, play: str) -> Projected:
    """Read the projections as they are stored."""
    which = {"play": play}
    return _tidy(
        {(account, unit): quantity for account, unit, quantity in connection.execute(BALANCES, which)},
        {(holder, name): (seq, value) for holder, name, seq, value in connection.execute(SAYINGS, which)},
        {(seq, by) for seq, by in connection.execute(VOIDED, which)},
    )


def rebuild(connection: Connection, play: str) -> None:
    """Delete the projections of a play, and derive them again from its entries."""
    projected = compute(connection, play)
    for row in (BalanceRow, StandingRow, VoidedRow):
        connection.execute(delete(row).where(col(row.play) == PLAY), {"play": play})
    _add(connection, play, [(play, 0, 0, *key, quantity) for key, quantity in projected.balances.items()], 1)
    _say(connection, play, [(*key, *said) for key, said in projected.standing.items()])
    if projected.voided:
        connection.execute(ADD_VOIDER, [{"play": play, "seq": seq, "by": by} for seq, by in sorted(projected.voided)])


def _tidy(
    balances: dict[tuple[str, str], int],
    standing: dict[tuple[str, str], tuple[int, str]],
    voided: set[tuple[int, int]],
) -> Projected:
    return Projected(
        {key: quantity for key, quantity in balances.items() if quantity},
        {key: said for key, said in standing.items() if said[1] != "null"},
        voided,
    )

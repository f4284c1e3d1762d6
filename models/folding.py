"""Keeping the folded tables in step with what is written, as ``Fold`` in ``ledger`` would have it.

An entry stands unless a standing entry voids it. What is written is only ever read here; everything in
this module could be thrown away and had again by ``rebuild``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from models.record import compiled, read_rows, table
from models.schema import BalanceRow, MarkRow, PostingRow, StandingRow, StruckRow, VoidingRow

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sqlalchemy import Select, Table

    from models.record import Row, Rows

POSTING, MARK, VOIDING, BALANCE, STANDING, STRUCK = (
    table(row) for row in (PostingRow, MarkRow, VoidingRow, BalanceRow, StandingRow, StruckRow)
)


def _stands(play: ColumnElement[str], seq: ColumnElement[int]) -> ColumnElement[bool]:
    return ~select(STRUCK.c.seq).where(STRUCK.c.play == play, STRUCK.c.seq == seq).exists()


_balance, _standing = insert(BALANCE), insert(STANDING)
ADD = compiled(
    _balance.on_conflict_do_update(
        index_elements=[BALANCE.c.play, BALANCE.c.account, BALANCE.c.unit],
        set_={"quantity": BALANCE.c.quantity + _balance.excluded.quantity},
    )
)
SAY = compiled(
    _standing.on_conflict_do_update(
        index_elements=[STANDING.c.play, STANDING.c.holder, STANDING.c.name],
        set_={"seq": _standing.excluded.seq, "value": _standing.excluded.value},
    )
)
STRIKE = compiled(insert(STRUCK))
UNSTRIKE = compiled(
    delete(STRUCK).where(STRUCK.c.play == bindparam("p"), STRUCK.c.seq == bindparam("s"), STRUCK.c.by == bindparam("b"))
)
UNSAY = compiled(
    delete(STANDING).where(
        STANDING.c.play == bindparam("p"),
        STANDING.c.holder == bindparam("h"),
        STANDING.c.name == bindparam("n"),
    )
)
VOIDERS = compiled(select(STRUCK.c.by).where(STRUCK.c.play == bindparam("p"), STRUCK.c.seq == bindparam("s")))
STRUCK_BY = compiled(
    select(STRUCK.c.seq, func.max(STRUCK.c.by))
    .where(STRUCK.c.play == bindparam("p"), STRUCK.c.seq.between(bindparam("low"), bindparam("high")))
    .group_by(STRUCK.c.seq)
)
LAST_SAID = compiled(
    select(MARK.c.seq, MARK.c.value)
    .where(
        MARK.c.play == bindparam("p"),
        MARK.c.holder == bindparam("h"),
        MARK.c.name == bindparam("n"),
        _stands(MARK.c.play, MARK.c.seq),
    )
    .order_by(MARK.c.seq.desc(), MARK.c.n.desc())
)
SUMS = compiled(
    select(POSTING.c.account, POSTING.c.unit, func.sum(POSTING.c.quantity))
    .where(POSTING.c.play == bindparam("p"), _stands(POSTING.c.play, POSTING.c.seq))
    .group_by(POSTING.c.account, POSTING.c.unit)
)


class Folded(NamedTuple):
    """All that is folded of one play; noughts and unsaid marks left out."""

    balances: dict[tuple[str, str], int]
    standing: dict[tuple[str, str], tuple[int, str]]
    struck: set[tuple[int, int]]


def voiders(driver: sqlite3.Connection, play: str, seq: int) -> set[int]:
    """Tell which standing entries void this one; where none does, it stands."""
    return {by for (by,) in driver.execute(VOIDERS, (play, seq))}


def stands(driver: sqlite3.Connection, play: str, seq: int) -> bool:
    """Tell whether no standing entry voids this one."""
    return not voiders(driver, play, seq)


def count(driver: sqlite3.Connection, rows: Rows) -> None:
    """Count an entry that was just written, and all that falls or rises because of it."""
    play = rows.entry[0]
    _add(driver, play, rows.postings, 1)
    driver.executemany(SAY, [(play, holder, name, rows.seq, value) for _, _, _, holder, name, value in rows.marks])
    if rows.voidings:
        _settle(driver, play, rows)


def _settle(driver: sqlite3.Connection, play: str, newest: Rows) -> None:
    """Strike out what the newest entry voids, bring back what only that had voided, and so on.

    An entry voids earlier ones only, so going from the latest back settles each of them once.
    """
    resaid: set[tuple[str, str]] = set()
    stood = {newest.seq: False}
    while stood:
        seq = max(stood)
        before, now = stood.pop(seq), stands(driver, play, seq)
        if before == now:
            continue
        rows = newest
        if seq != newest.seq:
            (rows,) = read_rows(driver, play, seq, seq)
            _add(driver, play, rows.postings, 1 if now else -1)
            resaid.update((holder, name) for _, _, _, holder, name, _ in rows.marks)
        for _, _, target in rows.voidings:
            if target not in stood:
                stood[target] = stands(driver, play, target)
            driver.execute(STRIKE if now else UNSTRIKE, (play, target, seq))
    for holder, name in resaid:
        last = driver.execute(LAST_SAID, (play, holder, name)).fetchone()
        if last is None:
            driver.execute(UNSAY, (play, holder, name))
        else:
            driver.execute(SAY, (play, holder, name, *last))


def _add(driver: sqlite3.Connection, play: str, postings: Iterable[Row], sign: int) -> None:
    driver.executemany(ADD, [(play, account, unit, sign * quantity) for _, _, _, account, unit, quantity in postings])


def reckon(driver: sqlite3.Connection, play: str) -> Folded:
    """Work out from the written tables alone what the folded ones should say."""
    voided: dict[int, list[int]] = {}
    for seq, target in driver.execute(compiled(_of(VOIDING, "seq", "target")), (play,)):
        voided.setdefault(seq, []).append(target)
    struck: set[tuple[int, int]] = set()
    fallen: set[int] = set()
    for seq in sorted(voided, reverse=True):
        if seq not in fallen:
            fallen.update(voided[seq])
            struck.update((target, seq) for target in voided[seq])
    balances: Counter[tuple[str, str]] = Counter()
    for seq, account, unit, quantity in driver.execute(
        compiled(_of(POSTING, "seq", "account", "unit", "quantity")), (play,)
    ):
        if seq not in fallen:
            balances[account, unit] += quantity
    standing: dict[tuple[str, str], tuple[int, str]] = {}
    for seq, holder, name, value in driver.execute(
        compiled(_of(MARK, "seq", "holder", "name", "value").order_by(MARK.c.seq, MARK.c.n)), (play,)
    ):
        if seq not in fallen:
            standing[holder, name] = (seq, value)
    return _tidy(balances, standing, struck)


def kept(driver: sqlite3.Connection, play: str) -> Folded:
    """Read what the folded tables do say."""
    balances = driver.execute(compiled(_of(BALANCE, "account", "unit", "quantity")), (play,))
    standing = driver.execute(compiled(_of(STANDING, "holder", "name", "seq", "value")), (play,))
    struck = driver.execute(compiled(_of(STRUCK, "seq", "by")), (play,))
    return _tidy(
        {(account, unit): quantity for account, unit, quantity in balances},
        {(holder, name): (seq, value) for holder, name, seq, value in standing},
        set(struck),
    )


def rebuild(driver: sqlite3.Connection, play: str) -> None:
    """Throw the folded rows of a play away, and make them again from the written ones."""
    folded = reckon(driver, play)
    for one in (BALANCE, STANDING, STRUCK):
        driver.execute(compiled(delete(one).where(one.c.play == bindparam("p"))), (play,))
    driver.executemany(ADD, [(play, *key, quantity) for key, quantity in folded.balances.items()])
    driver.executemany(SAY, [(play, *key, *said) for key, said in folded.standing.items()])
    driver.executemany(STRIKE, [(play, seq, by) for seq, by in sorted(folded.struck)])


def _tidy(
    balances: dict[tuple[str, str], int],
    standing: dict[tuple[str, str], tuple[int, str]],
    struck: set[tuple[int, int]],
) -> Folded:
    return Folded(
        {key: quantity for key, quantity in balances.items() if quantity},
        {key: said for key, said in standing.items() if said[1] != "null"},
        struck,
    )


def _of(one: Table, *columns: str) -> Select[Any]:
    return select(*(one.c[column] for column in columns)).where(one.c.play == bindparam("p"))

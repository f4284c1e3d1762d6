"""Keeping the folded tables in step with what is written, as ``Fold`` in ``ledger`` would have it.

An entry stands unless a standing entry voids it. What is written is only ever read here; everything in
this module could be thrown away and had again by ``rebuild``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from models.entry_rows import read_rows

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from models.entry_rows import Row, Rows

ADD = """INSERT INTO balance (play, account, unit, quantity) VALUES (?, ?, ?, ?)
    ON CONFLICT (play, account, unit) DO UPDATE SET quantity = quantity + excluded.quantity"""
SAY = """INSERT INTO standing (play, holder, name, seq, value) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (play, holder, name) DO UPDATE SET seq = excluded.seq, value = excluded.value"""
STRIKE = 'INSERT INTO struck (play, seq, "by") VALUES (?, ?, ?)'
UNSTRIKE = 'DELETE FROM struck WHERE play = ? AND seq = ? AND "by" = ?'
UNSAY = "DELETE FROM standing WHERE play = ? AND holder = ? AND name = ?"
VOIDERS = 'SELECT "by" FROM struck WHERE play = ? AND seq = ?'
STRUCK_BY = 'SELECT seq, max("by") FROM struck WHERE play = ? AND seq BETWEEN ? AND ? GROUP BY seq'
STANDS = "NOT EXISTS (SELECT 1 FROM struck WHERE struck.play = {0}.play AND struck.seq = {0}.seq)"
LAST_SAID = f"""SELECT seq, value FROM mark
    WHERE play = ? AND holder = ? AND name = ? AND {STANDS.format("mark")} ORDER BY seq DESC, n DESC"""  # noqa: S608 - of our own making
SUMS = f"""SELECT account, unit, sum(quantity) FROM posting
    WHERE play = ? AND {STANDS.format("posting")} GROUP BY account, unit"""  # noqa: S608 - as above

VOIDED = "SELECT seq, target FROM voiding WHERE play = ?"
POSTED = "SELECT seq, account, unit, quantity FROM posting WHERE play = ?"
SAID = "SELECT seq, holder, name, value FROM mark WHERE play = ? ORDER BY seq, n"
BALANCES = "SELECT account, unit, quantity FROM balance WHERE play = ?"
SAYINGS = "SELECT holder, name, seq, value FROM standing WHERE play = ?"
STRUCK = 'SELECT seq, "by" FROM struck WHERE play = ?'
FORGET = tuple(f"DELETE FROM {table} WHERE play = ?" for table in ("balance", "standing", "struck"))  # noqa: S608 - ours


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
    for seq, target in driver.execute(VOIDED, (play,)):
        voided.setdefault(seq, []).append(target)
    struck: set[tuple[int, int]] = set()
    fallen: set[int] = set()
    for seq in sorted(voided, reverse=True):
        if seq not in fallen:
            fallen.update(voided[seq])
            struck.update((target, seq) for target in voided[seq])
    balances: Counter[tuple[str, str]] = Counter()
    for seq, account, unit, quantity in driver.execute(POSTED, (play,)):
        if seq not in fallen:
            balances[account, unit] += quantity
    standing: dict[tuple[str, str], tuple[int, str]] = {}
    for seq, holder, name, value in driver.execute(SAID, (play,)):
        if seq not in fallen:
            standing[holder, name] = (seq, value)
    return _tidy(balances, standing, struck)


def kept(driver: sqlite3.Connection, play: str) -> Folded:
    """Read what the folded tables do say."""
    balances = driver.execute(BALANCES, (play,))
    standing = driver.execute(SAYINGS, (play,))
    struck = driver.execute(STRUCK, (play,))
    return _tidy(
        {(account, unit): quantity for account, unit, quantity in balances},
        {(holder, name): (seq, value) for holder, name, seq, value in standing},
        set(struck),
    )


def rebuild(driver: sqlite3.Connection, play: str) -> None:
    """Throw the folded rows of a play away, and make them again from the written ones."""
    folded = reckon(driver, play)
    for statement in FORGET:
        driver.execute(statement, (play,))
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

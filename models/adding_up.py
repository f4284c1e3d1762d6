"""Adding a play up anew, in SQL alone: what everyone holds must be what its lines come to."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from models import folding
from models.record import understood

if TYPE_CHECKING:
    from pathlib import Path

    from models.database import Database

LINES = "SELECT count(*), coalesce(max(seq), 0) FROM entry WHERE play = ?"
THERE = "SELECT 1 FROM entry WHERE play = ? AND seq = ?"
STRUCK = """SELECT account, unit, sum(quantity) FROM posting
    WHERE play = :play AND seq IN (SELECT seq FROM struck WHERE play = :play) GROUP BY account, unit"""
SUM = "sum(quantity) FILTER (WHERE account = ?{} AND unit = ?{}), "
AT_ONCE = 100
"""Accounts added up in one reading of all postings. Grouping them all would have SQLite sort every posting first."""
LONG = 5_000
"""Lines from which on two add up at once; of fewer, one is done before another has begun."""
FIRST, LATEST = -(2**63), 2**63 - 1


class Sums(NamedTuple):
    """What postings come to, account by account; in all other accounts together; and how many they are."""

    held: Counter[tuple[str, str]]
    elsewhere: int
    postings: int


class Proof(NamedTuple):
    """What was added up, lines and postings; and every fault found, in a sentence that tells no balance."""

    lines: int
    postings: int
    faults: tuple[str, ...]


def prove(database: Database, play: str) -> Proof:
    """Add every posting of every line that stands up anew, and hold the sums against what is kept.

    Raises:
        Damaged: they can't be read.

    """
    with understood("The lines of this play can't be read: the file is damaged."), database.reading() as driver:
        lines, last = driver.execute(LINES, (play,)).fetchone()
        kept = {(account, unit): held for account, unit, held in driver.execute(folding.BALANCES, (play,))}
        if last < LONG:
            sums = _summed(driver, play, list(kept), FIRST, LATEST)
        else:
            sums = _halved(driver, database.path, play, list(kept), last)
        for account, unit, held in driver.execute(STRUCK, {"play": play}):
            sums.held[account, unit] -= held
    faults = [] if lines == last else [f"Lines are missing: there are {lines:,}, and the last is {last:,}."]
    faults += ["The lines move something that nothing is kept of."] if sums.elsewhere else []
    faults += [
        f"What is kept of {account} in {unit} is not what the lines come to."
        for (account, unit), held in sorted(kept.items())
        if held != sums.held[account, unit]
    ]
    for unit in sorted({unit for _, unit in kept}):
        if sum(held for (_, of), held in kept.items() if of == unit):
            faults.append(f"What everyone holds in {unit} does not come to nought.")
    return Proof(lines, sums.postings, tuple(faults))


def _halved(driver: sqlite3.Connection, file: Path, play: str, keys: list[tuple[str, str]], last: int) -> Sums:
    """Sum the later half of the lines while another thread sums the earlier one.

    Its picture of the book may be newer. That makes no difference to lines that were written before: they are never
    changed. Only a whole play can go, so it looks whether the last line is still there.
    """
    middle = last // 2
    earlier: list[Sums] = []

    def meanwhile() -> None:
        with suppress(sqlite3.Error), closing(_again(file)) as other:  # it is read below then, and its fault told
            sums = _summed(other, play, keys, FIRST, middle)
            if other.execute(THERE, (play, last)).fetchone():
                earlier.append(sums)

    beside = threading.Thread(target=meanwhile)
    beside.start()
    try:
        later = _summed(driver, play, keys, middle + 1, LATEST)
    finally:
        beside.join()
    half = earlier[0] if earlier else _summed(driver, play, keys, FIRST, middle)
    later.held.update(half.held)
    return Sums(later.held, half.elsewhere + later.elsewhere, half.postings + later.postings)


def _again(file: Path) -> sqlite3.Connection:
    """Open the book once more, to read: a connection can't be used by two threads at once."""
    other = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    other.execute("PRAGMA trusted_schema = OFF")
    other.execute("BEGIN")  # one picture for the sums and for the look at the last line
    return other


def _summed(driver: sqlite3.Connection, play: str, keys: list[tuple[str, str]], low: int, high: int) -> Sums:
    """Sum the postings of the lines from one number to another."""
    held: Counter[tuple[str, str]] = Counter()
    total = postings = 0
    for at in range(0, max(1, len(keys)), AT_ONCE):
        some = keys[at : at + AT_ONCE]
        each = "".join(SUM.format(2 * n + 4, 2 * n + 5) for n in range(len(some)))
        reading = f"SELECT {each}sum(quantity), count(*) FROM posting WHERE play = ?1 AND seq BETWEEN ?2 AND ?3"  # noqa: S608 - of our own making
        found = driver.execute(reading, (play, low, high, *(part for key in some for part in key))).fetchone()
        *sums, total, postings = (one or 0 for one in found)
        held.update(dict(zip(some, sums, strict=True)))
    return Sums(held, total - held.total(), postings)

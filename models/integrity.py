"""Every check of a book: the log beside it, the sums of each play, and each entry against the one before."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from models import projections
from models.checksums import broken
from models.entry_rows import EFFECTS, entry_of, read_rows, understood
from models.errors import DamagedError, NoSuchPlayError
from models.projections import kept, reckon
from models.write_ahead_log import LOST

if TYPE_CHECKING:
    from pathlib import Path

    from models.database import Database
    from models.entry_rows import Rows
    from models.journal import Journal


LINE_COUNT = "SELECT count(*), coalesce(max(seq), 0) FROM entry WHERE play = ?"
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
        DamagedError: they can't be read.

    """
    with understood("The lines of this play can't be read: the file is damaged."), database.reading() as driver:
        lines, last = driver.execute(LINE_COUNT, (play,)).fetchone()
        kept = {(account, unit): held for account, unit, held in driver.execute(projections.BALANCES, (play,))}
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


class Fault(NamedTuple):
    """What a check found: which check, one of ``CHECKS``, and a sentence."""

    check: str
    sentence: str


LINES, CHAIN, SUMS, WORDS = "lines", "chain", "sums", "words"
EFFECTS_LEFT, BALANCES, SAYINGS, STANDING = "effects", "balances", "sayings", "standing"
CHECKS = {
    LINES: "no line is missing",
    CHAIN: "every line is what was written, by the chain of digests",
    SUMS: "every line sums to nought, for each unit",
    WORDS: "every line can be read",
    EFFECTS_LEFT: "nothing is left of lines that are gone",
    BALANCES: "the balances kept are what the lines come to",
    SAYINGS: "what is said of everyone is what the lines say",
    STANDING: "the lines struck out are those that the lines strike out",
}
"""What a play is looked over for, in words."""


def examined_play(driver: sqlite3.Connection, play: str, start: str, *, quiet: bool = False) -> list[Fault]:
    """Find every fault of a play, as ``faults`` does, with the check that found it.

    Raises:
        DamagedError: so much is damaged that no more can be told.

    """
    with understood("This play is damaged, and not all of it can be read."):
        return _examined(driver, play, start, quiet=quiet)


def _examined(driver: sqlite3.Connection, play: str, start: str, *, quiet: bool) -> list[Fault]:
    found: list[Fault] = []
    previous, last = start, 0
    seen: set[int] = set()
    for rows in read_rows(driver, play):
        if rows.seq != last + 1:
            missing = f"{last + 1}" if rows.seq == last + 2 else f"{last + 1} to {rows.seq - 1}"
            found.append(Fault(LINES, f"Entry {missing} is missing."))
        elif rows.chained(previous) != rows.digest:
            # after a gap the chain says nothing about the entry that follows
            found.append(Fault(CHAIN, f"Entry {rows.seq} is not what was written."))
        found += _of_one(rows)
        previous, last = rows.digest, rows.seq
        seen.add(rows.seq)
    found += _orphans(driver, play, seen)
    return found + _out_of_step(driver, play, quiet=quiet)


def _of_one(rows: Rows) -> list[Fault]:
    totals: Counter[str] = Counter()
    for _, _, _, _, unit, quantity in rows.postings:
        totals[unit] += quantity
    found = [
        Fault(SUMS, f"The postings of entry {rows.seq} in {unit} come to {total}, not to nought.")
        for unit, total in totals.items()
        if total
    ]
    if not found:
        try:
            entry_of(rows)
        except DamagedError as damage:
            found.append(Fault(WORDS, damage.sentence))
    return found


def _orphans(driver: sqlite3.Connection, play: str, seen: set[int]) -> list[Fault]:
    """Find effects whose entry is gone, as when the last entries are cut off."""
    lost: set[int] = set()
    for effect in EFFECTS:
        numbers = driver.execute(f"SELECT DISTINCT seq FROM {effect} WHERE play = ?", (play,))  # noqa: S608 - our own names
        lost |= {seq for (seq,) in numbers if seq not in seen}
    return [Fault(EFFECTS_LEFT, f"Entry {seq} is gone, but not all that it did.") for seq in sorted(lost)]


def _out_of_step(driver: sqlite3.Connection, play: str, *, quiet: bool) -> list[Fault]:
    written, folded = reckon(driver, play), kept(driver, play)
    found = []
    for account, unit in sorted(written.balances.keys() | folded.balances.keys()):
        says = folded.balances.get((account, unit), 0)
        is_ = written.balances.get((account, unit), 0)
        if says != is_ or type(says) is not int:
            figures = (
                "is not what the entries come to" if quiet else f"says {says} {unit}, but the entries come to {is_}"
            )
            found.append(Fault(BALANCES, f"The balance of {account} {figures}."))
    for holder, name in sorted(written.standing.keys() | folded.standing.keys()):
        if written.standing.get((holder, name)) != folded.standing.get((holder, name)):
            found.append(Fault(SAYINGS, f"What is said of {holder} under {name} is not what the entries say."))
    found += [
        Fault(STANDING, f"Whether entry {seq} stands is not as the entries have it.")
        for seq in sorted({seq for seq, _ in written.struck ^ folded.struck})
    ]
    return found


BEGINNING = "it began as was written: who sits, house rules, board"
READING = "it can be read at all"
WHOLE = "SQLite finds it whole"
CUT = "the log beside the book is whole"
SHELF = "titles, players and figures are as they were written"


def examined(journal: Journal, play: str, *, quiet: bool = False) -> list[Fault]:
    """Find every fault of a play; none when it is sound. A ``quiet`` list tells no balance."""
    try:
        with journal.database.reading() as driver:
            start, written = journal.beginning(play)
            found = [] if start == written else [Fault(BEGINNING, "How this play began is not what was written.")]
            return found + examined_play(driver, play, written, quiet=quiet)
    except (DamagedError, NoSuchPlayError) as fault:
        return [Fault(READING, fault.sentence)]


def check(journal: Journal, play: str, *, quiet: bool = False) -> list[str]:
    """Find every fault of a play, a sentence each; none when it is sound. ``quiet`` ones tell no balance."""
    return [one.sentence for one in examined(journal, play, quiet=quiet)]


def looked_over(journal: Journal) -> list[Fault]:
    """Look the whole file over but for what its plays say, each of which is looked over as it is opened.

    Finds every fault in the file itself, and in titles, players, figures of boards and likings; none when it is sound.
    """
    database = journal.database
    found = [Fault(CUT, LOST)] if database.cut_short else []
    found += [Fault(WHOLE, one) for one in database.check()]
    try:
        with database.lenient() as driver, understood("What is remembered can't be read: the file is damaged."):
            return found + [Fault(SHELF, one) for one in broken(driver).values()]
    except DamagedError as damage:
        return [*found, Fault(SHELF, damage.sentence)]

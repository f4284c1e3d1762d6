"""Every check of a book: the file itself, the sums of each play, and each entry against the one before."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sqlalchemy import Connection, func
from sqlmodel import select

from models.checksums import find_broken
from models.database import Database
from models.entry_rows import EFFECTS, Rows, as_damage, entry_of, read_rows
from models.errors import DamagedError, NoSuchPlayError
from models.journal import Journal
from models.projections import PLAY, compute, read_stored
from models.tables import EntryRow, PostingRow

LINE_COUNT = select(func.count(), func.coalesce(func.max(EntryRow.seq), 0)).where(EntryRow.play == PLAY)
POSTING_COUNT = select(func.count()).where(PostingRow.play == PLAY)


class Proof(NamedTuple):
    """The number of lines and postings that were added up, and a sentence for each fault, without any balance."""

    lines: int
    postings: int
    faults: tuple[str, ...]


def prove(database: Database, play: str) -> Proof:
    """Add up the postings of every line that counts, and compare the sums with the stored balances.

    Raises:
        DamagedError: they can't be read.

    """
    which = {"play": play}
    with as_damage("The entries of this game can't be read: the file is damaged."), database.reading() as connection:
        lines, last = connection.execute(LINE_COUNT, which).one()
        postings = connection.execute(POSTING_COUNT, which).scalar_one()
        found = _out_of_step(connection, play, quiet=True)
        held = read_stored(connection, play).balances
    faults = [] if lines == last else [f"Entries are missing: there are {lines:,}, and the last is {last:,}."]
    faults += [one.sentence for one in found]
    for unit in sorted({unit for _, unit in held}):
        if sum(quantity for (_, of), quantity in held.items() if of == unit):
            faults.append(f"What everyone holds in {unit} does not come to zero.")
    return Proof(lines, postings, tuple(faults))


class Fault(NamedTuple):
    """A fault: which of ``CHECKS`` found it, and a sentence."""

    check: str
    sentence: str


LINES, CHAIN, SUMS, WORDS = "lines", "chain", "sums", "words"
EFFECTS_LEFT, BALANCES, SAYINGS, STANDING = "effects", "balances", "sayings", "standing"
CHECKS = {
    LINES: "no entry is missing",
    CHAIN: "every entry is what was written, by the chain of digests",
    SUMS: "every entry sums to zero, for each unit",
    WORDS: "every entry can be read",
    EFFECTS_LEFT: "nothing is left of entries that are gone",
    BALANCES: "the balances kept are what the entries come to",
    SAYINGS: "what is said of everyone is what the entries say",
    STANDING: "the entries crossed out are those that the entries cross out",
}
"""The checks of a play, in words."""


def examine_play(connection: Connection, play: str, start: str, *, quiet: bool) -> list[Fault]:
    """Find every fault of a play whose beginning has the digest ``start``.

    Raises:
        DamagedError: too much is damaged to check the rest.

    """
    with as_damage("This game is damaged, and not all of it can be read."):
        return _examine_entries(connection, play, start, quiet=quiet)


def _examine_entries(connection: Connection, play: str, start: str, *, quiet: bool) -> list[Fault]:
    found: list[Fault] = []
    previous, last = start, 0
    seen: set[int] = set()
    for rows in read_rows(connection, play):
        if rows.seq != last + 1:
            missing = f"{last + 1}" if rows.seq == last + 2 else f"{last + 1} to {rows.seq - 1}"
            found.append(Fault(LINES, f"Entry {missing} is missing."))
        elif rows.compute_digest(previous) != rows.digest:
            # after a gap the chain can't prove the entry that follows
            found.append(Fault(CHAIN, f"Entry {rows.seq} is not what was written."))
        found += _of_one(rows)
        previous, last = rows.digest, rows.seq
        seen.add(rows.seq)
    found += _orphans(connection, play, seen)
    return found + _out_of_step(connection, play, quiet=quiet)


def _of_one(rows: Rows) -> list[Fault]:
    totals: Counter[str] = Counter()
    for _, _, _, _, unit, quantity in rows.postings:
        totals[unit] += quantity
    found = [
        Fault(SUMS, f"The postings of entry {rows.seq} in {unit} come to {total}, not to zero.")
        for unit, total in totals.items()
        if total
    ]
    if not found:
        try:
            entry_of(rows)
        except DamagedError as damage:
            found.append(Fault(WORDS, damage.sentence))
    return found


def _orphans(connection: Connection, play: str, seen: set[int]) -> list[Fault]:
    """Find effects without their entry, as when the last entries are cut off."""
    lost: set[int] = set()
    for effect in EFFECTS:
        numbers = connection.execute(select(effect.seq).where(effect.play == play).distinct())
        lost |= set(numbers.scalars()) - seen
    return [Fault(EFFECTS_LEFT, f"Entry {seq} is gone, but not all that it did.") for seq in sorted(lost)]


def _out_of_step(connection: Connection, play: str, *, quiet: bool) -> list[Fault]:
    written, projected = compute(connection, play), read_stored(connection, play)
    found = []
    for account, unit in sorted(written.balances.keys() | projected.balances.keys()):
        says = projected.balances.get((account, unit), 0)
        is_ = written.balances.get((account, unit), 0)
        if says != is_ or type(says) is not int:
            figures = (
                "is not what the entries come to" if quiet else f"says {says} {unit}, but the entries come to {is_}"
            )
            found.append(Fault(BALANCES, f"The balance of {account} {figures}."))
    for holder, name in sorted(written.standing.keys() | projected.standing.keys()):
        if written.standing.get((holder, name)) != projected.standing.get((holder, name)):
            found.append(Fault(SAYINGS, f"What is said of {holder} under {name} is not what the entries say."))
    found += [
        Fault(STANDING, f"Whether entry {seq} stands is not as the entries have it.")
        for seq in sorted({seq for seq, _ in written.voided ^ projected.voided})
    ]
    return found


BEGINNING = "it began as was written: who sits, house rules, board"
READING = "it can be read at all"
WHOLE = "SQLite finds it whole"
ACKNOWLEDGED = "the entry that was acknowledged last is there"
CHECKSUMS = "titles, players and figures are as they were written"


def examine(journal: Journal, play: str, *, quiet: bool = False) -> list[Fault]:
    """Find every fault of a play. With ``quiet`` no sentence gives a balance."""
    try:
        with journal.database.reading() as connection:
            start, written = journal.beginning_digests(play)
            found = [] if start == written else [Fault(BEGINNING, "How this game began is not what was written.")]
            return found + examine_play(connection, play, written, quiet=quiet)
    except (DamagedError, NoSuchPlayError) as fault:
        return [Fault(READING, fault.sentence)]


def check(journal: Journal, play: str, *, quiet: bool = False) -> list[str]:
    """Return a sentence for each fault of a play. With ``quiet`` none gives a balance."""
    return [one.sentence for one in examine(journal, play, quiet=quiet)]


def check_file(journal: Journal) -> list[Fault]:
    """Check the whole file except the entries: each play is checked as it is opened.

    Finds every fault in the file itself, and in titles, players and board values. Preferences have no checksums.
    """
    database = journal.database
    found = [Fault(WHOLE, one) for one in database.check()]
    found += [Fault(ACKNOWLEDGED, database.tail.sentence)] if database.tail else []
    try:
        with database.lenient() as connection, as_damage("What is remembered can't be read: the file is damaged."):
            return found + [Fault(CHECKSUMS, one) for one in find_broken(connection).values()]
    except DamagedError as damage:
        return [*found, Fault(CHECKSUMS, damage.sentence)]

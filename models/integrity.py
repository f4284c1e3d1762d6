"""Every check of a book: the file itself, the sums of each play, and each entry against the one before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection
from sqlmodel import select

from models.checksums import find_broken
from models.entry_rows import EFFECTS, as_damage, entry_of, read_rows
from models.errors import DamagedError, NoSuchPlayError
from models.journal import Journal
from models.ledger import Entry, Projection, Unbalanced
from models.plays import read_beginning, start_of
from models.projections import Projected, compute, read_stored


class Fault(NamedTuple):
    """A fault: which of ``CHECKS`` found it, and a sentence."""

    check: str
    sentence: str


WHOLE = "SQLite finds it whole"
TIED = "no row has lost the one it belongs to"
ACKNOWLEDGED = "the entry that was acknowledged last is there"
CHECKSUMS = "titles, players and figures are as they were written"
READING = "it can be read at all"
BEGINNING = "it began as was written: who sits, house rules, board"
LINES = "no entry is missing"
CHAIN = "every entry is what was written, by the chain of digests"
SUMS = "every entry sums to zero, for each unit"
WORDS = "every entry can be read"
EFFECTS_LEFT = "nothing is left of entries that are gone"
DERIVED = "what everyone holds is what the entries come to"
CHECKS = (BEGINNING, LINES, CHAIN, SUMS, WORDS, EFFECTS_LEFT, DERIVED)
"""The checks of a play that can be read."""


def _examine_entries(connection: Connection, play: str, start: str) -> list[Fault]:
    found: list[Fault] = []
    entries: list[Entry] = []
    previous, last = start, 0
    seen: set[int] = set()
    for rows in read_rows(connection, play):
        if rows.seq != last + 1:
            words = f"Entries {last + 1} to {rows.seq - 1} are missing."
            if rows.seq == last + 2:
                words = f"Entry {last + 1} is missing."
            found.append(Fault(LINES, words))
        elif rows.compute_digest(previous) != rows.digest:
            # after a gap the chain can't prove the entry that follows
            found.append(Fault(CHAIN, f"Entry {rows.seq} is not what was written."))
        try:
            entries.append(entry_of(rows))
        except DamagedError as damage:
            if isinstance(damage.__cause__, Unbalanced):
                found.append(Fault(SUMS, f"The postings of entry {rows.seq} do not sum to zero."))
            else:
                found.append(Fault(WORDS, damage.sentence))
        previous, last = rows.digest, rows.seq
        seen.add(rows.seq)
    found += [
        Fault(EFFECTS_LEFT, f"Entry {seq} is gone, but not all that it did.")
        for seq in sorted(find_orphans(connection, play, seen))
    ]
    if len(entries) < last:
        return [
            *found,
            Fault(
                DERIVED, "What everyone holds can't be compared with entries that can't be read."
            ),
        ]
    return found + _out_of_step(compute(Projection(entries)), read_stored(connection, play))


def find_orphans(connection: Connection, play: str, entries: set[int]) -> set[int]:
    """Find entries of which only effects are left, as when the last ones are cut off."""
    effects = (
        connection.execute(select(row.seq).where(row.play == play).distinct()).scalars()
        for row in EFFECTS
    )
    return {seq for numbers in effects for seq in numbers} - entries


def _out_of_step(written: Projected, stored: Projected) -> list[Fault]:
    sentences = [
        *(
            f"The balance of {account} is not what the entries come to."
            for account, _ in _differing(written.balances, stored.balances)
        ),
        *(
            f"What is said of {holder} under {name} is not what the entries say."
            for holder, name in _differing(written.standing, stored.standing)
        ),
        *(
            f"Whether entry {seq} stands is not as the entries have it."
            for seq in sorted({seq for seq, _ in written.voided ^ stored.voided})
        ),
    ]
    return [Fault(DERIVED, sentence) for sentence in sentences]


def _differing(
    written: Mapping[tuple[str, str], object], stored: Mapping[tuple[str, str], object]
) -> list[tuple[str, str]]:
    return sorted(
        key for key in written.keys() | stored.keys() if written.get(key) != stored.get(key)
    )


def examine(journal: Journal, play: str) -> list[Fault]:
    """Find every fault of a play. No sentence gives a balance, which may be hidden."""
    unread = "This game is damaged, and not all of it can be read."
    try:
        with journal.database.reading() as connection, as_damage(unread):
            row, seats = read_beginning(connection, play)
            sound = start_of(row, seats) == row.digest
            found = (
                [] if sound else [Fault(BEGINNING, "How this game began is not what was written.")]
            )
            return found + _examine_entries(connection, play, row.digest)
    except (DamagedError, NoSuchPlayError) as fault:
        return [Fault(READING, fault.sentence)]


def check(journal: Journal, play: str) -> list[str]:
    """Return a sentence for each fault of a play."""
    return [fault.sentence for fault in examine(journal, play)]


def check_file(journal: Journal) -> list[Fault]:
    """Check the whole file except the entries: each play is checked as it is opened.

    Finds every fault in the file itself, and in titles, players and board values. Preferences have no checksums.
    """
    database = journal.database
    found: list[Fault] = []
    try:
        with database.reading():
            pages = database.driver.execute("PRAGMA integrity_check(10)").fetchall()
            found += [
                Fault(WHOLE, f"The file is damaged: {said}.") for (said,) in pages if said != "ok"
            ]
            lost = database.driver.execute("PRAGMA foreign_key_check").fetchall()
            found += [
                Fault(TIED, f"A row of {row[0]} lost the row of {row[2]} it belongs to.")
                for row in lost
            ]
    except DamagedError as damage:
        found = found or [Fault(WHOLE, damage.sentence)]
    if database.tail:
        found.append(Fault(ACKNOWLEDGED, database.tail.sentence))
    try:
        with (
            database.lenient() as connection,
            as_damage("What is remembered can't be read: the file is damaged."),
        ):
            return found + [
                Fault(CHECKSUMS, sentence) for sentence in find_broken(connection).values()
            ]
    except DamagedError as damage:
        return [*found, Fault(CHECKSUMS, damage.sentence)]

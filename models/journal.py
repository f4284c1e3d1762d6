"""The journal: writing an entry so that it stays written, and reading entries back."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from models import projections
from models.entry_rows import WRITE_ENTRY, dump, entry_of, in_utc, load, read_rows, rows_of, understood, write_effects
from models.errors import DamagedError, NoSuchPlayError, StaleError
from models.ledger import AMEND, REDO, UNDO, Entry, Ledger
from models.plays import Plays

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.ledger import Proposal

UNREAD = "The lines of this play can't be read: the file is damaged."
RECORDED = "SELECT seq FROM entry WHERE play = ? AND command = ?"
HEAD = "SELECT seq, digest FROM entry WHERE play = ? ORDER BY seq DESC"
MARKS = "SELECT holder, name, value FROM standing WHERE play = ?"
START = "SELECT digest FROM play WHERE id = ?"
STANDING = f"SELECT seq FROM entry WHERE {projections.STANDS.format('entry')} AND"  # noqa: S608 - of our own making
ALL_DONE = STANDING + " play = ?1 AND action NOT IN (?2, ?3) ORDER BY seq"
UNDOABLE = ALL_DONE + " DESC LIMIT 1"
DONE = "SELECT coalesce(max(seq), 0) FROM entry WHERE play = ?1 AND action NOT IN (?2, ?3)"
ALL_UNDONE = STANDING + f" play = ?1 AND action = ?2 AND seq > ({DONE}) ORDER BY seq"
REDOABLE = ALL_UNDONE + " DESC LIMIT 1"
CORRECTIONS = STANDING + " play = ? AND action = ? ORDER BY seq"

# all accounts of a holder's: a semicolon comes next after a colon. In our JSON a quote after a colon can only begin an
# answer: within words it would be escaped
ABOUT = """(EXISTS (SELECT 1 FROM posting WHERE posting.play = entry.play AND posting.seq = entry.seq
        AND account > :holder || ':' AND account < :holder || ';')
    OR EXISTS (SELECT 1 FROM mark WHERE mark.play = entry.play AND mark.seq = entry.seq AND holder = :holder)
    OR instr(answers, ':' || :answered) > 0)"""
# rather than LIKE: it takes % and _ as they are, and knows that \u00c9 is \u00e9
WORDED = "instr(folded(narration), :text) > 0"


@dataclass(frozen=True, slots=True)
class Written:
    """An entry, and the latest standing one that strikes it out; ``None`` when it stands."""

    entry: Entry
    struck_by: int | None = None


class Journal(Plays):
    """The shelf, with its plays open. Everything that is written goes through here."""

    def append(  # noqa: PLR0913 - who, what, when, and after what: all of it is written down
        self,
        play: str,
        proposal: Proposal,
        *,
        after: int,
        by: str,
        command: str,
        at: datetime | None = None,
        then: Callable[[Entry], None] | None = None,
    ) -> Entry:
        """Write what the table agreed to, as the entry after the last one the writer has seen.

        A command that was written before is not written again, whatever comes with it now: the entry it
        became then is returned. So a tap may be sent as often as it takes. What ``then`` writes, of which it is told
        first, is part of the same write.

        Raises:
            StaleError: others have written since ``after``; read on and propose again.
            ReadOnlyError, BusyError: nothing was written; see ``Database.writing``.
            NoSuchPlayError: the play was purged.
            ValueError: it voids an entry that does not stand.

        """
        with self.database.writing() as driver:
            entry = _append(driver, play, proposal, after, by, command, at)
            if then:
                then(entry)
        return entry

    def last(self, play: str) -> int:
        """Tell the number of the last entry, nought before the first."""
        with self.database.reading() as driver:
            return _head(driver, play)[0]

    def ledger(self, play: str) -> Ledger:
        """Tell what everyone holds now."""
        with self.database.reading() as driver:
            balances = driver.execute(projections.BALANCES, (play,)).fetchall()
            marks = driver.execute(MARKS, (play,)).fetchall()
            last, _ = _head(driver, play)
        with understood("What everyone holds can't be read: the file is damaged."):
            return Ledger(
                MappingProxyType({(account, unit): quantity for account, unit, quantity in balances if quantity}),
                MappingProxyType({(holder, name): load(value) for holder, name, value in marks if value != "null"}),
                last,
            )

    # --- entries -----------------------------------------------------------------------------------

    def entry(self, play: str, seq: int) -> Written:
        """Read one entry.

        Raises:
            LookupError: there is none of this number.

        """
        with self.database.reading() as driver:
            for written in self._written(driver, play, seq, seq):
                return written
        raise LookupError(f"there is no entry {seq}")

    def recorded(self, play: str, command: str) -> Entry | None:
        """Read the entry that a command became; ``None`` when it has not become one."""
        with self.database.reading() as driver:
            found = driver.execute(RECORDED, (play, command)).fetchone()
            return None if found is None else self.entry(play, found[0]).entry

    def entries(
        self,
        play: str,
        *,
        before: int | None = None,
        limit: int | None = 50,
        holder: str | None = None,
        text: str = "",
    ) -> list[Written]:
        """Read a page, the latest entry first: those before a number, about a holder, with some words."""
        which = ["play = :play"]
        if before is not None:
            which.append("seq < :before")
        if holder is not None:
            which.append(ABOUT)
        if text:
            which.append(WORDED)
        given = {
            "play": play,
            "before": before,
            "holder": holder,
            "answered": dump(holder),
            "text": text.casefold(),
            "limit": -1 if limit is None else limit,
        }
        page = f"SELECT seq FROM entry WHERE {' AND '.join(which)} ORDER BY seq DESC LIMIT :limit"  # noqa: S608 - of our own making
        with understood(UNREAD), self.database.reading() as driver:
            numbers = {seq for (seq,) in driver.execute(page, given)}
            if not numbers:
                return []
            found = self._written(driver, play, min(numbers), max(numbers))
        return [one for one in reversed(found) if one.entry.seq in numbers]

    def all_entries(self, play: str) -> list[Entry]:
        """Read every entry, in the order written."""
        with self.database.reading() as driver:
            return [entry_of(rows) for rows in read_rows(driver, play)]

    def corrections(self, play: str) -> list[Entry]:
        """Read the corrections that stand, in the order written: they tell other lines anew."""
        with self.database.reading() as driver:
            numbers = driver.execute(CORRECTIONS, (play, AMEND)).fetchall()
            return [self._found(play, seq).entry for (seq,) in numbers]

    def undoable(self, play: str) -> Written | None:
        """Find the entry that Undo would void: the latest that stands and is no undo or redo itself."""
        return self._latest(UNDOABLE, play, UNDO, REDO)

    def redoable(self, play: str) -> Written | None:
        """Find the undo that Redo would void: the latest that stands, if nothing else was done since."""
        return self._latest(REDOABLE, play, UNDO, REDO)

    def turns(self, play: str) -> tuple[list[int], list[int]]:
        """Find what Undo would void one after another, the next at the end, and the undos that Redo would."""
        with self.database.reading() as driver:
            done = [seq for (seq,) in driver.execute(ALL_DONE, (play, UNDO, REDO))]
            undone = [seq for (seq,) in driver.execute(ALL_UNDONE, (play, UNDO, REDO))]
        return done, undone

    def refold(self, play: str) -> None:
        """Make the folded tables again from what is written, as after a check that found them differing."""
        with self.database.writing() as driver:
            projections.rebuild(driver, play)

    def sums(self, play: str) -> dict[tuple[str, str], int]:
        """Add up all balances from the postings that stand, in SQL alone; slow, and there to compare with."""
        with self.database.reading() as driver:
            found = driver.execute(projections.SUMS, (play,)).fetchall()
        return {(account, unit): quantity for account, unit, quantity in found if quantity}

    def _written(self, driver: sqlite3.Connection, play: str, low: int, high: int) -> list[Written]:
        struck = dict(driver.execute(projections.STRUCK_BY, (play, low, high)).fetchall())
        return [Written(entry_of(rows), struck.get(rows.seq)) for rows in read_rows(driver, play, low, high)]

    def _latest(self, which: str, play: str, *actions: str) -> Written | None:
        with understood(UNREAD), self.database.reading() as driver:
            found = driver.execute(which, (play, *actions)).fetchone()
            return None if found is None else self._found(play, found[0])

    def _found(self, play: str, seq: int) -> Written:
        try:
            return self.entry(play, seq)
        except LookupError as error:  # an index tells of it
            raise DamagedError(f"Entry {seq} of this play can't be found: the file is damaged.") from error


def _append(  # noqa: PLR0913, PLR0917 - as above
    driver: sqlite3.Connection, play: str, proposal: Proposal, after: int, by: str, command: str, at: datetime | None
) -> Entry:
    last, previous = _head(driver, play)
    if (after != last or proposal.voids) and (done := _recorded(driver, play, command)):
        return done
    if after != last:
        raise StaleError(last)
    for target in proposal.voids:
        if not 0 < target <= last or not projections.voiders(driver, play, target) <= set(proposal.voids):
            raise ValueError(f"entry {last + 1} voids entry {target}, which does not stand")
    entry = Entry(last + 1, in_utc(at or datetime.now(UTC)), by, proposal)
    rows = rows_of(play, entry, command, previous)
    try:
        driver.execute(WRITE_ENTRY, rows.entry)
    except sqlite3.IntegrityError:
        # a command is there once: hardly ever is one sent again, so only the file's refusal has it looked for
        if done := _recorded(driver, play, command):
            return done
        raise
    write_effects(driver, rows)
    projections.count(driver, rows)
    return Entry(entry.seq, entry.at, by, proposal, rows.digest)


def _recorded(driver: sqlite3.Connection, play: str, command: str) -> Entry | None:
    """Find the entry that a command became, if it has."""
    found = driver.execute(RECORDED, (play, command)).fetchone()
    if found is None:
        return None
    (rows,) = read_rows(driver, play, found[0], found[0])
    return entry_of(rows)


def _head(driver: sqlite3.Connection, play: str) -> tuple[int, str]:
    """Find the last link of a play's chain; before the first entry, that is how the play began."""
    last = driver.execute(HEAD, (play,)).fetchone()
    if last is not None:
        return last[0], last[1]
    start = driver.execute(START, (play,)).fetchone()
    if start is None:
        raise NoSuchPlayError
    return 0, start[0]

"""The journal: appending entries, and reading and searching them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from sqlalchemy import ColumnElement, Connection, bindparam, func, or_
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from models import projections
from models.entry_rows import (
    as_damage,
    dump,
    entry_of,
    in_utc,
    load,
    read_rows,
    rows_of,
    write_effects,
    write_entry,
)
from models.errors import DamagedError, NoSuchPlayError, StaleError
from models.last_entry import LastEntry
from models.ledger import (
    AMEND,
    Entry,
    Ledger,
    Proposal,
    find_redoable,
    find_undoable,
    require_effective,
)
from models.names import name_key
from models.plays import Plays
from models.projections import PLAY, is_effective
from models.tables import EntryRow, MarkRow, PlayRow, PostingRow

UNREAD = "The entries of this game can't be read: the file is damaged."
_OF_PLAY = col(EntryRow.play) == PLAY
_LATEST_FIRST = col(EntryRow.seq).desc()
_NO_END = 2**62
FEW = 2
"""Entries that are read first to find what Undo would void: mostly it is the last."""
RECORDED = select(EntryRow.seq).filter_by(play=PLAY, command=bindparam("command"))
HEAD = select(EntryRow.seq, EntryRow.digest).where(_OF_PLAY).order_by(_LATEST_FIRST).limit(1)
PAGE = (
    select(EntryRow.seq)
    .where(_OF_PLAY, col(EntryRow.seq) < bindparam("before"))
    .order_by(_LATEST_FIRST)
    .limit(bindparam("limit"))
)
START = select(PlayRow.digest).filter_by(id=PLAY)
CORRECTIONS = (
    select(EntryRow.seq)
    .where(_OF_PLAY, is_effective(EntryRow), EntryRow.action == AMEND)
    .order_by(col(EntryRow.seq))
)


def _about(holder: str) -> ColumnElement[bool]:
    """Whether an entry posts to a holder's accounts, marks the holder, or names it in an answer."""
    posted = select(PostingRow.n).where(
        PostingRow.play == EntryRow.play,
        PostingRow.seq == EntryRow.seq,
        # all accounts of a holder: a semicolon comes next after a colon
        col(PostingRow.account) > f"{holder}:",
        col(PostingRow.account) < f"{holder};",
    )
    marked = select(MarkRow.n).where(
        MarkRow.play == EntryRow.play, MarkRow.seq == EntryRow.seq, MarkRow.holder == holder
    )
    # in our JSON a quote after a colon can only begin an answer: within a text it would be escaped
    answered = func.instr(EntryRow.answers, f":{dump(holder)}") > 0
    return or_(posted.exists(), marked.exists(), answered)


class Journal(Plays):
    """The plays of a book with their entries. Every write goes through here."""

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
        """Append an entry after the last one the writer has seen.

        A command that was written before is not written again: the entry it became is returned, so a tap may be sent
        again. ``then`` is called with the entry, and what it writes is part of the same write.

        Raises:
            StaleError: others have written since ``after``; read on and propose again.
            ReadOnlyError, BusyError: nothing was written; see ``Database.writing``.
            NoSuchPlayError: the play is gone.
            ValueError: it voids an entry that does not count.

        """
        with self.database.writing() as connection:
            entry = self._append(
                connection, play, proposal, after, by, command, at or datetime.now(UTC)
            )
            self.database.last = LastEntry(play, entry.seq, entry.digest)
            if then:
                then(entry)
        return entry

    def last(self, play: str) -> int:
        """Return the number of the last entry, zero before the first."""
        with self.database.reading() as connection:
            return _head(connection, play)[0]

    def ledger(self, play: str) -> Ledger:
        """Return what everyone holds now."""
        with self.database.reading() as connection:
            balances = projections.read_balances(connection, play)
            marks = projections.read_standing(connection, play)
            last, _ = _head(connection, play)
        with as_damage("What everyone holds can't be read: the file is damaged."):
            known = {key: load(value) for key, (_, value) in marks.items()}
        return Ledger(MappingProxyType(balances), MappingProxyType(known), last)

    # --- entries -----------------------------------------------------------------------------------

    def entry(self, play: str, seq: int) -> Entry:
        """Read one entry.

        Raises:
            DamagedError: there is none of this number, which an index or another screen may have known.

        """
        with self.database.reading() as connection:
            for entry in _entries(connection, play, seq, seq):
                return entry
        raise DamagedError(f"Entry {seq} of this game can't be found.")

    def find_recorded(self, play: str, command: str) -> Entry | None:
        """Return the entry that a command became, or ``None``."""
        with self.database.reading() as connection:
            seq = connection.execute(RECORDED, {"play": play, "command": command}).scalar()
            return None if seq is None else self.entry(play, seq)

    def entries(
        self,
        play: str,
        *,
        before: int | None = None,
        limit: int = 50,
        holder: str | None = None,
        text: str = "",
    ) -> list[Entry]:
        """Read a page of entries, the latest first: before a number, about a holder, with a text in the narration.

        With a ``limit`` of -1 it has all of them.
        """
        page = PAGE
        which = {"play": play, "before": before or _NO_END, "limit": limit}
        if holder is not None:
            page = page.where(_about(holder))
        if text:
            # unlike LIKE, this has no wildcards, and knows that \u00c9 is \u00e9
            page = page.where(func.instr(func.folded(EntryRow.narration), name_key(text)) > 0)
        with as_damage(UNREAD), self.database.reading() as connection:
            numbers = set(connection.execute(page, which).scalars())
            if not numbers:
                return []
            found = _entries(connection, play, min(numbers), max(numbers))
        return [entry for entry in reversed(found) if entry.seq in numbers]

    def all_entries(self, play: str) -> list[Entry]:
        """Read every entry, in the order written."""
        with self.database.reading() as connection:
            return _entries(connection, play)

    def corrections(self, play: str) -> list[Entry]:
        """Read the corrections that count, in the order written."""
        with self.database.reading() as connection:
            numbers = connection.execute(CORRECTIONS, {"play": play}).scalars().all()
            return [self.entry(play, seq) for seq in numbers]

    def undoable(self, play: str) -> Entry | None:
        """Read the entry that Undo would void."""
        with self.database.reading():
            return find_undoable(self._backwards(play))

    def redoable(self, play: str) -> Entry | None:
        """Read the undo that Redo would void."""
        with self.database.reading():
            return find_redoable(self._backwards(play))

    def _backwards(self, play: str) -> Iterator[Entry]:
        """Read entries from the last one back, each time four times as many."""
        before, count = None, FEW
        while page := self.entries(play, before=before, limit=count):
            yield from page
            before, count = page[-1].seq, 4 * count

    def _append(  # noqa: PLR0913, PLR0917 - as above
        self,
        connection: Connection,
        play: str,
        proposal: Proposal,
        after: int,
        by: str,
        command: str,
        at: datetime,
    ) -> Entry:
        last, previous = _head(connection, play)
        if (after != last or proposal.voids) and (done := self.find_recorded(play, command)):
            return done
        if after != last:
            raise StaleError
        if proposal.voids:
            require_effective(last + 1, proposal.voids, projections.Voiders(connection, play))
        entry = Entry(last + 1, in_utc(at), by, proposal)
        rows = rows_of(play, entry, command, previous)
        try:
            write_entry(connection, rows)
        except IntegrityError:
            # a command is unique; few are sent again, so it is looked for only after the file has refused it
            if done := self.find_recorded(play, command):
                return done
            raise
        write_effects(connection, rows)
        projections.apply_entry(connection, rows)
        return Entry(entry.seq, entry.at, by, proposal, rows.digest)


def _entries(connection: Connection, play: str, low: int = 1, high: int = _NO_END) -> list[Entry]:
    """Read the entries from one number to another, each with the latest one that voids it."""
    voided = dict(
        connection.execute(projections.VOIDED_BY, {"play": play, "low": low, "high": high}).all()
    )
    return [
        replace(entry_of(rows), voided_by=voided[rows.seq])
        if rows.seq in voided
        else entry_of(rows)
        for rows in read_rows(connection, play, low, high)
    ]


def _head(connection: Connection, play: str) -> tuple[int, str]:
    """Return the last entry's number and digest; before the first entry, zero and the digest of how the play began."""
    last = connection.execute(HEAD, {"play": play}).first()
    if last is not None:
        return last[0], last[1]
    start = connection.execute(START, {"play": play}).scalar()
    if start is None:
        raise NoSuchPlayError
    return 0, start

"""The journal: writing an entry so that it stays written, and reading entries back."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, bindparam, func, or_
from sqlalchemy import select as core_select
from sqlmodel import Session, col, select

from models import audit, folding
from models.ledger import AMEND, REDO, UNDO, Entry, Ledger
from models.play import Seat
from models.record import ENTRY, compiled, dump, entry_of, in_utc, read_rows, rows_of, table, write_rows
from models.schema import BalanceRow, EntryRow, MarkRow, PlayRow, PostingRow, SeatRow, StandingRow, StruckRow
from models.shelf import Shelf, start_of
from models.trouble import Damaged, NoSuchPlay, Stale

if TYPE_CHECKING:
    import sqlite3

    from models.ledger import Proposal

RECORDED = compiled(core_select(ENTRY.c.seq).where(ENTRY.c.play == bindparam("p"), ENTRY.c.command == bindparam("c")))
HEAD = compiled(
    core_select(ENTRY.c.seq, ENTRY.c.digest).where(ENTRY.c.play == bindparam("p")).order_by(ENTRY.c.seq.desc())
)
START = compiled(core_select(table(PlayRow).c.digest).where(table(PlayRow).c.id == bindparam("p")))


@dataclass(frozen=True, slots=True)
class Written:
    """An entry, and the latest standing one that strikes it out; ``None`` when it stands."""

    entry: Entry
    struck_by: int | None = None


class Journal(Shelf):
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
    ) -> Entry:
        """Write what the table agreed to, as the entry after the last one the writer has seen.

        A command that was written before is not written again, whatever comes with it now: the entry it
        became then is returned. So a tap may be sent as often as it takes.

        Raises:
            Stale: others have written since ``after``; read on and propose again.
            ReadOnly, Busy: nothing was written; see ``Database.writing``.
            NoSuchPlay: the play was purged.
            ValueError: it voids an entry that does not stand.

        """
        with self.database.writing() as driver:
            recorded = driver.execute(RECORDED, (play, command)).fetchone()
            if recorded is not None:
                (rows,) = read_rows(driver, play, recorded[0], recorded[0])
                return entry_of(rows)
            last, previous = _head(driver, play)
            if after != last:
                raise Stale(last)
            for target in proposal.voids:
                if not 0 < target <= last or not folding.voiders(driver, play, target) <= set(proposal.voids):
                    raise ValueError(f"entry {last + 1} voids entry {target}, which does not stand")
            entry = Entry(last + 1, in_utc(at or datetime.now(UTC)), by, proposal)
            rows = rows_of(play, entry, command, previous)
            write_rows(driver, rows)
            folding.count(driver, rows)
        return replace(entry, digest=rows.digest)

    def last(self, play: str) -> int:
        """Tell the number of the last entry, nought before the first."""
        with self.database.reading() as driver:
            return _head(driver, play)[0]

    def ledger(self, play: str) -> Ledger:
        """Tell what everyone holds now."""
        with self.database.reading() as driver, Session(self.database.engine) as session:
            balances = session.exec(
                select(BalanceRow.account, BalanceRow.unit, BalanceRow.quantity).where(
                    BalanceRow.play == play, BalanceRow.quantity != 0
                )
            ).all()
            marks = session.exec(
                select(StandingRow.holder, StandingRow.name, StandingRow.value).where(
                    StandingRow.play == play, StandingRow.value != "null"
                )
            ).all()
            last, _ = _head(driver, play)
        return Ledger(
            MappingProxyType({(account, unit): quantity for account, unit, quantity in balances}),
            MappingProxyType({(holder, name): json.loads(value) for holder, name, value in marks}),
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
        which: list[ColumnElement[bool]] = [col(EntryRow.play) == play]
        if before is not None:
            which.append(col(EntryRow.seq) < before)
        if holder is not None:
            which.append(_about(holder))
        if text:
            # rather than LIKE: it takes % and _ as they are, and knows that É is é
            which.append(func.instr(func.folded(EntryRow.narration), text.casefold()) > 0)
        with self.database.reading() as driver, Session(self.database.engine) as session:
            numbers = set(
                session.exec(select(EntryRow.seq).where(*which).order_by(col(EntryRow.seq).desc()).limit(limit))
            )
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
        with self.database.reading(), Session(self.database.engine) as session:
            numbers = session.exec(
                select(EntryRow.seq)
                .where(EntryRow.play == play, EntryRow.action == AMEND, _standing())
                .order_by(col(EntryRow.seq))
            ).all()
            return [self.entry(play, seq).entry for seq in numbers]

    def undoable(self, play: str) -> Written | None:
        """Find the entry that Undo would void: the latest that stands and is no undo or redo itself."""
        return self._latest(play, col(EntryRow.action).not_in((UNDO, REDO)), _standing())

    def redoable(self, play: str) -> Written | None:
        """Find the undo that Redo would void: the latest that stands, if nothing else was done since."""
        done = (
            select(func.coalesce(func.max(EntryRow.seq), 0))
            .where(EntryRow.play == play, col(EntryRow.action).not_in((UNDO, REDO)))
            .scalar_subquery()
        )
        return self._latest(play, col(EntryRow.action) == UNDO, col(EntryRow.seq) > done, _standing())

    # --- proof -------------------------------------------------------------------------------------

    def check(self, play: str, *, quiet: bool = False) -> list[str]:
        """Look a play over for damage: a sentence for each fault, none when it is sound; ``quiet`` tells no balance."""
        try:
            with self.database.reading() as driver, Session(self.database.engine) as session:
                row = session.get(PlayRow, play)
                if row is None:
                    return [NoSuchPlay().sentence]
                seats = session.exec(select(SeatRow).where(SeatRow.play == play).order_by(col(SeatRow.place))).all()
                start = start_of(row, [Seat(one.key, one.name, one.colour, one.token) for one in seats])
                began = [] if start == row.digest else ["How this play began is not what was written."]
                return began + audit.faults(driver, play, row.digest, quiet=quiet)
        except Damaged as damage:
            return [damage.sentence]

    def refold(self, play: str) -> None:
        """Make the folded tables again from what is written, as after a check that found them differing."""
        with self.database.writing() as driver:
            folding.rebuild(driver, play)

    def sums(self, play: str) -> dict[tuple[str, str], int]:
        """Add up all balances from the postings that stand, in SQL alone; slow, and there to compare with."""
        with self.database.reading() as driver:
            found = driver.execute(folding.SUMS, (play,)).fetchall()
        return {(account, unit): quantity for account, unit, quantity in found if quantity}

    def _written(self, driver: sqlite3.Connection, play: str, low: int, high: int) -> list[Written]:
        struck = dict(driver.execute(folding.STRUCK_BY, (play, low, high)).fetchall())
        return [Written(entry_of(rows), struck.get(rows.seq)) for rows in read_rows(driver, play, low, high)]

    def _latest(self, play: str, *which: ColumnElement[bool]) -> Written | None:
        with self.database.reading(), Session(self.database.engine) as session:
            seq = session.exec(
                select(EntryRow.seq).where(EntryRow.play == play, *which).order_by(col(EntryRow.seq).desc()).limit(1)
            ).first()
            return None if seq is None else self.entry(play, seq)


def _head(driver: sqlite3.Connection, play: str) -> tuple[int, str]:
    """Find the last link of a play's chain; before the first entry, that is how the play began."""
    last = driver.execute(HEAD, (play,)).fetchone()
    if last is not None:
        return last[0], last[1]
    start = driver.execute(START, (play,)).fetchone()
    if start is None:
        raise NoSuchPlay
    return 0, start[0]


def _standing() -> ColumnElement[bool]:
    return (
        ~select(StruckRow.seq)
        .where(col(StruckRow.play) == col(EntryRow.play), col(StruckRow.seq) == col(EntryRow.seq))
        .exists()
    )


def _about(holder: str) -> ColumnElement[bool]:
    """Match entries that move something of a holder's, say something of them, or were asked about them."""
    posted = select(PostingRow.n).where(
        col(PostingRow.play) == col(EntryRow.play),
        col(PostingRow.seq) == col(EntryRow.seq),
        # all accounts of the holder's: a semicolon comes next after a colon
        col(PostingRow.account) > f"{holder}:",
        col(PostingRow.account) < f"{holder};",
    )
    marked = select(MarkRow.n).where(
        col(MarkRow.play) == col(EntryRow.play),
        col(MarkRow.seq) == col(EntryRow.seq),
        col(MarkRow.holder) == holder,
    )
    # in our JSON a quote after a colon can only begin an answer: within words it would be escaped
    answered = func.instr(EntryRow.answers, f":{dump(holder)}") > 0
    return or_(posted.exists(), marked.exists(), answered)

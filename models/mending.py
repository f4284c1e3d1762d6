"""What can be had back when the book itself is damaged: what can still be read in it, and the newest proven copy."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from models.backup import back_up, read_backup
from models.copies import copies, prove_again, write_whole
from models.foreign import Aside
from models.journal import Journal
from models.merging import bring_in, compare
from models.proof import heads_of, prove
from models.trouble import Trouble, Unopenable

if TYPE_CHECKING:
    from pathlib import Path

    from models.backup import Backup
    from models.copies import Copy

LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file while it is open; taken for another file's, it would spoil that one."""
NOTHING = "Nothing can be had back: there is no proven copy beside the book, and nothing in it can be read."


@dataclass(frozen=True, slots=True)
class Loss:
    """A play of which something is missing: so many lines at the least, ``None`` where not even that is known."""

    title: str
    lines: int | None


class Mending:
    """A book made of what could be had back, in memory until it is kept. ``close`` lets go of it.

    ``copy`` is the copy that was used, if any. ``read`` is whether anything could be read in the damaged book, so
    that ``losses`` is known. ``plays`` and ``lines`` are what the mended book has.
    """

    def __init__(self, book: Path) -> None:
        """Work out what can be had back. Nothing is written.

        Raises:
            Unopenable: nothing can.

        """
        self.book = book
        self._made = Aside()
        journal = Journal(self._made)
        old = _readable(book)
        self.copy, kept = _best_copy(book)
        try:
            for one in (old, kept):  # what is still in the book comes first: it is newer, and has its own titles
                if one:
                    bring_in(journal, one, compare(journal, one))
            there = [*journal.plays(), *journal.plays(archived=True)]
            self.plays, self.lines = len(there), sum(one.entries for one in there)
            self.read = old is not None
            self.losses = _losses(old, journal) if old else ()
        finally:
            for one in (old, kept):
                if one:
                    one.close()
        if not heads_of(self._made.driver):
            self.close()
            raise Unopenable(NOTHING)

    def keep(self, now: datetime | None = None) -> Path:
        """Put the mended book in the place of the damaged one, and say where that was put aside.

        Raises:
            Unopenable: it can't be written; the damaged book is where it was.

        """
        data = back_up(self._made)
        prove(data, heads_of(self._made.driver))
        aside = self.book.with_name(f"companion-damaged-{now or datetime.now(UTC):%Y%m%dT%H%M%S}Z.db")
        ready = self.book.with_name(f"{self.book.name}.mended")
        moved = []
        try:
            write_whole(ready, data)
            for log in LOGS:
                beside, there = (one.with_name(one.name + log) for one in (self.book, aside))
                if beside.exists():
                    beside.replace(there)
                    moved.append((beside, there))
            try:
                os.link(self.book, aside)  # under both names, so that at no moment there is no book
            except OSError:
                shutil.copy2(self.book, aside)
            ready.replace(self.book)
        except OSError as error:
            with suppress(OSError):
                ready.unlink(missing_ok=True)
                for beside, there in moved:
                    there.replace(beside)
            raise Unopenable(f"The mended book could not be written: {error.strerror or error}.") from error
        return aside

    def close(self) -> None:
        """Let go of what was put together."""
        self._made.close()


def _readable(book: Path) -> Backup | None:
    """Read what can still be read in a damaged book, its log included; ``None`` when that is nothing."""
    for read in (_with_its_log, _as_it_lies):
        try:
            found = read_backup(read(book))
        except (Trouble, sqlite3.Error, OSError, UnicodeDecodeError):
            continue
        if heads_of(found.book.driver):
            return found
        found.close()
    return None


def _with_its_log(book: Path) -> bytes:
    where = f"{book.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(where, uri=True, isolation_level=None)) as theirs,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as copy,
    ):
        theirs.backup(copy)
        return bytes(copy.serialize())


def _as_it_lies(book: Path) -> bytes:
    return book.read_bytes()


def _best_copy(book: Path) -> tuple[Copy | None, Backup | None]:
    """Read the newest copy that still holds: a whole one before any other, one of which nothing is known last."""
    rank = {True: 0, False: 1, None: 2}
    for copy in sorted(copies(book), key=lambda one: rank[one.proof.whole if one.proof else None]):
        try:
            prove_again(copy)
            return copy, read_backup(copy.path.read_bytes())
        except (Trouble, OSError):
            continue
    return None, None


def _losses(old: Backup, made: Journal) -> tuple[Loss, ...]:
    """Find what the damaged book had, or seems to have had, and the mended one has not."""
    sound = {play.id for play in old.plays}
    found = []
    for play, title in old.book.driver.execute("SELECT id, title FROM play ORDER BY created").fetchall():
        if play not in sound:
            (had,) = old.book.driver.execute("SELECT max(seq) FROM entry WHERE play = ?", (play,)).fetchone()
            has = made.last(play) if play in heads_of(made.database.driver) else None
            plain = "".join(sign for sign in title[:60] if sign.isprintable()).strip() or "A play without a title"
            if has is None:
                found.append(Loss(plain, None))
            elif had and had > has:
                found.append(Loss(plain, had - has))
    return tuple(found)

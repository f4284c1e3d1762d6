"""What can be had back when the book itself is damaged: what can still be read in it, and what its copies have more."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from models.backup import read_backup
from models.copies import copies, prove_again, write_whole
from models.foreign import Aside
from models.journal import Journal
from models.merging import bring_in, compare
from models.proof import heads_of, prove
from models.replacing import put_in_place, ready
from models.snapshot import back_up
from models.trouble import Trouble, Unopenable

if TYPE_CHECKING:
    from pathlib import Path

    from models.backup import Backup
    from models.copies import Copy

NOTHING = "Nothing can be had back: there is no proven copy beside the book, and nothing in it can be read."


@dataclass(frozen=True, slots=True)
class Loss:
    """A play of which something is missing: so many lines at the least, ``None`` where not even that is known."""

    title: str
    lines: int | None


class Mending:
    """A book made of what could be had back, in memory until it is kept. ``close`` lets go of it.

    ``copies`` are those that were used, the best first. ``read`` is whether anything could be read in the damaged book,
    so that ``losses`` is known. ``plays`` and ``lines`` are what the mended book has.
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
        self.copies: tuple[Copy, ...] = ()
        try:
            if old:  # what is still in the book comes first: it is newer, and has its own titles
                bring_in(journal, old, compare(journal, old))
            for copy in sorted(copies(book), key=lambda one: one.rank, reverse=True):
                self._take_from(copy, journal, old)
            there = [*journal.plays(), *journal.plays(archived=True)]
            self.plays, self.lines = len(there), sum(one.entries for one in there)
            self.read = old is not None
            self.losses = _losses(old, journal) if old else ()
        finally:
            if old:
                old.close()
        if not heads_of(self._made.driver):
            self.close()
            raise Unopenable(NOTHING)

    def _take_from(self, copy: Copy, journal: Journal, old: Backup | None) -> None:
        """Bring in what a copy has more of; one that does not hold is passed over."""
        if self.copies and not _has_more(copy, self._made):
            return
        try:
            prove_again(copy)
            kept = read_backup(copy.path.read_bytes())
        except (Trouble, OSError):
            return
        try:
            plan = compare(journal, kept)
            # a play that was deleted since stays so
            steps = tuple(one for one in plan.steps if one.how != "brought back" or one.after < one.play.entries)
            bring_in(journal, kept, replace(plan, steps=steps))
            if old and not self.copies:
                _put_on_shelf(journal, old, kept)
        finally:
            kept.close()
        self.copies = (*self.copies, copy)

    def keep(self, now: datetime | None = None) -> Path:
        """Put the mended book in the place of the damaged one, and say where that was put aside.

        Raises:
            Unopenable: it can't be written; the damaged book is where it was.

        """
        data = back_up(self._made)
        prove(data, heads_of(self._made.driver))
        made = ready(self.book, now or datetime.now(UTC))
        try:
            write_whole(made, data)
        except OSError as error:
            raise Unopenable(f"The mended book could not be written: {error.strerror or error}.") from error
        return put_in_place(made)

    def close(self) -> None:
        """Let go of what was put together."""
        self._made.close()


def _put_on_shelf(journal: Journal, old: Backup, kept: Backup) -> None:
    """Give the plays whose titles were damaged, or their places on the shelf, what the copy has of them."""
    for play in kept.plays:
        known = ("play", play.id)
        if known in old.unsealed and known not in kept.unsealed and play.id in heads_of(journal.database.driver):
            journal.rename(play.id, play.title)
            journal.archive(play.id, play.archived)
            (journal.delete if play.deleted else journal.restore)(play.id)
            if journal.last(play.id) == play.entries:
                journal.mark_ended(play.id, play.ended)


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


def _has_more(copy: Copy, made: Aside) -> bool:
    """Whether a copy has lines that were not had back yet, as far as that can be told without proving it again."""
    try:
        data = copy.path.read_bytes()
        if copy.proof is None or hashlib.sha256(data).hexdigest() != copy.proof.sha256:
            return True  # whoever proves it finds out
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
            file.deserialize(data)
            heads = heads_of(file)
    except (OSError, sqlite3.Error):
        return False
    there = "SELECT digest FROM entry WHERE play = ? AND seq = ?"
    return any(made.driver.execute(there, (play, head.seq)).fetchone() != (head.digest,)
               for play, head in heads.items() if head.seq)  # fmt: skip


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

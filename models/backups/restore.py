"""Restoring: merging a backup into the book, and repairing a damaged book."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from sqlalchemy import bindparam
from sqlalchemy import select as select_columns
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from models import integrity, projections
from models.backups.backup import Copy, back_up, copies, heads_of, prove, read_copy, write_whole
from models.backups.backup_reader import (
    LONGEST_NAME,
    Backup,
    plain_json,
    printable_title,
    read_backup,
    timely,
)
from models.backups.untrusted_file import UntrustedFile, in_memory
from models.checksums import key_text
from models.database import statements_on
from models.entry_rows import Rows, read_rows, write_rows
from models.errors import CannotOpenError, DamagedError, NoSuchPlayError, StorageError
from models.frozen import frozen
from models.journal import Journal
from models.last_entry import find_missing_tail
from models.names import is_text, name_key
from models.plays import Play, Seat, insert_play, read_beginning, start_of
from models.swap_file import put_in_place, ready
from models.tables import BoardFactRow, EntryRow, PlayerRow, PlayRow, PreferenceRow, columns, keys

Extra: TypeAlias = PlayerRow | BoardFactRow | PreferenceRow
How: TypeAlias = Literal["added", "brought back", "continued", "copied", "here", "further here"]
HERE: tuple[How, ...] = ("here", "further here")
"""The outcomes that change nothing."""

OWN = "backup."
"""The prefix of preferences about this device's own backups."""
COPY, COPY_OF_TEXT = " (from the backup)", " (from the file)"
DOUBT = " (title damaged)"


@frozen
class PlayStep:
    """What becomes of one play of a backup: its id in the book, and the entry after which it goes on."""

    play: Play
    how: How
    target: str
    after: int = 0


@frozen
class Plan:
    """What restoring a backup does, play by play.

    ``extras`` counts players, board values and preferences that are new here. ``seen`` identifies the state of the book
    that it was made for.
    """

    steps: tuple[PlayStep, ...]
    extras: int
    seen: object

    def count(self, *how: How) -> int:
        """Count the plays with these outcomes, without those that were deleted before the backup."""
        return sum(step.how in how and not step.play.deleted for step in self.steps)

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.extras) or any(step.how not in HERE for step in self.steps)


def compare(book: Journal, backup: Backup) -> Plan:
    """Plan what restoring a backup would do to the book. Nothing is written."""
    with book.database.reading(), backup.book.reading():
        steps = tuple(_step(book, backup, play) for play in backup.plays)
        return Plan(steps, sum(1 for _ in _extras(book, backup)), _as_it_is(book))


def bring_in(book: Journal, backup: Backup, plan: Plan) -> Plan:
    """Restore a backup, all or nothing, and return the plan carried out: a new one if the book has changed since.

    Raises:
        ReadOnlyError, BusyError: nothing was written; see ``Database.writing``.

    """
    with book.database.writing(), backup.book.reading():
        if plan.seen != _as_it_is(book):
            plan = compare(book, backup)
        for step in plan.steps:
            if step.how not in HERE:
                _carry_out(book, backup, step)
        for extra in list(_extras(book, backup)):
            book.put(extra)
    return plan


# --- comparing -------------------------------------------------------------------------------------


def _step(book: Journal, backup: Backup, play: Play) -> PlayStep:
    """Plan one play of a backup.

    A damaged play of the book is treated as another one: the sound one is added beside it.
    """
    other, content = backup.journal, backup.content
    row, seats = read_beginning(other.database.connection, play.id)
    target = play.id
    theirs = _links(other, target, content)
    while ours := _links(book, target, content):
        alike = next(
            (n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]),
            None,
        )
        if alike is None and not integrity.check(book, target):
            how: How = (
                "continued"
                if len(theirs) > len(ours)
                else "here"
                if theirs == ours
                else "further here"
            )
            if book.play(target).deleted and not play.deleted:
                how = "brought back"
            return PlayStep(play, how, target, len(ours) - 1)
        # the same id whenever these two are compared
        parted = theirs[alike] if alike is not None else row.digest
        target = hashlib.sha256(f"{target} {parted}".encode()).hexdigest()[:32]
        theirs = theirs if content else list(_chain(other, row, seats, target))
    return PlayStep(play, "added" if target == play.id else "copied", target)


def _links(
    book: Journal, play: str, content: Callable[[Journal, str], list[str]] | None
) -> list[str]:
    """Return what a play is compared by: its content, or the digest of how it began and every entry's; if it is there.

    A damaged one is like no other.
    """
    connection = book.database.connection
    digests = select(EntryRow.digest).filter_by(play=play).order_by(col(EntryRow.seq))
    try:
        return (
            content(book, play)
            if content
            else [
                read_beginning(connection, play)[0].digest,
                *connection.execute(digests).scalars(),
            ]
        )
    except NoSuchPlayError:
        return []
    except DamagedError:
        return [""]


def _chain(other: Journal, row: PlayRow, seats: list[Seat], target: str) -> Iterator[str]:
    """Yield the chain that a play would have under another id."""
    start = start_of(PlayRow(**row.model_dump() | {"id": target}), seats)
    yield start
    for rows in _rechain(other, row.id, target, start):
        yield rows.digest


def _rechain(
    other: Journal, play: str, target: str, previous: str, after: int = 0
) -> Iterator[Rows]:
    """Yield the rows of a play's entries after one under another id: only that and the chain differ.

    ``previous`` is the digest that the first of them is chained to.
    """
    for rows in read_rows(other.database.connection, play, after + 1):
        effects = [[(target, *row[1:]) for row in table] for table in rows[1:]]
        moved = Rows((target, *rows.entry[1:]), *effects).chained(previous)
        previous = moved.digest
        yield moved


def _extras(book: Journal, backup: Backup) -> Iterator[Extra]:
    """Yield the players, board values and preferences of a backup that are new here. Text brings a play alone."""
    kinds: tuple[type[Extra], ...] = (PlayerRow, BoardFactRow, PreferenceRow)
    for kind in () if backup.content else kinds:
        of_key = select_columns(*keys(kind))
        here = {name_key(key_text(key)) for key in book.database.connection.execute(of_key)}
        rows = backup.book.connection.execute(select_columns(*columns(kind))).mappings()
        for row in [kind(**cells) for cells in rows]:
            known = key_text([getattr(row, column.name) for column in keys(kind)])
            intact = (kind.__tablename__, known) not in backup.damaged_rows
            if intact and name_key(known) not in here and _is_sound(row):
                yield row


def _is_sound(row: Extra) -> bool:
    try:
        if isinstance(row, PlayerRow):
            words = (row.name, row.colour, row.token)
            return (
                0 < len(row.name) <= LONGEST_NAME
                and all(is_text(word) and len(word) <= LONGEST_NAME for word in words)
                and name_key(row.folded) == name_key(row.name)
                and timely(row.last_seen)
            )
        plain_json(row.value)
        return len(row.value) <= 100 * LONGEST_NAME and not row.key.startswith(OWN)
    except (ValueError, TypeError, OverflowError, RecursionError):
        return False  # a time at the end of the calendar can't be converted to UTC


def _as_it_is(book: Journal) -> object:
    """Return what is another after any write to the book, by another program too."""
    driver = book.database.driver
    return driver, driver.total_changes, driver.execute("PRAGMA data_version").fetchone()


# --- writing ---------------------------------------------------------------------------------------


def _carry_out(book: Journal, backup: Backup, step: PlayStep) -> None:
    """Begin a play, or bring one back, and append what it lacks. The title of one that was there stays."""
    connection, other, play = book.database.connection, backup.journal, step.play
    if step.how in ("added", "copied"):
        row, seats = read_beginning(other.database.connection, play.id)
        row.id = step.target
        last = row.digest = start_of(row, seats)
        if step.how == "copied":
            row.title += COPY_OF_TEXT if backup.content else COPY
        if ("play", play.id) in backup.damaged_rows:
            row.title += DOUBT
            row.archived = row.deleted = False  # visible, whatever it was
        insert_play(connection, row, seats)
    else:
        last = heads_of(connection)[step.target].digest
    if step.after < play.entries:
        for rows in _rechain(other, play.id, step.target, last, step.after):
            write_rows(connection, rows)
        projections.rebuild(connection, step.target)
        book.set_play(step.target, ended=play.ended)
    if step.how == "brought back":
        book.set_play(step.target, deleted=False)


NOTHING = "Nothing can be had back: there is no proven copy beside the book, and nothing in it can be read."


@frozen
class IncompletePlay:
    """A play of which something is missing: at least so many lines, ``None`` where that is unknown."""

    title: str
    lines: int | None


class Repair:
    """A repaired book, in memory until ``keep`` writes it. ``close`` frees it.

    ``copies`` are those that were used, the best first. ``read`` is whether anything could be read in the damaged book,
    so that ``incomplete`` is known. ``plays`` and ``lines`` count what the repaired book has, and ``tail`` says after
    which line it may lack some.
    """

    def __init__(self, book: Path) -> None:
        """Rebuild what can be recovered. Nothing is written.

        Raises:
            CannotOpenError: nothing can be recovered.

        """
        self.book = book
        self._made = UntrustedFile()
        journal = Journal(self._made)
        old = _readable(book)
        self.copies: tuple[Copy, ...] = ()
        try:
            if old:  # the damaged book comes first: it is newer, and has its own titles
                bring_in(journal, old, compare(journal, old))
            for copy in sorted(copies(book), key=lambda found: found.rank, reverse=True):
                self._take_from(copy, journal, old)
            there = journal.every_play()
            self.plays, self.lines = len(there), sum(play.entries for play in there)
            self.read = old is not None
            self.incomplete = _incomplete(old, journal) if old else ()
            self.tail = find_missing_tail(self._made.connection, book)
        finally:
            if old:
                old.close()
        if not heads_of(self._made.connection):
            self.close()
            raise CannotOpenError(NOTHING)

    def _take_from(self, copy: Copy, journal: Journal, old: Backup | None) -> None:
        """Add what a copy has more; skip it if it is damaged."""
        try:
            data = read_copy(copy)
            if self.copies and not _has_more(data, self._made):
                return
            kept = read_backup(data)
        except (StorageError, sqlite3.Error, DBAPIError):
            return
        try:
            plan = compare(journal, kept)
            # a play that was deleted since stays so
            steps = tuple(
                step
                for step in plan.steps
                if step.how != "brought back" or step.after < step.play.entries
            )
            bring_in(journal, kept, replace(plan, steps=steps))
            if old and not self.copies:
                _take_titles(journal, old, kept)
        finally:
            kept.close()
        self.copies = (*self.copies, copy)

    def keep(self, now: datetime | None = None) -> Path:
        """Replace the damaged book by the repaired one; return where the damaged one was moved.

        Raises:
            CannotOpenError: it can't be written; the damaged book stays where it was.

        """
        data = back_up(self._made)
        prove(data, heads_of(self._made.connection))
        made = ready(self.book, now or datetime.now(UTC))
        try:
            write_whole(made, data)
        except OSError as error:
            raise CannotOpenError(
                f"The mended book could not be written: {error.strerror or error}."
            ) from error
        return put_in_place(made)

    def close(self) -> None:
        """Free the memory."""
        self._made.close()


def _take_titles(journal: Journal, old: Backup, kept: Backup) -> None:
    """Take the titles of plays whose checksums don't match from the copy, and whether they are archived or deleted."""
    there = heads_of(journal.database.connection)
    for play in kept.plays:
        known = ("play", play.id)
        if play.id in there and known in old.damaged_rows and known not in kept.damaged_rows:
            journal.set_play(
                play.id, title=play.title, archived=play.archived, deleted=play.deleted
            )
            if there[play.id].seq == play.entries:
                journal.set_play(play.id, ended=play.ended)


def _readable(book: Path) -> Backup | None:
    """Read what is readable in a damaged book, including its log; ``None`` when nothing is."""
    for read in (_with_log, Path.read_bytes):
        try:
            found = read_backup(read(book))
        except (StorageError, sqlite3.Error, OSError, UnicodeDecodeError):
            continue
        if heads_of(found.book.connection):
            return found
        found.close()
    return None


def _with_log(book: Path) -> bytes:
    where = f"{book.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(where, uri=True, isolation_level=None)) as theirs,
        in_memory() as copy,
    ):
        theirs.backup(copy)
        return copy.serialize()


def _has_more(data: bytes, made: UntrustedFile) -> bool:
    """Whether a copy may have lines that were not recovered yet, without verifying it."""
    with in_memory(data) as file:
        heads = heads_of(statements_on(file))
    there = select(EntryRow.digest).filter_by(play=bindparam("play"), seq=bindparam("seq"))
    return any(
        made.connection.execute(there, {"play": play, "seq": head.seq}).scalar() != head.digest
        for play, head in heads.items()
        if head.seq
    )


def _incomplete(old: Backup, made: Journal) -> tuple[IncompletePlay, ...]:
    """Find what the damaged book had, or seems to have had, and the repaired one lacks."""
    sound = {play.id for play in old.plays}
    theirs, ours = old.book.connection, heads_of(made.database.connection)
    had = heads_of(theirs)
    found = []
    for play, title in theirs.execute(
        select(PlayRow.id, PlayRow.title).order_by(col(PlayRow.created))
    ):
        missing = had[play].seq - ours[play].seq if play in ours else None
        if play not in sound and (missing is None or missing > 0):
            found.append(IncompletePlay(printable_title(title), missing))
    return tuple(found)

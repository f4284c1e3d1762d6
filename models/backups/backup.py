"""Backups: the whole book as one file, verified by reading it back, and the copies that are kept beside the book."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter
from sqlalchemy import Connection, func
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from models.backups.backup_reader import read_backup
from models.backups.untrusted_file import MOST_BYTES, in_memory
from models.database import Database, statements_on
from models.entry_rows import digest
from models.errors import CannotOpenError, DamagedError, StorageError
from models.frozen import frozen
from models.paths import COPIES, OWN_FILE, OWN_FOLDER
from models.tables import PRIVATE, EntryRow, PlayRow

DAY, WEEK, TWO_MONTHS = timedelta(days=1), timedelta(days=7), timedelta(days=61)
LEAST = 3
"""The number of copies kept whatever their age and size."""
MOST_KEPT_BYTES = 256_000_000
"""The most that all copies together may take on a device."""


NOT_WHOLE = (
    "The book is damaged in places, so a backup of it would not hold. "
    "Save single games as files instead, from the three dots beside each."
)


def back_up(database: Database) -> bytes:
    """Return a backup of the whole book as a verified SQLite file. Works on a read-only book too.

    It is made in memory: a browser has no second place on disk.

    Raises:
        DamagedError: the book is damaged.
        CannotOpenError: there is not enough memory.

    """
    try:
        with in_memory() as copy:
            with database.reading() as connection:
                database.driver.backup(copy)
                entries = connection.execute(ENTRIES).scalar()
            for (table,) in copy.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall():
                if table in PRIVATE:  # a book that is yet to be migrated has none of them
                    copy.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of our own
            copy.execute("VACUUM")  # smaller, and without anything that was purged
            made = copy.serialize()
        with in_memory(made) as proof:
            found = proof.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok" or statements_on(proof).execute(ENTRIES).scalar() != entries:
                raise DamagedError(NOT_WHOLE)
            return proof.serialize()
    except (sqlite3.Error, DBAPIError) as error:
        raise DamagedError(NOT_WHOLE) from error
    except MemoryError as error:
        raise CannotOpenError(
            "There is not enough memory free on this device to make a backup."
        ) from error


ENTRIES = select(func.count()).select_from(EntryRow)
_latest = (
    select(EntryRow.seq)
    .where(EntryRow.play == PlayRow.id)
    .order_by(col(EntryRow.seq).desc())
    .limit(1)
)
HEADS = select(
    PlayRow.id,
    func.coalesce(_latest.scalar_subquery(), 0),
    func.coalesce(
        _latest.with_only_columns(col(EntryRow.digest)).scalar_subquery(), PlayRow.digest
    ),
)


class Head(NamedTuple):
    """The last entry of a play and its digest, which covers all entries before it."""

    seq: int
    digest: str


@frozen
class Proof:
    """What was verified in a copy: the number of plays and lines, and a sentence in ``left_out`` for each damaged play.

    ``state`` identifies this state of the book, ``sha256`` the file.
    """

    plays: int
    lines: int
    left_out: tuple[str, ...]
    state: str
    sha256: str


def heads_of(connection: Connection) -> dict[str, Head]:
    """Return the head of each play of a book."""
    return {play: Head(seq, mark) for play, seq, mark in connection.execute(HEADS)}


def state_of(heads: Mapping[str, Head]) -> str:
    """Return a digest of the plays and their lines."""
    return digest(sorted([play, *head] for play, head in heads.items()))


def prove(data: bytes, heads: Mapping[str, Head] | None = None) -> Proof:
    """Read a copy back and compare it with the ``heads`` of the book that it was made of, where they are known.

    A play that is damaged in the book is named in ``left_out``.

    Raises:
        ForeignFileError, NewerFileError, DamagedError: it is not a copy of that book, or nothing in it is readable.

    """
    backup = read_backup(data)
    try:
        found = heads_of(backup.book.connection)
        wanted = found if heads is None else heads
        sound = {play.id: found[play.id] for play in backup.plays}
        lost = wanted.keys() - sound and not backup.damaged
        if lost or any(wanted.get(play) != head for play, head in sound.items()):
            raise DamagedError("The copy does not hold all that the book holds.")
        if wanted and not sound:
            raise DamagedError("No game in the book could be proven.")
        return Proof(
            plays=sum(not play.deleted for play in backup.plays),
            lines=sum(play.entries for play in backup.plays if not play.deleted),
            left_out=backup.damaged,
            state=state_of(wanted),
            sha256=hashlib.sha256(data).hexdigest(),
        )
    finally:
        backup.close()


LIST = "proofs.json"
NAME = re.compile(r"companion-v(?P<version>[0-9]{1,6})-(?P<when>[0-9]{8}T[0-9]{12})Z\.db")
WHEN = "%Y%m%dT%H%M%S%f"
PART = ".part"
LEFTOVER = 3600.0
"""Seconds after which an unfinished copy is deleted."""
ROOM = 64_000_000
"""Bytes that a copy leaves free on the device for the book itself."""
SLACK = timedelta(minutes=5)
"""A correction of a clock that is ignored."""


@frozen
class Copy:
    """A copy of the book: its path, when it was made, its schema version and its size in bytes.

    ``proof`` is what was verified when it was made, ``None`` if unknown.
    """

    path: Path
    at: datetime
    version: int
    size: int
    proof: Proof | None

    @property
    def dated(self) -> bool:
        """Whether its date is credible: one in the future was made while a clock was ahead."""
        return self.at <= datetime.now(UTC) + SLACK

    @property
    def whole(self) -> bool:
        """Whether it was verified that every play is in it."""
        return self.proof is not None and not self.proof.left_out

    @property
    def rank(self) -> tuple[bool, int, bool, datetime]:
        """The order of preference: verified as whole, then most lines, then newest."""
        return self.whole, self.proof.lines if self.proof else -1, self.dated, self.at


SPANS = {
    DAY: "%Y-%m-%d %H:%M:%S.%f",
    WEEK: "%Y-%m-%d",
    TWO_MONTHS: "%G week %V",
    timedelta.max: "%Y-%m",
}
"""The age up to which one copy is kept of each time that is written so."""


def copies_to_delete(copies: Iterable[Copy], now: datetime) -> set[Copy]:
    """Return the copies to delete.

    Kept are all copies of the last day, then the last of each day for a week, of each week for two months, and of each
    month. A copy dated in the future counts as new, and sorts after all others. The newest ``LEAST`` copies and the
    newest whole one are always kept. Where the rest takes more than ``MOST_KEPT_BYTES``, those go first that were
    soonest followed by another copy. Days are those of UTC.
    """
    order = sorted(
        set(copies), key=lambda copy: (copy.at <= now, copy.at, copy.size, copy.whole), reverse=True
    )
    safe = {*order[:LEAST], *[copy for copy in order if copy.whole][:1]}
    kept: list[Copy] = []
    seen: set[str] = set()
    for copy in order:
        times = {age: copy.at.astimezone(UTC).strftime(form) for age, form in SPANS.items()}
        is_last = any(now - copy.at <= age and time not in seen for age, time in times.items())
        if copy in safe or is_last:
            kept.append(copy)
        seen.update(times.values())
    while sum(copy.size for copy in kept) > MOST_KEPT_BYTES:
        # each with the next newer one
        loose = [(newer.at - copy.at, copy) for newer, copy in pairwise(kept) if copy not in safe]
        if not loose:
            break
        kept.remove(min(loose, key=lambda pair: (pair[0], pair[1].at))[1])
    return set(order) - set(kept)


def folder_beside(book: Path) -> Path:
    """The folder of a book's copies."""
    return book.parent / COPIES


def copies(book: Path) -> list[Copy]:
    """List the copies of a book, newest first, undated ones last. Other files in the folder are ignored."""
    folder = folder_beside(book)
    proofs = _proofs(folder)
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            match = NAME.fullmatch(path.name)
            with suppress(OSError, ValueError):
                if match and path.is_file():
                    at = datetime.strptime(match["when"], WHEN).replace(tzinfo=UTC)
                    size = path.stat().st_size
                    found.append(Copy(path, at, int(match["version"]), size, proofs.get(path.name)))
    return sorted(found, key=lambda copy: (copy.dated, copy.at, copy.path.name), reverse=True)


def best_proven(book: Path) -> Copy | None:
    """The verified copy with the most lines; a whole one is preferred to any other."""
    return max(
        (copy for copy in copies(book) if copy.proof), key=lambda copy: copy.rank, default=None
    )


def is_copied(database: Database, among: Iterable[Copy] | None = None) -> bool:
    """Whether one of its copies, or of those ``among`` them, holds all lines of the book. True of an empty book."""
    with database.reading() as connection:
        heads = heads_of(connection)
    if not any(head.seq for head in heads.values()):
        return True
    state = state_of(heads)
    there = copies(database.path) if among is None else among
    return any(copy.proof is not None and copy.proof.state == state for copy in there)


def make_copy(database: Database, now: datetime | None = None) -> Copy:
    """Copy the book, verify the copy, and delete expired copies.

    A book larger than ``MOST_BYTES`` is checked by SQLite alone, and its copy has no proof.

    Raises:
        DamagedError: the book is damaged, or the copy is; it is not kept.
        CannotOpenError: there is not enough room, or it can't be written.

    """
    with database.reading() as connection:
        (version,) = database.driver.execute("PRAGMA user_version").fetchone()
        heads = heads_of(connection)
        data = back_up(database)
    now = now or datetime.now(UTC)
    made = _write_copy(database.path, data, heads, version, now)
    _tidy(database.path, made, now)
    return made


def read_copy(copy: Copy) -> bytes:
    """Read a copy from disk, and compare it with its recorded digest where there is one.

    Raises:
        DamagedError: it has changed since it was written.
        CannotOpenError: it can't be read.

    """
    try:
        data = copy.path.read_bytes()
    except OSError as error:
        raise CannotOpenError(
            f"The copy {copy.path.name} can't be read: {error.strerror or error}."
        ) from error
    if copy.proof and hashlib.sha256(data).hexdigest() != copy.proof.sha256:
        raise DamagedError(f"The copy {copy.path.name} is not what was written.")
    return data


def prove_again(copy: Copy) -> Proof:
    """Read a copy from disk again and verify it.

    Raises:
        DamagedError, CannotOpenError: see ``read_copy``.
        ForeignFileError, NewerFileError: it is no backup of this app.

    """
    return prove(read_copy(copy))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: after a power cut it is there whole or not at all.

    Raises:
        OSError: it can't be written; no part of it remains.

    """
    with _written(path, data):
        pass


# --- one copy --------------------------------------------------------------------------------------


def _write_copy(
    book: Path, data: bytes, heads: Mapping[str, Head], version: int, at: datetime
) -> Copy:
    folder = folder_beside(book)
    path = folder / f"companion-v{version}-{at.astimezone(UTC):{WHEN}}Z.db"
    proof = None
    try:
        folder.mkdir(OWN_FOLDER, exist_ok=True)
        if sys.platform != "emscripten" and shutil.disk_usage(folder).free < len(data) + ROOM:
            raise CannotOpenError(
                "There is too little room on this device to keep a copy of the book."
            )
        with _written(path, data) as part:
            if len(data) <= MOST_BYTES:
                proof = prove(part.read_bytes(), heads)  # what is on disk
    except OSError as error:
        raise CannotOpenError(
            f"No backup could be made in {folder}: {error.strerror or error}."
        ) from error
    return Copy(path, at, version, len(data), proof)


@contextmanager
def _written(path: Path, data: bytes) -> Iterator[Path]:
    """Write a file that its owner alone may read beside its path, and move it there once what follows went well."""
    part = path.with_name(path.name + PART)
    try:
        part.unlink(missing_ok=True)
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, OWN_FILE)) as file:
            file.write(data)
            file.flush()
            _to_disk(file.fileno())
        yield part
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    _folder_to_disk(path.parent)


def _to_disk(file: int) -> None:
    os.fsync(file)
    if sys.platform in ("darwin", "ios"):  # Apple's plain fsync leaves data in the drive
        import fcntl  # noqa: PLC0415 - there is none on Windows

        with suppress(OSError):
            fcntl.fcntl(file, getattr(fcntl, "F_FULLFSYNC", 51))


def _folder_to_disk(folder: Path) -> None:
    """Flush a renamed file's folder, where folders can be flushed."""
    with suppress(OSError):
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


# --- all of them -----------------------------------------------------------------------------------


def _tidy(book: Path, made: Copy, now: datetime) -> None:
    """Record the proofs and delete expired copies. A copy was made, so nothing here raises."""
    if sys.platform == "emscripten":
        return  # a browser has few files to spare, and few copies
    there = {made, *(copy for copy in copies(book) if copy.path != made.path)}
    going = copies_to_delete(there, now) - {made}
    _note(book, there - going)
    for copy in going:
        with suppress(OSError):
            copy.path.unlink()
    with suppress(OSError):
        for path in folder_beside(book).glob(f"companion-v*{PART}"):
            if time.time() - path.stat().st_mtime > LEFTOVER:
                path.unlink()


def prove_unknown(book: Path, enough: Callable[[], bool] = lambda: False) -> list[str]:
    """Verify the copies without a proof, such as those of earlier versions; return a sentence for each that fails.

    Each takes a second or more; ``enough`` is asked before each whether to stop.
    """
    there, faults = [], []
    for copy in copies(book):
        proof = copy.proof
        if proof is None and not enough():
            try:
                proof = prove_again(copy)
            except StorageError as error:
                faults.append(f"{copy.path.name}: {error.sentence}")
        there.append(replace(copy, proof=proof))
    _note(book, there)
    return faults


def _note(book: Path, there: Iterable[Copy]) -> None:
    """Write the list of what was proven of the copies; without one they are proven again."""
    proofs = {
        copy.path.name: asdict(copy.proof)
        for copy in sorted(there, key=lambda copy: copy.path)
        if copy.proof
    }
    with suppress(OSError):
        write_whole(
            folder_beside(book) / LIST, json.dumps(proofs, indent=1, ensure_ascii=False).encode()
        )


def _proofs(folder: Path) -> dict[str, Proof]:
    try:
        return TypeAdapter(dict[str, Proof]).validate_json(
            (folder / LIST).read_bytes(), strict=True
        )
    except (OSError, ValueError):
        return {}

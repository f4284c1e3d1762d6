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
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, func
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from models.backups.backup_reader import read_backup
from models.backups.untrusted_file import MOST_BYTES
from models.database import Database, statements_on
from models.entry_rows import digest
from models.errors import CannotOpenError, DamagedError, StorageError
from models.paths import COPIES, OWN_FILE, OWN_FOLDER
from models.tables import PRIVATE, EntryRow, PlayRow

DAY, WEEK, TWO_MONTHS = timedelta(days=1), timedelta(days=7), timedelta(days=61)
LEAST = 3
"""The number of copies kept whatever their age and size."""
MOST_KEPT_BYTES = 256_000_000
"""The most that all copies together may take on a device."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A copy for the retention rule: when it was made, its size in bytes, and whether it holds the whole book."""

    at: datetime
    size: int = 0
    whole: bool = True


def copies_to_delete(
    stamps: Iterable[Stamp], now: datetime, *, least: int = LEAST, most_bytes: int = MOST_KEPT_BYTES
) -> set[Stamp]:
    """Return the copies to delete.

    Kept are all copies of the last day, then the last of each day for a week, of each week for two months, and of each
    month. A copy dated in the future counts as new, and sorts after all others. The newest ``least`` copies and the
    newest whole one are always kept. Where the rest takes more than ``most_bytes``, those go first that were soonest
    followed by another copy. Days are those of UTC.
    """
    order = sorted(set(stamps), key=lambda stamp: (stamp.at <= now, stamp.at, stamp.size, stamp.whole), reverse=True)
    safe = {*order[:least], *[one for one in order if one.whole][:1]}
    kept = [one for one in order if one in safe or _is_kept(one, order, now)]
    while sum(one.size for one in kept) > most_bytes:
        # each with the next newer one
        loose = [(newer.at - one.at, one) for newer, one in pairwise(kept) if one not in safe]
        if not loose:
            break
        kept.remove(min(loose, key=lambda pair: (pair[0], pair[1].at))[1])
    return set(order) - set(kept)


def _is_kept(stamp: Stamp, order: Sequence[Stamp], now: datetime) -> bool:
    """Whether a copy is the last of a day, week or month of which one is kept."""
    age = now - stamp.at
    return (
        age <= DAY  # also true of one from the future, as after a clock was set back
        or (age <= WEEK and _last(stamp, order, _day))
        or (age <= TWO_MONTHS and _last(stamp, order, _week))
        or _last(stamp, order, _month)
    )


def _last(stamp: Stamp, order: Sequence[Stamp], span: Callable[[datetime], tuple[int, ...]]) -> bool:
    return next(other for other in order if span(other.at) == span(stamp.at)) == stamp


def _day(at: datetime) -> tuple[int, ...]:
    here = at.astimezone(UTC)
    return here.year, here.month, here.day


def _week(at: datetime) -> tuple[int, ...]:
    return tuple(at.astimezone(UTC).isocalendar()[:2])


def _month(at: datetime) -> tuple[int, ...]:
    return _day(at)[:2]


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
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            with database.reading() as connection:
                database.driver.backup(copy)
                entries = connection.execute(ENTRIES).scalar()
            for (table,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if table in PRIVATE:  # a book that is yet to be migrated has none of them
                    copy.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of our own
            copy.execute("VACUUM")  # smaller, and without anything that was purged
            made = bytearray(copy.serialize())
        made[18:20] = b"\1\1"  # one file, with no log beside it
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as proof:
            proof.deserialize(bytes(made))
            found = proof.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok" or statements_on(proof).execute(ENTRIES).scalar() != entries:
                raise DamagedError(NOT_WHOLE)
    except (sqlite3.Error, DBAPIError) as error:
        raise DamagedError(NOT_WHOLE) from error
    except MemoryError as error:
        raise CannotOpenError("There is not enough memory free on this device to make a backup.") from error
    return bytes(made)


ENTRIES = select(func.count()).select_from(EntryRow)
_latest = select(EntryRow.seq).where(EntryRow.play == PlayRow.id).order_by(col(EntryRow.seq).desc()).limit(1)
HEADS = select(
    PlayRow.id,
    func.coalesce(_latest.scalar_subquery(), 0),
    func.coalesce(_latest.with_only_columns(col(EntryRow.digest)).scalar_subquery(), PlayRow.digest),
)


class Head(NamedTuple):
    """The last entry of a play and its digest, which covers all entries before it."""

    seq: int
    digest: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What was verified in a copy: the number of plays and lines, and a sentence in ``left_out`` for each damaged play.

    ``state`` identifies this state of the book, ``sha256`` the file.
    """

    plays: int
    lines: int
    left_out: tuple[str, ...]
    state: str
    sha256: str

    @property
    def whole(self) -> bool:
        """Whether every play is in it."""
        return not self.left_out


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
        sound = {play.id for play in backup.plays}
        for play in backup.plays:
            if found[play.id] != wanted.get(play.id):
                raise DamagedError(f"{play.title} is not in the copy as it is in the book.")
        if wanted and not sound:
            raise DamagedError("No game in the book could be proven.")
        if wanted.keys() - sound and not backup.damaged:
            raise DamagedError("The copy does not hold all that the book holds.")
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
MOST_OF_A_LIST = 4_000_000
SLACK = timedelta(minutes=5)
"""A correction of a clock that is ignored."""


@dataclass(frozen=True, slots=True)
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
    def rank(self) -> tuple[bool, int, bool, datetime]:
        """The order of preference: verified as whole, then most lines, then newest."""
        return self.proof is not None and self.proof.whole, self.proof.lines if self.proof else -1, self.dated, self.at

    @property
    def stamp(self) -> Stamp:
        """The copy for the retention rule."""
        return Stamp(self.at, self.size, self.proof is not None and self.proof.whole)


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
    return max((one for one in copies(book) if one.proof), key=lambda found: found.rank, default=None)


def is_copied(database: Database, among: Iterable[Copy] | None = None) -> bool:
    """Whether one of its copies, or of those ``among`` them, holds all lines of the book. True of an empty book."""
    with database.reading() as connection:
        heads = heads_of(connection)
    if not any(head.seq for head in heads.values()):
        return True
    state = state_of(heads)
    there = copies(database.path) if among is None else among
    return any(one.proof is not None and one.proof.state == state for one in there)


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
    made = _write_copy(database.path, data, heads, version, now or datetime.now(UTC))
    _tidy(database.path, made, now or datetime.now(UTC))
    return made


def prove_again(copy: Copy) -> Proof:
    """Read a copy from disk again and verify it, against its recorded digest where there is one.

    Raises:
        DamagedError: it has changed since it was written.
        ForeignFileError, NewerFileError: it is no backup of this app.
        CannotOpenError: it can't be read.

    """
    try:
        data = copy.path.read_bytes()
    except OSError as error:
        raise CannotOpenError(f"The copy {copy.path.name} can't be read: {error.strerror or error}.") from error
    if copy.proof and hashlib.sha256(data).hexdigest() != copy.proof.sha256:
        raise DamagedError(f"The copy {copy.path.name} is not what was written.")
    return prove(data)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: after a power cut it is there whole or not at all.

    Raises:
        OSError: it can't be written; no part of it remains.

    """
    part = path.with_name(path.name + PART)
    try:
        _write(part, data)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    _folder_to_disk(path.parent)


# --- one copy --------------------------------------------------------------------------------------


def _write_copy(book: Path, data: bytes, heads: Mapping[str, Head], version: int, at: datetime) -> Copy:
    folder = folder_beside(book)
    path = folder / f"companion-v{version}-{at.astimezone(UTC):{WHEN}}Z.db"
    part = path.with_name(path.name + PART)
    proof, size = None, len(data)
    try:
        folder.mkdir(OWN_FOLDER, exist_ok=True)
        if sys.platform != "emscripten" and shutil.disk_usage(folder).free < len(data) + ROOM:
            raise CannotOpenError("There is too little room on this device to keep a copy of the book.")
        _write(part, data)
        if len(data) <= MOST_BYTES:
            del data  # verify what is on disk
            proof = prove(part.read_bytes(), heads)
        part.replace(path)
        _folder_to_disk(folder)
    except OSError as error:
        raise CannotOpenError(f"No backup could be made in {folder}: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return Copy(path, at, version, size, proof)


def _write(path: Path, data: bytes) -> None:
    """Write a file that its owner alone may read, and wait until it is on disk."""
    path.unlink(missing_ok=True)
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, OWN_FILE)) as file:
        file.write(data)
        file.flush()
        _to_disk(file.fileno())


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
    there = copies(book)
    going = copies_to_delete((one.stamp for one in there), now)
    kept = {one.path.name: one.proof for one in there if one.stamp not in going or one.path == made.path}
    kept[made.path.name] = made.proof
    folder = folder_beside(book)
    with suppress(OSError):
        _note(folder, {name: proof for name, proof in kept.items() if proof})
    for copy in there:
        if copy.path.name not in kept:
            with suppress(OSError):
                copy.path.unlink()
    with suppress(OSError):
        for path in folder.glob(f"companion-v*{PART}"):
            if time.time() - path.stat().st_mtime > LEFTOVER:
                path.unlink()


def prove_unknown(book: Path, enough: Callable[[], bool] = lambda: False) -> list[str]:
    """Verify the copies without a proof, such as those of earlier versions; return a sentence for each that fails.

    Each takes a second or more; ``enough`` is asked before each whether to stop.
    """
    folder, faults = folder_beside(book), []
    proofs = _proofs(folder)
    for copy in copies(book):
        if copy.proof is None and not enough():
            try:
                proofs[copy.path.name] = prove_again(copy)
            except StorageError as error:
                faults.append(f"{copy.path.name}: {error.sentence}")
    there = {one.path.name for one in copies(book)}
    with suppress(OSError):
        _note(folder, {name: proof for name, proof in proofs.items() if name in there})
    return faults


def _note(folder: Path, proofs: Mapping[str, Proof]) -> None:
    words = json.dumps({name: asdict(proof) for name, proof in sorted(proofs.items())}, indent=1, ensure_ascii=False)
    write_whole(folder / LIST, words.encode())


def _proofs(folder: Path) -> dict[str, Proof]:
    try:
        with (folder / LIST).open("rb") as file:
            listed = json.loads(file.read(MOST_OF_A_LIST))
    except (OSError, ValueError, RecursionError):
        return {}
    items = listed.items() if isinstance(listed, dict) else ()
    return {name: proof for name, one in items if (proof := _proof(one))}


def _proof(record: object) -> Proof | None:
    if not isinstance(record, dict):
        return None
    left_out = record.get("left_out")
    sound = (
        all(type(record.get(name)) is int for name in ("plays", "lines"))
        and all(isinstance(record.get(name), str) for name in ("state", "sha256"))
        and isinstance(left_out, list)
        and all(isinstance(one, str) for one in left_out)
    )
    if not sound:
        return None
    return Proof(record["plays"], record["lines"], tuple(left_out or ()), record["state"], record["sha256"])

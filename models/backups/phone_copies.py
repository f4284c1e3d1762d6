"""The copies of a game that phones keep, so that an evening survives its tablet.

A copy is made of parts: what the journal has more since the part before, as rows, so that nothing is worked out anew to
open it. Each says who takes part, too. No part has a token, a code or an invitation: on the device that takes over,
everyone asks again by a nod. A part that is made while something is hidden is padded, and is sealed by the page before
any phone gets it; of such a one nothing is said outside but its numbers and its ``mark``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import takewhile
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy import Connection, bindparam, delete, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from models.backups.backup import heads_of
from models.backups.backup_reader import Backup, verify
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.checksums import write_checksum
from models.elsewhere import forget_elsewhere
from models.entry_rows import EFFECTS, Rows, read_rows, write_rows
from models.errors import (
    DamagedError,
    ForeignFileError,
    NewerFileError,
    NoSuchPlayError,
    StorageError,
)
from models.frozen import frozen
from models.journal import Journal
from models.last_entry import LastEntry
from models.plays import Play, Seat, insert_play, read_beginning
from models.rooms import Rooms, Seating
from models.tables import BalanceRow, EntryRow, PlayRow, SeatRow, StandingRow, VoidedRow

MAGIC = b"CompGame"
VERSION = 1
HEAD = len(MAGIC) + 1 + 4 + 32
"""The bytes before what is packed: what it is, its version, its length and its digest."""
LEAST_BYTES = 2_048
"""The length of a hidden part; a longer one has twice as many, or four times, so that no bid shows in it."""
MOST_BYTES = 1_000_000
"""The most that the parts of a game may take on a phone. Beyond that they are sent anew as one."""
MOST_UNPACKED = 40_000_000
SALT = "copy.salt."
"""The prefix of preferences by which marks of hidden entries are made. It travels in hidden parts alone."""

SIGN = 16
"""Letters of the sign of a mark."""

NO_COPY = "This is no copy of a game that Companion made."
NEWER = (
    "This copy was made by a newer version of Companion. Load the newer version here, then go on."
)
CUT = "A part of this copy is cut short."
TURNED = "A part of this copy is not what was written."
OTHER_GAME = "A part of this copy belongs to another game."
NO_BEGINNING = "The beginning of the game is missing in this copy."
PARTED = "A part of this copy does not follow on the others: the game went on in two ways."

TOLD = select(PlayRow.title, PlayRow.ended, PlayRow.digest).where(PlayRow.id == bindparam("play"))
DIGEST = select(EntryRow.digest).where(
    EntryRow.play == bindparam("play"), EntryRow.seq == bindparam("seq")
)
HERE_ALONE = " (as it went on here)"
Cells: TypeAlias = "list[str | int | None]"
Content: TypeAlias = "tuple[Cells, list[Cells], list[Cells], list[Cells], list[Cells]]"
"""The rows of an entry, without the play, and its effects without the entry's number too."""
Standing: TypeAlias = Literal["same", "behind", "ahead", "apart", "unproven"]
"""A phone's copy has what the book has, less, or more; or it went on in another way; or its mark was made up."""


@frozen
class Part:
    """A part of a copy: the entries from one to another; ``first`` is beyond ``last`` where there are none.

    While it is ``hidden`` nobody but the page that seals it may be sent the ``data``.
    """

    play: str
    first: int
    last: int
    hidden: bool
    mark: str
    data: bytes = field(repr=False)


@frozen
class _Began:
    row: dict[str, Any]
    seats: list[tuple[str, str, str, str]]


@frozen
class _Body:
    """What is packed in a part."""

    play: str
    first: int
    before: str
    entries: list[Content]
    title: str
    ended: str | None
    seating: Seating | None
    salt: str
    began: _Began | None


_BODY = TypeAdapter(_Body)


@frozen
class PhoneCopy:
    """A copy that checks out, as far as it does; ``faults`` say what of it does not. ``close`` frees it."""

    backup: Backup
    seating: Seating | None
    salt: str
    faults: tuple[str, ...] = ()

    @property
    def play(self) -> Play:
        """The game in it."""
        return self.backup.plays[0]

    def close(self) -> None:
        """Free the memory."""
        self.backup.close()


# --- handing out -----------------------------------------------------------------------------------


def part_since(
    book: Journal, play: str, number: int = 0, mark: str = "", *, hidden: bool = False
) -> Part:
    """Return what a phone lacks that has a copy up to an entry; the whole game where it has another one, or none.

    Raises:
        NoSuchPlayError, DamagedError: it can't be read.
        ReadOnlyError, BusyError: what hides its mark could not be written, which is done once a game.

    """
    salt = salt_of(book, play)
    if hidden and not salt:
        salt = secrets.token_hex(16)
        book.set_preference(SALT + play, salt)
    with book.database.reading() as connection:
        title, ended, start = _told_of(connection, play)
        before = _digest_at(connection, play, number) if number else ""
        if not before or mark not in _marks(start, number, before, salt):
            number = 0
        rows = list(read_rows(connection, play, number + 1))
        body = _Body(
            play=play,
            first=number + 1,
            before=before if number else start,
            entries=[_content(entry) for entry in rows],
            title=title,
            ended=ended,
            seating=Rooms(book.database).seating(play),
            salt=salt if hidden else "",
            began=None if number else _began(connection, play),
        )
    last = number + len(rows)
    digest = rows[-1].digest if rows else body.before
    return Part(
        play,
        number + 1,
        last,
        hidden,
        _marks(start, last, digest, salt)[hidden],
        _pack(body, padded=hidden),
    )


def salt_of(book: Journal, play: str) -> str:
    """Return what hides the marks of a game; empty if nothing of it was ever hidden in a part."""
    return book.preference(SALT + play, "")


def standing(book: Journal, play: str, number: int, mark: str) -> Standing:
    """Compare the copy of a phone, by its last entry and that one's mark, with the book."""
    with book.database.reading() as connection:
        last, start = book.last(play), _told_of(connection, play)[2]
        digest = _digest_at(connection, play, number)
        if mark != _signed(start, number, mark.partition(".")[0]):
            return "unproven"
        if number > last:
            return "ahead"
        if mark not in _marks(start, number, digest, salt_of(book, play)):
            return "apart"
        return "same" if number == last else "behind"


def _marks(start: str, number: int, digest: str, salt: str) -> tuple[str, str]:
    """Return how an entry's digest may be said to a phone: as it is, and as it is while something is hidden."""
    return _signed(start, number, digest), _signed(start, number, _keyed(salt, digest))


def _signed(start: str, number: int, mark: str) -> str:
    """Sign a mark by how the game began, which stands within a copy alone: a phone's page can't make one up."""
    return f"{mark}.{_keyed(start, f'{number} {mark}')[:SIGN]}"


def _keyed(key: str, words: str) -> str:
    return hmac.digest(key.encode(), words.encode(), "sha256").hex()


def _digest_at(connection: Connection, play: str, number: int) -> str:
    """Return the digest of an entry, or of the beginning; empty where there is none."""
    if not number:
        return _told_of(connection, play)[2]
    return connection.execute(DIGEST, {"play": play, "seq": number}).scalar() or ""


def _content(rows: Rows) -> Content:
    effects = [[list(row[2:]) for row in table] for table in rows[1:]]
    return (list(rows.entry[1:]), effects[0], effects[1], effects[2], effects[3])


def _told_of(connection: Connection, play: str) -> tuple[str, str | None, str]:
    """Return a play's title, how it ended, and the digest of how it began."""
    for title, ended, start in connection.execute(TOLD, {"play": play}):
        return title, ended, start
    raise NoSuchPlayError


def _began(connection: Connection, play: str) -> _Began:
    row, seats = read_beginning(connection, play)
    return _Began(
        {**row.model_dump(), "archived": False, "deleted": False},
        [(seat.key, seat.name, seat.colour, seat.token) for seat in seats],
    )


def _pack(body: _Body, *, padded: bool) -> bytes:
    packed = zlib.compress(_BODY.dump_json(body))
    head = MAGIC + bytes([VERSION]) + len(packed).to_bytes(4) + hashlib.sha256(packed).digest()
    size = LEAST_BYTES
    while size < len(head) + len(packed):
        size *= 2
    return (head + packed).ljust(size if padded else 0, b"\0")


# --- reading ---------------------------------------------------------------------------------------


def assemble(parts: Iterable[bytes], play: str = "") -> PhoneCopy:
    """Put a copy together from its parts, of a game by its id where that is known, and check all of it.

    Raises:
        StorageError: nothing of it checks out.

    """
    bodies: list[_Body] = []
    faults: list[StorageError] = []
    for data in parts:
        try:
            body = _unpack(data)
        except StorageError as fault:
            faults.append(fault)
            continue
        play = play or body.play
        if body.play == play:
            bodies.append(body)
        else:
            faults.append(ForeignFileError(OTHER_GAME))
    began = next((body.began for body in bodies if body.began), None)
    if began is None:
        raise faults[0] if faults else DamagedError(NO_BEGINNING)
    entries, more = _joined(str(began.row.get("digest", "")), bodies)
    newest = max(bodies, key=lambda body: body.first + len(body.entries))
    told = dict.fromkeys([*(fault.sentence for fault in faults), *more])
    salt = next((body.salt for body in bodies if body.salt), "")
    return PhoneCopy(_verified(play, began, newest, entries), newest.seating, salt, tuple(told))


def _unpack(data: bytes) -> _Body:
    if not data.startswith(MAGIC):
        raise ForeignFileError(NO_COPY)
    if len(data) < HEAD:
        raise DamagedError(CUT)
    if data[len(MAGIC)] > VERSION:
        raise NewerFileError(NEWER)
    size = int.from_bytes(data[len(MAGIC) + 1 : HEAD - 32])
    packed = data[HEAD : HEAD + size]
    if len(packed) < size:
        raise DamagedError(CUT)
    sound = data[len(MAGIC)] and not data[HEAD + size :].strip(b"\0")
    if not sound or hashlib.sha256(packed).digest() != data[HEAD - 32 : HEAD]:
        raise DamagedError(TURNED)
    try:
        return _BODY.validate_json(
            zlib.decompressobj().decompress(packed, MOST_UNPACKED), strict=True
        )
    except (zlib.error, ValueError, RecursionError) as error:
        raise DamagedError(TURNED) from error


def _joined(start: str, bodies: Sequence[_Body]) -> tuple[list[Content], list[str]]:
    """Chain the entries of parts, which may overlap, and say where that ends too early."""
    entries: list[Content] = []
    faults: list[str] = []
    for body in sorted(bodies, key=lambda body: body.first):
        known, chain = len(entries), [start, *(str(entry[0][-1]) for entry in entries)]
        if body.first > known + 1:
            faults.append(f"Entries {known + 1} to {body.first - 1} are missing in this copy.")
            break
        theirs = [body.before, *(str(entry[0][-1]) for entry in body.entries)]
        ours = chain[body.first - 1 :]
        if any(one != other for one, other in zip(ours, theirs, strict=False)):
            faults.append(PARTED)
        else:
            entries += body.entries[known + 1 - body.first :]
    return entries, faults


def _verified(play: str, began: _Began, newest: _Body, entries: Iterable[Content]) -> Backup:
    """Write the rows into a book in memory, and check them as those of a backup."""
    book = UntrustedFile()
    try:
        row = PlayRow(**began.row | {"id": play, "title": newest.title, "ended": newest.ended})
        with book.writing() as connection:
            insert_play(connection, row, [Seat(*seat) for seat in began.seats])
            for entry, *effects in entries:
                moved = [[(play, entry[0], *cells) for cells in table] for table in effects]
                write_rows(connection, Rows((play, *entry), *moved))
        backup = verify(book)
    except (sqlite3.Error, DBAPIError, ValueError, TypeError, OverflowError) as error:
        book.close()
        raise DamagedError(TURNED) from error
    if not backup.plays:
        backup.close()
        raise DamagedError(backup.damaged[0])
    return backup


# --- going on --------------------------------------------------------------------------------------


@frozen
class Branches:
    """Where books of one game part: the last entry that all have, and what each has more, as it is told."""

    after: int
    more: tuple[tuple[str, ...], ...]


def branches(play: str, *books: Journal) -> Branches:
    """Compare two or three books of one game."""
    told = [
        [(entry.digest, entry.proposal.narration) for entry in book.all_entries(play)]
        for book in books
    ]
    digests = [[digest for digest, _ in entries] for entries in told]
    alike = takewhile(lambda step: len(set(step)) == 1, zip(*digests, strict=False))
    after = sum(1 for _ in alike)
    return Branches(after, tuple(tuple(words for _, words in entries[after:]) for entries in told))


def open_here(book: Journal, copy: PhoneCopy) -> str:
    """Go on with a game here from its copy: the same id, chain, seats and rights. All or nothing.

    A game that is here already is continued. Where it went on in another way the copy's way counts from now on, and
    the one that was here is kept as another game, whose id is returned; else this returns an empty text. Whoever has
    read the game before has to read it anew.

    Raises:
        ReadOnlyError, BusyError: nothing was written.
        DamagedError: what is here can't be read, so it can't be kept.

    """
    play = copy.play.id
    with book.database.writing() as connection:
        plan = compare(book, copy.backup)
        aside = None
        if plan.count("copied"):
            aside = assemble([part_since(book, play).data])
            _purge(connection, play)
        bring_in(book, copy.backup, plan)
        kept = _keep_aside(book, aside) if aside else ""
        if kept and (head := heads_of(connection)[kept]).seq:
            book.database.last = LastEntry(kept, *head)  # the one noted before is this one now
        if copy.seating:
            Rooms(book.database).seat_again(play, copy.seating)
        if copy.salt:
            book.set_preference(SALT + play, copy.salt)
        forget_elsewhere(book, play)
    return kept


def _keep_aside(book: Journal, aside: PhoneCopy) -> str:
    try:
        (step,) = bring_in(book, aside.backup, compare(book, aside.backup)).steps
        book.set_play(step.target, title=f"{aside.play.title}{HERE_ALONE}")
    finally:
        aside.close()
    return step.target


def _purge(connection: Connection, play: str) -> None:
    """Remove a play with all that was written of it; who takes part in it stays."""
    connection.execute(update(PlayRow).filter_by(id=play).values(purged=True))
    for row in (BalanceRow, StandingRow, VoidedRow, *EFFECTS, EntryRow, SeatRow):
        connection.execute(delete(row).where(col(row.play) == play))
    connection.execute(delete(PlayRow).filter_by(id=play))
    write_checksum(connection, PlayRow, play)

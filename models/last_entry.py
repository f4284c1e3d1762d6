"""The last entry that was acknowledged, noted in a small file beside the book.

SQLite reads a log as far as it is sound, and does not say that something followed. So whoever opens the book compares.
The file is written after the commit and never flushed: after a kill it is up to date, and after a power cut it may name
an earlier entry, but never one that was not saved.
"""

from __future__ import annotations

import os
import re
import weakref
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from sqlalchemy import Connection, func
from sqlmodel import select

from models.paths import OWN_FILE
from models.tables import EntryRow, PlayRow

ENDING = ".last"
NOTE = re.compile(r"((\S+) (\d+) ([0-9a-f]+)) ([0-9a-f]{8}) *\n")
"""An entry, and a checksum: a power cut may leave half a note, or zeros in it."""
LENGTH = 127
"""Each note is as long as any other, so that it covers the one before."""


class LastEntry(NamedTuple):
    """An entry: its play, its number and its digest."""

    play: str
    seq: int
    digest: str


class Tail(NamedTuple):
    """A play whose last entries may be missing, and a sentence that says after which."""

    play: str
    sentence: str


class LastEntryFile:
    """The file beside one book; it stays open from the first note on, as long as the book's own connection does."""

    def __init__(self, book: Path) -> None:
        self.path = book.with_name(book.name + ENDING)
        self._file = -1
        self._closing: weakref.finalize[[int], LastEntryFile] | None = None

    def write(self, last: LastEntry) -> None:
        """Note an entry. Where that can't be done the book goes on without."""
        with suppress(OSError):
            if self._closing is None:
                self._file = os.open(
                    self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), OWN_FILE
                )
                self._closing = weakref.finalize(self, os.close, self._file)
            os.lseek(self._file, 0, os.SEEK_SET)
            note = f"{last.play} {last.seq} {last.digest}"
            os.write(self._file, f"{note} {_checksum(note)}".ljust(LENGTH).encode() + b"\n")

    def read(self) -> LastEntry | None:
        """Read what was noted last; ``None`` where nothing can be read."""
        with suppress(OSError, ValueError):
            note = NOTE.match(self.path.read_text(encoding="ascii"))
            if note and _checksum(note[1]) == note[5]:
                return LastEntry(note[2], int(note[3]), note[4])
        return None

    def close(self) -> None:
        """Close the file."""
        if self._closing:
            self._closing()
            self._closing = None


def _checksum(note: str) -> str:
    return f"{crc32(note.encode()):08x}"


def find_missing_tail(connection: Connection, book: Path) -> Tail | None:
    """Say after which entry some may be missing, if the one that was acknowledged last is not in the book."""
    last = LastEntryFile(book).read()  # before the book: another app may be writing
    if last is None:
        return None
    there = select(EntryRow.digest).filter_by(play=last.play, seq=last.seq)
    if connection.execute(there).scalar() == last.digest:
        return None
    title = connection.execute(select(PlayRow.title).filter_by(id=last.play)).scalar()
    if title is None:
        return Tail(
            last.play,
            "The play that was recorded in last is missing, and others may lack their last entries.",
        )
    seq = connection.execute(
        select(func.coalesce(func.max(EntryRow.seq), 0)).filter_by(play=last.play)
    ).scalar()
    return Tail(last.play, f"{title}: what was recorded after entry {seq} may be missing.")

"""Opening the book from the command line beside a running app, and finding plays and files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.cli.command import CommandError, plain
from models.backups.backup import write_whole
from models.backups.untrusted_file import MOST_BYTES
from models.book import Book, OlderFileError, ReadOnlyDatabase
from models.database import Database
from models.journal import Journal
from models.names import name_key
from models.paths import data_folder
from models.plays import Play

SHORTEST = 6
"""The least characters of a play's number that are shown."""
MOST_NAMED = 6


def folder_of(options: argparse.Namespace) -> Path:
    """The data folder, as given or the usual one."""
    return data_folder(options.data)


@contextmanager
def reading(options: argparse.Namespace) -> Iterator[Journal]:
    """Open the book to read it, beside an app that may have it open.

    Raises:
        CannotOpenError, NewerFileError, ForeignFileError, DamagedError: there is none, or it can't be opened.

    """
    folder = folder_of(options)
    try:
        book: Database = ReadOnlyDatabase.open(folder)
    except OlderFileError:
        book = Book.open(folder)  # migrates it, with a copy before
    with closing(book):
        yield Journal(book)


@contextmanager
def writing(options: argparse.Namespace) -> Iterator[Journal]:
    """Open the book to write to it, beside an app that may have it open; one of them writes at a time.

    Raises:
        CannotOpenError, NewerFileError, ForeignFileError, DamagedError: it can't be opened.

    """
    with closing(Book.open(folder_of(options))) as book:
        # the app that has the file open moves the log into it; only one process may
        book.driver.execute("PRAGMA wal_autocheckpoint = 0")
        yield Journal(book)


def short_ids(plays: Sequence[Play]) -> dict[str, str]:
    """Shorten the numbers of plays as far as they stay unique."""
    length = SHORTEST
    while len({play.id[:length] for play in plays}) < len(plays):
        length += 1
    return {play.id: play.id[:length] for play in plays}


def find_play(plays: Sequence[Play], words: str) -> Play:
    """Find a play by its number or the beginning of it, else by its title or a part of it.

    Raises:
        CommandError: there is none, or more than one.

    """
    wanted = name_key(words)
    ways = (
        [play for play in plays if play.id == wanted],
        [play for play in plays if name_key(play.title) == wanted],
        [play for play in plays if wanted and play.id.startswith(wanted)],
        [play for play in plays if wanted and name_key(play.title).startswith(wanted)],
        [play for play in plays if wanted and wanted in name_key(play.title)],
    )
    found = next(filter(None, ways), [])
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(f"There is no game {plain(words[:60])!r} in this book. See: list")
    short = short_ids(plays)
    named = ", ".join(f"{short[one.id]} ({plain(one.title)[:40]})" for one in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    raise CommandError(
        f"{len(found)} games are called {plain(words[:60])!r}: {named}{more}. Name one by its number."
    )


def read_file(file: Path, most: int) -> bytes:
    """Read a file, or standard input for ``-``, up to one byte more than there may be."""
    if str(file) == "-":
        return sys.stdin.buffer.read(most + 1)
    with file.open("rb") as opened:
        return opened.read(most + 1)


def file_bytes(file: Path) -> bytes:
    """Read a file, or standard input for ``-``.

    Raises:
        CommandError: it can't be read, or is too large.

    """
    try:
        data = read_file(file, MOST_BYTES)
    except OSError as problem:
        raise CommandError(f"{file}: can't be read: {problem.strerror or problem}.") from None
    if len(data) > MOST_BYTES:
        raise CommandError(
            f"{file}: larger than {MOST_BYTES // 1_000_000} MB; no file made by Companion is."
        )
    return data


def write_out(file: Path, data: bytes, *, over: bool) -> None:
    """Write a file atomically, or to standard output for ``-``.

    Raises:
        CommandError: it exists and is not to be replaced, or it can't be written.

    """
    if str(file) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if file.exists() and not over:
        raise CommandError(f"{file} is there already. Say --over to replace it.")
    if file.is_dir():
        raise CommandError(f"{file} is a folder.")
    try:
        if file.exists() and not file.is_file():  # such as /dev/null
            file.write_bytes(data)
            return
        write_whole(file, data)
    except OSError as problem:
        raise CommandError(
            f"{file}: can't be written: {problem.strerror or os.strerror(problem.errno or 0)}."
        ) from None

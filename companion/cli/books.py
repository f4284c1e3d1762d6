"""The books from the command line: opening one beside a running app, and finding the play that somebody means."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.cli.command import CommandError, plain
from models.backup import write_whole
from models.book import Book, OlderFileError, ReadOnlyDatabase
from models.database import Database
from models.journal import Journal
from models.paths import data_folder
from models.plays import Play

SHORTEST = 6
"""Signs of a play's number that are shown at least."""
MOST_NAMED = 6
BACKUP_BEGINS = 16


def folder_of(options: argparse.Namespace) -> Path:
    """The folder of the books, as said or as usual."""
    return data_folder(options.data)


@contextmanager
def reading(options: argparse.Namespace) -> Iterator[Journal]:
    """Open the book to read it; an app that has it open goes on undisturbed.

    Raises:
        CannotOpenError, NewerFileError, ForeignFileError, DamagedError: there is none, or it can't be opened.

    """
    folder = folder_of(options)
    try:
        book: Database = ReadOnlyDatabase.open(folder)
    except OlderFileError:
        book = Book.open(folder)  # brings it up to date, with a copy before
    try:
        yield Journal(book)
    finally:
        book.close()


@contextmanager
def writing(options: argparse.Namespace) -> Iterator[Journal]:
    """Open the book to write to it, beside an app that may have it open: one of us writes at a time.

    Raises:
        CannotOpenError, NewerFileError, ForeignFileError, DamagedError: it can't be opened, in a sentence.

    """
    book = Book.open(folder_of(options))
    try:
        # whoever has the file open for long moves the log into it; only one may
        book.driver.execute("PRAGMA wal_autocheckpoint = 0")
        yield Journal(book)
    finally:
        book.close()


def every_play(journal: Journal) -> list[Play]:
    """Every play that was not deleted, the one touched last first, those put away after the others."""
    return [*journal.plays(), *journal.plays(archived=True)]


def short_ids(plays: Sequence[Play]) -> dict[str, str]:
    """Shorten the numbers of plays as far as they still differ."""
    length = SHORTEST
    while len({one.id[:length] for one in plays}) < len(plays):
        length += 1
    return {one.id: one.id[:length] for one in plays}


def find_play(plays: Sequence[Play], words: str) -> Play:
    """Find the play that is meant: by its number or the beginning of it, else by its title or a part of it.

    Raises:
        No: there is none, or more than one.

    """
    wanted = words.strip().casefold()
    ways = (
        [one for one in plays if one.id == wanted],
        [one for one in plays if one.title.casefold() == wanted],
        [one for one in plays if wanted and one.id.startswith(wanted)],
        [one for one in plays if wanted and one.title.casefold().startswith(wanted)],
        [one for one in plays if wanted and wanted in one.title.casefold()],
    )
    found = next(filter(None, ways), [])
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(f"There is no play {plain(words[:60])!r} in this book. See: list")
    short = short_ids(plays)
    named = ", ".join(f"{short[one.id]} ({plain(one.title)[:40]})" for one in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    raise CommandError(f"{len(found)} plays are called {plain(words[:60])!r}: {named}{more}. Name one by its number.")


def file_bytes(file: Path, most: int) -> bytes:
    """Read a file that somebody named, or standard input where it is called ``-``; no more than is ever needed.

    Raises:
        No: it can't be read, or is larger than any such file is.

    """
    try:
        if str(file) == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read(most + 1)
    except OSError as problem:
        raise CommandError(f"{file}: can't be read: {problem.strerror or problem}.") from None
    if len(data) > most:
        raise CommandError(f"{file}: larger than {most // 1_000_000} MB; no file made by Companion is.")
    return data


def write_out(file: Path, data: bytes, *, over: bool) -> None:
    """Write a file that somebody asked for, whole or not at all; or to standard output where it is called ``-``.

    Raises:
        No: it is there already and nobody said to replace it, or it can't be written.

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

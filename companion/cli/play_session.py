"""``play``: a session is replayed in a book of its own, and every line of it must hold."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from companion.cli.command import FINE, NO, Command
from companion.formats.session import Mismatch, replay, steps
from models.book import Book
from models.journal import Journal

MOST_BYTES = 20_000_000


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the session, or - for standard input")


def run(options: argparse.Namespace) -> int:
    """Replay a session in a book of its own, and print the first line that does not hold."""
    file = options.file
    try:
        text = _read(file)
        found = steps(text)
        with tempfile.TemporaryDirectory() as folder:
            database = Book.open(Path(folder))
            try:
                entries = replay(Journal(database), found).version
            finally:
                database.close()
    except Mismatch as mismatch:
        print(f"{file}:{mismatch.line}: {mismatch.reason}")
        return NO
    except (OSError, UnicodeDecodeError) as problem:
        reason = "it is not UTF-8 text" if isinstance(problem, UnicodeDecodeError) else problem.strerror
        print(f"{file}: can't be read: {reason}")
        return NO
    print(f"{file}: every line holds, {entries} entries.")
    return FINE


def _read(file: Path) -> str:
    data = sys.stdin.buffer.read(MOST_BYTES + 1) if str(file) == "-" else _bytes(file)
    if len(data) > MOST_BYTES:
        raise OSError(27, f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return data.decode("utf-8")


def _bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


COMMAND = Command(
    "play",
    "replay a session and check every line of it",
    "Do a session again, line by line, in a book of its own; yours is not touched. Exit code 0 when every line holds,\n"
    "else 1, with the line and both figures.",
    (
        ("friday.txt", "see that the evening in this file holds to the dollar"),
        ("-", "the same for what comes in on standard input"),
    ),
    _arguments,
    run,
    needs_book=False,
)

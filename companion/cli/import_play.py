"""``import``: a play that was saved as a file is added to the book, if every line of it holds."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.books import every_play, file_bytes, folder_of, short_ids, writing
from companion.cli.command import FINE, Command, CommandError, Progress, plain
from companion.formats import play_file
from companion.formats.session import Mismatch
from models.errors import ForeignFileError
from models.journal import Journal
from models.ledger import Refusal
from models.paths import FILE
from models.untrusted_file import MOST_BYTES, UntrustedFile, is_database


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="+", metavar="FILE", help="a play saved as a file, or - for stdin")


def run(options: argparse.Namespace) -> int:
    """Import plays, one after the other."""
    for file in options.file:
        data = file_bytes(file, MOST_BYTES)
        if is_database(data):
            raise CommandError(
                f"{file} is no single play but a whole book, or packed. To take in a backup, use: restore"
            )
        count = data.count(b"\n")
        try:
            with Progress(f"Checking {count:,} lines of {file.name}"):
                if not (folder_of(options) / FILE).exists():
                    _hold(data)
                with writing(options) as journal:
                    play = play_file.load(journal, data)
                    short = short_ids(every_play(journal))[play.id]
        except Mismatch as mismatch:
            raise CommandError(f"{file}:{mismatch.line}: {mismatch.reason} Nothing of it was taken in.") from None
        except (ForeignFileError, Refusal) as said:
            raise CommandError(f"{file}: {said.sentence}") from None
        lines = "1 line, and it holds" if play.entries == 1 else f"{play.entries:,} lines, and every one holds"
        print(f"{short}  {plain(play.title)}: {lines}.")
    return FINE


def _hold(data: bytes) -> None:
    """Replay a file in a book of its own, so that a file that does not hold creates no book."""
    untrusted = UntrustedFile()
    try:
        play_file.load(Journal(untrusted), data)
    finally:
        untrusted.close()


COMMAND = Command(
    "import",
    "take in a play that was saved as a file",
    "Take in a play: each line is done again by the rules. If one does not hold, nothing is taken in, and that line\n"
    "is named with the reason.",
    (
        ("friday.txt", "the play in this file goes on the shelf, beside the others"),
        ("evenings/*.txt", "all plays of a folder"),
    ),
    _arguments,
    run,
)

"""``restore``: what a backup has and the book lacks is added; a damaged book is repaired from its copies."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.backup_reminder import describe_repair, done, plans
from companion.cli.books import file_bytes, folder_of, writing
from companion.cli.command import FINE, NO, Command, CommandError, Progress, agreed, notify
from models.backup import best_proven, heads_of
from models.backup_reader import read_backup
from models.errors import DamagedError, ForeignFileError, NewerFileError
from models.integrity import examined, looked_over
from models.journal import Journal
from models.paths import FILE
from models.restore import Repair, bring_in, compare
from models.untrusted_file import MOST_BYTES, UntrustedFile

NOTHING_DONE = "Nothing was changed."


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the backup; else the automatic copy that holds most"
    )
    parser.add_argument("--yes", action="store_true", help="go ahead without being asked")


def run(options: argparse.Namespace) -> int:
    """Show what restoring would do, ask, and do it, all or nothing."""
    if options.file is None and (folder_of(options) / _file()).is_file():
        try:
            with writing(options) as journal, Progress("Looking the book over"):
                fault = _first_fault(journal)
        except (DamagedError, ForeignFileError) as error:
            fault = error.sentence
        if fault:
            return _repair(options, fault)
    return _bring_in(options)


def _first_fault(journal: Journal) -> str:
    """Say what is wrong with a book that opens; empty where it is sound."""
    found = looked_over(journal)
    with journal.database.reading() as connection:
        plays = () if found else heads_of(connection)
    for play in plays:
        found = found or examined(journal, play, quiet=True)
    return found[0].sentence if found else ""


def _file() -> str:

    return FILE


def _bring_in(options: argparse.Namespace) -> int:

    file = options.file or _best(options)
    data = file_bytes(file, MOST_BYTES)
    with Progress(f"Reading {file.name}"):
        try:
            backup = read_backup(data)
        except (DamagedError, ForeignFileError, NewerFileError) as error:
            raise CommandError(f"{file}: {error.sentence}") from None
    try:
        for one in backup.damaged:
            notify(f"companion: Left out, for it is damaged: {one}")
        with _as_it_is(options) as journal, Progress("Comparing it with the book"):
            plan = compare(journal, backup)
        if not plan.changes:
            print("Everything in this backup is here already." if plan.steps else "There is nothing in this backup.")
            return NO if backup.damaged and not plan.steps else FINE
        for line in plans(plan):
            print(line)
        if not agreed("Restore from this backup?", yes=options.yes):
            print(NOTHING_DONE)
            return NO
        with writing(options) as journal, Progress("Restoring"):
            plan = bring_in(journal, backup, plan)
        for line in done(plan):
            print(line)
    except DamagedError as damage:
        raise CommandError(f"{damage.sentence} To mend it, use restore without a file.") from None
    finally:
        backup.close()
    return FINE


@contextmanager
def _as_it_is(options: argparse.Namespace) -> Iterator[Journal]:
    """Open the book, or where there is none yet, an empty one in memory: none is created before a yes."""
    if (folder_of(options) / _file()).exists():
        with writing(options) as journal:
            yield journal
        return
    untrusted = UntrustedFile()
    try:
        yield Journal(untrusted)
    finally:
        untrusted.close()


def _best(options: argparse.Namespace) -> Path:

    copy = best_proven(folder_of(options) / _file())
    if copy is None:
        raise CommandError(f"There is no proven copy in {folder_of(options)}. Name a backup.")
    print(f"From {copy.path}")
    return copy.path


def _repair(options: argparse.Namespace, damage: str) -> int:

    notify(f"companion: {damage}")
    with Progress("Looking for what can be had back"):
        repair = Repair(folder_of(options) / _file())
    try:
        for line in describe_repair(repair):
            print(line)
        if not agreed("Go on with this?", yes=options.yes):
            print(NOTHING_DONE)
            return NO
        print(f"The book is whole again. The damaged one is {repair.keep()}.")
    finally:
        repair.close()
    return FINE


COMMAND = Command(
    "restore",
    "bring a backup into the book, or mend a damaged book",
    "Restore a backup: what is missing here is added, what has come further in the backup is brought up to date, and\n"
    "nothing here is taken away. What would be done is shown first. Without a file the automatic copy that holds most\n"
    "is used; if the book itself is damaged, it is mended with its copies, and put aside, not thrown away.",
    (
        ("/media/stick/companion.db", "show what this backup would bring, and ask"),
        ("companion.db --yes --data /srv/books", "restore into the books of that folder without being asked"),
        ("", "from the automatic copies; also when the book is damaged and does not open"),
    ),
    _arguments,
    run,
)

"""``check``: every check of the whole book, with what it found."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.backup import line_of
from companion.cli.books import every_play, find_play, folder_of, reading, short_ids
from companion.cli.command import FINE, NO, Command, Progress, plain
from companion.formats.session import has_secrets
from models.backup import copies, prove_again
from models.errors import DamagedError, ForeignFileError, StorageError
from models.integrity import BEGINNING, CHECKS, CHECKSUMS, examined, looked_over
from models.journal import Journal
from models.ledger import Refusal
from models.paths import FILE
from models.plays import Play

MARKS = {True: "ok   ", False: "FAULT"}


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("play", nargs="*", metavar="PLAY", help="only these plays, by number or title")
    parser.add_argument("--quiet", action="store_true", help="tell of faults only")


def run(options: argparse.Namespace) -> int:
    """Check the file, the plays and the copies; nothing is changed."""
    report = _Report(quiet=options.quiet)
    try:
        with reading(options) as journal:
            plays = every_play(journal)
            wanted = [find_play(plays, words) for words in options.play] or plays
            gone = [] if options.play else [*journal.plays(deleted=True), *journal.plays(archived=True, deleted=True)]
            if not options.play:
                _file(journal, report)
            short = short_ids([*plays, *gone])
            checked = []
            with Progress("Checking the plays", len(wanted) + len(gone)) as progress:
                for one in (*wanted, *gone):
                    progress.show(f"Checking {plain(one.title)}")
                    checked.append((one, _play(journal, one)))
                    progress.step()
            for one, found in checked:
                deleted = ", deleted" if one.deleted else ""
                report.head(f"{plain(one.title)} ({short[one.id]}, {one.entries:,} lines{deleted})")
                for check, faults in found.items():
                    report.check(check, faults)
    except (DamagedError, ForeignFileError) as error:
        report.head("The book")
        report.check("it opens", [error.sentence])
    if not options.play:
        _copies(folder_of(options) / FILE, report)
    report.end()
    return NO if report.faults else FINE


class _Report:
    """Prints each check with what it found, and counts them."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self.checks = self.faults = 0
        self._head = ""

    def head(self, words: str) -> None:
        self._head = words
        if not self.quiet:
            print(words)

    def check(self, name: str, faults: list[str]) -> None:
        self.checks += 1
        self.faults += len(faults)
        if faults and self.quiet and self._head:
            print(self._head)
            self._head = ""
        if faults or not self.quiet:
            print(f"  {MARKS[not faults]} {name}")
        for one in faults:
            print(f"        {plain(one)}")

    def end(self) -> None:
        found = "no fault" if not self.faults else "1 fault" if self.faults == 1 else f"{self.faults} faults"
        if self.faults or not self.quiet:
            print(f"{self.checks} checks, {found}.")


def _file(journal: Journal, report: _Report) -> None:

    report.head(f"The file {journal.database.path}")
    with Progress("Checking the file"):
        whole = journal.database.integrity()
        try:
            strays = journal.database.strays()
        except DamagedError as damage:
            strays = [damage.sentence]
    rows = [fault.sentence for fault in looked_over(journal) if fault.check == CHECKSUMS]
    report.check("SQLite finds it whole", whole)
    report.check("no row has lost the one it belongs to", strays)
    report.check(CHECKSUMS, rows)


def _play(journal: Journal, play: Play) -> dict[str, list[str]]:
    """Check a play; return each check with the faults it found."""
    try:
        quiet = has_secrets(journal, play.id)
    except (Refusal, StorageError):
        quiet = True  # damaged data may have been hidden
    found: dict[str, list[str]] = {BEGINNING: [], **{words: [] for words in CHECKS.values()}}
    for fault in examined(journal, play.id, quiet=quiet):
        found.setdefault(CHECKS.get(fault.check, fault.check), []).append(fault.sentence)
    return found


def _copies(book: Path, report: _Report) -> None:

    there = copies(book)
    report.head("The copies beside it" if there else "There are no copies beside it yet.")
    with Progress("Checking the copies", len(there)) as progress:
        checks = []
        for one in there:
            faults: list[str] = []
            try:
                prove_again(one)
            except StorageError as error:
                faults = [error.sentence]
            promise = "it is what was proven" if one.proof else "it can be proven"
            checks.append((f"{promise}: {line_of(one)}", faults))
            progress.step()
    for name, faults in checks:
        report.check(name, faults)


COMMAND = Command(
    "check",
    "look the whole book over for damage",
    "Check everything: the file, how each play began, the chain of its lines, their sums, what is kept of them, and\n"
    "every automatic copy. Each check is named with what it found. Nothing is changed. Exit code 0 when all is well,\n"
    "1 when there is a fault. The app may be running meanwhile.",
    (
        ("", "the file, every play and every copy"),
        ("friday", "the one play with friday in its title"),
        ("--quiet || echo 'Look at the book!'", "for a timer: no word unless there is a fault"),
    ),
    _arguments,
    run,
)

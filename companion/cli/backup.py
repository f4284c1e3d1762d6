"""``backup``, ``restore`` and ``check``: the whole book copied, repaired or added to, and examined."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from companion.backup_reminder import (
    describe_repair,
    describe_restore,
    describe_size,
    note_backup,
    plans,
    size,
)
from companion.cli.books import (
    file_bytes,
    find_play,
    folder_of,
    reading,
    short_ids,
    write_out,
    writing,
)
from companion.cli.command import (
    FINE,
    NO,
    NOTHING_DONE,
    OVER,
    Command,
    CommandError,
    arg,
    confirm,
    notify,
    plain,
    progress,
)
from companion.core.units import count_of
from companion.dates import date_and_clock
from models.backups.backup import (
    Copy,
    back_up,
    best_proven,
    copies,
    heads_of,
    make_copy,
    prove,
    prove_again,
)
from models.backups.backup_reader import read_backup
from models.backups.restore import Repair, bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.errors import DamagedError, ForeignFileError, NewerFileError, StorageError
from models.integrity import (
    ACKNOWLEDGED,
    CHECKS,
    CHECKSUMS,
    TIED,
    WHOLE,
    Fault,
    check_file,
    examine,
)
from models.journal import Journal
from models.paths import FILE


def make_backup(options: argparse.Namespace) -> int:
    """Make a backup, or a copy among the automatic ones, or list those."""
    if options.list:
        return _list(options)
    if options.file is None:
        return _copy(options)
    with reading(options) as journal, progress("Making the backup, and proving it"):
        with journal.database.reading() as connection:
            heads = heads_of(connection)
            data = back_up(journal.database)
        proof = prove(data, heads) if heads else None
    for name in proof.left_out if proof else ():
        notify(f"companion: Left out by whoever restores it, for it is damaged: {name}")
    write_out(options.file, data, over=options.over)
    with (
        suppress(StorageError),
        writing(options) as journal,
    ):  # a book that can't be written to is backed up too
        note_backup(journal)
    if str(options.file) != "-":
        held = describe_size(proof.plays, proof.lines) if proof else describe_size(0, 0)
        print(f"{options.file}: {held}, {size(len(data))}.")
    return FINE


def _copy(options: argparse.Namespace) -> int:
    with reading(options) as journal, progress("Copying the book, and proving the copy"):
        made = make_copy(journal.database)
    held = (
        describe_size(made.proof.plays, made.proof.lines)
        if made.proof
        else "too large to be proven"
    )
    print(f"{made.path}: {held}, {size(made.size)}.")
    for name in made.proof.left_out if made.proof else ():
        notify(f"companion: Left out, for it is damaged: {name}")
    return FINE


def _list(options: argparse.Namespace) -> int:
    there = copies(folder_of(options) / FILE)
    if not there:
        print("There are no copies yet. They are made by themselves when a game is over or left.")
    for copy in there:
        print(line_of(copy))
    return FINE


def line_of(copy: Copy) -> str:
    """Describe a copy in a line."""
    when = date_and_clock(copy.at) if copy.dated else "(wrong date)    "
    if copy.proof is None:
        words = "not proven"
    else:
        words = f"{describe_size(copy.proof.plays, copy.proof.lines)}, proven"
        if copy.proof.left_out:
            words += f", {len(copy.proof.left_out)} damaged and left out"
    return f"{when}  {size(copy.size):>8}  {words}  {copy.path}"


BACKUP = Command(
    "backup",
    "back up the whole book as one proven file",
    "Make a backup: all games, players and figures of boards in one file. It is read back and compared with the book\n"
    "before it counts. Keep it on another device. The app may be running meanwhile.",
    (
        ("/media/stick/companion.db", "a backup on the stick, to be kept elsewhere"),
        ("", "one more copy beside the book, where the automatic ones are"),
        ("--list", "the automatic copies, the newest first"),
        ("- | ssh attic 'cat > companion.db'", "a backup to another machine"),
    ),
    (
        arg(
            "file",
            type=Path,
            nargs="?",
            metavar="FILE",
            help="where to; else among the automatic copies",
        ),
        OVER,
        arg("--list", action="store_true", help="list the automatic copies instead"),
    ),
    make_backup,
)


MEND = "To mend it, use restore without a file."


def restore(options: argparse.Namespace) -> int:
    """Show what restoring would do, ask, and do it, all or nothing."""
    book = folder_of(options) / FILE
    if options.file is None and (book.is_file() or copies(book)):
        try:
            with writing(options) as journal, progress("Looking the book over"):
                fault = _first_fault(journal)
        except (DamagedError, ForeignFileError) as error:
            fault = error.sentence
        if fault:
            return _repair(options, fault)
    return _bring_in(options)


def _first_fault(journal: Journal) -> str:
    """Say what is wrong with a book that opens; empty where it is sound."""
    found = check_file(journal)
    with journal.database.reading() as connection:
        plays = () if found else heads_of(connection)
    for play in plays:
        found = found or examine(journal, play)
    return found[0].sentence if found else ""


def _bring_in(options: argparse.Namespace) -> int:
    file = options.file or _best(options)
    data = file_bytes(file)
    with progress(f"Reading {file.name}"):
        try:
            backup = read_backup(data)
        except (DamagedError, ForeignFileError, NewerFileError) as error:
            raise CommandError(f"{file}: {error.sentence}") from None
    try:
        for name in backup.damaged:
            notify(f"companion: Left out, for it is damaged: {name}")
        with _as_it_is(options) as journal, progress("Comparing it with the book"):
            plan = compare(journal, backup)
        if not plan.changes:
            print(
                "Everything in this backup is here already."
                if plan.steps
                else "There is nothing in this backup."
            )
            return NO if backup.damaged and not plan.steps else FINE
        for line in plans(plan):
            print(line)
        if not confirm("Restore from this backup?", yes=options.yes):
            print(NOTHING_DONE)
            return NO
        with writing(options) as journal, progress("Restoring"):
            plan = bring_in(journal, backup, plan)
        for line in describe_restore(plan):
            print(line)
    except DamagedError as damage:
        raise CommandError(f"{damage.sentence} {MEND}") from None
    finally:
        backup.close()
    return FINE


@contextmanager
def _as_it_is(options: argparse.Namespace) -> Iterator[Journal]:
    """Open the book, or where there is none yet, an empty one in memory: none is created before a yes."""
    if (folder_of(options) / FILE).exists():
        with writing(options) as journal:
            yield journal
        return
    with closing(UntrustedFile()) as untrusted:
        yield Journal(untrusted)


def _best(options: argparse.Namespace) -> Path:
    copy = best_proven(folder_of(options) / FILE)
    if copy is None:
        raise CommandError(f"There is no proven copy in {folder_of(options)}. Name a backup.")
    print(f"From {copy.path}")
    return copy.path


def _repair(options: argparse.Namespace, damage: str) -> int:
    notify(f"companion: {damage}")
    with progress("Looking for what can be had back"):
        found = Repair(folder_of(options) / FILE)
    with closing(found) as repair:
        for line in describe_repair(repair):
            print(line)
        if not confirm("Go on with this?", yes=options.yes):
            print(NOTHING_DONE)
            return NO
        aside = repair.keep()
        print(
            "The book is whole again." + (f" The damaged one is {aside}." if aside.exists() else "")
        )
    return FINE


RESTORE = Command(
    "restore",
    "bring a backup into the book, or mend a damaged book",
    "Restore a backup: what is missing here is added, what has come further in the backup is brought up to date, and\n"
    "nothing here is taken away. What would be done is shown first. Without a file the automatic copy that holds most\n"
    "is used; if the book itself is damaged, it is mended with its copies, and put aside, not thrown away.",
    (
        ("/media/stick/companion.db", "show what this backup would bring, and ask"),
        (
            "companion.db --yes --data /srv/books",
            "restore into the books of that folder without being asked",
        ),
        ("", "from the automatic copies; also when the book is damaged and does not open"),
    ),
    (
        arg(
            "file",
            type=Path,
            nargs="?",
            metavar="FILE",
            help="the backup; else the automatic copy that holds most",
        ),
        arg("--yes", action="store_true", help="go ahead without being asked"),
    ),
    restore,
)


MARKS = {True: "ok   ", False: "FAULT"}

Found: TypeAlias = "dict[str, list[str]]"
"""The faults that each check found."""


def check(options: argparse.Namespace) -> int:
    """Check the file, the plays and the copies; nothing is changed."""
    checks = faults = 0
    for head, found in _check(options):
        shown = {name: wrong for name, wrong in found.items() if wrong or not options.quiet}
        if shown or not options.quiet:
            print(head)
        for name, wrong in shown.items():
            print(f"  {MARKS[not wrong]} {name}")
            for fault in wrong:
                print(f"        {plain(fault)}")
        checks += len(found)
        faults += sum(map(len, found.values()))
    if faults or not options.quiet:
        print(f"{checks} checks, {count_of(faults, 'fault') if faults else 'no fault'}.")
    return NO if faults else FINE


def _check(options: argparse.Namespace) -> Iterator[tuple[str, Found]]:
    """Check one thing after the other: what it is, and what was found."""
    try:
        with reading(options) as journal:
            plays = journal.every_play()
            wanted = [find_play(plays, words) for words in options.play] or plays
            gone = (
                []
                if options.play
                else [*journal.plays(deleted=True), *journal.plays(archived=True, deleted=True)]
            )
            if not options.play:
                yield f"The file {journal.database.path}", _check_file(journal)
            short = short_ids([*plays, *gone])
            for play in (*wanted, *gone):
                with progress(f"Checking {plain(play.title)}"):
                    found = _by_check(CHECKS, examine(journal, play.id))
                about = f"{short[play.id]}, {count_of(play.entries, 'entry', 'entries')}"
                yield f"{plain(play.title)} ({about}{', deleted' if play.deleted else ''})", found
    except (DamagedError, ForeignFileError) as error:
        yield "The book", {"it opens": [f"{error.sentence} {MEND}"]}
    if not options.play:
        there = copies(folder_of(options) / FILE)
        with progress("Checking the copies"):
            proofs = dict(map(_check_copy, there))
        yield "The copies beside it" if there else "There are no copies beside it yet.", proofs


def _check_file(journal: Journal) -> Found:
    with progress("Checking the file"):
        return _by_check((WHOLE, TIED, ACKNOWLEDGED, CHECKSUMS), check_file(journal))


def _by_check(checks: Iterable[str], faults: Iterable[Fault]) -> Found:
    found: Found = {check: [] for check in checks}
    for fault in faults:
        found.setdefault(fault.check, []).append(fault.sentence)
    return found


def _check_copy(copy: Copy) -> tuple[str, list[str]]:
    faults = []
    try:
        prove_again(copy)
    except StorageError as error:
        faults.append(error.sentence)
    promise = "it is what was proven" if copy.proof else "it can be proven"
    return f"{promise}: {line_of(copy)}", faults


CHECK = Command(
    "check",
    "look the whole book over for damage",
    "Check everything: the file, how each game began, the chain of its entries, their sums, what is kept of them, and\n"
    "every automatic copy. Each check is named with what it found. Nothing is changed. Exit code 0 when all is well,\n"
    "1 when there is a fault. The app may be running meanwhile.",
    (
        ("", "the file, every game and every copy"),
        ("friday", "the one game with friday in its title"),
        ("--quiet || echo 'Look at the book!'", "for a timer: no word unless there is a fault"),
    ),
    (
        arg("play", nargs="*", metavar="PLAY", help="only these games, by number or title"),
        arg("--quiet", action="store_true", help="tell of faults only"),
    ),
    check,
)

COMMANDS = (BACKUP, RESTORE, CHECK)

"""``backup``: the whole book as one verified file."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from companion.backup_reminder import backed_up, counted, size
from companion.cli.books import folder_of, reading, write_out, writing
from companion.cli.command import FINE, Command, Progress, notify
from companion.dates import date_and_clock
from models.backup import Copy, back_up, copies, heads_of, make_copy, prove
from models.errors import StorageError
from models.paths import FILE


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="where to; else among the automatic copies")
    parser.add_argument("--over", action="store_true", help="replace a file that is there already")
    parser.add_argument("--list", action="store_true", help="list the automatic copies instead")


def run(options: argparse.Namespace) -> int:
    """Make a backup, or a copy among the automatic ones, or list those."""
    if options.list:
        return _list(options)
    if options.file is None:
        return _copy(options)
    data, held = _made(options)
    write_out(options.file, data, over=options.over)
    _note(options)
    if str(options.file) != "-":
        print(f"{options.file}: {counted(*held)}, {size(len(data))}.")
    return FINE


def _made(options: argparse.Namespace) -> tuple[bytes, tuple[int, int]]:
    """Make a backup and verify it before anything is written."""
    with reading(options) as journal, Progress("Making the backup") as progress:
        with journal.database.reading() as connection:
            heads = heads_of(connection)
            data = back_up(journal.database)
        progress.step("Proving the backup")
        if not heads:
            return data, (0, 0)
        proof = prove(data, heads)
    for one in proof.left_out:
        notify(f"companion: Left out by whoever restores it, for it is damaged: {one}")
    return data, (proof.plays, proof.lines)


def _note(options: argparse.Namespace) -> None:
    """Note in the book that it was backed up, where it can be written to."""
    with suppress(StorageError), writing(options) as journal:
        backed_up(journal)


def _copy(options: argparse.Namespace) -> int:

    with reading(options) as journal, Progress("Copying the book, and proving the copy"):
        made = make_copy(journal.database)
    held = counted(made.proof.plays, made.proof.lines) if made.proof else "too large to be proven"
    print(f"{made.path}: {held}, {size(made.size)}.")
    for one in made.proof.left_out if made.proof else ():
        notify(f"companion: Left out, for it is damaged: {one}")
    return FINE


def _list(options: argparse.Namespace) -> int:

    there = copies(folder_of(options) / FILE)
    if not there:
        print("There are no copies yet. They are made by themselves when a play is over or left.")
    for one in there:
        print(line_of(one))
    return FINE


def line_of(copy: Copy) -> str:
    """Describe a copy in a line."""
    when = date_and_clock(copy.at) if copy.dated else "(wrong date)    "
    if copy.proof is None:
        words = "not proven"
    else:
        words = f"{counted(copy.proof.plays, copy.proof.lines)}, proven"
        if copy.proof.left_out:
            words += f", {len(copy.proof.left_out)} damaged and left out"
    return f"{when}  {size(copy.size):>8}  {words}  {copy.path}"


COMMAND = Command(
    "backup",
    "back up the whole book as one proven file",
    "Make a backup: all plays, players and figures of boards in one file. It is read back and compared with the book\n"
    "before it counts. Keep it on another device. The app may be running meanwhile.",
    (
        ("/media/stick/companion.db", "a backup on the stick, to be kept elsewhere"),
        ("", "one more copy beside the book, where the automatic ones are"),
        ("--list", "the automatic copies, the newest first"),
        ("- | ssh attic 'cat > companion.db'", "a backup to another machine"),
    ),
    _arguments,
    run,
)

"""``export``, ``import`` and ``play``: plays as files that others can read, that Companion takes in, or replays."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from companion.cli.books import (
    file_bytes,
    find_play,
    read_file,
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
    UsageError,
    arg,
    confirm,
    notify,
    plain,
    progress,
)
from companion.core.units import count_of
from companion.formats import evening, play_file
from companion.formats.forms import Form, find_form
from companion.formats.session import Mismatch, replay, steps
from models.backups.backup_reader import Backup
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import UntrustedFile, is_database
from models.errors import ForeignFileError
from models.journal import Journal
from models.ledger import Refusal
from models.names import name_key
from models.plays import Play

HIDDEN = (
    "Something in {} is hidden from the table now. The file says nowhere what somebody has, but lists what moved in "
    "the open,\nso who adds it up can know."
)


def export(options: argparse.Namespace) -> int:
    """Export plays."""
    try:
        form = find_form(options.form)
    except Refusal as refusal:
        raise UsageError(refusal.sentence) from None
    if bool(options.play) == options.all:
        raise UsageError(
            "Which game? Name one, or say --all."
            if not options.all
            else "Say --all, or name games; not both."
        )
    with reading(options) as journal:
        plays = journal.every_play()
        wanted = plays if options.all else [find_play(plays, words) for words in options.play]
        into = options.out if options.out and options.out.is_dir() else None
        if (options.all or len(wanted) > 1) and into is None:
            raise UsageError("Several games go into a folder: name one that is there, with -o.")
        if any(_hides(journal, play, yes=options.yes) for play in wanted):
            return 1
        for file, play in _name_files(wanted, form, options.out, into):
            with progress(f"Writing {plain(play.title)}"):
                data = form.write(journal, play.id)
            write_out(file, data, over=options.over)
            if str(file) != "-":
                print(file)
    return FINE


def _name_files(
    plays: list[Play], form: Form, out: Path | None, into: Path | None
) -> list[tuple[Path, Play]]:
    """Name a file for each play; two of the same title are distinguished by their numbers."""
    if into is None:
        return [(out or Path("-"), play) for play in plays]
    short = short_ids(plays)
    names = [form.file_name(play.title) for play in plays]
    folded = [name_key(name) for name in names]
    found = []
    for play, name in zip(plays, names, strict=True):
        alone = folded.count(name_key(name)) == 1
        found.append(
            (
                into
                / (
                    name
                    if alone
                    else f"{name.removesuffix(form.suffix)} {short[play.id]}{form.suffix}"
                ),
                play,
            )
        )
    return found


def _hides(journal: Journal, play: Play, *, yes: bool) -> bool:
    """Whether a play hides something and the user declines to export it."""
    if yes or not evening.read(journal, play.id).hidden:
        return False
    notify(HIDDEN.format(plain(play.title)))
    return not confirm("Export it all the same?", yes=False)


EXPORT = Command(
    "export",
    "write games out as files",
    "Write a game out: as a session, which Companion takes in again; as a table for spreadsheets; as a journal for\n"
    "hledger. Without -o it goes to the screen, or to wherever that leads.",
    (
        ("friday -o friday.txt", "the one game with friday in its title, to be taken in elsewhere"),
        (
            "3f2a91 --form csv -o .",
            "a table of the game with this number, in this folder, named after the game",
        ),
        (
            "friday --form hledger | hledger -f - balance",
            "what everyone holds, added up by hledger",
        ),
        ("--all -o plays", "every game, each in a file of its own in the folder plays"),
    ),
    (
        arg(
            "play", nargs="*", metavar="PLAY", help="a game's number or title; several may be given"
        ),
        arg(
            "--all", action="store_true", help="every game of the book, each as a file in a folder"
        ),
        arg("--form", default="session", metavar="FORM", help="such as session, csv or hledger"),
        arg(
            "-o",
            "--out",
            type=Path,
            metavar="FILE",
            help="the file, or a folder that is there; else stdout",
        ),
        OVER,
        arg("--yes", action="store_true", help="do not ask when something in the game is hidden"),
    ),
    export,
)


def import_plays(options: argparse.Namespace) -> int:
    """Import plays, one after the other."""
    taken = True
    for file in options.file:
        data = file_bytes(file)
        if is_database(data):
            raise CommandError(
                f"{file} is not a single game but a whole book, or packed. To take in a backup, use: restore"
            )
        try:
            with progress(f"Checking {file.name}"):
                backup = play_file.read(data)
            with closing(backup), writing(options) as journal:
                taken = _take_in(journal, backup, yes=options.yes) and taken
        except Mismatch as mismatch:
            raise CommandError(
                f"{file}:{mismatch.line}: {mismatch.reason} Nothing of it was taken in."
            ) from None
        except (ForeignFileError, Refusal) as said:
            raise CommandError(f"{file}: {said.sentence}") from None
    return FINE if taken else NO


def _take_in(journal: Journal, backup: Backup, *, yes: bool) -> bool:
    """Take in the play of a file, and say what became of it; false if the user declines."""
    plan = compare(journal, backup)
    about, may = play_file.question(plan.steps[0])
    if about:
        print(f"{plain(plan.steps[0].play.title)}: {about}")
        if not confirm(may, yes=yes):
            print(NOTHING_DONE)
            return False
    (step,) = bring_in(journal, backup, plan).steps
    play = journal.play(step.target)
    number = short_ids(journal.every_play())[play.id]
    print(f"{number}  {plain(play_file.outcome(play, step))}")
    return True


IMPORT = Command(
    "import",
    "take in a game that was saved as a file",
    "Take in a game: each line is done again by the rules. If one does not hold, nothing is taken in, and that line\n"
    "is named with the reason. A game that is here already is recognised, and what it lacks is added after a yes.",
    (
        ("friday.txt", "the game in this file goes on the shelf, beside the others"),
        ("evenings/*.txt", "all games of a folder"),
    ),
    (
        arg(
            "file",
            type=Path,
            nargs="+",
            metavar="FILE",
            help="a game saved as a file, or - for stdin",
        ),
        arg(
            "--yes",
            action="store_true",
            help="do not ask where the game is here already and differs",
        ),
    ),
    import_plays,
)


def replay_session(options: argparse.Namespace) -> int:
    """Replay a session in a book of its own, and print the first line that does not hold."""
    file = options.file
    try:
        text = _read(file)
        found = steps(text)
        with closing(UntrustedFile()) as book:
            entries = replay(Journal(book), found).version
    except Mismatch as mismatch:
        print(f"{file}:{mismatch.line}: {mismatch.reason}")
        return NO
    except (OSError, UnicodeDecodeError) as problem:
        reason = (
            "it is neither UTF-8 nor UTF-16 text"
            if isinstance(problem, UnicodeDecodeError)
            else problem.strerror
        )
        print(f"{file}: can't be read: {reason}")
        return NO
    print(f"{file}: every line holds, {count_of(entries, 'entry', 'entries')}.")
    return FINE


def _read(file: Path) -> str:
    most = play_file.MOST_BYTES
    data = read_file(file, most)
    if len(data) > most:
        raise OSError(27, f"it is larger than {most // 1_000_000} MB")
    return play_file.read_text(data)


PLAY = Command(
    "play",
    "replay a session and check every line of it",
    "Do a session again, line by line, in a book of its own; yours is not touched. Exit code 0 when every line holds,\n"
    "else 1, with the line and both figures.",
    (
        ("friday.txt", "see that the evening in this file holds to the dollar"),
        ("-", "the same for what comes in on standard input"),
    ),
    (arg("file", type=Path, help="the session, or - for standard input"),),
    replay_session,
    needs_book=False,
)

COMMANDS = (EXPORT, IMPORT, PLAY)

"""``export``: plays as files that others can read, or that Companion can import."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.books import every_play, find_play, reading, short_ids, write_out
from companion.cli.command import FINE, Command, Progress, UsageError, agreed, notify, plain
from companion.formats.forms import Form, find_form
from companion.formats.session import has_secrets
from models.journal import Journal
from models.ledger import Refusal
from models.plays import Play

HIDDEN = (
    "Something in {} is hidden from the table now. The file says nowhere what somebody has, but lists what moved in "
    "the open,\nso who adds it up can know."
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("play", nargs="*", metavar="PLAY", help="a play's number or title; several may be given")
    parser.add_argument("--all", action="store_true", help="every play of the book, each as a file in a folder")
    parser.add_argument("--form", default="session", metavar="FORM", help="such as session, csv or hledger")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="the file, or a folder that is there; else stdout"
    )
    parser.add_argument("--over", action="store_true", help="replace a file that is there already")
    parser.add_argument("--yes", action="store_true", help="do not ask when something in the play is hidden")


def run(options: argparse.Namespace) -> int:
    """Export plays."""
    try:
        form = find_form(options.form)
    except Refusal as refusal:
        raise UsageError(refusal.sentence) from None
    if bool(options.play) == options.all:
        raise UsageError(
            "Which play? Name one, or say --all." if not options.all else "Say --all, or name plays; not both."
        )
    with reading(options) as journal:
        plays = every_play(journal)
        wanted = plays if options.all else [find_play(plays, words) for words in options.play]
        into = options.out if options.out and options.out.is_dir() else None
        if (options.all or len(wanted) > 1) and into is None:
            raise UsageError("Several plays go into a folder: name one that is there, with -o.")
        if any(_hides(journal, one, yes=options.yes) for one in wanted):
            return 1
        for file, one in _named(wanted, form, options.out, into):
            with Progress(f"Writing {plain(one.title)}"):
                data = form.write(journal, one.id)
            write_out(file, data, over=options.over)
            if str(file) != "-":
                print(file)
    return FINE


def _named(plays: list[Play], form: Form, out: Path | None, into: Path | None) -> list[tuple[Path, Play]]:
    """Name a file for each play; two of the same title are distinguished by their numbers."""
    if into is None:
        return [(out or Path("-"), one) for one in plays]
    short = short_ids(plays)
    names = [form.file_name(one.title) for one in plays]
    folded = [name.casefold() for name in names]
    found = []
    for one, name in zip(plays, names, strict=True):
        alone = folded.count(name.casefold()) == 1
        found.append(
            (into / (name if alone else f"{name.removesuffix(form.suffix)} {short[one.id]}{form.suffix}"), one)
        )
    return found


def _hides(journal: Journal, play: Play, *, yes: bool) -> bool:
    """Whether a play hides something and the user declines to export it."""
    if yes or not has_secrets(journal, play.id):
        return False
    notify(HIDDEN.format(plain(play.title)))
    return not agreed("Export it all the same?", yes=False)


COMMAND = Command(
    "export",
    "write plays out as files",
    "Write a play out: as a session, which Companion takes in again; as a table for spreadsheets; as a journal for\n"
    "hledger. Without -o it goes to the screen, or to wherever that leads.",
    (
        ("friday -o friday.txt", "the one play with friday in its title, to be taken in elsewhere"),
        ("3f2a91 --form csv -o .", "a table of the play with this number, in this folder, named after the play"),
        ("friday --form hledger | hledger -f - balance", "what everyone holds, added up by hledger"),
        ("--all -o plays", "every play, each in a file of its own in the folder plays"),
    ),
    _arguments,
    run,
)

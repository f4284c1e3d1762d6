"""``doctor``: what is installed here, and whether anything is wrong with it."""

from __future__ import annotations

import argparse
import logging
import platform
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from companion.addresses import EVERYWHERE, addresses_of
from companion.backup_reminder import describe_size
from companion.cli.backup import check
from companion.cli.books import folder_of, reading
from companion.cli.command import FINE, NO, Command, plain
from companion.core.units import count_of
from companion.games import INCLUDED_GAMES, from_outside
from companion.neighbours import HERE, in_the_way
from companion.version import FLET, VERSION
from models.backups.backup import copies
from models.errors import StorageError
from models.paths import FILE


def examine(options: argparse.Namespace) -> int:
    """Say what is installed, which games there are, how the book is and where phones could reach it."""
    print(f"Companion {VERSION} lies in {HERE}.")
    flet = _flet()
    print(
        f"It runs on Flet {flet}, SQLite {sqlite3.sqlite_version} and Python {platform.python_version()}."
    )
    if flet == FLET:
        print(f"Each tap is drawn the quick way that was made for Flet {FLET}.")
    else:
        print(f"Flet {FLET} draws each tap in a quicker way than this one.")
    faults = _games() + _faults(in_the_way()) + _book(options)
    addresses = [
        urlsplit(address).hostname or "" for address in addresses_of(EVERYWHERE, options.port)
    ]
    if addresses:
        print(
            f"Phones could reach this machine at {' or '.join(addresses)}, once somebody taps Invite phones."
        )
    else:
        print("Phones can't reach this machine: it has no address on a network now.")
    print(f"{count_of(faults, 'thing is', 'things are') if faults else 'Nothing is'} wrong.")
    return NO if faults else FINE


def _faults(sayings: Iterable[str]) -> int:
    """Print what is wrong; return how much that is."""
    told = [plain(saying) for saying in sayings]
    for fault in told:
        print(f"WRONG: {fault}")
    return len(told)


def _flet() -> str:
    from flet import version

    return version.flet_version


def _games() -> int:
    logging.getLogger("companion").addHandler(
        logging.NullHandler()
    )  # why a game can't be loaded is said below
    there, broken = from_outside()
    print(f"Games that come with it: {', '.join(game.title for game in INCLUDED_GAMES)}.")
    if there:
        print(f"Games of other packages: {', '.join(plain(one.title) for one in there)}.")
    slips = (f"{one.title}: {slip}" for one in there for slip in one.open().check(None))
    return _faults(
        [*(f"The game {name} can't be loaded: {reason}" for name, reason in broken.items()), *slips]
    )


def _book(options: argparse.Namespace) -> int:
    file: Path = folder_of(options).absolute() / FILE
    if not file.is_file() and not copies(file):
        print(f"There is no book yet. The first start makes {file}.")
        return 0
    try:
        with reading(options) as journal:
            plays = journal.every_play()
            print(
                f"The book is {file}: {describe_size(len(plays), sum(play.entries for play in plays))}."
            )
        if check(argparse.Namespace(play=[], quiet=True, data=options.data)) == FINE:
            print("The book and its copies are sound.")
            return 0
    except StorageError as error:
        return _faults([error.sentence])
    return _faults(
        ["The book or a copy of it is damaged, as said above. The command restore can mend it."]
    )


DOCTOR = Command(
    "doctor",
    "say what is installed, and whether anything is wrong",
    "Say which Companion this is and what it runs on, which games there are, where the book is and whether it is\n"
    "sound, under which addresses phones could reach it, and whether another package is in the way. Nothing is\n"
    "changed. Exit code 0 when nothing is wrong, 1 otherwise. The app may be running meanwhile.",
    (("", "the whole examination"), ("--data /srv/books", "of another folder's book")),
    (),
    examine,
)

COMMANDS = (DOCTOR,)

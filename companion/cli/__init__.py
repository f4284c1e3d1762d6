"""The commands of the command line; each module has a few, and is loaded when one of them is needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from companion.cli.command import Command


def _listing() -> Mapping[str, Command]:
    from companion.cli import listing

    return listing.COMMANDS


def _files() -> Mapping[str, Command]:
    from companion.cli import files

    return files.COMMANDS


def _backup() -> Mapping[str, Command]:
    from companion.cli import backup

    return backup.COMMANDS


def _doctor() -> Mapping[str, Command]:
    from companion.cli import doctor

    return doctor.COMMANDS


def _games() -> Mapping[str, Command]:
    from companion.cli import games

    return games.COMMANDS


COMMANDS: dict[str, Callable[[], Mapping[str, Command]]] = {
    "list": _listing,
    "balances": _listing,
    "export": _files,
    "import": _files,
    "backup": _backup,
    "restore": _backup,
    "check": _backup,
    "doctor": _doctor,
    "stats": _listing,
    "play": _files,
    "actions": _games,
    "new-game": _games,
}
"""The module of each command, in the order of the help; loaded when needed."""


def load(words: Collection[str] = ()) -> tuple[Command, ...]:
    """Load the commands named in the arguments, or all where none is."""
    named = [name for name in COMMANDS if name in words]
    return tuple(COMMANDS[name]()[name] for name in named or COMMANDS)

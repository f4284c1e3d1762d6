"""The commands of the command line; each module has a few, and is loaded when one of them is needed."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

from companion.cli.command import Command

COMMANDS = {
    "list": "listing",
    "balances": "listing",
    "export": "files",
    "import": "files",
    "backup": "backup",
    "restore": "backup",
    "check": "backup",
    "doctor": "doctor",
    "stats": "listing",
    "play": "files",
    "actions": "games",
    "new-game": "games",
}
"""The module of each command, in the order of the help."""


def load(words: Collection[str] = ()) -> tuple[Command, ...]:
    """Load the commands named in the arguments, or all where none is."""
    named = [name for name in COMMANDS if name in words] or COMMANDS
    return tuple(
        command
        for name in named
        for command in import_module(f"companion.cli.{COMMANDS[name]}").COMMANDS
        if command.name == name
    )

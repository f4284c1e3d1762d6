"""The commands of the command line.

Each is a module with a ``COMMAND``, and is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.cli.command import Command


def _list() -> Command:
    from companion.cli import list_plays

    return list_plays.COMMAND


def _balances() -> Command:
    from companion.cli import balances

    return balances.COMMAND


def _export() -> Command:
    from companion.cli import export

    return export.COMMAND


def _import() -> Command:
    from companion.cli import import_play

    return import_play.COMMAND


def _backup() -> Command:
    from companion.cli import backup

    return backup.COMMAND


def _restore() -> Command:
    from companion.cli import restore

    return restore.COMMAND


def _check() -> Command:
    from companion.cli import check

    return check.COMMAND


def _stats() -> Command:
    from companion.cli import stats

    return stats.COMMAND


def _play() -> Command:
    from companion.cli import play_session

    return play_session.COMMAND


def _actions() -> Command:
    from companion.cli import actions

    return actions.COMMAND


def _new_game() -> Command:
    from companion.cli import new_game

    return new_game.COMMAND


COMMANDS: dict[str, Callable[[], Command]] = {
    "list": _list,
    "balances": _balances,
    "export": _export,
    "import": _import,
    "backup": _backup,
    "restore": _restore,
    "check": _check,
    "stats": _stats,
    "play": _play,
    "actions": _actions,
    "new-game": _new_game,
}
"""The module of each command, in the order of the help; loaded when needed."""


def load(words: Collection[str] = ()) -> tuple[Command, ...]:
    """Load the commands named in the arguments, or all where none is."""
    named = [found for name, found in COMMANDS.items() if name in words]
    return tuple(found() for found in named or COMMANDS.values())

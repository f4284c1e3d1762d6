"""The commands of the command line: what can be done with the books without a screen.

Each is a module with a ``COMMAND``; one more module and one more name here are one more command.
"""

from __future__ import annotations

from companion.commands import actions, backup, check, export, import_play, list_plays, play_session, restore, stats

COMMANDS = (
    list_plays.COMMAND,
    export.COMMAND,
    import_play.COMMAND,
    backup.COMMAND,
    restore.COMMAND,
    check.COMMAND,
    stats.COMMAND,
    play_session.COMMAND,
    actions.COMMAND,
)
"""In the order in which the help lists them."""

"""``list``: the plays of the book, each with the number that other commands take."""

from __future__ import annotations

import argparse

from companion.cli.books import every_play, reading, short_ids
from companion.cli.command import FINE, Command, plain
from companion.core.unknown_game import title_of
from companion.dates import date_and_clock
from companion.games import BOXES
from models.plays import Play


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deleted", action="store_true", help="list those that were deleted instead")


def run(options: argparse.Namespace) -> int:
    """List the plays, the one touched last first."""
    with reading(options) as journal:
        if options.deleted:
            plays = [*journal.plays(deleted=True), *journal.plays(archived=True, deleted=True)]
        else:
            plays = every_play(journal)
    if not plays:
        print("No play was deleted." if options.deleted else "There are no plays in this book yet.")
        return FINE
    short = short_ids(plays)
    rows = [(short[one.id], *_row(one)) for one in plays]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.rjust(width) if at == 2 else cell.ljust(width)
                 for at, (cell, width) in enumerate(zip(row, widths, strict=False))]  # fmt: skip
        print("  ".join([*cells, row[-1]]))
    return FINE


def _row(play: Play) -> tuple[str, ...]:
    state = "put away" if play.archived else "finished" if play.ended else "in progress"
    lines = "1 line" if play.entries == 1 else f"{play.entries:,} lines"
    return date_and_clock(play.touched), lines, _game(play.game), state, plain(play.title)


def _game(key: str) -> str:

    known = next((box.title for box in BOXES if box.key == key), "")
    return known or plain(f"{title_of(key)} (not installed)")


COMMAND = Command(
    "list",
    "list the plays, with the short number of each",
    "List every play: its short number, when it was last touched, its lines, its game, how far it is, and its title. "
    "Other\ncommands take the number, the beginning of it, the title, or a part of the title that no other play has.",
    (("", "all plays, the one touched last first"), ("--deleted", "those that were deleted and not yet removed")),
    _arguments,
    run,
)

"""``stats``: who played and won how often, the best of each game, and who met whom."""

from __future__ import annotations

import argparse

from companion.cli.books import reading
from companion.cli.command import FINE, Command, Progress, plain
from companion.core.boards import Grid
from companion.statistics import tables


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word", nargs="*", metavar="WORD", help="only rows with this word, such as a player's name")


def run(options: argparse.Namespace) -> int:
    """Print the records as tables."""
    with reading(options) as journal, Progress("Reading all plays"):
        found = tables(journal)
    words = [word.casefold() for word in options.word]
    shown = False
    for grid in found:
        rows = [row for row in grid.rows if all(any(word in cell.casefold() for cell in row) for word in words)]
        if rows or not words:
            if shown:
                print()
            shown = True
            _print(grid, rows)
    if not shown:
        print("Nothing in the records has that word.")
    return FINE


def _print(grid: Grid, rows: list[tuple[str, ...]]) -> None:
    print(plain(grid.title))
    lines = [tuple(plain(cell) for cell in row) for row in (grid.heads, *rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        # figures are aligned by their last digit
        cells = [
            cell.rjust(width) if cell[:1].isdigit() and cell.isdigit() else cell.ljust(width)
            for cell, width in zip(line, widths, strict=True)
        ]
        print(f"  {'  '.join(cells)}".rstrip())
    if grid.note:
        print(f"  {plain(grid.note)}")


COMMAND = Command(
    "stats",
    "who played and won how often, and the records of each game",
    "Tell what all plays of the book come to: everybody's plays and wins, the best of each game, and who came out\n"
    "ahead of whom. Plays put away count, deleted ones don't.",
    (("", "everything"), ("alice", "only the rows in which Alice stands")),
    _arguments,
    run,
)

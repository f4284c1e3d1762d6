"""``list``, ``balances`` and ``stats``: the plays of the book, what everyone holds in one, and the records of all."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from companion.cli.books import find_play, reading, short_ids
from companion.cli.command import FINE, NO, Command, CommandError, arg, plain, progress
from companion.core.recording.rules_at import RulesAt
from companion.core.show.boards import Grid
from companion.core.units import count_of, format_amount
from companion.core.unknown_game import title_of
from companion.dates import date_and_clock
from companion.games import INCLUDED_GAMES, find_info, game_of, why_not_loaded
from companion.statistics.player_stats import tables
from models.integrity import check
from models.ledger import Ledger, Refusal
from models.names import name_key
from models.plays import Play


def list_plays(options: argparse.Namespace) -> int:
    """List the plays, the one touched last first."""
    with reading(options) as journal:
        if options.deleted:
            plays = [*journal.plays(deleted=True), *journal.plays(archived=True, deleted=True)]
        else:
            plays = journal.every_play()
    if not plays:
        print("No game was deleted." if options.deleted else "There are no games in this book yet.")
        return FINE
    short = short_ids(plays)
    rows = []
    for play in plays:
        entries = count_of(play.entries, "entry", "entries")
        state = "put away" if play.archived else "finished" if play.ended else "in progress"
        touched = date_and_clock(play.touched)
        rows.append((short[play.id], touched, entries, _game(play.game), state, plain(play.title)))
    _print_columns(rows, lambda at, _: at == 2)
    return FINE


def _print_columns(
    rows: Sequence[tuple[str, ...]], right: Callable[[int, str], bool], indent: str = ""
) -> None:
    """Print rows in columns; ``right`` tells which cells, by the column and what is in it, are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if right(at, cell) else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print(f"{indent}{'  '.join(cells)}".rstrip())


def _game(key: str) -> str:
    try:
        return find_info(key).title
    except Refusal:
        missing = "can't be loaded" if why_not_loaded(key) else "not installed"
        return plain(f"{title_of(key)} ({missing})")


LIST = Command(
    "list",
    "list the games, with the short number of each",
    "List every game: its short number, when it was last touched, its entries, which one, how far, and its title.\n"
    "Other commands take the number, the beginning of it, the title, or a part of the title that no other game has.",
    (
        ("", "all games, the one touched last first"),
        ("--deleted", "those that were deleted and not yet removed"),
    ),
    (arg("--deleted", action="store_true", help="list those that were deleted instead"),),
    list_plays,
)


HIDDEN = "hidden"


def print_balances(options: argparse.Namespace) -> int:
    """Print what everyone holds, and whether the sums of the lines agree."""
    # a game is loaded only if it hides something: loading takes longer than the answer
    with reading(options) as journal:
        plays = journal.every_play()
        if not plays:
            raise CommandError("There are no games in this book yet.")
        play = find_play(plays, options.play) if options.play else plays[0]
        with journal.database.reading():  # one snapshot, whatever is written meanwhile
            ledger, faults = journal.ledger(play.id), check(journal, play.id)
            entries = [] if faults else journal.all_entries(play.id)
    print(
        f"{plain(play.title)} ({short_ids(plays)[play.id]}, {count_of(play.entries, 'entry', 'entries')})"
    )
    _print_holders(play, ledger)
    for fault in faults:
        print(f"  \u2717 {plain(fault)}")
    if faults:
        print("Something here is damaged. See: check")
        return NO
    postings = sum(len(entry.proposal.postings) for entry in entries)
    print(
        f"Proven: this is what the {postings:,} postings of these entries come to, and each unit sums to zero."
    )
    return FINE


def _print_holders(play: Play, ledger: Ledger) -> None:

    hidden = _hidden_test(play, ledger)
    names = {seat.key: seat.name for seat in play.seats}

    def name(holder: str) -> str:
        said = (
            ledger.mark(holder, "name")
            or names.get(holder)
            or holder.replace("_", " ").capitalize()
        )
        return plain(str(said))

    order = {key: at for at, key in enumerate(names)}
    rows = []

    def place(balance: tuple[str, str]) -> tuple[int, tuple[str, str]]:
        return order.get(balance[0].partition(":")[0], len(order)), balance

    for account, unit in sorted(ledger.balances, key=place):
        holder, _, purse = account.partition(":")
        figure = (
            HIDDEN
            if hidden(account)
            else format_amount(ledger.balance(account, unit), unit.replace("_", " "))
        )
        rows.append((name(holder), plain(purse), plain(figure)))
    _print_columns(rows, lambda at, _: at == 2, "  ")


def _hidden_test(play: Play, ledger: Ledger) -> Callable[[str], bool]:
    """Return the test for hidden accounts; the rules are loaded only for a game that hides any."""
    if not any(box.key == play.game and box.hides for box in INCLUDED_GAMES):
        return lambda _account: False  # nor is anything hidden in a game that is not installed

    rules = RulesAt(play, game_of(play.game), ledger)
    return lambda account: rules.game.is_secret(rules.table, account)


BALANCES = Command(
    "balances",
    "what everyone holds, added up anew",
    "Print what everyone holds in a game, after adding every entry up anew: each sum must be what is kept of it, and\n"
    "each unit come to zero. What is hidden from the table stays hidden. For the file and the copies, see: check.",
    (("", "of the game touched last"), ("friday", "of the one game with friday in its title")),
    (
        arg(
            "play",
            nargs="?",
            metavar="PLAY",
            help="a game's number or title (default: the one touched last)",
        ),
    ),
    print_balances,
)


def print_stats(options: argparse.Namespace) -> int:
    """Print the records as tables."""
    with reading(options) as journal, progress("Reading all games"):
        found = tables(journal)
    words = [name_key(word) for word in options.word]
    shown = False
    for grid in found:
        rows = [
            row
            for row in grid.rows
            if all(any(word in name_key(cell) for cell in row) for word in words)
        ]
        if rows or not words:
            if shown:
                print()
            shown = True
            _print_table(grid, rows)
    if not shown:
        print("Nothing in the records has that word.")
    return FINE


def _print_table(grid: Grid, rows: list[tuple[str, ...]]) -> None:
    print(plain(grid.title))
    if rows:
        cells = [tuple(map(plain, row)) for row in (grid.heads, *rows)]
        _print_columns(cells, lambda _, cell: cell.isdigit(), "  ")
    if grid.note:
        print(f"  {plain(grid.note)}")


STATS = Command(
    "stats",
    "who played and won how often, and the records of each game",
    "Tell what all games of the book come to: how often everybody played and won, the best of each game, and who\n"
    "came out ahead of whom. Archived games count, deleted ones don't.",
    (("", "everything"), ("alice", "only the rows in which Alice stands")),
    (
        arg(
            "word",
            nargs="*",
            metavar="WORD",
            help="only rows with this word, such as a player's name",
        ),
    ),
    print_stats,
)

COMMANDS = (LIST, BALANCES, STATS)

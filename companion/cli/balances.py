"""``balances``: what everyone holds in a play, added up from every line."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from companion.cli.books import every_play, find_play, reading, short_ids
from companion.cli.command import FINE, NO, Command, CommandError, plain
from companion.core.rules_at import RulesAt
from companion.core.units import written
from companion.games import BOXES
from models.integrity import prove
from models.ledger import Ledger
from models.plays import Play

HIDDEN = "hidden"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "play", nargs="?", metavar="PLAY", help="a play's number or title (default: the one touched last)"
    )


def run(options: argparse.Namespace) -> int:
    """Print what everyone holds, and whether the sums of the lines agree."""
    # a game is loaded only if it hides something: loading takes longer than the answer
    with reading(options) as journal:
        plays = every_play(journal)
        if not plays:
            raise CommandError("There are no plays in this book yet.")
        play = find_play(plays, options.play) if options.play else plays[0]
        with journal.database.reading():  # one snapshot, whatever is written meanwhile
            ledger, proof = journal.ledger(play.id), prove(journal.database, play.id)
    lines = "1 line" if proof.lines == 1 else f"{proof.lines:,} lines"
    print(f"{plain(play.title)} ({short_ids(plays)[play.id]}, {lines})")
    _print(play, ledger)
    for fault in proof.faults:
        print(f"  \u2717 {plain(fault)}")
    if proof.faults:
        print("Something here is damaged. See: check")
        return NO
    print(f"Proven: this is what the {proof.postings:,} postings of these lines come to, and each unit sums to nought.")
    return FINE


def _print(play: Play, ledger: Ledger) -> None:

    hidden = _hidden(play, ledger)
    names = {seat.key: seat.name for seat in play.seats}

    def name(holder: str) -> str:
        said = ledger.mark(holder, "name") or names.get(holder) or holder.replace("_", " ").capitalize()
        return plain(str(said))

    order = {key: at for at, key in enumerate(names)}
    rows = []
    for account, unit in sorted(
        ledger.balances, key=lambda one: (order.get(one[0].partition(":")[0], len(order)), one)
    ):
        holder, _, purse = account.partition(":")
        figure = HIDDEN if hidden(account) else written(ledger.balance(account, unit), unit.replace("_", " "))
        rows.append((name(holder), plain(purse), plain(figure)))
    widths = [max((len(row[at]) for row in rows), default=0) for at in range(3)]
    for who, purse, figure in rows:
        # amounts of money are aligned by their last digit; other units read as text
        print(f"  {who:<{widths[0]}}  {purse:<{widths[1]}}  {figure:>{widths[2]}}")


def _hidden(play: Play, ledger: Ledger) -> Callable[[str], bool]:
    """Return the test for hidden accounts; the rules are loaded only for a game that hides any."""
    if not any(box.key == play.game and box.hides for box in BOXES):
        return lambda _account: False  # nor is anything hidden in a game that is not installed

    rules = RulesAt(play, ledger)
    return lambda account: rules.game.secret(rules.table, account)


COMMAND = Command(
    "balances",
    "what everyone holds, added up anew",
    "Print what everyone holds in a play, after adding every line up anew: each sum must be what is kept of it, and\n"
    "each unit come to nought. What is hidden from the table stays hidden. For damage of any other kind, see: check.",
    (("", "of the play touched last"), ("friday", "of the one play with friday in its title")),
    _arguments,
    run,
)

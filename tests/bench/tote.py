"""What a large Tote costs: ``python -m tests.bench.tote``. All dividends of 10,000 bets must take under 20 ms."""

from __future__ import annotations

import sys
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from companion.core.table import Table
from companion.games import find_game
from companion.games.totopoly import bets as figures
from companion.games.totopoly.game import GAME
from companion.rules.betting import EXACT, REMAINDERS, Bet, Terms, dividends, pay_out
from models.ledger import Ledger
from models.plays import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

BETS = 10_000
RUNNERS = tuple(f"h{number}" for number in range(1, 13))
REPEATS = 51
LIMIT = 20.0
"""Milliseconds."""


def milliseconds(work: Callable[[], object]) -> float:
    """Time some work: the median of many runs, in time of this process, so that neighbours do not count."""
    times = []
    for _ in range(REPEATS):
        began = process_time()
        work()
        times.append(process_time() - began)
    return median(times) * 1_000


def written(laid: list[Bet]) -> Table:
    """Make a table whose Tote pad holds these bets."""
    marks: dict[tuple[str, str], str | int | None] = {("tote", "bets_1"): len(laid), ("table", "field"): len(RUNNERS)}
    marks |= {("tote", f"bet_1_{at}"): f"ann {bet.horse} {bet.stake}" for at, bet in enumerate(laid, 1)}
    balances = {("tote:pool", "\u00a3"): sum(bet.stake for bet in laid)}
    game = find_game("totopoly")
    houses = game.house_rules({"keeps": "tote"})
    return Table((Seat("ann", "Ann"),), Ledger(balances, marks), houses, game.printed())


def main() -> int:
    """Print the times; 1 where the dividends take too long."""
    laid = [Bet(RUNNERS[at * 7 % 12], at * 37 % 500 + 1) for at in range(BETS)]
    usual, other = Terms(), Terms(EXACT, REMAINDERS)
    board = milliseconds(lambda: dividends(laid, RUNNERS, usual))
    payout = milliseconds(lambda: pay_out(laid, "h3", usual))
    remainders = milliseconds(lambda: pay_out(laid, "h3", other))
    every = milliseconds(lambda: [pay_out(laid, horse, usual) for horse in RUNNERS])
    table = written(laid)
    whole = milliseconds(lambda: figures.dividends(GAME.turn(table)))
    sys.stdout.write(
        f"{BETS:,} bets, {len(RUNNERS)} horses, median of {REPEATS} runs\n"
        f"all dividends                     {board:7.2f} ms (limit {LIMIT:.0f})\n"
        f"the same, read from the Tote pad  {whole:7.2f} ms (limit {LIMIT:.0f})\n"
        f"payouts on one winner             {payout:7.2f} ms\n"
        f"the same, to largest remainders   {remainders:7.2f} ms\n"
        f"payouts on every possible winner  {every:7.2f} ms\n"
    )
    return 0 if max(board, whole) < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())

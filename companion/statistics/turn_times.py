"""How long the table waited for each player, from the times of a play's entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from companion.core.game import Game
from companion.core.table import Table
from models.frozen import frozen
from models.ledger import Ledger, Line, RunningLedger, ledgers

BREAK = timedelta(minutes=15)
"""Where nothing was recorded for longer, the table had a break, and waited for nobody."""
FAR = 40
"""A turn of more lines than this is only known to be at least as old as the first of them."""


@frozen
class TurnTimes:
    """How long an evening was without its breaks, and how much of it each player had the turn, by seat."""

    evening: timedelta
    turns: dict[str, timedelta]


def turn_times(game: Game, table: Table, lines: Sequence[Line]) -> TurnTimes | None:
    """Add up the time from each line to the next for whoever had the turn between them.

    ``table`` is the present one. The last entry ends the last turn. ``None`` where nobody ever had the turn for so
    long that it could be said in minutes, as in a game without turns or one that was not played line by line.
    """
    evening = timedelta()
    turns: dict[str, timedelta] = {seat.key: timedelta() for seat in table.players}
    for (line, seat), (following, _) in pairwise(_turns(game, table, lines)):
        waited = following.at - line.at
        # a line that was put in later may lie before the one in front of it
        if timedelta() < waited <= BREAK:
            evening += waited
            if seat:
                turns[seat] += waited
    return (
        TurnTimes(evening, turns)
        if max(turns.values(), default=timedelta()) >= timedelta(minutes=1)
        else None
    )


def turn_began(game: Game, table: Table, lines: Sequence[Line]) -> tuple[str, datetime] | None:
    """Whose turn it is and since when, as far back as ``FAR`` lines; ``None`` while it is nobody's."""
    running = RunningLedger()
    recent: list[tuple[Line, Ledger]] = []
    for number, line in enumerate(lines, 1):
        running.take(line.proposal.postings, line.proposal.marks)
        if number > len(lines) - FAR:
            recent.append((line, running.ledger(line.number)))
    seat = next((player.key for player in table.players if game.standing(table, player.key).up), "")
    began = None
    for line, ledger in reversed(recent) if seat else ():
        if not game.standing(table.at(ledger), seat).up:
            break
        began = seat, line.at
    return began


def _turns(game: Game, table: Table, lines: Iterable[Line]) -> Iterator[tuple[Line, str]]:
    """Each line with the player who has the turn after it, if anybody has."""
    seat = ""
    for line, ledger in ledgers(lines):
        then = table.at(ledger)
        # most lines leave the turn where it is
        likely = sorted((player.key for player in table.players), key=lambda key: key != seat)
        seat = next((key for key in likely if game.standing(then, key).up), "")
        yield line, seat

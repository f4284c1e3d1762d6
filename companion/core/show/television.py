"""Which boards a television shows of a game: those that the game names, else what suits what it has."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import Game
from companion.core.show.boards import (
    Bar,
    Bars,
    BigBoard,
    Board,
    Lane,
    Lanes,
    PriceBoard,
    ScoreSheet,
    ToteBoard,
    Track,
)
from companion.core.show.cards import Standing
from companion.core.table import Table

SHORT = 24
"""A fact of more letters is not for across the room."""


def big_boards(
    game: Game, table: Table, boards: Sequence[Board], standings: Sequence[Standing]
) -> tuple[BigBoard, ...]:
    """Return the board for the room, and what stands beside it; everybody's cards where there is none."""
    named: tuple[BigBoard, ...] = game.said("television", table, otherwise=())
    if named:
        return named
    beside = tuple(board for board in boards if isinstance(board, PriceBoard))[:1]
    for shown in boards:
        if isinstance(shown, ScoreSheet | Track) or (
            isinstance(shown, ToteBoard) and not shown.book
        ):
            return (shown, *beside)
    return (bars(game, table, standings) or everybody(standings), *beside)


def everybody(standings: Sequence[Standing]) -> Lanes:
    """Set everybody's card side by side."""
    return Lanes((Lane("", tuple(standing.seat for standing in standings)),))


def bars(game: Game, table: Table, standings: Sequence[Standing]) -> Bars | None:
    """Compare what everybody is worth; nothing where money is hidden, or the game counts no such thing."""
    if game.hides(table):
        return None
    worths = {
        standing.seat: worth
        for standing in standings
        if (worth := game.worth_of(table, standing.seat)) is not None
    }
    first = next(iter(worths.values()), None)
    if first is None or (first.goal is None and any(standing.holdings for standing in standings)):
        return None  # cards say more
    if any(standing.seat not in worths and not standing.out for standing in standings):
        return None  # nobody who plays is left out
    known = [standing for standing in standings if standing.seat in worths]
    known.sort(key=lambda bar: (_place(bar), -worths[bar.seat].amount))
    rows = tuple(
        Bar(standing.seat, worths[standing.seat].amount, _detail(standing, first.title))
        for standing in known
    )
    pots = tuple(Bar(key, holds, "belongs to nobody") for key, _, holds in game.pots(table))
    return Bars(first.title, first.unit, (*rows, *pots), first.goal)


def _place(standing: Standing) -> int:
    """A player's place, where the card says it as a number."""
    place = standing.rank.text.removesuffix(".")
    return int(place) if place.isdecimal() else 0


def _detail(standing: Standing, shown: str) -> str:
    """Say what matters of a player besides what is shown: a debt, a rank in words, or the first fact on the card."""
    if standing.debt.tone == "bad":
        return standing.debt.text
    if standing.rank.text and not _place(standing):
        return standing.rank.text
    facts = (
        f"{title} {said}"
        for title, said in standing.details
        if said != standing.figure and title != shown
    )
    return next((fact for fact in facts if len(fact) <= SHORT), "")

"""A bookmaker's book: fixed odds, agreed when the bet is laid, with the stake returned on top.

Whole units only; fractions of a profit are dropped. A place bet wins at its full odds where the horse is among the
first two or three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIN, PLACE = "win", "place"
USUAL = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "8-1", "10-1", "12-1", "16-1", "20-1", "25-1", "33-1", "50-1")
"""The most common odds, as a bookmaker writes them."""

ODDS = re.compile(r"0*([1-9][0-9]{0,3}) ?(?:-|/|to) ?0*([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds: ``profit`` units won on every ``stake`` units laid."""

    profit: int
    stake: int

    def won(self, laid: int) -> int:
        """Return the profit on a stake; a fraction is dropped.

        >>> Odds(7, 2).won(5), Odds(1, 2).won(1)
        (17, 0)
        """
        return laid * self.profit // self.stake

    @property
    def key(self) -> str:
        """The same as it is typed."""
        return f"{self.profit}-{self.stake}"

    @property
    def words(self) -> str:
        """The same as it is said."""
        return "evens" if self.profit == self.stake else f"{self.profit} to {self.stake}"


def read_odds(text: str) -> Odds | None:
    """Read odds as people write them; ``None`` where they are none.

    >>> read_odds("7-2"), read_odds("5 to 1"), read_odds("Evens"), read_odds("0-1")
    (Odds(profit=7, stake=2), Odds(profit=5, stake=1), Odds(profit=1, stake=1), None)
    """
    plain = " ".join(text.split()).casefold()
    if plain in ("evens", "even"):
        return Odds(1, 1)
    found = ODDS.fullmatch(plain)
    return Odds(int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet at fixed odds, to win or for a place."""

    horse: str
    kind: str
    stake: int
    odds: Odds

    @property
    def back(self) -> int:
        """What the backer of a winning bet gets: the profit, and the stake on top."""
        return self.stake + self.odds.won(self.stake)

    def pays(self, placed: Sequence[str], places: int) -> int:
        """What the backer gets on a result: the horses in their places, empty where a place is vacant."""
        if self.kind == WIN:
            return self.back if placed and placed[0] == self.horse else 0
        return self.back if self.horse in placed[:places] else 0


def result(wagers: Iterable[Wager], placed: Sequence[str], places: int) -> int:
    """A bookmaker's profit on a result: all stakes less all payments; negative is a loss."""
    return sum(wager.stake - wager.pays(placed, places) for wager in wagers)


def exposure(wagers: Iterable[Wager], runners: Sequence[str], places: int) -> dict[str, int]:
    """A bookmaker's profit if each runner won, with the other places as costly as possible.

    >>> exposure([Wager("a", WIN, 10, Odds(4, 1)), Wager("b", PLACE, 10, Odds(1, 1))], ("a", "b", "c"), 2)
    {'a': -50, 'b': 0, 'c': 0}
    """
    taken = 0
    to_win = dict.fromkeys(runners, 0)
    to_place = dict.fromkeys(runners, 0)
    for wager in wagers:
        taken += wager.stake
        side = to_win if wager.kind == WIN else to_place
        if wager.horse in side:
            side[wager.horse] += wager.back
    dearest = sorted(runners, key=lambda horse: -to_place[horse])
    costs: dict[str, int] = {}
    for winner in runners:
        others = [horse for horse in dearest if horse != winner][: places - 1]
        costs[winner] = taken - to_win[winner] - to_place[winner] - sum(to_place[horse] for horse in others)
    return costs

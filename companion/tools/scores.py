"""A score pad for any game: players, rounds and totals; the most points win, or the fewest.

It makes the same score sheet as games do. Points may be negative.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from companion.core.figures import read_figure
from companion.core.prompt import Offer
from companion.core.questions import Amount
from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.table import Refusal, Value, listed
from companion.core.turn import TurnOf
from companion.core.units import MINUS
from companion.tools.sums import Inputs
from models.names import clean

LEAST, USUAL, MOST = 2, 3, 8
"""The least, the usual and the most players."""
MOST_ROUNDS = 200
MOST_POINTS = 999_999
MOST_LETTERS = 24
WRITTEN = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Points(Amount):
    """A player's points in a round, which may be negative."""

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read points as they were typed."""
        del t
        return points(text)


POINTS = Points(-MOST_POINTS, unit="")


def points(words: str, name: str = "") -> int:
    """Read points as typed, with or without a minus.

    >>> points("-12"), points("\u221212"), points("07")
    (-12, -12, 7)
    """
    what = f"{name}'s number of points" if name else "A number of points"
    try:
        number = read_figure(words, what=what, signed=True)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, name or None) from None
    if abs(number) > MOST_POINTS:
        raise Refusal(f"{what} is at most {MOST_POINTS:,}.", name or None)
    return number


def usual(number: int) -> str:
    """The name of a player without one: a letter, as at the head of a column on paper."""
    return chr(ord("A") + number - 1)


FRESH = tuple(usual(at) for at in range(1, USUAL + 1))


@dataclass(frozen=True, slots=True)
class ScorePad:
    """The names, the rounds with the scores of those who took part, and whether the most points win.

    ``hand`` is what is typed for the next round, or for the ``old`` one that is being corrected.
    """

    names: tuple[str, ...] = FRESH
    rounds: tuple[tuple[int | None, ...], ...] = ()
    high: bool = True
    hand: tuple[str, ...] = ()
    old: int | None = None

    @property
    def typed(self) -> tuple[str, ...]:
        """What is typed for each player."""
        return (*self.hand, *("" for _ in self.names))[: len(self.names)]

    @property
    def seats(self) -> tuple[str, ...]:
        """The keys of the players, in the order of the columns."""
        return tuple(f"p{at}" for at in range(len(self.names)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's total."""
        return tuple(sum(one[at] or 0 for one in self.rounds) for at in range(len(self.names)))

    @property
    def ranks(self) -> tuple[int, ...]:
        """Everybody's rank; equal totals share one."""
        order = sorted(self.totals, reverse=self.high)
        return tuple(1 + order.index(one) for one in self.totals)

    @property
    def leads(self) -> str:
        """Say who leads, and by how much; empty before the first round."""
        if not self.rounds:
            return ""
        order = sorted(set(self.totals), reverse=self.high)
        first = [name for name, rank in zip(self.names, self.ranks, strict=True) if rank == 1]
        best = f"{order[0]:,}".replace("-", MINUS)
        if len(order) == 1:
            return f"All are level with {best}."
        if len(first) > 1:
            return f"{listed(first)} lead together with {best}."
        gap = abs(order[1] - order[0])
        return f"{first[0]} leads with {best}, {gap:,} {'ahead' if self.high else 'below the next'}."

    # -- rounds --------------------------------------------------------------------------------------

    def add(self, words: tuple[str, ...]) -> ScorePad:
        """Add a round; a player without a number gets 0."""
        if len(self.rounds) >= MOST_ROUNDS:
            raise Refusal(f"The pad is full: it holds {MOST_ROUNDS} rounds.")
        return replace(self, rounds=(*self.rounds, self._read(words)))

    def correct(self, at: int, words: tuple[str, ...]) -> ScorePad:
        """Replace the scores of a round, by its index."""
        if not 0 <= at < len(self.rounds):
            raise Refusal("That round is not on the pad any more.")
        # a later player was not in that round, and still is not if nothing is typed
        kept = tuple(
            None if old is None and not said.strip() else new
            for old, new, said in zip(self.rounds[at], self._read(words), words, strict=True)
        )
        return replace(self, rounds=(*self.rounds[:at], kept, *self.rounds[at + 1 :]))

    def without(self, at: int) -> ScorePad:
        """Remove a round."""
        return replace(self.clear(), rounds=self.rounds[:at] + self.rounds[at + 1 :])

    def open_round(self, at: int) -> ScorePad:
        """Open a round to correct it."""
        if at >= len(self.rounds):
            return self
        return replace(self, hand=tuple("" if one is None else str(one) for one in self.rounds[at]), old=at)

    def clear(self) -> ScorePad:
        """Clear what is typed."""
        return replace(self, hand=(), old=None)

    def enter(self) -> ScorePad:
        """Record what is typed."""
        made = self.add(self.typed) if self.old is None else self.correct(self.old, self.typed)
        return made.clear()

    def _read(self, words: tuple[str, ...]) -> tuple[int, ...]:
        if not any(one.strip() for one in words):
            raise Refusal("First enter somebody's points.")
        return tuple(points(one, name) if one.strip() else 0 for name, one in zip(self.names, words, strict=True))

    # -- players -------------------------------------------------------------------------------------

    def seat(self) -> ScorePad:
        """Add a player, who was in no round so far."""
        if len(self.names) >= MOST:
            raise Refusal(f"The pad has room for {MOST} players.")
        # by the index on the pad, unless somebody has that name
        order = (len(self.names) + 1, *range(1, MOST + 2))
        name = next(name for at in order if (name := usual(at)) not in self.names)
        return replace(self, names=(*self.names, name), rounds=tuple((*one, None) for one in self.rounds), old=None)

    def unseat(self, at: int) -> ScorePad:
        """Remove a player with all points."""
        if len(self.names) <= LEAST:
            raise Refusal(f"A score pad is for {LEAST} players or more.")
        rounds = (one[:at] + one[at + 1 :] for one in self.rounds)
        left = tuple(one for one in rounds if any(score is not None for score in one))
        names, hand = (one[:at] + one[at + 1 :] for one in (self.names, self.typed))
        return replace(self, names=names, rounds=left, hand=hand, old=None)

    def rename(self, at: int, words: str) -> ScorePad:
        """Rename a player; an empty name becomes the usual one."""
        name = clean(words)[:MOST_LETTERS].strip() or usual(at + 1)
        return replace(self, names=(*self.names[:at], name, *self.names[at + 1 :]))

    # -- as words ------------------------------------------------------------------------------------

    def to_stored(self) -> dict[str, str]:
        """Write it as words by name, for keeping."""
        rounds = "\n".join(" ".join("-" if one is None else str(one) for one in line) for line in self.rounds)
        hand = {f"e{at}": one for at, one in enumerate((*self.typed, *[""] * MOST)[:MOST])}
        old = "" if self.old is None else str(self.old)
        wins = "high" if self.high else "low"
        return {"names": "\n".join(self.names), "rounds": rounds, "wins": wins, "mend": old, **hand}


def read(inputs: Inputs) -> ScorePad:
    """Read a stored pad; what can't be read is left out."""
    said = (clean(one)[:MOST_LETTERS].strip() for one in inputs.get("names", "").split("\n")[:MOST])
    names = tuple(filter(None, said))
    pad = ScorePad(names if len(names) >= LEAST else FRESH, high=inputs.get("wins") != "low")
    lines = (line.split() for line in inputs.get("rounds", "").split("\n")[:MOST_ROUNDS])
    rounds = (
        tuple(None if one == "-" else int(one) for one in words)
        for words in lines
        if len(words) == len(pad.names) and all(one == "-" or WRITTEN.fullmatch(one) for one in words)
    )
    hand = tuple(inputs.get(f"e{at}", "") for at in range(len(pad.names)))
    made = replace(pad, rounds=tuple(rounds), hand=hand if any(hand) else ())
    words = inputs.get("mend", "")
    old = int(words) if words.isascii() and words.isdigit() and len(words) < 4 else MOST_ROUNDS
    return replace(made, old=old if old < len(made.rounds) else None)


def sheet(pad: ScorePad) -> ScoreSheet:
    """Return the score sheet. A tap on a round offers to correct it."""
    lines = []
    for at, line in enumerate(pad.rounds):
        # the lowest of a round is framed where the fewest points win
        best = None if pad.high else min((one for one in line if one is not None), default=None)
        scores = tuple(Score(one, frame="lowest" if one is not None and one == best else "") for one in line)
        lines.append(Round(str(at + 1), scores, correction=Offer("mend", {"round": at})))
    running = tuple(_running_totals(tuple(line[at] for line in pad.rounds)) for at in range(len(pad.names)))
    wins = "The most points win." if pad.high else "The fewest points win."
    return ScoreSheet("Score pad", pad.seats, tuple(lines), pad.totals, pad.ranks, running, note=wins)


def _running_totals(column: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """Totals after each round; ``None`` before a player joined."""
    first = next((at for at, one in enumerate(column) if one is not None), len(column))
    return (*(None for _ in column[:first]), *accumulate(one or 0 for one in column[first:]))

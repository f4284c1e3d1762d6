"""Throwing for who starts: everybody throws a die, and those who tie throw again until one is left."""

from __future__ import annotations

from dataclasses import replace

from models.frozen import frozen


@frozen
class ThrowOff:
    """Those who are still to throw, the next one first; the ``lowest`` throw starts, or else the highest.

    ``rounds`` is what each player threw, round by round; ``before`` is how it was without the last throw.

    >>> off = ThrowOff(("ann", "ben", "cy"))
    >>> for face in (6, 2, 6, 1, 4):
    ...     off = off.throw(face)
    >>> off.winner, off.rounds
    ('cy', ({'ann': 6, 'ben': 2, 'cy': 6}, {'ann': 1, 'cy': 4}))
    """

    waiting: tuple[str, ...]
    lowest: bool = False
    rounds: tuple[dict[str, int], ...] = ({},)
    winner: str = ""
    before: ThrowOff | None = None

    def throw(self, face: int) -> ThrowOff:
        """Add what the next player throws."""
        next_one, *waiting = self.waiting
        thrown = {**self.rounds[-1], next_one: face}
        after = replace(
            self, waiting=tuple(waiting), rounds=(*self.rounds[:-1], thrown), before=self
        )
        if waiting:
            return after
        best = (min if self.lowest else max)(thrown.values())
        tied = tuple(player for player, value in thrown.items() if value == best)
        if len(tied) == 1:
            return replace(after, winner=tied[0])
        return replace(after, waiting=tied, rounds=(*after.rounds, {}))

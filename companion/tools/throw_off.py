"""Throwing for who starts: everybody throws a die, and those who tie throw again until one is left."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ThrowOff:
    """Those who throw, in their order, and what they threw so far; the ``lowest`` throw starts, or else the highest."""

    players: tuple[str, ...]
    lowest: bool = False
    faces: tuple[int, ...] = ()

    def throw(self, face: int) -> ThrowOff:
        """Add what the next player throws; nothing once it is decided."""
        return replace(self, faces=(*self.faces, face)) if self.waiting else self

    def back(self) -> ThrowOff:
        """Take the last throw back."""
        return replace(self, faces=self.faces[:-1])

    @property
    def rounds(self) -> tuple[dict[str, int], ...]:
        """What each player threw, round by round."""
        return self._play()[0]

    @property
    def waiting(self) -> tuple[str, ...]:
        """Those who are still to throw, the next one first."""
        return self._play()[1]

    @property
    def winner(self) -> str:
        """Who starts; empty as long as throws are missing.

        >>> ThrowOff(("ann", "ben", "cy"), faces=(6, 2, 6, 1, 4)).winner
        'cy'
        """
        return "" if self.waiting else self._best(self.rounds[-1])[0]

    def _play(self) -> tuple[tuple[dict[str, int], ...], tuple[str, ...]]:
        rounds, group, left = list[dict[str, int]](), self.players, self.faces
        while True:
            rounds.append(dict(zip(group, left, strict=False)))
            if len(left) < len(group):
                return tuple(rounds), group[len(left) :]
            group, left = self._best(rounds[-1]), left[len(group) :]
            if len(group) == 1:
                return tuple(rounds), ()

    def _best(self, thrown: dict[str, int]) -> tuple[str, ...]:
        best = (min if self.lowest else max)(thrown.values())
        return tuple(player for player, face in thrown.items() if face == best)

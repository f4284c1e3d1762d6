"""Dice: how many are rolled, and what the last rolls showed."""

from __future__ import annotations

from dataclasses import replace

from companion.tools.sums import Inputs
from models.frozen import frozen

KEPT, SIDES = 10, 6


@frozen
class Throws:
    """The number of dice, one or two, and the last rolls, newest first: the faces of each."""

    dice: int = 2
    thrown: tuple[tuple[int, ...], ...] = ()

    def add(self, faces: tuple[int, ...]) -> Throws:
        """Add a roll; only the last ten are kept."""
        return replace(self, thrown=(faces, *self.thrown)[:KEPT])

    def to_stored(self) -> dict[str, str]:
        """Write it as text by name, for storing."""
        return {
            "dice": str(self.dice),
            "thrown": " ".join("".join(map(str, faces)) for faces in self.thrown),
        }


def read(inputs: Inputs) -> Throws:
    """Read stored rolls; what can't be read is left out.

    >>> read({"dice": "1", "thrown": "34 6 77 x 1"})
    Throws(dice=1, thrown=((3, 4), (6,), (1,)))
    """
    words = [
        one
        for one in inputs.get("thrown", "").split()
        if len(one) <= 2 and set(one) <= set("123456")
    ]
    return Throws(
        1 if inputs.get("dice") == "1" else 2, tuple(tuple(map(int, word)) for word in words[:KEPT])
    )

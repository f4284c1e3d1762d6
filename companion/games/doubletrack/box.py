"""What is in the box of Doubletrack: chips, pawns with their gates and passes; and how the table may play it.

The rulebook names neither the colours of the pawns nor the number of spaces: both are defaults the table can edit.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import listed
from companion.api.show import BoardValue
from companion.rules import chips

BOX = {25: 8, 10: 20, 5: 20}
"""How many chips of each worth there are: yellow, blue and red."""
CHIP_NAMES = {25: "yellow", 10: "blue", 5: "red"}
STEP = 5
QUICK = (1, 2, 5)
"""What a chip of each colour is worth, in steps."""
STACK = 125
START_CHIPS = {25: 2, 10: 5, 5: 5}
TAKEN = 25

COLOURS = ("red", "yellow", "green", "blue")
"""The pawns, as the books have them; each has a gate and a gate pass of its colour."""

INKS = {
    "red": "#B3261E",
    "yellow": "#8A6D00",
    "green": "#2E7D32",
    "blue": "#1F5FA8",
    "orange": "#B5520B",
    "purple": "#6B2A7A",
    "black": "#2B2B2B",
    "white": "#6F6F6F",
}
"""Colours by their printed word, each dark enough to be read on paper."""

SEAT_INKS = {"#A8241D": "red", "#8A5A00": "yellow", "#5E6B14": "green", "#1D5A99": "blue"}
"""The pawn that comes nearest to a colour chosen when sitting down."""

SPACES = "track.spaces"
MOST_SPACES = 500

BOARD_VALUES = (
    *(
        BoardValue(
            f"pass.{colour}", f"{place} colour", colour.capitalize(), "Pawns, gates and passes"
        )
        for place, colour in zip(("First", "Second", "Third", "Fourth"), COLOURS, strict=True)
    ),
    BoardValue(
        SPACES,
        "White spaces from Start to Home, 0 where nobody has counted",
        0,
        "Inside track",
        most=MOST_SPACES,
    ),
)


def in_chips(heap: Mapping[int, int]) -> str:
    """Write a heap by its colours: ``2 yellow, 3 blue and 1 red``."""
    return (
        listed(f"{heap[value]} {CHIP_NAMES[value]}" for value in CHIP_NAMES if heap.get(value))
        or "no chips"
    )


def as_chips(amount: int) -> str:
    """Write which chips make an amount: those of a starting stack as long as they reach, then the whole box."""
    if amount < 0:
        return f"no chips, and ${-amount:,} short"
    made = chips.fewest(amount, START_CHIPS if amount <= STACK else BOX)
    return in_chips(made) if made is not None else "more than the chips in the box make"

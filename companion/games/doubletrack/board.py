"""What lies in the box of Doubletrack: chips, pawns with their gates and passes, and the inside track.

The rulebook names neither the colours of the pawns nor the number of spaces: both are defaults the table can edit.
"""

from __future__ import annotations

from companion.core.game import BoardValue

EDITION = "English edition"

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

FACTS: tuple[BoardValue, ...] = (
    *(
        BoardValue(f"pass.{one}", f"{place} colour", one.capitalize(), "Pawns, gates and passes")
        for place, one in zip(("First", "Second", "Third", "Fourth"), COLOURS, strict=True)
    ),
    BoardValue(
        SPACES, "White spaces from Start to Home, 0 where nobody has counted", 0, "Inside track", most=MOST_SPACES
    ),
)

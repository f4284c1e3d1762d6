"""What is in the box of Doubletrack: chips, pawns with their gates and passes; and how the table may play it.

The rulebook names neither the colours of the pawns nor the number of spaces: both are defaults the table can edit.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import Option, Refusal, listed, option
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
        BoardValue(f"pass.{colour}", f"{place} colour", colour.capitalize(), "Pawns, gates and passes")
        for place, colour in zip(("First", "Second", "Third", "Fourth"), COLOURS, strict=True)
    ),
    BoardValue(
        SPACES, "White spaces from Start to Home, 0 where nobody has counted", 0, "Inside track", most=MOST_SPACES
    ),
)


class Stack(Option):
    """How much everybody starts with: what chips can make, so a multiple of the smallest."""

    __slots__ = ()

    def read(self, text: str) -> str:
        """Read a multiple of the smallest chip.

        Raises:
            Refusal: it is none, or too much or too little.

        """
        amount = super().read(text)
        if int(amount) % STEP:
            raise Refusal(f"{self.title}: chips make multiples of ${STEP}; ${int(amount):,} is none.", self.key)
        return amount


OPTIONS = (
    option.choice(
        "secret",
        "Chips behind the screens",
        {
            "yes": "Hidden. Players hold a finger down to see their chips; at the end the screens can be lifted.",
            "no": "Open. Everybody sees what everybody has.",
        },
        group="The game",
        lead=True,
    ),
    Stack(
        "stack",
        "Chips to start with",
        ((str(STACK), f"${STACK}"),),
        "The game",
        whole=True,
        least=STEP,
        most=1_000,
        quick=(75, 100, 125, 150, 200),
        lead=True,
    ),
    option.choice(
        "positions",
        "The book follows the small pawns",
        {
            "no": "No. The table says who leads and who is last.",
            "yes": "Yes. Moves on the inside track are entered, and the book says who leads and who is last.",
        },
        group="Inside track",
        lead=True,
    ),
    option.choice(
        "crossing",
        "Crossing from a purple space to its Get-Ahead space",
        {"free": "Counts no step of the move.", "step": "Counts as one step of the move."},
        group="Inside track",
        when=("positions", "yes"),
    ),
    option.choice(
        "toll",
        "A toll for an opponent's gate",
        {
            "through": "Is paid only if the roll takes the pawn into the shortcut.",
            "at_once": "Is paid at once, and does not come back.",
        },
        group="Chips",
    ),
    option.choice(
        "change",
        "Change",
        {
            "always": f"Is always made: any multiple of ${STEP} can be paid.",
            "chips": "Is never made: a player pays what the chips in hand make.",
        },
        group="Chips",
    ),
)


def in_chips(heap: Mapping[int, int]) -> str:
    """Write a heap by its colours: ``2 yellow, 3 blue and 1 red``."""
    return listed(f"{heap[value]} {CHIP_NAMES[value]}" for value in CHIP_NAMES if heap.get(value)) or "no chips"


def as_chips(amount: int) -> str:
    """Write which chips make an amount: those of a starting stack as long as they reach, then the whole box."""
    if amount < 0:
        return f"no chips, and ${-amount:,} short"
    made = chips.fewest(amount, START_CHIPS if amount <= STACK else BOX)
    return in_chips(made) if made is not None else "more than the chips in the box make"

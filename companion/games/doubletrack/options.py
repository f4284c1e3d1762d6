"""How the table may play Doubletrack."""

from __future__ import annotations

from companion.api import HouseRules, Option, Refusal, option
from companion.games.doubletrack import box


class Stack(Option[int]):
    """How much everybody starts with: what chips can make, so a multiple of the smallest."""

    __slots__ = ()

    def read(self, text: str) -> str:
        """Read a multiple of the smallest chip.

        Raises:
            Refusal: it is none, or too much or too little.

        """
        amount = super().read(text)
        if int(amount) % box.STEP:
            raise Refusal(f"{self.title}: chips make multiples of ${box.STEP}; ${int(amount):,} is none.", self.key)
        return amount


class House(HouseRules):
    """How a table plays."""

    secret = option.ways(
        "The game",
        "Chips behind the screens",
        yes="Hidden. Players hold a finger down to see their chips; at the end the screens can be lifted.",
        no="Open. Everybody sees what everybody has.",
        lead=True,
    )
    stack = Stack(
        "stack",
        "Chips to start with",
        ((str(box.STACK), f"${box.STACK}"),),
        "The game",
        whole=True,
        least=box.STEP,
        most=1_000,
        quick=(75, 100, 125, 150, 200),
        lead=True,
    )
    positions = option.ways(
        "Inside track",
        "The book follows the small pawns",
        no="No. The table says who leads and who is last.",
        yes="Yes. Moves on the inside track are entered, and the book says who leads and who is last.",
        lead=True,
    )
    crossing = option.ways(
        "Inside track",
        "Crossing from a purple space to its Get-Ahead space",
        free="Counts no step of the move.",
        step="Counts as one step of the move.",
        when=("positions", "yes"),
    )
    toll = option.ways(
        "Chips",
        "A toll for an opponent's gate",
        through="Is paid only if the roll takes the pawn into the shortcut.",
        at_once="Is paid at once, and does not come back.",
    )
    change = option.ways(
        "Chips",
        "Change",
        always=f"Is always made: any multiple of ${box.STEP} can be paid.",
        chips="Is never made: a player pays what the chips in hand make.",
    )

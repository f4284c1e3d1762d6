"""The house rules of Doubletrack: where the rulebook is silent, our Ruling first, then the other ways."""

from __future__ import annotations

from companion.core.game import Option
from companion.core.table import Refusal
from companion.games.doubletrack.board import STACK, STEP


class Stack(Option):
    """How much everybody starts with: what chips can make, so a multiple of the smallest."""

    __slots__ = ()

    def read(self, text: str) -> str:
        """Read a multiple of $5.

        Raises:
            Refusal: it is none, or too much or too little.

        """
        said = super().read(text)
        if int(said) % STEP:
            raise Refusal(f"{self.title}: chips make multiples of ${STEP}; ${int(said):,} is none.", self.key)
        return said


HOUSES: tuple[Option, ...] = (
    Option(
        "secret",
        "Chips behind the screens",
        (
            ("yes", "Hidden. A player holds a finger down to see the own chips; at the end the screens can be lifted."),
            ("no", "Open. Everybody sees what everybody has."),
        ),
        "The game",
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
    Option(
        "positions",
        "The book follows the small pawns",
        (
            ("no", "No. The table says who leads and who is last."),
            ("yes", "Yes. Moves on the inside track are entered, and the book says who leads and who is last."),
        ),
        "Inside track",
        lead=True,
    ),
    Option(
        "crossing",
        "Crossing from a purple space to its Get-Ahead space",
        (("free", "Counts no step of the move."), ("step", "Counts as one step of the move.")),
        "Inside track",
        when=("positions", "yes"),
    ),
    Option(
        "toll",
        "A toll for an opponent's gate",
        (
            ("through", "Is paid only if the roll takes the pawn into the shortcut."),
            ("at_once", "Is paid at once, and does not come back."),
        ),
        "Chips",
    ),
    Option(
        "change",
        "Change",
        (
            ("always", "Is always made: any multiple of $5 can be paid."),
            ("chips", "Is never made: a player pays what the chips in hand make."),
        ),
        "Chips",
    ),
)

"""A table of Doubletrack: chips dealt out in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.doubletrack import GAME
from models.ledger import Posting, Proposal
from tests.games.evening import Evening

if TYPE_CHECKING:
    from companion.games.doubletrack.game import DoubletrackTurn

KEY = "doubletrack"


class Fists(Evening):
    """An evening at the banker's book."""

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*names, game=KEY, **houses)

    def chips(self, who: str) -> int:
        """What a player has."""
        return self.table.ledger.balance(f"{who}:chips")

    @property
    def turn(self) -> DoubletrackTurn:
        """The table as the rules see it."""
        return GAME.turn(self.table)

    @property
    def playing(self) -> tuple[str, ...]:
        """Everybody still in the game."""
        return tuple(who.key for who in self.turn.seats)

    @property
    def all_chips(self) -> dict[str, int]:
        """What everybody still in the game has."""
        return {who: self.chips(who) for who in self.playing}

    @property
    def on_table(self) -> int:
        """What lies on the table."""
        return self.table.ledger.balance("table:bids")

    def shift(self, giver: str, taker: str, amount: int) -> None:
        """Move chips behind the screens: nobody at the table hears of it."""
        postings = (Posting(f"{giver}:chips", -amount), Posting(f"{taker}:chips", amount))
        self.write(Proposal("step", {}, "", postings))

    def at(self, who: str) -> int:
        """Where a small pawn stands."""
        return self.turn.seat(who).space

    def keeper(self, colour: str) -> str:
        """Who holds a gate pass."""
        return self.turn.keeper(colour).key

    def bound(self, seq: int) -> str:
        """Why a line can't be struck out by itself; nothing where it can."""
        return self.game.why_unvoidable(self.table, seq)

    def winners(self) -> tuple[str, ...]:
        """Who won; nobody while the game is on."""
        ending = self.game.ending(self.table)
        return ending.winners if ending else ()


def fists(*names: str, **houses: str) -> Fists:
    """An open table of four: Ann has red, Ben yellow, Cy green, Dee blue; Ann starts."""
    evening = Fists(*(names or ("Ann", "Ben", "Cy", "Dee")), **houses)
    evening.do("start", first=evening.table.seats[0].key)
    return evening

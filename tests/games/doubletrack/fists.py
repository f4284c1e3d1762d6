"""A table of Doubletrack: chips dealt out in one line, an auction in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.doubletrack import GAME
from models.ledger import Posting, Proposal
from tests.games.evening import Evening

if TYPE_CHECKING:
    from companion.core.show.cards import Standing
    from companion.games.doubletrack.game import DoubletrackTurn

KEY = "doubletrack"


class Fists(Evening):
    """An evening at the banker's book: ``evening.bid("sell_card", "ann", ben=10, cy=5)``."""

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*names, game=KEY, **houses)

    def bid(self, action: str, who: str, *, what: str | None = None, **bids: int) -> Proposal:
        """Open the bids of an auction."""
        return self.do(action, **self.answers(who, what, bids))

    def no_bid(self, action: str, who: str, *, what: str | None = None, **bids: int) -> str:
        """The sentence with which bids are refused; they must be."""
        return self.why_not(action, **self.answers(who, what, bids))

    def answers(self, who: str, what: str | None, bids: dict[str, int]) -> dict[str, str]:
        """The answers of an auction."""
        answers = {"who": who, "bids": " ".join(f"{one}={bid}" for one, bid in bids.items())}
        return answers | ({"what": what} if what else {})

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

    def have(self, **chips: int) -> None:
        """Bring players' chips to these figures; the first player has the rest."""
        first = self.table.players[0].key
        for who, wanted in chips.items():
            change = wanted - self.chips(who)
            if change:
                giver, taker = (first, who) if change > 0 else (who, first)
                self.do("correct_chips", giver=giver, taker=taker, amount=abs(change), reason="for the test")

    def stand(self, **spaces: int) -> None:
        """Put small pawns on spaces."""
        for who, at in spaces.items():
            if self.at(who) != at:
                self.do("place", who=who, at=at, reason="for the test")

    def at(self, who: str) -> int:
        """Where a small pawn stands."""
        return self.turn.seat(who).space

    def keeper(self, colour: str) -> str:
        """Who holds a gate pass."""
        return self.turn.keeper(colour).key

    def card(self, who: str) -> Standing:
        """A player's card."""
        return self.game.standing(self.table, who)

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


def three(**houses: str) -> Fists:
    """An open table of three: the blue gate pass is out of play."""
    return fists("Ann", "Ben", "Cy", **houses)


def tracked(**houses: str) -> Fists:
    """An open table of four where the book follows the small pawns."""
    return fists(**({"positions": "yes"} | houses))

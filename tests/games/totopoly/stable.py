"""Tables of Totopoly for walks, and for tests of other folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.totopoly.game import GAME, POUND, TotopolyTurn
from tests.games.evening import Evening

if TYPE_CHECKING:
    from models.ledger import Entry

PRICES = {f"h{number}": 50 + 5 * number for number in range(1, 13)} | {f"b{number}": 40 for number in range(1, 9)}
"""What is printed on this table's cards; the auctioneer's card (b6) is free whatever it says."""


class Stable(Evening):
    """An evening of Totopoly. Nothing before ``begun`` is undone."""

    begun = 0

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*(names or ("Ann", "Ben", "Cy", "Dee")), game="totopoly", **houses)

    @property
    def t(self) -> TotopolyTurn:
        """The table as the rules see it."""
        return GAME.turn(self.table)  # type: ignore[return-value]  # the turn that the game has

    @property
    def stage(self) -> str:
        """How far the evening is."""
        return self.t.stage

    def held(self, account: str) -> int:
        """Money in an account."""
        return self.table.ledger.balance(account, POUND)

    def cash(self, who: str) -> int:
        """Cash in hand, in pounds."""
        return self.t.holder(who).cash

    def have(self, who: str, cash: int) -> None:
        """Bring a player's cash to a figure, by a correction with the money box."""
        if change := cash - self.cash(who):
            giver, taker = ("bank", who) if change > 0 else (who, "bank")
            self.do("correct_money", giver=giver, taker=taker, amount=abs(change), reason="for the test")

    def undoable(self) -> Entry | None:
        """The last entry that can be undone, if any can."""
        last = super().undoable()
        return last if last and last.seq > self.begun else None

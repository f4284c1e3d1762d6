"""Evenings of Totopoly brought as far as a test needs: to the leases, the auction, the ring, the parade."""

from __future__ import annotations

from companion.games.totopoly.game import GAME, POUND, TotopolyTurn
from tests.games.evening import Evening

NAMES = ("Ann", "Ben", "Cy", "Dora")
PRICES = {f"h{number}": 50 + 5 * number for number in range(1, 13)} | {f"b{number}": 40 for number in range(1, 9)}
"""What is printed on this table's cards; the auctioneer's card (b6) is free whatever it says."""


class Stable(Evening):
    """An evening of Totopoly, with the words its tests are told in."""

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*(names or NAMES), game="totopoly", **houses)

    @property
    def t(self) -> TotopolyTurn:
        """The table as the rules see it."""
        return GAME.turn(self.table)  # type: ignore[return-value]  # the turn that the game has

    def held(self, account: str) -> int:
        """Money in an account."""
        return self.table.ledger.balance(account, POUND)

    @property
    def stage(self) -> str:
        """How far the evening is."""
        return self.t.stage

    @property
    def fund(self) -> int:
        """The prize fund."""
        return self.t.fund

    @property
    def trained(self) -> int:
        """The bank's side of the training ring."""
        return self.held("training:cash")

    def cash(self, who: str) -> int:
        """Cash in hand, in pounds."""
        return self.t.holder(who).cash

    def cards(self, who: str) -> tuple[str, ...]:
        """The lease cards of a player."""
        return self.t.holder(who).cards

    def training(self, who: str) -> dict[str, int]:
        """The cards a player has from training."""
        return self.t.holder(who).training

    def earned(self, who: str, hat: str) -> int:
        """What somebody has earned under a hat."""
        return self.t.holder(who).earnings_by(hat)

    def keep(self, who: str, *cards: str) -> None:
        """Keep cards at the prices of this table."""
        for card in cards:
            self.do("keep", who=who, card=card, price=None if card == "b6" else PRICES[card])

    def have(self, who: str, cash: int) -> None:
        """Bring a player's cash to a figure, by a correction with the money box."""
        if change := cash - self.cash(who):
            giver, taker = ("bank", who) if change > 0 else (who, "bank")
            self.do("correct_money", giver=giver, taker=taker, amount=abs(change), reason="for the test")

    def lease(self, who: str, *cards: str) -> None:
        """Hand a player lease cards, by corrections."""
        for card in cards:
            self.do("correct_lease", card=card, to=who, reason="for the test")

    def at(self, stage: str) -> None:
        """Bring the evening to a stage, by a correction."""
        if self.stage != stage:
            self.do("correct_stage", stage=stage, reason="for the test")


def leases(*names: str, **houses: str) -> Stable:
    """Everyone has 700 and the cards are dealt; Ann, who sits first, is Auctioneer."""
    evening = Stable(*names, **houses)
    evening.do("start")
    if len(evening.table.seats) >= 4 and houses.get("keeps") in (None, "evening", "bank"):
        evening.do("keep", who=evening.table.seats[0].key, card="b6")
    else:
        evening.do("wear_hat", hat="auctioneer", who=evening.table.seats[0].key)
    return evening


def auction(*names: str, kept: dict[str, str] | None = None, **houses: str) -> Stable:
    """The leases are paid, the auction begins; ``kept`` are cards by player, as in ``{"ann": "h1 b1"}``."""
    evening = leases(*names, **houses)
    for who, cards in (kept or {}).items():
        evening.keep(who, *cards.split())
    evening.do("open_auction")
    return evening


HANDS = {"ann": "h1 h4 b1", "ben": "h2 h7 b3", "cy": "h3 h10 b5", "dora": "h5 h8 h11"}
"""Who has what where a test does not care: ten horses but h6, h9 and h12, and three businesses."""


def ring(*names: str, hands: dict[str, str] | None = None, **houses: str) -> Stable:
    """The auction is over and training begins, with these hands kept at face value and the rest unsold."""
    evening = Stable(*names, **houses)
    hands = {who: cards for who, cards in HANDS.items() if _sits(evening, who)} if hands is None else hands
    evening = auction(*names, kept=hands, **houses)
    evening.do("end_auction", reason="nobody wants more")
    return evening


def _sits(evening: Evening, who: str) -> bool:
    return any(seat.key == who for seat in evening.table.seats)


def parade(*names: str, hands: dict[str, str] | None = None, **houses: str) -> Stable:
    """Training is over and the horses stand at the gate; no fee is paid yet."""
    evening = ring(*names, hands=hands, **houses)
    if evening.stage == "ring":  # the bank alone has no training ring
        evening.do("end_training")
    return evening


def entered(*names: str, hands: dict[str, str] | None = None, **houses: str) -> Stable:
    """As ``parade``, with the entrance fees paid: the Tote can be opened."""
    evening = parade(*names, hands=hands, **houses)
    evening.do("enter_race", who="everyone")
    return evening


def tote(*names: str, horses: int = 12, **houses: str) -> Stable:
    """Just the Tote, open on so many horses; with ``keeps="book"``, just a bookmaker's book."""
    evening = Stable(*names, **({"keeps": "tote"} | houses))
    evening.do("start", horses=horses)
    return evening

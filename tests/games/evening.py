"""A table for tests of rules: entries fold in memory, so a test is an evening in a few lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from companion.games import find_game
from companion.table import Table, seat_key
from models.ledger import Entry, Fold, Proposal, Refusal
from models.play import Seat

NOW = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


class Evening:
    """Plays a game by its actions: ``evening.do("buy", who="alice", ...)``."""

    def __init__(self, *names: str, game: str = "ratrace", **houses: str) -> None:
        self.game = find_game(game)
        seats: list[Seat] = []
        for name in names:
            seats.append(Seat(seat_key(name, (one.key for one in seats)), name))
        self.fold = Fold()
        self.table = Table(tuple(seats), self.fold.ledger, self.game.house_rules(houses), self.game.printed())
        self.last: Proposal | None = None

    def propose(self, action: str, **answers: str | int | None) -> Proposal:
        """What an action would bring about."""
        return self.game.action(action).propose(self.table, answers)

    def do(self, action: str, **answers: str | int | None) -> Proposal:
        """Record an action."""
        proposal = self.propose(action, **answers)
        self.fold.add(Entry(self.table.ledger.seq + 1, NOW, "test", proposal))
        self.table = replace(self.table, ledger=self.fold.ledger)
        self.last = proposal
        return proposal

    def why_not(self, action: str, **answers: str | int | None) -> str:
        """The sentence with which an action is refused; it must be."""
        try:
            proposal = self.propose(action, **answers)
        except Refusal as refusal:
            return refusal.sentence
        raise AssertionError(f"not refused: {proposal.narration}")

    def cash(self, who: str) -> int:
        """Cash in hand."""
        return self.table.ledger.balance(f"{who}:cash")

    def debt(self, who: str) -> int:
        """Debt on the Credit Card."""
        return -self.table.ledger.balance(f"{who}:credit")

    def mark(self, holder: str, name: str) -> object:
        """What is true of a holder."""
        return self.table.ledger.mark(holder, name)

    def set(self, who: str, *, cash: int | None = None, debt: int | None = None) -> None:
        """Bring a player's money to a figure, by corrections."""
        if cash is not None and (change := cash - self.cash(who)):
            giver, taker = ("treasury", who) if change > 0 else (who, "treasury")
            self.do("correct_money", giver=giver, taker=taker, amount=abs(change), reason="for the test")
        if debt is not None and debt != self.debt(who):
            self.do("correct_credit", who=who, owed=debt, reason="for the test")


def ratrace(*names: str, picks: str = "black red blue green olive brown", **houses: str) -> Evening:
    """A table of Ratrace, open and with its Businesses picked, one each in seating order."""
    houses = {"businesses": "one"} | houses
    evening = Evening(*(names or ("Alice", "Bob", "Carl")), **houses)
    evening.do("start", first=evening.table.seats[0].key)
    for seat, business in zip(evening.table.seats, picks.split(), strict=False):
        evening.do("pick", who=seat.key, business=business)
    return evening

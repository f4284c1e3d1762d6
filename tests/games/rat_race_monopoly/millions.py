"""A table of Rat Race Monopoly for tests: opened, with what a test needs put there by corrections."""

from __future__ import annotations

from companion.games.rat_race_monopoly import GAME
from tests.games.evening import Evening

WHY = "for the test"


class Millions(Evening):
    """An evening whose money is in thousands, or in dollars on Classic."""

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*(names or ("Ann", "Ben", "Cy")), game="rat_race_monopoly", **houses)

    @property
    def t(self):
        """The table as the rules see it."""
        return GAME.turn(self.table)

    @property
    def unit(self) -> str:
        """The unit of the board's money."""
        return self.t.unit

    def cash(self, who: str) -> int:
        """Cash in hand, in the board's unit."""
        return self.table.ledger.balance(f"{who}:cash", self.unit)

    def has(self, who: str, cash: int) -> None:
        """Give a player exactly this much cash."""
        if self.cash(who) != cash:
            self.do("correct_cash", who=who, cash=cash, reason=WHY)

    def works(self, who: str, degree: int, job: int) -> None:
        """Give a player a degree and a job."""
        if int(self.mark(who, "degree") or 0) != degree:
            self.do("correct_degree", who=who, degree=str(degree), reason=WHY)
        if int(self.mark(who, "job") or 0) != job:
            self.do("correct_job", who=who, job=str(job), reason=WHY)

    def turn(self, who: str) -> None:
        """Give a player the turn."""
        if self.mark("turn", "who") != who:
            self.do("correct_turn", who=who)

    def owns(self, who: str, *streets: str) -> None:
        """Give a player streets of the bank, and the cash back that they cost."""
        cash = self.cash(who)
        for street in streets:
            self.has(who, 1_000_000)
            self.turn(who)
            self.do("buy_street", who=who, street=street)
        self.has(who, cash)


def millions(*names: str, **houses: str) -> Millions:
    """An open table, Ann's turn."""
    evening = Millions(*names, **houses)
    evening.do("start")
    return evening

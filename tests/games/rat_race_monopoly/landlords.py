"""Evenings of Rat Race Monopoly for tests of streets and shares: money in the board's own units, streets handed out."""

from __future__ import annotations

from tests.games.rat_race_monopoly.millions import WHY, Millions


class Landlords(Millions):
    """An open table where money and streets can be handed out by corrections."""

    def give(self, who: str, *streets: str) -> None:
        """Hand a player streets."""
        for street in streets:
            self.do("correct_street", street=street, to=who, reason=WHY)

    def build(self, *streets: str, houses: int = 1) -> None:
        """Set so many houses on streets, as they are."""
        for street in streets:
            self.do("correct_buildings", street=street, houses=houses, reason=WHY)

    def pledge(self, *streets: str) -> None:
        """Mortgage streets, without money."""
        for street in streets:
            self.do("correct_mortgage", street=street, mortgaged="yes", reason=WHY)

    def insure(self, who: str) -> None:
        """Let a player pass GO with insurance, and give the turn back to whose it was."""
        turn = self.mark("turn", "who")
        if turn != who:
            self.do("correct_turn", who=who)
        self.do("pass_go", who=who, insure="yes", roll=7)
        if turn != who:
            self.do("correct_turn", who=str(turn))

    def streets(self, who: str) -> list[str]:
        """The streets of a player, in the order of the board."""
        return [f"s{at}" for at in range(1, 23) if self.table.ledger.balance(f"{who}:streets", f"s{at}") > 0]

    def houses(self, street: str) -> int:
        """How many houses stand on a street."""
        return self.table.ledger.balance(f"{street}:houses", "houses")

    def shares(self, who: str) -> int:
        """How many shares a player holds."""
        return self.table.ledger.balance(f"{who}:shares", "shares")

    def price(self) -> object:
        """What a share costs."""
        return self.mark("market", "price")


def landlords(*names: str, **houses: str) -> Landlords:
    """An open table of Rat Race Monopoly, Ann first; everyone holds 1.5M, or $150 on Classic."""
    evening = Landlords(*names, **houses)
    evening.do("start")
    return evening

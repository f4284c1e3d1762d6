"""Random evenings of Doubletrack."""

from typing import ClassVar

from companion.games.doubletrack.box import COLOURS
from tests.laws.games.walker import Walker


class DoubletrackWalker(Walker):
    key = "doubletrack"
    purse = "chips"
    names = ("Table", "Bank", "Pass", "Toll")
    choices: ClassVar = {"stack": ("125", "125", "25", "60", "5"), "secret": ("yes", "yes", "no")}
    weights = (60, 20, 12, 4)
    figures = (0, 5, 5, 10, 10, 15, 20, 25, 25, 30, 50, 100, 125, 7, 505)
    rare = frozenset({"home", "leave"})

    def begin(self):
        self.evening.do("start", first=self.evening.table.seats[0].key)
        self.evening.begun = 1
        self.all_chips = -self.evening.balance("bank:chips")

    def possible(self, question, answers):
        """Who leaves says most often truly what is held."""
        if question.name == "chips" and self.random.random() < 0.8:
            return [self.evening.balance(f"{answers.get('who')}:chips")]
        return super().possible(question, answers)

    def judge(self, name, before, after):
        held = [table.ledger.balance("bank:chips") for table in (before, after)]
        assert name in ("leave", "start") or held[0] == held[1], "no chip is made or lost"

    def sound(self):
        t, balances = self.evening.t, self.evening.table.ledger.balances
        playing = {who.key for who in t.seats}
        on_table = self.evening.balance("table:bids")
        assert {unit for _, unit in balances} == {"$"}
        assert -self.evening.balance("bank:chips") <= self.all_chips
        assert {t.keeper(colour).key for colour in COLOURS} <= playing | {"board"}
        for board in self.evening.game.boards(self.evening.table):
            assert {pawn.seat for pawn in board.pawns} == playing
            self.read(board.said)
        if not self.revived:
            assert on_table >= t.pledged >= 0, "what is laid down lies there"
        if self.stained:
            return
        for (account, _), held in balances.items():
            assert account == "bank:chips" or (held >= 0 and held % 5 == 0), (
                f"{account} holds {held}"
            )
        if not self.seen & {"place", "correct_chips"}:
            assert t.buyer or on_table == sum(toll.amount for toll in t.tolls)
        spaces = [who.space for who in t.seats if who.space]
        assert len(spaces) == len(set(spaces)), f"two small pawns on one space: {spaces}"

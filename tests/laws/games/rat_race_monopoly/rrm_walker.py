"""Random evenings of Rat Race Monopoly."""

import re
from typing import ClassVar

from companion.games.rat_race_monopoly.board import GROUPS, STREETS, STREETS_OF
from companion.games.rat_race_monopoly.game import BANK
from companion.games.rat_race_monopoly.net_worth import net_worth
from tests.laws.games.walker import CHANGES, Walker

PLENTY = 12_000


def houses_of(turn, group):
    return [turn.street(street).houses for street in STREETS_OF[group.key]]


class MillionsWalker(Walker):
    key = "rat_race_monopoly"
    names = ("Bank", "Market", "Turn", "Dice", "Jail", "Price", "Disaster", "Game")
    choices: ClassVar = {
        "books": ("both", "both", "both", "broker"), "goal": ("30000", "300000"), "goal_classic": ("3000", "30000"),
        "point": ("100", "55", "1000"),
    }  # fmt: skip
    weights = (64, 20, 10, 4)
    figures = (
        0,
        1,
        7,
        10,
        50,
        100,
        155,
        200,
        500,
        1_000,
        2_000,
        3_000,
        6_000,
        30_000,
        1_000_000_000,
    )
    phrases = ("Zoe", "Bank", "17", "1.5M", "for the test")
    rare = frozenset({"leave", "bankrupt", "declare", "call_off", "join"})
    by_hand = CHANGES | {
        "correct_cash", "correct_loan", "correct_job", "correct_degree", "correct_insurance", "correct_jail",
        "correct_street", "correct_buildings", "correct_mortgage", "correct_price", "correct_shares",
    }  # fmt: skip
    codes = re.compile(r"\bs\d+\b")

    def step(self):
        if self.steps % 15 == 0:
            self.grow_rich()
        super().step()

    def grow_rich(self):
        """Give a player what streets, degrees and houses cost; or nearly nothing, so that debts can't be met."""
        t = self.evening.t
        if not t.opened or t.broker_alone or self.evening.ending:
            return
        who = self.random.choice(t.seats)
        cash = self.random.choice((0, 100, PLENTY, PLENTY)) // (1 if t.unit == "K" else 10)
        if who.cash != cash:
            self.evening.do("correct_cash", who=who.key, cash=cash, reason="for the test")
        streets = STREETS_OF[self.random.choice(GROUPS).key]
        if cash and all(t.street(street).owner.key == BANK for street in streets):
            for street in streets:
                self.evening.do("correct_street", street=street, to=who.key, reason="for the test")

    def judge(self, _, before, after):
        before, after = map(self.evening.game.turn, (before, after))
        for who in after.everybody:
            was = before.holder(who.key)
            assert was.job <= who.job <= 2 * who.degree
            assert who.shares <= was.shares + 1
            assert {owed for _, owed, _ in who.loans} <= {after.loan_size(at) for at in (1, 2, 3)}
        assert after.share_price >= min(after.floor, before.share_price)
        for group in GROUPS:
            was, built = houses_of(before, group), houses_of(after, group)
            uneven = max(built) - min(built) > 1 >= max(was) - min(was)
            assert not uneven or before.disaster.by, f"{group.title}: {built}"

    def sound(self):
        table, t = self.evening.table, self.evening.t
        money = {
            unit for (_, unit), held in table.ledger.balances.items() if held and unit in ("K", "$")
        }
        assert money <= (set() if t.broker_alone else {t.unit})
        for seat in table.players:
            worth, lines = net_worth(t.seat(seat.key))
            assert sum(figure for _, figure in lines[:-1]) == worth
        if self.stained:
            return
        for who in (t.seat(seat.key) for seat in table.players):
            assert who.cash >= 0, f"{who} holds {who.cash}"
            assert who.cash % t.notes(1) == 0
            assert who.shares >= 0
            assert who.debt == sum(loan.owed for loan in who.loans)
            assert who in t.seats or not (who.cash or who.streets or who.shares or who.debt)
        for street in STREETS:
            owners = sum(
                table.ledger.balance(f"{seat.key}:streets", street) > 0 for seat in table.players
            )
            houses, mortgaged = t.street(street).houses, t.street(street).mortgaged
            assert owners <= 1
            assert 0 <= houses <= 5
            assert not (mortgaged and houses)
            assert owners or not (mortgaged or houses)
        for board in self.evening.game.boards(table):
            assert board.history[-1][0] == board.price == t.share_price

"""Random evenings of Totopoly, and days at its races that nobody had to sit through the auction for."""

import re
from typing import ClassVar

from companion.core.questions import Number
from companion.games.totopoly.betting.totalisator import mismatch
from companion.games.totopoly.box import LEASE_CARDS, TRAINING_CARDS
from companion.games.totopoly.game import GAME
from tests.laws.games.walker import CHANGES, Walker

PRICES = {f"h{number}": 50 + 5 * number for number in range(1, 13)} | {
    f"b{number}": 40 for number in range(1, 9)
}
"""What is printed on this table's cards; the auctioneer's card (b6) is free whatever it says."""
NAMES = tuple(action.name for action in GAME.actions)
BETTING = {*NAMES[NAMES.index("bet") : NAMES.index("settle")]}
PURSES = ("cash", "book", "fund", "pool")
"""Where the money of a race day is; what lies in the money box has no end."""


def money(table):
    balances = table.ledger.balances.items()
    return sum(
        held
        for (account, _), held in balances
        if account.partition(":")[2] in PURSES and account != "bank:cash"
    )


class TotopolyWalker(Walker):
    key = "totopoly"
    names = ("Tote", "Bank", "Banker", "Due", "Training", "Everyone")
    choices: ClassVar = {
        "keeps": ("evening", "evening", "evening", "tote", "auction", "bank", "book")
    }
    weights = (72, 12, 9, 4)
    figures = (0, 1, 2, 5, 9, 10, 25, 30, 99, 180, 700, 701, 5_000, 1_000_000_000)
    phrases = ("Zoe", "for the test", "17", "5/1", "9/2", "the vet's bill")
    rare = frozenset({"leave", "close_book", "correct_stage", "end_auction"})
    by_hand = CHANGES | {
        "correct_lease",
        "correct_money",
        "correct_stage",
        "correct_scratch",
        "correct_training",
    }
    codes = re.compile(r"\$|\bh\d+\b|\bb\d\b")

    def begin(self):
        """Start; half the time lease two horses to everyone and open the Tote, so that the walk is about the race."""
        evening, seats = self.evening, [seat.key for seat in self.evening.table.seats]
        evening.do("start")
        if self.random.random() < 0.5 or self.houses["keeps"] != "evening":
            return
        evening.do("wear_hat", hat="auctioneer", who=seats[0])
        for at, who in enumerate(seats, 1):
            for card in (f"h{at}", f"h{at + 6}"):
                evening.do("keep", who=who, card=card, price=PRICES[card])
        evening.do("open_auction")
        evening.do("end_auction", reason="late")
        if evening.t.stage == "ring":
            evening.do("end_training")
        evening.do("enter_race", who="everyone")
        evening.do("open_tote")
        evening.begun = len(evening.entries)

    def step(self):
        if self.steps % 20 == 0 and self.evening.t.stage in ("ring", "parade"):
            self.grow_poor()
        super().step()

    def grow_poor(self):
        """Leave a player with hardly any cash, so that debts can't be met."""
        who = self.random.choice(self.evening.t.seats)
        if self.evening.t.tracked and 20 < who.cash < 100_000:
            self.evening.do(
                "correct_money",
                giver=who.key,
                taker="bank",
                amount=who.cash - 10,
                reason="for the test",
            )

    def possible(self, question, answers):
        if question.name == "price" and (card := answers.get("card")) in PRICES:
            return [PRICES[card], PRICES[card], 0, 701]
        if isinstance(question.kind, Number) and not question.kind.named:
            return list(range(question.kind.at_least, min(question.kind.at_most, 12) + 1))
        return super().possible(question, answers)

    def judge(self, name, before, after):
        t = GAME.turn(after)
        assert name not in BETTING or money(before) == money(after), (
            "what is laid is paid to somebody"
        )
        for who in t.everybody:
            stables = {t.business_type(card) for card in who.cards if card[0] == "b"}
            assert after.house("limits") == "warn" or not {"walroy", "stevedon"} <= stables
        lie = [
            unit
            for (_, unit), held in after.ledger.balances.items()
            if unit in LEASE_CARDS and held > 0
        ]
        assert len(lie) == len(set(lie)), f"a card lies in two places: {lie}"
        prizes = any(mark == "prizes" for _, mark in after.ledger.marks)
        assert prizes or not t.tracked or before.house("training") != "account" or t.fund >= 0

    def sound(self):
        table, game, t = self.evening.table, self.evening.game, self.evening.t
        for seat in table.players:
            assert not (t.hidden and game.standing(table, seat.key).holdings)
        for board in game.boards(table):
            assert board.pool >= sum(runner.laid for runner in board.runners if board.book)
            for runner in board.runners:
                assert runner.laid >= 0
                self.read(f"{runner.pays}; {runner.out}; {runner.name}")
        ending = self.evening.ending
        assert ending is None or not mismatch(t)
        if not self.stained:
            self.sound_as_written()
            assert self.seen & self.by_hand or t.due is None or t.stage in ("ring", "parade")

    def sound_as_written(self):
        t, lies = self.evening.t, self.evening.balance("tote:pool", "\u00a3")
        assert not mismatch(t)
        assert lies >= 0
        assert t.tote_paid or (lies == t.laid if t.day.number == 1 else lies >= t.laid)
        for who in t.everybody:
            # who keeps a book may have to pay more than there is; the book says so before
            kept = self.evening.mark("side", f"open_{who.key}") is not None
            assert kept or not t.tracked or who.cash >= 0, who.key
            assert who.till >= 0
            for kind in (*LEASE_CARDS, *TRAINING_CARDS):
                for place in ("cards", "training"):
                    assert self.evening.balance(f"{who.key}:{place}", kind) >= 0

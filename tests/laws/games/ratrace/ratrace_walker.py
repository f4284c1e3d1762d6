"""Random evenings of Ratrace."""

import re
from typing import ClassVar

from companion.games.ratrace.game import HAMMER, ITEMS, STOCK
from tests.laws.games.walker import CHANGES, Walker


class RatraceWalker(Walker):
    key = "ratrace"
    names = ("Treasury", "Olive", "Table", "Stock", "Race", "Due")
    choices: ClassVar = {
        "goal": ("1000", "5000", "100000"), "bet_limit": ("0", "0", "100"), "position": ("on", "on", "off"),
    }  # fmt: skip
    phrases = ("Dora", "Ed", "Fay", "racetrack", "17", "for the test")
    rare = frozenset()
    leaves = re.compile(
        r"(?:^|^With the stake back |^Leaves )(\w+)(?: has| then has| with| starts over with| retires with)\b"
    )
    # a card put into a hand by hand may be one too many from then on; other corrections leave the rules to be judged
    unjudged = CHANGES | {
        "correct_money", "correct_credit", "correct_card", "correct_class", "correct_paper", "correct_business",
        "private_sale", "gift",
    }  # fmt: skip

    def judge(self, name, before, after):
        if name in self.unjudged:
            return
        turns = self.evening.game.turn(before), self.evening.game.turn(after)
        for seat in after.players:
            was, held = (turn.holder(seat.key).cards for turn in turns)
            # an auction called off gives back what corrections had put into the hand
            if len(held) > len(was) and "correct_card" not in self.seen:
                assert len(set(held)) == len(held) <= 3, f"{seat.key} holds {held}"
        limit = after.house("stock")
        for item in ITEMS.values():
            was, left = (turn.held(STOCK, "cards", item.unit) for turn in turns)
            assert limit == "unlimited" or left >= was or int(limit) + left >= 0, (
                f"{item} is below zero"
            )

    def sound(self):
        turn, ending = self.evening.t, self.evening.ending
        assert ending is None or ending.ranks[0][1] == 1
        if self.stained:
            return
        for seat in map(turn.seat, (seat.key for seat in self.evening.table.players)):
            assert min(seat.cash, seat.debt) >= 0, f"{seat.key} holds less than nothing"
        for gamble in turn.gambles:
            assert turn.event == gamble.code or not gamble.stakes, f"{gamble.code} money lies about"
        assert turn.event == "auction" or not turn.holdings(HAMMER, "cards")
        assert ending is None or len(ending.ranks) == len(turn.seats)

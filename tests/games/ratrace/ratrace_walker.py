"""Random evenings of Ratrace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.games.ratrace import GAME
from companion.games.ratrace.game import AUCTION, EXCHANGE, HAMMER, ITEMS, LOTTERY, RACE, STOCK
from companion.games.ratrace.options import OPTIONS
from tests.games.evening import Evening
from tests.games.walker import CHANGES, Walker, some_houses, unlisted

if TYPE_CHECKING:
    from random import Random

    from companion.core.table import Table
    from models.ledger import Refusal


def random_houses(random: Random) -> dict[str, str]:
    """Some way of playing every house rule."""
    ways = some_houses(random, OPTIONS)
    ways["goal"] = random.choice(("1000", "5000", "100000"))
    ways["bet_limit"] = random.choice(("0", "0", "100"))
    ways["position"] = random.choice(("on", "on", "off"))
    return ways


class RatraceWalker(Walker):
    """One random evening of Ratrace. ``deepest`` is the highest class anybody reached."""

    names = ("Treasury", "Olive", "Table", "Stock", "Race", "Due")
    figures = (1, 2, 7, 50, 99, 100, 101, 200, 500, 1_000, 2_500, 3_000, 10_000, 100_000, 1_000_000_000)
    phrases = ("Dora", "Ed", "Fay", "racetrack", "17", "for the test")
    numbers = ("1000", "17")
    bad = re.compile(r"\b(he|his|him|None|nan|\w+_\w+)\b|\$-|  |\.\.|\(\)|[{}<>]")
    leaves = re.compile(
        r"(?:^|^With the stake back |^Leaves )(\w+)(?: has| then has| with| starts over with| retires with)\b"
    )
    # a card put into a hand by hand may be one too many from then on; other corrections leave the rules to be judged
    unjudged = CHANGES | {
        "correct_money",
        "correct_credit",
        "correct_card",
        "correct_class",
        "correct_paper",
        "correct_business",
        "private_sale",
        "gift",
    }

    def __init__(self, random: Random, players: int, houses: dict[str, str], *, stains: bool = False) -> None:
        super().__init__(random, players, houses, stains=stains)
        self.dealt_by_hand = False
        self.deepest = 0
        self.last = ""

    def begin(self) -> Evening:
        """A table at the beginning."""
        return Evening(*self.seated, **self.houses)

    def recorded(self, name: str) -> None:
        """Take note of cards put into a hand by hand."""
        self.last = name
        self.dealt_by_hand = self.dealt_by_hand or name == "correct_card"

    def could_not_be_shown(self, name: str, answers: dict[str, object], refusal: Refusal) -> None:
        """What was filled in from what is not greyed is refused only for what no option shows, at the very question."""
        self.refused(name, refusal)
        assert refusal.question, f"{name} {answers}: {refusal}"
        blamed = self.evening.game.find_action(name).question(refusal.question)
        assert blamed.optional or unlisted(blamed.kind), f"{name} {answers}: {refusal}"

    def judge(self, before: Table, after: Table) -> None:
        """What a rule may never do, whatever the house rules."""
        if self.last in self.unjudged:
            return
        turns = GAME.turn(before), GAME.turn(after)
        for seat in after.players:
            was, held = (turn.holder(seat.key).cards for turn in turns)
            more = len(held) > len(was)
            # an auction called off gives back what corrections had put into the hand
            assert not more or self.dealt_by_hand or len(held) <= 3, f"{seat.key} holds {held}"
            assert not more or self.dealt_by_hand or len(set(held)) == len(held), f"{seat.key} holds {held}"
        for item in ITEMS.values():
            was, left = (turn.held(STOCK, "cards", item.unit) for turn in turns)
            limit = after.house("stock")
            assert limit == "unlimited" or left >= was or int(limit) + left >= 0, f"{item} is below zero"

    def sound(self) -> None:
        """What must be so after every step."""
        table = self.evening.table
        turn = GAME.turn(table)
        if not self.stained:
            for seat in table.players:
                assert turn.seat(seat.key).cash >= 0, f"{seat.key} holds less than nothing"
                assert turn.seat(seat.key).debt >= 0
            for purse in (RACE, EXCHANGE, LOTTERY):
                assert turn.event == purse or not turn.on_table(purse), f"{purse} money lies about"
            assert turn.event == AUCTION or not turn.holdings(HAMMER, "cards")
        for seat in table.players:
            assert self.evening.game.standing(table, seat.key).progress is not None
            self.deepest = max(self.deepest, turn.seat(seat.key).level)
        ending = self.evening.game.ending(table)
        assert ending is None or ending.ranks[0][1] == 1
        assert self.stained or ending is None or len(ending.ranks) == len(turn.seats)

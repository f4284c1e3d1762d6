"""Rat Race Monopoly: thousands of random actions, legal and not, with random house rules, and the book stays sound."""

import re
from random import Random

import pytest

from companion.games import find_game
from companion.games.rat_race_monopoly import GAME, disasters
from companion.games.rat_race_monopoly.board import GROUPS, STREETS, STREETS_OF
from companion.games.rat_race_monopoly.game import BANK
from companion.games.rat_race_monopoly.net_worth import net_worth
from companion.games.rat_race_monopoly.options import OPTIONS
from tests.games.rat_race_monopoly.millions import Millions
from tests.games.walker import CHANGES, Walker, some_houses

PLENTY = 12_000


def random_houses(random, books=None):
    """Some way of playing every house rule; both books more often than the broker's alone."""
    ways = some_houses(random, OPTIONS)
    ways["books"] = books or random.choice(("both", "both", "both", "broker"))
    ways["goal"], ways["goal_classic"] = random.choice((("30000", "3000"), ("300000", "30000")))
    ways["point"] = random.choice(("100", "55", "1000"))
    return ways


class MillionsWalker(Walker):
    """One random evening of Rat Race Monopoly."""

    names = ("Bank", "Market", "Turn", "Dice", "Jail", "Price", "Disaster", "Game")
    weights = (64, 20, 10, 4)
    figures = (0, 1, 7, 10, 50, 100, 155, 200, 500, 1_000, 2_000, 3_000, 6_000, 30_000, 1_000_000_000)
    phrases = ("Zoe", "Bank", "17", "1.5M", "for the test")
    numbers = ("17", "1000")
    rare = frozenset({"leave", "bankrupt", "declare", "call_off", "join"})
    by_hand = CHANGES | {
        "correct_cash", "correct_loan", "correct_job", "correct_degree", "correct_insurance", "correct_jail",
        "correct_street", "correct_buildings", "correct_mortgage", "correct_price", "correct_shares",
    }  # fmt: skip
    bad = re.compile(r"\bNone\b|\bnan\b|\b\w+_\w+\b|\$-|  |\.\.|\(\)|[{}<>]|\bs\d+\b")
    leaves = re.compile(r"(?:^|^Leaves )(\w+)(?: then has| with)\b")

    def begin(self):
        return Millions(*self.seated, **self.houses)

    def grow_rich(self):
        """Give a player what streets, degrees and houses cost; or nearly nothing, so that debts can't be met."""
        t = self.evening.t
        if self.going():
            who = self.random.choice(t.seats).key
            cash = self.random.choice((0, 100, PLENTY, PLENTY)) // (1 if self.evening.unit == "K" else 10)
            self.evening.has(who, cash)
            group = self.random.choice(GROUPS)
            streets = STREETS_OF[group.key]
            if cash and all(t.street(street).owner.key == BANK for street in streets):
                for street in streets:
                    self.evening.do("correct_street", street=street, to=who, reason="for the test")

    def going(self):
        """Whether money can be given and taken."""
        t = self.evening.t
        return t.opened and not t.broker_alone and self.evening.game.ending(self.evening.table) is None

    def judge(self, before, after):
        """What a rule may never do, whatever the house rules."""
        before, after = GAME.turn(before), GAME.turn(after)
        for who in after.everybody:
            was = before.holder(who.key)
            assert who.job <= 2 * who.degree
            assert who.job >= was.job
            assert who.shares <= was.shares + 1
            for _, owed, since in who.loans:
                assert owed in {after.loan_size(at) for at in (1, 2, 3)}
                assert since <= after.table.ledger.seq
        assert after.share_price >= min(after.floor, before.share_price)
        for group in GROUPS:
            built = [after.street(street).houses for street in STREETS_OF[group.key]]
            struck = disasters.is_pending(before)
            uneven = max(built) - min(built) > 1
            was = [before.street(street).houses for street in STREETS_OF[group.key]]
            assert struck or not uneven or max(was) - min(was) > 1, f"{group.title}: {built}"

    def sound(self):
        """What must be so after every step."""
        table, game, t = self.evening.table, self.evening.game, self.evening.t
        money = {unit for (account, unit), held in table.ledger.balances.items() if held and unit in ("K", "$")}
        assert money <= {t.unit}
        assert not (money and t.broker_alone)
        for seat in table.players:
            card = game.standing(table, seat.key)
            for words in (card.subtitle, *(text for row in card.details for text in row)):
                self.read(words)
            worth, lines = net_worth(t.seat(seat.key))
            assert sum(figure for _, figure in lines[:-1]) == worth
            if not self.stained:
                self.sound_player(t.seat(seat.key))
        if not self.stained:
            for street in STREETS:
                owners = [one for one in (*table.players,) if table.ledger.balance(f"{one.key}:streets", street) > 0]
                assert len(owners) <= 1
                houses, mortgaged = t.street(street).houses, t.street(street).mortgaged
                assert 0 <= houses <= 5
                assert not (mortgaged and houses)
                assert owners or not (mortgaged or houses)
            for board in game.boards(table):
                assert board.history[-1][0] == board.price == t.share_price

    def sound_player(self, who):
        """What must be so of one player."""
        held = who.cash
        assert held >= 0, f"{who} holds {held}"
        assert held % who.t.notes(1) == 0
        assert who.shares >= 0
        assert who.debt == sum(owed for _, owed, _ in who.loans)
        if who not in who.t.seats:
            assert not held
            assert not who.streets
            assert not who.shares
            assert not who.debt


def walk(seed, steps, *, stains=False, books=None, rich=True):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walker = MillionsWalker(random, 2 + seed % 7, random_houses(random, books), stains=stains)
    if seed % 5:
        walker.record("start", {})
    for step in range(steps):
        if rich and step % 15 == 0:
            walker.grow_rich()
        walker.step()
        if step % 60 == 59:
            walker.greys_truly()
    return walker


@pytest.mark.parametrize("stains", [False, True], ids=["as_written", "with_lines_struck_out"])
@pytest.mark.seeds(range(8), 1)
def test_a_long_random_evening_of_rat_race_monopoly_stays_sound(seed, stains):
    walk(seed, 160, stains=stains).ends()


@pytest.mark.seeds(range(30, 33), 1)
def test_a_long_random_evening_of_the_stock_broker_alone_stays_sound(seed):
    walk(seed, 160, books="broker").ends()


@pytest.mark.long
def test_random_evenings_try_nearly_everything_and_come_to_ends():
    seen, ended = set(), 0
    for seed in range(100, 109):
        walker = walk(seed, 120, books="broker" if seed == 101 else "both")
        seen |= walker.seen
        ended += walker.evening.game.ending(walker.evening.table) is not None
    every = {action.name for action in find_game("rat_race_monopoly").actions}
    assert len(every - seen) <= 9, every - seen
    assert ended

"""Totopoly: thousands of random actions, legal and not, with random house rules, and the book stays sound."""

import re
from random import Random

import pytest

from companion.core.questions import Number
from companion.games import find_game
from companion.games.totopoly.betting.bets import mismatch, slips, sum_laid
from companion.games.totopoly.borrowing import open_due
from companion.games.totopoly.game import GAME
from companion.games.totopoly.lease_cards import LEASE_CARDS, TRAINING_CARDS
from companion.games.totopoly.options import OPTIONS
from tests.games.totopoly.race_day import betting, book_alone, tote_alone
from tests.games.totopoly.stable import PRICES, Stable
from tests.games.walker import CHANGES, Walker, some_houses


def random_houses(random, keeps=None):
    """Some way of playing every house rule; the whole evening more often than one hat alone."""
    ways = some_houses(random, OPTIONS)
    ways["keeps"] = keeps or random.choice(("evening", "evening", "evening", "tote", "auction", "bank", "book"))
    return ways


class TotopolyWalker(Walker):
    """One random evening of Totopoly."""

    names = ("Tote", "Bank", "Banker", "Due", "Training", "Everyone")
    weights = (72, 12, 9, 4)
    figures = (0, 1, 2, 5, 9, 10, 25, 30, 99, 180, 700, 701, 5_000, 1_000_000_000)
    phrases = ("Zoe", "for the test", "17", "5/1", "9/2", "the vet's bill")
    rare = frozenset({"leave", "close_book", "correct_stage", "end_auction"})
    by_hand = CHANGES | {"correct_lease", "correct_money", "correct_stage", "correct_scratch", "correct_training"}
    bad = re.compile(r"\bNone\b|\bnan\b|\b\w+_\w+\b|\u00a3-|\$|  |\.\.|\(\)|[{}<>]|\bh\d+\b|\bb\d\b")

    def __init__(self, random, players, houses, *, stains=False):
        super().__init__(random, players, houses, stains=stains)
        self.stages = set()

    def begin(self):
        return Stable(*self.seated, **self.houses)

    def recorded(self, name):
        del name
        self.stages.add(self.evening.stage)

    def grow_poor(self):
        """Leave a player with hardly any cash, so that debts can't be met."""
        who = self.random.choice(self.evening.t.seats).key
        if self.evening.t.tracked and 20 < self.evening.cash(who) < 100_000:
            self.evening.have(who, 10)

    def possible(self, question, answers):
        """Answers of a kind, whether they make sense now or not."""
        if question.name == "price" and (card := answers.get("card")) in PRICES:
            return [PRICES[card], PRICES[card], 0, 701]
        if isinstance(question.kind, Number) and not question.kind.named:
            return list(range(question.kind.least, min(question.kind.most, 12) + 1))
        return super().possible(question, answers)

    def judge(self, before, after):
        """What a rule may never do, whatever the house rules."""
        t = GAME.turn(after)
        for who in t.everybody:
            stables = {t.business_type(card) for card in who.cards if card[0] == "b"}
            assert after.house("limits") == "warn" or not {"walroy", "stevedon"} <= stables
        for card in LEASE_CARDS:
            places = [account for (account, unit), held in after.ledger.balances.items() if unit == card and held > 0]
            assert len(places) <= 1, f"{card} lies in {places}"
        if t.tracked and before.house("training") == "account":
            prizes = any(mark == "prizes" for (_, mark) in after.ledger.marks)
            assert prizes or t.fund >= 0

    def sound(self):
        """What must be so after every step."""
        table, game, t = self.evening.table, self.evening.game, self.evening.t
        if not self.stained:
            for seat in table.players:
                # who keeps a book may have to pay more than there is; the book says so before
                kept = table.ledger.mark("side", f"open_{seat.key}") is not None
                assert kept or not t.tracked or t.holder(seat.key).cash >= 0, seat.key
                for kind in (*LEASE_CARDS, *TRAINING_CARDS):
                    for place in ("cards", "training"):
                        assert table.ledger.balance(f"{seat.key}:{place}", kind) >= 0
        for seat in table.players:
            card = game.standing(table, seat.key)
            for words in (card.subtitle, *(text for row in card.details for text in row)):
                self.read(words)
            assert not t.hidden or not card.holdings
        for board in game.boards(table):
            assert board.pool >= sum(one.laid for one in board.runners if board.book)
            for runner in board.runners:
                assert runner.laid >= 0
                self.read(f"{runner.pays}; {runner.out}; {runner.name}")
        due = open_due(t)
        assert due is None or t.stage in ("ring", "parade") or self.stained or self.corrected
        ending = game.ending(table)
        assert ending is None or ending.ranks[0][1] == 1


def go_to_the_gate(walker):
    """Lease two horses to everyone, so that the walk is about the race."""
    seats = [seat.key for seat in walker.evening.table.seats]
    if walker.random.choice((True, False)) and walker.evening.stage == "leases":
        walker.record("wear_hat", {"hat": "auctioneer", "who": seats[0]})
        for at, who in enumerate(seats, 1):
            for card in (f"h{at}", f"h{at + 6}"):
                walker.record("keep", {"who": who, "card": card, "price": PRICES[card]})
        walker.record("open_auction", {})
        walker.record("end_auction", {"reason": "late"})
        if walker.evening.stage == "ring":
            walker.record("end_training", {})


def walk(seed, steps, *, stains=False, keeps=None):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walker = TotopolyWalker(random, 2 + seed % 5, random_houses(random, keeps), stains=stains)
    walker.record("start", {})
    go_to_the_gate(walker)
    for step in range(steps):
        if step % 20 == 0 and walker.evening.stage in ("ring", "parade"):
            walker.grow_poor()
        walker.step()
        if step % 60 == 59:
            walker.greys_truly()
    return walker


@pytest.mark.parametrize("stains", [False, True], ids=["as_written", "with_lines_struck_out"])
@pytest.mark.seeds(range(8), 2)
def test_a_long_random_evening_of_totopoly_stays_sound(seed, stains):
    walk(seed, 160, stains=stains).ends()


@pytest.mark.long
def test_random_evenings_come_to_every_stage_and_try_nearly_everything():
    seen, stages = set(), set()
    for seed in range(100, 118):
        walker = walk(seed, 140, keeps="evening" if seed % 4 else ("tote", "book")[seed // 4 % 2])
        seen |= walker.seen
        stages |= walker.stages
    every = {action.name for action in find_game("totopoly").actions}
    assert len(every - seen) <= 12, every - seen
    assert {"leases", "lots", "ring", "parade", "betting", "running", "home"} <= stages


# --- Race days: bets, races and payouts

NAMES = tuple(one.name for one in GAME.actions)
BETTING = {*NAMES[NAMES.index("bet") : NAMES.index("settle")]}
LAST = {"pay_prizes", "close_book"}
HOUSES = ("dividend", "breakage", "unbacked", "least", "moves_up", "close", "book_place", "quarters", "owners_round")
WANTED = {
    tote_alone: "bet correct_bet take_back withdraw off home no_more pay_tote next_race",
    book_alone: "book_bet lay_odds top_up draw_out book_take_back home settle_book next_race",
    betting: "bet book_bet off home correct_places pay_tote",
}


class RaceWalker(TotopolyWalker):
    """One random day at the races, until the last payout."""

    weights = (42, 0, 46, 7)

    def __init__(self, random, start, *, stains=False):
        self.start = start
        houses = some_houses(random, [one for one in OPTIONS if one.key in HOUSES])
        super().__init__(random, 4, houses, stains=stains)
        self.evening.begun = len(self.evening.entries)

    def begin(self):
        if self.start is not betting:
            return self.start(**self.houses)
        day = betting(fund=self.random.choice((0, 13, 2_170)), **self.houses)
        day.do("gain_card", who=self.random.choice(("ann", "ben", "cy")), kind="white.black")
        day.do("open_book", who="dee", amount=100)
        return day

    def record(self, name, answers):
        """Write what is about bets and the race; most calls to be off come too early for any bets."""
        if name in BETTING - LAST and (name != "off" or self.random.random() < 0.3):
            super().record(name, answers)

    def strike_out(self):
        lines = [line.seq for line in self.evening.entries[self.evening.begun :]]
        able = [seq for seq in lines if self.evening.projection.stands(seq) and not self.turns_back(seq)]
        if able:
            self.evening.void(self.random.choice(able))
            self.stained = True

    def turns_back(self, seq):
        return self.evening.entries[seq - 1].turns_back

    def sound(self):
        super().sound()
        table, game, t = self.evening.table, self.evening.game, self.evening.t
        lies, laid = self.evening.held("tote:pool"), sum_laid(slips(t))
        if not self.stained:
            assert t.tote_paid or (lies == laid if t.race == 1 else lies >= laid)
            assert lies >= 0
            assert not mismatch(t)
            assert all(who.till >= 0 for who in t.everybody)
        if game.ending(table):
            assert not mismatch(t)
        elif sheet := game.prompt(table).sheet:
            # whatever was struck out, what the book expects next can be done
            why = game.find_action(sheet.action).why_not(table, sheet.answers)
            assert why is None, f"{sheet.action}: {why}"


@pytest.mark.parametrize(
    "stains",
    [pytest.param(False, id="as_written"), pytest.param(True, id="with_lines_struck_out", marks=pytest.mark.long)],
)
@pytest.mark.parametrize("start", WANTED)
def test_a_random_race_day_stays_sound(start, stains):
    seen = set()
    # a day from which lines are struck out comes to its payout less often
    for seed in range(12 if stains else 5):
        walker = RaceWalker(Random(seed), start, stains=stains)  # noqa: S311 - it plays, it keeps no secrets
        for _ in range(120):
            walker.step()
        seen |= walker.seen
    assert set(WANTED[start].split()) <= seen


@pytest.mark.seeds(range(8), 2)
def test_a_random_race_day_pays_every_unit_to_somebody(seed):
    walker = RaceWalker(Random(seed), betting)  # noqa: S311 - it plays, it keeps no secrets
    day = walker.evening
    accounts = [f"{seat.key}:{purse}" for seat in day.table.seats for purse in ("cash", "book")]
    accounts += ["bank:fund", "banker:cash", "clerk:cash", "tote:pool"]
    money = sum(map(day.held, accounts))
    for _ in range(60):
        walker.step()
    # whatever happened, the prompt leads to the end
    while not day.game.ending(day.table):
        sheet = day.prompt.sheet
        answers = dict(sheet.answers)
        if sheet.action == "home":
            answers["horse"] = day.game.find_action("home").options(day.table, {}, "horse")[0].value
        day.do("off" if sheet.action == "bet" else sheet.action, **({} if sheet.action == "bet" else answers))
        assert len(day.entries) < 200
    assert sum(map(day.held, accounts)) == money

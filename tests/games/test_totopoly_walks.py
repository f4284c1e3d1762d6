"""Totopoly: thousands of random actions, legal and not, with random house rules, and the book stays sound."""

import re
from random import Random

import pytest
from stable import PRICES, Stable

from companion.games import find_game
from companion.games.totopoly import dues, state
from companion.games.totopoly.board import CARDS, TRAINING_CARDS
from companion.games.totopoly.houses import HOUSES
from companion.kinds import Amount, Number, Words
from models.ledger import Refusal

NAMES = ("Tote", "Bank", "Banker", "Due", "Training", "Everyone")
FIGURES = (0, 1, 2, 5, 9, 10, 25, 30, 99, 180, 700, 701, 5_000, 1_000_000_000)
CHANGES = {"change_house", "change_board"}
BY_HAND = CHANGES | {"correct_lease", "correct_money", "correct_stage", "correct_scratch", "correct_training"}
LEAVES = re.compile(r"(?:^|^Leaves )(\w+)(?: then has| with)\b")
BAD_WORDS = re.compile(r"\bNone\b|\bnan\b|\b\w+_\w+\b|\u00a3-|\$|  |\.\.|\(\)|[{}<>]|\bh\d+\b|\bb\d\b")


def random_houses(random, keeps=None):
    """Some way of playing every house rule; the whole evening more often than one hat alone."""
    ways = {one.key: random.choice([way for way, _ in one.ways]) for one in HOUSES}
    ways["keeps"] = keeps or random.choice(("evening", "evening", "evening", "tote", "auction", "bank", "book"))
    return ways


class Walker:
    """One random evening of Totopoly. ``stained`` once lines were struck out by halves."""

    def __init__(self, random, players, houses, *, stains=False):
        self.random = random
        self.houses = houses
        self.names = NAMES[:players]
        self.evening = Stable(*self.names, **houses)
        self.may_stain = stains
        self.stained = False
        self.by_hand = False
        self.seen = set()
        self.stages = set()

    # --- steps

    def step(self):
        dice = self.random.random()
        if dice < 0.72:
            self.follow_the_prompt()
        elif dice < 0.84:
            self.anything_possible()
        elif dice < 0.93:
            self.anything_at_all()
        elif dice < 0.97 and self.evening.undoable():
            self.evening.undo()
            if self.random.random() < 0.7:
                self.evening.redo()
        elif self.may_stain and self.evening.entries:
            self.strike_out()
        self.look()

    def grow_poor(self):
        """Leave a player with hardly any cash, so that debts can't be met."""
        who = self.random.choice(state.playing(self.evening.table))
        if state.tracked(self.evening.table) and 20 < self.evening.cash(who) < 100_000:
            self.evening.have(who, 10)

    def follow_the_prompt(self):
        prompt = self.evening.prompt
        offers = [one for one in (prompt.sheet, prompt.sheet, *prompt.offers) if one is not None]
        if offers:
            offer = self.random.choice(offers)
            if self.evening.game.action(offer.action).why_not(self.evening.table, offer.answers) is None:
                self.fill(offer.action, dict(offer.answers))

    def anything_possible(self):
        action = self.random.choice(self.evening.game.actions)
        rare = action.name in {"leave", "close_book", "correct_stage", "end_auction"} and self.random.random() < 0.7
        if not rare and action.why_not(self.evening.table, {}) is None:
            self.fill(action.name, {})

    def fill(self, name, answers):
        """Answer question by question from what is not greyed, and record it."""
        action = self.evening.game.action(name)
        for question in action.questions:
            if question.name in answers or (question.optional and self.random.random() < 0.5):
                continue
            options = action.options(self.evening.table, answers, question.name)
            if options is None:
                answers[question.name] = self.some(question, answers)
                continue
            able = [one.value for one in options if one.refusal is None]
            free = any(isinstance(action.question(one).kind, Amount | Words) for one in answers)
            assert able or free or question.optional, f"{name} {answers}: nothing to choose for {question.name}"
            if not able and not question.optional:
                return
            if able:
                answers[question.name] = self.random.choice(able)
        try:
            self.record(name, answers)
        except Refusal as refusal:
            self.could_not_be_shown(name, answers, refusal)

    def could_not_be_shown(self, name, answers, refusal):
        """What was filled in from what is not greyed is refused only for what no option shows."""
        self.refused(name, refusal)
        action = self.evening.game.action(name)
        assert refusal.question or any(q.optional and q.name in answers for q in action.questions), f"{name} {refusal}"
        if refusal.question:
            blamed = action.question(refusal.question)
            shown = not blamed.optional and not isinstance(blamed.kind, Amount | Words)
            later = any(q.optional and q.name in answers for q in action.questions)
            assert not shown or later, f"{name} {answers}: {refusal}"

    def refused(self, name, refusal):
        if name not in CHANGES:
            self.read(refusal.sentence)

    def anything_at_all(self):
        action = self.random.choice(self.evening.game.actions)
        answers = {q.name: self.some(q, {}) for q in action.questions if self.random.random() < 0.95}
        try:
            self.record(action.name, answers)
        except Refusal as refusal:
            self.refused(action.name, refusal)

    def some(self, question, answers):
        return self.random.choice(self.possible(question, answers))

    def possible(self, question, answers):
        """Answers of a kind, whether they make sense now or not."""
        kind = question.kind
        if question.name == "price" and (card := answers.get("card")) in PRICES:
            return [PRICES[card], PRICES[card], 0, 701]
        if isinstance(kind, Amount):
            most = kind.most(self.evening.table, answers) if kind.most else 0
            return [one for one in (*FIGURES, kind.least, most, most) if one >= kind.least and one % kind.step == 0]
        if isinstance(kind, Words) and "rule" in answers:
            rule = self.evening.game.house(str(answers["rule"]))
            return [*(way for way, _ in rule.ways), "17"]
        if isinstance(kind, Words):
            return ["Zoe", "for the test", "17", "5/1", "9/2", "the vet's bill"]
        if type(kind) is Number:
            return list(range(kind.least, min(kind.most, 12) + 1))
        return list(kind.candidates(self.evening.table, answers) or getattr(kind, "values", ()) or (1, 2))

    def strike_out(self):
        able = [e.seq for e in self.evening.entries if self.evening.fold.stands(e.seq) and not e.turns_back]
        if able:
            self.evening.void(self.random.choice(able))
            self.stained = True

    def record(self, name, answers):
        before = self.evening.table
        proposal = self.evening.do(name, **answers)
        self.seen.add(name)
        self.stages.add(self.evening.stage)
        self.read(proposal.narration, full=True)
        for words in (proposal.rule, *proposal.house, *(line.text for line in proposal.working)):
            self.read(words)
        said = {found[1].casefold(): one.figure for one in proposal.working if (found := LEAVES.search(one.text))}
        for seat in self.evening.table.players:
            figure = said.get(seat.name.casefold())
            assert figure is None or figure == self.evening.cash(seat.key), f"{seat.name}: {proposal.working}"
        if name in BY_HAND:
            self.by_hand = True
        elif not self.stained and not self.by_hand:
            self.judge(before, self.evening.table)

    # --- checks

    def read(self, words, *, full=False):
        """What players are shown reads like a sentence."""
        assert words or not full
        assert not BAD_WORDS.search(words), words
        if full and "(" not in words:
            assert words.endswith("."), words
            assert not words[0].islower(), words

    def judge(self, before, after):
        """What a rule may never do, whatever the house rules."""
        for seat in after.players:
            stables = {state.role(after, card) for card in state.cards(after, seat.key) if card[0] == "b"}
            assert after.house("limits") == "warn" or not {"walroy", "stevedon"} <= stables
        for card in CARDS:
            places = [account for (account, unit), held in after.ledger.balances.items() if unit == card and held > 0]
            assert len(places) <= 1, f"{card} lies in {places}"
        if state.tracked(after) and before.house("training") == "account":
            prizes = any(mark == "prizes" for (_, mark) in after.ledger.marks)
            assert prizes or state.held(after, state.FUND) >= 0

    def look(self):
        """What must be so after every step."""
        table, game = self.evening.table, self.evening.game
        totals = {}
        for (_, unit), held in table.ledger.balances.items():
            totals[unit] = totals.get(unit, 0) + held
        assert not any(totals.values()), totals
        if not self.stained:
            for seat in table.players:
                # who keeps a book may have to pay more than there is; the book says so before
                kept = table.ledger.mark("side", f"open_{seat.key}") is not None
                assert kept or not state.tracked(table) or state.cash(table, seat.key) >= 0, seat.key
                for kind in (*CARDS, *TRAINING_CARDS):
                    for place in ("cards", "training"):
                        assert table.ledger.balance(f"{seat.key}:{place}", kind) >= 0
        prompt = game.prompt(table)
        self.read(prompt.title, full=False)
        self.read(prompt.text)
        for seat in table.players:
            card = game.standing(table, seat.key)
            for words in (card.note, card.subtitle, *(text for row in card.details for text in row)):
                self.read(words)
            hidden = state.hidden(table)
            assert not hidden or not card.holdings
        due = dues.open_due(table)
        assert due is None or state.stage(table) in ("ring", "parade") or self.stained or self.by_hand
        game.status(table)
        game.boards(table)
        ending = game.ending(table)
        assert ending is None or ending.ranks[0][1] == 1

    def greys_truly(self):
        """An action is ruled out exactly when no way of answering it works."""
        table = self.evening.table
        for action in self.evening.game.actions:
            if action.why_not(table, {}) is not None:
                for _ in range(3):
                    answers = {q.name: self.some(q, {}) for q in action.questions if not q.optional}
                    try:
                        proposal = self.evening.propose(action.name, **answers)
                    except Refusal:
                        continue
                    raise AssertionError(f"{action.name} was ruled out, and did: {proposal.narration}")

    def ends(self):
        """The same answers give the same postings, and undoing everything gives an empty book."""
        again = Stable(*self.names, **self.houses)
        for entry in self.evening.entries:
            if entry.voids:
                again.write(entry.proposal)
            else:
                assert again.do(entry.proposal.action, **entry.proposal.answers) == entry.proposal
        assert again.table.ledger == self.evening.table.ledger
        while self.evening.undoable():
            self.evening.undo()
        assert not self.evening.table.ledger.balances
        assert not self.evening.table.ledger.marks


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
    walker = Walker(random, 2 + seed % 5, random_houses(random, keeps), stains=stains)
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
@pytest.mark.parametrize("seed", range(8))
def test_a_long_random_evening_of_totopoly_stays_sound(seed, stains):
    walk(seed, 160, stains=stains).ends()


def test_random_evenings_come_to_every_stage_and_try_nearly_everything():
    seen, stages = set(), set()
    for seed in range(100, 118):
        walker = walk(seed, 140, keeps="evening" if seed % 4 else ("tote", "book")[seed // 4 % 2])
        seen |= walker.seen
        stages |= walker.stages
    every = {action.name for action in find_game("totopoly").actions}
    assert len(every - seen) <= 12, every - seen
    assert {"leases", "lots", "ring", "parade", "betting", "running", "home"} <= stages

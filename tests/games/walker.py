"""Plays any game at random, legally and not, and looks after every step whether the book is still sound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evening import Evening

from companion.games.ratrace import state
from companion.games.ratrace.houses import HOUSES
from companion.kinds import Amount, Choice, Number, Words
from models.ledger import Refusal

if TYPE_CHECKING:
    from random import Random

    from models.ledger import Proposal

NAMES = ("Treasury", "Olive", "Table", "Stock", "Race", "Due")
FIGURES = (1, 2, 7, 50, 99, 100, 101, 200, 500, 1_000, 2_500, 3_000, 10_000, 100_000, 1_000_000_000)
CORRECTIONS = {"correct_money", "correct_credit", "correct_card", "correct_class", "correct_paper", "correct_business"}
CHANGES = {"change_house", "change_board"}
LEAVES = re.compile(
    r"(?:^|^With the stake back |^Leaves )(\w+)(?: has| then has| with| starts over with| retires with)\b"
)
BAD_WORDS = re.compile(r"\b(he|his|him|None|nan|\w+_\w+)\b|\$-|  |\.\.|\(\)|[{}<>]")


def random_houses(random: Random) -> dict[str, str]:
    """Some way of playing every house rule."""
    ways = {one.key: random.choice([way for way, _ in one.ways]) for one in HOUSES}
    ways["goal"] = random.choice(("1000", "5000", "100000"))
    ways["bet_limit"] = random.choice(("0", "0", "100"))
    ways["position"] = random.choice(("on", "on", "off"))
    return ways


class Walker:
    """One random evening. ``stained`` once lines were struck out by halves, so that figures may be strange."""

    def __init__(self, random: Random, players: int, houses: dict[str, str], *, stains: bool = False) -> None:
        self.random = random
        self.houses = houses
        self.names = NAMES[:players]
        self.evening = Evening(*self.names, **houses)
        self.may_stain = stains
        self.stained = False
        self.by_hand = False
        self.seen: set[str] = set()
        self.deepest = 0

    # --- steps -------------------------------------------------------------------------------------

    def step(self) -> None:
        """Do one thing, likely what the book expects."""
        dice = self.random.random()
        if dice < 0.70:
            self.follow_the_prompt()
        elif dice < 0.80:
            self.anything_possible()
        elif dice < 0.92:
            self.anything_at_all()
        elif dice < 0.96 and self.evening.undoable():
            self.evening.undo()
            if self.random.random() < 0.5:
                self.evening.redo()
        elif self.may_stain and self.evening.entries:
            self.strike_out()
        self.look()

    def follow_the_prompt(self) -> None:
        """Take up one of the prompt's offers; unless it is refused, there must be a way to fill it in."""
        prompt = self.evening.game.prompt(self.evening.table)
        offers = [one for one in (prompt.sheet, prompt.sheet, *prompt.offers) if one is not None]
        if offers:
            offer = self.random.choice(offers)
            if self.evening.game.action(offer.action).why_not(self.evening.table, offer.answers) is None:
                self.fill(offer.action, dict(offer.answers))

    def anything_possible(self) -> None:
        """Take up any action that is not ruled out."""
        action = self.random.choice(self.evening.game.actions)
        if action.why_not(self.evening.table, {}) is None:
            self.fill(action.name, {})

    def fill(self, name: str, answers: dict[str, object]) -> None:
        """Answer question by question from what is not greyed, and record it."""
        action = self.evening.game.action(name)
        for question in action.questions:
            if question.name in answers or (question.optional and self.random.random() < 0.5):
                continue
            options = action.options(self.evening.table, answers, question.name)
            if options is None:
                answers[question.name] = self.some(question.kind, answers)
            else:
                able = [one.value for one in options if one.refusal is None]
                # only words or money of our own, such as a name that is taken, may leave nothing to choose
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

    def could_not_be_shown(self, name: str, answers: dict[str, object], refusal: Refusal) -> None:
        """What was filled in from what is not greyed is refused only for what no option shows."""
        self.refused(name, refusal)
        assert refusal.question, f"{name} {answers}: {refusal}"
        blamed = self.evening.game.action(name).question(refusal.question)
        assert blamed.optional or isinstance(blamed.kind, Amount | Words), f"{name} {answers}: {refusal}"

    def refused(self, name: str, refusal: Refusal) -> None:
        """Read a refusal; only those of changes list the codes that a session would write."""
        if name not in CHANGES:
            self.read(refusal.sentence)

    def anything_at_all(self) -> None:
        """Try any action with any answers of the right kinds: it is done or refused, and nothing else."""
        action = self.random.choice(self.evening.game.actions)
        answers: dict[str, object] = {}
        for question in action.questions:
            if self.random.random() < 0.95:
                answers[question.name] = self.some(question.kind, answers)
        try:
            self.record(action.name, answers)
        except Refusal as refusal:
            self.refused(action.name, refusal)

    def some(self, kind: object, answers: dict[str, object]) -> object:
        """Some answer of a kind."""
        return self.random.choice(self.possible(kind, answers))

    def possible(self, kind: object, answers: dict[str, object]) -> list[object]:
        """Answers of a kind, whether they make sense now or not."""
        if isinstance(kind, Amount):
            most = kind.most(self.evening.table, answers) if kind.most else 0
            return [one for one in (*FIGURES, kind.least, most, most) if one >= kind.least and one % kind.step == 0]
        if isinstance(kind, Words) and "rule" in answers:
            rule = self.evening.game.house(str(answers["rule"]))
            return [*(way for way, _ in rule.ways), "1000", "17"]
        if isinstance(kind, Words):
            return ["Dora", "Ed", "Fay", "racetrack", "17", "for the test"]
        if isinstance(kind, Number):
            return list(range(kind.least, kind.most + 1))
        return list(kind.values if isinstance(kind, Choice) else kind.candidates(self.evening.table, answers))

    def strike_out(self) -> None:
        """Void any one entry that stands."""
        able = [e.seq for e in self.evening.entries if self.evening.fold.stands(e.seq) and not e.turns_back]
        if able:
            self.evening.void(self.random.choice(able))
            self.stained = True

    def record(self, name: str, answers: dict[str, object]) -> None:
        """Write an action, and look at what it did."""
        before = self.evening.table
        proposal = self.evening.do(name, **answers)
        after = self.evening.table
        self.seen.add(name)
        self.read(proposal.narration, full=True)
        for words in (proposal.rule, *proposal.house, *(line.text for line in proposal.working)):
            self.read(words)
        self.check_receipt(proposal)
        if name in CORRECTIONS | CHANGES | {"private_sale", "gift"}:
            self.by_hand = self.by_hand or name == "correct_card"
        elif not self.stained:
            self.judge(before, after)

    def check_receipt(self, proposal: Proposal) -> None:
        """The last figure a receipt gives for somebody's cash is what the book holds then."""
        said = {found[1].casefold(): line.figure for line in proposal.working if (found := LEAVES.search(line.text))}
        for seat in self.evening.table.players:
            figure = said.get(seat.name.casefold())
            assert figure is None or figure == self.evening.cash(seat.key), f"{seat.name}: {proposal.working}"

    # --- checks ------------------------------------------------------------------------------------

    def read(self, words: str, *, full: bool = False) -> None:
        """What players are shown reads like a sentence."""
        assert words or not full
        assert not BAD_WORDS.search(words), words
        if full and "(" not in words:
            assert words.endswith("."), words
            assert not words[0].islower(), words

    def judge(self, before: object, after: object) -> None:
        """What a rule may never do, whatever the house rules."""
        for seat in after.players:
            held = state.cards(after, seat.key)
            more = len(held) > len(state.cards(before, seat.key))
            # an auction called off gives back what corrections had put into the hand
            assert not more or self.by_hand or len(held) <= 3, f"{seat.key} holds {held}"
            assert not more or self.by_hand or len(set(held)) == len(held), f"{seat.key} holds {held}"
        for item in state.ITEMS:
            left, was = (table.ledger.balance(state.STOCK, item.unit) for table in (after, before))
            limit = after.house("stock")
            assert limit == "unlimited" or left >= was or int(limit) + left >= 0, f"{item} is below nought"

    def look(self) -> None:
        """What must be so after every step."""
        table, game = self.evening.table, self.evening.game
        totals: dict[str, int] = {}
        for (_, unit), held in table.ledger.balances.items():
            totals[unit] = totals.get(unit, 0) + held
        assert not any(totals.values()), totals
        kind = state.event(table)
        if not self.stained:
            for seat in table.players:
                assert state.cash(table, seat.key) >= 0, f"{seat.key} holds less than nothing"
                assert state.debt(table, seat.key) >= 0
            for purse in (state.RACE, state.EXCHANGE, state.LOTTERY):
                assert kind == purse or not state.table_money(table, purse), f"{purse} money lies about"
            assert kind == state.AUCTION or not table.ledger.holdings(state.HAMMER)
        prompt = game.prompt(table)
        for words in (prompt.title, prompt.text):
            self.read(words)
        for seat in table.players:
            card = game.standing(table, seat.key)
            assert 0 <= card.progress <= 100
            self.read(card.note)
            self.deepest = max(self.deepest, state.level(table, seat.key))
        game.status(table)
        ending = game.ending(table)
        assert ending is None or ending.ranks[0][1] == 1
        assert self.stained or ending is None or len(ending.ranks) == len(state.playing(table))

    def greys_truly(self) -> None:
        """An action is ruled out exactly when no way of answering it works."""
        table = self.evening.table
        for action in self.evening.game.actions:
            if action.why_not(table, {}) is not None:
                for _ in range(3):
                    answers = {q.name: self.some(q.kind, {}) for q in action.questions}
                    try:
                        proposal = self.evening.propose(action.name, **answers)
                    except Refusal:
                        continue
                    raise AssertionError(f"{action.name} was ruled out, and did: {proposal.narration}")

    def ends(self) -> None:
        """The same answers give the same postings, and undoing everything gives an empty book."""
        again = Evening(*self.names, **self.houses)
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

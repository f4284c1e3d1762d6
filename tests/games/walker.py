"""Plays any game at random, legally and not, and looks after every step whether the book is still sound.

A game's own walker says how it begins (``begin``), what else must be so (``sound``, ``judge``, ``looked``), and which
figures and words to try.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from companion.core.answers import write_each
from companion.core.questions import Amount, Choice, Each, Hands, Number, Several, Words
from models.ledger import Refusal

if TYPE_CHECKING:
    from random import Random

    from companion.core.option import Option
    from companion.core.table import Table
    from models.ledger import Proposal
    from tests.games.evening import Evening

CHANGES = frozenset({"change_house", "change_board"})


def some_houses(random: Random, houses: tuple[Option, ...]) -> dict[str, str]:
    """Some way of playing every house rule."""
    return {one.key: random.choice([way for way, _ in one.ways]) for one in houses}


class Walker:
    """One random evening. ``stained`` once lines were struck out by halves, so that figures may be strange.

    ``weights`` say how often of a hundred a step follows the prompt, does anything possible, tries anything at all, or
    goes back; the rest strikes out. ``by_hand`` are actions after which no rule can be judged any more.
    """

    names: ClassVar[tuple[str, ...]]
    weights: ClassVar[tuple[int, int, int, int]] = (70, 10, 12, 4)
    figures: ClassVar[tuple[int, ...]] = (1, 2, 7, 50, 99, 100, 101, 1_000, 10_000, 1_000_000_000)
    phrases: ClassVar[tuple[str, ...]] = ("Dora", "17", "for the test")
    numbers: ClassVar[tuple[str, ...]] = ("17",)
    rare: ClassVar[frozenset[str]] = frozenset()
    by_hand: ClassVar[frozenset[str]] = frozenset()
    bad: ClassVar[re.Pattern[str]] = re.compile(r"\bNone\b|\bnan\b|\b\w+_\w+\b|  |\.\.|\(\)|[{}<>]")
    leaves: ClassVar[re.Pattern[str]] = re.compile(r"(?:^|^Leaves )(\w+)(?: then has| with)\b")

    def __init__(self, random: Random, players: int, houses: dict[str, str], *, stains: bool = False) -> None:
        self.random = random
        self.houses = houses
        self.seated = self.names[:players]
        self.evening = self.begin()
        self.may_stain = stains
        self.stained = False
        self.corrected = False
        self.seen: set[str] = set()

    # --- what a game says of itself ------------------------------------------------------------------

    def begin(self) -> Evening:
        """A table at the beginning."""
        raise NotImplementedError

    def judge(self, before: Table, after: Table) -> None:
        """What a rule may never do, whatever the house rules; not asked once the table corrected by hand."""

    def sound(self) -> None:
        """What must be so after every step, in this game."""

    def recorded(self, name: str) -> None:
        """Take note of what was recorded."""

    # --- steps -----------------------------------------------------------------------------------------

    def step(self) -> None:
        """Do one thing, likely what the book expects, and look whether the book is sound."""
        with self.evening.telling():
            self.do_one_thing()
            self.look()

    def do_one_thing(self) -> None:
        """Do what the book expects, or something else."""
        dice = self.random.random() * 100
        follow, possible, at_all, back = self.weights
        if dice < follow:
            self.follow_the_prompt()
        elif dice < follow + possible:
            self.anything_possible()
        elif dice < follow + possible + at_all:
            self.anything_at_all()
        elif dice < follow + possible + at_all + back and self.evening.undoable():
            self.evening.undo()
            if self.random.random() < 0.6:
                self.evening.redo()
        elif self.may_stain and self.evening.entries:
            self.strike_out()

    def follow_the_prompt(self) -> None:
        """Take up one of the prompt's offers; unless it is refused, there must be a way to fill it in."""
        prompt = self.evening.game.prompt(self.evening.table)
        offers = [one for one in (prompt.sheet, prompt.sheet, *prompt.offers) if one is not None]
        if offers:
            offer = self.random.choice(offers)
            if self.evening.game.find_action(offer.action).why_not(self.evening.table, offer.answers) is None:
                self.fill(offer.action, dict(offer.answers))

    def anything_possible(self) -> None:
        """Take up any action that is not ruled out."""
        action = self.random.choice(self.evening.game.actions)
        if action.name in self.rare and self.random.random() < 0.7:
            return
        if action.why_not(self.evening.table, {}) is None:
            self.fill(action.name, {})

    def fill(self, name: str, answers: dict[str, object]) -> None:
        """Answer question by question from what is not greyed, and record it."""
        action = self.evening.game.find_action(name)
        for question in action.questions:
            if question.name in answers or (question.optional and self.random.random() < 0.5):
                continue
            options = action.options(self.evening.table, answers, question.name)
            if options is None:
                values = self.possible(question, answers)
                if not values:
                    assert question.optional or self.free(action, answers), f"{name} {answers}: {question.name}"
                    if not question.optional:
                        return
                    continue
                answers[question.name] = self.random.choice(values)
                continue
            able = [one.value for one in options if one.refusal is None]
            # only words or money of our own, such as a name that is taken, may leave nothing to choose
            free = self.free(action, answers)
            assert able or free or question.optional, f"{name} {answers}: nothing to choose for {question.name}"
            if not able and not question.optional:
                return
            if able:
                answers[question.name] = self.random.choice(able)
        try:
            self.record(name, answers)
        except Refusal as refusal:
            self.could_not_be_shown(name, answers, refusal)

    def free(self, action: object, answers: dict[str, object]) -> bool:
        """Whether an answer that no list holds was given."""
        return any(unlisted(action.question(one).kind) for one in answers)

    def could_not_be_shown(self, name: str, answers: dict[str, object], refusal: Refusal) -> None:
        """What was filled in from what is not greyed is refused only for what no option shows."""
        self.refused(name, refusal)
        action = self.evening.game.find_action(name)
        later = any(one.optional and one.name in answers for one in action.questions)
        assert refusal.question or later, f"{name} {answers}: {refusal}"
        if refusal.question:
            blamed = action.question(refusal.question)
            shown = not blamed.optional and not unlisted(blamed.kind)
            assert not shown or later, f"{name} {answers}: {refusal}"

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
                answers[question.name] = self.some(question, answers)
        try:
            self.record(action.name, answers)
        except Refusal as refusal:
            self.refused(action.name, refusal)

    def some(self, question: object, answers: dict[str, object]) -> object:
        """Some answer to a question."""
        return self.random.choice(self.possible(question, answers) or [None])

    def possible(self, question: object, answers: dict[str, object]) -> list[object]:
        """Answers to a question, whether they make sense now or not."""
        kind, t = question.kind, self.evening.game.turn(self.evening.table, answers)
        if isinstance(kind, Amount):
            try:
                most = kind.most_on(t) or 0
            except Refusal:
                most = 0  # it rests on an answer that is not there
            step = kind.step_on(t)
            return [one for one in (*self.figures, kind.least, most, most) if one >= kind.least and one % step == 0]
        if isinstance(kind, Words) and "rule" in answers:
            rule = self.evening.game.option(str(answers["rule"]))
            return [*(way for way, _ in rule.ways), *self.numbers]
        if isinstance(kind, Words):
            return list(self.phrases)
        if isinstance(kind, Each | Several | Hands):
            return self.several(kind, answers)
        if isinstance(kind, Number) and not kind.named:
            return list(range(kind.least, min(kind.most, 40) + 1))
        listed = kind.candidates(t)
        return list(listed or (kind.values if isinstance(kind, Choice) else ()) or (1, 2))

    def several(self, kind: Each | Several | Hands, answers: dict[str, object]) -> list[object]:
        """Answers to a question that takes several at once; most within its limits."""
        t = self.evening.game.turn(self.evening.table, answers)
        if isinstance(kind, Hands):
            return [kind.sample(t)]
        if isinstance(kind, Each):
            made = []
            for _ in range(3):
                numbers = {}
                for seat in kind.seats_asked(t):
                    least, most = kind.limits_of(seat, t)
                    numbers[seat] = least + kind.step * self.random.randint(0, max(0, (most - least) // kind.step))
                made.append(write_each(numbers))
            return made if made[0] else []
        there, (least, most) = list(kind.values_offered(t)), kind.count_on(t)
        if len(there) < max(1, least):
            return []
        named = self.random.randint(max(1, least), max(1, least, min(most, len(there))))
        drawn = []
        for _ in range(min(named, len(there))):
            drawn.append(self.random.choice([one for one in there if one not in drawn]))
        return ["+".join(drawn)]

    def strike_out(self) -> None:
        """Void any one entry that stands."""
        able = [e.seq for e in self.evening.entries if self.evening.projection.stands(e.seq) and not e.turns_back]
        if able:
            self.evening.void(self.random.choice(able))
            self.stained = True

    def record(self, name: str, answers: dict[str, object]) -> None:
        """Write an action, and look at what it did."""
        before = self.evening.table
        proposal = self.evening.do(name, **answers)
        self.seen.add(name)
        self.recorded(name)
        self.read(proposal.narration, full=True)
        for words in (proposal.rule, *proposal.house, *(line.text for line in proposal.working)):
            self.read(words)
        self.check_receipt(proposal)
        if name in self.by_hand:
            self.corrected = True
        if not self.stained and not self.corrected:
            self.judge(before, self.evening.table)

    def check_receipt(self, proposal: Proposal) -> None:
        """The last figure a receipt gives for somebody's cash is what the book holds then."""
        said = {
            found[1].casefold(): line.figure for line in proposal.working if (found := self.leaves.search(line.text))
        }
        for seat in self.evening.table.players:
            figure = said.get(seat.name.casefold())
            held = self.evening.cash(seat.key)
            assert figure is None or figure == held, f"{seat.name} has {held}: {proposal.working}"

    # --- checks ----------------------------------------------------------------------------------------

    def read(self, words: str, *, full: bool = False) -> None:
        """What players are shown reads like a sentence."""
        assert words or not full
        assert not self.bad.search(words), words
        if full and "(" not in words:
            assert words.endswith("."), words
            assert not words[0].islower(), words

    def look(self) -> None:
        """What must be so after every step, in any game: every unit comes to zero, and every screen has its words."""
        table, game = self.evening.table, self.evening.game
        totals: dict[str, int] = {}
        for (_, unit), held in table.ledger.balances.items():
            totals[unit] = totals.get(unit, 0) + held
        assert not any(totals.values()), totals
        prompt = game.prompt(table)
        for words in (prompt.title, prompt.text):
            self.read(words)
        for seat in table.players:
            card = game.standing(table, seat.key)
            assert card.progress is None or 0 <= card.progress <= 100
            self.read(card.note)
        game.status_of(table)
        game.boards(table)
        ending = game.ending(table)
        assert ending is None or not ending.ranks or ending.ranks[0][1] == 1
        self.sound()

    def greys_truly(self) -> None:
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

    def ends(self) -> None:
        """Check once more, at the end."""
        plays_again(self.evening, self.begin())


def plays_again(evening: Evening, fresh: Evening) -> None:
    """The same answers give the same entries on a fresh table, and undoing everything gives an empty book."""
    for entry in evening.entries:
        if entry.voids:
            fresh.write(entry.proposal)
        else:
            assert fresh.do(entry.proposal.action, **entry.proposal.answers) == entry.proposal
    assert fresh.table.ledger == evening.table.ledger
    while evening.undoable():
        evening.undo()
    assert not evening.table.ledger.balances
    assert not evening.table.ledger.marks


def unlisted(kind: object) -> bool:
    """Whether a question has answers that nobody can list."""
    return isinstance(kind, Amount | Words | Each | Several | Hands)

"""Plays any game at random, legally and not, and looks after every step whether the book is still sound.

A game's own walker says how it begins (``begin``), what else must be so (``sound``, ``judge``), and which house rules,
figures and words to try.
"""

import re
from typing import ClassVar

from companion.core.answers import write_each
from companion.core.questions import Amount, Moment, Number, Words
from companion.core.several import Counts, Each, Hands, Payments, Several
from companion.games import find_game
from models.ledger import Refusal
from tests.laws.games.evening import Evening

CHANGES = frozenset({"change_house", "change_board"})
UNLISTED = (Amount, Words, Each, Several, Hands)
"""Questions whose answers nobody can list."""
CODES = re.compile(r"; choose .*(?=\.)|'[^' ]*'|\w+=\w+")
"""What a refusal names as a session would write it."""


class Walker:
    """One random evening. ``stained`` once lines were struck out, so that figures may be strange.

    ``weights`` say how often of a hundred a step follows the prompt, does anything possible, tries anything at all, or
    goes back; the rest strikes out. ``by_hand`` are actions after which no rule can be judged any more.
    """

    key = ""
    purse = "cash"
    names = ("Ann", "Ben", "Cy")
    choices: ClassVar = {}
    weights = (70, 10, 12, 4)
    figures = (0, 1, 2, 7, 10, 50, 99, 100, 101, 200, 1_000, 3_000, 10_000, 100_000, 1_000_000_000)
    phrases = ("Dora", "17", "for the test")
    rare = frozenset({"leave", "join"})
    by_hand = CHANGES
    bad = re.compile(r"\b(he|his|him|None|nan|\w+_\w+)\b|[$\u00a3]-|  |\.\.|\(\)|[{}<>]")
    codes = re.compile(r"(?!)")
    leaves = re.compile(r"(?:^|^Leaves )(\w+)(?: then has| with)\b")

    def __init__(self, random, *, stains=False, **houses):
        self.random, self.may_stain = random, stains
        self.stained = self.revived = False
        self.steps, self.seen = 0, set()
        game = find_game(self.key)
        ways = {
            option.key: [way for way, _ in option.ways] for option in game.options
        } | self.choices
        self.houses = {key: random.choice(some) for key, some in ways.items()} | houses
        self.names = self.names[: random.randint(game.least, min(game.most, len(self.names)))]
        self.evening = Evening(self.key, *self.names, **self.houses)
        self.begin()

    # --- what a game says of itself ------------------------------------------------------------------

    def begin(self):
        """Come to where the walk begins."""

    def judge(self, name, before, after):
        """What a rule may never do, whatever the house rules; not asked once the table corrected by hand."""

    def sound(self):
        """What must be so after every step, in this game."""

    # --- steps -----------------------------------------------------------------------------------------

    def step(self):
        """Do one thing, likely what the book expects, and look whether the book is sound."""
        with self.evening.telling():
            self.do_one_thing()
            self.look()
        self.steps += 1

    def do_one_thing(self):
        dice = self.random.random() * 100
        follow, possible, at_all, back = self.weights
        if dice < follow:
            self.follow_the_prompt()
        elif dice < follow + possible:
            self.anything_possible()
        elif dice < follow + possible + at_all:
            self.anything_at_all()
        elif dice < follow + possible + at_all + back:
            if self.evening.undo() and self.random.random() < 0.6:
                self.evening.redo()
        elif self.may_stain:
            self.strike_out()

    def follow_the_prompt(self):
        """Take up one of the prompt's offers; unless it is refused, there must be a way to fill it in."""
        prompt = self.evening.prompt
        offers = [
            offer for offer in (prompt.sheet, prompt.sheet, *prompt.offers) if offer is not None
        ]
        if offers:
            offer = self.random.choice(offers)
            self.fill(offer.action, dict(offer.answers))

    def anything_possible(self):
        action = self.random.choice(self.evening.game.actions)
        self.fill(action.name, {})

    def fill(self, name, answers):
        """Unless it is ruled out, answer question by question from what is not greyed, and record it."""
        action = self.evening.game.find_action(name)
        if action.why_not(self.evening.table, answers) or (
            name in self.rare and self.random.random() < 0.7
        ):
            return
        stuck = self.answer(action, answers)
        # only words or money of our own, such as a name that is taken, may leave nothing to choose
        assert not stuck or any(
            isinstance(action.question(given).kind, UNLISTED) for given in answers
        ), f"{name} {answers}: nothing to choose for {stuck}"
        if stuck:
            return
        try:
            self.record(name, answers)
        except Refusal as refusal:
            self.read_refusal(refusal)
            # what was filled in from what is not greyed is refused only for what no option shows
            assert refusal.question or self.given_early(action, answers), (
                f"{name} {answers}: {refusal}"
            )
            if refusal.question:
                blamed = action.question(refusal.question)
                shown = not blamed.optional and not isinstance(blamed.kind, UNLISTED)
                assert not shown or self.given_early(action, answers), (
                    f"{name} {answers}: {refusal}"
                )

    def given_early(self, action, answers):
        """Whether something was answered that could be left open, or of which nothing is offered."""
        given = [question for question in action.questions if question.name in answers]
        return any(
            question.optional or isinstance(question.kind, Moment | Payments) for question in given
        )

    def answer(self, action, answers):
        """Answer from what is not greyed; give the question that leaves nothing to choose."""
        for question in action.questions:
            if question.name in answers or (question.optional and self.random.random() < 0.5):
                continue
            options = action.options(self.evening.table, answers, question.name)
            if options is None:
                values = self.possible(question, answers)
            else:
                values = [option.value for option in options if option.refusal is None]
            if values:
                answers[question.name] = self.random.choice(values)
            elif not question.optional:
                return question.name
        return ""

    def anything_at_all(self):
        """Try any action with any answers of the right kinds: it is done or refused, and nothing else."""
        action = self.random.choice(self.evening.game.actions)
        answers = {}
        for question in action.questions:
            if self.random.random() < 0.95:
                answers[question.name] = self.some(question, answers)
        try:
            self.record(action.name, answers)
        except Refusal as refusal:
            self.read_refusal(refusal)

    def some(self, question, answers):
        """Any answer at all, where it does not rest on another that can't be."""
        try:
            return self.random.choice(self.possible(question, answers) or [None])
        except Refusal:
            return None

    def possible(self, question, answers):
        """Answers to a question, whether they make sense now or not; to several at once most within their limits."""
        kind, t = question.kind, self.evening.game.turn(self.evening.table, answers)
        if isinstance(kind, Amount):
            most = kind.most_on(t) or 0
            return [
                figure
                for figure in (*self.figures, kind.at_least, most, most)
                if figure >= kind.at_least and figure % kind.step_on(t) == 0
            ]
        if isinstance(kind, Words):
            if question.name != "way" or "rule" not in answers:
                return list(self.phrases)
            return [
                *(way for way, _ in self.evening.game.option(answers["rule"]).ways),
                "17",
                "1000",
            ]
        if isinstance(kind, Number) and not kind.named:
            return list(kind.range_on(t))[:40]
        return list(
            self.several(kind, t)
            or kind.candidates(t)
            or getattr(kind, "values", ())
            or self.sample(kind, t)
        )

    def several(self, kind, t):
        if isinstance(kind, Each) and not isinstance(kind, Counts):
            return self.numbers(kind, t)
        if isinstance(kind, Moment):
            return [1_790_000_000 + 40 * self.steps]
        return self.draw(kind, t) if isinstance(kind, Several) else []

    def numbers(self, kind, t):
        """A number for each; some are alike."""
        found = {}
        for seat in kind.offered(t):
            least, most = kind.limits_of(seat, t)
            steps = max(0, (most - least) // kind.step)
            found[seat] = least + kind.step * self.random.choice(
                (0, min(1, steps), self.random.randint(0, steps))
            )
        return [write_each(found)] if found else []

    def draw(self, kind, t):
        there, (least, most) = list(kind.offered(t)), kind.count_on(t)
        least = max(1, least)
        if len(there) < least:
            return []
        self.random.shuffle(there)
        return ["+".join(there[: self.random.randint(least, max(least, min(most, len(there))))])]

    def sample(self, kind, t):
        return list(filter(None, [kind.sample(t)])) if hasattr(kind, "sample") else [1, 2]

    def strike_out(self):
        """Void any one entry that stands and from which no later one was computed."""
        able = [
            entry
            for entry in self.evening.effective()
            if not self.evening.game.said("why_not_void", self.evening.table, entry.seq)
        ]
        if able:
            entry = self.random.choice(able)
            self.revived |= bool(entry.voids)
            self.evening.void(entry.seq)
            self.stained = True

    def record(self, name, answers):
        """Write an action, and look at what it did."""
        before = self.evening.table
        proposal = self.evening.do(name, **answers)
        self.seen.add(name)
        said = proposal.narration
        assert said.endswith((".", ")")), said
        assert not said[0].islower(), said
        for words in (
            said,
            proposal.rule,
            *proposal.house,
            *(line.text for line in proposal.working),
        ):
            self.read(words)
        self.check_receipt(proposal)
        if not self.stained and not self.seen & self.by_hand:
            self.judge(name, before, self.evening.table)

    def check_receipt(self, proposal):
        """The last figure that a receipt gives for what somebody has is what the book holds then."""
        said = {
            found[1].casefold(): line.figure
            for line in proposal.working
            if (found := self.leaves.search(line.text))
        }
        balances = self.evening.table.ledger.balances
        for seat in self.evening.table.players:
            figure = said.get(seat.name.casefold())
            held = sum(
                amount
                for (account, _), amount in balances.items()
                if account == f"{seat.key}:{self.purse}"
            )
            assert figure is None or figure == held, f"{seat.name} has {held}: {proposal.working}"

    # --- checks ----------------------------------------------------------------------------------------

    def read(self, *said):
        """What players are shown reads like a sentence, and has no code in it."""
        for words in said:
            assert not self.bad.search(words), words
            assert not self.codes.search(words), words

    def read_refusal(self, refusal):
        self.read(CODES.sub("this", refusal.sentence))

    def look(self):
        """What must be so after every step, in any game: every unit comes to zero, and every screen has its words."""
        table, game = self.evening.table, self.evening.game
        totals = {}
        for (_, unit), held in table.ledger.balances.items():
            totals[unit] = totals.get(unit, 0) + held
        assert not any(totals.values()), totals
        prompt = game.prompt(table)
        self.read(prompt.title, prompt.text, *(badge.text for badge in game.status_of(table)))
        for seat in table.players:
            card = game.standing(table, seat.key)
            assert card.progress is None or 0 <= card.progress <= 100
            self.read(card.note, card.subtitle, card.warning, *(chip.text for chip in card.chips))
            self.read(*(text for row in card.details for text in row))
        game.boards(table)
        ending = self.evening.ending
        assert ending is None or not ending.ranks or ending.ranks[0][1] == 1
        self.sound()

    def greys_truly(self):
        """An action is ruled out exactly when no way of answering it works."""
        table = self.evening.table
        for action in self.evening.game.actions:
            for _ in range(3 if action.why_not(table, {}) else 0):
                answers = {
                    each.name: self.some(each, {}) for each in action.questions if not each.optional
                }
                try:
                    proposal = self.evening.propose(action.name, answers)
                except Refusal:
                    continue
                raise AssertionError(f"{action.name} was ruled out, and did: {proposal.narration}")

    def ends(self):
        """The same answers give the same entries on a fresh table, and undoing everything gives an empty book."""
        evening, fresh = self.evening, Evening(self.key, *self.names, **self.houses)
        for entry in evening.entries:
            if entry.voids:
                fresh.write(entry.proposal)
            else:
                assert fresh.do(entry.proposal.action, **entry.proposal.answers) == entry.proposal
        assert fresh.table.ledger == evening.table.ledger
        evening.begun = 0
        while evening.undo():
            pass
        assert not evening.table.ledger.balances
        assert not evening.table.ledger.marks

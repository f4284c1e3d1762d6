"""Rat-a-Tat Cat: random evenings, any house rules, lines struck out: the sheet stays sound."""

import re
from random import Random

import pytest

from companion.core.questions import Choice, Moment, Player
from companion.games.rat_a_tat_cat import GAME
from companion.games.rat_a_tat_cat.options import OPTIONS
from companion.games.rat_a_tat_cat.scoring import CARDS
from models.ledger import Refusal
from tests.games.evening import Evening
from tests.games.rat_a_tat_cat.catround import CatEvening
from tests.games.walker import plays_again

NAMES = ("Deck", "Round 3", "Points", "Sheet", "Kind", "Nobody")
BAD = re.compile(r"\b(None|nan|\w+_\w+)\.|[a-z]\.[0-9]|\bNone\b|  |\.\.|\(\)|[{}<>]|\b(he|his|him)\b")
NOW = 1_790_000_000


def random_houses(random):
    """Some way of playing every house rule, with short games among them."""
    ways = {one.key: random.choice([way for way, _ in one.ways]) for one in OPTIONS}
    return ways | {
        "rounds": random.choice(("1", "2", "5", "9")),
        "limit": random.choice(("1", "30", "60", "100")),
        "minutes": random.choice(("1", "10")),
        "knock_points": random.choice(("1", "40")),
    }


class Walker:
    """One random evening at the sheet."""

    def __init__(self, seed):
        self.random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
        self.names = NAMES[: 2 + seed % 5]
        self.houses = random_houses(self.random)
        self.evening = CatEvening(*self.names, **self.houses)
        self.seen = set()
        self.ended = set()
        self.struck = False
        self.clock = NOW

    def step(self):
        with self.evening.telling():
            self.do_one_thing()
            self.look()

    def do_one_thing(self):
        dice, random = self.random.random(), self.random
        self.clock += random.choice((0, 5, 30, 200))
        if dice < 0.50:
            self.follow_the_prompt()
        elif dice < 0.53:
            self.fill("join", {})
        elif dice < 0.75:
            self.anything()
        elif dice < 0.85 and self.evening.undoable():
            self.evening.undo()
            if random.random() < 0.6:
                self.evening.redo()
        elif dice < 0.90:
            standing = [
                e.seq for e in self.evening.entries if self.evening.projection.stands(e.seq) and not e.turns_back
            ]
            if standing:
                self.evening.void(random.choice(standing))
                self.struck = True
        else:
            self.correct()

    def follow_the_prompt(self):
        prompt = self.evening.prompt
        offers = [one for one in (prompt.sheet, prompt.sheet, *prompt.offers) if one]
        if offers:
            offer = self.random.choice(offers)
            assert self.evening.game.find_action(offer.action).why_not(self.evening.table, offer.answers) is None
            self.fill(offer.action, dict(offer.answers))

    def correct(self):
        lines = [line for line in self.evening.sheet.rounds if line.correction]
        if lines:
            correction = self.random.choice(lines).correction
            unchanged = self.evening.why_not(correction.action, **correction.answers)
            assert unchanged == "That is what the sheet has already."
            self.fill(correction.action, {"round": correction.answers["round"], "reason": "for the test"})

    def anything(self):
        self.fill(self.random.choice(self.evening.game.actions).name, {})

    def fill(self, name, answers):
        for question in self.evening.game.find_action(name).questions:
            if question.name not in answers and (not question.optional or self.random.random() < 0.6):
                answers[question.name] = self.some(name, question, answers)
        try:
            proposal = self.evening.do(name, **answers)
        except Refusal as refusal:
            # a list of keys to choose from is written as a session writes them
            self.read(refusal.sentence.split("; choose ")[0])
            return
        self.seen.add(name)
        self.read(proposal.narration)
        assert proposal.narration.endswith((".", ")"))
        assert proposal.narration[0].isupper()
        for words in (proposal.rule, *proposal.house, *(line.text for line in proposal.working)):
            self.read(words)
        # whatever was struck out before, the books are the sheet again
        for who, total in self.evening.totals.items():
            assert self.evening.points(who) == total, name

    def some(self, name, question, answers):
        kind, random = question.kind, self.random
        if question.name == "scores":
            return self.hands(kind.seats_asked(self.evening.game.turn(self.evening.table, answers)))
        if question.name == "way":
            ways = [way for one in OPTIONS if one.key == answers["rule"] for way, _ in one.ways]
            return random.choice([*ways, *ways, "1", "4", "50", "nonsense"])
        if isinstance(kind, Moment):
            return self.clock
        if isinstance(kind, Player | Choice):
            return random.choice([*(kind.candidates(self.evening.game.turn(self.evening.table, answers)) or ()), "1"])
        assert name
        return random.choice(("Dora", "Ed", "Fay", "for the test"))

    def hands(self, who):
        if self.random.random() < 0.1:
            return " ".join(f"{one}={self.random.randint(0, 40)}" for one in who) or "ann=3"
        pile = [card for card, there in enumerate(CARDS.counts) for _ in range(there)]
        self.random.shuffle(pile)
        said = []
        for at, player in enumerate(who):
            dealt = pile[4 * at : 4 * at + 4]
            said.append(f"{player}={','.join(map(str, dealt)) if self.random.random() < 0.5 else sum(dealt)}")
        return " ".join(said) or "ann=3"

    def read(self, words):
        assert not BAD.search(words), words

    def look(self):
        evening, game = self.evening, self.evening.game
        assert not sum(held for (_, unit), held in evening.table.ledger.balances.items() if unit == "points")
        sheet, counted = evening.sheet, evening.counted
        for at in range(len(sheet.seats)):
            counted = [line.scores[at] for line in sheet.rounds if "Sudden death" not in line.note]
            assert sheet.totals[at] == sum((one.points or 0) + one.extra for one in counted if not one.crossed_out)
            assert len(sheet.running[at]) == len(sheet.rounds)
            ran = [total for total in sheet.running[at] if total is not None]
            assert ran == sorted(ran)
        assert min(sheet.ranks) == 1
        assert [line.label for line in sheet.rounds if line.correction] == [
            str(number + 1) for number in range(sum(bool(line.correction) for line in sheet.rounds))
        ]
        for line in sheet.rounds:
            self.read(line.note)
        for seat in evening.table.players:
            card = game.standing(evening.table, seat.key)
            assert 0 <= card.progress <= 100
            for words in (card.note, card.subtitle, card.warning, *(chip.text for chip in card.chips)):
                self.read(words)
        for words in (
            evening.prompt.title,
            evening.prompt.text,
            *(chip.text for chip in game.status_of(evening.table)),
        ):
            self.read(words)
        assert (game.clock_of(evening.table) is not None) == (
            evening.table.house("ending") == "time" and GAME.turn(evening.table).opened
        )
        self.judge_ending()

    def judge_ending(self):
        counted, ending = self.evening.counted, self.evening.game.ending(self.evening.table)
        assert (ending is None) == (not counted.over)
        if ending is None:
            assert len(counted.next_players) >= 2
            return
        self.ended.add(ending.reason.split(":")[0].split(" (")[0])
        self.read(ending.reason)
        assert len(ending.ranks) == len(counted.totals)
        first = {who for who, place, _ in ending.ranks if place == 1}
        assert not ending.winners or first == set(ending.winners)
        assert not set(ending.winners) & set(counted.left)

    def options_hold(self):
        """Whatever is offered is done or refused, and what is ruled out is not done."""
        for action in self.evening.game.actions:
            ruled_out = action.why_not(self.evening.table, {})
            for question in action.questions:
                action.options(self.evening.table, {}, question.name)
            if ruled_out:
                answers = {q.name: self.some(action.name, q, {"round": "1", "rule": "tie"}) for q in action.questions}
                with pytest.raises(Refusal):
                    self.evening.propose(action.name, **answers)

    def ends(self):
        plays_again(self.evening, Evening(*self.names, game="rat_a_tat_cat", **self.houses))


@pytest.mark.seeds(range(20), 4)
def test_a_long_random_evening_stays_sound(seed):
    walker = Walker(seed)
    for step in range(120):
        walker.step()
        if step % 40 == 39:
            walker.options_hold()
    walker.ends()


@pytest.mark.long
def test_random_evenings_do_everything_and_end_in_every_way():
    seen, ended = set(), set()
    for seed in range(100, 130):
        walker = Walker(seed)
        for _ in range(60):
            walker.step()
        seen |= walker.seen
        ended |= walker.ended
    assert seen == {action.name for action in walker.evening.game.actions}
    told = " ".join(ended)
    for way in ("after", "Time is up", "last one in", "Only", "Everybody left was out at once", "Stopped early"):
        assert way in told, ended

"""Doubletrack: random evenings, legal and not, and no chip is ever made or lost."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.questions import Amount, Each, Several, Words
from companion.games import find_game
from models.ledger import Refusal
from tests.games.doubletrack.fist_walker import NAMES, RARE, fill, holders, next_thing, random_houses, some
from tests.games.doubletrack.fists import Fists
from tests.games.walker import plays_again

BAD_WORDS = re.compile(r"\b(he|his|him|None|nan|\w+_\w+)\b|\$-|  |\.\.|\(\)|[{}<>]")
CODES = {"change_house", "change_board", "losers_bonus"}
"""Whose refusals list the codes that a session would write."""


class Walk:
    """One random evening. ``stained`` once lines were struck out, so that figures may be strange.

    ``revived`` once the striking out was struck out in its turn: then a line may stand without what it rested on.
    """

    def __init__(self, random, players, houses):
        self.random = random
        self.houses = houses
        self.evening = Fists(*NAMES[:players], **houses)
        self.evening.do("start", first=self.evening.table.seats[0].key)
        self.begun = Counter(self.evening.table.ledger.balances)
        self.stained = self.revived = False
        self.by_hand = False
        self.seen = set()

    def step(self):
        with self.evening.telling():
            self.do_one_thing()
            self.look()

    def do_one_thing(self):
        dice = self.random.random()
        if dice < 0.80:
            name, answers = next_thing(self.random, self.evening)
            if self.random.random() < RARE.get(name, 1) and not self.why_not(name, answers):
                filled = fill(self.random, self.evening, name, answers)
                if filled is not None:
                    self.try_out(name, filled, shown=True)
        elif dice < 0.92:
            name = self.random.choice([one.name for one in self.evening.game.actions if one.name not in RARE])
            questions = self.evening.game.find_action(name).questions
            self.try_out(name, {q.name: some(self.random, self.evening, q, {}) for q in questions}, shown=False)
        elif self.evening.undoable():
            self.evening.undo()
            if not self.evening.table.ledger.mark("table", "first"):
                self.evening.redo()

    def why_not(self, name, answers):
        return self.evening.game.find_action(name).why_not(self.evening.table, answers)

    def try_out(self, name, answers, *, shown):
        before = self.evening.table
        try:
            proposal = self.evening.do(name, **answers)
        except Refusal as refusal:
            if name not in CODES and not re.search(r"=\d|'", refusal.sentence):
                self.read(refusal.sentence)
            if shown:
                # what was filled in from what is not greyed is refused only for what no option shows
                kind = self.evening.game.find_action(name).question(refusal.question).kind
                assert isinstance(kind, Amount | Words | Each | Several), f"{name} {answers}: {refusal}"
            return
        self.seen.add(name)
        self.by_hand |= name in ("place", "correct_chips")
        for words in (proposal.narration, proposal.rule, *proposal.house, *(line.text for line in proposal.working)):
            self.read(words)
        if name not in ("leave", "start"):
            assert self.evening.chips("bank") == before.ledger.balance("bank:chips"), name

    def read(self, words):
        assert not BAD_WORDS.search(words), words

    def strike_out(self):
        able = [e for e in self.evening.entries if self.evening.projection.stands(e.seq) and not e.turns_back]
        # what deals out the chips stays, and what a later line was reckoned from
        free = [one for one in able[1:] if not self.evening.bound(one.seq)]
        if free:
            one = self.random.choice(free)
            self.revived |= bool(one.voids)
            self.evening.void(one.seq)
            self.stained = True

    def look(self):
        """What must be so after every step."""
        table, game = self.evening.table, self.evening.game
        balances = table.ledger.balances
        assert {unit for _, unit in balances} == {"$"}
        assert sum(balances.values()) == 0
        if not self.revived:
            assert self.evening.on_table >= self.evening.turn.pledged >= 0, "what is laid down lies there"
        if not self.stained:
            for account, held in ((one, held) for (one, _), held in balances.items() if one != "bank:chips"):
                assert held >= 0, f"{account} holds {held}"
                assert held % 5 == 0, f"{account} holds {held}"
            lies = sum(one.amount for one in self.evening.turn.tolls)
            assert self.by_hand or self.evening.turn.buyer or self.evening.on_table == lies
        for holder in holders(self.evening).values():
            assert holder == "board" or holder in self.evening.playing
        if not self.stained:
            taken = [self.evening.at(who) for who in self.evening.playing if self.evening.at(who)]
            assert len(taken) == len(set(taken)), f"two small pawns on one space: {taken}"
        prompt, ending = game.prompt(table), game.ending(table)
        for words in (prompt.title, prompt.text, *(chip.text for chip in game.status_of(table))):
            self.read(words)
        for seat in table.players:
            card = game.standing(table, seat.key)
            assert card.progress is None or 0 <= card.progress <= 100
            for words in (card.note, card.subtitle, *(chip.text for chip in card.chips)):
                self.read(words)
        assert ending is None or ending.ranks[0][1] == 1
        for board in game.boards(table):
            assert {pawn.seat for pawn in board.pawns} == set(self.evening.playing)
            self.read(board.said)

    def greys_truly(self):
        """An action is ruled out exactly when no way of answering it works."""
        for action in self.evening.game.actions:
            if not self.why_not(action.name, {}):
                continue
            for _ in range(3):
                answers = {q.name: some(self.random, self.evening, q, {}) for q in action.questions}
                try:
                    proposal = self.evening.propose(action.name, **answers)
                except Refusal:
                    continue
                raise AssertionError(f"{action.name} was ruled out, and did: {proposal.narration}")

    def ends(self):
        plays_again(self.evening, Fists(*NAMES[: len(self.evening.table.seats)], **self.houses))


@given(st.randoms(use_true_random=False), st.integers(3, 4), st.integers(1, 40))
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_all_chips_together_never_change_and_nobody_has_less_than_none(random, players, steps):
    walk = Walk(random, players, random_houses(random))
    total = -walk.evening.chips("bank")
    for _ in range(steps):
        walk.step()
        left = -walk.evening.chips("bank")
        assert sum(walk.evening.all_chips.values()) + walk.evening.on_table == left <= total
    walk.ends()


@pytest.mark.seeds(range(10), 3)
def test_a_long_random_evening_stays_sound(seed):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walk = Walk(random, 3 + seed % 2, random_houses(random))
    for step in range(120):
        walk.step()
        if step % 40 == 39:
            walk.greys_truly()
    walk.ends()


@pytest.mark.seeds(range(6), 3)
def test_with_lines_struck_out_anywhere_the_book_still_opens(seed):
    random = Random(1_000 + seed)  # noqa: S311 - it plays, it keeps no secrets
    walk = Walk(random, 3 + seed % 2, random_houses(random))
    for step in range(80):
        walk.step()
        if step % 5 == 4:
            walk.strike_out()
            walk.look()
    walk.ends()


@pytest.mark.long
def test_random_evenings_try_nearly_everything():
    seen = set()
    for seed in range(2_000, 2_020):
        random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
        walk = Walk(random, 3 + seed % 2, random_houses(random) | {"positions": "yes"})
        for _ in range(60):
            walk.step()
        seen |= walk.seen
    assert {action.name for action in find_game("doubletrack").actions} - seen <= {"start", "pawns"}

"""Ratrace: thousands of random actions, legal and not, with random house rules, and the book stays sound."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games import find_game
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses


class Drawn:
    """The little of ``random.Random`` that a walker needs, drawn by Hypothesis, so that a failure shrinks."""

    def __init__(self, data):
        self.data = data

    def random(self):
        return self.data.draw(st.integers(0, 99)) / 100

    def randint(self, least, most):
        return self.data.draw(st.integers(least, most))

    def choice(self, values):
        return values[self.data.draw(st.integers(0, len(values) - 1))]


class Evenings(RuleBasedStateMachine):
    """Legal and illegal actions, undo, redo and struck lines, in any order Hypothesis thinks of."""

    walker = None

    @initialize(data=st.data(), players=st.integers(2, 6), stains=st.booleans())
    def sit_down(self, data, players, stains):
        random = Drawn(data)
        self.walker = RatraceWalker(random, players, random_houses(random), stains=stains)
        first = self.walker.evening.table.seats[0].key
        self.walker.record("start", {"first": first})
        while (offer := self.walker.evening.prompt.sheet) and offer.action == "pick":
            self.walker.fill("pick", dict(offer.answers))

    @rule(data=st.data())
    def follow_the_prompt(self, data):
        self.walker.random = Drawn(data)
        self.walker.follow_the_prompt()

    @rule(data=st.data())
    def anything_possible(self, data):
        self.walker.random = Drawn(data)
        self.walker.anything_possible()

    @rule(data=st.data())
    def anything_at_all(self, data):
        self.walker.random = Drawn(data)
        self.walker.anything_at_all()

    @rule(data=st.data())
    def turn_back(self, data):
        self.walker.random = Drawn(data)
        if self.walker.evening.undoable():
            self.walker.evening.undo()
            if data.draw(st.booleans()):
                self.walker.evening.redo()

    @rule(data=st.data())
    def strike_out(self, data):
        self.walker.random = Drawn(data)
        if self.walker.may_stain:
            self.walker.strike_out()

    @invariant()
    def the_book_is_sound(self):
        if self.walker is not None:
            self.walker.look()

    def teardown(self):
        if self.walker is not None:
            self.walker.ends()


TestEvenings = Evenings.TestCase
TestEvenings.settings = settings(
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


@pytest.mark.parametrize("stains", [False, True], ids=["as_written", "with_lines_struck_out"])
@pytest.mark.seeds(range(12), 1)
def test_a_long_random_evening_stays_sound(seed, stains):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walker = RatraceWalker(random, 2 + seed % 5, random_houses(random), stains=stains)
    for step in range(200):
        walker.step()
        if step % 50 == 49:
            walker.greys_truly()
    walker.ends()


@pytest.mark.long
def test_random_evenings_try_nearly_everything():
    seen, deepest = set(), 0
    for seed in range(100, 118):
        random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
        walker = RatraceWalker(random, 2 + seed % 5, random_houses(random))
        for _ in range(150):
            walker.step()
        seen |= walker.seen
        deepest = max(deepest, walker.deepest)
    every = {action.name for action in find_game("ratrace").actions}
    assert len(every - seen) <= 8, every - seen
    assert deepest == 2

"""Ratrace: what its sheets offer, what is offered costs next to nothing, and two laws of its arithmetic."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.questions import Amount, Choice, Player, Roll, Words
from companion.games.ratrace import GAME
from companion.rules.betting import winnings
from companion.rules.money import interest
from models.ledger import Refusal
from tests.games.evening import ratrace
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses

ACTIONS = GAME.actions


def tries(kind, table, answers):
    t = GAME.turn(table, answers)
    if isinstance(kind, Words):
        return ("as agreed",)
    if isinstance(kind, Amount):
        most = kind.most_on(t) or kind.least
        return (kind.least, max(most, kind.least))
    if isinstance(kind, Roll):
        return (kind.dice, 6 * kind.dice)
    return kind.values if isinstance(kind, Choice) else kind.candidates(t)


def can_be_done(action, table):
    """Whether any way of answering works, all of them tried."""
    asked = [question for question in action.questions if not question.optional]
    beyond = {question.name for question in action.questions if question.optional or isinstance(question.kind, Words)}
    beyond |= {q.name for q in asked if isinstance(q.kind, Amount) and q.kind.most is None}
    players = [question for question in asked if isinstance(question.kind, Player)]
    for who in product(*(question.kind.candidates(GAME.turn(table)) for question in players)):
        seated = dict(zip((question.name for question in players), who, strict=True))
        rest = [question for question in asked if question.name not in seated]
        for values in product(*(tries(question.kind, table, seated) for question in rest)):
            answers = {**seated, **dict(zip((question.name for question in rest), values, strict=True))}
            try:
                action.effect(table, answers)
            except Refusal as refusal:
                if refusal.question in beyond:
                    return True
            else:
                return True
    return False


@pytest.mark.seeds(range(8), 2)
def test_an_action_is_ruled_out_just_when_no_way_of_answering_it_works(seed):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walker = RatraceWalker(random, 3, random_houses(random), stains=seed % 2 == 1)
    for step in range(120):
        walker.step()
        if step % 40 == 39:
            table = walker.evening.table
            for action in ACTIONS:
                assert (action.why_not(table, {}) is None) == can_be_done(action, table), action.name


def test_nothing_is_tried_twice_that_an_earlier_answer_or_the_table_rules_out():
    evening = ratrace("A", "B", "C", "D", "E", "F")
    evening.do("roll", who="a", roll=3)
    calls = []
    for action in ACTIONS:
        counted = replace(
            action, rule=lambda *args, _rule=action.rule, **answers: calls.append(1) or _rule(*args, **answers)
        )
        counted.why_not(evening.table, {})
    assert len(calls) < 200


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_the_options_of_a_question_are_found_with_few_tries(action):
    evening = ratrace("A", "B", "C", "D", "E", "F")
    evening.do("roll", who="a", roll=3)
    calls = []
    counted = replace(action, rule=lambda *args, **answers: calls.append(1) or action.rule(*args, **answers))
    for question in action.questions:
        calls.clear()
        found = counted.options(evening.table, {}, question.name)
        assert len(calls) < 300, question.name
        assert found is None or all(option.label for option in found)


STEPS = {"up": 1, "down": 1, "nearest": 1, "nearest10": 10, "up10": 10, "nearest50": 50}


@given(st.integers(0, 10**9), st.sampled_from([way for way, _ in GAME.option("interest").ways]))
def test_interest_is_never_far_from_a_tenth(debt, way):
    due = interest(debt, rounding=way)
    assert abs(10 * due - debt) < 10 * STEPS[way]
    assert due % STEPS[way] == 0
    assert way not in ("up", "up10") or 10 * due >= debt
    assert way != "down" or 10 * due <= debt
    assert not way.startswith("nearest") or abs(10 * due - debt) <= 5 * STEPS[way]


def test_a_debt_below_zero_has_no_interest():
    with pytest.raises(ValueError, match=r"^a debt is not negative$"):
        interest(-1)


@given(st.integers(1, 10**9), st.integers(0, 1_000))
def test_a_figure_that_includes_the_stake_wins_one_stake_less(stake, figure):
    assert winnings(stake, figure) - winnings(stake, figure, includes_stake=True) == stake

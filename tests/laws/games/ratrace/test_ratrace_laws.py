"""Ratrace: what is offered costs next to nothing, and two laws of its arithmetic."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.games.ratrace import GAME
from companion.rules.money import interest
from tests.laws.games.evening import Evening

STEPS = {"up": 1, "down": 1, "nearest": 1, "nearest10": 10, "up10": 10, "nearest50": 50}


def test_nothing_is_tried_twice_that_an_earlier_answer_or_the_table_rules_out():
    evening = Evening("ratrace", *"ABCDEF", businesses="one")
    evening.do("start", first="a")
    for who, business in zip(
        "abcdef", ("black", "red", "blue", "green", "olive", "brown"), strict=True
    ):
        evening.do("pick", who=who, business=business)
    evening.do("roll", who="a", roll=3)
    calls = []

    def counted(action):
        return replace(
            action, rule=lambda *args, **answers: calls.append(1) or action.rule(*args, **answers)
        )

    for action in GAME.actions:
        counted(action).why_not(evening.table, {})
    assert len(calls) < 200
    for action in GAME.actions:
        for question in action.questions:
            calls.clear()
            counted(action).options(evening.table, {}, question.name)
            assert len(calls) < 300, f"{action.name} {question.name}"


@given(st.integers(0, 10**9), st.sampled_from([way for way, _ in GAME.option("interest").ways]))
def test_interest_is_never_far_from_a_tenth(debt, way):
    due = interest(debt, rounding=way)
    assert abs(10 * due - debt) < 10 * STEPS[way]
    assert due % STEPS[way] == 0
    assert way not in ("up", "up10") or 10 * due >= debt
    assert way != "down" or 10 * due <= debt
    assert not way.startswith("nearest") or abs(10 * due - debt) <= 5 * STEPS[way]

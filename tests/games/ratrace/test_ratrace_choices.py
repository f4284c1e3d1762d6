"""Ratrace: what is greyed on a sheet, why, and that finding it out costs next to nothing."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from companion.core.questions import Amount, Choice, Player, Roll, Words
from companion.games import find_game
from models.ledger import Refusal
from tests.games.evening import ratrace, untied
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses

GAME = find_game("ratrace")
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


# --- What is greyed, and why


def test_a_greyed_choice_says_why():
    evening = untied()
    evening.give("alice", "olive.working")
    answers = {"who": "alice", "business": "olive"}
    options = {one.value: one for one in evening.game.find_action("buy").options(evening.table, answers, "item")}
    assert options["working"].refusal == "Alice has the Quartz Watch already."
    assert options["middle"].refusal is None
    assert options["other"].refusal is None
    means = evening.game.find_action("buy").options(evening.table, answers | {"item": "middle"}, "on")
    assert [one.refusal for one in means] == ["Alice holds $200; this costs $500. The Credit Card will do.", None]


def test_a_later_answer_does_not_grey_an_earlier_question():
    evening = untied()
    evening.give("alice", "olive.working")
    answers = {"who": "alice", "business": "olive", "item": "working"}
    options = {one.value: one for one in evening.game.find_action("buy").options(evening.table, answers, "who")}
    assert options["bob"].refusal is None
    assert options["alice"].refusal is None


def test_money_and_words_are_not_listed():
    table = untied().table
    assert find_game("ratrace").find_action("correct_money").options(table, {}, "amount") is None
    assert find_game("ratrace").find_action("correct_money").options(table, {}, "reason") is None


@pytest.mark.parametrize("name", ["change_house", "correct_credit", "change_board", "join"])
def test_an_answer_nobody_can_list_does_not_rule_an_action_out(name):
    assert find_game("ratrace").find_action(name).why_not(untied().table, {}) is None


def test_an_action_with_nothing_to_choose_from_says_what_the_table_lacks():
    action = find_game("ratrace").find_action("unsold")
    assert action.why_not(untied().table, {}) == "There is no auction under way."


def test_a_wrong_answer_rules_the_action_out_in_plain_words():
    action = find_game("ratrace").find_action("buy")
    assert action.why_not(untied().table, {"who": "zoe"}).startswith("Nobody called 'zoe' sits at this table")


def test_answers_are_recorded_as_the_book_says_them():
    evening = untied()
    proposal = evening.do("buy", who="ALICE", business="Olive's Jewellery", item="quartz watch", on="Cash")
    assert proposal.answers == {"who": "alice", "business": "olive", "item": "working", "on": "cash"}


def test_a_label_like_another_choices_word_does_not_hide_it():
    kind = Choice(("one", "two"), lambda _t, value: {"one": "two", "two": "Deux"}[value])
    t = GAME.turn(untied().table)
    assert kind.read("two", t) == "two"
    assert kind.read("Deux", t) == "two"
    assert Choice(("yes", "no")).read("Yes", t) == "yes"

"""What the table puts right by hand: declared once, with its reason, its sentence and the rule on the receipt."""

from __future__ import annotations

import pytest

from companion.api import Game, Turn, ask
from companion.core.table import Refusal, Seat, Table


@pytest.fixture
def game() -> Game:
    game = Game("farm", "Farm", "Cows.", players=(2, 4), seat_state={"cows": 0}, table_state={"day": 1})

    @game.correction("Set the cows", button="{who} has {cows}")
    def correct_cows(
        t: Turn,
        who=ask.anybody("Whose cows?"),
        cows=ask.number("How many?", 0, 20),
        sold=ask.yes_no("Were some sold?", optional=True),
    ) -> str:
        """Say how many cows there are."""
        t.refuse(who.cows == cows, f"{who} has {cows} already.", "cows")
        if sold:
            t.narrate("The rest were sold.")
            t.explain("Cows are sold on Sundays.")
        who.set(cows=cows)
        return f"{who} has {cows} cows"

    @game.correction("Set the day", why=None)
    def correct_day(t: Turn, day=ask.number("Which day?", 1, 9)) -> str:
        """Say which day it is."""
        t.set(day=day)
        return f"it is day {day}"

    @game.correction("Count again", why=ask.reason("What for?", optional=True))
    def recount(t: Turn) -> str:
        """Count the cows again."""
        t.narrate("All cows are there.")
        return ""

    return game


def propose(game, action, **answers):
    table = Table((Seat("ann", "Ann", ""), Seat("ben", "Ben", "")))
    return game.find_action(action).propose(table, answers)


def test_a_correction_says_what_is_true_from_now_on_and_why(game):
    entry = propose(game, "correct_cows", who="ann", cows="3", reason="miscounted")
    assert entry.narration == "Correction: Ann has 3 cows (miscounted)."
    assert entry.rule == "The table may correct the book at any time; the reason stays in the journal."


def test_what_a_correction_tells_besides_comes_after_it_and_its_own_rule_counts(game):
    entry = propose(game, "correct_cows", who="ann", cows="3", reason="miscounted", sold="yes")
    assert entry.narration == "Correction: Ann has 3 cows (miscounted). The rest were sold."
    assert entry.rule == "Cows are sold on Sundays."


def test_the_reason_is_asked_before_what_may_be_left_out(game):
    assert [question.name for question in game.find_action("correct_cows").questions] == [
        "who",
        "cows",
        "reason",
        "sold",
    ]


def test_a_correction_needs_its_reason(game):
    with pytest.raises(Refusal) as refused:
        propose(game, "correct_cows", who="ann", cows="3")
    assert refused.value.question == "reason"


def test_a_correction_without_a_question_why_says_only_what_is_true(game):
    entry = propose(game, "correct_day", day="4")
    assert (entry.narration, entry.rule) == ("It is day 4.", "The table may correct the book at any time.")


@pytest.mark.parametrize(
    ("answers", "words"),
    [({}, "Corrected. All cows are there."), ({"reason": "a gap"}, "Corrected (a gap). All cows are there.")],
)
def test_a_correction_that_tells_all_itself_is_called_one(game, answers, words):
    assert propose(game, "recount", **answers).narration == words


def test_a_correction_is_the_banks_and_stands_among_the_corrections(game):
    action = game.find_action("correct_cows")
    assert (action.group, action.asked_by) == ("Corrections", "")

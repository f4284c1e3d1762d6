"""Typing figures: what the pad and the keyboard make of them."""

from __future__ import annotations

import pytest
import small_game

from companion.core.prompt import Offer
from companion.games import find_game
from views.state.draft import Draft, answered, asked_now, begin
from views.table.keyboard import type_digit, type_key


@pytest.fixture
def snapshot(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.core.rules_at.find_game", small_game.find)
    open_plays = small_game.new_open_plays(tmp_path)
    return open_plays.snapshot(small_game.new_play(open_plays))


@pytest.mark.parametrize(
    ("keys", "answer"),
    [("9", 9), ("1", None), ("10", 10), ("12", 12), ("19", 9), ("112", 2), ("95", 5), ("0", None), ("110", 11)],
)
def test_a_roll_is_typed_in_one_key_or_two(snapshot, keys, answer):
    draft = begin(snapshot, Offer("roll", {"who": "alice"}), lead=True)
    question = snapshot.game.action("roll").question("roll")
    for key in keys:
        draft = type_digit(snapshot, draft, question, key)
    assert draft.answers.get("roll") == answer


def test_a_digit_that_waited_for_another_is_forgotten_once_the_roll_is_answered_otherwise(snapshot):
    draft = begin(snapshot, Offer("roll", {"who": "alice"}), lead=True)
    question = snapshot.game.action("roll").question("roll")
    for tapped in (9, None):
        waiting = type_digit(snapshot, draft, question, "1")
        assert type_digit(snapshot, answered(snapshot, waiting, "roll", tapped), question, "2").answers["roll"] == 2
    assert type_digit(snapshot, waiting, question, "2").answers["roll"] == 12


@pytest.mark.parametrize(
    ("words", "key", "after"),
    [("", "0", ""), ("1", "0", "10"), ("10", "Backspace", "1"), ("123", "Clear", ""), ("9" * 10, "9", "9" * 10)],
)
def test_the_pad(words, key, after):
    assert type_key(words, key) == after


def test_a_figure_goes_on_being_typed_though_words_are_asked_for_next():
    action = find_game("ratrace").action("correct_money")
    draft = Draft(
        "correct_money",
        {},
        {"giver": "treasury", "taker": "alice", "amount": 5},
        lead=False,
        texts={"amount": "5"},
    )

    assert asked_now(action, draft).name == "amount"


def test_on_a_complete_sheet_digits_go_to_the_figure_asked_last():
    action = find_game("ratrace").action("race")
    draft = Draft("race", {}, {"who": "ann", "horse": 7, "stake": 20}, lead=False)

    assert asked_now(action, draft).name == "stake"

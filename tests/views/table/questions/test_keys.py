"""Typing figures: what the pad and the keyboard make of them."""

from __future__ import annotations

import pytest
import small_game
from device import opened
from headless import play

from companion.core.prompt import Offer
from companion.core.questions import Amount
from companion.core.table import Table
from companion.core.unknown_game import bare_turn
from companion.games import find_game
from models.ledger import Refusal
from views.components.keypad import typed_text
from views.components.typed_figure import figure_key, type_key
from views.state.play.draft import Draft, begin, find_asked, with_answer
from views.state.play.panel import TURN
from views.table.keyboard import type_digit


@pytest.fixture
def snapshot(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", small_game.find)
    open_plays = small_game.new_open_plays(tmp_path)
    return open_plays.snapshot(small_game.new_play(open_plays))


@pytest.mark.parametrize(
    ("keys", "answer"),
    [("9", 9), ("1", None), ("10", 10), ("12", 12), ("19", 9), ("112", 2), ("95", 5), ("0", None), ("110", 11)],
)
def test_a_roll_is_typed_in_one_key_or_two(snapshot, keys, answer):
    draft = begin(snapshot, Offer("roll", {"who": "alice"}), lead=True)
    question = snapshot.game.find_action("roll").question("roll")
    for key in keys:
        draft = type_digit(snapshot, draft, question, key)
    assert draft.answers.get("roll") == answer


def test_a_digit_that_waited_for_another_is_forgotten_once_the_roll_is_answered_otherwise(snapshot):
    draft = begin(snapshot, Offer("roll", {"who": "alice"}), lead=True)
    question = snapshot.game.find_action("roll").question("roll")
    for tapped in (9, None):
        waiting = type_digit(snapshot, draft, question, "1")
        assert type_digit(snapshot, with_answer(snapshot, waiting, "roll", tapped), question, "2").answers["roll"] == 2
    assert type_digit(snapshot, waiting, question, "2").answers["roll"] == 12


@pytest.mark.parametrize(
    ("unit", "keys", "words", "shown", "figure"),
    [
        ("$", "0", "", "$0", None),
        ("$", "10", "10", "$10", 10),
        ("$", ["1", "0", "Backspace"], "1", "$1", 1),
        ("$", ["1", "2", "Clear"], "", "$0", None),
        ("$", "9" * 20, "9" * 16, "$9,999,999,999,999,999", None),
        ("$", "5+3", "5+3", "5+3", None),
        ("$", "10K", "10K", "10K", None),
        ("$", "-5", "-5", "\N{MINUS SIGN}5", None),
        ("$", "12.5", "12.5", "12.5", None),
        ("$", "12.", "12.", "12.", None),
        ("$", "1,250", "1,250", "1,250", 1_250),
        ("$", "12,5", "12,5", "12,5", None),
        ("\N{EURO SIGN}.00", "12", "12", "\N{EURO SIGN}0.12", 12),
        ("\N{EURO SIGN}.00", "12.", "12.", "\N{EURO SIGN}12.", 1_200),
        ("\N{EURO SIGN}.00", "12.5", "12.5", "\N{EURO SIGN}12.5", 1_250),
        ("\N{EURO SIGN}.00", ".05", "0.05", "\N{EURO SIGN}0.05", 5),
        ("\N{EURO SIGN}.00", "12.505", "12.505", "\N{EURO SIGN}12.505", None),
    ],
)
def test_what_keys_type_is_shown_and_is_what_is_read(unit, keys, words, shown, figure):
    typed = ""
    for key in keys:
        typed = type_key(typed, key, unit)
    assert (typed, typed_text(typed, unit)) == (words, shown)
    try:
        amount = int(Amount(unit=unit).read(typed, bare_turn(Table(()))))
    except Refusal:
        amount = None
    assert amount == figure


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("7", "7"),
        ("\N{ARABIC-INDIC DIGIT SEVEN}", "7"),
        ("Subtract", "-"),
        ("\N{MINUS SIGN}", "-"),
        ("Decimal", "."),
        (",", ","),
        ("m", "M"),
        ("Backspace", "Backspace"),
        ("x", ""),
        ("F5", ""),
        ("\N{SUPERSCRIPT TWO}", ""),
    ],
)
def test_a_key_types_what_is_on_it(key, typed):
    assert figure_key(key) == typed


def test_a_figure_goes_on_being_typed_though_words_are_asked_for_next():
    action = find_game("ratrace").find_action("correct_money")
    draft = Draft(
        "correct_money",
        {},
        {"giver": "treasury", "taker": "alice", "amount": 5},
        lead=False,
        texts={"amount": "5"},
    )

    assert find_asked(action, draft).name == "amount"


def test_on_a_complete_sheet_digits_go_to_the_figure_asked_last():
    action = find_game("ratrace").find_action("race")
    draft = Draft("race", {}, {"who": "ann", "horse": 7, "stake": 20}, lead=False)

    assert find_asked(action, draft).name == "stake"


ROLLING = "game any_score\nseats Ann Ben\n"


def recorded_by(lay, *keys):
    """Press keys on a table of two whose numbers are given but for one digit; return what was recorded."""
    open_plays, play_id = lay(ROLLING)

    async def scene():
        async with opened(open_plays, play_id) as screen:
            state = screen.clients[0].state(play_id)
            state.sheet.type("points", "ann=1 ben=2")
            await screen.settle()
            for key in keys:
                await screen.key(key)

    play(scene)
    return [one.proposal.narration for one in open_plays.journal.all_entries(play_id)]


@pytest.mark.parametrize("keys", [("5", "Enter"), ("Tab", "5", "Enter")], ids=["no Tab", "after a Tab"])
def test_enter_after_a_digit_records_the_sheet(lay, keys):
    assert recorded_by(lay, *keys) == ["Round 1: Ann 1, Ben 25."]


def test_enter_after_a_tab_belongs_to_the_button_with_the_focus(lay):
    assert recorded_by(lay, "5", "Tab", "Enter") == []


def test_an_enter_presses_nothing_else_before_the_device_says_that_the_focus_has_moved(lay):
    open_plays, play_id = lay(ROLLING)

    async def scene():
        async with opened(open_plays, play_id) as screen:
            state, under_way = screen.clients[0].state(play_id), []
            state.sheet.type("points", "ann=1 ben=2")
            await screen.settle()
            await screen.key("Tab")
            answer = screen.session.handle_invoke_method_results
            screen.session.handle_invoke_method_results = lambda *said: under_way.append(said)
            await screen.key("5")
            await screen.key("Enter")
            await screen.tap("Find an action")  # which has the focus
            assert state.panel.pane == TURN
            for said in under_way:
                answer(*said)
            await screen.tap("Find an action")
            assert state.panel.pane != TURN

    play(scene)
    assert len(open_plays.journal.all_entries(play_id)) == 1

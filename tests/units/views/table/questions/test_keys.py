"""Typing figures: what the pad and the keyboard make of them."""

from types import SimpleNamespace

import pytest

from companion.core.prompt import Offer
from companion.games import find_game
from tests.units.views import small_game
from tests.units.views.device import lines, opened, type_keys
from views.components.keypad import typed_text
from views.components.typed_figure import LONGEST_TYPED, figure_key, type_key
from views.state.play.draft import Draft, begin, find_asked
from views.state.play.panel import TURN
from views.table.questions.choice import type_digit
from views.table.questions.view import Asking


@pytest.fixture
def roll(open_plays, monkeypatch):
    """Types a digit of Alice's roll into a draft, or answers it otherwise."""
    monkeypatch.setattr("companion.games.find_game", small_game.find)
    play = SimpleNamespace(
        snapshot=open_plays.snapshot(small_game.new_play(open_plays)), sheet=None
    )
    question = play.snapshot.game.find_action("roll").question("roll")

    def typed(key, draft=None):
        draft = draft or begin(play.snapshot, Offer("roll", {"who": "alice"}), lead=True)
        ask = Asking.of(play, draft, question)
        return type_digit(ask, key) if isinstance(key, str) else ask.answered(key)

    return typed


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        *(("9", 9), ("1", None), ("12", 12), ("19", 9), ("112", 2), ("95", 5), ("0", None)),
        *((["1", 9, "2"], 2), (["1", None, "2"], 2)),
    ],
)
def test_a_roll_is_typed_in_one_key_or_two_that_follow_each_other(roll, keys, answer):
    draft = None
    for key in keys:
        draft = roll(key, draft)
    assert draft.answers.get("roll") == answer


@pytest.mark.parametrize(
    ("unit", "keys", "words", "shown"),
    [
        ("$", "0", "", "$0"),
        ("$", ["1", "0", "Backspace"], "1", "$1"),
        ("$", ["1", "2", "Clear"], "", "$0"),
        ("$", "9" * 20, "9" * LONGEST_TYPED, "$9,999,999,999,999,999"),
        ("$", "5+3", "5+3", "5+3"),
        ("$", "-5", "-5", "\N{MINUS SIGN}5"),
        ("$", "1,250", "1,250", "1,250"),
        ("\N{EURO SIGN}.00", "12.", "12.", "\N{EURO SIGN}12."),
        ("\N{EURO SIGN}.00", ".05", "0.05", "\N{EURO SIGN}0.05"),
        ("K", ["1", "5", "00"], "1500", "1.5M"),
        ("K", "1..05M", "1.05M", "1.05M"),
        ("K", "2MK", "2K", "2K"),
        ("K", "2M7", "7", "7K"),
        ("K", "2.M", "2M", "2M"),
        ("K", ["M", "00"], "", "0"),
    ],
)
def test_what_keys_type_is_shown(unit, keys, words, shown):
    typed = ""
    for key in keys:
        typed = type_key(typed, key, unit)
    assert (typed, typed_text(typed, unit)) == (words, shown)


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("7", "7"),
        ("\N{ARABIC-INDIC DIGIT SEVEN}", "7"),
        ("Subtract", "-"),
        ("Decimal", "."),
        (",", ","),
        ("m", "M"),
        ("Backspace", "Backspace"),
        ("F5", ""),
        ("\N{SUPERSCRIPT TWO}", ""),
    ],
)
def test_a_key_types_what_is_on_it(key, typed):
    assert figure_key(key) == typed


@pytest.mark.parametrize(
    ("name", "answers", "texts", "asked"),
    [
        (
            "correct_money",
            {"giver": "treasury", "taker": "alice", "amount": 5},
            {"amount": "5"},
            "amount",
        ),
        ("race", {"who": "ann", "horse": 7, "stake": 20}, {}, "stake"),
    ],
    ids=["though words are asked for next", "on a complete sheet"],
)
def test_digits_go_to_the_figure_asked_last(name, answers, texts, asked):
    draft = Draft(name, {}, answers, lead=False, texts=texts)
    assert find_asked(find_game("ratrace").find_action(name), draft).name == asked


@pytest.fixture
def rolling(lay):
    """A table of two, of whom one's number is given."""
    play = lay("game any_score\nseats Ann Ben\n")

    async def sheet(screen):
        screen.clients[0].here().sheet.type("points", "ann=1")
        await screen.settle()

    return play, sheet


@pytest.mark.parametrize(
    ("keys", "recorded"),
    [
        (("5", "Enter"), ["Round 1: Ann 1, Ben 5."]),
        (("Tab", "5", "Enter"), ["Round 1: Ann 1, Ben 5."]),
        (("5", "Tab", "Enter"), []),
    ],
)
async def test_enter_after_a_digit_records_and_after_a_tab_belongs_to_the_button_with_the_focus(
    rolling, keys, recorded
):
    play, sheet = rolling
    async with opened(*play) as screen:
        await sheet(screen)
        await type_keys(screen, *keys)
    assert lines(*play) == recorded


async def test_an_enter_presses_nothing_else_before_the_device_says_that_the_focus_has_moved(
    rolling,
):
    play, sheet = rolling
    async with opened(*play) as screen:
        await sheet(screen)
        screen.clients[0].here().clock = lambda: 100.0
        await screen.key("Tab")
        under_way, answer = [], screen.session.handle_invoke_method_results
        screen.session.handle_invoke_method_results = lambda *said: under_way.append(said)
        await type_keys(screen, "5", "Enter")
        await screen.tap("Find an action")  # which has the focus
        panel = screen.clients[0].here().panel
        assert panel.pane == TURN
        for said in under_way:
            answer(*said)
        await screen.tap("Find an action")
        assert panel.pane != TURN
    assert len(lines(*play)) == 1

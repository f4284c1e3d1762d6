"""What `Game.check` finds wrong with a declaration, and where an author is told."""

from __future__ import annotations

import argparse
import logging
import sys
from types import ModuleType

import pytest

from companion.api import Game, Turn, ask, option
from companion.cli.doctor import examine
from companion.core.prompt import Offer, Prompt
from companion.games import from_outside
from companion.testing import random_evening


def made(
    key="made_up", button="", amount=None, question="Which chain?", offer=None, **declared
) -> Game:
    """Declare a game with one action, which is offered first."""
    game = Game(key, "Made up", "", players=(2, 4), **declared)

    @game.action("Grow", button=button, amount=amount)
    def grow(
        t: Turn,
        chain=ask.choice("Which chain?", ("tower", "worldwide")),
        by=ask.number(question, 1, 9),
    ) -> None:
        t.narrate(f"{chain} grows by {by}.")

    @game.next
    def what_next(_: Turn):
        return "Ann's turn", grow(**(offer or {}))

    return game


def usual(key):
    return option.number(key, "Goal", 10)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (
            {"key": "my game"},
            "The key 'my game' may have letters without accents, digits and _ only",
        ),
        ({"colour": "red"}, "colour='red' is no colour: write it as #1B5E3B."),
        ({"options": (usual("goal"), usual("goal"))}, "The option 'goal' is there 2 times."),
        ({"banks": ("bank", "bank", "pot")}, "The bank 'bank' is there 2 times."),
        ({"shortlist": ("grow", "nope")}, "shortlist: there is no action 'nope'; there are grow, "),
        ({"button": "{chian} grows"}, "grow: button has {chian}, and it asks for chain and by."),
        ({"amount": "byy"}, "grow: amount is 'byy', and it asks for chain and by."),
        (
            {"question": "By how much does {chian} grow?"},
            "grow: the question by has {chian}, and it asks for chain and by.",
        ),
        (
            {"offer": {"chian": "tower"}},
            "next offers grow(chian=...), which asks for chain and by.",
        ),
    ],
)
def test_a_slip_is_said_with_its_place(declared, sentence):
    (said,) = made(**declared).check()
    assert said.startswith(sentence)


def test_a_second_score_is_said():
    game = made()
    for title in ("Points", "Won"):
        game.score(title, wins="highest")(lambda _turn, _who: 0)

    assert game.check() == ("score is declared 2 times: 'Points' and 'Won'. The last counts.",)


def test_what_is_offered_after_a_choice_is_looked_at_too():
    game = made()
    game.rules["next"] = lambda _: Prompt(
        "So?", offers=(Offer("grow", then=Prompt("Then", sheet=Offer("grwo"))),)
    )
    assert game.check() == ("next offers 'grwo', and there is no such action.",)


def test_a_button_and_a_question_with_answers_by_their_names_are_right():
    assert (
        made(
            button="{chain} grows", question="By how much does {chain} grow?", offer={"by": 2}
        ).check()
        == ()
    )


@pytest.fixture
def installed(bring, monkeypatch):
    """Install a game of a package."""

    def install(game):
        monkeypatch.setitem(sys.modules, "made_up", module := ModuleType("made_up"))
        module.game = game
        bring("made_up=made_up:game")

    return install


def test_a_slip_is_said_by_an_evening_at_random_by_doctor_and_where_the_game_is_loaded(
    installed, tmp_path, caplog, capsys
):
    installed(made(shortlist=("nope",)))
    slip = "shortlist: there is no action 'nope'"
    with pytest.raises(AssertionError, match=slip):
        random_evening("made_up", 1)
    from_outside.cache_clear()
    caplog.clear()
    with caplog.at_level(logging.WARNING, "companion"):
        (found,), faults = from_outside()
    assert (found.key, faults) == ("made_up", {})
    assert caplog.messages[0].startswith(f"Made up: {slip}")
    examine(argparse.Namespace(data=tmp_path, port=8550))
    assert f"WRONG: Made up: {slip}" in capsys.readouterr().out


def test_an_evening_at_random_ends_where_a_later_offer_is_wrong(installed):
    game = made(table_state={"grown": False})
    game.rules["after_each"] = lambda t: t.set(grown=True)
    game.rules["next"] = lambda t: ("So?", Offer("grow", {"chian": 1} if t.grown else {}))
    installed(game)
    with pytest.raises(AssertionError, match=r"next offers grow\(chian=...\)"):
        random_evening("made_up", 1)

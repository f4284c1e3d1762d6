"""A game that another package brings is found, played and kept; one that can't be loaded is listed with its reason."""

import sys
from types import ModuleType

import pytest

from companion.__main__ import main
from companion.api import VERSION, Game
from companion.core.game import OF_THE_BOOK
from companion.core.show.television import big_boards, everybody
from companion.formats.session import replay, steps
from companion.games import INCLUDED_GAMES, find_game, from_outside, infos
from companion.testing import random_evening
from models.ledger import Refusal
from tests.paths import ROOT

POKER_NIGHT = ROOT / "docs" / "poker_night"
GUIDE = POKER_NIGHT.parent / "adding_a_game.md"
EVENING = (POKER_NIGHT / "evening.session").read_text(encoding="utf-8")


def module(monkeypatch, name, **things):
    made = ModuleType(name)
    vars(made).update(things)
    monkeypatch.setitem(sys.modules, name, made)


def test_an_evening_of_a_game_from_outside_holds_to_the_dollar(bring, journal):
    bring("poker_night=poker_night:game")
    referee = replay(journal, steps(EVENING))
    ending = referee.game.ending(referee.table)
    assert ending.reason == "Ann won most"
    assert [one.key for one in infos()] == [*(one.key for one in INCLUDED_GAMES), "poker_night"]
    assert ending.ranks == (("ann", 1, "$31"), ("bank_2", 2, "$8"), ("ben", 3, "\u2212$39"))


def test_what_is_left_to_pay_is_offered_once_a_game_from_outside_is_over(bring, journal):
    bring("poker_night=poker_night:game")
    referee = replay(journal, steps(EVENING.partition("paid payer=ben payee=bank_2")[0]))
    offers = referee.game.prompt(referee.table).offers
    assert [offer.label for offer in offers] == ["Ben pays Bank $8"]


def test_who_has_no_score_yet_has_a_dash_on_the_card_and_is_on_the_television(bring, journal):
    bring("poker_night=poker_night:game")
    referee = replay(journal, steps(EVENING.partition("buy who=ben")[0]))
    table, cards = referee.table, referee.game.standings(referee.table)
    assert [card.figure for card in cards] == ["$20", "\u2013", "\u2013"]
    assert big_boards(referee.game, table, (), cards) == (everybody(cards),)


@pytest.mark.parametrize(
    ("things", "reason"),
    [
        ({"game": 7}, "made_up:game is no companion.api.Game."),
        (
            {"game": Game("made_up", "Made up", "", players=(2, 4), api=VERSION + 1)},
            f"It is written for version {VERSION + 1} of companion.api; this Companion has version {VERSION}.",
        ),
        (
            {"game": Game("ratrace", "Made up", "", players=(2, 4))},
            "There is another game with the key 'ratrace'.",
        ),
        ({}, "AttributeError: module 'made_up' has no attribute 'game'"),
    ],
)
def test_a_game_that_cannot_be_played_is_listed_with_its_reason_and_the_others_are_there(
    bring, monkeypatch, things, reason
):
    module(monkeypatch, "made_up", **things)
    bring("broken=made_up:game", "poker_night=poker_night:game")
    found, faults = from_outside()
    assert faults == {"broken": reason}
    assert [one.key for one in found] == ["poker_night"]


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        (
            "broken",
            "^The game 'broken' can't be loaded here. ModuleNotFoundError: No module named 'no_such_module'$",
        ),
        (
            "else",
            "^There is no game 'else' here; choose .*[.] broken can't be loaded here. ModuleNotFoundError",
        ),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_with_its_reason_where_it_is_asked_for(
    bring, key, sentence
):
    bring("broken=no_such_module:game")
    with pytest.raises(Refusal, match=sentence):
        find_game(key)


@pytest.mark.seeds(range(40), 3)
def test_random_evenings_of_a_game_from_outside_hold(bring, seed):
    bring("poker_night=poker_night:game")
    assert "game poker_night" in random_evening("poker_night", seed)


@pytest.mark.parametrize("name", [*OF_THE_BOOK, "set"])
def test_every_name_that_state_of_a_seat_cannot_have_is_in_the_guide_and_refused(name):
    said = (
        GUIDE.read_text(encoding="utf-8")
        .partition("State can't be called")[2]
        .partition("Options are")[0]
    )
    assert f"`{name}`" in said
    with pytest.raises(ValueError, match=f"no state can be called '{name}'"):
        Game("made_up", "Made up", "", players=(2, 4), seat_state={name: 0})


@pytest.mark.parametrize(
    ("state", "why"), [({"seats": 0}, "called 'seats'"), ({"rounds": []}, "words")]
)
def test_state_of_a_table_that_could_not_be_kept_is_refused_when_it_is_declared(state, why):
    with pytest.raises((ValueError, TypeError), match=why):
        Game("made_up", "Made up", "", players=(2, 4), table_state=state)


def test_doctor_names_games_of_other_packages_and_those_that_cannot_be_loaded_with_the_reason(
    bring, tmp_path, capsys
):
    bring("poker_night=poker_night:game", "bridge=no_such_module:game")
    assert main(["doctor", "--data", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert "Games of other packages: Poker Night.\n" in out
    assert (
        "WRONG: The game bridge can't be loaded: ModuleNotFoundError: No module named 'no_such_module'\n"
        in out
    )

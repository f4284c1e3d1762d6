"""Who may ask for an action on a phone of their own: the game says so."""

from __future__ import annotations

import pytest

from companion.api import Game, Seat, Turn, ask
from companion.core.payments import Payments
from companion.core.questions import Player
from companion.games import GAMES, find_game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_action_is_asked_for_by_a_player_it_names_or_by_the_bank_alone(game):
    for action in game.actions:
        for name, _ in action.asks:
            assert isinstance(action.question(name).kind, Player | Payments), action.name
        assert not (action.asks or action.on_turn) or action.group != "Corrections", action.name


@pytest.mark.parametrize(
    ("key", "action", "answers"),
    [
        ("ratrace", "buy", {"who": "ann"}),
        ("totopoly", "bet", {"who": "ann", "horse": "priory_park", "stake": 20}),
        ("rat_race_monopoly", "pay", {"giver": "ann", "taker": "bank"}),
        ("rat_race_monopoly", "pay", {"giver": "bank", "taker": "ann"}),
        ("doubletrack", "toll", {"who": "ann"}),
        ("any_money", "bank_pays", {"payee": "ann"}),
        ("any_score", "leave", {"who": "ann"}),
    ],
)
def test_a_player_may_ask_for_what_is_the_players_own_and_for_nobody_else(key, action, answers):
    game = find_game(key)
    assert game.find_action(action).asker(answers, ("ann",))
    assert not game.find_action(action).asker(answers, ("ben",))
    assert not game.find_action(action).asker({}, ("ann",))


@pytest.mark.parametrize(
    ("key", "action", "answers"),
    [
        ("ratrace", "correct_credit", {"who": "ann"}),
        ("ratrace", "change_house", {}),
        ("totopoly", "sell", {"who": "ann"}),
        ("rat_race_monopoly", "lose_streets", {"who": "ann"}),
        ("rat_a_tat_cat", "round", {"knocked": "ann"}),
        ("any_money", "correct_money", {"giver": "ann", "taker": "ben"}),
    ],
)
def test_what_the_bank_does_no_player_may_ask_for(key, action, answers):
    assert not find_game(key).find_action(action).asker(answers, ("ann",))


def test_an_action_can_be_asked_for_by_no_answer_that_names_no_player():
    game = Game("stall", "Stall", "", players=(1, 2))

    def sell(t: Turn, who: Seat = ask.player("Who?"), fruit: str = ask.words("Which?")) -> None:
        """Sell some fruit."""

    with pytest.raises(ValueError, match=r"stall\.sell: fruit asks for no player"):
        game.action("Sell", asked_by="fruit")(sell)

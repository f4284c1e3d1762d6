"""Who may ask for an action on a phone of their own: the game says so."""

from __future__ import annotations

import pytest

from companion.api import Game, Seat, Turn, ask
from companion.core.questions import Player
from companion.core.several import Payments
from tests.every_game import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_action_is_asked_for_by_a_player_it_names_or_by_the_bank_alone(game):
    for action in game.actions:
        for name, _ in action.asks:
            assert isinstance(action.question(name).kind, Player | Payments), action.name
        assert not (action.asks or action.on_turn) or action.group != "Corrections", action.name


def test_an_action_can_be_asked_for_by_no_answer_that_names_no_player():
    game = Game("stall", "Stall", "", players=(1, 2))

    def sell(t: Turn, who: Seat = ask.player("Who?"), fruit: str = ask.words("Which?")) -> None:
        """Sell some fruit."""

    with pytest.raises(ValueError, match=r"stall\.sell: fruit asks for no player"):
        game.action("Sell", asked_by="fruit")(sell)

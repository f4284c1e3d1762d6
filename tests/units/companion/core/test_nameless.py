"""A player without a name: nobody is seated so, and the book of somebody else in which one sits is drawn anyway."""

import pytest

from companion.core.recording.referee import Referee
from companion.core.recording.rules_at import RulesAt
from companion.games import game_of
from models.plays import Seat
from tests.every_game import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_player_without_a_name_stops_no_screen(game, journal):
    seats = [Seat("ann", ""), Seat("ben", "Ben"), Seat("cy", "Cy")]
    play = journal.begin(
        game=game.key,
        title="Somebody else's",
        seats=seats,
        houses=game.house_rules(),
        board=game.printed_values(),
        edition=game.edition,
    )
    referee = Referee(journal, play.id, game_of)
    for start in (one for one in game.actions if one.name == "start"):
        first = {"first": "ann"} if any(one.name == "first" for one in start.questions) else {}
        assert referee.write("start", first).proposal.narration
    rules = RulesAt(referee.play, referee.game, referee.table.ledger)
    assert rules.game.prompt(rules.table)
    assert len([rules.game.standing(rules.table, seat.key) for seat in seats]) == 3
    rules.game.ending(rules.table)
    rules.game.boards(rules.table)

"""A shelf shows the boxes of its games: what stands on them is what the game says, and none is opened for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.games import BOXES, GAMES, find_game, find_info
from models.ledger import Refusal


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.key)
def test_what_stands_on_the_box_is_what_the_game_says(box):
    game = box.open()
    assert (box.key, box.title, box.colour) == (game.key, game.title, game.colour)
    assert find_game(box.key) is game
    assert find_info(box.key) is box


def test_all_games_are_there_in_the_order_of_their_boxes():
    assert [game.key for game in GAMES] == [box.key for box in BOXES]
    assert len(GAMES) == len(BOXES)
    assert GAMES[0].key == BOXES[0].key
    assert [game.key for game in GAMES[1:3]] == [box.key for box in BOXES[1:3]]


def test_a_game_that_nobody_knows_is_refused_with_those_that_are_known():
    with pytest.raises(Refusal, match="no game 'chess' here; choose ratrace, totopoly"):
        find_game("chess")


def test_a_referee_of_one_game_loads_no_other():
    program = (
        "import sys; import companion.core.recording.referee; "
        "from companion.games import find_game; find_game('ratrace');"
        "print(*sorted({'.'.join(one.split('.')[:3]) for one in sys.modules if one.startswith('companion.games.')}))"
    )
    output = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert output.split() == ["companion.games.kept_names", "companion.games.ratrace"]

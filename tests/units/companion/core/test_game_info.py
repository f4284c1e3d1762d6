"""A shelf shows the boxes of its games: what stands on them is what the game says, and none is opened for it."""

import subprocess
import sys

import pytest

from companion.games import INCLUDED_GAMES, find_game, find_info


@pytest.mark.parametrize("box", INCLUDED_GAMES, ids=lambda box: box.key)
def test_what_stands_on_the_box_is_what_the_game_says(box):
    game = box.open()
    assert (box.key, box.title, box.colour) == (game.key, game.title, game.colour)
    assert find_game(box.key) is game
    assert find_info(box.key) is box


def test_a_referee_of_one_game_loads_no_other():
    program = (
        "import sys; import companion.core.recording.referee; "
        "from companion.games import find_game; find_game('ratrace');"
        "print(*sorted({'.'.join(one.split('.')[:3]) for one in sys.modules if one.startswith('companion.games.')}))"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    assert output.split() == ["companion.games.kept_names", "companion.games.ratrace"]

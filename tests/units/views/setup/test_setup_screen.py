"""Setting up a play on the screen: names by Enter or by a tap, one play for two taps, house rules and goal."""

import pytest

from tests.units.views.hats_game import face, field, opened
from tests.units.views.headless import PHONE, TABLET
from views.setup.game_tiles import columns
from views.state.client import Client, Preferences


async def test_names_sit_down_at_once_and_leave_the_field_when_it_is_left(open_plays):
    async with opened(open_plays, "/new") as screen:
        first = field(screen, "Player's name")
        await screen.fire(first, "focus")
        for words in ("Ada, Ben,", "Ada, Ben,C"):
            await screen.write(first, words)
            assert field(screen, "Player's name").value == words, "somebody writes there"
            assert face(screen, "Remove Ben")
        await screen.fire(field(screen, "Player's name"), "blur")
        assert field(screen, "Player's name")._i == first._i
        assert field(screen, "Player's name").value == "C", "nobody has ended this name yet"


async def test_start_makes_room_above_a_keyboard_while_names_are_written(open_plays):
    async with opened(open_plays, "/new", (390, 510)) as screen:
        assert face(screen, "Add 2 players")
        await screen.fire(field(screen, "Player's name"), "focus")
        assert not screen.says("Add 2 players")
        await screen.fire(field(screen, "Player's name"), "blur")
        assert face(screen, "Add 2 players")


@pytest.mark.parametrize(
    ("size", "scale", "seven", "twelve"),
    [(PHONE, 1.0, 2, 2), (PHONE, 2.0, 1, 1), (TABLET, 1.0, 4, 4), ((1440, 900), 1.0, 7, 6)],
)
def test_the_tiles_of_games_fill_the_width(open_plays, size, scale, seven, twelve):
    client = Client(open_plays, *size, prefs=Preferences(scale=scale))
    assert (columns(client, 7), columns(client, 12)) == (seven, twelve)

"""Time travel: a bar that goes anywhere at once, and the way back."""

import flet as ft
import pytest

from tests.units.views.hats_game import new_play, opened, press
from views.components.charts import nearest


@pytest.fixture
def play_id(open_plays):
    made = new_play(open_plays)
    for who in ("alice", "ben", "alice"):
        open_plays.referee(made).write("roll", {"who": who, "roll": 9})
    return made


async def test_the_bar_goes_anywhere_at_once_and_one_tap_leads_back_to_the_turn(
    open_plays, play_id
):
    async with opened(open_plays, f"/play/{play_id}") as screen:
        await screen.tap("Find an action")
        await screen.go(f"/play/{play_id}/past")
        (bar,) = screen.all(ft.GestureDetector, key="bar")
        await screen.fire(bar, "size_change", {"w": 322.0, "h": 48.0})
        await screen.fire(
            bar,
            "tap_down",
            {"k": "touch", "l": {"x": 111.0, "y": 20.0}, "g": {"x": 111.0, "y": 20.0}},
        )
        assert screen.words(screen.by_id("when"))[0].startswith("After entry 1")
        await press(screen, "Back to now")
        assert screen.page.route == f"/play/{play_id}"
        assert screen.clients[0].state(play_id).panel.pane.kind == "turn", (
            "the list of everything is put away"
        )


@pytest.mark.parametrize(
    ("x", "place"), [(-5, 0), (0, 0), (11, 0), (111, 1), (211, 2), (311, 3), (900, 3)]
)
def test_every_point_of_the_bar_is_nearest_to_one_line(x, place):
    assert nearest(x, 322, 3) == place

"""Time travel on the screen: every line with its receipt and its table, and nothing to record."""

from __future__ import annotations

import flet as ft
import pytest
from hats_game import narrations, new_play, opened, press
from headless import PHONE, TABLET

from views.components.charts import nearest


@pytest.fixture
def play_id(open_plays):
    made = new_play(open_plays)
    referee = open_plays.referee(made)
    referee.write("roll", {"who": "alice", "roll": 9})
    referee.write("roll", {"who": "ben", "roll": 4})
    referee.write("give", {"who": "alice", "to": "ben", "amount": 50})
    return made


def when(screen):
    return screen.words(screen.by_id("when"))[0]


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_line_by_line_the_table_is_as_it_was(open_plays, play_id, size):
    async with opened(open_plays, f"/play/{play_id}/past", size) as screen:
        assert when(screen).startswith("After entry 3, as it is now")
        assert screen.button("One entry on").disabled
        assert screen.says("$40")
        await screen.tap("One entry back")
        assert when(screen).startswith("After entry 2")
        assert screen.says("$90")
        assert screen.says("Ten dollars for every pip."), "the receipt of that line"
        await screen.tap("One entry back")
        await screen.tap("One entry back")
        assert when(screen) == "Before the first entry"
        assert not screen.says("$90")
        assert not screen.says("$40"), "nobody had anything then"
        assert screen.button("One entry back").disabled
        assert not screen.button("One entry on").disabled
        assert screen.says("Nothing was recorded yet.")
        assert len(narrations(open_plays, play_id)) == 3, "looking writes nothing"


async def test_the_bar_goes_anywhere_at_once_and_one_tap_leads_back_to_now(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/past", PHONE) as screen:
        (bar,) = (one for one in screen.all(ft.GestureDetector) if one.key == "bar")
        await screen.fire(bar, "size_change", {"w": 322.0, "h": 48.0})
        await screen.fire(bar, "tap_down", {"k": "touch", "l": {"x": 111.0, "y": 20.0}, "g": {"x": 111.0, "y": 20.0}})
        assert when(screen).startswith("After entry 1")
        await press(screen, "Back to now")
        assert screen.page.route == f"/play/{play_id}"


@pytest.mark.parametrize("came_from", ["", "journal"])
@pytest.mark.parametrize(
    ("tool", "leave"), [("past", "Back to now"), ("count", "Back"), ("see", "Back"), ("take", "Back")]
)
async def test_a_tool_leads_back_to_where_it_was_opened(open_plays, play_id, came_from, tool, leave):
    origin = f"/play/{play_id}/{came_from}".rstrip("/")
    async with opened(open_plays, origin, PHONE) as screen:
        await screen.wire.arrive(f"/play/{play_id}/{tool}")
        await screen.settle()
        await screen.tap(leave)
        await screen.settle()
        assert screen.page.route == origin


async def test_the_list_of_everything_is_put_away_once_something_of_it_was_opened(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}", PHONE) as screen:
        await screen.tap("Find an action")
        assert screen.clients[0].state(play_id).panel.pane.kind == "more"
        await screen.go(f"/play/{play_id}/past")
        await screen.settle()
        assert screen.clients[0].state(play_id).panel.pane.kind == "turn"


async def test_a_screen_of_the_past_says_that_it_is_one(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/past", PHONE) as screen:
        assert not screen.says("You are looking at the past")
        await screen.tap("One entry back")
        assert screen.says("You are looking at the past: after entry 2.")


@pytest.mark.parametrize(("x", "place"), [(-5, 0), (0, 0), (11, 0), (111, 1), (211, 2), (311, 3), (900, 3)])
def test_every_point_of_the_bar_is_nearest_to_one_line(x, place):
    assert nearest(x, 322, 3) == place


async def test_a_card_shows_what_somebody_had_then(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/past", TABLET) as screen:
        await screen.tap("One entry back")
        await press(screen, "Alice")
        assert screen.says("$90")
        assert screen.says("Hats")
        await press(screen, "Alice")
        assert not screen.says("Hats"), "a second tap puts it away"


async def test_time_travel_goes_through_the_evening_as_a_correction_left_it(open_plays, play_id):
    from companion.core.recording.revision import Change  # noqa: PLC0415
    from models.ledger import Place  # noqa: PLC0415

    open_plays.referee(play_id).amend({Place(1): Change("roll", {"who": "alice", "roll": 12})}, "it was twelve")
    async with opened(open_plays, f"/play/{play_id}/past", TABLET) as screen:
        await screen.tap("One entry back")
        await screen.tap("One entry back")
        assert when(screen).startswith("After entry 1")
        assert screen.says("Alice rolls 12 and collects $120.")
        assert screen.says("As corrected in entry 4.")


async def test_a_line_looked_at_can_be_corrected_from_there(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/past", PHONE) as screen:
        await screen.tap("One entry back")
        await press(screen, "Correct this entry")
        assert screen.page.route.endswith("/correct/line/2")


async def test_before_anything_is_recorded_it_says_what_will_be_there(open_plays):
    async with opened(open_plays, f"/play/{new_play(open_plays)}/past", PHONE) as screen:
        assert screen.says("Nothing has happened yet")

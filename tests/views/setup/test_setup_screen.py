"""Setting up a play on the screen: names by Enter or by a tap, one play for two taps, house rules and goal."""

from __future__ import annotations

import flet as ft
import pytest
from hats_game import face, field, opened, press
from headless import PHONE, TABLET

from views.setup import seats
from views.setup.game_tiles import columns
from views.state.client import Client, Preferences

LONG = ("Alexandrina Wilhelmina", "Ben", "Christopher Featherstone", "Dora", "Emeka van der Kloot", "Frederika")


async def seat(screen, *names):
    for name in names:
        await screen.write(field(screen, "Player's name"), f"{name}\n")
        await screen.fire(field(screen, "Player's name"), "blur")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_name_that_is_ended_sits_down_and_the_field_is_emptied_when_it_is_left(open_plays, size):
    async with opened(open_plays, "/new", size) as screen:
        first = field(screen, "Player's name")
        await screen.write(first, "Ada\nBen\n")
        assert screen.says("Ada")
        assert screen.says("Ben")
        assert field(screen, "Player's name")._i == first._i, "another field would swallow what is written"
        assert field(screen, "Player's name").value == "Ada\nBen\n"
        await screen.fire(field(screen, "Player's name"), "blur")
        assert field(screen, "Player's name").value == ""


async def test_names_that_sit_down_leave_the_field_once_nobody_writes_on(open_plays, monkeypatch):
    monkeypatch.setattr(seats, "REST", 0)
    async with opened(open_plays, "/new") as screen:
        first = field(screen, "Player's name")
        await screen.fire(first, "focus")
        await screen.write(first, "Ada, Ben,")
        assert field(screen, "Player's name")._i == first._i
        assert field(screen, "Player's name").value == ""
        for letters in ("C", "Cl"):
            await screen.write(first, f"Ada, Ben,{letters}")
            assert field(screen, "Player's name").value == letters, "what was written meanwhile stays"
        await screen.write(first, "Cleo")
        assert field(screen, "Player's name").value == "Cleo", "nobody has ended this name yet"


async def test_start_makes_room_above_a_keyboard_while_names_are_written(open_plays):
    async with opened(open_plays, "/new", (390, 510)) as screen:
        assert face(screen, "Add 2 players")
        await screen.fire(field(screen, "Player's name"), "focus")
        assert not screen.says("Add 2 players")
        await screen.fire(field(screen, "Player's name"), "blur")
        assert face(screen, "Add 2 players")


async def test_two_taps_on_start_make_one_play_and_go_to_its_table(open_plays):
    async with opened(open_plays, "/new") as screen:
        await seat(screen, "Ada", "Ben")
        start = face(screen, "Start Hats with 2")
        await screen.session.dispatch_event(start._i, "click", None)
        await screen.session.dispatch_event(start._i, "click", None)
        await screen.settle()
        (only,) = open_plays.journal.plays()
        assert screen.page.route == f"/play/{only.id}"
        assert [one.name for one in only.seats] == ["Ada", "Ben"]


async def test_a_remembered_player_sits_down_by_one_tap(open_plays):
    open_plays.journal.remember_player("Ada", "#1D5A99", "leaf")
    async with opened(open_plays, "/new") as screen:
        await press(screen, "Add Ada")
        assert face(screen, "Place 1: Ada, blue leaf")


async def test_what_was_filled_in_outlives_a_look_at_the_board_book(open_plays):
    async with opened(open_plays, "/new") as screen:
        await seat(screen, "Ada")
        await press(screen, "Options")
        await press(screen, "Open the board book")
        assert screen.page.route == "/new/board/hats"
        await press(screen, "Prices")
        await press(screen, "Price of a hat")
        await screen.write(field(screen, "What does your board say?"), "70")
        await press(screen, "Keep")
        await screen.tap("Back")
        assert screen.page.route == "/new"
        assert face(screen, "Place 1: Ada")
        assert screen.says("1 figure is from your own board")
        assert screen.says("Options: changed")
        assert screen.says("Goal $1,000, 1 figure of your own board")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_six_long_names_are_drawn_at_twice_the_size(open_plays, size):
    async with opened(open_plays, "/new", size, scale=2.0) as screen:
        await seat(screen, *LONG)
        assert screen.says("The table is full: Hats takes 6 players at most.")
        assert not screen.all(ft.TextField, label="Player's name")
        assert not screen.says("could not be drawn")


@pytest.mark.parametrize(
    ("size", "scale", "seven", "twelve"),
    [(PHONE, 1.0, 2, 2), (PHONE, 2.0, 1, 1), ((820, 1180), 1.0, 3, 3), (TABLET, 1.0, 4, 4), ((1440, 900), 1.0, 7, 6)],
)
def test_the_tiles_of_games_fill_the_width(open_plays, size, scale, seven, twelve):
    client = Client(open_plays, *size, prefs=Preferences(scale=scale))
    assert (columns(client, 7), columns(client, 12)) == (seven, twelve)

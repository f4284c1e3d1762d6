"""Setting up a play on the screen: names by Enter or by a tap, one play for two taps, house rules and goal."""

from __future__ import annotations

import fakes
import flet as ft
import hatbook
import pytest
from hatbook import face, field, opened, press
from headless import PHONE, TABLET, play

LONG = ("Alexandrina Wilhelmina", "Ben", "Christopher Featherstone", "Dora", "Emeka van der Kloot", "Frederika")


@pytest.fixture
def house(tmp_path, monkeypatch):
    hatbook.play_hats(monkeypatch)
    house = fakes.new_house(tmp_path)
    yield house
    house.journal.database.close()


async def seat(screen, *names):
    for name in names:
        await screen.write(field(screen, "Player's name"), name)
        await screen.fire(field(screen, "Player's name"), "submit")


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_enter_adds_a_name_and_empties_the_field(house, size):
    async def scene():
        async with opened(house, "/new", size) as screen:
            await seat(screen, "Ada", "Ben")
            assert screen.says("Ada")
            assert screen.says("Ben")
            assert field(screen, "Player's name").value == ""
            assert "focus" in screen.wire.calls

    play(scene)


def test_a_refused_name_is_told_at_the_field_and_stays(house):
    async def scene():
        async with opened(house, "/new") as screen:
            await seat(screen, "Ada", "ada")
            assert field(screen, "Player's name").error.startswith("ada sits at this table already")
            assert field(screen, "Player's name").value == "ada"

    play(scene)


def test_start_is_greyed_with_the_reason_until_enough_sit_down(house):
    async def scene():
        async with opened(house, "/new") as screen:
            assert face(screen, "Start").disabled
            assert screen.says("Hats is for 2 to 6: add 2 players.")
            await seat(screen, "Ada", "Ben")
            assert not face(screen, "Start with 2 players").disabled

    play(scene)


def test_two_taps_on_start_make_one_play_and_go_to_its_table(house):
    async def scene():
        async with opened(house, "/new") as screen:
            await seat(screen, "Ada", "Ben")
            start = face(screen, "Start with 2 players")
            await screen.session.dispatch_event(start._i, "click", None)
            await screen.session.dispatch_event(start._i, "click", None)
            await screen.settle()
            (only,) = house.journal.plays()
            assert screen.page.route == f"/play/{only.id}"
            assert [one.name for one in only.seats] == ["Ada", "Ben"]

    play(scene)


def test_a_remembered_player_sits_down_by_one_tap(house):
    house.journal.remember_player("Ada", "#1D5A99", "leaf")

    async def scene():
        async with opened(house, "/new") as screen:
            await press(screen, "Add Ada")
            assert face(screen, "Place 1: Ada, blue leaf")

    play(scene)


def test_players_move_up_and_down_and_leave(house):
    async def scene():
        async with opened(house, "/new", TABLET) as screen:
            await seat(screen, "Ada", "Ben")
            await screen.tap("Move Ben up")
            assert face(screen, "Place 1: Ben")
            await screen.tap("Remove Ben")
            assert face(screen, "Place 1: Ada")

    play(scene)


def test_a_player_is_renamed_and_painted_in_place(house):
    async def scene():
        async with opened(house, "/new", TABLET) as screen:
            await seat(screen, "Ada", "Ben")
            await press(screen, "Place 1: Ada")
            await screen.write(field(screen, "Name"), "ben")
            assert field(screen, "Name").error.startswith("ben sits at this table already")
            await screen.write(field(screen, "Name"), "Adam")
            await press(screen, "Colour plum")
            assert face(screen, "Place 1: Adam, plum circle")

    play(scene)


def test_house_rules_lie_folded_and_say_how_many_are_changed(house):
    async def scene():
        async with opened(house, "/new") as screen:
            assert screen.says("Played by the rulings")
            assert not screen.says("Snake eyes")
            await press(screen, "House rules")
            await press(screen, "Snake eyes")
            await press(screen, "The turn is lost.")
            assert screen.says("Played by the rulings, 1 changed")
            await press(screen, "Back to the rulings")
            assert not screen.says("1 changed")

    play(scene)


def test_the_goal_is_one_tap_or_any_other_amount(house):
    async def scene():
        async with opened(house, "/new") as screen:
            await seat(screen, "Ada", "Ben")
            await press(screen, "$500")
            await press(screen, "Other")
            await screen.write(field(screen, "Another goal, in dollars"), "5")
            assert field(screen, "Another goal, in dollars").error == "Goal: a whole number of dollars from 10 up."
            assert face(screen, "Start").disabled
            await screen.write(field(screen, "Another goal, in dollars"), "750")
            await press(screen, "Start with 2 players")
            assert house.journal.plays()[0].houses["goal"] == "750"

    play(scene)


def test_what_was_filled_in_outlives_a_look_at_the_board_book(house):
    async def scene():
        async with opened(house, "/new") as screen:
            await seat(screen, "Ada")
            await press(screen, "Open the board book")
            assert screen.page.route == "/new/board/hats"
            await press(screen, "Prices")
            await press(screen, "Price of a hat")
            await screen.write(field(screen, "What does your board say?"), "70")
            await press(screen, "Keep")
            await screen.tap("Back")
            assert screen.page.route == "/new"
            assert face(screen, "Place 1: Ada")
            assert screen.says("1 figure is your own board's")

    play(scene)


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_six_long_names_are_drawn_at_twice_the_size(house, size):
    async def scene():
        async with opened(house, "/new", size, scale=2.0) as screen:
            await seat(screen, *LONG)
            assert screen.says("The table is full: Hats takes 6 players at most.")
            assert not screen.all(ft.TextField, label="Player's name")
            assert not screen.says("could not be drawn")

    play(scene)

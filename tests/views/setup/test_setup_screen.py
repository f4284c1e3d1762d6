"""Setting up a play on the screen: names by Enter or by a tap, one play for two taps, house rules and goal."""

from __future__ import annotations

import flet as ft
import hats_game
import pytest
import score_game
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


async def test_a_tap_on_add_seats_who_is_written_and_the_field_is_written_in_again(open_plays):
    async with opened(open_plays, "/new") as screen:
        await screen.write(field(screen, "Player's name"), "Ada")
        assert not field(screen, "Player's name").autofocus
        await press(screen, "Add")
        assert screen.says("Ada")
        assert field(screen, "Player's name").value == ""
        assert field(screen, "Player's name").autofocus


async def test_a_refused_name_is_explained_at_the_field_and_stays(open_plays):
    async with opened(open_plays, "/new") as screen:
        await seat(screen, "Ada", "ada")
        assert screen.says("ada is at the table already")
        assert field(screen, "Player's name").value == "ada\n"


async def test_the_button_says_what_is_missing_until_enough_sit_down(open_plays):
    async with opened(open_plays, "/new") as screen:
        assert face(screen, "Add 2 players").disabled
        await seat(screen, "Ada")
        assert face(screen, "Add 1 player").disabled
        await seat(screen, "Ben")
        assert not face(screen, "Start Hats with 2").disabled


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


async def test_those_of_last_time_are_seated_by_one_tap_as_long_as_nobody_sits(open_plays):
    hats_game.new_play(open_plays)
    async with opened(open_plays, "/new") as screen:
        await press(screen, "Same as last time: Alice and Ben")
        assert face(screen, "Place 2: Ben")
        await press(screen, "Remove Alice")
        assert not screen.named("Same as last time...")
        await press(screen, "Remove Ben")
        assert screen.named("Same as last time...")


async def test_a_remembered_player_sits_down_by_one_tap(open_plays):
    open_plays.journal.remember_player("Ada", "#1D5A99", "leaf")
    async with opened(open_plays, "/new") as screen:
        await press(screen, "Add Ada")
        assert face(screen, "Place 1: Ada, blue leaf")


async def test_players_move_up_and_down_and_leave(open_plays):
    async with opened(open_plays, "/new", TABLET) as screen:
        await seat(screen, "Ada", "Ben", "Cy")
        assert screen.button("Move Ada up").disabled
        assert screen.button("Move Cy down").disabled
        await screen.tap("Move Cy up")
        await screen.tap("Move Ada down")
        assert [face(screen, f"Place {at}: {name}") for at, name in enumerate(("Cy", "Ada", "Ben"), start=1)]
        await screen.tap("Remove Cy")
        await screen.tap("Move Ben up")
        assert face(screen, "Place 1: Ben")
        await screen.tap("Remove Ben")
        assert face(screen, "Place 1: Ada")


async def test_a_player_is_renamed_and_painted_in_place(open_plays):
    async with opened(open_plays, "/new", TABLET) as screen:
        await seat(screen, "Ada", "Ben")
        await press(screen, "Place 2: Ben")
        assert field(screen, "Name").value == "Ben"
        await press(screen, "Place 1: Ada")
        assert field(screen, "Name").value == "Ada"
        await screen.write(field(screen, "Name"), "ben")
        assert field(screen, "Name").error.startswith("ben is at the table already")
        await screen.write(field(screen, "Name"), "Adam")
        await press(screen, "Colour plum")
        assert face(screen, "Place 1: Adam, plum circle")
        picked = [str(one.label) for one in screen.all(ft.Semantics, selected=True)]
        assert [one for one in picked if "Colour" in one or "Shape" in one] == ["Colour plum", "Shape circle"]


async def test_house_rules_are_collapsed_and_say_how_many_are_changed(open_plays):
    async with opened(open_plays, "/new") as screen:
        assert face(screen, "Options: standard")
        await press(screen, "Options")
        assert screen.says("Standard rules")
        assert not screen.says("Snake eyes")
        await press(screen, "House rules")
        await press(screen, "Snake eyes")
        await press(screen, "The turn is lost.")
        assert screen.says("Standard rules, 1 changed")
        assert screen.says("Options: changed")
        assert screen.says("Goal $1,000, 1 house rule changed")
        await press(screen, "Back to standard rules")
        assert face(screen, "Options: standard")


async def test_the_goal_is_one_tap_or_any_other_amount(open_plays):
    async with opened(open_plays, "/new") as screen:
        await seat(screen, "Ada", "Ben")
        await press(screen, "Options")
        await press(screen, "$500")
        await press(screen, "Other")
        await screen.write(field(screen, "Goal, in dollars"), "5")
        assert field(screen, "Goal, in dollars").error == "Goal: a whole number of dollars from 10 up."
        assert face(screen, "Start Hats").disabled
        await screen.write(field(screen, "Goal, in dollars"), "750")
        await press(screen, "Start Hats with 2")
        assert open_plays.journal.plays()[0].houses["goal"] == "750"


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


@pytest.fixture
def games(open_plays, monkeypatch):
    score_game.play_cats(monkeypatch, hats_game.GAME)
    return open_plays


@pytest.mark.parametrize(
    ("size", "scale", "seven", "twelve"),
    [(PHONE, 1.0, 2, 2), (PHONE, 2.0, 1, 1), ((820, 1180), 1.0, 3, 3), (TABLET, 1.0, 4, 4), ((1440, 900), 1.0, 7, 6)],
)
def test_the_tiles_of_games_fill_the_width(open_plays, size, scale, seven, twelve):
    client = Client(open_plays, *size, prefs=Preferences(scale=scale))
    assert (columns(client, 7), columns(client, 12)) == (seven, twelve)


async def choose(screen, game):
    if screen.says("Change"):
        await press(screen, screen.words()[screen.words().index("Change") - 1])
    await press(screen, game)


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_game_is_chosen_by_one_tap_on_its_tile(games, size):
    async with opened(games, "/new", size) as screen:
        assert face(screen, "Choose a game").disabled
        assert screen.says("Low cards are good cards.")
        assert not screen.says("Players"), "the game comes first"
        await choose(screen, "Cats")
        await seat(screen, "Ada", "Ben")
        await press(screen, "Options")
        assert not screen.says("The board"), "a game with nothing printed has no board book"
        await choose(screen, "Hats")
        await press(screen, "Options")
        assert screen.says("The board")
        await choose(screen, "Cats")
        await press(screen, "Start Cats with 2")
        assert games.journal.plays()[0].game == "cats"


async def test_leading_rules_are_asked_openly_and_only_those_that_say_anything(games):
    async with opened(games, "/new") as screen:
        await choose(screen, "Cats")
        await seat(screen, "Ada", "Ben")
        await press(screen, "Options")
        assert screen.says("How it ends")
        assert screen.says("5 rounds")
        assert not screen.says("100 points")
        await press(screen, "When one is left below the limit.")
        assert screen.says("100 points")
        assert not screen.says("5 rounds")
        await press(screen, "200 points")
        await press(screen, "Start Cats with 2")
        houses = games.journal.plays()[0].houses
        assert (houses["end"], houses["limit"]) == ("limit", "200")


async def test_house_rules_that_say_nothing_are_left_out(games):
    async with opened(games, "/new") as screen:
        await choose(screen, "Cats")
        await press(screen, "Options")
        await press(screen, "House rules")
        assert screen.says("A tie")
        assert not screen.says("All out at once")
        assert not screen.says("Limit"), "it leads, and says nothing in a game of rounds"
        await press(screen, "When one is left below the limit.")
        assert screen.says("All out at once")


async def test_back_to_standard_rules_leaves_the_leading_rules_alone(games):
    async with opened(games, "/new") as screen:
        await choose(screen, "Cats")
        await seat(screen, "Ada", "Ben")
        await press(screen, "Options")
        await press(screen, "10 rounds")
        await press(screen, "House rules")
        await press(screen, "A tie")
        await press(screen, "The last round decides.")
        assert screen.says("Standard rules, 1 changed")
        await press(screen, "Back to standard rules")
        await press(screen, "Start Cats with 2")
        houses = games.journal.plays()[0].houses
        assert (houses["rounds"], houses["tie"]) == ("10", "shared")


async def test_a_number_of_a_rule_that_says_nothing_any_more_bars_nobody(games):
    async with opened(games, "/new") as screen:
        await choose(screen, "Cats")
        await seat(screen, "Ada", "Ben")
        await press(screen, "Options")
        await press(screen, "Other")
        await screen.write(field(screen, "Rounds"), "many")
        assert face(screen, "Start").disabled
        await press(screen, "When one is left below the limit.")
        assert not face(screen, "Start Cats with 2").disabled


async def test_a_number_may_have_a_blank_in_it_and_its_limit_is_named(games):
    async with opened(games, "/new") as screen:
        await choose(screen, "Hats")
        await press(screen, "Options")
        await press(screen, "Other")
        await screen.write(field(screen, "Goal, in dollars"), "30 000")
        assert not field(screen, "Goal, in dollars").error
        await choose(screen, "Cats")
        await press(screen, "Options")
        await press(screen, "Other")
        await screen.write(field(screen, "Rounds"), "1000")
        assert field(screen, "Rounds").error == "Rounds: a whole number of rounds from 1 to 99."


async def test_the_house_rules_of_a_play_leave_out_those_that_say_nothing(games):
    play_id = score_game.new_play(games)
    async with opened(games, f"/play/{play_id}/house") as screen:
        assert screen.says("How it ends")
        assert screen.says("Rounds")
        assert not screen.says("All out at once")

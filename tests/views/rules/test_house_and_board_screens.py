"""House rules and the board book of a play: changed by an entry, refused at the field, and shown as changed."""

from __future__ import annotations

import flet as ft
import pytest
from hats_game import face, field, narrations, new_play, opened, press
from headless import PHONE, TABLET

from models.ledger import Refusal
from views.rules.board_values import EditState


async def twice(screen, name):
    """Tap twice, faster than the screen is drawn."""
    found = face(screen, name)
    await screen.session.dispatch_event(found._i, "click", None)
    await screen.session.dispatch_event(found._i, "click", None)
    await screen.settle()


def choices(screen, *, picked):
    return {words for one in screen.all(ft.Semantics, selected=picked) for words in screen.words(one)}


async def test_an_amount_that_is_tapped_is_picked_and_its_field_is_there_for_another_only(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/house") as screen:
        await press(screen, "Goal")
        await press(screen, "Other")
        await screen.write(field(screen, "Goal, in dollars"), "500")
        assert choices(screen, picked=True) == {"Other"}
        amount = max(words for words in choices(screen, picked=False) if words.startswith("$"))
        await press(screen, amount)
        assert choices(screen, picked=True) == {amount}
        assert not screen.all(ft.TextField, label="Goal, in dollars")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_printed_figure_is_put_right_by_one_line_with_a_reason(open_plays, size):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/board", size) as screen:
        await press(screen, "Prices")
        await press(screen, "Price of a hat: 50")
        await screen.write(field(screen, "What does your board say?"), "none")
        await screen.write(field(screen, "Reason"), "older board")
        await press(screen, "Record the change")
        assert field(screen, "What does your board say?").error.startswith("Price of a hat must be a number")
        await screen.write(field(screen, "What does your board say?"), "60")
        await twice(screen, "Record the change")
        assert len(narrations(open_plays, play_id)) == 1
        assert open_plays.referee(play_id).table.fact("price") == 60
        assert face(screen, "Price of a hat: 60, your own")
        assert screen.says("The edition has 50")


async def test_a_square_is_picked_from_a_menu_that_names_what_the_edition_has(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/board") as screen:
        await press(screen, "Square by square")
        await press(screen, "Square 1: The hatter")
        (menu,) = screen.all(ft.DropdownM2)
        assert [one.key for one in menu.options] == ["hatter", "fair"]
        screen.session.apply_patch(menu._i, {"value": "fair"})
        await screen.fire(menu, "change", "fair")
        await screen.write(field(screen, "Reason"), "our ring differs")
        await press(screen, "Record the change")
        assert face(screen, "Square 1: The fair, your own")


async def test_before_a_play_the_board_is_kept_for_later_and_goes_back_to_the_edition(open_plays):
    async with opened(open_plays, "/new/board/hats") as screen:
        await press(screen, "Prices")
        await press(screen, "Price of a hat: 50")
        await screen.write(field(screen, "What does your board say?"), "60")
        await screen.fire(field(screen, "What does your board say?"), "submit")
        assert open_plays.journal.board_facts("hats", "tests") == {"price": 60}
        await press(screen, "Price of a hat: 60")
        await press(screen, "Back to the edition")
        assert open_plays.journal.board_facts("hats", "tests") == {}
        open_plays.journal.set_board_fact("hats", "tests", "shop", "Bonnets")
        await press(screen, "Price of a hat: 50")
        await press(screen, "Back to the edition (1 changed)")
        assert open_plays.journal.board_facts("hats", "tests") == {}


def test_what_is_opened_next_begins_with_nothing_that_was_said_of_the_last():
    editing = EditState()
    editing.edit("price", 50)
    command = editing.command
    editing.write("sixty")
    editing.type_reason("our board is older")
    editing.show_refusal(Refusal("A whole number."))
    editing.show_refusal(Refusal("Too long.", "reason"))
    editing.edit("shop", "Hats & Caps")
    said = editing.key, editing.typed, editing.reason, editing.wrong, editing.wrong_reason
    assert said == ("shop", "Hats & Caps", "", "", "")
    assert editing.command != command, "it is another line of the journal"


def test_what_was_wrong_is_said_at_its_field_until_that_is_written_in():
    editing = EditState(key="price", reason="older")
    editing.show_refusal(Refusal("A whole number."))
    editing.show_refusal(Refusal("Too long.", "reason"))
    editing.write("6")
    assert (editing.wrong, editing.wrong_reason) == ("", "Too long.")
    editing.show_refusal(Refusal("A whole number."))
    editing.type_reason("ours is")
    assert (editing.wrong, editing.wrong_reason) == ("A whole number.", "")

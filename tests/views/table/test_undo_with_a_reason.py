"""Undo of a line that is not taken back without a reason, wherever it is asked for."""

from __future__ import annotations

import bids_game
import flet as ft
import pytest
from device import lines, opened
from headless import PHONE, TABLET

pytestmark = pytest.mark.games("fists")


@pytest.fixture
def play_id(open_plays):
    return bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})


def sold(open_plays, play_id):
    open_plays.referee(play_id).write("sell", {"who": "ann", "bids": "ben=10 cy=5 dot=0"})


@pytest.mark.parametrize("by", ["button", "key", "journal", "strip"])
async def test_opened_bids_are_taken_back_for_a_reason_alone(open_plays, play_id, by):
    sold(open_plays, play_id)
    written = open_plays.journal.last(play_id)
    async with opened(open_plays, play_id, PHONE if by == "strip" else TABLET) as screen:
        if by == "journal":
            await screen.go(f"/play/{play_id}/journal")
        if by == "key":
            await screen.key("Z", ctrl=True)
        else:
            await screen.tap("Undo" if by == "strip" else "Undo: Ben buys for $10.")
        assert open_plays.journal.last(play_id) == written, "nothing is written without a reason"
        assert screen.says("The fists were opened: say why these bids are taken back.")
        assert not screen.says("The table asks for it."), "it is asked for here"
        await screen.tap("Undo it")
        field = next(one for one in screen.all(ft.TextField) if one.label == "Reason")
        assert field.error == "Say why it is taken back."
        await screen.write(field, "Dot had not understood")
        await screen.tap("Undo it")
        assert lines(open_plays, play_id)[0] == f"Undid entry {written}: Ben buys for $10 (Dot had not understood)."
        assert bids_game.held(open_plays, play_id) == {"ann": 100, "ben": 85, "cy": 60, "dot": 0}
        await screen.tap("Redo: Ben buys for $10.")
        assert bids_game.held(open_plays, play_id)["ben"] == 75


async def test_no_letter_of_a_reason_is_lost_when_the_screen_is_drawn_between_two(open_plays, play_id):
    sold(open_plays, play_id)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Undo: Ben buys for $10.")
        field = next(one for one in screen.all(ft.TextField) if one.label == "Reason")
        for words in ("D", "Do", "Dot"):
            # the field's value comes first; the word of it comes in a task of its own, behind whatever is drawn
            screen.session.apply_patch(field._i, {"value": words})
            await screen.settle()
            field = next(one for one in screen.all(ft.TextField) if one.label == "Reason")
            assert field.value == words
            await screen.session.dispatch_event(field._i, "change", words)
        await screen.settle()
        await screen.tap("Undo it")
        assert lines(open_plays, play_id)[0].endswith("(Dot).")


async def test_a_line_whose_undo_needs_a_reason_may_be_left_as_it_is(open_plays, play_id):
    sold(open_plays, play_id)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Undo: Ben buys for $10.")
        await screen.tap("Cancel")
        assert screen.says("What happens?")
        await screen.tap("Undo: Ben buys for $10.")
        open_plays.referee(play_id).write("skip", {"who": "ann"})
        await screen.fire(screen.page, "connect")
        assert not screen.named("Undo it"), "it is no longer the last line"


async def test_an_ordinary_line_is_undone_without_a_word(open_plays, play_id):
    open_plays.referee(play_id).write("skip", {"who": "ann"})
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Undo: Ann passes.")
        assert lines(open_plays, play_id)[0].startswith("Undid entry")


async def test_ctrl_z_where_no_reason_can_be_given_says_where_it_can(open_plays, play_id):
    sold(open_plays, play_id)
    async with opened(open_plays, play_id) as screen:
        await screen.go(f"/play/{play_id}/rules")
        await screen.key("Z", ctrl=True)
        assert screen.says("That is not undone without a reason. The table asks for it.")
        await screen.go(f"/play/{play_id}")
        assert screen.named("Undo it")

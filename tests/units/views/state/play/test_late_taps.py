"""Taps that were under way while their button went, and tiles of which one tap says everything."""

import pytest

from companion.formats.session import replay, steps
from tests.units.views.device import lines, opened
from tests.units.views.hats_game import new_play
from tests.units.views.headless import PHONE, Screen
from views.hosting.native import BookOpener
from views.state import preferences
from views.state.client import Preferences
from views.state.play.play_state import PlayState

LEFT_ALONE = """game ratrace
seats Anna Ben Cleo
house businesses=one
start first=anna
pick who=anna business=black
pick who=ben business=red
pick who=cleo business=olive
correct_card card=blue.working giver=stock taker=ben reason="for the test"
correct_card card=green.working giver=stock taker=ben reason="for the test"
correct_card card=brown.working giver=stock taker=ben reason="for the test"
correct_paper who=ben paper=night_school reason="for the test"
correct_money giver=treasury taker=ben amount=900 reason="for the test"
roll who=anna roll=3
"""
MOVE_UP = "Move up to the Middle Class"


async def test_a_tap_on_a_button_that_has_just_gone_comes_to_nothing(tmp_path):
    opener = BookOpener(tmp_path)
    replay(opener.open().journal, steps(LEFT_ALONE))
    async with Screen(opener.open_on) as screen:
        button = screen.button("Start a game")
        await screen.tap("Start a game")
        screen.session.index[button._i] = (
            button  # Flet knows its number still, as it does for a moment
        )
        await screen.fire(button, "click")
        assert screen.says("New game")
        assert screen.session.index[button._i] is button
        await screen.tap("Back to all games")
        assert screen.says("Resume")
    opener.close()


@pytest.mark.parametrize(
    "tap",
    [
        lambda sheet: sheet.answer("first", "alice"),
        lambda sheet: sheet.type("first", "alice"),
        lambda sheet: sheet.reopen("first"),
        lambda sheet: sheet.take_throw("first", (3, 4)),
    ],
)
def test_an_answer_that_is_meant_for_a_sheet_that_was_replaced_comes_to_nothing(open_plays, tap):
    sheet = PlayState(open_plays, new_play(open_plays)).sheet
    before = sheet.draft
    tap(sheet)
    assert sheet.draft == before


@pytest.mark.games("all")
async def test_the_next_players_whole_turn_follows_on_a_square_left_alone(open_plays):
    referee = replay(open_plays.journal, steps(LEFT_ALONE))
    async with opened(open_plays, referee.play.id, PHONE) as screen:
        assert screen.says("Anna on the Stock Exchange")
        assert not screen.named(MOVE_UP)
        await screen.tap("No investment Ben's turn")
        assert screen.named("Anna, whose turn it is...")
        assert screen.named("7")
        await screen.tap(MOVE_UP)
        assert open_plays.referee(referee.play.id).undoable.proposal.answers["who"] == "ben"


@pytest.mark.games("all")
async def test_a_tile_that_says_everything_records_at_once_unless_that_is_switched_off(open_plays):
    play_id = replay(
        open_plays.journal, steps("game rat_race_monopoly\nseats Ann Ben\nstart\n")
    ).play.id
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Next player: Ben")
        preferences.apply(screen.page, screen.clients[0], Preferences(one_tap=False))
        await screen.settle()
        await screen.tap("Next player: Ann")
        assert lines(open_plays, play_id)[0] == "It is Ben's turn."
        await screen.tap("Record")
        assert lines(open_plays, play_id)[0] == "It is Ann's turn."

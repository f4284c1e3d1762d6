"""A tap that was under way while its button went is let go: it ends neither the screen nor a later tap."""

from __future__ import annotations

import pytest
from flet.messaging.session import Session
from hats_game import new_play
from headless import Screen, play

from companion.formats.session import replay, steps
from views.hosting.native import BookOpener
from views.state.play.play_state import PlayState

EVENING = "game ratrace\nseats Ann Ben\nstart first=ann\npick who=ann business=black\n"


def shown(tmp_path, scene):
    """Play a scene on the home screen."""

    async def on_home_screen():
        opener = BookOpener(tmp_path)
        replay(opener.open().journal, steps(EVENING))
        try:
            async with Screen(opener.open_on) as screen:
                await scene(screen)
        finally:
            opener.close()

    play(on_home_screen)


async def gone(screen):
    """A button that is no longer on the screen, whose number Flet knows still, as it does for a moment."""
    button = screen.button("Start a game")
    await screen.tap("Start a game")
    assert screen.says("New game")
    screen.session.index[button._i] = button
    return button


def test_a_tap_on_a_button_that_has_just_gone_comes_to_nothing(tmp_path):
    async def scene(screen):
        button = await gone(screen)
        await screen.fire(button, "click")
        assert screen.says("New game")
        assert screen.session.index[button._i] is button
        await screen.tap("Back to all games")
        assert screen.says("Resume")

    shown(tmp_path, scene)


@pytest.mark.parametrize(
    "tap",
    [
        lambda state: state.sheet.answer("first", "alice"),
        lambda state: state.sheet.type("first", "alice"),
        lambda state: state.sheet.reopen("first"),
        lambda state: state.sheet.take_throw("first", (3, 4)),
    ],
)
def test_an_answer_that_is_meant_for_a_sheet_that_was_replaced_comes_to_nothing(open_plays, tap):
    state = PlayState(open_plays, new_play(open_plays))
    sheet = state.sheet.draft
    tap(state)
    assert state.sheet.draft == sheet


def test_flet_by_itself_would_show_the_fault_in_place_of_the_screen(tmp_path):
    async def scene(screen):
        button = await gone(screen)
        await Session.dispatch_event(screen.session, button._i, "click", None)
        assert "must be added to the page" in str(screen.wire.faults)
        screen.wire.faults.clear()

    shown(tmp_path, scene)

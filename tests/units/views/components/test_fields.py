"""Text fields: what somebody writes is never taken back by a screen that was drawn meanwhile."""

import flet as ft
import pytest

from tests.units.views.hats_game import opened, press
from tests.units.views.headless import PHONE, TABLET

pytestmark = pytest.mark.games("all")


def name_field(screen):
    return next(one for one in screen.all(ft.TextField) if one.label == "Player's name")


def letters(screen, words):
    """Write as the client reports it: the field's words first, the event about them in a task behind it."""
    screen.session.apply_patch(name_field(screen)._i, {"value": words})


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_letter_written_while_the_screen_is_drawn_stays(open_plays, size):
    async with opened(open_plays, "/new", size) as screen:
        await press(screen, "Ratrace")
        letters(screen, "Be")
        await screen.session.dispatch_event(name_field(screen)._i, "change", "Be")
        # the screen knows of two letters and is about to be drawn when the third comes
        letters(screen, "Ben")
        await screen.settle()
        assert name_field(screen).value == "Ben"
        letters(screen, "Ben\n")
        await screen.session.dispatch_event(name_field(screen)._i, "change", "Ben\n")
        await screen.session.dispatch_event(name_field(screen)._i, "blur", None)
        await screen.settle()
        assert name_field(screen).value == ""
        assert "Ben" in [one.value for one in screen.all(ft.Text)], "all of the name sits down"

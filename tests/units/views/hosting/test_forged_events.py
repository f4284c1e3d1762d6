"""What a client says of its own controls is its word: what can't be is let go, and writes nothing."""

import flet as ft
import pytest

from tests.units.views.hats_game import new_play, opened


@pytest.mark.parametrize("number", ["x", 99, -1, None, [1], 1.5], ids=str)
async def test_a_place_that_is_not_there_is_not_gone_to(open_plays, number):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as screen:
        (bar,) = screen.all(ft.NavigationBar)
        screen.session.apply_patch(bar._i, {"selected_index": number})
        await screen.fire(bar, "change", number)
        assert screen.page.route == f"/play/{play_id}"

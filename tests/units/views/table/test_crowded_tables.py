"""Many ways to go on, and options that are barred: nothing is lost for want of room."""

import flet as ft
import pytest

from tests.units.views.device import opened
from tests.units.views.headless import PHONE, TABLET
from views.state import preferences
from views.state.client import Preferences

MILLIONS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"


@pytest.mark.parametrize(
    ("size", "usual", "large"), [(PHONE, 3, 1), (TABLET, 3, 3)], ids=["phone", "tablet"]
)
async def test_as_many_offers_lie_beside_each_other_as_leave_every_word_whole(
    lay, size, usual, large
):
    def is_tile(cell):
        return any(isinstance(part, ft.OutlinedButton) for part in screen.shown.below(cell))

    def columns():
        rows = [row for row in screen.all(ft.Row) if "GO" in screen.words(row)]
        return max(sum(map(is_tile, row.controls)) for row in rows)

    async with opened(*lay(MILLIONS), size) as screen:
        assert columns() == usual
        preferences.apply(screen.page, screen.clients[0], Preferences(scale=2.0))
        await screen.settle()
        assert columns() == large

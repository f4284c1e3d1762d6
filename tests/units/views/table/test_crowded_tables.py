"""Many ways to go on, and options that are barred: nothing is lost for want of room."""

from dataclasses import replace

import flet as ft
import pytest

from companion.core.action import PossibleAnswer
from tests.units.views.device import opened
from tests.units.views.headless import PHONE, TABLET
from views.state import preferences
from views.state.client import Preferences
from views.table.questions.choice import reason_lines

MILLIONS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"


def test_options_that_are_barred_say_why_in_few_lines():
    short = [f"Street {number} costs {number}M." for number in range(1, 6)]
    options = tuple(
        PossibleAnswer(name, name, refusal=why) for name, why in zip("abcde", short, strict=True)
    )
    said = [
        f"a: {short[0]}",
        f"b: {short[1]}",
        "3 others can't be chosen either; hold one to read why.",
    ]
    assert reason_lines(options, 3) == said
    alike = [replace(option, refusal="They are sold.") for option in options]
    assert reason_lines((*alike, PossibleAnswer("f", "f"))) == ["a, b, c, d, e: They are sold."]
    assert reason_lines(tuple(alike)) == ["They are sold."]


@pytest.mark.parametrize(
    ("size", "usual", "large"), [(PHONE, 2, 1), (TABLET, 3, 2)], ids=["phone", "tablet"]
)
async def test_as_many_offers_lie_beside_each_other_as_leave_every_word_whole(
    lay, size, usual, large
):
    def columns():
        rows = [row for row in screen.all(ft.Row) if "GO" in screen.words(row)]
        return max(len(row.controls) for row in rows)

    async with opened(*lay(MILLIONS), size) as screen:
        assert columns() == usual
        preferences.apply(screen.page, screen.clients[0], Preferences(scale=2.0))
        await screen.settle()
        assert columns() == large

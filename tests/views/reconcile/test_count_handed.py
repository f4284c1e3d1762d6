"""Before the book is suspected, the screen asks whether a payment of exactly the difference was handed over."""

from __future__ import annotations

import flet as ft
import pytest
from headless import PHONE, Screen

from companion.formats.session import replay, steps
from views import app

pytestmark = pytest.mark.games("all")

EVENING = """game ratrace
seats Anna Ben
house businesses=one position=off
start first=anna
pick who=anna business=black
pick who=ben business=red
buy who=ben business=black item=other on=cash
"""


async def test_a_payment_that_was_not_handed_over_is_asked_about_first_and_put_right_on_the_table(open_plays):
    referee = replay(open_plays.journal, steps(EVENING))
    place = f"/play/{referee.play.id}/count"
    async with Screen(lambda page: app.open_session(page, open_plays), place, PHONE) as screen:
        (field,) = (one for one in screen.all(ft.TextField) if "all together" in str(one.label))
        await screen.write(field, "200")
        await screen.tap("Look for the mistake")
        await screen.see("Entry 4, $20 to Anna: was it handed over?")
        said = screen.words()
        assert said.index("First ask on the table") < said.index("Or else")
        await screen.tap("That was it: it is $220 now")
        assert open_plays.referee(referee.play.id).undoable.proposal.narration == (
            "Counted: Anna has $220; the book agrees."
        )

"""Undo of a line that is not taken back without a reason, wherever it is asked for."""

import pytest

from tests.units.views import bids_game
from tests.units.views.device import lines, opened
from tests.units.views.hats_game import field
from tests.units.views.headless import PHONE, TABLET

pytestmark = pytest.mark.games("fists")


@pytest.fixture
def sold(open_plays, fists):
    open_plays.referee(fists).write("sell", {"who": "ann", "bids": "ben=10 cy=5 dot=0"})
    return open_plays, fists


@pytest.mark.parametrize(("place", "size"), [("", TABLET), ("/journal", TABLET), ("", PHONE)])
async def test_opened_bids_are_taken_back_for_a_reason_alone(sold, place, size):
    open_plays, play_id = sold
    written = open_plays.journal.last(play_id)
    async with opened(*sold, size, place) as screen:
        await screen.key("Z", ctrl=True)
        assert open_plays.journal.last(play_id) == written, "nothing is written without a reason"
        assert screen.says(bids_game.FIRM)
        for words in ("D", "Do", "Dot"):
            # the field's value comes first; the word of it comes in a task of its own, behind whatever is drawn
            reason = field(screen, "Reason")
            screen.session.apply_patch(reason._i, {"value": words})
            await screen.settle()
            assert field(screen, "Reason").value == words, "no letter is lost"
            await screen.session.dispatch_event(reason._i, "change", words)
        await screen.settle()
        await screen.tap("Undo it")
        assert lines(*sold)[0] == f"Undid entry {written}: Ben buys for $10 (Dot)."
        assert bids_game.held(*sold)["ben"] == 85


async def test_ctrl_z_where_no_reason_can_be_given_says_where_it_can(sold):
    async with opened(*sold, TABLET, "/rules") as screen:
        await screen.key("Z", ctrl=True)
        assert screen.says("That is not undone without a reason. The table asks for it.")
        await screen.go(f"/play/{sold[1]}")
        assert screen.named("Undo it")

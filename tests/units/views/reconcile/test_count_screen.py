"""Counting the cash on the screen: piles, totals, what agrees, what differs and what is done about it."""

from __future__ import annotations

import flet as ft
import pytest

from companion.formats.session import replay, steps
from models.errors import ReadOnlyError
from models.ledger import COUNT
from tests.units.views.device import opened
from tests.units.views.hats_game import press
from tests.units.views.headless import PHONE

pytestmark = pytest.mark.games("all")

RATRACE = """game ratrace
seats Alice Bob Cy
house businesses=one gifts=yes position=off
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=cy business=red
windfall who=alice square=gift
windfall who=bob square=bingo
gift giver=bob taker=cy amount=63 reason="a bet"
collect who=alice
"""
MILLIONS = """game rat_race_monopoly
seats Ann Ben
start first=ann
"""


@pytest.fixture
def lay(open_plays):
    """Puts a play from the text of a session in the book; returns its id."""
    return lambda text: replay(open_plays.journal, steps(text)).play.id


def total(screen) -> ft.TextField:
    return next(one for one in screen.all(ft.TextField) if "all together" in str(one.label))


async def test_a_second_tap_corrects_nothing_more(open_plays, lay):
    play_id = lay(RATRACE)
    async with opened(open_plays, play_id, PHONE, "/count") as screen:
        await press(screen, "Count Cy")
        await screen.write(total(screen), "236")
        await screen.tap("Look for the mistake")
        await screen.see("two digits changed places")
        button = screen.button("Correct it so")
        await screen.fire(button, "click")
        await button.on_click()
        await screen.settle()
    assert open_plays.referee(play_id).version == 10


async def test_notes_are_counted_by_tapping_and_by_typing(open_plays, lay):
    async with opened(open_plays, lay(MILLIONS), PHONE, "/count") as screen:
        await screen.tap("One 500 thousand note more")
        for typed, error in (("5", None), ("five", "A number")):
            await screen.write(screen.all(ft.TextField, key="pile-ann-100")[0], typed)
            assert screen.all(ft.TextField, key="pile-ann-100")[0].error == error
            assert screen.says("Ann has 500K less than the book says.") == (not error)


async def test_a_book_that_cannot_be_written_says_so_and_keeps_what_was_typed(
    open_plays, lay, monkeypatch
):
    play_id = lay(RATRACE)

    def refuse(*_args, **_more):
        raise ReadOnlyError("Nothing can be written.")

    async with opened(open_plays, play_id, PHONE, "/count") as screen:
        await screen.write(total(screen), "500")
        monkeypatch.setattr(open_plays.referee(play_id), "write", refuse)
        await screen.tap("It agrees, next Bob")
        assert total(screen).value == "500"
    assert not any(one.proposal.action == COUNT for one in open_plays.journal.all_entries(play_id))


async def test_a_count_on_its_way_while_the_cash_changed_hands_is_not_written_down(open_plays, lay):
    play_id = lay(RATRACE)
    async with opened(open_plays, play_id, PHONE, "/count") as screen:
        agreed = screen.button("It is exactly $500")
        gift = {"giver": "alice", "taker": "cy", "amount": 20, "reason": "a bet"}
        open_plays.referee(play_id).write("gift", gift)
        before = open_plays.journal.last(play_id)
        await screen.fire(agreed, "click")
        assert open_plays.journal.last(play_id) == before
        assert screen.says("Recorded meanwhile: Alice gives Cy $20")

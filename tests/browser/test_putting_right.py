"""Putting the past right through the screen: a forgotten line, and a look at the table as it was."""

from __future__ import annotations

import re

import pytest

EVENING = """game ratrace
title Friday Ratrace
seats Alice Ben
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=olive
correct_money giver=treasury taker=alice amount=500 reason="her aunt's envelope"
correct_money giver=alice taker=ben amount=650 reason="a debt of old"
correct_money giver=ben taker=treasury amount=30 reason="a broken glass"
"""


@pytest.fixture
def laid(evening):
    return evening(EVENING)


def held(book):
    (play,) = book.plays()
    ledger = book.ledger(play.id)
    return ledger.balance("alice:cash"), ledger.balance("ben:cash")


def test_the_evening_is_gone_back_through_and_left_in_one_tap(tablet, laid, book) -> None:
    tablet.open(f"{laid}/journal")
    tablet.destination("More").click()
    tablet.tap(re.compile("^Go back in time"))
    tablet.see(re.compile("^After entry 6, as it is now"), exact=False)
    tablet.tap("One entry back")
    tablet.see(re.compile("^After entry 5 "), exact=False)
    tablet.see(re.compile("a debt of old"), exact=False)
    bar = tablet.steady(tablet.page.get_by_role("slider"))
    tablet.page.mouse.click(bar["x"] + 14, bar["y"] + bar["height"] / 2)
    tablet.see("Before the first entry")
    tablet.tap("Back to now")
    tablet.see_at(f"{laid}/journal")
    tablet.see(re.compile("^Entry 6[.] "), exact=False)
    (play,) = book.plays()
    assert book.last(play.id) == 6

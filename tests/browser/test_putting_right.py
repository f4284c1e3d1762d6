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


def scrolled_to(device, name):
    return device.scroll_to(device.find("button", name))


def held(book):
    (play,) = book.plays()
    ledger = book.ledger(play.id)
    return ledger.balance("alice:cash"), ledger.balance("ben:cash")


def test_a_forgotten_line_is_put_in_where_it_happened(table, laid, book) -> None:
    alice, ben = held(book)
    table.open(f"{laid}/correct/after/4")
    table.see("What happened?")
    table.tap("Correct something")
    scrolled_to(table, re.compile(r"^Move money")).click()
    table.tap("Alice")
    table.see("To whom?")
    table.tap("Ben")
    table.see("How much?")
    for key in ("7", "0"):
        table.tap(key)
    table.type_into("Why?", "she lost a bet")
    table.tap("Preview")
    table.see(re.compile("^A later entry no longer fits"))
    table.tap("Cancel")
    table.see_at(f"{laid}/journal")
    table.see(re.compile("^Entry 6[.] "), exact=False)
    assert held(book) == (alice, ben), "left, and nothing is written"


def test_the_evening_is_gone_back_through_and_left_in_one_tap(table, laid, book) -> None:
    table.open(f"{laid}/journal")
    table.destination("More").click()
    table.tap(re.compile("^Go back in time"))
    table.see(re.compile("^After entry 6, as it is now"), exact=False)
    table.tap("One entry back")
    table.see(re.compile("^After entry 5 "), exact=False)
    table.see(re.compile("a debt of old"), exact=False)
    bar = table.steady(table.page.get_by_role("slider"))
    table.page.mouse.click(bar["x"] + 14, bar["y"] + bar["height"] / 2)
    table.see("Before the first entry")
    table.tap("Back to now")
    table.see_at(f"{laid}/journal")
    table.see(re.compile("^Entry 6[.] "), exact=False)
    (play,) = book.plays()
    assert book.last(play.id) == 6

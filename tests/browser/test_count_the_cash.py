"""Counting the cash through the screen: a difference, the mistake behind it, and one tap that puts it right."""

from __future__ import annotations

import re

from installed import faults
from playwright.sync_api import expect

EVENING = """game ratrace
title Friday Ratrace
seats Alice Ben
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=olive
correct_money giver=treasury taker=alice amount=500 reason="her aunt's envelope"
correct_money giver=treasury taker=alice amount=500 reason="her aunt's envelope"
correct_money giver=alice taker=ben amount=170 reason="a debt of old"
"""
TOTAL_FIELD = "Alice: what lies there, all together"


def test_a_line_written_twice_is_found_by_counting_and_crossed_out_in_one_tap(table, evening, book) -> None:
    table.open(f"{evening(EVENING)}/count")
    table.type_into(TOTAL_FIELD, "five")
    table.see(re.compile("must be a number|whole number"), exact=False)
    table.type_into(TOTAL_FIELD, "530")
    table.see(re.compile(re.escape("Alice has $500 less than the book says.")), exact=False)
    table.tap("Look for the mistake")
    table.see(re.compile("Entry 5 may be there twice: entry 4 says the same"), exact=False)
    table.find("button", "Correct it so").first.click()
    table.see(re.compile(re.escape("Corrected: Alice has $530 in the book too.")), exact=False)
    (play,) = book.plays()
    assert book.ledger(play.id).balance("alice:cash") == 530
    assert faults(book, play.id) == []
    table.tap("Next: Ben")
    table.see("Ben: what lies there, all together")
    table.tap(re.compile(r"^It is exactly \$"))
    table.see(re.compile("Ben was counted with"), exact=False)
    actions = [one.proposal.action for one in book.entries(play.id, limit=3)]
    assert actions == ["count", "count", "amend"]


def test_who_writes_keeps_the_field_while_what_stands_beside_it_changes(tablet, evening) -> None:
    tablet.open(f"{evening(EVENING)}/count")
    tablet.type_into(TOTAL_FIELD, "five")
    tablet.see(re.compile("must be a number|whole number"), exact=False)
    for written, difference in (
        ("5", "$1,025 less"),
        ("53", "$977 less"),
        ("530", "$500 less"),
        ("5300", "$4,270 more"),
    ):
        tablet.type_into(TOTAL_FIELD, written)
        tablet.see(re.compile(re.escape(f"Alice has {difference} than the book says.")), exact=False)
        tablet.settle()
        expect(tablet.find("textbox", TOTAL_FIELD)).to_be_focused()


def test_one_column_is_read_out_before_the_other(tablet, evening) -> None:
    tablet.open(f"{evening(EVENING)}/count")
    tablet.type_into(TOTAL_FIELD, "530")
    tablet.see(re.compile(re.escape("Alice has $500 less")), exact=False)
    read = tablet.tree()
    order = ["Type the total", TOTAL_FIELD, "Leave out what lies", "Counted: 530", "In the book: 1,030", "$500 less"]
    places = [read.index(words) for words in order]
    assert places == sorted(places), read

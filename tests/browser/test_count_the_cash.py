"""Counting the cash through the screen: a difference, the mistake behind it, and one tap that puts it right."""

from __future__ import annotations

import re

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

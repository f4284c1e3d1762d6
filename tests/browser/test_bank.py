"""Long pages of Rat Race Monopoly on a screen: eight players at once, the chart of the price, a table of the rules."""

from __future__ import annotations

import re

from driver import TABLET
from playwright.sync_api import expect

WORKING = """game rat_race_monopoly
title Friday millions
seats Ann Ben
start first=ann
buy_street who=ann street=s1
next_player
buy_street who=ben street=s2
next_player
"""
EIGHT = """game rat_race_monopoly
title Eight at the table
seats Ann Ben Cy Dorothea Emeka Frederika Gus Hilda
start first=ann
"""
BROKER = """game rat_race_monopoly
title The exchange
seats Ann Ben Cy
house books=broker
start first=ann
visit who=ann buy=yes roll=9
"""


def test_eight_players_and_what_they_are_worth_are_seen_at_once_on_a_tablet(seat, evening) -> None:
    device = seat(TABLET)
    device.open(evening(EIGHT))
    for name in ("Ann", "Ben", "Cy", "Dorothea", "Emeka", "Frederika", "Gus", "Hilda"):
        card = device.find("button", re.compile(rf"^{name}[.,].* Net worth 1.5M of 30M"))
        box = device.steady(card)
        assert box["y"] + box["height"] <= TABLET[1], name


def test_the_brokers_page_is_read_whole_by_scrolling(phone, evening) -> None:
    device = phone
    device.open(evening(BROKER + "visit who=ben buy=yes roll=4\n"))
    device.see(re.compile("^Chart of the price, from the first price on: 1 million, 1.1 million, 1 million"))
    at = (device.size[0] * 0.4, device.size[1] * 0.3)
    device.scroll_to(device.find("cell", "+100K"), at)
    device.scroll_to(device.text(re.compile("printed share price chart is not known"), exact=False), at)


def test_salary_tax_and_loans_are_a_table_on_the_rules_page(phone, evening) -> None:
    device = phone
    device.open(evening(WORKING) + "/rules")
    device.tap(re.compile("^Salary, tax and loans"))
    device.scroll_to(device.find("cell", "4 \u00b7 Senior Manager"))
    expect(device.find("row", re.compile("^4 \u00b7 Senior Manager .* 2M 1M 0 400K 2M")).first).to_be_attached()
    device.scroll_to(device.page.get_by_label("What does a loan cost at level", exact=True))
    device.type_into("What does a loan cost at level", "9")
    device.see("Type the level of a job, 1 to 6.")
    device.type_into("What does a loan cost at level", "4")
    device.see(re.compile("Senior Manager, level 4: a loan is 2M"), exact=False)

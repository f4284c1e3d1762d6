"""Back leads from a screen of a play to its table, and from there home; what is done with is no step on the way."""

from __future__ import annotations

import re

import pytest
from driver import PHONE
from playwright.sync_api import expect

pytestmark = pytest.mark.long

OPEN = """game rat_race_monopoly
title Friday millions
seats Ann Ben Cy
start first=ann
"""


def test_back_leads_to_the_table_and_home(seat, evening):
    phone, route = seat(PHONE), evening(OPEN)
    phone.open("/")
    phone.tap("Resume Friday millions")
    phone.see_at(route)
    for place, part in (("Journal", "journal"), ("Rules", "rules"), ("More", "more")):
        phone.go(place)
        phone.see_at(f"{route}/{part}")
    phone.tap(re.compile("^House rules"))
    phone.see_at(f"{route}/house")
    phone.page.go_back()
    phone.see_at(route)
    phone.see("Next player: Ben")
    phone.page.go_back()
    phone.see_at("/")
    phone.see("Resume Friday millions")


def test_the_form_of_a_play_that_was_started_is_no_step(phone):
    phone.open("/")
    phone.tap(re.compile("^Rat-a-Tat Cat"))
    phone.see_at("/new")
    phone.name_players("Ann", "Ben")
    phone.tap("Start Rat-a-Tat Cat with 2")
    phone.see_at(re.compile("/play/[0-9a-f]{32}$"))
    phone.page.go_back()
    phone.see_at("/")
    expect(phone.find("button", re.compile("^Resume"))).to_have_count(1)


def test_back_closes_a_line_of_the_journal_before_it_leads_to_the_table(seat, evening):
    phone, route = seat(PHONE), evening(OPEN)
    phone.open("/")
    phone.tap("Resume Friday millions")
    phone.see_at(route)
    phone.go("Journal")
    phone.see_at(f"{route}/journal")
    phone.tap(re.compile("^Entry 1[.]"))
    close = phone.find("button", "Close the entry")
    expect(close).to_be_visible()
    phone.page.go_back()
    expect(close).to_have_count(0)
    phone.see_at(f"{route}/journal")
    phone.page.go_back()
    phone.see_at(route)
    phone.page.go_back()
    phone.see_at("/")


def test_back_closes_what_covers_the_turn_before_it_leads_home(seat, evening):
    phone, route = seat(PHONE), evening(OPEN)
    phone.open("/")
    phone.tap("Resume Friday millions")
    phone.see_at(route)
    phone.tap("Find an action")
    phone.see("Back to the turn")
    phone.page.go_back()
    phone.see("Next player: Ben")
    phone.see_at(route)
    phone.page.go_back()
    phone.see_at("/")

"""Two devices at one play: a tap made while a phone was cut off, heard after the tablet has recorded something."""

from __future__ import annotations

import pytest
from driver import PHONE, TABLET
from playwright.sync_api import expect

pytestmark = pytest.mark.long

OPEN = """game rat_race_monopoly
title Friday millions
seats Ann Ben Cy
start first=ann
"""


def said(book, route):
    return [entry.proposal.narration for entry in book.all_entries(route.rsplit("/", 1)[1])]


def test_a_tap_made_offline_is_answered_with_what_was_recorded_meanwhile(seat, evening, book):
    route = evening(OPEN)
    phone, tablet = seat(PHONE).open(route), seat(TABLET).open(route)
    for device in (phone, tablet):
        device.find_action("Next player")
        device.see("It is Ben's turn.", exact=False)
        device.look()
    phone.context.set_offline(True)
    phone.tap("Record")
    tablet.tap("Record")
    tablet.see("Next player: Cy")
    phone.context.set_offline(False)
    phone.see("Recorded meanwhile: It is Ben's turn.", exact=False)
    assert said(book, route)[1:] == ["It is Ben's turn."]
    phone.look()
    phone.tap("Record another")
    expect(phone.find("button", "Record another")).to_have_count(0)
    tablet.see("Next player: Ann")
    assert said(book, route)[1:] == ["It is Ben's turn.", "It is Cy's turn."]


def test_a_tile_tapped_offline_skips_nobody_once_another_device_has_recorded(seat, evening, book):
    route = evening(OPEN)
    phone, tablet = seat(PHONE).open(route), seat(TABLET).open(route)
    phone.context.set_offline(True)
    phone.tap("Next player: Ben")
    tablet.choose("Next player: Ben", "It is Ben's turn.")
    phone.context.set_offline(False)
    phone.see("Last: It is Ben's turn.")
    phone.look()
    assert said(book, route)[1:] == ["It is Ben's turn."]

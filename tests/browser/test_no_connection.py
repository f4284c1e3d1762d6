"""A screen whose line to the app is lost says so, takes no tap, and goes on by itself where it was."""

from __future__ import annotations

import pytest
from driver import FIRST_PAINT, PHONE
from playwright.sync_api import expect

pytestmark = pytest.mark.long

OPEN = """game rat_race_monopoly
title Friday millions
seats Ann Ben Cy
start first=ann
"""
LOST = "No connection. Nothing is recorded until it is back."
NEXT = "Next player: Ben"


def open_the_next_player(seat, evening):
    phone = seat(PHONE).open(evening(OPEN))
    phone.find_action("Next player")
    phone.see("It is Ben's turn.", exact=False)
    return phone


def see_that_nothing_can_be_tapped(phone):
    expect(phone.page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    on_top = "([x, y]) => document.elementFromPoint(x, y).id"
    assert phone.page.evaluate(on_top, [PHONE[0] / 2, PHONE[1] / 2]) == "no-connection"
    assert phone.page.locator("flutter-view").evaluate("view => view.inert")


def see_it_go_on(phone):
    expect(phone.page.locator("#no-connection")).to_have_count(0, timeout=FIRST_PAINT)


def test_a_screen_whose_app_has_gone_says_so_and_goes_on_when_it_is_back(seat, evening, server):
    phone = open_the_next_player(seat, evening)
    server.kill()
    see_that_nothing_can_be_tapped(phone)
    server.start()
    see_it_go_on(phone)
    phone._wake()
    phone.see(NEXT)


def test_a_screen_without_a_network_notices_by_itself_and_keeps_what_was_half_made(seat, evening):
    phone = open_the_next_player(seat, evening)
    phone.context.set_offline(True)
    see_that_nothing_can_be_tapped(phone)
    phone.context.set_offline(False)
    see_it_go_on(phone)
    phone.see("It is Ben's turn.", exact=False)

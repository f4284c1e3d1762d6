"""A line that is lost, a power cut, a page loaded anew: a screen says so, takes no tap, and goes on where it was."""

import pytest
from driver import PHONE, TABLET
from playwright.sync_api import expect

OPEN = """game rat_race_monopoly
title Friday millions
seats Ann Ben Cy
start first=ann
"""
CATS = "game rat_a_tat_cat\nseats Ann Ben Cy\nstart first=ann\n"
LOST = "No connection. Nothing is recorded until it is back."


def see_that_nothing_can_be_tapped(phone):
    expect(phone.page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    on_top = "([x, y]) => document.elementFromPoint(x, y).id"
    assert phone.page.evaluate(on_top, [PHONE[0] / 2, PHONE[1] / 2]) == "no-connection"
    assert phone.page.locator("flutter-view").evaluate("view => view.inert")


def said(book, route):
    return [entry.proposal.narration for entry in book.all_entries(route.rsplit("/", 1)[1])][1:]


@pytest.mark.own
def test_what_was_shown_as_recorded_is_there_after_a_power_cut_and_the_screen_goes_on(
    phone, evening, book, server
):
    route = evening(OPEN)
    phone.open(route)
    phone.choose("Next player: Ben", "It is Ben's turn")
    server.kill()
    assert said(book, route) == ["It is Ben's turn."]
    see_that_nothing_can_be_tapped(phone)
    server.start()
    phone.go_on()
    phone.choose("Next player: Cy", "It is Cy's turn")
    assert said(book, route) == ["It is Ben's turn.", "It is Cy's turn."]


def test_taps_made_offline_record_nothing_twice_and_skip_nobody(seat, evening, book):
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
    assert said(book, route) == ["It is Ben's turn."]
    phone.look()
    phone.tap("Record another")
    expect(phone.find("button", "Record another")).to_have_count(0)
    tablet.see("Next player: Ann")
    assert said(book, route) == ["It is Ben's turn.", "It is Cy's turn."]

    phone.see("Next player: Ann")
    phone.context.set_offline(True)
    phone.tap("Next player: Ann")
    tablet.choose("Next player: Ann", "It is Ann's turn.")
    phone.context.set_offline(False)
    phone.see("It is Ann's turn.")
    phone.look()
    assert said(book, route)[2:] == ["It is Ann's turn."]


def test_a_screen_without_a_network_notices_by_itself_and_keeps_what_was_half_made(phone, evening):
    phone.open(evening(OPEN))
    phone.find_action("Next player")
    phone.see("It is Ben's turn.", exact=False)
    phone.context.set_offline(True)
    see_that_nothing_can_be_tapped(phone)
    phone.context.set_offline(False)
    phone.go_on()
    phone.see("It is Ben's turn.", exact=False)


def test_half_a_hand_outlives_a_turn_of_the_screen_and_a_reload(phone, evening):
    phone.open(evening(CATS))
    for card in range(1, 6):
        phone.tap(f"Card {card}")
    phone.see("Ben: 5 so far")
    phone.turn(TABLET)
    phone.follow("""
        see Score sheet of Ann, Ben and Cy
        see Ben: 5 so far
        reload
        see Ben: 5 so far
    """)

"""A table with no computer: the installed app on a tablet lets everybody's phone in, over channels of the browsers."""

from __future__ import annotations

import re

import pytest
from driver import TABLET
from meetings import REFUSED, Phone, camera, hold_up, nod, pictured, press, seat_phone

MONEY = """
game any_money
title Friday
seats Ann Ben Cy
house debt=no

begin
"""


@pytest.fixture
def form():
    return "installed"


@pytest.fixture
def tablet(seat, evening):
    """A tablet that invites phones into a game."""
    screen = seat(TABLET)
    camera(screen)
    screen.open(f"{evening(MONEY)}")
    screen.go("Phones")
    screen.tap("Invite phones")
    screen.see("Scan this with the phone")
    return screen


@pytest.fixture
def take_phone(browser, server, devices):
    def take():
        devices.append(Phone(browser, server))
        return devices[-1]

    return take


def ask_ann(phone, amount="$10"):
    """Ask to pay Ann."""
    phone.tap("Ann")
    phone.tap(amount)
    phone.tap("Record")


def test_a_phone_joins_by_two_squares_asks_and_is_answered(tablet, take_phone, book) -> None:
    ben = take_phone()
    seat_phone(tablet, ben, "Ben")
    ask_ann(ben)
    tablet.destination("Table").click()
    tablet.tap("1 phone is waiting")
    tablet.tap("Ben pays Ann $10")
    ben.see(re.compile("Ben pays Ann"), exact=False)
    journal = book.fetched()
    assert journal.entries(journal.plays()[0].id, limit=1)[0].proposal.narration == "Ben pays Ann $10."


def test_a_seat_is_kept_through_a_reload_of_the_phone_and_of_the_tablet(tablet, take_phone) -> None:
    ben = take_phone()
    seat_phone(tablet, ben, "Ben")

    ben.page.reload()
    ben.shows("Your seat is kept")
    ben.scan(tablet)
    hold_up(tablet, ben.square)
    ben.see_table()
    hold_up(tablet, "")

    tablet.reload()
    ben.shows("The tablet is out of reach")
    tablet.see("Scan this with the phone")
    ben.scan(tablet)
    hold_up(tablet, ben.square)
    ben.see_table()


def test_squares_that_are_none_of_ours_or_old_are_said_to_be_so(tablet, take_phone) -> None:
    ben, cy = take_phone(), take_phone()
    own = tablet.page.get_by_role("img", name="The square to scan").bounding_box()
    hold_up(tablet, pictured(tablet.page.screenshot(clip=own)))
    tablet.see(re.compile("no square of Companion"), exact=False)

    ben.scan(tablet)
    ben.choose("Ben")
    cy.scan(tablet)
    cy.choose("Cy")
    nod(tablet, ben, "Ben")
    ben.see_table()
    hold_up(tablet, cy.square)  # it answers the offer that let Ben in
    tablet.see(re.compile("an old one"), exact=False)
    hold_up(tablet, "")
    cy.scan(tablet)
    nod(tablet, cy, "Cy")
    cy.see_table()


def test_where_the_camera_may_not_be_used_a_phone_that_is_in_scans_or_the_square_is_pasted(
    seat, evening, take_phone
) -> None:
    tablet = seat(TABLET)
    camera(tablet, REFUSED)
    tablet.open(f"{evening(MONEY)}")
    tablet.go("Phones")
    tablet.tap("Invite phones")
    tablet.see(re.compile("may not use the camera"), exact=False)
    ben = take_phone()
    ben.scan(tablet)
    ben.choose("Ben")
    ben.page.locator("#guest .square svg").wait_for()
    ben.page.get_by_role("button", name="not working").click()
    ben.page.get_by_text("The tablet has no camera").click()
    tablet.type_into("The phone's square as text", ben.page.get_by_label("My square as text").input_value())
    tablet.page.keyboard.press("Enter")
    press(tablet, "Let Ben in")
    ben.see_table()

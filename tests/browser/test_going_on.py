"""An evening that survives its tablet: phones keep copies of the game, and one of them goes on with it."""

import re

import pytest
from driver import FIRST_PAINT, TABLET
from installed import Device, Profile
from meetings import (
    CAMERA,
    IMPATIENT,
    MONEY,
    KeptPhone,
    Phone,
    hold_up,
    kill,
    press,
    seat_phone,
    see_asking,
)

pytestmark = pytest.mark.installed
# A window that is on no screen can't keep it awake, and Flet's client trips over that.
AWAKE = """navigator.wakeLock.request = async () => Object.assign(new EventTarget(), { release: async () => {} })"""


@pytest.fixture
def own(browser, tmp_path):
    """Makes browsers whose processes and folders are their own."""
    return lambda: Profile(browser.browser_type, tmp_path)


@pytest.fixture
def take(own, server, devices):
    """Takes a device of a kind, in a browser of its own unless one is given."""

    def give(kind, browser=None, *size, **more):
        devices.append(kind(browser or own(), server, *size, **more))
        for script in (CAMERA, IMPATIENT, AWAKE):
            devices[-1].context.add_init_script(script)
        return devices[-1]

    return give


def come_again(host, phone, name):
    """Let a phone in that knows by itself who plays on it."""
    see_asking(host, phone, name)
    press(host, f"Let {name} in")
    hold_up(host, "")
    phone.see_table()


def button(phone, name):
    """Find a button of a phone's own page."""
    return phone.page.get_by_role("button", name=name)


def pay(device, narration, *, payee):
    """Record a payment."""
    device.follow(f"""
        tap Ann
        tap {payee}
        tap $10
    """)
    device.record(narration)


def test_a_phone_goes_on_with_the_evening_of_a_tablet_that_died(own, server, evening, take):
    battery, route = own(), evening(MONEY)
    tablet = take(Device, battery, TABLET, book=server.data)
    tablet.open(route)
    tablet.go("Phones")
    tablet.tap("Invite phones")
    ben, cy = take(KeptPhone), take(Phone)
    for phone, name in ((ben, "Ben"), (cy, "Cy")):
        seat_phone(tablet, phone, name)
    tablet.go("Table")
    pay(tablet, "Ann pays Ben [$]10.", payee="Ben")
    tablet.go("Phones")
    tablet.see("Kept by Ben and Cy up to entry 2.")
    tablet.see("Ready to take over: Ben.")

    kill(tablet)
    button(ben, "Go on without the tablet").click(timeout=FIRST_PAINT)
    ben.shows("up to entry 2")
    ben.shows("Companion is on this phone already.")
    button(ben, "Go on here").click()
    ben._wake()
    cy.scan(ben)
    come_again(ben, cy, "Cy")
    ben.go("Table")
    pay(ben, "Ann pays Cy [$]10.", payee="Cy")
    ben.tap("More", "tab")
    ben.tap(re.compile("^Phones"))
    ben.see("Kept by Cy up to entry 3.")

    tablet = take(Device, battery, TABLET, book=server.data / "another")
    tablet.open(route)
    tablet.tap("Show the square")
    tablet.see("Each phone scans this once")
    cy.scan(tablet)
    tablet.see("This game continued on Ben's phone, up to entry 3.", exact=False)
    tablet.tap("Take the longer book")
    tablet.see("The longer book is here now.")
    tablet.go("Table")
    tablet.see("Entry 3. Ann pays Cy $10.", exact=False)

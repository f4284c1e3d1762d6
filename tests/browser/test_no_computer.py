"""A table with no computer: the installed app on a tablet lets everybody's phone in, over channels of the browsers."""

from __future__ import annotations

import re

import pytest
from driver import ARGUMENTS, FIRST_PAINT, TABLET, chromium
from meetings import (
    REFUSED,
    Phone,
    asleep,
    camera,
    come_back,
    hold_up,
    nod,
    pictured,
    press,
    seat_phone,
    see_asking,
    wake,
)
from playwright.sync_api import expect

from tests.sockets import event
from views.hosting.phones import SAID

MONEY = """
game any_money
title Friday
seats Ann Ben Cy
house debt=no

begin
"""

CHIPS = """game doubletrack
title Chips
seats Ann Ben Cy Dot
house stack=500 secret=yes
start first=ann
"""
# Keeps a phone's channel, and the kind of each packet that came over it.
LINE = """(() => {
    globalThis.frames = [];
    const Plain = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Plain {
        constructor(...how) {
            super(...how);
            this.addEventListener("datachannel", ({ channel }) => {
                globalThis.line = channel;
                channel.addEventListener("message", ({ data }) => frames.push(new Uint8Array(data)[1]));
            });
        }
    };
})()"""
# Says something over it: words, a packet, or pieces of one that never ends.
SAY = """what => {
    if (typeof what === "string") line.send(what);
    else if (typeof what === "number") for (let left = what; left; left--) line.send(new Uint8Array(60_000));
    else line.send(new Uint8Array([1, ...what]));
}"""
ENDLESS = 4
# Letters twice as large, which must leave the square in sight.
LARGE = "addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))"


@pytest.fixture
def form():
    return "installed"


@pytest.fixture
def invite(seat, evening):
    """Has a tablet invite phones into a game."""

    def begin(session):
        screen = seat(TABLET)
        camera(screen)
        screen.open(evening(session))
        screen.go("Phones")
        screen.tap("Invite phones")
        screen.see("Scan this with the phone")
        return screen

    return begin


@pytest.fixture
def tablet(invite):
    """A tablet that invites phones into a game."""
    return invite(MONEY)


@pytest.fixture
def take_phone(browser, server, devices):
    def take(own=None):
        devices.append(Phone(own or browser, server))
        return devices[-1]

    return take


@pytest.fixture
def other_browser(browser):
    """A browser whose processes are its own."""
    program = browser.browser_type.launch(executable_path=chromium(), args=ARGUMENTS)
    yield program
    program.close()


def ask_ann(phone, amount="$10"):
    """Ask to pay Ann."""
    phone.tap("Ann")
    phone.tap(amount)
    phone.tap("Record")


def at_one_moment(phones, name):
    """Tap a button twice on every phone, and wait for no answer."""
    buttons = [phone.find("button", name) for phone in phones]
    for button in buttons:
        button.wait_for()
    for button in buttons:
        button.dblclick()


def ask_for_chips(phones):
    """Have every phone ask to take chips from Ann, all at one moment."""
    for phone in phones:
        phone.tap(re.compile(r"^Take \$25"))
        phone.tap("Ann")
        phone.tap("$25")
        phone.look()
    at_one_moment(phones, "Record")


def take_from_ann(tablet):
    """Record what three phones ask for."""
    tablet.tap("3 phones are waiting")
    offers = tablet.find("button", "Take from Ann · $25")
    for left in (2, 1, 0):
        tablet.answered()
        offers.first.click()
        expect(offers).to_have_count(left)


def one_of(entries):
    """What a phone says of an entry that concerns its player."""
    return re.compile(rf"^Entry ({'|'.join(map(str, entries))})\.")


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


def test_three_phones_ask_sleep_reload_and_bid_and_nothing_is_lost_or_doubled(
    invite, take_phone, other_browser, book
) -> None:
    names = ("Ben", "Cy", "Dot")
    tablet = invite(CHIPS)
    ben, cy, dot = phones = [take_phone(other_browser), take_phone(), take_phone()]
    for phone, name in zip(phones, names, strict=True):
        seat_phone(tablet, phone, name)
    tablet.go("Table")
    for _ in range(4):
        ask_for_chips(phones)
        take_from_ann(tablet)
    for phone in phones:
        phone.see(one_of((11, 12, 13)))

    ask_for_chips(phones)
    tablet.go("Phones")
    for phone in phones:
        phone.page.reload()
        come_back(tablet, phone)
    with asleep(other_browser):
        tablet.text("away").wait_for(state="attached", timeout=FIRST_PAINT)
        tablet.go("Table")
        take_from_ann(tablet)
        for phone in (cy, dot):
            phone.see(one_of((14, 15, 16)))
    tablet.go("Phones")
    wake(tablet, ben, one_of((14, 15, 16)))

    tablet.reload()
    tablet.go("Phones")
    for phone in phones:
        phone.shows("The tablet is out of reach")
        come_back(tablet, phone)
    tablet.go("Table")
    tablet.tap("Sell a card")
    tablet.tap("Ann")
    tablet.tap("Ask for the bids")
    for phone, chip in zip(phones, ("Blue $10", "Yellow $25", "Red $5"), strict=True):
        phone.tap("Bid here")
        phone.tap(chip)
        phone.look()
    at_one_moment(phones, "Bid")
    tablet.tap("Open all bids")
    for device in (tablet, *phones):
        device.see(re.compile(r"The bids are open\.?$"), exact=False)

    journal = book.fetched()
    told = [entry.proposal.narration for entry in reversed(journal.all_entries(journal.plays()[0].id))]
    assert "Cy wins it with $25" in told[0]
    assert len(told) == 17
    assert sorted(told[1:16]) == sorted(f"{name} takes $25 from Ann." for name in names for _ in range(5))


def test_hostile_frames_of_one_who_asks_a_player_and_a_watcher_end_their_channels_and_nothing_else(
    tablet, take_phone, book
) -> None:
    eve, ben, watcher = phones = [take_phone() for _ in range(3)]
    for phone in phones:
        phone.context.add_init_script(LINE)
    eve.context.add_init_script(LARGE)
    seat_phone(tablet, ben, "Ben")
    watcher.scan(tablet)
    watcher.choose("Just watching")
    see_asking(tablet, watcher)
    press(tablet, "Let it in")
    hold_up(tablet, "")
    watcher.see_table("Friday")
    eve.scan(tablet)
    eve.choose("Cy")
    see_asking(tablet, eve, "Cy")
    hold_up(tablet, "")

    assert eve.page.evaluate("frames") == list(SAID), "no frame of a game yet"
    for number in range(1, 400):
        for phone in (ben, watcher):
            phone.page.evaluate(SAY, list(event(number, "click")))
    for phone, frame in ((eve, list(event(1, "click"))), (ben, ENDLESS), (watcher, "words")):
        phone.page.evaluate(SAY, frame)
        phone.shows("The tablet is out of reach")
    come_back(tablet, ben)
    ask_ann(ben)
    tablet.go("Table")
    tablet.tap("1 phone is waiting")
    tablet.tap("Ben pays Ann $10")
    ben.see("$1,490")
    journal = book.fetched()
    assert len(journal.all_entries(journal.plays()[0].id)) == 2


def test_squares_that_are_none_of_ours_or_old_or_for_another_room_are_said_to_be_so(tablet, invite, take_phone) -> None:
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
    tablet.see(re.compile("an older invitation, or another table"), exact=False)
    hold_up(tablet, "")
    cy.scan(tablet)
    square = cy.square
    nod(tablet, cy, "Cy")
    cy.see_table()
    another = invite(CHIPS)
    hold_up(another, square)
    another.see(re.compile("an older invitation, or another table"), exact=False)


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

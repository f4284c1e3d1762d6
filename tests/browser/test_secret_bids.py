"""An evening of Doubletrack with hidden chips: closed fists handed round, looked at, opened, and taken back.

What is hidden may not be in what the page gives a screen reader, nor in anything that is sent to it.
"""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest
from driver import PHONE, TABLET
from playwright.sync_api import expect
from wiretap import Wiretap

MASK = "\u2022\u2022\u2022"
NO_BID = "You can't bid that: hold to see your chips."
OPEN = """game doubletrack
title Friday Doubletrack
seats Ann Ben Cy Dot
house stack=145
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""
HELD = {"Ann": "$170", "Ben": "$145", "Cy": "$120", "Dot": "$145"}
WHO_HAS = re.compile(r"\$170|\$120")
"""Chips behind a screen that are in no line of the journal."""


def semantics(device):
    """All that the page gives a screen reader, in whatever attribute, once what was sent to it is there."""
    device.settle()
    html = device.page.locator("flt-semantics-host").evaluate("host => host.outerHTML")
    assert "<flt-semantics" in html
    return html


def noun(device):
    return "phone" if device.phone else "tablet"


def hand_round(device, seller="Ann"):
    device.tap("Sell a card")
    device.see("Who sells a card?")
    device.tap(seller)
    device.tap(f"Hand the {noun(device)} round")


def sit(device, name):
    """Take the device, read the cover and say who one is: the tap that closed the last fist says nothing."""
    device.see(f"Hand the {noun(device)} to {name}.")
    device.look()
    device.tap(f"I am {name}")
    expect(device.find("button", "Hold out an empty fist")).to_be_attached()


def bid(device, name, *chips):
    sit(device, name)
    for chip in chips:
        device.tap(chip)
    device.tap("Bid")


@contextmanager
def held(device, name, *, finger=False):
    """Hold a player's card, at its left end, where nothing is shown."""
    box = device.steady(device.find("button", re.compile(rf"^{name}\b")))
    x, y = box["x"] + 24, box["y"] + box["height"] / 2
    if finger:
        touch = device.context.new_cdp_session(device.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        yield
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        device.page.mouse.move(x, y)
        device.page.mouse.down()
        yield
        device.page.mouse.up()


def chips(book, route):
    ledger = book.ledger(route.removeprefix("/play/"))
    return {who: ledger.balance(f"{who}:chips") for who in ("ann", "ben", "cy", "dot")}


def test_an_auction_goes_round_with_a_mistake_and_a_tie_and_is_taken_back(phone, evening, book) -> None:
    route = evening(OPEN)
    play = route.removeprefix("/play/")
    wire = Wiretap(phone)
    phone.open(route)
    written = book.last(play)
    hand_round(phone)
    sit(phone, "Ben")
    for _ in range(6):
        phone.tap("Yellow $25")
    wire.wait(NO_BID)
    assert "hold to see your chips" not in semantics(phone), "a screen reader would say it to the whole table"
    phone.tap("Clear")
    wire.forget()
    phone.tap("Hold out an empty fist")
    wire.wait(NO_BID)
    phone.tap("Yellow $25")
    phone.tap("Blue $10")
    phone.tap("Bid")
    bid(phone, "Cy", "Blue $10", "Red $5")
    bid(phone, "Dot", "Blue $10", "Blue $10")
    phone.see("All bids are in.")
    phone.tap(re.compile("^Ben has bid"))
    bid(phone, "Ben", "Blue $10", "Blue $10")
    phone.see("All bids are in.")
    assert book.last(play) == written, "nothing is written before all are opened"
    phone.tap("Open all bids")
    phone.see("Ann sells a card. The bids are open.")
    phone.see(re.compile("^Ben and Dot tie at .20: Ann keeps it"))
    phone.see("Ben: 20 dollars, tie", exact=False)
    phone.see("Dot: 20 dollars, tie", exact=False)
    assert book.last(play) == written + 1
    assert chips(book, route) == {"ann": 225, "ben": 125, "cy": 105, "dot": 125}

    phone.tap("Back to the table")
    phone.tap(re.compile(r"^Undo: Ann sells a card"))
    phone.see(re.compile("not taken back without a reason"), exact=False)
    assert book.last(play) == written + 1
    phone.type_into("Reason", "Cy had not understood")
    phone.tap("Undo it")
    expect(phone.find("button", re.compile(r"^Redo: Ann sells a card"))).to_be_enabled()
    assert chips(book, route) == {"ann": 170, "ben": 145, "cy": 120, "dot": 145}
    assert "(Cy had not understood)" in book.entries(play)[0].proposal.narration
    phone.tap(re.compile(r"^Redo: Ann sells a card"))
    expect(phone.find("button", re.compile(r"^Undo: Ann sells a card"))).to_be_enabled()
    assert chips(book, route)["ann"] == 225


def test_a_reload_in_the_middle_shows_a_cover_and_keeps_the_bids(phone, evening, book) -> None:
    route = evening(OPEN)
    wire = Wiretap(phone)
    phone.open(route)
    hand_round(phone)
    bid(phone, "Ben", "Red $5")
    sit(phone, "Cy")
    phone.tap("Yellow $25")
    phone.tap("Yellow $25")
    phone.tap("Blue $10")
    wire.wait("$60")
    wire.forget()
    phone.reload()
    phone.see(f"Hand the {noun(phone)} to Cy.")
    assert not wire.sent("$60"), "what lay in the fist is not sent again"
    phone.see("Ben has bid", exact=False)
    bid(phone, "Cy", "Red $5")
    bid(phone, "Dot", "Blue $10")
    phone.tap("Open all bids")
    phone.see("Dot: 10 dollars, highest", exact=False)
    assert chips(book, route)["dot"] == 135


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_holding_a_card_shows_what_is_hidden_and_letting_go_covers_it(phone, evening, finger) -> None:
    wire = Wiretap(phone)
    phone.open(evening(OPEN))
    phone.see("What happened?")
    assert not wire.matches(WHO_HAS)
    before = semantics(phone)
    assert "Ann" in before
    assert not WHO_HAS.search(before)
    with held(phone, "Ann", finger=finger):
        wire.wait(HELD["Ann"])
        assert not wire.sent(HELD["Cy"])
        assert not WHO_HAS.search(semantics(phone)), "a screen reader would say it to the whole table"
        wire.forget()
    wire.wait(MASK)
    assert not wire.matches(WHO_HAS)
    phone.tap(re.compile(r"^Cy\b"))
    phone.see(re.compile("For Cy alone"), exact=False)
    assert not wire.matches(WHO_HAS), "a tap opens the player, and shows nothing"


def test_a_reload_while_a_card_is_held_is_sent_nothing_hidden(tablet, evening) -> None:
    wire = Wiretap(tablet)
    tablet.open(evening(OPEN))
    tablet.see("What happened?")
    with held(tablet, "Ann"):
        wire.wait(HELD["Ann"])
        wire.forget()
        tablet.reload()
        tablet.see("What happened?")
    assert wire.frames
    assert not wire.matches(WHO_HAS)


def test_no_screen_of_a_play_is_sent_what_is_hidden(phone, evening) -> None:
    route = evening(OPEN + 'sell_card who=dot bids="ann=5 ben=5 cy=10"\n')
    hidden = re.compile(r"\$(165|140|110)\b")
    wire = Wiretap(phone)
    phone.open(route)
    phone.see("What happened?")
    phone.tap(re.compile(r"^Undo: Dot sells a card"))
    phone.see(re.compile("not taken back without a reason"), exact=False)
    assert not hidden.search(semantics(phone))
    for part in ("journal", "rules", "more", "house", "board", "bids"):
        phone.open(f"{route}/{part}")
        expect(phone.find("heading", re.compile("."))).not_to_have_count(0)
        assert not hidden.search(semantics(phone)), part
    phone.open("/")
    phone.see("Ann: hidden", exact=False)
    assert not wire.matches(hidden)


def test_everyone_may_bid_on_their_own_screen(seat, evening, book) -> None:
    route = evening(OPEN)
    phone, tablet = seat(PHONE), seat(TABLET)
    wire = Wiretap(phone)
    tablet.open(route)
    phone.open(route)
    phone.see("What happened?")
    hand_round(tablet)
    bid(tablet, "Ben", "Yellow $25", "Yellow $25", "Red $5")
    phone.tap("Bid here")
    bid(phone, "Cy", "Blue $10")
    tablet.see("Hand the tablet to Dot.")
    assert not wire.sent("$55"), "another screen hears of a bid that it is made, and no more"
    bid(tablet, "Dot", "Red $5")
    phone.see("All bids are in.")
    phone.tap("Open all bids")
    for device in (phone, tablet):
        device.see("Ben: 55 dollars, highest", exact=False)
    assert chips(book, route) == {"ann": 240, "ben": 90, "cy": 110, "dot": 140}


def test_a_power_cut_before_the_opening_writes_nothing_and_bids_are_given_again(phone, evening, server, book) -> None:
    route = evening(OPEN)
    play = route.removeprefix("/play/")
    written = book.last(play)
    phone.open(route)
    hand_round(phone)
    bid(phone, "Ben", "Yellow $25")
    phone.see("Hand the phone to Cy.")
    server.kill()
    server.start()
    phone.open(f"{route}/bids")
    phone.see("No bids are taken now")
    assert book.last(play) == written
    phone.tap("Back to the table")
    hand_round(phone)
    phone.see("Hand the phone to Ben.")

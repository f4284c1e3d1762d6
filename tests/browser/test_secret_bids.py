"""Doubletrack with hidden chips: closed fists handed round, looked at and opened.

What is hidden may not be in what the page gives a screen reader, nor in anything that is sent to it.
"""

import re

from playwright.sync_api import expect
from wiretap import Wiretap

MASK = "\u2022\u2022\u2022"
CANT_BID = "You can't bid that: hold to see what you have."
OPEN = """game doubletrack
title Friday Doubletrack
seats Ann Ben Cy Dot
house stack=145
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""
ANN, CY = "$170", "$120"
WHO_HAS = re.compile(r"\$170|\$120")
"""Chips behind a screen that are in no line of the journal."""


def semantics(device):
    """All that the page gives a screen reader, in whatever attribute, once what was sent to it is there."""
    device.settle()
    html = device.page.locator("flt-semantics-host").evaluate("host => host.outerHTML")
    assert "<flt-semantics" in html
    return html


def sit(device, name):
    """Take the device, read the cover and say who one is: the tap that closed the last fist says nothing."""
    device.see(f"Hand the phone to {name}.")
    device.look()
    device.tap(f"I am {name}")
    expect(device.find("button", "Empty fist")).to_be_attached()


def bid(device, name, *chips):
    sit(device, name)
    for chip in chips:
        device.tap(chip)
    device.tap("Close the fist")


def test_an_auction_goes_round_with_a_mistake_a_reload_and_a_tie(phone, evening, book):
    route = evening(OPEN)
    play = route.removeprefix("/play/")
    wire = Wiretap(phone)
    phone.open(route)
    written = book.last(play)
    phone.follow("""
        tap Sell a card
        tap Ann
        tap Hand the phone round
    """)
    sit(phone, "Ben")
    for _ in range(6):
        phone.tap("Yellow $25")
    phone.tap("Close the fist")
    wire.wait(CANT_BID)
    assert "hold to see what you have" not in semantics(phone), (
        "a screen reader would say it to the whole table"
    )
    phone.follow("""
        tap Blue $10
        tap $20
        tap Close the fist
    """)

    sit(phone, "Cy")
    phone.follow("""
        tap Yellow $25
        tap Yellow $25
        tap Blue $10
    """)
    wire.wait("$60")
    wire.forget()
    phone.reload()
    phone.see("Hand the phone to Cy.")
    assert not wire.sent("$60"), "what lay in the fist is not sent again"
    phone.see("Ben has bid", exact=False)
    bid(phone, "Cy", "Blue $10", "Red $5")
    bid(phone, "Dot", "Blue $10", "Blue $10")
    phone.see("All bids are in.")
    assert book.last(play) == written, "nothing is written before all are opened"
    phone.tap("Open all bids")
    phone.see(re.compile("^Ben and Dot tie at .20: Ann keeps it"))
    assert book.last(play) == written + 1


def test_holding_a_card_shows_what_is_hidden_and_letting_go_or_a_reload_covers_it(phone, evening):
    wire = Wiretap(phone)
    phone.open(evening(OPEN))
    phone.see("What happened?")
    before = semantics(phone)
    assert "Ann" in before
    assert not WHO_HAS.search(before)
    assert not wire.matches(WHO_HAS)
    box = phone.steady(phone.find("button", re.compile("^Ann\\b")))
    at = {
        "x": box["x"] + 24,
        "y": box["y"] + box["height"] / 2,
    }  # at its left end, where nothing is shown
    touch = phone.context.new_cdp_session(phone.page)

    def see_held():
        wire.wait(ANN)
        assert not wire.sent(CY)
        assert not WHO_HAS.search(semantics(phone)), (
            "a screen reader would say it to the whole table"
        )
        wire.forget()

    phone.page.mouse.move(*at.values())
    phone.page.mouse.down()
    see_held()
    phone.reload()
    phone.see("What happened?")
    phone.page.mouse.up()
    assert wire.frames
    assert not wire.matches(WHO_HAS)

    phone.look()
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    see_held()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.wait(MASK)
    assert not wire.matches(WHO_HAS)
    phone.tap(re.compile(r"^Cy\b"))
    phone.see(re.compile("For Cy alone"), exact=False)
    assert not wire.matches(WHO_HAS), "a tap opens the player, and shows nothing"

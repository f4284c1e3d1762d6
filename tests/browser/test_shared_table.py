"""An evening at one table: a tablet that keeps the book, and phones that join, ask, bid, get lost and come back."""

import re

import pytest
from driver import FIRST_PAINT, PHONE, TABLET
from playwright.sync_api import expect

from models.rooms import Rooms

TELEVISION = (1600, 900)
MONEY = """game any_money
title Friday money
seats Ann Ben Cy
house debt=no

begin
"""


@pytest.fixture
def room(book):
    """The open room of the newest game, as the book has it."""
    return lambda: Rooms(book.database).room_of(book.plays()[0].id)


@pytest.fixture
def host(seat, evening):
    """A tablet that has invited phones to a game."""

    def open_on(text):
        tablet = seat(TABLET).open(evening(text))
        tablet.follow("""
            go Phones
            tap Invite phones
            see or type this code
        """)
        return tablet

    return open_on


def ask_in(device, path, *names):
    """Ask on the join page, as somebody or as one who watches."""
    device.page.goto(device.app.url + path)
    for name in names:
        device.page.locator("label.tile", has_text=name).click()
    device.page.get_by_role("button", name="Join").click()
    expect(device.page.get_by_role("heading", name="Waiting for the table")).to_be_visible()


def let_in(host, device, *names):
    host.tap(f"Let {' and '.join(names)} in" if names else "Let it in")
    device.page.wait_for_url(re.compile(r"/play/"))
    device._wake()


@pytest.mark.own
def test_a_phone_joins_by_code_asks_and_is_answered_after_the_server_was_killed(
    host, seat, room, book, server
):
    tablet = host(MONEY)
    phone = seat(PHONE)
    phone.page.goto(phone.app.url)
    phone.page.get_by_label("The code on the table").fill("AAAA")
    phone.page.get_by_role("button", name="Go on").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("not the code on the table")
    assert "Ann" not in phone.page.content()
    phone.page.get_by_label("The code on the table").fill(room().code.lower())
    phone.page.get_by_role("button", name="Go on").click()
    phone.page.locator("label.tile", has_text="Ben").click()
    phone.page.get_by_role("button", name="Join").click()
    let_in(tablet, phone, "Ben")
    phone.follow("""
        see $1,500
        tap Ann
        tap $10
        tap Record
        see /Waiting for the banker/
    """)
    server.kill()
    expect(phone.page.get_by_role("alert")).to_have_text(
        "No connection. Nothing is recorded until it is back."
    )
    server.start()
    for device in (phone, tablet):
        device.go_on()
    phone.see("Waiting for the banker", exact=False)
    tablet.follow("""
        go Table
        tap 1 phone is waiting
        tap Ben pays Ann $10
    """)
    phone.see("$1,490")
    entry = book.all_entries(book.plays()[0].id)[-1]
    assert (entry.by, entry.proposal.narration) == ("table for ben", "Ben pays Ann $10.")


def test_a_television_shows_what_is_recorded_and_goes_on_to_the_next_game_by_itself(
    host, seat, room
):
    tablet, screen = host(MONEY), seat(TELEVISION)
    ask_in(screen, f"/join?i={room().invitation}", "Just watching")
    let_in(tablet, screen)
    screen.see(re.compile("^Ann: 1,500 dollars"))
    tablet.follow("""
        go Table
        tap Ann
        tap Ben
        tap $100
        tap Record
    """)
    screen.see(re.compile("^Ann: 1,400 dollars"))
    tablet.follow("""
        tap Settle up
        tap Record
        tap See the evening
        tap Play again
    """)
    before = screen.page.url
    tablet.look()
    tablet.tap("Start")
    screen.page.wait_for_url(lambda url: url != before and "/play/" in url)
    screen.see("Nothing is recorded yet.")


def test_a_phone_that_was_offline_misses_nothing_and_one_that_is_refused_or_removed_sees_nothing(
    host, seat, room
):
    tablet = host(MONEY)
    eve = seat(PHONE)
    ask_in(eve, f"/join?i={room().invitation}", "Just watching")
    tablet.tap("No")
    expect(
        eve.page.get_by_role("heading", name="Who are you?").or_(
            eve.page.get_by_text("What is the code?")
        )
    ).to_be_visible()
    ben = seat(PHONE)
    ask_in(ben, f"/join?i={room().invitation}", "Ben")
    let_in(tablet, ben, "Ben")
    ben.context.set_offline(True)
    expect(ben.page.get_by_role("alert")).to_have_text(
        "No connection. Nothing is recorded until it is back."
    )
    tablet.follow(r"""
        go Table
        tap Ann
        tap Ben
        tap $100
        record Ann pays Ben \$100
    """)
    ben.context.set_offline(False)
    ben.go_on()
    ben.see("$1,600")

    tablet.go("Phones")
    tablet.tap("Change what Ben may do")
    tablet.tap("Remove it", "menuitem")
    ben.see_gone("$1,600")
    ben.page.reload()
    expect(ben.page.get_by_role("heading", name="Join the table")).to_be_visible(
        timeout=FIRST_PAINT
    )

"""A day at the races through the screen: just the Tote, from the first bet to the payouts, with mistakes in it."""

from __future__ import annotations

import re

from driver import PHONE, TABLET
from playwright.sync_api import expect

OPEN = """game totopoly
title Saturday races
seats Ann Ben Cy
house keeps=tote
start horses=7
bet who=ann horse=h1 amount=120
bet who=ben horse=h2 amount=180
"""
LAID = """game totopoly
title Saturday races
seats Ann Ben
house keeps=tote
start
bet who=ann horse=h2 amount=20
"""
POUND = "\u00a3"


class Clerk:
    """Works the Tote on one device, and counts what is tapped."""

    def __init__(self, device):
        self.device = device
        self.taps = 0

    def tap(self, name, **how):
        self.taps += 1
        self.device.tap(name, **how)

    def record(self, narration, *, read=False):
        self.taps += 1
        self.device.record(narration, read=read)

    def lay(self, who, number, *keys):
        """Take a bet: backer, horse, amount. The horse is a square of the sheet, or on a tablet a line of the board."""
        self.tap(who)
        self.device.see("On which horse?")
        self.tap(f"No. {number}" if self.device.phone else re.compile(rf"^{number}, "))
        self.device.see("How much?")
        for key in keys:
            self.tap(key)


def line(number, rest):
    """The line of a horse on the board, as it is read out."""
    return re.compile(rf"^{number}, .*{re.escape(rest)}")


def see_line(device, number, rest):
    expect(device.find("button", line(number, rest)).or_(device.text(line(number, rest))).first).to_be_attached()


def test_a_race_from_the_last_bet_to_the_payouts_with_mistakes_in_it(tablet, evening, book) -> None:
    tablet.open(evening(LAID))
    clerk = Clerk(tablet)

    # a bet of nothing is none
    clerk.lay("Ben", 5, "0")
    expect(tablet.find("button", "Record")).to_be_disabled()
    clerk.tap("5")
    clerk.tap("0")
    tablet.see(re.compile(r"would then pay"), exact=False)
    tablet.see(re.compile("^If Horse 5 wins, Ben gets [0-9]+ pounds"))
    clerk.record(f"Ben lays {POUND}50 on horse 5")

    # a scratched horse takes no bet
    clerk.tap("Withdraw a horse")
    clerk.tap("No. 4")
    clerk.record("Horse 4 is withdrawn")
    see_line(tablet, 4, "Out of the race: scratched")
    expect(tablet.find("button", re.compile("^4, "))).to_have_count(0)

    tablet.choose(re.compile("^They.re off"), "They are off")
    tablet.see(re.compile("first past the post"), exact=False)
    # a bet after the off is refused, and says why
    clerk.tap("Find an action")
    tablet.scroll_to(tablet.find("button", re.compile(r"^Not possible now \(\d+\)$"))).click()
    tablet.scroll_to(tablet.text(re.compile("They are off: the Tote is closed"), exact=False))
    clerk.tap("Back to the turn")
    for number, place in ((2, "first"), (5, "second")):
        clerk.tap(f"No. {number}")
        clerk.record(f"Horse {number} is {place} past the post")
    tablet.look()
    tablet.scroll_to(tablet.find("button", "No more horses come")).click()
    tablet.see("Horse 2 wins")
    tablet.tap("Back to the table")
    tablet.see_recorded("No more horses come")
    clerk.record("Horse 2 pays", read=True)
    if tablet.phone:
        clerk.tap("Show the board")
    tablet.see(re.compile(r"^Ann: \d+ pounds"), exact=False)
    see_line(tablet, 2, "Came in 1st")

    (play,) = book.plays()
    ledger = book.ledger(play.id)
    assert ledger.balance("tote:pool", POUND) == 0
    assert ledger.balance("ann:cash", POUND) == 3 * 20 - 20


def test_a_bet_is_three_taps_and_nothing_of_the_pad_is_out_of_sight(phone, evening, book) -> None:
    route = evening(OPEN.replace("Ann Ben Cy", "Ann Ben Cy Dot Eve Finn"))
    phone.open(route)
    clerk = Clerk(phone)
    clerk.lay("Cy", 2)
    foot = phone.size[1]
    for name in ("1", "0", "Backspace", "Record"):
        box = phone.steady(phone.find("button", name))
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= foot, name
        assert min(box["width"], box["height"]) >= 48, name
    clerk.tap(f"{POUND}20")
    phone.see_recorded(f"Cy lays {POUND}20 on horse 2")

    assert clerk.taps == 3
    assert book.ledger(route.removeprefix("/play/")).balance("cy:cash", POUND) == -20
    phone.see("Who bets?")


def test_the_board_for_everyone_follows_every_bet(seat, evening) -> None:
    route = evening(OPEN)
    board, clerk = seat(TABLET), Clerk(seat(PHONE))
    board.open(route)
    board.tap("Board for everyone")
    board.see_at(f"{route}/show")
    board.see("Pool: 300 pounds")
    clerk.device.open(route)
    clerk.lay("Cy", 5, f"{POUND}50")
    clerk.device.see_recorded(f"Cy lays {POUND}50 on horse 5")
    board.see("Pool: 350 pounds")
    board.see(re.compile(r"^5, Horse 5\. Cy 50 pounds\."))
    clerk.tap(re.compile("^Undo: Cy lays"))
    board.see("Pool: 300 pounds")
    expect(board.find("button", "Record")).to_have_count(0)
    board.tap("Back to the table")
    board.see_at(route)
    board.see("Who bets?")


def test_the_board_for_everyone_shows_twelve_horses_at_once(seat, evening) -> None:
    device = seat(TABLET, "dark")
    device.open(evening(OPEN.replace("horses=7", "horses=12")) + "/show")
    device.see("Pool: 300 pounds")
    for number in range(1, 13):
        box = device.steady(device.text(re.compile(rf"^{number}, Horse {number}\.")).first)
        assert box["y"] + box["height"] <= TABLET[1], number

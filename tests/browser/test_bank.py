"""Millions through the screen: a round of Rat Race Monopoly with mistakes in it, and the stock broker alone."""

from __future__ import annotations

import re

import pytest
from driver import PHONE, TABLET
from playwright.sync_api import expect

BUY = re.compile("^Buy a share\\?")
WORKING = """game rat_race_monopoly
title Friday millions
seats Ann Ben
start first=ann
buy_street who=ann street=s1
next_player
buy_street who=ben street=s2
next_player
"""
EMPLOYED = """game rat_race_monopoly
title Friday millions
seats Ann Ben
start first=ann
study who=ann
apply_for_job who=ann roll=6
"""
SHARE = f"""{EMPLOYED}take_loan who=ann
visit who=ann buy=yes roll=7
"""
STREETS = """game rat_race_monopoly
title Friday millions
seats Ann Ben
start first=ann
buy_street who=ann street=s1
buy_street who=ann street=s2 price=100
buy_street who=ann street=s3 price=100
"""
EIGHT = """game rat_race_monopoly
title Eight at the table
seats Ann Ben Cy Dorothea Emeka Frederika Gus Hilda
start first=ann
"""
BROKER = """game rat_race_monopoly
title The exchange
seats Ann Ben Cy
house books=broker
start first=ann
visit who=ann buy=yes roll=9
"""


class Banker:
    """Works the banker's book on one device."""

    def __init__(self, device):
        self.device = device

    def tap(self, name, **how):
        self.device.tap(name, **how)

    def offer(self, name):
        """Tap what the turn offers; on a phone it may lie below the edge."""
        self.device.scroll_to(self.device.find("button", name)).first.click()

    def figure(self, *keys):
        for key in keys:
            self.tap(key)


def cash(book, who):
    (play,) = book.plays()
    return book.ledger(play.id).balance(f"{who}:cash", "K")


def see_amount(device, figure):
    """Wait until the window of the pad shows a figure."""
    device.see(re.compile(rf": {re.escape(figure)}$"))


def see_price(device, price):
    """Wait until the price is shown like this, large on its page or small above a phone's sheet."""
    device.see(re.compile(rf"Price now: {re.escape(price)}$"))


@pytest.mark.installed
def test_a_turn_at_the_bank_with_a_mistake_in_it(table, evening, book) -> None:
    table.open(evening(EMPLOYED))
    banker = Banker(table)

    # more than there is is refused where it is typed, before anything else is asked
    banker.offer("Chance Pay")
    banker.tap("Bank")
    banker.figure("9", "Millions")
    see_amount(table, "9M")
    table.see(re.compile("Ann holds 1M: 8M short of 9M"), exact=False)
    expect(table.find("button", "Record")).to_be_disabled()
    banker.figure("Clear", "1", "Point", "5", "Thousands")
    table.see(re.compile("a whole number of thousands"), exact=False)
    banker.figure("Clear", "2", "0", "0")
    see_amount(table, "200K")
    table.see_gone(re.compile("short of"), exact=False)
    banker.tap("Reason Chance card Change")
    table.type_into("What for?", "hospital")
    table.record("Ann pays the bank 200K")
    assert cash(book, "ann") == 800

    banker.offer(re.compile(r"^\d+ more$"))
    banker.offer(re.compile("^Take a loan of 1M"))
    table.record("Ann takes a loan", read=True)
    assert cash(book, "ann") == 1_800

    # one share a turn; the second is refused though there is money for it
    banker.offer("Stock exchange 1M a share")
    banker.tap(BUY)
    banker.tap("Roll 9")
    table.record("Ann buys a share at 1M")
    assert cash(book, "ann") == 800
    if table.phone:
        banker.tap("Show the board")
    banker.tap("Stock exchange" if table.phone else re.compile("Price now: 1.1 million"))
    table.see(re.compile("^Stock exchange. Price now: 1.1 million, up 100 thousand, on a roll of 9$"))
    table.see("Ann: 1 share, worth 1.1 million")
    assert not table.strays


@pytest.mark.installed
def test_one_share_a_turn_is_refused_the_second_time_at_the_question(table, evening, book) -> None:
    table.open(evening(SHARE))
    banker = Banker(table)
    before = cash(book, "ann")
    banker.offer(re.compile("^Stock exchange 1M a share"))
    banker.tap("Roll 8")
    banker.tap(BUY)
    table.see(re.compile("Ann has bought a share this turn"), exact=False)
    expect(table.find("button", "Record")).to_be_disabled()
    banker.tap(BUY)
    table.record("Ann visits the exchange and trades nothing", read=True)
    assert cash(book, "ann") == before


@pytest.mark.installed
def test_streets_are_drawn_for_the_table_after_a_seven(table, evening, book) -> None:
    table.open(evening(STREETS))
    banker = Banker(table)
    banker.offer("A 7 A disaster")
    banker.tap("Roll 12")
    table.record("A severe disaster|.*12")
    table.see("Choose 1 of 3.")
    banker.tap("Draw for me")
    table.see(re.compile("^Drawn: "))
    banker.tap("Draw again")  # what is drawn then may well be what was drawn before
    table.record("The severe disaster: Ann loses")
    (play,) = book.plays()
    held = [book.ledger(play.id).balance("ann:streets", street) for street in ("s1", "s2", "s3")]
    assert sum(held) == 2


def test_eight_players_and_what_they_are_worth_are_seen_at_once_on_a_tablet(seat, evening) -> None:
    device = seat(TABLET)
    device.open(evening(EIGHT))
    for name in ("Ann", "Ben", "Cy", "Dorothea", "Emeka", "Frederika", "Gus", "Hilda"):
        card = device.find("button", re.compile(rf"^{name}[.,].* Net worth 1.5M of 30M"))
        box = device.steady(card)
        assert box["y"] + box["height"] <= TABLET[1], name


def test_everything_offered_on_a_turn_is_seen_at_once_on_a_tablet(seat, evening) -> None:
    device = seat(TABLET)
    device.open(evening(WORKING))
    for name in ("Throw the dice", "Owned street Pay rent", "A 7 A disaster", "Chance Pay"):
        box = device.steady(device.find("button", name))
        assert box["y"] + box["height"] <= TABLET[1], name
        assert box["height"] >= 48, name


def test_the_player_shows_the_working_of_the_net_worth(table, evening) -> None:
    table.open(evening(WORKING))
    table.find("button", re.compile("^Ann[.,]")).first.click()
    table.see("900K")
    table.see(re.compile("Net worth 1.5M of 30M"), exact=False)


@pytest.mark.installed
def test_the_broker_alone_keeps_prices_and_shares_and_nobodys_cash(table, evening, book) -> None:
    route = evening(BROKER)
    table.open(route)
    banker = Banker(table)
    see_price(table, "1.1 million, up 100 thousand, on a roll of 9")
    banker.tap("Ben")
    banker.tap("Roll 4")
    banker.tap(BUY)
    table.record("Ben buys a share at 1.1M")
    see_price(table, "1 million, down 100 thousand, on a roll of 4")

    # a roll read wrongly is taken back, and the price with it
    banker.tap(re.compile("^Undo: Ben"))
    see_price(table, "1.1 million, up 100 thousand, on a roll of 9")
    banker.tap(re.compile("^Redo: Ben"))
    see_price(table, "1 million, down 100 thousand, on a roll of 4")

    # nobody sells what they do not hold
    banker.offer("Sell shares to pay")
    table.see(re.compile("Cy.* (has|holds) no share"), exact=False)
    expect(table.find("button", "Cy")).to_be_disabled()
    expect(table.find("button", "Record")).to_be_disabled()
    (play,) = book.plays()
    ledger = book.ledger(play.id)
    assert [ledger.balance(f"{who}:shares", "shares") for who in ("ann", "ben", "cy")] == [1, 1, 0]
    assert not any(account.endswith(":cash") and held for (account, _), held in ledger.balances.items())


def test_the_brokers_page_is_read_whole_by_scrolling(table, evening) -> None:
    device = table
    device.open(evening(BROKER + "visit who=ben buy=yes roll=4\n"))
    device.see(re.compile("^Chart of the price, from the first price on: 1 million, 1.1 million, 1 million"))
    at = (device.size[0] * 0.4, device.size[1] * 0.3)
    device.scroll_to(device.find("cell", "+100K"), at)
    device.scroll_to(device.text(re.compile("printed share price chart is not known"), exact=False), at)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_salary_tax_and_loans_are_a_table_on_the_rules_page(seat, evening, scheme) -> None:
    device = seat(PHONE, scheme)
    device.open(evening(WORKING) + "/rules")
    device.tap(re.compile("^Salary, tax and loans"))
    device.scroll_to(device.find("cell", "4 \u00b7 Senior Manager"))
    expect(device.find("row", re.compile("^4 \u00b7 Senior Manager .* 2M 1M 0 400K 2M")).first).to_be_attached()
    device.scroll_to(device.page.get_by_label("What does a loan cost at level", exact=True))
    device.type_into("What does a loan cost at level", "9")
    device.see("Type the level of a job, 1 to 6.")
    device.type_into("What does a loan cost at level", "4")
    device.see(re.compile("Senior Manager, level 4: a loan is 2M"), exact=False)

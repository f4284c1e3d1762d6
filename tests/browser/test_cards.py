"""A game of Rat-a-Tat Cat through the screen, as the scorekeeper keeps it: whole, with mistakes in it."""

from __future__ import annotations

import re

import pytest
from driver import PHONE, TABLET
from playwright.sync_api import expect

OPEN = """game rat_a_tat_cat
title Friday cats
seats Ann Ben Cy
house rounds=3
start first=ann
"""
FOUR = OPEN.replace("Cy", "Cy Dora")
ON_ITS_SIDE = (844, 390)


def deal(device, cards):
    for card in cards:
        device.tap(f"Card {card}")


def totals(device, said):
    """Wait until the totals are these, in the sheet or in the line that replaces it."""
    expect(device.text(re.compile(rf"Totals: {said}"), exact=False).first).to_be_attached()


def show_sheet(device):
    if device.phone:
        device.tap("Show the score sheet")


def points(book, route):
    ledger = book.ledger(route.removeprefix("/play/"))
    return [ledger.balance(f"{who}:points", "points") for who in ("ann", "ben", "cy")]


@pytest.mark.installed
def test_a_whole_game_with_mistakes_in_it(table, evening, book) -> None:
    route = evening(OPEN)
    table.open(route)

    # a fifth 3 is said at once, and taken back
    deal(table, "3333" + "3")
    table.see(re.compile(r"Five 3s"), exact=False)
    table.tap("Backspace")
    table.see_gone(re.compile(r"Five 3s"), exact=False)
    deal(table, "0012" + "9998")
    table.tap("Ben: 3")
    table.tap("Ben knocked")
    table.record("Round 1")
    totals(table, "Ann 12 2nd, Ben 3 1st, Cy 35 3rd")

    # three times 36 is more than nine King Rats give
    table.tap("Total")
    for _ in range(3):
        table.tap("Total 36")
    table.see(re.compile("Record it all the same"), exact=False)
    expect(table.find("button", "Record")).to_be_disabled()
    table.tap("Ann: 36")
    table.tap("Total 7")
    table.record("Round 2")
    totals(table, "Ann 19 1st, Ben 39 2nd, Cy 71 3rd")
    assert points(book, route) == [19, 39, 71]

    # a round recorded by mistake is taken back, and brought again
    table.tap(re.compile("^Undo: Round 2"))
    totals(table, "Ann 12 2nd, Ben 3 1st, Cy 35 3rd")
    table.tap(re.compile("^Redo: Round 2"))
    totals(table, "Ann 19 1st")

    # the first round was entered wrong: Cy had an 8 less
    show_sheet(table)
    table.tap(re.compile("^Round 1: "))
    table.see("Correct round 1")
    table.tap("Cy: 35")
    table.tap("Cards")
    table.tap("Take 8 out of Cy's hand")
    table.tap("Card 0")
    table.tap("Add a note")
    table.type_into("Why?", "an 8 was a 0")
    table.record("Corrected")
    totals(table, "Ann 19 1st, Ben 39 2nd, Cy 63 3rd")

    table.tap("Total")
    for score in (20, 0, 5):
        table.tap(f"Total {score}")
    table.tap("Record")
    table.see(re.compile("Ann and Ben win"), exact=False)
    table.tap("See the evening")
    table.see("Place 1: Ann, 39 points")
    table.see("Place 1: Ben, 39 points")
    table.see(re.compile("Chart of the totals after each round"), exact=False)
    assert points(book, route) == [39, 39, 68]
    assert not table.strays


def test_an_impossible_round_is_recorded_with_a_reason(table, evening, book) -> None:
    route = evening(OPEN)
    table.open(route)
    deal(table, "3333" + "3000" + "1111")
    table.see(re.compile(r"Five 3s"), exact=False)
    table.tap("Record it all the same, with a reason")
    table.type_into("No deal gives these hands. Why record them anyway?", "two decks")
    table.record("Round 1")
    assert points(book, route) == [12, 3, 4]


def test_a_round_for_four_takes_seventeen_taps_by_cards_and_five_by_totals(phone, evening, book) -> None:
    route = evening(FOUR)
    play = route.removeprefix("/play/")
    written = book.last(play)
    phone.open(route)
    for count, keys in ((17, [f"Card {key}" for key in "2930999800124567"]), (5, [14, 35, 3, 22])):
        names = [key if isinstance(key, str) else f"Total {key}" for key in keys] + ["Record"]
        if count == 5:
            phone.tap("Total")
        for name in names:
            phone.tap(name)
        assert len(names) == count
        written += 1
        phone.see(re.compile("^Recorded: Round"), exact=False)
        phone.see(re.compile(f"Round {written}"), exact=False)
        assert book.last(play) == written


def test_a_game_that_ends_after_a_length_of_time_has_a_clock(table, book) -> None:
    table.open("/new")
    table.tap(re.compile("^Rat-a-Tat Cat"))
    table.name_players("Ann", "Ben")
    table.tap(re.compile("^Options"))
    table.scroll_to(table.find("button", re.compile("^After a length of time"))).click()
    table.scroll_to(table.find("button", "15 minutes")).click()
    table.tap("Start Rat-a-Tat Cat with 2")
    table.tap("Ann")
    table.record("Round 1: Ann deals, Ben starts|Ann deals")
    expect(table.marked("clock")).to_be_attached()
    (play,) = book.plays()
    assert (play.houses["ending"], play.houses["minutes"]) == ("time", "15")


def test_half_a_hand_outlives_a_turn_of_the_screen_and_a_reload(seat, evening) -> None:
    device = seat(PHONE)
    device.open(evening(OPEN))
    deal(device, "12345")
    device.see("Ben's hand: 5")
    device.turn(TABLET)
    device.see("Score sheet of Ann, Ben, Cy")
    device.see("Ben's hand: 5")
    device.reload()
    device.see("Ben's hand: 5")


def test_on_a_phone_on_its_side_every_key_is_in_sight(seat, evening) -> None:
    device = seat(ON_ITS_SIDE)
    device.open(evening(FOUR))
    device.see("Ann's hand: 0")
    foot = device.steady(device.find("button", "Enter every hand"))["y"]
    for card in range(10):
        key = device.steady(device.find("button", f"Card {card}"))
        assert key["y"] + key["height"] <= foot


def test_a_keyboard_deals_and_records(tablet, evening, book) -> None:
    route = evening(OPEN)
    tablet.open(route)
    tablet.see("Ann's hand: 0")
    for key in "123456780000":
        tablet.page.keyboard.press(key)
    tablet.see("Cy: 0")
    tablet.page.keyboard.press("Enter")
    totals(tablet, "Ann 10 2nd, Ben 26 3rd, Cy 0 1st")
    assert points(book, route) == [10, 26, 0]

"""A game of Rat-a-Tat Cat through the screen, as the scorekeeper keeps it: whole, with mistakes in it."""

from __future__ import annotations

import re

from driver import PHONE, TABLET

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

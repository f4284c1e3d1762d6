"""The end of a play through the screen: its last line, who won, a highlight, its picture, and a rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

EVENING = """game rat_a_tat_cat
title Friday cats
seats Ann Ben Cy
house rounds=3
start first=ann
round scores='ann=12 ben=20 cy=31'
round scores='ann=3 ben=21 cy=10'
"""


def in_reach(device, target):
    """Scroll the end of the play, on a phone below the handle, until something is on the screen."""
    return device.scroll_to(target, (device.size[0] - 150, device.size[1] - 250) if device.phone else (400, 600))


SHARE = """() => {
    window.shared = [];
    navigator.canShare = () => true;
    navigator.share = async ({ files, text }) => {
        for (const file of files) window.shared.push([file.name, file.type, file.size, text]);
    };
}"""
"""What a browser with a share sheet has; Chromium on Linux has none."""


@pytest.mark.installed
def test_the_picture_goes_to_the_share_sheet_or_is_saved(phone, evening, tmp_path) -> None:
    route = evening(EVENING + "round scores='ann=5 ben=6 cy=7'\n")
    phone.open(route)
    in_reach(phone, phone.find("button", "Send the picture")).click()
    words = "Friday cats: Ann wins. Ann 20 points, Ben 47 points, Cy 48 points."
    phone.see(words)
    saved = phone.save("Save", tmp_path)
    assert saved.name == "Friday cats.png"
    fallen_back = phone.save("Send", tmp_path)
    assert fallen_back.read_bytes() == saved.read_bytes(), "without a share sheet the file is saved"
    phone.page.evaluate(SHARE)
    phone.tap("Send")
    phone.page.wait_for_function("() => window.shared.length === 1")
    assert phone.page.evaluate("window.shared") == [["Friday cats.png", "image/png", saved.stat().st_size, words]]


def test_the_last_line_brings_the_moment_and_a_rematch_is_two_taps(phone, evening, book) -> None:
    phone.open(evening(EVENING))
    expect(phone.find("button", "Play again")).to_have_count(0)
    phone.tap("Total")
    for total in (5, 6, 7):
        phone.tap(f"Total {total}")
    phone.tap("Record")

    phone.see("Ann wins")
    expect(phone.find("button", "Play again")).to_have_count(0)
    phone.tap("See the evening")
    phone.see("Ann wins")
    phone.see("Place 1: Ann, 20 points")
    phone.see("Place 3: Cy, 48 points")
    in_reach(phone, phone.find("button", re.compile(r"^Ann ended round 2 with 3 points\. Show the entry"))).click()
    phone.see("Entry 3: Record the round")
    phone.page.keyboard.press("Escape")
    phone.see_gone("Entry 3: Record the round")
    phone.see("Ann wins")

    phone.tap("Play again")
    phone.see("Same three: Ann, Ben and Cy")
    phone.look()
    phone.tap("Start")
    phone.see("Friday cats 2")
    again, before = book.plays()
    assert (again.title, before.title) == ("Friday cats 2", "Friday cats")
    assert [seat.name for seat in again.seats] == ["Ann", "Ben", "Cy"]
    assert again.houses == before.houses
    assert again.entries == 0

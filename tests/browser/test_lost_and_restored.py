"""Files out of the real app and into it: a backup saves the evening, and a saved game comes back."""

from __future__ import annotations

import re

import pytest
from driver import PHONE, TABLET

EVENING = """game ratrace
title Friday night
seats Alice Bob
house position=off businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=red
"""


def at_settings(device):
    device.open("/settings")
    device.scroll_to(device.find("button", "Back up everything"))
    return device


@pytest.mark.installed
def test_a_saved_game_brings_a_deleted_one_back(phone, evening, book, tmp_path) -> None:
    route = evening(EVENING)
    phone.open("/")
    phone.tap("More for Friday night")
    phone.tap("Save as a file", "menuitem")
    file = phone.save("Save the game", tmp_path)
    assert file.name == "Friday night.txt"
    assert "pick who=bob business=red" in file.read_text()
    ledger = book.ledger(route.removeprefix("/play/"))

    phone.open("/")
    phone.tap("More for Friday night")
    phone.tap("Delete", "menuitem")
    phone.see("Look through a demo evening")
    phone.pick("Open a file", file)
    phone.see("Bring it back?", exact=False)
    phone.tap("Bring it back")
    phone.see("Friday night was brought back: 3 entries, all checked.")
    phone.tap("Open it")
    phone.see_at(re.compile(f"{route}$"))
    phone.see("What happened?")
    (again,) = book.plays()
    assert book.ledger(again.id) == ledger


@pytest.mark.installed
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n" + bytes(1000), "This file is neither a backup made by Companion nor a game saved by it."),
        (EVENING.encode() + b"pick who=bob business=red\n", "Line 8 is not by the rules:"),
    ],
)
def test_a_file_that_is_no_good_leaves_no_trace(phone, evening, book, tmp_path, content, words) -> None:
    evening(EVENING)
    file = tmp_path / "given"
    file.write_bytes(content)
    phone.open("/")
    phone.pick("Open a file", file)
    phone.see("This file can't be used")
    phone.see(re.compile(words), exact=False)
    phone.tap("Close")
    phone.see("Resume Friday night")
    assert len(book.plays()) == 1


def test_what_one_screen_restores_another_shows(seat, evening, book, tmp_path) -> None:
    route = evening(EVENING)
    here, there = seat(PHONE), seat(TABLET)
    at_settings(here)
    file = here.save("Back up everything", tmp_path)
    book.delete(route.removeprefix("/play/"))
    there.open("/")
    there.see("Look through a demo evening")
    here.pick("Restore from a file", file)
    here.see("1 game would be brought back from the deleted.")
    here.tap("Restore")
    there.see("Resume Friday night")

"""Files out of the real app and into it: a backup saves the evening, and a play goes from one book to another."""

from __future__ import annotations

import re
import shutil

import pytest
from driver import PHONE, TABLET
from playwright.sync_api import expect

from companion import session_file
from models.backup import read_backup
from models.database import Database
from models.journal import Journal

EVENING = """game ratrace
title Friday night
seats Alice Bob
house position=off businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=red
"""


@pytest.fixture
def evening(server):
    """Puts a play in the book that each device of this test begins with, and lets go of the file."""

    def lay(text):
        database = Database.open(server.data)
        play = session_file.load(Journal(database), text.encode())
        database.close()
        return f"/play/{play.id}"

    return lay


def save(device, name, folder):
    """Tap what saves a file, and keep what comes."""
    with device.page.expect_download() as coming:
        device.tap(name)
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    return file


def pick(device, name, file):
    """Tap what opens a file, and choose one."""
    device.scroll_to(device.find("button", name))
    with device.page.expect_file_chooser() as chooser:
        device.tap(name)
    chooser.value.set_files(file)


def at_settings(device):
    device.open("/settings")
    device.scroll_to(device.find("button", "Back up everything"))
    return device


@pytest.mark.installed
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_an_evening_is_backed_up_lost_and_restored(seat, server, evening, tmp_path, size) -> None:
    route = evening(EVENING)
    lost = at_settings(seat(size))
    lost.see("Never backed up")
    file = save(lost, "Back up everything", tmp_path)
    assert re.fullmatch(r"Companion \d{4}-\d\d-\d\d\.db", file.name)
    lost.see("Last backup: today")
    assert [f"/play/{play.id}" for play in read_backup(file.read_bytes()).plays] == [route]

    # the device is gone with all that was on it, and the app is installed anew
    lost.close()
    server.stop()
    shutil.rmtree(server.data)
    server.start()
    new = seat(size).open("/")
    pick(new, "Open a file", file)
    new.see("Restore from this backup?")
    new.see("1 play would be added.")
    new.tap("Restore")
    new.see("1 play was added.")
    new.tap("Close")
    new.tap("Resume Friday night")
    new.see_at(route)
    new.see("What happened?")

    # everything is there, to the last digest; and the same backup once more does nothing
    at_settings(new)
    before, after = read_backup(file.read_bytes()), read_backup(save(new, "Back up everything", tmp_path).read_bytes())
    assert [before.journal.all_entries(play.id) for play in before.plays] == [
        after.journal.all_entries(play.id) for play in after.plays
    ]
    pick(new, "Restore from a file", file)
    new.see("Everything in this backup is here already.")
    new.tap("Close")


@pytest.mark.installed
def test_a_play_goes_along_as_a_file_and_is_played_on_elsewhere(phone, evening, book, tmp_path) -> None:
    route = evening(EVENING)
    phone.open("/")
    phone.tap("More for Friday night")
    phone.tap("Save as a file", "menuitem")
    with phone.page.expect_download() as coming:
        phone.tap("Save the play")
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.name == "Friday night.txt"
    assert "pick who=bob business=red" in file.read_text()

    phone.open("/")
    pick(phone, "Open a file", file)
    phone.see("Friday night was taken in: 3 lines, and every one holds.")
    phone.tap("Open it")
    expect(phone.page).not_to_have_url(phone.url + route)
    phone.see_at(re.compile("/play/[0-9a-f]{32}$"))
    phone.see("What happened?")
    first, second = book.plays()
    assert book.ledger(first.id) == book.ledger(second.id)


@pytest.mark.installed
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n" + bytes(1000), "This file is neither a backup made by Companion nor a play saved by it."),
        (EVENING.encode() + b"pick who=bob business=red\n", "Line 8 does not hold:"),
    ],
)
def test_a_file_that_is_no_good_leaves_no_trace(phone, evening, book, tmp_path, content, words) -> None:
    evening(EVENING)
    file = tmp_path / "given"
    file.write_bytes(content)
    phone.open("/")
    pick(phone, "Open a file", file)
    phone.see("This file can't be used")
    phone.see(re.compile(words), exact=False)
    phone.tap("Close")
    phone.see("Resume Friday night")
    assert len(book.plays()) == 1


def test_what_one_screen_restores_another_shows(seat, evening, book, tmp_path) -> None:
    route = evening(EVENING)
    here, there = seat(PHONE), seat(TABLET)
    at_settings(here)
    file = save(here, "Back up everything", tmp_path)
    book.delete(route.removeprefix("/play/"))
    there.open("/")
    there.see("The book of your games table")
    pick(here, "Restore from a file", file)
    here.see("1 play would be brought back from the deleted.")
    here.tap("Restore")
    there.see("Resume Friday night")

"""Files out of the installed app and into it: a saved game, a backup, a picture, and what is no file of ours."""

import re

import pytest

from models.backups.backup_reader import read_backup

pytestmark = pytest.mark.installed
EVENING = """game rat_a_tat_cat
title Friday cats
seats Ann Ben Cy
house rounds=3
start first=ann
round scores='ann=12 ben=20 cy=31'
round scores='ann=3 ben=21 cy=10'
round scores='ann=5 ben=6 cy=7'
"""
SHARE = """() => {
    window.shared = [];
    navigator.canShare = () => true;
    navigator.share = async ({ files, text }) => {
        for (const file of files) window.shared.push([file.name, file.type, file.size, text]);
    };
}"""
"""What a browser with a share sheet has; Chromium on Linux has none."""


def test_a_saved_game_brings_a_deleted_one_back_and_files_that_are_no_good_leave_no_trace(
    phone, evening, book, tmp_path
):
    route = evening(EVENING)
    phone.open("/")
    phone.tap("More for Friday cats")
    phone.tap("Save as a file", "menuitem")
    file = phone.save("Save the game", tmp_path)
    assert file.name == "Friday cats.txt"
    ledger = book.ledger(route.removeprefix("/play/"))

    phone.open("/")
    bad = tmp_path / "given"
    for content, words in (
        (
            b"\x89PNG\r\n" + bytes(1000),
            "This file is neither a backup made by Companion nor a game saved by it.",
        ),
        (file.read_bytes() + b"start first=ann\n", "is not by the rules:"),
    ):
        bad.write_bytes(content)
        phone.pick("Open a file", bad)
        phone.see("This file can't be used")
        phone.see(re.compile(words), exact=False)
        phone.tap("Close")
        assert len(book.plays()) == 1

    phone.tap("More for Friday cats")
    phone.tap("Delete", "menuitem")
    phone.see("Look through a demo evening")
    phone.pick("Open a file", file)
    phone.follow("""
        tap Bring it back
        see Friday cats was brought back: 4 entries, all checked.
        tap Open it
    """)
    phone.see_at(re.compile(f"{route}$"))
    (again,) = book.plays()
    assert book.ledger(again.id) == ledger


def test_an_evening_is_backed_up_lost_and_restored(phone, seat, evening, tmp_path):
    route = evening(EVENING)
    phone.open("/settings")
    phone.scroll_to(phone.find("button", "Back up everything"))
    phone.see("Never backed up")
    file = phone.save("Back up everything", tmp_path)
    phone.see("Last backup: just now")
    phone.close()

    new = seat()
    new.laid = tmp_path  # it has no book yet
    new.open("/")
    new.pick("Open a file", file)
    new.follow("""
        see 1 game would be added.
        tap Restore
        see 1 game was added.
        tap Close
        see /Friday cats/
        tap Settings
    """)
    new.scroll_to(new.find("button", "Back up everything"))
    before, after = (
        read_backup(one.read_bytes()) for one in (file, new.save("Back up everything", tmp_path))
    )
    assert [f"/play/{play.id}" for play in after.plays] == [route]
    play = after.plays[0].id
    assert before.journal.all_entries(play) == after.journal.all_entries(play)
    new.pick("Restore from a file", file)
    new.see("Everything in this backup is here already.")


def test_the_picture_goes_to_the_share_sheet_or_is_saved(phone, evening, tmp_path):
    phone.open(evening(EVENING))
    send = phone.find("button", "Send the picture")
    phone.scroll_to(send, (phone.size[0] - 150, phone.size[1] - 250)).click()
    words = "Friday cats: Ann wins. Ann 20 points, Ben 47 points, Cy 48 points."
    phone.see(words)
    saved = phone.save("Save", tmp_path)
    assert saved.name == "Friday cats.png"
    fallen_back = phone.save("Send", tmp_path)
    assert fallen_back.read_bytes() == saved.read_bytes(), "without a share sheet the file is saved"
    phone.page.evaluate(SHARE)
    phone.tap("Send")
    phone.page.wait_for_function("() => window.shared.length === 1")
    assert phone.page.evaluate("window.shared") == [
        ["Friday cats.png", "image/png", saved.stat().st_size, words]
    ]

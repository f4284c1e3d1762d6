"""What a person does on any evening, with a mistake in it: a path for each game, in each form of the app."""

from __future__ import annotations

import re
import shutil

import pytest
from playwright.sync_api import expect

from models.backups.backup_reader import read_backup

POUND = "\u00a3"


def held(book, account, unit="$"):
    """What an account of the only play holds."""
    (play,) = book.plays()
    return book.ledger(play.id).balance(account, unit)


def test_ratrace_from_the_home_screen_to_a_windfall(table, book) -> None:
    table.open()
    table.tap(re.compile("^Ratrace"))
    table.name_players("Alice", "Ben")
    table.tap("Start Ratrace with 2")
    table.see("Who rolled lowest?")
    table.tap("Alice")
    table.record("Everyone starts")
    for who, business in (("Alice", "Black's"), ("Ben", "Olive's"), ("Ben", "Rose's"), ("Alice", "Royal")):
        table.see(f"{who} picks a Business")
        table.tap(re.compile(rf"^{business}"))
        table.record(f"{who} picks {business}")

    # a 5 that was a 7
    table.see("Alice rolls")
    table.tap("Roll 5")
    table.record("Alice rolls 5")
    table.tap(re.compile("^Undo: Alice rolls 5"))
    table.see("Alice rolls")
    table.tap("Roll 7")
    table.see(re.compile("Gift from Dad"))
    table.record("Alice rolls 7")

    assert held(book, "alice:cash") == 300
    assert not table.strays


def test_a_screen_with_letters_that_no_font_has_comes_to_rest(phone) -> None:
    phone.open()
    phone.tap(re.compile("^Rat-a-Tat Cat"))
    phone.name_players("李雷", "Zoë 🎲")
    phone.look()
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.look()
    assert [url for url in asked if "/fonts/" in url] == []


def test_rat_race_monopoly_from_the_home_screen_to_a_first_job(table, book) -> None:
    table.open()
    table.tap(re.compile("^Rat Race Monopoly"))
    table.name_players("Ann", "Ben")
    table.tap("Start Rat Race Monopoly with 2")
    table.record("Everyone starts with 1.5M", read=True)
    assert held(book, "ann:cash", "K") == 1_500

    # a college that was no college is taken back, and then it was one after all
    table.choose("College Diploma, 500K", "Ann pays 500K for the Diploma")
    table.tap(re.compile("^Undo: Ann pays 500K for the Diploma"))
    table.see(re.compile("^Ann, whose turn it is. No degree"))
    assert held(book, "ann:cash", "K") == 1_500
    table.tap(re.compile("^Redo: Ann pays 500K for the Diploma"))
    table.see(re.compile("^Ann, whose turn it is. Diploma"))

    table.scroll_to(table.find("button", re.compile("^Employment office"))).click()
    table.tap("Roll 6")
    table.see(re.compile("6 is even: to the bottom job"), exact=False)
    table.record("Ann applies, rolls 6 and becomes Apprentice")
    assert held(book, "ann:cash", "K") == 1_000
    assert not table.strays


def test_totopoly_from_the_home_screen_to_the_first_bets(table, book) -> None:
    def bet(who, horse, *keys):
        table.tap(who)
        table.see("On which horse?")
        table.tap(f"No. {horse}" if table.phone else re.compile(rf"^{horse}, "))
        table.see("How much?")
        for key in keys:
            table.tap(key)

    table.open()
    table.tap(re.compile("^Totopoly"))
    table.name_players("Ann", "Ben")
    table.tap(re.compile("^Options"))
    table.tap(re.compile("^Just the Tote"))
    table.tap("Start Totopoly with 2")
    table.record("The book is open", read=True)
    bet("Ann", 2, f"{POUND}20")
    table.see_recorded(f"Ann lays {POUND}20 on horse 2")

    # a bet of 50 with a zero too many
    bet("Ben", 5, "5", "0", "0")
    table.record(f"Ben lays {POUND}500 on horse 5")
    table.tap(re.compile(f"^Undo: Ben lays {POUND}500"))
    bet("Ben", 5, "5", "0")
    table.record(f"Ben lays {POUND}50 on horse 5")

    assert held(book, "tote:pool", POUND) == 70
    assert not table.strays


def test_rat_a_tat_cat_from_the_home_screen_to_the_second_round(table, book) -> None:
    table.open()
    table.tap(re.compile("^Rat-a-Tat Cat"))
    table.name_players("Ann", "Ben")
    table.tap("Start Rat-a-Tat Cat with 2")
    table.see("Who deals first?")
    table.tap("Ann")
    table.tap("Record")
    table.see(re.compile("Round 1: Ann deals, Ben starts"), exact=False)
    for card in "12340000":
        table.tap(f"Card {card}")
    table.record("Round 1")
    table.tap("Total")
    for score in (9, 5):
        table.tap(f"Total {score}")
    table.record("Round 2")

    # it was not over yet
    table.tap(re.compile("^Undo: Round 2"))
    table.see(re.compile("Totals: Ann 10 2nd, Ben 0 1st"), exact=False)
    assert (held(book, "ann:points", "points"), held(book, "ben:points", "points")) == (10, 0)
    assert not table.strays


def test_doubletrack_from_the_home_screen_to_chips_taken(table, book) -> None:
    def take(who, of):
        table.tap("Take $25")
        table.see("Who landed on the space?")
        table.tap(who)
        table.see("From whom?")
        table.tap(of)
        table.tap("$25")
        table.record(re.escape(f"{who} takes $25 from {of}."))

    table.open()
    table.tap(re.compile("^Doubletrack"))
    table.name_players("Ann", "Ben", "Cy")
    table.tap("Start Doubletrack with 3")
    table.see("Who starts?")
    table.tap("Ann")
    table.record("Everyone has [$]125 in chips")

    # not from Ben, from Cy
    take("Ann", "Ben")
    table.tap(re.compile("^Undo: Ann takes"))
    table.see("What happened?")
    take("Ann", "Cy")

    assert [held(book, f"{who}:chips") for who in ("ann", "ben", "cy")] == [150, 125, 100]
    assert not table.strays


def test_a_past_entry_is_corrected_and_what_could_not_stand_then_is_decided_on(tablet, evening, book) -> None:
    route = evening("""game ratrace
title Friday Ratrace
seats Alice Ben
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=olive
correct_money giver=treasury taker=alice amount=500 reason="her aunt's envelope"
correct_money giver=alice taker=ben amount=650 reason="a debt of old"
""")
    tablet.open(f"{route}/journal")
    tablet.see(re.compile(r"^Entry 4[.]"), exact=False)
    before = held(book, "alice:cash"), held(book, "ben:cash")
    tablet.find("button", re.compile(r"^Entry 4[.]")).click()
    tablet.scroll_to(tablet.find("button", "Correct this entry")).click()
    tablet.see("Correct entry 4")
    tablet.tap("Wrong amount")
    for key in ("5", "0"):
        tablet.tap(key)
    tablet.tap("Preview")
    tablet.see("A later entry no longer fits")
    expect(tablet.find("button", "Correct it")).to_be_disabled()
    tablet.scroll_to(tablet.find("button", "Keep as written")).click()
    tablet.see(re.compile("Alice would be below zero"), exact=False)
    tablet.tap("Correct it")
    tablet.see_at(f"{route}/journal")
    tablet.see(re.compile(r"^Entry 6[.] .*Corrected entry 4"), exact=False)
    expect(tablet.find("button", re.compile(r"^Entry 4[.] .*\$50\b.*Corrected in entry 6"))).to_be_attached()
    assert (held(book, "alice:cash"), held(book, "ben:cash")) == (before[0] - 450, before[1])
    tablet.tap(re.compile(r"^Undo: Corrected"))
    tablet.see("1 entry crossed out")
    assert (held(book, "alice:cash"), held(book, "ben:cash")) == before


@pytest.mark.installed
def test_an_evening_is_backed_up_lost_and_restored(phone, seat, server, evening, tmp_path) -> None:
    route = evening("game ratrace\ntitle Friday night\nseats Alice Bob\nstart first=alice\n")
    phone.open()
    phone.tap("Settings")
    phone.scroll_to(phone.find("button", "Back up everything"))
    phone.see("Never backed up")
    file = phone.save("Back up everything", tmp_path)
    assert re.fullmatch(r"Companion \d{4}-\d\d-\d\d\.db", file.name)
    phone.see("Last backup: today")
    assert [f"/play/{play.id}" for play in read_backup(file.read_bytes()).plays] == [route]

    # the device is gone with all that was on it, and the app is installed anew
    phone.close()
    server.stop()
    shutil.rmtree(server.data)
    server.start()
    new = seat(phone.size).open()
    new.pick("Open a file", file)
    new.see("Restore from this backup?")
    new.see("1 game would be added.")
    new.tap("Restore")
    new.see("1 game was added.")
    new.tap("Close")
    new.tap("Resume Friday night")
    new.see_at(route)
    new.see("Alice picks a Business")

    # everything is there, to the last digest; and the same backup once more does nothing
    new.tap("Back to all games")
    new.tap("Settings")
    new.scroll_to(new.find("button", "Back up everything"))
    before, after = (read_backup(one.read_bytes()) for one in (file, new.save("Back up everything", tmp_path)))
    assert [before.journal.all_entries(play.id) for play in before.plays] == [
        after.journal.all_entries(play.id) for play in after.plays
    ]
    new.pick("Restore from a file", file)
    new.see("Everything in this backup is here already.")


def test_what_a_phone_records_a_tablet_shows_and_takes_back(phone, tablet, evening, book) -> None:
    route = evening("game rat_a_tat_cat\ntitle Friday cats\nseats Ann Ben Cy\nhouse rounds=3\nstart first=ann\n")
    phone.open(route)
    tablet.open(route)
    tablet.see("Score sheet of Ann, Ben, Cy")
    phone.tap("Total")
    for score in (12, 3, 35):
        phone.tap(f"Total {score}")
    phone.record("Round 1")
    tablet.see(re.compile("Totals: Ann 12 2nd, Ben 3 1st, Cy 35 3rd"), exact=False)
    tablet.tap(re.compile("^Undo: Round 1"))
    phone.see(re.compile("Round 1: Ann deals"), exact=False)
    expect(phone.find("button", re.compile("^Redo: Round 1"))).to_be_attached()
    assert held(book, "cy:points", "points") == 0

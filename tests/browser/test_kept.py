"""The books in a browser's own storage: kept by one tab, through kills, full storage and files that are not ours."""

import contextlib
import copy
import os
import random
import re
import signal
import sqlite3

import pytest
from driver import STEADY_FRAMES, Tabletop, process_of
from installed import LAY_MEMORY, MEMORY, Eyes, copied, faults, lay
from playwright.sync_api import expect

from models.migrations import MIGRATIONS
from models.paths import FILE

OPEN = """game ratrace
title Friday Ratrace
seats Alice Ben
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=red
"""
LOOKING = re.compile("Here you can look")

pytestmark = pytest.mark.installed


@pytest.fixture
def route(evening):
    return evening(OPEN)


def roll(device):
    device.tap("Roll 7")
    device.record("")


def another(tab, route):
    """Open a second tab of the same device, whose book is laid already."""
    other = copy.copy(tab)
    other.page = tab.context.new_page()
    other.page.on("pageerror", other._tripped)
    other.listen()
    return Tabletop.open(other, route)


def keeper_and_reader(*tabs):
    """Return the tab that writes, then the one that is read-only; on starting, each may be read-only for a moment."""
    for _ in range(100):
        looking = [bool(tab.text(LOOKING, exact=False).count()) for tab in tabs]
        if sorted(looking) == [False, True]:
            return sorted(tabs, key=lambda tab: looking[tabs.index(tab)])
        tabs[0].frames(STEADY_FRAMES)
    raise AssertionError(f"looking on: {looking}")


# one tab keeps, the others look


def test_of_three_tabs_one_keeps_the_book_until_another_asks_or_it_is_closed_or_loaded_anew(
    phone, route, book
):
    play = route.removeprefix("/play/")
    phone.open(route)
    phone.see(re.compile("^Alice rolls[.]"))
    second, third = (another(phone, route) for _ in range(2))
    for tab in (second, third):
        tab.see(LOOKING, exact=False)
    roll(phone)
    second.see(re.compile("^Ben rolls[.]"))
    third.follow("""
        see /^Ben rolls[.]/
        tap Roll 7
        tap Record
        see /nothing is recorded/
    """)
    assert book.last(play) == 4

    third.tap("Keep the book here")
    third.see_gone(LOOKING, exact=False)
    for tab in (phone, second):
        tab.see(LOOKING, exact=False)
    third.tap("Record")  # what was answered while looking on is still there
    third.see(re.compile("^Recorded: "), exact=False)
    phone.see(re.compile("^Alice rolls[.]"))
    assert book.last(play) == 5

    third.page.close()
    keeper, looker = keeper_and_reader(phone, second)
    keeper.tap(re.compile("^Undo: Ben rolls 7"))
    looker.see(re.compile("^Ben rolls[.]"))
    with (
        phone.page.expect_navigation(wait_until="commit"),
        second.page.expect_navigation(wait_until="commit"),
    ):
        for tab in (phone, second):
            tab.page.evaluate("setTimeout(() => location.reload(), 200)")
    for tab in (phone, second):
        tab._wake()
        tab.see(re.compile("^Ben rolls[.]"))
    keeper, looker = keeper_and_reader(phone, second)
    roll(keeper)
    looker.see(re.compile("^Alice rolls[.]"))
    looker.see(LOOKING, exact=False)


# killed


def test_a_browser_killed_at_any_moment_keeps_what_was_acknowledged(
    tenant, server, route, tmp_path
):
    chance = random.Random(11)  # noqa: S311 - the same moments every time
    lay(tenant, copied(server.data / FILE))
    play = route.removeprefix("/play/")
    acknowledged = 3
    for brought_back in (True, False, True):
        tenant.open(route)
        tenant.see(re.compile("^(Alice rolls[.]|Ben rolls[.]|.*Ben picks a Business)"))
        turn_back = tenant.find("button", re.compile("^Undo: Ben picks Rose's"))
        bring_back = tenant.find("button", re.compile("^Redo: Ben picks Rose's"))
        if bring_back.count():  # killed before the Redo could be acknowledged, or tapped
            bring_back.click()
        tenant.see(re.compile("^(Alice|Ben) rolls[.]"))
        expect(bring_back).to_have_count(0)
        eyes = Eyes(lambda: tenant.page, tmp_path / "seen")
        last = eyes.last(play)
        assert last >= acknowledged
        assert faults(eyes, play) == []
        eyes.close()
        turn_back.click()
        expect(bring_back).to_be_attached()
        acknowledged = last + 1
        if brought_back:
            bring_back.click(no_wait_after=True)
        tenant.page.evaluate(
            "wait => new Promise(done => setTimeout(done, wait))", chance.randrange(60)
        )
        os.kill(process_of(tenant.context.browser), signal.SIGKILL)
        tenant.put_down()


# what can't be opened, and what can't be written


def test_two_quick_taps_make_one_entry_full_storage_is_said_and_a_page_loaded_anew_goes_on(
    phone, route, book
):
    play = route.removeprefix("/play/")
    phone.open(route)
    phone.tap("Roll 7")
    phone.find("button", "Record").dblclick()
    phone.see(re.compile("^Ben rolls[.]"))
    phone.page.evaluate(LAY_MEMORY)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": phone.app.url, "quotaSize": 1})
    phone.follow("""
        tap Roll 7
        tap Record
        see /storage is full/
    """)
    assert book.last(play) == 4
    assert not phone.page.evaluate(MEMORY), "the book needs the room more"
    session.send("Storage.overrideQuotaForOrigin", {"origin": phone.app.url})
    phone.follow("""
        reload
        see /^Ben rolls[.]/
        see /^Rolls 7 to Gift from Dad|^Alice rolls 7 to Gift from Dad/
    """)
    phone.see_gone(LOOKING, exact=False)
    roll(phone)
    assert book.last(play) == 5


def test_a_window_without_storage_is_turned_away_in_a_sentence(phone):
    phone.context.route("**/bookcase.mjs", _without_storage)
    phone.visit()
    expect(phone.refused()).to_contain_text("private windows do that")


def _without_storage(route):
    answer = route.fetch()
    script = 'navigator.storage.getDirectory = () => Promise.reject(new DOMException("no", "SecurityError"));'
    route.fulfill(response=answer, body=f"{script}\n{answer.text()}")


def test_a_book_of_a_newer_version_is_left_alone(phone, server, route):
    with contextlib.closing(sqlite3.connect(server.data / FILE)) as book:
        book.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        book.execute("PRAGMA journal_mode = DELETE")
    lay(phone, (server.data / FILE).read_bytes())
    phone.visit(route)
    dialog = phone.refused()
    expect(dialog).to_contain_text("written by a newer version")
    expect(dialog.get_by_role("button")).to_have_count(1)


def test_a_damaged_book_can_be_saved_as_it_is_and_another_begun(phone):
    damaged = b"These are the words of a book that was spoilt. " * 200
    lay(phone, damaged)
    phone.visit()
    dialog = phone.refused()
    expect(dialog).to_contain_text("This browser's book is not a Companion book")
    with phone.page.expect_download() as saved:
        dialog.get_by_role("button", name="Save the damaged book as a file").click()
    assert saved.value.path().read_bytes() == damaged
    dialog.get_by_role("button", name="Begin with an empty book").click()
    dialog.get_by_role("button", name=re.compile("Tap again")).click()
    expect(phone.page.get_by_role("alertdialog")).to_have_count(0)
    phone._wake()
    phone.see("Start a game")

"""The books in a browser's own storage: kept by one tab, through kills, full storage and files that are not ours."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time

import pytest
from driver import PATIENCE, PHONE, STEADY_FRAMES, Tabletop, chromium
from installed import Device, Eyes, faults
from playwright.sync_api import Error, expect
from serving import free_port

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


@pytest.fixture
def form():
    return "installed"


@pytest.fixture
def route(evening):
    return evening(OPEN)


def roll(device, pips="7"):
    device.tap(f"Roll {pips}")
    device.tap("Record")
    device.see(re.compile("^Recorded: "), exact=False)


class Another(Device):
    """A second tab of the same device."""

    def __init__(self, first):
        self.app, self.size, self.strays, self.errors = first.app, first.size, first.strays, first.errors
        self.context, self.laid = first.context, first.laid
        self.page = self.context.new_page()
        self.page.on("pageerror", self._tripped)
        self.listen()

    def open(self, route="/"):
        return Tabletop.open(self, route)  # the book is laid already


def keeper_and_reader(*tabs):
    """Return the tab that writes, then the one that is read-only; on starting, each may be read-only for a moment."""
    for _ in range(100):
        looking = [bool(tab.text(LOOKING, exact=False).count()) for tab in tabs]
        if sorted(looking) == [False, True]:
            return sorted(tabs, key=lambda tab: looking[tabs.index(tab)])
        tabs[0].frames(STEADY_FRAMES)
    raise AssertionError(f"looking on: {looking}")


# one tab keeps, the others look


def test_a_second_tab_looks_on_and_takes_the_book_over_when_asked_to(phone, route, book):
    phone.open(route)
    phone.see("Alice rolls")
    other = Another(phone).open(route)
    other.see(LOOKING, exact=False)
    other.see("Alice rolls")
    roll(phone)
    other.see("Ben rolls")
    other.tap("Roll 7")
    other.tap("Record")
    other.see(re.compile("nothing is recorded"), exact=False)
    assert book.last(route.removeprefix("/play/")) == 4

    other.tap("Keep the book here")
    other.see_gone(LOOKING, exact=False)
    phone.see(LOOKING, exact=False)
    other.tap("Record")  # what was answered while looking on is still there
    other.see(re.compile("^Recorded: "), exact=False)
    phone.see("Alice rolls")
    assert book.last(route.removeprefix("/play/")) == 5


def test_a_tab_that_looks_on_keeps_the_book_as_soon_as_the_other_is_closed(phone, route):
    phone.open(route)
    phone.see("Alice rolls")
    other = Another(phone).open(route)
    other.see(LOOKING, exact=False)
    phone.page.close()
    other.see_gone(LOOKING, exact=False)
    roll(other)
    other.see("Ben rolls")


def test_of_three_tabs_the_one_that_asks_gets_the_book(phone, route):
    phone.open(route)
    phone.see("Alice rolls")
    second, third = (Another(phone).open(route) for _ in range(2))
    for tab in (second, third):
        tab.see(LOOKING, exact=False)
    third.tap("Keep the book here")
    third.see_gone(LOOKING, exact=False)
    roll(third)
    for tab in (phone, second):
        tab.see(LOOKING, exact=False)
        tab.see("Ben rolls")


def test_of_two_tabs_that_start_together_one_keeps_the_book_and_one_looks_on(phone, route):
    phone.open(route)
    other = Another(phone).open(route)
    with phone.page.expect_navigation(wait_until="commit"), other.page.expect_navigation(wait_until="commit"):
        for tab in (phone, other):
            tab.page.evaluate("setTimeout(() => location.reload(), 200)")
    for tab in (phone, other):
        tab._wake()
        tab.see("Alice rolls")
    keeper, read_only = keeper_and_reader(phone, other)
    roll(keeper)
    read_only.see("Ben rolls")
    read_only.see(LOOKING, exact=False)


def test_a_page_loaded_anew_keeps_the_book(phone, route):
    phone.open(route)
    phone.see("Alice rolls")
    for _ in range(2):  # both land on a windfall
        roll(phone)
        phone.reload()
        phone.see(re.compile(r"^Last: (Alice|Ben) rolls 7 to Gift from Dad"), exact=False)
        phone.see_gone(LOOKING, exact=False)


# killed


class Killed:
    """Chromium in a process of its own, with a profile that outlives it."""

    def __init__(self, browser, profile):
        self.browser, self.profile = browser, profile

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync"]
        arguments += ["--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb"]
        arguments += [f"--remote-debugging-port={port}", f"--user-data-dir={self.profile}"]
        process = subprocess.Popen(
            [chromium(), *arguments, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        try:
            yield self.connect(port), process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            process.wait()

    def connect(self, port):
        until = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                return self.browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
            except Error:
                if time.monotonic() > until:
                    raise


def test_a_browser_killed_at_any_moment_keeps_what_was_acknowledged(browser, server, route, tmp_path):
    chance = random.Random(11)  # noqa: S311 - the same moments every time
    killed = Killed(browser, tmp_path / "profile")
    play = route.removeprefix("/play/")
    acknowledged, laid = 3, False
    for brought_back in (True, False, True, True):
        with killed.running() as (chrome, process):
            device = Device.__new__(Device)
            device.app, device.size, device.strays, device.errors = server, PHONE, [], []
            device.context, device.laid = chrome.contexts[0], server.data if not laid else tmp_path / "nothing"
            device.page = device.context.new_page()
            device.page.set_default_timeout(PATIENCE)
            device.open(route)
            laid = True
            device.see(re.compile("^(Alice rolls|Ben rolls|Ben picks a Business)$"))
            turn_back = device.find("button", "Undo: Ben picks Rose's Clothes & Furs.")
            bring_back = device.find("button", "Redo: Ben picks Rose's Clothes & Furs.")
            if bring_back.count():  # killed before the Redo could be acknowledged, or tapped
                bring_back.click()
            device.see(re.compile("^(Alice|Ben) rolls$"))
            expect(bring_back).to_have_count(0)
            eyes = Eyes(lambda device=device: device.page, tmp_path / "seen")
            last = eyes.last(play)
            assert last >= acknowledged
            assert faults(eyes, play) == []
            eyes.close()
            turn_back.click()
            expect(bring_back).to_be_attached()
            acknowledged = last + 1
            if brought_back:
                bring_back.click(no_wait_after=True)
            device.page.evaluate("wait => new Promise(done => setTimeout(done, wait))", chance.randrange(60))
            process.kill()
    shutil.rmtree(tmp_path / "profile", ignore_errors=True)


# what can't be opened, and what can't be written


def test_full_storage_is_said_in_a_sentence_and_what_was_recorded_stays(phone, route, book):
    phone.open(route)
    phone.see("Alice rolls")
    roll(phone)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": phone.app.url, "quotaSize": 1})
    phone.tap("Roll 7")
    phone.tap("Record")
    phone.see(re.compile("storage is full"), exact=False)
    assert book.last(route.removeprefix("/play/")) == 4
    session.send("Storage.overrideQuotaForOrigin", {"origin": phone.app.url})
    phone.reload()
    phone.see("Ben rolls")
    roll(phone)
    assert book.last(route.removeprefix("/play/")) == 5


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
    phone.lay((server.data / FILE).read_bytes())
    phone.visit(route)
    dialog = phone.refused()
    expect(dialog).to_contain_text("written by a newer version")
    expect(dialog.get_by_role("button")).to_have_count(1)


def test_a_damaged_book_can_be_saved_as_it_is_and_another_begun(phone, tmp_path):
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"These are the words of a book that was spoilt. " * 200)
    phone.lay(damaged.read_bytes())
    phone.visit()
    dialog = phone.refused()
    expect(dialog).to_contain_text("This browser's book is not a Companion book")
    with phone.page.expect_download() as saved:
        dialog.get_by_role("button", name="Save the damaged book as a file").click()
    assert saved.value.path().read_bytes() == damaged.read_bytes()
    dialog.get_by_role("button", name="Begin with an empty book").click()
    dialog.get_by_role("button", name=re.compile("Tap again")).click()
    expect(phone.page.get_by_role("alertdialog")).to_have_count(0)
    phone._wake()
    phone.see("Start a game")

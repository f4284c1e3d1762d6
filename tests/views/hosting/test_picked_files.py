"""What is reported of a picked file is the client's word: its bytes are taken, as they come, and no path is read."""

from __future__ import annotations

import asyncio
import os
import sys

import flet as ft
import hats_game
import pytest
import small_game
from hats_game import face, opened, press
from headless import play

from companion.formats import play_file
from companion.games import find_game
from models.ledger import Refusal
from models.rooms import IN, THIS_DEVICE
from views.hosting.native import BookOpener
from views.settings import file_transfer
from views.state import uploads
from views.state.shared_table import WHOSE
from views.state.uploads import ADDRESS, Uploads

SECRET = b"game hats\ntitle Sent hats\nseats Ada Ben\nroll who=ada roll=7\n"
MOST = 1_000_000


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    hats_game.play_hats(monkeypatch)
    for name in ("companion.games", "companion.formats.session"):
        monkeypatch.setattr(f"{name}.find_game", lambda key: hats_game.GAME if key == "hats" else find_game(key))
    open_plays = small_game.new_open_plays(tmp_path / "book")
    yield open_plays
    open_plays.journal.database.close()


class Browser:
    """A browser on a served app, which is asked to send what was picked in it, and does so piece by piece."""

    def __init__(self, open_plays):
        self.uploads = open_plays.shared.reach.uploads = Uploads()
        self.pieces, self.asked, self.sending = [SECRET], [], None

    async def upload(self, files):
        self.asked += files
        if self.pieces:
            ticket = files[0].upload_url.removeprefix(ADDRESS)
            self.sending = asyncio.create_task(self.uploads.take(THIS_DEVICE.id, ticket, self.send))

    async def send(self):
        piece = self.pieces.pop(0)
        if piece is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": bool(self.pieces)}


@pytest.fixture
def browser(open_plays, monkeypatch):
    made = Browser(open_plays)

    async def upload(_picker, files):
        await made.upload(files)

    monkeypatch.setattr(ft.FilePicker, "upload", upload)
    return made


@pytest.fixture
def secret(tmp_path):
    """A play of another household, on the disk of the machine that serves."""
    path = tmp_path / "elsewhere.session"
    path.write_bytes(SECRET)
    return path


async def report_file(screen, seen="This file can't be used", **file):
    """Report a file that was picked, as any client may without anybody having picked one."""
    picker = face(screen, "Open a file").action.file_picker
    given = {"id": 1, "name": "x.db", "size": 10, "path": None, "bytes": None}
    await screen.fire(picker, "result", {"files": [{**given, **file}]})
    await screen.see(seen)


@pytest.mark.parametrize("web", [True, False])
async def test_a_file_of_the_server_is_not_read_whatever_the_client_says_of_itself(open_plays, secret, web):
    async with opened(open_plays) as screen:
        screen.session.apply_page_patch({"web": web})
        await report_file(screen, path=str(secret))
        assert screen.says("This file can't be read on this device.")
    assert open_plays.journal.plays() == []


async def test_a_file_that_is_there_and_one_that_is_not_are_answered_alike(open_plays, secret):
    said = []
    for path in (secret, secret.with_name("no such file"), "/dev/zero", ""):
        async with opened(open_plays) as screen:
            await report_file(screen, path=str(path))
            said.append(screen.words())
    assert said[0] == said[1] == said[2] == said[3]


@pytest.mark.parametrize("given", [10**12, "text", [1, 2], True, {"a": 1}], ids=str)
def test_bytes_that_are_none_are_not_made_into_some(open_plays, given):
    async def scene():
        async with opened(open_plays) as screen:
            await report_file(screen, bytes=given)
            assert screen.says("This file can't be read on this device.")

    play(scene)


@pytest.mark.parametrize("size", [0, -1, "small", None])
async def test_bytes_are_counted_whatever_is_said_of_their_size(open_plays, monkeypatch, size):
    monkeypatch.setattr(file_transfer, "MOST_UPLOAD_BYTES", MOST)
    async with opened(open_plays) as screen:
        await report_file(screen, bytes=bytes(MOST + 1), size=size)
        assert screen.says("This file has 1.0 MB. Here a file may have 1 MB at most.")


async def test_a_served_app_asks_for_a_file_by_a_request_of_its_own(open_plays, browser):
    async with opened(open_plays) as screen:
        assert not face(screen, "Open a file").action.args["with_data"]
        browser.pieces = [SECRET[:20], b"", SECRET[20:]]
        await report_file(screen, "Sent hats was added: 1 entry, all checked.", bytes=b"others")
        (asked,) = browser.asked
        assert (asked.method, asked.id) == ("PUT", 1)
        assert await browser.sending


async def test_a_served_app_reads_no_path(open_plays, browser, secret):
    browser.pieces = [b"others"]
    async with opened(open_plays) as screen:
        await report_file(screen, path=str(secret))
        assert screen.says("neither a backup made by Companion nor a game saved by it")


async def test_what_is_sent_is_counted_while_it_comes(open_plays, browser, monkeypatch):
    for module in (file_transfer, uploads):
        monkeypatch.setattr(module, "MOST_UPLOAD_BYTES", MOST)
    browser.pieces = [bytes(MOST)] * 4
    async with opened(open_plays) as screen:
        await report_file(screen)
        assert screen.says("This file has 2.0 MB. Here a file may have 1 MB at most.")
        assert not await browser.sending
    assert len(browser.pieces) == 2, "no more was read"


async def test_what_is_too_large_by_its_own_word_is_not_sent_at_all(open_plays, browser):
    async with opened(open_plays) as screen:
        await report_file(screen, size=10**9)
        assert screen.says("Here a file may have 64 MB at most.")
    assert browser.asked == []


@pytest.mark.parametrize("pieces", [[], [SECRET[:20], None]], ids=["nothing comes", "it hangs up"])
async def test_a_file_that_does_not_arrive_is_waited_for_a_while_only(open_plays, browser, monkeypatch, pieces):
    monkeypatch.setattr(uploads, "SECONDS", 0.1)
    browser.pieces = pieces
    async with opened(open_plays) as screen:
        await report_file(screen)
        assert screen.says("The file did not arrive. Choose it again.")
        await press(screen, "Close")
        browser.pieces = [SECRET]
        await report_file(screen, "Sent hats was added")


async def test_a_browser_that_cant_send_a_file_is_waited_for_no_longer(open_plays, browser):
    browser.pieces = []
    async with opened(open_plays) as screen:
        picker = face(screen, "Open a file").action.file_picker
        told = {"file_name": "x.db", "progress": None, "error": "Failed to fetch"}
        file = {"id": 1, "name": "x.db", "size": 10, "path": None, "bytes": None}
        screen.page.run_task(screen.session.dispatch_event, picker._i, "result", {"files": [file]})
        await screen.see("Reading the file")
        await screen.fire(picker, "upload", {**told, "progress": 0.1, "error": None})
        assert screen.says("Reading the file")
        await screen.fire(picker, "upload", told)
        await screen.see("The file did not arrive. Choose it again.")


@pytest.mark.parametrize("sends", [True, False])
def test_a_device_that_never_answers_holds_nothing(open_plays, browser, sends):
    asked = browser.upload

    async def never(files):
        await asked(files)
        await asyncio.Event().wait()

    async def scene():
        async with opened(open_plays) as screen:
            picker = face(screen, "Open a file").action.file_picker
            file = {"id": 1, "name": "x.db", "size": 10, "path": None, "bytes": None}
            screen.page.run_task(screen.session.dispatch_event, picker._i, "result", {"files": [file]})
            if sends:
                await screen.see("Sent hats was added")
                return
            await screen.see("Reading the file")
            await press(screen, "Cancel")
            await screen.see("The file did not arrive. Choose it again.")
            await press(screen, "Close")
            browser.pieces, browser.upload = [SECRET], asked
            await report_file(screen, "Sent hats was added")

    browser.upload = never
    if not sends:
        browser.pieces = []
    play(scene)


async def test_while_one_file_is_read_no_other_is(open_plays, monkeypatch):
    read = []
    monkeypatch.setattr(play_file, "read", read.append)
    async with opened(open_plays) as screen:
        picker = face(screen, "Open a file").action.file_picker
        file = {"id": 1, "name": "x", "size": 10, "path": None, "bytes": SECRET}
        for _ in range(5):
            screen.page.run_task(screen.session.dispatch_event, picker._i, "result", {"files": [file]})
        await screen.see("This file can't be used")
    assert read == [SECRET]


async def test_in_a_window_of_this_device_a_file_is_read_in_its_place(open_plays, secret):
    open_plays.storage.reads_paths = True
    async with opened(open_plays) as screen:
        action = face(screen, "Open a file").action
        assert not action.args["with_data"]
        file = {"id": 1, "name": "x.db", "size": len(SECRET), "path": str(secret), "bytes": None}
        await screen.fire(action.file_picker, "result", {"files": [file]})
        await screen.see("Sent hats was added: 1 entry, all checked.")
        await press(screen, "Close")


async def test_beside_a_window_no_path_that_a_browser_reports_is_read(open_plays, secret):
    open_plays.storage.reads_paths = True
    member = open_plays.shared.rooms.add_member("token", state=IN, host=True, bank=True)
    WHOSE.set(member.id)
    async with opened(open_plays) as screen:
        await report_file(screen, path=str(secret))
        assert screen.says("This file can't be read on this device.")


def test_how_it_was_started_says_whether_paths_are_read(tmp_path):
    for name, reads in (("served", False), ("window", True)):
        opener = BookOpener(tmp_path / name, reads_paths=reads)
        try:
            assert opener.open().storage.reads_paths is reads
        finally:
            opener.close()
    assert not BookOpener(tmp_path).reads_paths, "unless it is said, no path is read"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps its pipes in no folder")
def test_a_pipe_which_may_never_end_is_no_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, tmp_path / "none"):
        with pytest.raises(OSError, match="can't be read"):
            file_transfer.read_here(path)


def test_a_file_that_grows_while_it_is_read_is_read_no_further_than_allowed(tmp_path, monkeypatch):
    path = tmp_path / "large"
    path.write_bytes(bytes(MOST + 1))
    monkeypatch.setattr(file_transfer, "MOST_BYTES", MOST)
    with pytest.raises(Refusal, match="Here a file may have 1 MB at most"):
        file_transfer.read_here(path)
    monkeypatch.setattr(file_transfer.os, "fstat", lambda _file: os.stat_result([0] * 10))
    with pytest.raises(Refusal, match="Here a file may have 1 MB at most"):
        file_transfer.read_here(path)

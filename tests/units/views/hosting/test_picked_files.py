"""What is reported of a picked file is the client's word: its bytes are taken, as they come, and no path is read."""

import asyncio
import os
import sys

import flet as ft
import pytest
from starlette.requests import ClientDisconnect

from companion.formats import play_file
from companion.games import find_game
from models.ledger import Refusal
from models.rooms import IN, THIS_DEVICE
from tests.units.views import hats_game, small_game
from tests.units.views.hats_game import face, opened, press
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
        monkeypatch.setattr(
            f"{name}.find_game", lambda key: hats_game.GAME if key == "hats" else find_game(key)
        )
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
            taking = self.uploads.take(THIS_DEVICE.id, ticket, self.send())
            self.sending = asyncio.create_task(taking)

    async def send(self):
        while self.pieces:
            piece = self.pieces.pop(0)
            if piece is None:
                raise ClientDisconnect
            yield piece


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


CANT_BE_READ = "This file can't be read on this device."
ADDED = "Sent hats was added: 1 entry, all checked."
FILE = {"id": 1, "name": "x.db", "size": 10, "path": None, "bytes": None}


def picker(screen):
    return face(screen, "Open a file").action.file_picker


async def report_file(screen, seen="This file can't be used", **file):
    """Report a file that was picked, as any client may without anybody having picked one."""
    await screen.fire(picker(screen), "result", {"files": [{**FILE, **file}]})
    await screen.see(seen)


def begin_to_report(screen, **file):
    """Report a file, and do not wait for what comes of it."""
    files = {"files": [{**FILE, **file}]}
    screen.page.run_task(screen.session.dispatch_event, picker(screen)._i, "result", files)


@pytest.mark.parametrize("beside", ["", "a server", "a window"])
async def test_no_file_of_the_server_is_read_and_whether_it_is_there_is_not_told(
    open_plays, secret, beside
):
    """Whatever the client says of itself, and also where a window of the same app reads paths."""
    if beside == "a window":
        open_plays.storage.reads_paths = True
        WHOSE.set(open_plays.shared.rooms.add_member("token", state=IN, host=True, bank=True).id)
    said = []
    for path in (secret, secret.with_name("no such file"), "/dev/zero", ""):
        async with opened(open_plays) as screen:
            screen.session.apply_page_patch({"web": beside != ""})
            await report_file(screen, path=str(path))
            said.append(screen.words())
    assert CANT_BE_READ in said[0]
    assert said == said[:1] * 4
    assert open_plays.journal.plays() == []


@pytest.mark.parametrize("given", [10**12, "text", [1, 2]], ids=str)
async def test_bytes_that_are_none_are_not_made_into_some(open_plays, given):
    async with opened(open_plays) as screen:
        await report_file(screen, bytes=given)
        assert screen.says(CANT_BE_READ)


@pytest.mark.parametrize("size", [0, "small"])
async def test_bytes_are_counted_whatever_is_said_of_their_size(open_plays, monkeypatch, size):
    monkeypatch.setattr(file_transfer, "MOST_UPLOAD_BYTES", MOST)
    async with opened(open_plays) as screen:
        await report_file(screen, bytes=bytes(MOST + 1), size=size)
        assert screen.says("This file has 1.0 MB. Here a file may have 1 MB at most.")


async def test_a_served_app_asks_for_a_file_by_a_request_of_its_own(open_plays, browser):
    async with opened(open_plays) as screen:
        assert not face(screen, "Open a file").action.args["with_data"]
        await report_file(screen, size=10**9)
        assert browser.asked == [], "it is too large by its own word"
        await press(screen, "Close")
        browser.pieces = [SECRET[:20], b"", SECRET[20:]]
        await report_file(screen, ADDED, bytes=b"others")
        (asked,) = browser.asked
        assert (asked.method, asked.id) == ("PUT", 1)
        assert await browser.sending


async def test_a_served_app_reads_no_path(open_plays, browser, secret):
    browser.pieces = [b"others"]
    async with opened(open_plays) as screen:
        await report_file(screen, path=str(secret))
        assert screen.says("neither a backup made by Companion nor a game saved by it")


@pytest.mark.parametrize(
    "way", ["nothing comes", "it hangs up", "it can't send", "it is cancelled"]
)
async def test_a_file_that_does_not_arrive_is_waited_for_no_longer(
    open_plays, browser, monkeypatch, way
):
    monkeypatch.setattr(uploads, "SECONDS", 0.1 if way == "nothing comes" else 60)
    browser.pieces = [SECRET[:20], None] if way == "it hangs up" else []
    async with opened(open_plays) as screen:
        begin_to_report(screen)
        if way == "it is cancelled":
            await screen.see("Reading the file")
            await press(screen, "Cancel")
        for progress, error in (
            ((0.1, None), (None, "Failed to fetch")) if way == "it can't send" else ()
        ):
            await screen.see("Reading the file")
            await screen.fire(
                picker(screen),
                "upload",
                {"file_name": "x.db", "progress": progress, "error": error},
            )
        await screen.see("The file did not arrive. Choose it again.")
        await press(screen, "Close")
        browser.pieces = [SECRET]
        await report_file(screen, ADDED)


async def test_while_one_file_is_read_no_other_is(open_plays, monkeypatch):
    read = []
    monkeypatch.setattr(play_file, "read", read.append)
    async with opened(open_plays) as screen:
        for _ in range(5):
            begin_to_report(screen, bytes=SECRET)
        await screen.see("This file can't be used")
    assert read == [SECRET]


async def test_in_a_window_of_this_device_a_file_is_read_in_its_place(open_plays, secret):
    open_plays.storage.reads_paths = True
    async with opened(open_plays) as screen:
        assert not face(screen, "Open a file").action.args["with_data"]
        await report_file(screen, ADDED, path=str(secret), size=len(SECRET))


@pytest.mark.parametrize("reads", [False, True])
def test_how_it_was_started_says_whether_paths_are_read(tmp_path, reads):
    opener = BookOpener(tmp_path, reads_paths=reads)
    assert opener.open().storage.reads_paths is reads
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
    for _ in range(2):
        with pytest.raises(Refusal, match="Here a file may have 1 MB at most"):
            file_transfer.read_here(path)
        monkeypatch.setattr(file_transfer.os, "fstat", lambda _file: os.stat_result([0] * 10))

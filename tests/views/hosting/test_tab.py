"""A tab of the installed app hands the book over, whatever fails meanwhile; the page around it is made up here."""

from __future__ import annotations

import asyncio
import importlib
import sys
import types
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from headless import play

from companion.core.recording.referee import Referee
from companion.formats.session import begin, run, steps
from companion.games import game_of
from models.book import Book
from models.errors import ReadOnlyError
from models.journal import Journal
from tests.sockets import event, hello, packed, said
from views import app
from views.state.client import Client
from views.state.open_plays import OpenPlays

EVENING = Path(__file__).parents[2] / "sessions" / "ratrace-first-steps.session"


class JsException(Exception):  # noqa: N818 - Pyodide's own name
    pass


class Around:
    """The page around the app: what it is sent, and what it fails at."""

    def __init__(self):
        self.said, self.failed, self.waited, self.ears = [], [], 0, {}
        self.stuck = False

    def release(self):
        if self.stuck:
            raise JsException("InvalidStateError: the file was closed")

    async def vacancy(self):
        self.waited += 1
        return False

    def module(self):
        made = types.ModuleType("companion_page")
        made.say = lambda *words: self.said.append(words)
        made.fail = lambda *words: self.failed.append(words)
        made.hear = self.ears.__setitem__
        made.release = self.release
        made.vacancy = self.vacancy
        return made


@pytest.fixture
def around():
    return Around()


@pytest.fixture
def browser(monkeypatch, around, tmp_path):
    ffi = types.ModuleType("pyodide.ffi")
    ffi.JsException, ffi.create_proxy, ffi.to_js = JsException, lambda act: act, lambda value, **_: value
    for name, made in {
        "pyodide": types.ModuleType("pyodide"),
        "pyodide.ffi": ffi,
        "companion_page": around.module(),
        "flet_js": types.ModuleType("flet_js"),
        "js": types.SimpleNamespace(Object=types.SimpleNamespace(fromEntries=dict)),
    }.items():
        monkeypatch.setitem(sys.modules, name, made)
    monkeypatch.delitem(sys.modules, "views.hosting.browser", raising=False)
    module = importlib.import_module("views.hosting.browser")
    monkeypatch.setattr(module, "LOOKED_AT", tmp_path / "looking")
    yield module
    sys.modules.pop("views.hosting.browser", None)


@pytest.fixture
def kept(tmp_path):
    database = Book.open(tmp_path / "books")
    database.driver.execute("PRAGMA journal_mode = DELETE")  # as in a browser
    yield database
    database.close()


def laid(database, count=4):
    found = steps(EVENING.read_text(encoding="utf-8"))
    play, rest = begin(Journal(database), found)
    referee = Referee(Journal(database), play.id, game_of)
    for step in rest[:count]:
        run(referee, step)
    return play.id, rest[count:]


def hand_over(tab):
    async def now():
        await tab._hand_over()
        await asyncio.gather(*tab._tasks, return_exceptions=True)

    play(now)


def test_a_tab_that_handed_the_book_over_looks_on_and_waits_for_it(browser, around, kept):
    play, _ = laid(kept)
    tab = browser.Tab(kept, kept=True, lasting=True)

    hand_over(tab)

    assert tab.storage.read_only == browser.ELSEWHERE
    assert tab.open_plays.journal.last(play) == 4
    assert around.waited == 1


def test_a_tab_whose_files_will_not_close_records_nothing_more(browser, around, kept):
    play, rest = laid(kept)
    tab = browser.Tab(kept, kept=True, lasting=True)
    around.stuck = True

    with pytest.raises(JsException):
        hand_over(tab)

    assert tab.storage.read_only == browser.ELSEWHERE
    with pytest.raises(ReadOnlyError, match="another tab"):
        run(Referee(tab.open_plays.journal, play, game_of), rest[0])


class FromPage:
    """A packet as the page hands it over."""

    def __init__(self, data):
        self.data = data

    def to_py(self):
        return memoryview(self.data)


async def test_a_tab_goes_on_after_any_message_of_its_page(browser, kept, caplog):
    tab, sent = browser.Tab(kept, kept=True, lasting=True), []
    await tab.connect(sent.append)
    browser.flet_js.send(FromPage(hello()))
    page = said({"bytes": sent[0]})[1]["page_patch"]
    for nonsense in (b"", b"\x00\xc1", event(page["_i"], "view_pop", 7), packed(99, a=1)):
        browser.flet_js.send(FromPage(nonsense))
    browser.flet_js.send(FromPage(packed(4, id=page["_i"], props={"width": 500.0})))
    (kept_session,) = tab.sessions._kept.values()
    assert kept_session.session.page.width == 500
    kept_session.session.close()
    assert "not understood" in caplog.text


@asynccontextmanager
async def entry(browser, kept):
    """A tab that records an entry, and what another screen of the same play hears of it."""
    (play, _), told = laid(kept), asyncio.Event()
    tab = browser.Tab(kept, kept=True, lasting=True)
    tab.listen()
    await tab.connect(lambda _packet: None)
    browser.flet_js.send(FromPage(hello(route=f"/play/{play}")))
    await rest()
    tab.sessions.hub.subscribe_topic("another", app.TOPIC + play, lambda *_: told.set())
    tab._screen[1].announce(play)
    await rest()
    yield told
    for session in list(tab.sessions._kept):
        tab.sessions.end(session)


async def rest():
    for _ in range(30):
        await asyncio.sleep(0)


async def test_other_screens_hear_of_an_entry_once_whoever_tapped_can_see_it(browser, kept, around):
    async with entry(browser, kept) as told:
        assert not told.is_set()
        around.ears["painted"](None)
        await rest()
        assert told.is_set()


async def test_other_screens_hear_of_an_entry_also_where_nothing_is_painted(browser, kept):
    async with entry(browser, kept) as told, asyncio.timeout(5):
        await told.wait()


def test_whoever_listens_for_entries_hears_of_a_play_opened_before(kept):
    play, _ = laid(kept)
    heard = []
    client = Client(OpenPlays(Journal(kept)))
    app._accent(client, f"/play/{play}")

    client.announce = heard.append
    client.state(play).announce(play)

    assert heard == [play]

"""A tab of the installed app hands the book over, whatever fails meanwhile; the page around it is made up here."""

import asyncio
import importlib
import sys
from contextlib import nullcontext
from unittest.mock import AsyncMock, Mock

import pytest

from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import game_of
from models.backups.phone_copies import part_since
from models.backups.untrusted_file import UntrustedFile
from models.book import Book
from models.errors import ReadOnlyError
from models.journal import Journal
from tests.sockets import event, hello, packed, said
from tests.units.views.headless import play
from views import app
from views.state.client import Client
from views.state.open_plays import OpenPlays

GAME = "game any_money\nseats Ann Ben\nbegin\n"


class JsException(Exception):  # noqa: N818 - Pyodide's own name
    pass


@pytest.fixture
def page():
    """The page around the app."""
    return Mock(vacancy=AsyncMock(return_value=False))


@pytest.fixture
def browser(monkeypatch, page, tmp_path):
    ffi = Mock(
        JsException=JsException, create_proxy=lambda act: act, to_js=lambda value, **_: value
    )
    for name, made in {
        "pyodide": Mock(ffi=ffi),
        "pyodide.ffi": ffi,
        "companion_page": page,
        "flet_js": Mock(),
        "js": Mock(Object=Mock(fromEntries=dict)),
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


def laid(database):
    """Lay a play into the book, and return its id."""
    return replay(Journal(database), steps(GAME)).play.id


@pytest.mark.parametrize(
    "fault", [None, JsException("InvalidStateError: the file was closed")], ids=["", "a fault"]
)
def test_a_tab_that_hands_the_book_over_looks_on_and_records_nothing_more(
    browser, page, kept, fault
):
    play_id = laid(kept)
    tab = browser.Tab(kept, kept=True, lasting=True)
    page.release.side_effect = fault

    async def hand_over():
        await tab._hand_over()
        await asyncio.gather(*tab._tasks, return_exceptions=True)

    with pytest.raises(JsException) if fault else nullcontext():
        play(hand_over)
    assert tab.storage.read_only == browser.ELSEWHERE
    assert page.vacancy.await_count == (not fault), "it waits for the book"
    with pytest.raises(ReadOnlyError, match="another tab"):
        Referee(tab.open_plays.journal, play_id, game_of).write(
            "bank_pays", {"payee": "ann", "amount": 5}
        )


def hear(browser, data):
    """Have the page hand a packet over."""
    browser.flet_js.send(Mock(to_py=lambda: memoryview(data)))


async def test_a_tab_goes_on_after_any_message_of_its_page(browser, kept, caplog):
    tab, sent = browser.Tab(kept, kept=True, lasting=True), []
    await tab.connect(sent.append)
    hear(browser, hello())
    page = said({"bytes": sent[0]})[1]["page_patch"]
    for nonsense in (b"", b"\x00\xc1", event(page["_i"], "view_pop", 7), packed(99, a=1)):
        hear(browser, nonsense)
    hear(browser, packed(4, id=page["_i"], props={"width": 500.0}))
    (kept_session,) = tab.sessions._kept.values()
    assert kept_session.session.page.width == 500
    kept_session.session.close()
    assert "not understood" in caplog.text


async def rest():
    for _ in range(30):
        await asyncio.sleep(0)


async def test_other_screens_hear_of_an_entry_after_whoever_tapped(browser, kept):
    play, told = laid(kept), asyncio.Event()
    tab = browser.Tab(kept, kept=True, lasting=True)
    await tab.connect(lambda _packet: None)
    hear(browser, hello(route=f"/play/{play}"))
    await rest()
    tab.sessions.hub.subscribe_topic("another", app.TOPIC + play, lambda *_: told.set())
    tab._screen[1].redraw_all()
    tab._screen[1].announce(play)
    assert not told.is_set()
    await rest()
    assert told.is_set()
    for session in list(tab.sessions._kept):
        tab.sessions.end(session)


def test_whoever_listens_for_entries_hears_of_a_play_opened_before(kept):
    play, heard = laid(kept), []
    client = Client(OpenPlays(Journal(kept)))
    client.state(play)
    client.announce = heard.append
    client.state(play).announce(play)
    assert heard == [play]


def copied(play_id="f" * 32):
    """A game as a phone has kept it."""
    other = Journal(UntrustedFile())
    return part_since(other, replay(other, steps(GAME), play_id=play_id).play.id)


@pytest.mark.parametrize("turned", [False, True])
async def test_a_game_goes_on_from_a_copy_or_the_page_says_why_it_does_not(
    browser, page, kept, turned
):
    page.wentOn = page.notGoing = AsyncMock()
    tab, part = browser.Tab(kept, kept=True, lasting=True), copied()
    data = part.data[:-1] + bytes([part.data[-1] ^ turned])
    left = {"play": part.play, "parts": [data], "where": "on Ben's phone", "by": "PRINT"}
    assert await browser._go_on(tab.open_plays, left) is not turned
    assert [play.id for play in tab.open_plays.journal.plays()] == [part.play][turned:]
    assert page.fail.called is turned

"""How many screens there is room for: others are refused in a sentence, and what nobody uses any more makes room."""

from __future__ import annotations

import gc
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from weakref import WeakSet

import pytest

from tests.sockets import Socket, event, nothing_left
from views.hosting import connection, serve, visit
from views.hosting.connection import IDLE_SECONDS, SESSION_SECONDS, Sessions
from views.hosting.guard import Guard
from views.hosting.visit import FULL, Capacity


class Screen:
    """A session of Flet's, as `Sessions` knows it."""

    def __init__(self, key):
        self.id, self.seconds, self.closed = key, None, False

    async def disconnect(self, seconds):
        self.seconds = seconds

    def close(self):
        self.closed = True


class Seen:
    """A visit: whose it is."""

    def __init__(self, member=""):
        self.member = member


@pytest.fixture
def sessions(monkeypatch):
    monkeypatch.setattr(connection, "SCREENS", 3)
    return Sessions(lambda _page: None)


def opened(sessions, *keys):
    screens = {key: Screen(key) for key in keys}
    for screen in screens.values():
        sessions.add(screen, "Ben")
    return screens


async def test_a_screen_on_which_nobody_did_anything_is_kept_for_a_short_while(sessions):
    screens = opened(sessions, "idle", "used")
    sessions.mark_used("used")
    for _ in range(2):
        for key, screen in screens.items():
            await sessions.hang_up(screen)
            assert screen.seconds == (SESSION_SECONDS if key == "used" else IDLE_SECONDS)
            assert sessions.resume(key, "Ben") is screen, "what was done before it came back counts"


async def test_a_session_is_resumed_by_its_own_member_alone_and_only_once_it_has_hung_up(sessions):
    (screen,) = opened(sessions, "one").values()
    assert sessions.resume("one", "Ben") is None
    await sessions.hang_up(screen)
    assert sessions.resume("one", "Cy") is None
    assert sessions.resume("one", "Ben") is screen
    assert sessions.resume("one", "Ben") is None


async def test_a_session_that_nobody_came_back_to_ends(sessions, monkeypatch):
    monkeypatch.setattr(connection, "IDLE_SECONDS", 0)

    (screen,) = opened(sessions, "one").values()
    await sessions.hang_up(screen)
    await nothing_left()
    assert screen.closed
    assert sessions.resume("one", "Ben") is None


async def test_where_there_are_too_many_the_one_that_left_first_makes_room(sessions):
    screens = opened(sessions, "a", "b", "c")
    for key in ("b", "a"):
        await sessions.hang_up(screens[key])
    opened(sessions, "d")
    assert [key for key, screen in screens.items() if screen.closed] == ["b"]
    opened(sessions, "e")
    assert [key for key, screen in screens.items() if screen.closed] == ["a", "b"]
    opened(sessions, "f")
    assert not screens["c"].closed, "a screen that is open is never ended"


@pytest.mark.parametrize(
    ("open_now", "full"),
    [
        ({}, False),
        ({"me": 15, "you": 16, "they": 16}, False),
        ({"me": 16}, True),
        ({"you": 16, "they": 16, "she": 16, "he": 16}, True),
    ],
)
def test_screens_are_counted_by_member_and_none_of_them_has_all(open_now, full):
    capacity = Capacity([Seen(member) for member, count in open_now.items() for _ in range(count)])
    assert capacity.is_full("me") == full
    assert capacity.is_full("") == (sum(open_now.values()) == 64)


async def page_of(app, path):
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 5)}
    await app(scope, None, send)
    return sent


async def inner(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200})


@pytest.mark.parametrize("path", ["/", "/play/1", "/settings", "/main.dart.js"])
async def test_where_too_many_screens_are_open_a_page_says_so_and_files_are_served(path, monkeypatch):
    monkeypatch.setattr(visit, "SCREENS", 0)
    start, *body = await page_of(Guard(inner, "127.0.0.1"), path)
    refused = [FULL] if path != "/main.dart.js" else []
    assert start["status"] == (503 if refused else 200)
    assert [part["body"].decode() for part in body] == refused


async def test_a_socket_beyond_those_there_is_room_for_is_refused_in_words_and_one_that_ends_makes_room(monkeypatch):
    monkeypatch.setattr(visit, "SCREENS", 1)
    app = serve.web_app(lambda _page: None, "127.0.0.1")

    first = Socket(app)
    await first.until(lambda message: message["type"] == "websocket.accept")
    assert (await Socket(app).ended())["reason"] == FULL
    first.hang_up()
    await first.ended()
    third = Socket(app)
    await third.until(lambda message: message["type"] == "websocket.accept")
    third.hang_up()
    await third.ended()


def kept(pages):
    """The screens whose sessions are kept."""
    gc.collect()
    found = []
    for number, page in enumerate(pages):
        with suppress(RuntimeError):
            found.append((number, page.session.expires_at))
    return found


async def test_sockets_that_come_and_go_leave_as_many_sessions_as_there_is_room_for(monkeypatch):
    monkeypatch.setattr(connection, "SCREENS", 4)
    pages = []
    app = serve.web_app(pages.append, "127.0.0.1")

    watching = Socket(app)
    await watching.known()
    for used in (True,) * 8 + (False,):
        socket = Socket(app)
        page = await socket.known()
        socket.say(event(page["_i"], "click" if used else "media_change"))
        socket.hang_up()
        await socket.ended()
    await nothing_left()
    (first, open_still), *others = kept(pages)
    assert (first, open_still) == (0, None), "the screen that watches, and taps nothing"
    assert [number for number, _ in others] == [7, 8, 9]
    soon = datetime.now(UTC) + timedelta(seconds=2 * IDLE_SECONDS)
    assert [ends > soon for _, ends in others] == [True, True, False]
    watching.hang_up()
    await watching.ended()


def test_the_memory_of_sessions_that_ended_is_freed_without_pythons_own_collections(sessions, monkeypatch):
    monkeypatch.setattr(connection, "ENDED_SESSIONS", 4)
    alive = WeakSet()
    gc.disable()
    try:
        for number in range(10):
            screen = Screen(str(number))
            screen.shows = screen  # as the controls of a page refer to each other
            alive.add(screen)
            sessions.add(screen, "Ben")
            sessions.end(screen.id)

        assert len(alive) <= connection.ENDED_SESSIONS
    finally:
        gc.enable()

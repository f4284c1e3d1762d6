"""How many screens there is room for: others are refused in a sentence, and what nobody uses any more makes room."""

from __future__ import annotations

import gc
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from flet.messaging.protocol import Message, MessageAction
from flet_web.fastapi.flet_app_manager import FletAppManager

from tests.sockets import Socket, event, nothing_left, run
from views.hosting import serve, visit
from views.hosting.guard import Guard
from views.hosting.visit import FULL, IDLE_SECONDS, SESSION_SECONDS, VISIT, Capacity, Sessions


class Screen:
    """A session of Flet's, as its keeper knows it."""

    def __init__(self):
        self.connection, self.seconds, self.closed = "open", None, False

    async def disconnect(self, seconds):
        self.connection, self.seconds = None, seconds

    def close(self):
        self.closed = True


class Seen:
    """A visit: where from, whether it has said hello, and whether anybody did anything."""

    def __init__(self, address="192.0.2.7", *, known=True, used=False):
        self.address, self.known, self.used, self.member = address, known, used, ""


@pytest.fixture
def keeper(monkeypatch):
    monkeypatch.setattr(visit, "SCREENS", 3)
    return FletAppManager()


async def opened(keeper, *keys):
    made = {key: Screen() for key in keys}
    for key, screen in made.items():
        await keeper.add_session(key, screen)
    return made


def test_a_screen_on_which_nobody_did_anything_is_kept_for_a_short_while(keeper):
    Sessions(keeper)

    async def scene():
        screens = await opened(keeper, "idle", "used")
        for key, one in screens.items():
            VISIT.set(Seen(used=key == "used"))
            await keeper.disconnect_session(key, SESSION_SECONDS)
            assert one.seconds == (SESSION_SECONDS if key == "used" else IDLE_SECONDS)

    run(scene())


def test_what_was_done_before_a_screen_came_back_counts(keeper):
    Sessions(keeper)

    async def scene():
        screens = await opened(keeper, "one")
        for used in (True, False):
            VISIT.set(Seen(used=used))
            await keeper.disconnect_session("one", SESSION_SECONDS)
            assert screens["one"].seconds == SESSION_SECONDS

    run(scene())


def test_where_there_are_too_many_the_one_that_left_first_makes_room(keeper):
    Sessions(keeper)

    async def scene():
        VISIT.set(Seen(used=True))
        screens = await opened(keeper, "a", "b", "c")
        for key in ("b", "a"):
            await keeper.disconnect_session(key, SESSION_SECONDS)
        await opened(keeper, "d")
        assert [key for key, one in screens.items() if one.closed] == ["b"]
        assert await keeper.get_session("b") is None
        await opened(keeper, "e")
        assert [key for key, one in screens.items() if one.closed] == ["a", "b"]
        assert await keeper.get_session("c") is screens["c"], "a screen that is open is never ended"

    run(scene())


def test_what_stands_before_flet_is_put_there_once(keeper):
    Sessions(keeper)
    Sessions(keeper)

    async def scene():
        screens = await opened(keeper, "a")
        VISIT.set(Seen())
        await keeper.disconnect_session("a", SESSION_SECONDS)
        assert screens["a"].seconds == IDLE_SECONDS

    run(scene())


def visited(*groups):
    return Capacity([Seen(address, known=known) for count, address, known in groups for _ in range(count)])


@pytest.mark.parametrize(
    ("groups", "full", "crowded"),
    [
        ([], False, False),
        ([(31, "me", True), (31, "you", True)], False, False),
        ([(32, "me", True)], True, True),
        ([(32, "you", True)], False, False),
        ([(32, "you", True), (32, "they", True)], True, True),
        ([(15, "me", False), (16, "you", False)], False, False),
        ([(16, "me", False)], False, True),
        ([(16, "you", False)], False, False),
        ([(16, "you", False), (16, "they", False)], False, True),
    ],
)
def test_one_place_does_not_shut_out_the_others_and_strangers_are_few(groups, full, crowded):
    room = visited(*groups)
    assert (room.is_full("me"), room.is_crowded("me")) == (full, crowded)


async def page_of(app, path):
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 5)}
    await app(scope, None, send)
    return sent


async def inner(_scope, receive, send):
    if _scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200})
        return
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.parametrize("path", ["/", "/play/1", "/settings"])
def test_where_too_many_screens_are_open_a_page_says_so(path, monkeypatch):
    monkeypatch.setattr(visit, "SCREENS", 0)
    start, body = run(page_of(Guard(inner, "127.0.0.1"), path))
    assert start["status"] == 503
    assert body["body"].decode() == FULL


def test_the_files_of_a_screen_that_is_open_are_served_however_many_there_are(monkeypatch):
    monkeypatch.setattr(visit, "SCREENS", 0)
    assert run(page_of(Guard(inner, "127.0.0.1"), "/main.dart.js"))[0]["status"] == 200


def test_a_socket_beyond_those_there_is_room_for_is_refused_in_words_and_one_that_ends_makes_room(monkeypatch):
    monkeypatch.setattr(visit, "STRANGERS_FROM_ONE_PLACE", 1)
    app = Guard(inner, "127.0.0.1")

    async def scene():
        first = Socket(app)
        await first.until(lambda message: message["type"] == "websocket.accept")
        assert (await Socket(app).ended())["reason"] == FULL
        first.hang_up()
        await first.ended()
        third = Socket(app)
        await third.until(lambda message: message["type"] == "websocket.accept")
        third.hang_up()
        await third.ended()

    run(scene())


def kept(pages):
    """The screens whose sessions are kept."""
    gc.collect()
    found = []
    for number, page in enumerate(pages):
        with suppress(RuntimeError):
            found.append((number, page.session.expires_at))
    return found


def test_sockets_that_come_and_go_leave_as_many_sessions_as_there_is_room_for(monkeypatch):
    monkeypatch.setattr(visit, "SCREENS", 4)
    pages = []
    app = serve.web_app(pages.append, "127.0.0.1")

    async def scene():
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

    run(scene())


def test_a_screen_that_comes_back_finds_its_session():
    pages = []
    app = serve.web_app(pages.append, "127.0.0.1")

    async def scene():
        first = Socket(app)
        await first.known()
        first.hang_up()
        await first.ended()
        second = Socket(app)
        await second.known(first.session)
        assert second.session == first.session
        second.hang_up()
        await second.ended()

    run(scene())
    assert len(pages) == 1


def test_what_is_sent_is_not_written_out_for_a_log_that_is_off():
    serve.web_app(lambda _: None, "127.0.0.1")
    assert repr(Message(MessageAction.PATCH_CONTROL, ["a whole table"])) == "<PATCH_CONTROL>"

"""How many screens there is room for: others are refused in a sentence, and what nobody uses any more makes room."""

import asyncio
import gc
from weakref import WeakSet

import pytest

from tests.sockets import Socket, event, hello, nothing_left, packed
from views.hosting import connection, serve
from views.hosting.connection import IDLE_SECONDS, SESSION_SECONDS, Sessions
from views.hosting.guard import FULL
from views.hosting.messages import ANSWER, MessageError


class Screen:
    """A session of Flet's, as `Sessions` knows it."""

    def __init__(self, key):
        self.id, self.seconds, self.closed = key, None, False

    async def disconnect(self, seconds):
        self.seconds = seconds

    def close(self):
        self.closed = True


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
async def test_screens_are_counted_by_member_and_none_of_them_has_all(open_now, full):
    sessions = Sessions(lambda _page: None)
    for member, count in open_now.items():
        for _ in range(count):
            connection.DeviceConnection(sessions, member, None)
    assert sessions.is_full("me") == full
    assert sessions.is_full("") == (sum(open_now.values()) == 64)


async def test_beyond_those_there_is_room_for_sockets_and_pages_are_refused_in_words_and_no_file_is(
    monkeypatch,
):
    monkeypatch.setattr(connection, "SCREENS", 1)
    app = serve.web_app(lambda _page: None, "127.0.0.1")
    answers = []

    async def send(message):
        answers.append(message)

    first = Socket(app)
    await first.until(lambda message: message["type"] == "websocket.accept")
    assert (await Socket(app).ended())["reason"] == FULL
    for path in ("/play/1", "/main.dart.js"):
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [(b"host", b"localhost")],
        }
        await app(scope, asyncio.Event().wait, send)
    assert [answer["status"] for answer in answers if "status" in answer] == [503, 200]
    assert answers[1]["body"].decode() == FULL
    first.hang_up()
    await first.ended()
    third = Socket(app)
    await third.until(lambda message: message["type"] == "websocket.accept")
    third.hang_up()
    await third.ended()


async def test_what_a_device_says_by_itself_is_no_use_of_its_screen(sessions):
    device = connection.DeviceConnection(sessions, "Ben", lambda _packet: None)
    device.receive(hello())
    (kept,) = sessions._kept.values()
    for name in ("media_change", "click"):
        device.receive(event(kept.session.page._i, name))
        assert kept.used is (name == "click")
    sessions.end(kept.session.id)


async def test_a_device_answers_with_a_picture_once_for_each_that_it_was_asked_for(sessions):
    device = connection.DeviceConnection(sessions, "Ben", lambda _packet: None)
    device.receive(hello())
    (kept,) = sessions._kept.values()
    asked = asyncio.create_task(kept.session.invoke_method(1, "capture", {}))
    await asyncio.sleep(0)
    answer = packed(
        ANSWER, control_id=1, call_id=device._picture, result=b"x" * 200_000, error=None
    )
    device.receive(answer)
    assert len(await asked) == 200_000
    with pytest.raises(MessageError):
        device.receive(answer)
    sessions.end(kept.session.id)


def test_the_memory_of_sessions_that_ended_is_freed_without_pythons_own_collections(
    sessions, monkeypatch
):
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

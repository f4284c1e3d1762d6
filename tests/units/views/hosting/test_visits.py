"""Sockets of a served app: strangers are let go, screens stay, and nobody learns what is where on the server."""

import asyncio
from contextlib import asynccontextmanager

import flet as ft
import pytest

from tests.sockets import CRASHED, PATCH, PATIENCE, Socket, event, hello, nothing_left
from views.components.error_boundary import press
from views.hosting import serve, visit
from views.hosting.connection import WRONG
from views.hosting.visit import NOT_UNDERSTOOD


def main(page):
    def fail(_event):
        raise ValueError("what the server keeps to itself")

    def broken():
        raise ValueError("what an effect keeps to itself")

    @ft.component
    def face():
        on, turn = ft.use_state(False)
        ft.use_effect(broken if on else lambda: None, dependencies=[on])
        return ft.Column(
            [
                ft.Button("Fail", on_click=fail, key="fail"),
                ft.Button("Effect", on_click=lambda: turn(True), key="effect"),
                ft.TextField(key="field"),
            ]
        )

    page.on_resize = page.on_keyboard_event = lambda _event: None
    page.render(face)


@pytest.fixture
def app():
    return serve.web_app(main, "127.0.0.1")


@asynccontextmanager
async def opened(app, **page):
    """A screen that said hello, its page and the numbers of its controls; it hangs up in the end."""
    socket = Socket(app)
    known = await socket.known(**page)
    yield socket, known, await numbers(socket)
    socket.hang_up()
    await socket.ended()


async def numbers(socket):
    """The controls of the screen by their keys."""
    found = {}

    def look(node):
        if isinstance(node, dict):
            if "key" in node:
                found[node["key"]] = node["_i"]
            for part in node.values():
                look(part)
        elif isinstance(node, list):
            for part in node:
                look(part)

    look(await socket.heard(PATCH))
    return found


@pytest.mark.parametrize("says_nothing", [True, False])
async def test_a_socket_that_says_nothing_is_closed_and_one_that_hangs_up_is_let_go(
    app, monkeypatch, says_nothing
):
    socket = Socket(app)
    if says_nothing:
        monkeypatch.setattr(visit, "HELLO_SECONDS", 0)
        assert (await socket.ended())["reason"] == "no hello came"
    else:
        socket.hang_up()
        assert await socket.ended() == {"type": "websocket.accept"}
    assert await nothing_left() == []


async def test_a_screen_that_says_nothing_for_long_stays(app, monkeypatch):
    monkeypatch.setattr(visit, "HELLO_SECONDS", 0.05)
    async with opened(app) as (socket, _, control):
        await asyncio.wait({socket.task}, timeout=0.2)
        assert not socket.task.done()
        socket.say(event(control["fail"], "click"))
        await socket.heard(CRASHED)


@pytest.mark.parametrize(
    ("button", "words"),
    [("fail", "what the server keeps to itself"), ("effect", "what an effect keeps to itself")],
)
async def test_a_fault_is_reported_without_what_it_was_and_where_and_the_log_has_both_once(
    app, caplog, button, words
):
    async with opened(app) as (socket, _, control):
        socket.say(event(control[button], "click"))
        assert await socket.heard(CRASHED) == {"message": WRONG}
    reply = b"".join(message.get("bytes") or b"" for message in socket.sent)
    assert b"keeps to itself" not in reply
    assert b".py" not in reply
    assert caplog.text.count("Traceback (most recent call last)") == 1
    assert caplog.text.count(f"ValueError: {words}") == 1


KEY = {"key": "a", "shift": False, "ctrl": False, "alt": False, "meta": False}
WRONG_EVENTS = [
    *(("resize", data) for data in ({}, None, 7, {"width": 390.0})),
    ("media_change", {}),
    ("keyboard_event", {**KEY, "key": 7}),
    ("keyboard_event", {**KEY, "control": 7}),
    ("app_lifecycle_state_change", {"state": "no such"}),
    ("view_pop", {"route": None}),
    ("size_change", {"w": 1}),
]


@pytest.mark.parametrize(("name", "data"), WRONG_EVENTS, ids=str)
async def test_an_event_that_brings_something_else_is_not_understood_and_leaves_no_fault(
    app, caplog, name, data
):
    async with opened(app) as (socket, page, control):
        socket.say(event(control["field"] if name == "size_change" else page["_i"], name, data))
        end = await socket.ended()
    assert (end["code"], end["reason"]) == (NOT_UNDERSTOOD, "not what this event brings")
    assert not caplog.records


async def test_an_event_arrives_as_what_flet_makes_of_it_after_one_that_nobody_hears(app):
    async with opened(app) as (socket, page, _):
        heard = asyncio.Queue()
        (kept,) = app.sessions._kept.values()
        socket.say(event(page["_i"], "platform_brightness_change", "light"))
        kept.session.page.on_keyboard_event = lambda event: heard.put_nowait(event.key)
        socket.say(event(page["_i"], "keyboard_event", KEY))
        assert await asyncio.wait_for(heard.get(), PATIENCE) == "a"


class Rights(ft.Observable):
    """What a screen is drawn from: whether its first button is there."""

    there = True


@pytest.mark.parametrize(("button", "heard"), [("gone", []), ("stays", ["stays"])])
async def test_a_screen_that_comes_back_is_drawn_anew_before_a_tap_on_it_counts(button, heard):
    taps, rights = [], Rights()

    def enter(page):
        @ft.component
        def face(rights):
            names = ["gone", "stays"] if rights.there else ["stays"]
            return ft.Column(
                [ft.Button(name, key=name, on_click=press(taps.append, name)) for name in names]
            )

        def back(_event):
            rights.there = False
            rights.notify()

        page.on_connect = back
        page.render(face, rights)

    app = serve.web_app(enter, "127.0.0.1")
    async with opened(app) as (socket, _, control):
        pass
    again = Socket(app)
    again.say(hello(socket.session))
    again.say(event(control[button], "click"))
    await again.heard(PATCH)
    for _ in range(20):
        await asyncio.sleep(0)
    again.hang_up()
    await again.ended()
    assert taps == heard

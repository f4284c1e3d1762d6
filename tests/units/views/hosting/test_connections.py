"""Connections are bounded: how many there are, and of each the head of a request, a message, and its pieces."""

import asyncio
from unittest.mock import AsyncMock, Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from models.rooms import Member
from tests.sockets import hello
from views.hosting import connections
from views.hosting.connection import Sessions
from views.hosting.connections import HEAD_BYTES, BoundedHttp, BoundedSocket
from views.hosting.guard import Guard
from views.hosting.messages import MOST_BYTES

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Member: %b\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Transport(asyncio.Transport):
    """The client's end of a connection: what was written to it, and whether it was closed."""

    def __init__(self, address):
        super().__init__({"peername": (address, 5), "sockname": ("127.0.0.1", 80)})
        self.written, self.ended, self.protocol = b"", False, None

    def write(self, data):
        self.written += data

    def close(self):
        self.ended = True

    abort = close

    def is_closing(self):
        return self.ended

    def pause_reading(self):
        pass

    resume_reading = pause_reading

    def set_protocol(self, protocol):
        self.protocol = protocol

    def get_protocol(self):
        return self.protocol


EVERYBODY = Mock(
    member=lambda connection: Member(connection.headers.get("x-member", "")),
    renew=lambda *_: {},
    shared=lambda: None,
    answer=AsyncMock(return_value=None),
)
"""A door through which everybody gets, as whoever they say they are."""


class Server:
    """What connections share, and an app that listens."""

    def __init__(self):
        self.config = uvicorn.Config(
            Guard(self.app, "127.0.0.1", door=EVERYBODY, sessions=Sessions(lambda _page: None)),
            http=BoundedHttp,
            ws=BoundedSocket,
            ws_max_size=MOST_BYTES,
            log_config=None,
        )
        self.config.load()
        self.state = ServerState()

    async def app(self, _scope, _receive, send):
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
        )
        await send({"type": "http.response.body", "body": b"ok"})

    def connect(self, address="192.0.2.7"):
        transport = Transport(address)
        transport.protocol = BoundedHttp(self.config, self.state, {})
        transport.protocol.connection_made(transport)
        return transport

    async def say(self, transport, *parts):
        """Send the parts, until the connection is closed."""
        for part in parts:
            if transport.ended:
                return
            transport.protocol.data_received(part)
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)

    async def screen(self, member=b"ann"):
        """Open a socket, and say hello on it."""
        transport = self.connect()
        await self.say(transport, UPGRADE % member, frame(hello()))
        assert not transport.ended
        return transport

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        for connection in list(self.state.connections):
            connection.connection_lost(None)
        for _ in range(20):
            await asyncio.sleep(0)


def frame(data, kind=2, *, end=True):
    """A piece of a message, under a mask of zeros."""
    size, head = len(data), bytes([(0x80 if end else 0) | kind])
    if size < 126:
        return head + bytes([0x80 | size]) + bytes(4) + data
    return head + bytes([0xFF]) + size.to_bytes(8, "big") + bytes(4) + data


@pytest.mark.parametrize(
    "part", [b"a" * 10_000, b"X: a\r\n" * 1_000], ids=["one long line", "many lines"]
)
async def test_a_head_without_end_is_cut_off(part):
    async with Server() as server:
        line = server.connect()
        await server.say(line, REQUEST + b"X: ", *[part] * 100)
        assert line.ended
        assert b"400 Bad Request" in line.written
        assert b"The head of this request is too long." in line.written


@pytest.mark.parametrize("began", [b"", REQUEST], ids=["at once", "in the middle of a head"])
async def test_what_follows_a_head_in_the_same_piece_does_not_count_as_head(began):
    async with Server() as server:
        line = server.connect()
        file = f"Content-Length: {3 * HEAD_BYTES}\r\n\r\n".encode() + bytes(3 * HEAD_BYTES)
        await server.say(line, *([began] if began else []), file if began else REQUEST + file)
        assert b"200 OK" in line.written
        assert not line.ended


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [REQUEST],
        *([REQUEST + b"Content-Length: 3000\r\n\r\n", rest] for rest in (b"\r\n", b"G", b"a body")),
    ],
)
async def test_a_head_that_does_not_come_is_waited_for_a_while_only_also_after_an_answer(
    parts, monkeypatch
):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0)
    async with Server() as server:
        line = server.connect()
        await server.say(line, *parts)
        assert line.ended


async def test_a_socket_that_is_open_is_not_taken_for_a_head_that_does_not_come(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.01)

    async with Server() as server:
        line = await server.screen()
        await asyncio.sleep(0.05)
        assert not line.ended


async def test_whoever_has_most_places_loses_the_oldest_and_strangers_take_none_of_a_members(
    monkeypatch,
):
    monkeypatch.setattr(connections, "MEMBERS", 3)
    monkeypatch.setattr(connections, "STRANGERS", 2)

    async with Server() as server:
        ann = await server.screen(b"ann")
        bens = [await server.screen(b"ben") for _ in range(4)]
        yours, *crowd = [server.connect(f"192.0.2.{number}") for number in (1, 2, 2, 2)]
        assert [one.ended for one in crowd] == [True, True, False]
        assert not ann.ended | yours.ended
        assert [one.ended for one in bens] == [True, True, False, False]


async def test_a_message_comes_in_no_more_pieces_than_a_browser_makes(monkeypatch):
    monkeypatch.setattr(connections, "PIECES", 100)
    async with Server() as server:
        line = await server.screen()
        await server.say(line, frame(b"", end=False), *[frame(b"", 0, end=False)] * 200)
        assert line.ended

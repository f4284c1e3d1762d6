"""Connections as uvicorn holds them, bounded: so many, a request's head so long and so slow, a message so large.

uvicorn bounds a message for all sockets alike, and with its faster parser nothing else. Loaded with it, by ``serve``.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from views.hosting.messages import HELLO_BYTES
from views.hosting.visit import KNOWN

CONNECTIONS = 512
"""So many are open at once, pages and sockets; a browser has seven at most."""
FROM_ONE_PLACE = 256
HEAD_BYTES = 64_000
HEAD_SECONDS = 10
PIECES = 10_000
"""A message comes in no more pieces than that; browsers send far larger ones."""
FILES_AT_ONCE = 2
"""So many of the largest messages may be under way, over all sockets."""
TOO_BIG = 1009


class BoundedHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type] # uvicorn takes what is installed
    """A connection on which requests come, until one of them makes a socket of it."""

    head = 0
    timer: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a connection, where there is room."""
        super().connection_made(transport)
        self._time()
        places = [one.client and one.client[0] for one in self.connections]
        if len(places) > CONNECTIONS or places.count(self.client and self.client[0]) > FROM_ONE_PLACE:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        self._time(off=True)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive data, until a head is too long."""
        self.head += len(data) if self._in_head() else 0
        if self.head > HEAD_BYTES:
            self.send_400_response("The head of this request is too long.")
            return
        super().data_received(data)
        if not self._in_head() or self.transport.get_protocol() is not self:
            self.head = 0
            self._time(off=True)
        elif self.timer is None:
            self._time()

    def _in_head(self) -> bool:
        """Whether a request has begun whose path is not known yet; both parsers of uvicorn tell it last."""
        return self.scope is None or "path" not in self.scope

    def _time(self, *, off: bool = False) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = None if off else self.loop.call_later(HEAD_SECONDS, self.transport.abort)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket whose messages are small until it has said hello, and of which few bring large ones at once."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.max_message_size = HELLO_BYTES
        self.held = 0
        """The bytes of a message that has not come whole yet."""

    async def run_asgi(self) -> None:
        """Run the app, and have it report when the device is known."""
        extensions: dict[Any, Any] = self.scope["extensions"]
        extensions[KNOWN] = self.known
        await super().run_asgi()

    def known(self) -> None:
        """Take large messages from now on."""
        self.conn.max_message_size = self.config.ws_max_size

    def data_received(self, data: bytes) -> None:
        """Receive data, until it is too much."""
        super().data_received(data)
        self.held = len(self.conn.reader.buffer) + (self.conn.current_size or 0)
        crowded = self.held > HELLO_BYTES and self._held_by_all() > FILES_AT_ONCE * self.config.ws_max_size
        if (crowded or len(self.frames) > PIECES) and not self.close_sent:
            self.conn.fail(TOO_BIG, "Too much at once. Try again in a while.")
            self.handle_parser_exception()

    def _held_by_all(self) -> int:
        return sum(getattr(one, "held", 0) for one in self.connections)

"""Connections as uvicorn holds them, bounded: so many, a request's head so long and so slow, a message in few pieces.

uvicorn bounds the length of a message, and with its faster parser nothing else. Loaded with it, by ``serve``.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CONNECTIONS = 512
"""So many are open at once, pages and sockets; a browser has seven at most."""
FROM_ONE_PLACE = 256
HEAD_BYTES = 64_000
HEAD_SECONDS = 10
PIECES = 10_000
"""A message comes in no more pieces than that; browsers send far larger ones."""
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
        rest = b""
        if self._in_head():
            room = HEAD_BYTES - self.head
            if not room:
                self.send_400_response("The head of this request is too long.")
                return
            data, rest = data[:room], data[room:]  # a file may begin in the same piece
            self.head += len(data)
        super().data_received(data)
        if not self._in_head() or self.transport.get_protocol() is not self:
            self.head = 0
            self._time(off=True)
        elif self.timer is None:
            self._time()
        if rest and not self.transport.is_closing():
            self.transport.get_protocol().data_received(rest)

    def _in_head(self) -> bool:
        """Whether a request has begun whose path is not known yet; both parsers of uvicorn tell it last."""
        return self.scope is None or "path" not in self.scope

    def _time(self, *, off: bool = False) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer = None if off else self.loop.call_later(HEAD_SECONDS, self.transport.abort)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket whose messages come in no endless number of pieces."""

    def data_received(self, data: bytes) -> None:
        """Receive data, until it is too much."""
        super().data_received(data)
        if len(self.frames) > PIECES and not self.close_sent:
            self.conn.fail(TOO_BIG)
            self.handle_parser_exception()

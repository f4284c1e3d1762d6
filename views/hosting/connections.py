"""Connections as uvicorn holds them, bounded: so many, a request's head so long and so slow, a message in few pieces.

uvicorn bounds the length of a message, and with its faster parser nothing else. Loaded with it, by ``serve``.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections import Counter
from collections.abc import Iterable
from itertools import count
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from views.hosting.guard import CONNECTION

MEMBERS, STRANGERS = 384, 128
"""So many connections of members are open at once, pages and sockets, and so many of all others besides.

A browser has seven at most. A connection is a stranger's until a request on it has shown whose it is.
"""
HEAD_BYTES = 64_000
HEAD_SECONDS = 10
PIECES = 10_000
"""A message comes in no more pieces than that; browsers send far larger ones."""
TOO_BIG = 1009

_ages = count()


class Bounded:
    """What both kinds of connection have: its place among those that are open."""

    connections: set[Any]
    transport: Any
    client: tuple[str, int] | None
    member = ""

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        self.age = next(_ages)
        with_self = {**app_state, CONNECTION: self}
        super().__init__(config, server_state, with_self, _loop)  # type: ignore[call-arg] # uvicorn's

    def belongs_to(self, member: str) -> None:
        """Note which member's it is, none for a stranger's; the guard calls it for every request."""
        if member != self.member:
            self.member = member
            make_room(self.connections, for_members=bool(member))

    @property
    def owner(self) -> str:
        """Who has it: a member, or else whoever is at an address."""
        return self.member or (self.client[0] if self.client else "")


def make_room(connections: Iterable[Bounded], *, for_members: bool) -> None:
    """End a connection where there are too many: the oldest of whoever has most, so nobody shuts out anybody else."""
    crowd = [
        connection
        for connection in connections
        if bool(connection.member) == for_members and not connection.transport.is_closing()
    ]
    if len(crowd) > (MEMBERS if for_members else STRANGERS):
        crowd.sort(key=lambda held: held.age)
        ((greediest, _),) = Counter(connection.owner for connection in crowd).most_common(1)
        next(connection for connection in crowd if connection.owner == greediest).transport.abort()


class BoundedHttp(Bounded, AutoHTTPProtocol):  # type: ignore[misc, valid-type] # uvicorn takes what is installed
    """A connection on which requests come, until one of them makes a socket of it."""

    head = 0
    timer: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a connection, and make room for it."""
        super().connection_made(transport)
        self._time()
        make_room(self.connections, for_members=False)

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
        is_socket = self.transport.get_protocol() is not self
        if is_socket or not self._in_head():
            self.head = 0
        is_answering = self.cycle is not None and not self.cycle.response_complete
        self._time(off=is_socket or is_answering)
        if rest and not self.transport.is_closing():
            self.transport.get_protocol().data_received(rest)

    def _in_head(self) -> bool:
        """Whether a request has begun whose path is not known yet; both parsers of uvicorn tell it last."""
        return self.scope is None or "path" not in self.scope

    def _time(self, *, off: bool = False) -> None:
        """End the connection if no head comes soon; what comes of it meanwhile gives it no more time."""
        if off and self.timer:
            self.timer.cancel()
            self.timer = None
        elif not off and self.timer is None:
            self.timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)


class BoundedSocket(Bounded, WebSocketsSansIOProtocol):
    """A socket whose messages come in no endless number of pieces."""

    def data_received(self, data: bytes) -> None:
        """Receive data, until it is too much."""
        super().data_received(data)
        if len(self.frames) > PIECES and not self.close_sent:
            self.conn.fail(TOO_BIG)
            self.handle_parser_exception()

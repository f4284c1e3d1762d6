"""A socket from its handshake to its end, and how many there is room for.

A table has a dozen screens: without a limit, whoever can reach the server fills its memory with sockets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from views.hosting.connection import SCREENS, DeviceConnection, Sessions
from views.hosting.messages import MessageError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


NOT_UNDERSTOOD = 4400
"""The code under which a socket is closed that does not speak as Flet's client does."""
REMOVED = 4401
"""The code under which a socket is closed whose device was removed."""
LAST_WORDS = 0.3
"""Seconds that a device which was removed is still told so."""
HELLO_SECONDS = 10
"""A socket that has not said hello after so long is closed."""

CONNECTION = "connection"
"""Under this the state of a request has the connection that it came on."""


class Visit:
    """A socket, from its handshake to its end.

    ``known`` is whether it has said hello; ``member`` is whose it is, where that is known.
    """

    def __init__(self, receive: Receive, send: Send, member: str = "") -> None:
        self.member = member
        self.known = False
        self._receive, self._send = receive, send
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()

    async def run(self, sessions: Sessions) -> None:
        """Let the device talk to its session, once it has said hello, until it hangs up."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        device = DeviceConnection(sessions, self.member, self._outbox.put_nowait)
        sending = asyncio.create_task(self._send_on())
        try:
            complaint = await self._listen(device)
        except asyncio.CancelledError:
            return  # the app is ending; there is nobody left to send to
        finally:
            sending.cancel()
            await device.close()
        if complaint:
            with suppress(OSError, RuntimeError):  # it may have hung up meanwhile
                await self._send(
                    {"type": "websocket.close", "code": NOT_UNDERSTOOD, "reason": complaint}
                )

    async def hang_up(self) -> None:
        """End the socket, once what is under way to it has been sent: its device takes part no longer."""
        await asyncio.sleep(LAST_WORDS)
        with suppress(OSError, RuntimeError):  # it may have hung up meanwhile
            await self._send({"type": "websocket.close", "code": REMOVED})

    async def _listen(self, device: DeviceConnection) -> str:
        """Read what the device sends until it hangs up; return why, if a message was not understood."""
        try:
            async with asyncio.timeout(HELLO_SECONDS) as until_hello:
                while (message := await self._receive())["type"] == "websocket.receive":
                    device.receive(message.get("bytes") or b"")
                    if not self.known:
                        self.known = True
                        until_hello.reschedule(None)
        except MessageError as error:
            return str(error)
        except TimeoutError:
            return "no hello came"
        return ""

    async def _send_on(self) -> None:
        """Send the device what its session has to say, while it is connected."""
        with suppress(OSError):  # that it has gone is noticed where it is listened to
            while True:
                await self._send({"type": "websocket.send", "bytes": await self._outbox.get()})


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    return str((scope.get("client") or ("",))[0])


async def respond(
    send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes], kind: str = "http"
) -> None:
    """Answer a request."""
    every = [(b"content-length", str(len(body)).encode()), *headers]
    await send({"type": f"{kind}.response.start", "status": status, "headers": every})
    await send({"type": f"{kind}.response.body", "body": body})


OF_ONE_MEMBER = 16
"""So many sockets a member has, wherever they come from: a device alone does not shut out the others."""
FULL = "Too many screens are open at this table. Close one, then load this page again."


@dataclass
class Capacity:
    """The sockets that are open."""

    visits: list[Visit] = field(default_factory=list)

    @contextmanager
    def hold(self, visit: Visit) -> Iterator[None]:
        """Hold a place for a socket, as long as it is open."""
        self.visits.append(visit)
        try:
            yield
        finally:
            self.visits.remove(visit)

    def is_full(self, member: str) -> bool:
        """Whether there is no room for one more screen of this member, or of somebody who is none yet."""
        own = sum(visit.member == member for visit in self.visits) if member else 0
        return len(self.visits) >= SCREENS or own >= OF_ONE_MEMBER

    def members(self) -> frozenset[str]:
        """Who has a screen open."""
        return frozenset(visit.member for visit in self.visits)

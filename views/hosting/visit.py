"""A socket from its handshake to its end."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Send

from views.hosting.connection import DeviceConnection, Sessions
from views.hosting.messages import MessageError

NOT_UNDERSTOOD = 4400
"""The code under which a socket is closed that does not speak as Flet's client does."""
REMOVED = 4401
"""The code under which a socket is closed whose device was removed."""
LAST_WORDS = 0.3
"""Seconds that a device which was removed is still told so."""
HELLO_SECONDS = 10
"""A socket that has not said hello after so long is closed."""


class Visit:
    """A socket of a member, whose place it takes from now on until it has been run."""

    def __init__(self, sessions: Sessions, member: str, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._outbox: asyncio.Queue[Message] = asyncio.Queue()
        self.device = DeviceConnection(sessions, member, self._put, on_removed=self._part)

    def _put(self, packet: bytes) -> None:
        self._outbox.put_nowait({"type": "websocket.send", "bytes": packet})

    def _part(self) -> None:
        """End the socket, once what is under way to it has been sent: its device takes part no longer."""
        close = {"type": "websocket.close", "code": REMOVED}
        asyncio.get_running_loop().call_later(LAST_WORDS, self._outbox.put_nowait, close)

    async def run(self) -> None:
        """Let the device talk to its session, once it has said hello, until it hangs up."""
        complaint, sending = "", None
        try:
            await self._receive()
            await self._send({"type": "websocket.accept"})
            sending = asyncio.create_task(self._send_on())
            complaint = await self._listen()
        except asyncio.CancelledError:
            return  # the app is ending; there is nobody left to send to
        finally:
            if sending:
                sending.cancel()
            await self.device.close()
        if complaint:
            close = {"type": "websocket.close", "code": NOT_UNDERSTOOD, "reason": complaint}
            with suppress(OSError, RuntimeError):  # it may have hung up meanwhile
                await self._send(close)

    async def _listen(self) -> str:
        """Read what the device sends until it hangs up; return why, if a message was not understood."""
        try:
            async with asyncio.timeout(HELLO_SECONDS) as until_hello:
                while (message := await self._receive())["type"] == "websocket.receive":
                    self.device.receive(message.get("bytes") or b"")
                    if until_hello.when():
                        until_hello.reschedule(None)
        except MessageError as error:
            return str(error)
        except TimeoutError:
            return "no hello came"
        return ""

    async def _send_on(self) -> None:
        """Send the device what its session has to say, while it is connected."""
        with suppress(OSError, RuntimeError):  # that it has gone is noticed where it is listened to
            while True:
                await self._send(await self._outbox.get())

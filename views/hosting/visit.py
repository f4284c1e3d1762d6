"""A socket from its handshake to its end, and how many there is room for: of sockets, and of sessions that are kept.

The messages of a socket are checked, and its end is always noticed. A table has a dozen screens: without a limit,
whoever can reach the server fills its memory with sockets and sessions.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import msgpack

from views.hosting.messages import BY_ITSELF, EVENT, MessageError, parse
from views.state.shared_table import WHOSE

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


log = logging.getLogger("companion.views")

NOT_UNDERSTOOD = 4400
"""The code under which a socket is closed that does not speak as Flet's client does."""
REMOVED = 4401
"""The code under which a socket is closed whose device was removed."""
LAST_WORDS = 0.3
"""Seconds that a device which was removed is still told so."""
HELLO_SECONDS = 10
"""A socket that has not said hello after so long is closed."""
GRACE = 10
"""Seconds that a screen's own work may go on after it has hung up."""
AHEAD = 2
"""At most so many messages are read ahead of Flet."""
CRASHED = b"\x00\x92\x06"
"""How Flet reports a fault to a screen: with a traceback, and so with paths of this machine."""
WRONG = "Sorry, that went wrong. Load this page again. What was recorded is safe."

VISIT: ContextVar[Visit] = ContextVar("visit")
"""Whose socket it is, for what Flet does in its task."""


class Visit:
    """A socket, from its handshake to its end.

    ``known`` is whether it has said hello, ``used`` whether anybody did anything on it; ``member`` is whose it is,
    where that is known.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, member: str = "") -> None:
        self.address = address_of(scope)
        self.member = member
        self.known = self.used = False
        self._scope, self._receive, self._send = scope, receive, send
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._room = asyncio.Semaphore(AHEAD)
        self._gone = False

    async def run(self, app: App) -> None:
        """Let the device talk to the app, once it has said hello, until it hangs up.

        Flet has no part in it before: it waits for ever for one that said something else, or nothing.
        """
        self._inbox.put_nowait(await self._receive())
        await self._send({"type": "websocket.accept"})
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                complaint = await self._next()
        except TimeoutError:
            complaint = "no hello came"
        if self.known:
            VISIT.set(self)
            if self.member:
                WHOSE.set(self.member)
            complaint = await self._both(app)
        if complaint:
            with suppress(OSError, RuntimeError):  # it may have hung up meanwhile
                await self._send({"type": "websocket.close", "code": NOT_UNDERSTOOD, "reason": complaint})

    async def hang_up(self) -> None:
        """End the socket, once what is under way to it has been sent: its device takes part no longer."""
        await asyncio.sleep(LAST_WORDS)
        with suppress(OSError, RuntimeError):  # it may have hung up meanwhile
            await self._send({"type": "websocket.close", "code": REMOVED})

    async def _both(self, app: App) -> str:
        """Relay between the device and Flet until either ends; return what was not understood."""
        talk, listen = asyncio.create_task(self._talk(app)), asyncio.create_task(self._listen())
        try:
            await asyncio.wait({talk, listen}, return_when=asyncio.FIRST_COMPLETED)
            self._gone = True
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": NOT_UNDERSTOOD})
            await asyncio.wait({talk}, timeout=GRACE)
            return listen.result() if listen.done() else ""
        except asyncio.CancelledError:
            return ""  # the app is ending; there is nobody left to send to
        finally:
            await _end(listen, talk)

    async def _talk(self, app: App) -> None:
        try:
            await app(self._scope, self._hand_on, self._send_on)
        except Exception:
            # a page that is closed in the middle of a message has done nothing wrong
            if not self._gone:
                raise
            log.debug("a screen left while it was told something", exc_info=True)

    async def _hand_on(self) -> Message:
        """Give Flet what came next."""
        message = await self._inbox.get()
        self._room.release()
        return message

    async def _send_on(self, message: Message) -> None:
        """Send the device what Flet has to say, while it is connected."""
        if self._gone or message["type"] == "websocket.accept":
            return  # the socket was opened before Flet heard of it
        try:
            await self._send(_without_paths(message))
        except OSError:
            # Flet hears of it where it listens; raised here as well, it would log its own listening as a fault
            self._gone = True

    async def _listen(self) -> str:
        """Read what the device sends until it hangs up; return why, if a message was not understood."""
        complaint = ""
        while not complaint and not self._gone:
            await self._room.acquire()
            complaint = await self._next()
        return complaint

    async def _next(self) -> str:
        """Read the next message of the device; return why, if it is not understood."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self._gone = True
            return ""
        try:
            action, body, data = parse(message.get("bytes") or b"", known=self.known)
        except MessageError as error:
            return str(error)
        self.known = True
        self.used |= action == EVENT and body["name"] not in BY_ITSELF
        self._inbox.put_nowait({"type": "websocket.receive", "bytes": data})
        return ""


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    return str((scope.get("client") or ("",))[0])


def _without_paths(message: Message) -> Message:
    """Report to a screen that something went wrong, without saying where: the log has the rest."""
    data = message.get("bytes") or b""
    if data[: len(CRASHED)] != CRASHED:
        return message
    words = str(msgpack.unpackb(data[1:])[1].get("message"))
    if words.startswith("Exception in effect"):  # the one fault that Flet writes into no log
        log.error("%s", words)
    return {**message, "bytes": CRASHED + msgpack.packb({"message": WRONG})}


async def _end(*tasks: asyncio.Task[Any]) -> None:
    """End what still goes on; what a task has failed with is raised."""
    for task in tasks:
        if not task.done():
            task.cancel()
        with suppress(asyncio.CancelledError):
            await task


SCREENS = 64
"""So many sockets are open at once, and so many sessions are kept."""
FROM_ONE_PLACE = 32
"""So many sockets come from one address: a device alone does not shut out the others."""
STRANGERS = 32
"""So many sockets may not have said hello yet."""
STRANGERS_FROM_ONE_PLACE = 16
SESSION_SECONDS = 1800
"""A phone that was away for so long starts at the first screen again; what was recorded is in the book."""
IDLE_SECONDS = 20
"""The same for a session in which nobody did anything: a new one shows the same."""
FULL = "Too many screens are open at this table. Close one, then load this page again."


@dataclass
class Capacity:
    """The sockets that are open."""

    visits: list[Visit] = field(default_factory=list)

    @contextmanager
    def taken(self, visit: Visit) -> Iterator[None]:
        """Hold a place for a socket, as long as it is open."""
        self.visits.append(visit)
        try:
            yield
        finally:
            self.visits.remove(visit)

    def is_full(self, address: str) -> bool:
        """Whether there is no room for one more screen at this address."""
        return len(self.visits) >= SCREENS or sum(one.address == address for one in self.visits) >= FROM_ONE_PLACE

    def is_crowded(self, address: str) -> bool:
        """Whether no socket more may be opened from this address, be it for all those that have not said hello."""
        strangers = Counter(one.address for one in self.visits if not one.known)
        crowded = strangers.total() >= STRANGERS or strangers[address] >= STRANGERS_FROM_ONE_PLACE
        return crowded or self.is_full(address)


def _whose() -> str:
    """The member whose socket it is, for what Flet does in its task."""
    visit = VISIT.get(None)
    return visit.member if visit else ""


class Sessions:
    """The sessions that Flet keeps, by its own keys, the one that hung up last at the end.

    It wraps Flet's own session store, which sets no limit and keeps each session for the same time.
    """

    def __init__(self, keeper: Any) -> None:
        self._flet = type(keeper)
        self._keeper = keeper
        self._kept: dict[str, Any] = {}
        self._used: set[str] = set()
        self._whose: dict[str, str] = {}
        keeper.get_session = self.get
        keeper.add_session = self.add
        keeper.disconnect_session = self.hang_up
        keeper.delete_session = self.end

    async def add(self, key: str, session: Any) -> None:
        """Keep a new session; if there are too many, the one that hung up first is removed."""
        gone = [key for key, one in self._kept.items() if one.connection is None]
        for one in gone[: max(0, len(self._kept) + 1 - SCREENS)]:
            await self.end(one)
        self._kept[key] = session
        self._whose[key] = _whose()
        await self._flet.add_session(self._keeper, key, session)

    async def get(self, key: str) -> Any:
        """Return a session to the member who opened it, and to nobody else."""
        return await self._flet.get_session(self._keeper, key) if self._whose.get(key) == _whose() else None

    async def hang_up(self, key: str, seconds: int) -> None:
        """Keep a session that has hung up for a while: a short one, if nobody did anything in it."""
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)
        if VISIT.get().used:
            self._used.add(key)
        await self._flet.disconnect_session(self._keeper, key, seconds if key in self._used else IDLE_SECONDS)

    async def end(self, key: str) -> None:
        """Remove a session."""
        self._kept.pop(key, None)
        self._used.discard(key)
        self._whose.pop(key, None)
        await self._flet.delete_session(self._keeper, key)

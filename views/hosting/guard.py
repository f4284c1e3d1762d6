"""The guard in front of Flet's server: only requests to the app's own address get through.

Flet's server accepts any Host and any Origin, so a page from elsewhere, open in a browser on this machine or reaching
it by a name that resolves to it, could use the books.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress

from companion.addresses import LOCAL, is_loopback
from models.rooms import IN
from views.hosting.door import Door
from views.hosting.visit import FULL, App, Capacity, Message, Receive, Scope, Send, Visit, address_of

CLOSED = ("/docs", "/redoc", "/openapi.json", "/oauth_callback", "/upload")
"""Routes of the framework that this app does not use."""
SOCKET = "/ws"
"""Where Flet's client opens its socket."""
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
REFUSED = 4403
"""The code under which a socket of a foreign page is closed."""
NOT_PASSED_ON = frozenset({b"access-control-allow-origin", b"cross-origin-embedder-policy"})
"""What Flet's server says and ours does not.

The first lets every site read what we serve. With the second, Chromium lays letters out on one thread and draws them on
another, which spoil each other's memory: now and then a page froze for good (flutter/flutter#190039).
"""
HEADERS = (
    (b"cache-control", b"no-cache"),  # a browser keeps the files, and asks each time whether they are still the same
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
)


class Guard:
    """Lets a request through to the app when it was meant for this app; for all others it is not there.

    ``host`` is the address served on. On loopback only this machine's own names are good. On any other, a
    bare address is good too: what must not work is a name that somebody else's server points at us.
    """

    def __init__(self, app: App, host: str, names: Iterable[str] = (), door: Door | None = None) -> None:
        self.app = app
        self.door = door
        self._ending: set[asyncio.Task[None]] = set()
        self.capacity = Capacity()
        self.only_here = is_loopback(host)
        own = socket.gethostname().lower()
        self.names = {host.strip("[]").lower(), *LOCAL, *(name.lower() for name in names)}
        if not self.only_here:
            self.names |= {own, f"{own}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is meant for this app, and refuse the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        wrong = self.complaint(scope.get("headers") or (), scope.get("path") or "/")
        if wrong is None and scope["type"] == "websocket" and scope["path"] != SOCKET:
            wrong = 404, "There is no such page."
        member = self.door.member(scope) if self.door and scope["type"] == "websocket" else None
        if wrong is None and self.door and scope["type"] == "websocket" and (member is None or member.state != IN):
            wrong = 401, "This device does not take part. Load this page again."
        if wrong is None and self.lacks_room(scope):
            wrong = 503, FULL
        if wrong is not None:
            await _turn_away(scope, receive, send, *wrong)
        elif scope["type"] == "http":
            plain = _without_extras(send)
            if not (self.door and _is_page(scope) and await self.door.answer(scope, receive, plain)):
                await self.app(scope, receive, plain)
        else:
            visit = Visit(scope, receive, send, member.id if member else "")
            with self.capacity.taken(visit):
                await visit.run(self.app)

    def hang_up(self, member: str) -> None:
        """End the connections of a member that was removed."""
        for visit in self.capacity.visits:
            if visit.member == member:
                ending = asyncio.get_running_loop().create_task(visit.hang_up())
                self._ending.add(ending)  # else nobody would hold it
                ending.add_done_callback(self._ending.discard)

    def lacks_room(self, scope: Scope) -> bool:
        """Whether too many screens are open for one more socket, or for the page that would open one."""
        address = address_of(scope)
        if scope["type"] == "websocket":
            return self.capacity.is_crowded(address)
        return _is_page(scope) and self.capacity.is_full(address)

    def complaint(self, headers: Iterable[tuple[bytes, bytes]], path: str) -> tuple[int, str] | None:
        """What is wrong with a request: a status and a sentence; ``None`` if it may pass."""
        if any(path == door or path.startswith(door + "/") for door in CLOSED):
            return 404, "There is no such page."
        hosts, origins = (
            [value.decode("latin-1").lower() for key, value in headers if key.lower() == name]
            for name in (b"host", b"origin")
        )
        if len(hosts) != 1 or not self.knows(hosts[0]):
            return 421, "This is not the address of this app."
        # compared and not taken apart: what is no address at all is another site's too
        if any(one not in (f"http://{hosts[0]}", f"https://{hosts[0]}") for one in origins):
            return 403, "Another site may not use this app."
        return None

    def knows(self, host: str) -> bool:
        """Whether a Host header names us: a name or an address, and no more beside it than a port."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].strip("[]")
        if name in self.names:
            return True
        with suppress(ValueError):
            address = ipaddress.ip_address(name)
            return address.is_loopback or not self.only_here
        return False


def _is_page(scope: Scope) -> bool:
    """Whether a page is asked for, and no file of the client, which is public."""
    return "." not in str(scope.get("path")).rsplit("/", 1)[-1]


def _without_extras(send: Send) -> Send:
    """Leave out what is better not said, and add a few words of caution."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [pair for pair in message.get("headers", ()) if pair[0].lower() not in NOT_PASSED_ON]
            said = {name for name, _ in kept}
            message = {**message, "headers": [*kept, *(pair for pair in HEADERS if pair[0] not in said)]}
        await send(message)

    return sending


async def _turn_away(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    """Refuse a request in words; a socket is refused in such only where the server can say them."""
    if scope["type"] == "http":
        await _say(send, status, words)
        return
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await _say(send, status, words, kind="websocket.http")
    else:
        await send({"type": "websocket.close", "code": REFUSED, "reason": words})


async def _say(send: Send, status: int, words: str, kind: str = "http") -> None:
    body = words.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})

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
from views.hosting.connection import Sessions
from views.hosting.door import Door
from views.hosting.visit import (
    CONNECTION,
    FULL,
    App,
    Capacity,
    Headers,
    Message,
    Receive,
    Scope,
    Send,
    Visit,
    respond,
)

SOCKET = "/ws"
"""Where Flet's client opens its socket."""
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
REFUSED = 4403
"""The code under which a socket of a foreign page is closed."""
HEADERS: Headers = (
    # no embedder policy beside it: with one, Chromium lays letters out on one thread and draws them on another, which
    # spoil each other's memory, and now and then a page froze for good (flutter/flutter#190039)
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"cache-control",
        b"no-cache",
    ),  # a browser keeps the files, and asks each time whether they are still the same
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
)


class Guard:
    """Lets a request through to the app when it was meant for this app; for all others it is not there.

    ``host`` is the address served on. On loopback only this machine's own names are good. On any other, a
    bare address is good too: what must not work is a name that somebody else's server points at us.
    """

    def __init__(
        self,
        app: App,
        host: str,
        names: Iterable[str] = (),
        door: Door | None = None,
        sessions: Sessions | None = None,
        *,
        capacity: Capacity | None = None,
    ) -> None:
        self.app = app
        self.sessions = sessions
        self.door = door
        self._ending: set[asyncio.Task[None]] = set()
        self.capacity = capacity or Capacity()
        self.only_here = is_loopback(host)
        self._given = tuple(name.lower() for name in names)
        own = socket.gethostname().lower()
        self.names = {host.strip("[]").lower(), *LOCAL, *self._given}
        if not self.only_here:
            self.names |= {own, f"{own}.local"}

    def at(self, host: str) -> Guard:
        """Return the guard of another address of the same app: the door, the sessions and the places are shared."""
        return Guard(self.app, host, self._given, self.door, self.sessions, capacity=self.capacity)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is meant for this app, and refuse the rest."""
        wrong = self.complaint(scope.get("headers") or ())
        if wrong is None and scope["type"] == "websocket" and scope["path"] != SOCKET:
            wrong = 404, "There is no such page."
        member = self.door.member(scope) if self.door and wrong is None else None
        own = member.id if member and member.state == IN else ""
        _claim(scope, own)
        if wrong is None and self.door and scope["type"] == "websocket" and not own:
            wrong = 401, "This device does not take part. Load this page again."
        if (
            wrong is None
            and (scope["type"] == "websocket" or _is_page(scope))
            and self.capacity.is_full(own)
        ):
            wrong = 503, FULL
        if wrong is not None:
            await _turn_away(scope, receive, send, *wrong)
        elif scope["type"] == "http":
            more = self.door.renew(scope, member) if self.door and _is_page(scope) else ()
            plain = _with_caution(send, more)
            if not (
                self.door
                and _is_page(scope)
                and await self.door.answer(scope, receive, plain, member)
            ):
                await self.app(scope, receive, plain)
        elif self.sessions:
            await self._visit(Visit(receive, send, own), self.sessions)

    async def _visit(self, visit: Visit, sessions: Sessions) -> None:
        """Let a socket talk to the app; who comes or goes by it is shown to whoever looks at who is here."""
        before = self.capacity.members()
        with self.capacity.hold(visit):
            self._notice(before)
            try:
                await visit.run(sessions)
            finally:
                before = self.capacity.members()
        self._notice(before)

    def _notice(self, before: frozenset[str]) -> None:
        shared = self.door.shared() if self.door else None
        if shared and before != self.capacity.members():
            shared.presence_changed()

    def hang_up(self, member: str) -> None:
        """End the connections of a member that was removed."""
        for visit in self.capacity.visits:
            if visit.member == member:
                ending = asyncio.get_running_loop().create_task(visit.hang_up())
                self._ending.add(ending)  # else nobody would hold it
                ending.add_done_callback(self._ending.discard)

    def complaint(self, headers: Iterable[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        """What is wrong with a request: a status and a sentence; ``None`` if it may pass."""
        hosts, origins = (
            [value.decode("latin-1").lower() for key, value in headers if key.lower() == name]
            for name in (b"host", b"origin")
        )
        if len(hosts) != 1 or not self.knows(hosts[0]):
            return 421, "This is not the address of this app."
        # compared and not taken apart: what is no address at all is another site's too
        if any(origin not in (f"http://{hosts[0]}", f"https://{hosts[0]}") for origin in origins):
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


def _claim(scope: Scope, member: str) -> None:
    """Count the connection that this came on as the member's, or as a stranger's."""
    connection = (scope.get("state") or {}).get(CONNECTION)
    if connection is not None:
        connection.belongs_to(member)


def _with_caution(send: Send, more: Headers) -> Send:
    """Add a few words of caution to an answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            named = {name.lower() for name, _ in headers}
            message = {
                **message,
                "headers": [
                    *headers,
                    *(pair for pair in (*HEADERS, *more) if pair[0] not in named),
                ],
            }
        await send(message)

    return send_with_headers


async def _turn_away(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    """Refuse a request in words; a socket is refused in such only where the server can say them."""
    headers = (b"content-type", b"text/plain; charset=utf-8"), *HEADERS
    if scope["type"] == "http":
        await respond(send, status, words.encode(), *headers)
        return
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await respond(send, status, words.encode(), *headers, kind="websocket.http")
    else:
        await send({"type": "websocket.close", "code": REFUSED, "reason": words})

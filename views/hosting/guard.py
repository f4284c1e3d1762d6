"""The guard in front of Flet's server: only requests to the app's own address get through.

Flet's server accepts any Host and any Origin, so a page from elsewhere, open in a browser on this machine or reaching
it by a name that resolves to it, could use the books.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.addresses import LOCAL, is_loopback
from models.rooms import IN
from views.hosting.connection import Sessions
from views.hosting.door import Door
from views.hosting.visit import Visit

SOCKET = "/ws"
"""Where Flet's client opens its socket."""
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
CONNECTION = "connection"
"""Under this the state of a request has the connection that it came on."""
FULL = "Too many screens are open at this table. Close one, then load this page again."
HEADERS = {
    # no embedder policy beside it: with one, Chromium lays letters out on one thread and draws them on another, which
    # spoil each other's memory, and now and then a page froze for good (flutter/flutter#190039)
    "cross-origin-opener-policy": "same-origin",
    # a browser keeps the files, and asks each time whether they are still the same
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


class Guard:
    """Lets a request through to the app when it was meant for this app; for all others it is not there.

    ``host`` is the address served on. On loopback only this machine's own names are good. On any other, a
    bare address is good too: what must not work is a name that somebody else's server points at us.
    """

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        names: Iterable[str] = (),
        door: Door | None = None,
        sessions: Sessions | None = None,
    ) -> None:
        self.app = app
        self.sessions = sessions
        self.door = door
        self.only_here = is_loopback(host)
        self._given = tuple(name.lower() for name in names)
        own = socket.gethostname().lower()
        self.names = {host.strip("[]").lower(), *LOCAL, *self._given}
        if not self.only_here:
            self.names |= {own, f"{own}.local"}

    def at(self, host: str) -> Guard:
        """Return the guard of another address of the same app: the door, the sessions and the places are shared."""
        return Guard(self.app, host, self._given, self.door, self.sessions)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is meant for this app, and refuse the rest."""
        connection = HTTPConnection(scope)
        wrong, member = self.complaint(connection.headers), None
        # files of the client are public
        page = "." not in str(scope.get("path")).rsplit("/", 1)[-1]
        if wrong is None and self.door:
            member = self.door.member(connection)
        own = member.id if member and member.state == IN else ""
        if held := scope.get("state", {}).get(CONNECTION):
            held.belongs_to(own)
        wrong = wrong or self._why_shut(scope, own, page=page)
        answer: ASGIApp | None = PlainTextResponse(wrong[1], wrong[0]) if wrong else None
        more: dict[str, str] = {}
        if answer is None and scope["type"] == "websocket":
            if self.sessions:
                await self._visit(self.sessions, own, receive, send)
            return
        if answer is None and page and self.door:
            more = self.door.renew(connection, member)
            answer = await self.door.answer(Request(scope, receive), member)
        await (answer or self.app)(scope, receive, _with_caution(send, more))

    async def _visit(self, sessions: Sessions, member: str, receive: Receive, send: Send) -> None:
        """Let a socket talk to the app; who comes or goes by it is shown to whoever looks at who is here."""
        was_here = member in sessions.members()
        visit = Visit(sessions, member, receive, send)
        if not was_here:
            self._notice()
        await visit.run()
        if member not in sessions.members():
            self._notice()

    def _notice(self) -> None:
        if self.door and (shared := self.door.shared()):
            shared.presence_changed()

    def _why_shut(self, scope: Scope, own: str, *, page: bool) -> tuple[int, str] | None:
        """Why a request of a member, or of nobody, is not answered: a status and a sentence."""
        if scope["type"] == "websocket":
            if scope["path"] != SOCKET:
                return 404, "There is no such page."
            if self.door and not own:
                return 401, "This device does not take part. Load this page again."
        if page and self.sessions and self.sessions.is_full(own):
            return 503, FULL
        return None

    def complaint(self, headers: Headers) -> tuple[int, str] | None:
        """What is wrong with a request: a status and a sentence; ``None`` if it may pass."""
        hosts = [host.lower() for host in headers.getlist("host")]
        origins = [origin.lower() for origin in headers.getlist("origin")]
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


def _with_caution(send: Send, more: dict[str, str]) -> Send:
    """Add a few words of caution to an answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in {**HEADERS, **more}.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers

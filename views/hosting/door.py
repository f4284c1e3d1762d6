"""Authentication, at the door in front of the app: who comes in is decided before anything of a game leaves it.

A device is known by what it holds in a cookie, and of that the book has only a digest. It gets it with the app's own
key, as the browser that is opened on this machine does, or by asking on the join page, and being let in at the table.
Files of the client are open to all: they are public, and the join page has them loaded while it waits.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

from companion.addresses import is_loopback
from companion.core.recording.members import BOOK, why_not_allowed
from models.errors import StorageError
from models.ledger import Refusal
from models.rooms import ASKS, IN, UNUSED, Member, Room, sign_of
from views.hosting import join_page
from views.hosting.joining import CROWDED, MOST_WAITING, NOBODY_INVITES, WHY_OUT, people_asked_for
from views.hosting.visit import Headers, Receive, Scope, Send, address_of
from views.state.shared_table import SharedTable, names_on
from views.state.uploads import ADDRESS, Uploads

KEY_FILE = "key"
COOKIE = "companion-"
MOST_FORM, FORM_SECONDS = 4_000, 5
"""The largest form in bytes, and the seconds in which it comes."""
MOST_FROM_ONE_PLACE = 4
"""So many devices may wait to be let into a room, and so many of one address."""
FREE_TRIES, FREE_FOR_ALL, LONGEST_PAUSE = 5, 20, 60.0
"""So many wrong codes of an address are answered at once, and so many of all together.

After each more it takes longer until the next code is looked at, up to so many seconds.
"""
MOST_ADDRESSES = 1_000
SLOW = b"This took too long. Load the page again."
WRONG_CODE = "That is not the code on the table. Look again."


class Key:
    """The app's own key, used once: whoever opens the app with it has the whole book. The next one lies in a file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / KEY_FILE
        self.value = ""
        self.renew()

    def renew(self) -> None:
        """Make another key."""
        self.value = secrets.token_urlsafe(24)
        with suppress(OSError):  # where nothing can be written, the key is only said
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(file, "w", encoding="ascii") as out:
                out.write(self.value)

    def fits(self, given: str) -> bool:
        """Whether this is the key; then it is used up."""
        right = secrets.compare_digest(given.encode(), self.value.encode())
        if right:
            self.renew()
        return right


def key_in(folder: Path) -> str:
    """Return the key of the app that has a data folder open; empty where there is none."""
    with suppress(OSError, UnicodeDecodeError):
        return (folder / KEY_FILE).read_text(encoding="ascii").strip()
    return ""


def with_key(address: str, key: str) -> str:
    """Return an address that opens the app with its key."""
    return f"{address}{'&' if '?' in address else '?'}{urlencode({'key': key})}" if key else address


class Tries:
    """Wrong codes by address, and of all for the codes that are good now: anybody may try again, but not fast."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def pause(self, address: str, free: int = FREE_TRIES) -> int:
        """How many seconds this address has to wait before it tries again."""
        wrong, last = self._wrong.get(address, (0, 0.0))
        if wrong < free:
            return 0
        left = last + min(LONGEST_PAUSE, 2.0 ** (wrong - free)) - self._clock()
        return max(0, -int(-left // 1))

    def note_miss(self, address: str) -> None:
        """Note a wrong code."""
        wrong, _ = self._wrong.pop(address, (0, 0.0))
        self._wrong[address] = min(wrong + 1, 40), self._clock()
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)


class Door:
    """Says whose a request is, and answers those that come from nobody.

    ``shared`` gives the rooms of the book; ``None`` while it can't be opened, when only the key opens the app.
    """

    def __init__(self, shared: Callable[[], SharedTable | None], folder: Path, name: str) -> None:
        self.shared = shared
        self.key = Key(folder)
        self.cookie = COOKIE + name
        self.tries = Tries()
        self.uploads = Uploads()
        self._without_book: set[str] = set()
        self._from: dict[str, str] = {}  # the address of each device that asks

    def member(self, scope: Scope) -> Member | None:
        """The member whose device sends this, let in or not."""
        token = self._token(scope)
        if not token:
            return None
        shared = self.shared()
        if shared is None:
            return Member(token, host=True) if token in self._without_book else None
        with suppress(StorageError):
            return shared.rooms.member_with(token)
        return None

    def renew(self, scope: Scope, member: Member | None) -> Headers:
        """Have a device that takes part keep what it is known by for as long again, as it is in use."""
        return (self._set_cookie(self._token(scope)),) if member and member.state == IN else ()

    async def answer(
        self, scope: Scope, receive: Receive, send: Send, member: Member | None
    ) -> bool:
        """Answer a request for a page that is the door's to answer; false where the app is to."""
        path, query = str(scope.get("path")), _fields(bytes(scope.get("query_string") or b""))
        if path == "/join/state":
            told = {"state": member.state if member else "", "to": self._home(member)}
            await _send_page(send, 200, json.dumps(told), kind="application/json")
        elif path == "/join":
            await self._join(scope, receive, send, query, member)
        elif path.startswith(ADDRESS):
            await self._take_file(scope, receive, send, path.removeprefix(ADDRESS), member)
        elif "key" in query and scope.get("method") == "GET":
            await self._enter(send, path, query["key"][0], member)
        elif member and member.state == IN:
            if path != "/" or (home := self._home(member)) == "/":
                return False
            await _redirect(send, home)
        else:
            await _redirect(send, "/join")
        return True

    async def _take_file(
        self, scope: Scope, receive: Receive, send: Send, ticket: str, member: Member | None
    ) -> None:
        """Take in the file that a member's screen has asked for, if it is one that opens files."""
        allowed = (
            scope["method"] == "PUT"
            and member is not None
            and why_not_allowed(member, BOOK) is None
        )
        taken = (
            allowed and member is not None and await self.uploads.take(member.id, ticket, receive)
        )
        await _send(send, 204 if taken else 403, b"")

    # --- with the key ------------------------------------------------------------------------------

    async def _enter(self, send: Send, path: str, given: str, member: Member | None) -> None:
        """Let in whoever has the key, as one who has the whole book."""
        if member and member.state == IN and not member.room:
            await _redirect(send, path)
        elif self.key.fits(given):
            token = secrets.token_urlsafe(32)
            shared = self.shared()
            if shared is None:
                self._without_book.add(token)
            else:
                shared.rooms.add_member(token, state=IN, host=True, bank=True)
            await _redirect(send, path, self._set_cookie(token))
        else:
            await _redirect(send, "/join")

    # --- by asking ---------------------------------------------------------------------------------

    async def _join(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        query: dict[str, list[str]],
        member: Member | None,
    ) -> None:
        """Go through the steps of joining: a code or an invitation, who somebody is, and waiting for the nod."""
        posted = scope["method"] == "POST"
        try:
            fields = _fields(await _body(receive)) if posted else query
        except TimeoutError:
            await _send(
                send, 408, SLOW, (b"content-type", b"text/plain"), (b"connection", b"close")
            )
            return
        shared = self.shared()
        address = address_of(scope)
        why_out = WHY_OUT.get(member.state, "") if member else ""
        if member and member.state == IN and (not member.room or "i" not in fields):
            await _redirect(send, "/")
            return
        if shared is None or not (rooms := shared.rooms.open_rooms()):
            words = join_page.code_page(NOBODY_INVITES, asks=False, runs_here=_runs_here(scope))
            await _send_page(send, 200, words)
            return
        if member and member.state == ASKS and not posted and "again" not in fields:
            await _send_page(send, 200, join_page.waiting_page(member.people, sign_of(member)))
            return
        room, problem = self._room(rooms, fields, address)
        if room is None:
            words = join_page.code_page(problem or why_out, runs_here=_runs_here(scope))
            await _send_page(send, 200, words)
            return
        if not posted or "step" not in fields:
            await _send_page(send, 200, self._who_page(shared, room, problem or why_out))
            return
        await self._ask(send, shared, room, fields, address, member)

    def _room(
        self, rooms: list[Room], fields: dict[str, list[str]], address: str
    ) -> tuple[Room | None, str]:
        """The room that an invitation or a code leads to, or why there is none."""
        invitation, code = fields.get("i", [""])[0], fields.get("code", [""])[0].strip().upper()
        for room in rooms:
            if invitation and secrets.compare_digest(invitation.encode(), room.invitation.encode()):
                return room, ""
        if not code:
            return (
                None,
                "This invitation is used up. Type the code on the table." if invitation else "",
            )
        every_code = " ".join(room.code for room in rooms)  # a new code is tried from the beginning
        if seconds := max(self.tries.pause(address), self.tries.pause(every_code, FREE_FOR_ALL)):
            again = f"{seconds} second{'' if seconds == 1 else 's'}"
            return (
                None,
                f"Too many wrong codes. Try again in {again}, or scan the square on the table's screen.",
            )
        for room in rooms:
            if secrets.compare_digest(code.encode(), room.code.encode()):
                return room, ""
        self.tries.note_miss(address)
        self.tries.note_miss(every_code)
        return None, WRONG_CODE

    def _who_page(self, shared: SharedTable, room: Room, problem: str) -> str:
        return join_page.who_page(
            room, shared.people(room), names_on(shared.members(room)), problem
        )

    async def _ask(  # noqa: PLR0917 - who asks, for what and from where
        self,
        send: Send,
        shared: SharedTable,
        room: Room,
        fields: dict[str, list[str]],
        address: str,
        member: Member | None,
    ) -> None:
        """Have a device wait for the host's nod."""
        other = fields.get("as", [""])[0]
        newcomer = fields.get("name", [""])[0] if other == "new" else None
        try:
            people = people_asked_for(
                shared, room, fields.get("who", ()), newcomer=newcomer, watch=other == "watch"
            )
        except Refusal as refusal:
            await _send_page(send, 200, self._who_page(shared, room, refusal.sentence))
            return
        if member and member.state != IN:
            shared.rooms.forget_member(member.id)
        waiting = [one.id for one in shared.members_asking(room)]
        self._from = {one: self._from[one] for one in waiting if one in self._from}
        if (
            len(waiting) >= MOST_WAITING
            or list(self._from.values()).count(address) >= MOST_FROM_ONE_PLACE
        ):
            await _send_page(send, 200, self._who_page(shared, room, CROWDED))
            return
        token = secrets.token_urlsafe(32)
        asking = shared.rooms.add_member(token, room=room.id, people=people, state=ASKS)
        self._from[asking.id] = address
        shared.refresh()
        await _redirect(send, "/join", self._set_cookie(token))

    def _home(self, member: Member | None) -> str:
        """Where a device begins: at the game played last, if it takes part in one evening only."""
        shared = self.shared()
        if member is None or shared is None or not member.room or member.state != IN:
            return "/"
        return next((f"/play/{one.id}" for one in shared.plays_of(member)), "/")

    def _token(self, scope: Scope) -> str:
        for name, value in scope.get("headers") or ():
            if name == b"cookie":
                with suppress(CookieError):
                    found = SimpleCookie(value.decode("latin-1")).get(self.cookie)
                    if found:
                        return found.value
        return ""

    def _set_cookie(self, token: str) -> tuple[bytes, bytes]:
        age = int(UNUSED.total_seconds())
        return (
            b"set-cookie",
            f"{self.cookie}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict".encode(),
        )


def _fields(data: bytes) -> dict[str, list[str]]:
    try:
        return parse_qs(data.decode("ascii"), max_num_fields=40)
    except ValueError:  # among them what is no ASCII
        return {}


async def _body(receive: Receive) -> bytes:
    """Read a form; one that is too large is none, nor is one of which a part has come.

    Raises:
        TimeoutError: it does not come.

    """
    data = b""
    async with asyncio.timeout(FORM_SECONDS):
        while len(data) <= MOST_FORM:
            message = await receive()
            if message["type"] != "http.request":
                break
            data += message.get("body", b"")
            if not message.get("more_body"):
                return data if len(data) <= MOST_FORM else b""
    return b""


def _runs_here(scope: Scope) -> bool:
    """Whether a request comes from this machine's own browser, by what it calls us too: a proxy may run here."""
    hosts = [
        value.decode("latin-1") for name, value in scope.get("headers") or () if name == b"host"
    ]
    return is_loopback(address_of(scope)) and all(
        is_loopback(host.rpartition(":")[0] or host) for host in hosts
    )


def own_path(path: str) -> str:
    """Return a path as an address of our own, whatever is in it: browsers read some signs as if they were not there."""
    return "/" + quote(path.lstrip("/"), safe="/:@!$&'()*+,;=~")


async def _redirect(send: Send, path: str, *headers: tuple[bytes, bytes]) -> None:
    await _send(send, 303, b"", (b"location", own_path(path).encode()), *headers)


async def _send_page(send: Send, status: int, words: str, kind: str = "text/html") -> None:
    headers: list[tuple[bytes, bytes]] = [(b"content-type", f"{kind}; charset=utf-8".encode())]
    if kind == "text/html":
        headers.append((b"content-security-policy", join_page.POLICY.encode()))
        headers.append(
            (b"referrer-policy", b"same-origin")
        )  # without any, a browser says of its forms no origin
    await _send(send, status, words.encode(), *headers)


async def _send(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    always: list[tuple[bytes, bytes]] = [
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    start: dict[str, Any] = {
        "type": "http.response.start",
        "status": status,
        "headers": [*headers, *always],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})

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
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from time import monotonic
from typing import TypeAlias
from urllib.parse import parse_qs, quote, urlencode

from companion.addresses import is_loopback
from companion.core.recording.members import BOOK, why_not_allowed
from models.errors import StorageError
from models.ledger import Refusal
from models.rooms import ASKS, IN, UNUSED, Member, Room, sign_of
from views.hosting import join_page
from views.hosting.joining import CROWDED, MOST_WAITING, NOBODY_INVITES, WHY_OUT, people_asked_for
from views.hosting.visit import Headers, Receive, Scope, Send, address_of, respond
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
Fields: TypeAlias = dict[str, list[str]]
"""What a form or an address says."""
NO_STORE = b"cache-control", b"no-store"
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


@dataclass(frozen=True, slots=True)
class Caller:
    """A request for a page that is the door's to answer, and whose it is."""

    scope: Scope
    receive: Receive
    send: Send
    member: Member | None

    async def redirect(self, path: str, *headers: tuple[bytes, bytes]) -> None:
        """Send it elsewhere in the app."""
        await respond(
            self.send, 303, b"", NO_STORE, (b"location", own_path(path).encode()), *headers
        )

    async def show(self, words: str, kind: str = "text/html") -> None:
        """Answer with a page, or with a few words for one."""
        headers = [NO_STORE, (b"content-type", f"{kind}; charset=utf-8".encode())]
        if kind == "text/html":
            headers.append((b"content-security-policy", join_page.POLICY.encode()))
            # without any, a browser says of its forms no origin
            headers.append((b"referrer-policy", b"same-origin"))
        await respond(self.send, 200, words.encode(), *headers)


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
        caller = Caller(scope, receive, send, member)
        path, query = str(scope.get("path")), _fields(bytes(scope.get("query_string") or b""))
        if path == "/join/state":
            told = {"state": member.state if member else "", "to": self._home(member)}
            await caller.show(json.dumps(told), kind="application/json")
        elif path == "/join":
            await self._join(caller, query)
        elif path.startswith(ADDRESS):
            await self._take_file(caller, path.removeprefix(ADDRESS))
        elif "key" in query and scope.get("method") == "GET":
            await self._enter(caller, path, query["key"][0])
        elif member and member.state == IN:
            if path != "/" or (home := self._home(member)) == "/":
                return False
            await caller.redirect(home)
        else:
            await caller.redirect("/join")
        return True

    async def _take_file(self, caller: Caller, ticket: str) -> None:
        """Take in the file that a member's screen has asked for, if it is one that opens files."""
        member = caller.member
        allowed = caller.scope["method"] == "PUT" and member and not why_not_allowed(member, BOOK)
        taken = allowed and member and await self.uploads.take(member.id, ticket, caller.receive)
        await respond(caller.send, 204 if taken else 403, b"", NO_STORE)

    # --- with the key ------------------------------------------------------------------------------

    async def _enter(self, caller: Caller, path: str, given: str) -> None:
        """Let in whoever has the key, as one who has the whole book."""
        member = caller.member
        if member and member.state == IN and not member.room:
            await caller.redirect(path)
        elif self.key.fits(given):
            token = secrets.token_urlsafe(32)
            shared = self.shared()
            if shared is None:
                self._without_book.add(token)
            else:
                shared.rooms.add_member(token, state=IN, host=True, bank=True)
            await caller.redirect(path, self._set_cookie(token))
        else:
            await caller.redirect("/join")

    # --- by asking ---------------------------------------------------------------------------------

    async def _join(self, caller: Caller, query: Fields) -> None:
        """Go through the steps of joining: a code or an invitation, who somebody is, and waiting for the nod."""
        posted, member = caller.scope["method"] == "POST", caller.member
        try:
            fields = _fields(await _body(caller.receive)) if posted else query
        except TimeoutError:
            ends = (b"content-type", b"text/plain"), (b"connection", b"close")
            await respond(caller.send, 408, SLOW, NO_STORE, *ends)
            return
        shared = self.shared()
        rooms = shared.rooms.open_rooms() if shared else []
        if member and member.state == IN and (not member.room or "i" not in fields):
            await caller.redirect("/")
        elif shared is None or not rooms:
            here = _runs_here(caller.scope)
            await caller.show(join_page.code_page(NOBODY_INVITES, asks=False, runs_here=here))
        elif member and member.state == ASKS and not posted and "again" not in fields:
            await caller.show(join_page.waiting_page(member.people, sign_of(member)))
        else:
            await self._choose(caller, shared, rooms, fields)

    async def _choose(
        self, caller: Caller, shared: SharedTable, rooms: list[Room], fields: Fields
    ) -> None:
        """Ask for the code, then for who somebody is; then have the device wait."""
        room, problem = self._room(rooms, fields, address_of(caller.scope))
        why = problem or (WHY_OUT.get(caller.member.state, "") if caller.member else "")
        if room is None:
            await caller.show(join_page.code_page(why, runs_here=_runs_here(caller.scope)))
            return
        if caller.scope["method"] == "POST" and "step" in fields:
            try:
                token = self._ask(caller, shared, room, fields)
            except Refusal as refusal:
                why = refusal.sentence
            else:
                await caller.redirect("/join", self._set_cookie(token))
                return
        held = names_on(shared.members(room))
        await caller.show(join_page.who_page(room, shared.people(room), held, why))

    def _room(self, rooms: list[Room], fields: Fields, address: str) -> tuple[Room | None, str]:
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

    def _ask(self, caller: Caller, shared: SharedTable, room: Room, fields: Fields) -> str:
        """Have a device wait for the host's nod; return what it will be known by.

        Raises:
            Refusal: nobody was chosen, or too many wait.

        """
        other, address = fields.get("as", [""])[0], address_of(caller.scope)
        newcomer = fields.get("name", [""])[0] if other == "new" else None
        people = people_asked_for(
            shared, room, fields.get("who", ()), newcomer=newcomer, watch=other == "watch"
        )
        if caller.member and caller.member.state != IN:
            shared.rooms.forget_member(caller.member.id)
        waiting = [device.id for device in shared.members_asking(room)]
        self._from = {device: self._from[device] for device in waiting if device in self._from}
        of_one_place = list(self._from.values()).count(address)
        if len(waiting) >= MOST_WAITING or of_one_place >= MOST_FROM_ONE_PLACE:
            raise Refusal(CROWDED)
        token = secrets.token_urlsafe(32)
        asking = shared.rooms.add_member(token, room=room.id, people=people, state=ASKS)
        self._from[asking.id] = address
        shared.refresh()
        return token

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


def _fields(data: bytes) -> Fields:
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

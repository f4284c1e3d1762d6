"""Authentication, at the door in front of the app: who comes in is decided before anything of a game leaves it.

A device is known by what it holds in a cookie, and of that the book has only a digest. It gets it with the app's own
key, as the browser that is opened on this machine does, or by asking on the join page, and being let in at the table.
Files of the client are open to all: they are public, and the join page has them loaded while it waits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from urllib.parse import quote

from starlette.datastructures import QueryParams as Fields
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from companion.addresses import is_loopback
from companion.core.recording.members import BOOK, why_not_allowed
from models.errors import StorageError
from models.ledger import Refusal
from models.rooms import ASKS, IN, UNUSED, Member, Room, sign_of
from views.hosting import join_page
from views.hosting.joining import CROWDED, NOBODY_INVITES, WHY_OUT, ask_to_join
from views.hosting.key import Key
from views.state.shared_table import SharedTable, names_on
from views.state.uploads import ADDRESS, Uploads

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
NO_STORE = {"cache-control": "no-store"}
OF_A_PAGE = {
    **NO_STORE,
    "content-security-policy": join_page.POLICY,
    "referrer-policy": "same-origin",  # without any, a browser says of its forms no origin
}
SLOW = "This took too long. Load the page again."
WRONG_CODE = "That is not the code on the table. Look again."


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

    def member(self, connection: HTTPConnection) -> Member | None:
        """The member whose device sends this, let in or not."""
        token = connection.cookies.get(self.cookie)
        if not token:
            return None
        shared = self.shared()
        if shared is None:
            return Member(token, host=True) if token in self._without_book else None
        with suppress(StorageError):
            return shared.rooms.member_with(token)
        return None

    def renew(self, connection: HTTPConnection, member: Member | None) -> dict[str, str]:
        """Have a device that takes part keep what it is known by for as long again, as it is in use."""
        takes_part = member and member.state == IN
        return self._set_cookie(connection.cookies[self.cookie]) if takes_part else {}

    def _set_cookie(self, token: str) -> dict[str, str]:
        age = int(UNUSED.total_seconds())
        kept = f"Path=/; Max-Age={age}; HttpOnly; SameSite=Strict"
        return {"set-cookie": f"{self.cookie}={token}; {kept}"}

    async def answer(self, request: Request, member: Member | None) -> Response | None:
        """Answer a request for a page that is the door's to answer; ``None`` where the app is to."""
        path, query = request.scope["path"], _fields(request.scope["query_string"])
        if path == "/join/state":
            told = {"state": member.state if member else "", "to": self._home(member)}
            return JSONResponse(told, headers=NO_STORE)
        if path == "/join":
            return await self._join(request, member, query)
        if path.startswith(ADDRESS):
            return await self._take_file(request, member, path.removeprefix(ADDRESS))
        if "key" in query and request.method == "GET":
            return self._enter(member, path, query["key"])
        if member and member.state == IN:
            home = self._home(member) if path == "/" else path
            return None if home == path else _redirect(home)
        return _redirect("/join")

    async def _take_file(self, request: Request, member: Member | None, ticket: str) -> Response:
        """Take in the file that a member's screen has asked for, if it is one that opens files."""
        allowed = request.method == "PUT" and member and not why_not_allowed(member, BOOK)
        taken: object = False
        with suppress(ClientDisconnect):
            parts = request.stream()
            taken = allowed and member and await self.uploads.take(member.id, ticket, parts)
        return Response(status_code=204 if taken else 403, headers=NO_STORE)

    # --- with the key ------------------------------------------------------------------------------

    def _enter(self, member: Member | None, path: str, given: str) -> Response:
        """Let in whoever has the key, as one who has the whole book."""
        if member and member.state == IN and not member.room:
            return _redirect(path)
        if not self.key.fits(given):
            return _redirect("/join")
        token = secrets.token_urlsafe(32)
        shared = self.shared()
        if shared is None:
            self._without_book.add(token)
        else:
            shared.rooms.add_member(token, state=IN, host=True, bank=True)
        return _redirect(path, self._set_cookie(token))

    # --- by asking ---------------------------------------------------------------------------------

    async def _join(self, request: Request, member: Member | None, query: Fields) -> Response:
        """Go through the steps of joining: a code or an invitation, who somebody is, and waiting for the nod."""
        posted = request.method == "POST"
        try:
            fields = _fields(await _body(request)) if posted else query
        except TimeoutError:
            return PlainTextResponse(SLOW, 408, {**NO_STORE, "connection": "close"})
        shared = self.shared()
        rooms = shared.rooms.open_rooms() if shared else []
        if member and member.state == IN and (not member.room or "i" not in fields):
            return _redirect("/")
        if shared is None or not rooms:
            here = _runs_here(request)
            return _show(join_page.code_page(NOBODY_INVITES, asks=False, runs_here=here))
        if member and member.state == ASKS and not posted and "again" not in fields:
            return _show(join_page.waiting_page(member.people, sign_of(member)))
        return self._choose(request, member, shared, rooms, fields)

    def _choose(
        self,
        request: Request,
        member: Member | None,
        shared: SharedTable,
        rooms: list[Room],
        fields: Fields,
    ) -> Response:
        """Ask for the code, then for who somebody is; then have the device wait."""
        room, problem = self._room(rooms, fields, _address(request))
        why = problem or (WHY_OUT.get(member.state, "") if member else "")
        if room is None:
            return _show(join_page.code_page(why, runs_here=_runs_here(request)))
        if request.method == "POST" and "step" in fields:
            try:
                token = self._ask(member, shared, room, fields, _address(request))
                return _redirect("/join", self._set_cookie(token))
            except Refusal as refusal:
                why = refusal.sentence
        held = names_on(shared.members(room))
        return _show(join_page.who_page(room, shared.people(room), held, why))

    def _room(self, rooms: list[Room], fields: Fields, address: str) -> tuple[Room | None, str]:
        """The room that an invitation or a code leads to, or why there is none."""
        invitation, code = fields.get("i", ""), fields.get("code", "").strip().upper()
        for room in rooms:
            if invitation and secrets.compare_digest(invitation.encode(), room.invitation.encode()):
                return room, ""
        if not code:
            used_up = "This invitation is used up. Type the code on the table."
            return None, used_up if invitation else ""
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

    def _ask(
        self, member: Member | None, shared: SharedTable, room: Room, fields: Fields, address: str
    ) -> str:
        """Have a device wait for the host's nod; return what it will be known by.

        Raises:
            Refusal: nobody was chosen, or too many wait.

        """
        other, token = fields.get("as"), secrets.token_urlsafe(32)
        waiting = [device.id for device in shared.members_asking(room)]
        self._from = {device: self._from[device] for device in waiting if device in self._from}
        earlier = member if member and member.state != IN else None
        if earlier:
            self._from.pop(earlier.id, None)
        if list(self._from.values()).count(address) >= MOST_FROM_ONE_PLACE:
            raise Refusal(CROWDED)
        asking = ask_to_join(
            shared,
            room,
            token,
            fields.getlist("who"),
            newcomer=fields.get("name", "") if other == "new" else None,
            watch=other == "watch",
            earlier=earlier,
        )
        self._from[asking.id] = address
        return token

    def _home(self, member: Member | None) -> str:
        """Where a device begins that takes part."""
        shared = self.shared()
        return shared.home_of(member) if shared and member and member.state == IN else "/"


def _fields(data: bytes) -> Fields:
    """What a form or an address says; of an endless one the beginning."""
    return Fields(data[:MOST_FORM])


async def _body(request: Request) -> bytes:
    """Read a form; one that is too large is none, nor is one of which a part has come.

    Raises:
        TimeoutError: it does not come.

    """
    data = b""
    async with asyncio.timeout(FORM_SECONDS):
        with suppress(ClientDisconnect):
            async for part in request.stream():
                data += part
                if len(data) > MOST_FORM:
                    return b""
            return data
    return b""


def _redirect(path: str, more: dict[str, str] = NO_STORE) -> Response:
    """Send a device elsewhere in the app."""
    return RedirectResponse(own_path(path), 303, {**NO_STORE, **more})


def _show(words: str) -> Response:
    """Answer with a page of the door's own."""
    return HTMLResponse(words, headers=OF_A_PAGE)


def _address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def _runs_here(request: Request) -> bool:
    """Whether a request comes from this machine's own browser, by what it calls us too: a proxy may run here."""
    return is_loopback(_address(request)) and is_loopback(request.url.hostname or "")


def own_path(path: str) -> str:
    """Return a path as an address of our own, whatever is in it: browsers read some signs as if they were not there."""
    return "/" + quote(path.lstrip("/"), safe="/:@!$&'()*+,;=~")

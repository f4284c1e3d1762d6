"""The phones of a table whose tablet is the server: who each is, from its first word to its hang-up.

The page around the app has the channels (``packaging/pwa/host.mjs``); who comes in is decided here. A phone says who
wants to play on it, and waits for the host's nod; from then on its packets are Flet's.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from models.errors import StorageError
from models.ledger import Refusal
from models.rooms import ASKS, IN, Member, Room, sign_of
from views.hosting.connection import DeviceConnection, Sessions
from views.hosting.joining import CROWDED, NOBODY_INVITES, WHY_OUT, ask_to_join
from views.hosting.messages import MessageError
from views.state.copies import Copies, CopyWordsError
from views.state.meeting import Meeting
from views.state.shared_table import LOST, SharedTable

log = logging.getLogger("companion.views")

SAID = b"\x02"
"""How a packet begins that is not Flet's, but a word of the two pages."""
MOST_WORDS = 4_000
"""Bytes of what a phone may say of itself."""
TOKEN = range(32, 129)
"""How many characters the token has that a phone makes for itself."""
MOST_REFUSED = 20
"""Number of choices that a phone may be asked to make again on one channel."""
MISTAKEN = "That was refused too often. Scan the square again."
FULL = "Too many screens are open at this table. Close one, then scan the square again."
LEFT = "That phone left before it was let in. Scan the square with it once more, then hold up its new one."
PHONE_IS_NEWER = (
    "That phone has a newer Companion than this device. Go back to the games, tap Start it now, and invite again: "
    "everyone keeps their seat."
)
PHONE_IS_OLDER = (
    "That phone has an older Companion than this device. On its screen, tap Load the newer one."
)
WORDS = {
    "strange": "That is no square of Companion. Hold up the one that the phone shows.",
    "stale": (
        "That square answers an older invitation, or another table's. Scan the square here with the phone once more, "
        "then hold up its new one."
    ),
    "other": "That screen waits for another table. Type the letters shown here on it.",
    "uncalled": "This browser can't call that screen. Send it the address, and open that there.",
    "apart": (
        "That phone and this device can't reach each other. Put both on the same Wi-Fi, or let one phone make a "
        "hotspot that all others join."
    ),
    "unable": (
        "This browser can't let phones in. Bring it up to date, or use another one: Settings, Back up everything makes "
        "a file that takes this book there."
    ),
    "answered": "",
}
"""What people read of what happened to a square."""


@dataclass(eq=False)
class Phone:
    """A phone at the other end of a channel."""

    number: int
    again: bool = False
    """Whether it came back by itself, with no square."""
    tablet: str = ""
    """The certificate by which it knows this device."""
    member: str = ""
    """Whose it is, once it has said so."""
    connection: DeviceConnection | None = None
    """What takes its packets, once it has been let in."""
    away: bool = False
    """Whether it doesn't answer at the moment, as in a pocket."""
    scans: bool = False
    """Whether it was asked to read the next phone's square."""
    hello: bytes = b""
    """What it said of itself; it says so again until it has an answer."""
    refused: int = 0
    """How often it was asked to choose again."""


class Phones:
    """The phones that are connected, by the numbers that the page gives them.

    ``post`` asks the page for something: to make an offer, to look through a camera, to send a packet. From now on
    they are how devices reach the table.
    """

    def __init__(
        self,
        sessions: Sessions,
        shared: SharedTable,
        post: Callable[..., Any],
        version: str,
    ) -> None:
        self.sessions = sessions
        self.shared = shared
        self.post = post
        self.version = version
        self.meeting = Meeting(post, scan_with=self._scan_with)
        self.copies: Copies | None = None
        self._phones: dict[int, Phone] = {}
        reach = shared.reach
        reach.hang_up, reach.present = self.hang_up, self.present
        reach.meeting, reach.changed = self.meeting, self.look_who_is_in

    def present(self) -> Collection[str]:
        """The members who are connected, and answer."""
        return {
            phone.member for phone in self._phones.values() if phone.connection and not phone.away
        }

    def hear(self, what: str, more: Mapping[str, Any]) -> None:
        """Take in what happened at the page: to a channel, a square or the camera."""
        phone, meeting = self._phones.get(more.get("phone", 0)), self.meeting
        if what == "opened":
            self._phones[more["phone"]] = Phone(
                more["phone"], again=more["again"], tablet=more["own"]
            )
        elif phone:
            self._hear_of(phone, what, more)
        elif what == "picture":
            meeting.show_picture(more["picture"])
            self.post("seen")
        elif what == "called":
            self._note_missing()
        else:
            if what == "offer":
                meeting.site, meeting.letters = more["base"], more["letters"]
                meeting.offer = f"{meeting.site}#join.{more['words']}"
            elif what == "square":
                meeting.back = more["link"]
            elif what == "camera":
                meeting.camera = more["state"]
            elif what in WORDS:
                meeting.problem = WORDS[what]
            self.shared.presence_changed()

    def _hear_of(self, phone: Phone, what: str, more: Mapping[str, Any]) -> None:
        """Take in what happened to the channel of a phone."""
        if what == "heard":
            self._take(phone, more["packet"])
        elif what == "reach":
            phone.away = more["away"]
            self.shared.presence_changed()
        elif self.copies and what == "copy":
            self.copies.take(more["play"], map(bytes, more["parts"]))
        elif self.copies and what == "locked":
            self.copies.need_another(more["play"])
        elif what == "closed":
            self._forget(phone)
            if not phone.connection:
                self._show_problem(LEFT)

    def _show_problem(self, words: str) -> None:
        self.meeting.problem = words
        self.shared.presence_changed()

    def call(self) -> None:
        """Call the phones that were in when this page was loaded anew; they keep connections waiting for it."""
        if any(self.shared.members(room) for room in self.shared.rooms.open_rooms()):
            self.post("call")

    def _note_missing(self) -> None:
        """Have the screens say whose phones did not answer, as those don't that were loaded anew as well."""
        shared = self.shared
        were_in = {
            member.id for room in shared.rooms.open_rooms() for member in shared.members(room)
        }
        self.meeting.missing = frozenset(
            were_in - {phone.member for phone in self._phones.values()}
        )
        self.meeting.noticed = not self.meeting.missing
        if self.meeting.missing:
            self.post("gather")  # there is a square by the time that somebody asks for it
        shared.refresh()

    def hang_up(self, member: str) -> None:
        """End the channels of a member that takes part no longer."""
        for phone in [phone for phone in self._phones.values() if phone.member == member]:
            self._turn_away(phone, self._why_out(self.shared.member(member)))

    def look_who_is_in(self) -> None:
        """Let those in whom the host has nodded to meanwhile."""
        for phone in [
            phone for phone in self._phones.values() if phone.member and not phone.connection
        ]:
            member = self.shared.member(phone.member)
            if member.state == IN:
                self._enter(phone, member)
            elif member.state != ASKS:
                self._turn_away(phone, self._why_out(member))

    def _why_out(self, member: Member) -> str:
        """Say why a member takes part no longer: it was turned away, or nobody is invited any more."""
        return (
            WHY_OUT.get(member.state, NOBODY_INVITES)
            if self._open_room(member.room)
            else NOBODY_INVITES
        )

    def _open_room(self, room_id: str) -> Room | None:
        """A room into which phones are let; none of the whole book, or of a game that is shared no longer."""
        room = self.shared.rooms.room(room_id)
        return None if room is None or room.closed else room

    def _scan_with(self, member: str) -> None:
        """Have a phone that is in look for the next phone's square."""
        for phone in self._phones.values():
            if phone.member == member:
                phone.scans = True
                self._say(phone, scan=True)

    # --- a phone -------------------------------------------------------------------------------------

    def _take(self, phone: Phone, packet: bytes) -> None:
        """Take in a packet of a phone; one that makes no sense ends its channel."""
        try:
            if phone.connection and packet[:1] != SAID:
                phone.connection.receive(packet)
            elif not phone.member or packet != phone.hello:
                self._listen(phone, packet)
        except (MessageError, CopyWordsError) as problem:
            log.warning("a phone was hung up on: %s", problem)
            self._hang_up(phone)
        except StorageError as problem:
            self._turn_away(phone, problem.sentence)

    def _listen(self, phone: Phone, packet: bytes) -> None:
        """Hear what the page of a phone has to say itself: who it is, or what it read for a tablet with no camera."""
        words = _words(packet)
        hello, read = words.get("hello"), words.get("answer")
        if isinstance(hello, dict) and not phone.member:
            phone.hello = packet
            self._greet(phone, hello)
        elif self.copies and phone.connection and isinstance(said := words.get("copies"), dict):
            self.copies.hear(phone.number, phone.member, said)
        elif words == {"asks": True} and not phone.member:
            self._say(phone, about=self.meeting.about)  # it knows this table by its letters alone
        elif isinstance(read, str) and phone.scans:
            phone.scans = False
            self.meeting.read(read)
        else:
            raise MessageError("nothing that a phone says there")

    def _greet(self, phone: Phone, hello: dict[str, Any]) -> None:
        """Know a phone again by its token, or have it wait for the host's nod."""
        token = hello.get("token")
        if not isinstance(token, str) or len(token) not in TOKEN:
            raise MessageError("no token")
        if hello.get("version") != self.version:
            self._turn_to_newer(phone, hello.get("version"))
            return
        rooms = self.shared.rooms
        member = rooms.member_with(token) or self._change_token(phone, token, hello.get("before"))
        if member and member.state == IN and self._open_room(member.room):
            for other in [other for other in self._phones.values() if other.member == member.id]:
                self._hang_up(other)  # the same phone, on a page or a channel that is left behind
            self._enter(phone, member)
        elif phone.again:
            self._turn_away(phone, self._why_out(member or LOST))
        elif room := self._open_room(self.meeting.room):
            self._have_wait(phone, token, hello, room)
        else:
            self._turn_away(phone, NOBODY_INVITES)

    def _have_wait(self, phone: Phone, token: str, hello: dict[str, Any], room: Room) -> None:
        """Have a phone wait for the host's nod, with the names of who wants to play on it."""
        who, name = hello.get("people"), hello.get("newcomer")
        if not isinstance(name, str | None) or not isinstance(who, list):
            raise MessageError("no names")
        if not all(isinstance(person, str) for person in who):
            raise MessageError("no names")
        shared = self.shared
        try:
            asking = ask_to_join(
                shared,
                room,
                token,
                who,
                newcomer=name,
                watch=hello.get("watch") is True,
                earlier=shared.rooms.member_with(token),
            )
        except Refusal as refusal:
            answer = self._turn_away if refusal.sentence == CROWDED else self._ask_again
            answer(phone, refusal.sentence)
            return
        phone.member = asking.id
        self._say(phone, state="waits", sign=sign_of(asking))

    def _change_token(self, phone: Phone, token: str, before: object) -> Member | None:
        """Know a phone again that 1.1.0 let in, with one token for every tablet, and take its new one for this room.

        It doesn't say the old one, which could open its seat elsewhere: it proves that it has it.
        """
        rooms = self.shared.rooms
        if not isinstance(before, str):
            return None
        member = rooms.member_proving(self.meeting.room, before, f"{phone.tablet} {token}")
        if member:
            rooms.change_token(member.id, token)
        return member

    def _ask_again(self, phone: Phone, words: str) -> None:
        """Have a phone choose again who plays on it, a bounded number of times: each looks into the book."""
        phone.refused += 1
        if phone.refused > MOST_REFUSED:
            self._turn_away(phone, MISTAKEN)
        else:
            self._say(phone, state="ask", words=words)

    def _turn_to_newer(self, phone: Phone, version: object) -> None:
        """Say on both devices which of them has the older version, and hang up."""
        self._say(phone, state="version", version=self.version)
        self._hang_up(phone)
        if _order(version) > _order(self.version):
            self.post("outdated")
            self._show_problem(PHONE_IS_NEWER)
        else:
            self._show_problem(PHONE_IS_OLDER)

    def _enter(self, phone: Phone, member: Member) -> None:
        """Let a phone in: what it says from here on goes to its session."""
        if self.sessions.is_full(member.id):
            self._turn_away(phone, FULL)
            return
        phone.member = member.id
        phone.connection = DeviceConnection(
            self.sessions,
            member.id,
            lambda packet: self.post("send", phone=phone.number, packet=packet),
        )
        phone.connection.strays = (
            True  # on a channel in place of another its page says the first hello again
        )
        self.post("admit", phone=phone.number)
        self.meeting.missing -= {member.id}
        self._say(phone, state="in", route=self.shared.home_of(member))
        self.shared.presence_changed()

    def _say(self, phone: Phone, **words: Any) -> None:
        self.say(phone.number, **words)

    def say(self, number: int, **words: Any) -> None:
        """Tell the page of a phone something."""
        self.post("send", phone=number, packet=SAID + json.dumps(words).encode())

    def _turn_away(self, phone: Phone, words: str) -> None:
        """Tell a phone why it is not in, or no longer, and hang up."""
        member = self.shared.member(phone.member) if phone.member else LOST
        self._say(phone, state="out", words=words)
        self._hang_up(phone, out=member.state != IN or not self._open_room(member.room))

    def _hang_up(self, phone: Phone, *, out: bool = False) -> None:
        """End a phone's channel; of one that is ``out`` nothing waits for it to come back."""
        self.post("close", phone=phone.number, out=out)
        self._forget(phone)

    def _forget(self, phone: Phone) -> None:
        """Let go of a phone that has hung up. Its seat stays its own; whoever only asked has to ask again."""
        if self._phones.pop(phone.number, None) is None:
            return
        if self.copies:
            self.copies.forget(phone.number)
        if phone.connection:
            phone.connection.hang_up()
            self.meeting.missing |= {phone.member}
            if self.meeting.back:  # it was called by what the square shows
                self.post("gather")
        elif phone.member:
            with suppress(StorageError):
                if self.shared.member(phone.member).state == ASKS:
                    self.shared.rooms.forget_member(phone.member)
                    self.shared.refresh()
        self.shared.presence_changed()


def _order(version: object) -> tuple[int, ...]:
    """Return a version as numbers, which can be compared; of what is none, the lowest."""
    return tuple(int(part) for part in re.findall(r"\d{1,9}", str(version))[:4])


def _words(packet: bytes) -> dict[str, Any]:
    """Read what the page of a phone says itself.

    Raises:
        MessageError: it is too long, or nothing that a page says before it is let in.

    """
    try:
        found = json.loads(packet[1:]) if packet[:1] == SAID and len(packet) <= MOST_WORDS else None
        json.dumps(
            found, ensure_ascii=False
        ).encode()  # half a character, as JSON can spell one, can't be kept
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise MessageError("no word of a phone")
    return found

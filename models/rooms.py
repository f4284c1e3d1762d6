"""Who takes part: the rooms of evenings, the devices let into them, and what those ask the bank to record."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import field, fields
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import uuid4

from sqlalchemy import ColumnElement, Select, bindparam, delete, exists, insert, update
from sqlalchemy import select as core_select
from sqlmodel import SQLModel, col, select

from models.database import Database
from models.entry_rows import dump, stamp
from models.errors import StorageError
from models.frozen import frozen
from models.ledger import Value
from models.tables import EntryRow, MemberRow, RequestRow, RoomPlayRow, RoomRow, columns, replacing

T = TypeVar("T")

LETTERS = "ACDEFGHJKLMNPQRTUVWXY"
"""The letters of codes: none that is taken for another, or for a figure."""
CODE_LETTERS = 4
ROOM_LETTERS = 12
"""How many letters of a room's id phones know it by."""
ASKS, IN, OUT = "asks", "in", "out"
"""A device waits for the host's nod, was let in, or was refused or removed."""
LAPSED = "lapsed"
"""A device was let in and then not used for too long. Nothing writes this down: it follows from the time."""
UNUSED, NOTED = timedelta(days=30), timedelta(hours=1)
"""After so long without use a device has to ask again; and so often its use is noted."""
GONE_HOME = timedelta(days=1)
"""After so long without use a device that isn't connected is missed no longer."""
WAITS, RECORDED, DECLINED, WITHDRAWN = "waits", "recorded", "declined", "withdrawn"
"""What has become of a request."""
ANSWERED = (RECORDED, DECLINED)
LOT, SEALED = "lot", "sealed"
"""A bidding that is under way has a row among the requests, in one of these states and of no member: a lot with its
bids, or what sealed bids are made for, with the seats of those who have bid. So it goes on after a restart."""


REQUESTS = core_select(*columns(RequestRow))


LATELY = REQUESTS.filter_by(play=bindparam("play")).order_by(col(RequestRow.at).desc()).limit(60)
"""The latest requests of a play: more than its members ask for in a round."""
ROOMS = core_select(*(column for column in columns(RoomRow) if column.name != "created"))
ROOM_OF = ROOMS.where(
    col(RoomRow.id).in_(select(RoomPlayRow.room).where(RoomPlayRow.play == bindparam("play")))
)
BIDDINGS = REQUESTS.where(
    col(RequestRow.play) == bindparam("play"), col(RequestRow.state).in_((LOT, SEALED))
)
_at_once = select(RoomRow.at_once).where(RoomRow.id == MemberRow.room).scalar_subquery()
_cells_of_members = [column for column in columns(MemberRow) if column.name != "token"]
_members = core_select(*_cells_of_members, _at_once.label("at_once")).order_by(col(MemberRow.since))
BY_ID, BY_TOKEN, BY_ROOM = (
    _members.where(col(column) == bindparam("value"))
    for column in (MemberRow.id, MemberRow.token, MemberRow.room)
)
"""Put together once, since members are read anew after each entry; those that came first are at the top."""


@frozen
class Room:
    """An evening at one table. Requests of its players need no nod where all is recorded ``at_once``.

    ``newcomers`` may ask for a seat that nobody has yet; in a ``closed`` one nobody is let in any more.
    """

    id: str
    code: str
    invitation: str = field(repr=False)
    closed: bool
    at_once: bool
    newcomers: bool


@frozen
class Member:
    """A device that takes part, for the people who play on it.

    Without a ``room`` it has the whole book: it is the one that the app runs on, or was opened with the app's key.
    ``since`` is when it came or was last noted to be in use, to the hour.
    """

    id: str
    room: str = ""
    people: tuple[str, ...] = ()
    state: str = IN
    host: bool = False
    bank: bool = False
    at_once: bool = False
    since: datetime | None = None

    @property
    def would_be_missed(self) -> bool:
        """Whether it takes part in one room, and was in use within the last day."""
        return bool(self.room and self.since and datetime.now(UTC) - self.since < GONE_HOME)


THIS_DEVICE = Member("table", host=True, bank=True)
"""Who records where no other device can take part."""


@frozen
class Request:
    """What a member asks the bank to record for a seat: an action with its answers; ``word`` is the bank's reply."""

    id: str
    play: str
    member: str
    seat: str
    at: datetime
    action: str
    answers: Mapping[str, Value]
    state: str = WAITS
    word: str = ""


@frozen
class Seating:
    """Who takes part in a play, for whoever goes on with it on another device: no tokens and no codes.

    ``devices`` are the people of each, and whether it is host and keeps the bank; ``biddings`` what is bid for.
    """

    room: str
    """How its id begins, by which a phone knows that it plays on at the same table."""
    at_once: bool
    newcomers: bool
    devices: list[tuple[list[str], bool, bool]]
    biddings: list[tuple[str, str, dict[str, Value], str]]


def digest_of(token: str) -> str:
    """Return what is stored of a device's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign_of(member: Member) -> str:
    """Return two letters by which people tell apart devices that ask for the same."""
    first, second = divmod(int(member.id, 16) % len(LETTERS) ** 2, len(LETTERS))
    return LETTERS[first] + LETTERS[second]


def _invitation() -> dict[str, Any]:
    """Make a code that people type, and what is in the square that phones scan."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
    return {"code": code, "invitation": secrets.token_urlsafe(24)}


class Rooms:
    """The rooms of a book with their plays, members and requests."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._read: tuple[object, dict[tuple[object, ...], tuple[Any, ...]]] = None, {}

    def _once(self, what: tuple[object, ...], read: Callable[[], list[T]]) -> list[T]:
        """Read what every screen of a table asks for again with each entry, once until something is written."""
        state = self.database.state()
        if state is None:
            return read()
        if state != self._read[0]:
            self._read = state, {}  # a thread that still reads the old state fills the old one's
        known = self._read[1]
        if what not in known:
            known[what] = tuple(read())
        return [*known[what]]

    # --- rooms -------------------------------------------------------------------------------------

    def open_room(self, play: str, before: str = "") -> Room:
        """Open a room for a play, or the one that it is in already; a new one's id begins like ``before``."""
        if (found := self.room_of(play)) and not found.closed:
            return found
        known = before + uuid4().hex[len(before) :]
        room = RoomRow(id=known, created=stamp(datetime.now(UTC)), **_invitation())
        with self.database.writing():
            self.database.write(insert(RoomRow), room.model_dump())
            self.add_play(room.id, play)
        return self._rooms(col(RoomRow.id) == room.id)[0]

    def room(self, room: str) -> Room | None:
        """Read a room."""
        return next(iter(self._rooms(col(RoomRow.id) == room)), None)

    def open_rooms(self) -> list[Room]:
        """List the rooms that are not closed."""
        return self._rooms(col(RoomRow.closed).is_(False))

    def room_of(self, play: str) -> Room | None:
        """Return the room that a play is in."""
        return next((Room(*row) for row in self.database.read(ROOM_OF, {"play": play})), None)

    def plays_of(self, room: str) -> list[str]:
        """List the plays of a room, by their ids."""
        return [
            play for (play,) in self.database.read(select(RoomPlayRow.play).filter_by(room=room))
        ]

    def add_play(self, room: str, play: str) -> None:
        """Take a play into a room, out of any other."""
        self.database.write(replacing(RoomPlayRow), {"play": play, "room": room})

    def invite_anew(self, room: str) -> None:
        """Make another code and invitation, so that the ones shown before let nobody ask any more."""
        self._update(RoomRow, room, **_invitation())

    def set_room(self, room: str, **values: bool) -> None:
        """Change whether a room is closed, takes newcomers, or records at once."""
        self._update(RoomRow, room, **values)

    # --- members -----------------------------------------------------------------------------------

    def add_member(self, token: str, *, people: Iterable[str] = (), **values: Any) -> Member:
        """Add a device that holds a token: for a room, in a state and with rights, where these are given."""
        row = MemberRow(
            id=uuid4().hex,
            token=digest_of(token),
            people=dump(list(people)),
            since=stamp(datetime.now(UTC)),
            **values,
        )
        self.database.write(insert(MemberRow), row.model_dump())
        return self._members(BY_ID, row.id)[0]

    def member(self, member: str) -> Member | None:
        """Read a member."""
        return next(
            iter(self._once(("member", member), lambda: self._members(BY_ID, member))), None
        )

    def member_with(self, token: str) -> Member | None:
        """Read the member whose device holds a token, and note that it is in use."""
        member = next(iter(self._members(BY_TOKEN, digest_of(token))), None)
        now = datetime.now(UTC)
        if member and member.state == IN and member.since and now - member.since > NOTED:
            with suppress(StorageError):  # a book that can't be written can be looked at
                self._update(MemberRow, member.id, since=stamp(now))
        return member

    def member_proving(self, room: str, proof: str, of: str) -> Member | None:
        """Return the member of a room whose device proves that it holds its token, which it doesn't say.

        The proof is an HMAC with SHA-256, by the token's digest, of what both sides know.
        """
        for member, digest in self.database.read(
            select(MemberRow.id, MemberRow.token).filter_by(room=room)
        ):
            if hmac.compare_digest(
                hmac.digest(digest.encode(), of.encode(), "sha256").hex().encode(), proof.encode()
            ):
                return self.member(member)
        return None

    def change_token(self, member: str, token: str) -> None:
        """Have a member's device known by another token; the one before opens nothing any more."""
        self._update(MemberRow, member, token=digest_of(token))

    def members(self, room: str) -> list[Member]:
        """List the members of a room, those that came first at the top."""
        return self._once(("members", room), lambda: self._members(BY_ROOM, room))

    def set_member(self, member: str, **values: Any) -> None:
        """Change what is known of a member: its state, its rights, or the names of its people."""
        if "people" in values:
            values["people"] = dump(list(values["people"]))
        self._update(MemberRow, member, **values)

    def forget_member(self, member: str) -> None:
        """Delete a member, whose device has to ask again."""
        self.database.write(delete(MemberRow).filter_by(id=member))

    # --- requests ----------------------------------------------------------------------------------

    def add_request(self, request: Request) -> None:
        """Write a request down; the same one again is not written twice."""
        self.database.write(insert(RequestRow).prefix_with("OR IGNORE"), _cells(request))

    def requests(self, play: str, *, state: str = WAITS) -> list[Request]:
        """List the requests of a play in a state, the one that waits longest first.

        One that became an entry waits no longer, even if the app was killed before it was settled.
        """

        def read() -> list[Request]:
            which = REQUESTS.filter_by(play=play, state=state).order_by(col(RequestRow.at))
            if state == WAITS:
                became = exists().where(
                    col(EntryRow.play) == play, col(EntryRow.command) == col(RequestRow.id)
                )
                which = which.where(~became)
            return self._requests(which)

        return self._once(("requests", play, state), read)

    def request(self, request: str) -> Request | None:
        """Read a request."""
        return next(iter(self._requests(REQUESTS.filter_by(id=request))), None)

    def last_request(self, play: str, member: str) -> Request | None:
        """Return what a member asked for last in a play."""
        return next((request for request in self._lately(play) if request.member == member), None)

    def answered_requests(self, play: str, member: str) -> list[Request]:
        """List the two that a member asked for last and were recorded or declined, the newest first."""
        answered = [
            asked
            for asked in self._lately(play)
            if asked.member == member and asked.state in ANSWERED
        ]
        return answered[:2]

    def _lately(self, play: str) -> list[Request]:
        """What members of a play asked for lately, the newest first."""
        return self._once(("lately", play), lambda: self._requests(LATELY, play=play))

    def settle(self, request: str, state: str, word: str = "") -> bool:
        """Note what has become of a request; false if that is settled already."""
        which = update(RequestRow).filter_by(id=request, state=WAITS)
        return bool(self.database.write(which.values(state=state, word=word)))

    # --- bids --------------------------------------------------------------------------------------

    def keep_bidding(
        self, play: str, state: str, action: str, answers: Mapping[str, Value], word: str
    ) -> None:
        """Write down what is bid for in a play, in place of what was noted before."""
        noted = Request(
            _bidding(play, state), play, "", "", datetime.now(UTC), action, answers, state, word
        )
        self.database.write(replacing(RequestRow), _cells(noted))

    def forget_bidding(self, play: str, state: str) -> None:
        """Delete what was noted of a bidding that is over."""
        self.database.write(delete(RequestRow).filter_by(id=_bidding(play, state)))

    # --- going on on another device ----------------------------------------------------------------

    def seating(self, play: str) -> Seating | None:
        """Return who takes part in a play, and what is bid for; ``None`` where it is in no room."""
        room = self.room_of(play)
        if room is None:
            return None
        devices = [member for member in self.members(room.id) if member.state == IN]
        biddings = self._requests(BIDDINGS, play=play)
        return Seating(
            room.id[:ROOM_LETTERS],
            room.at_once,
            room.newcomers,
            [([*device.people], device.host, device.bank) for device in devices],
            [(row.state, row.action, dict(row.answers), row.word) for row in biddings],
        )

    def seat_again(self, play: str, seating: Seating) -> None:
        """Open a room for a play in which everyone has to ask again; who comes back finds the rights of before."""
        with self.database.writing():
            room = self.open_room(play, seating.room)
            self.set_room(room.id, at_once=seating.at_once, newcomers=seating.newcomers)
            known = self.members(room.id)  # of a device that comes back to what it kept itself
            for people, host, bank in () if known else seating.devices:
                if people and (host or bank):
                    unknown, rights = secrets.token_urlsafe(24), {"host": host, "bank": bank}
                    self.add_member(unknown, room=room.id, people=people, state=OUT, **rights)
            for bidding in seating.biddings:
                self.keep_bidding(play, *bidding)

    def devices_before(self, room: str, people: Iterable[str]) -> list[Member]:
        """List the devices that somebody had before the play went on on another one, with their rights.

        They are forgotten once one of that person was let in again.
        """
        names = set(people)
        return [
            device
            for device in self.members(room)
            if device.state == OUT and (device.host or device.bank) and names & {*device.people}
        ]

    # --- rows --------------------------------------------------------------------------------------

    def _update(self, kind: type[SQLModel], key: str, **values: Any) -> None:
        self.database.write(update(kind).filter_by(id=key).values(**values))

    def _rooms(self, which: ColumnElement[bool]) -> list[Room]:
        return [Room(*row) for row in self.database.read(ROOMS.where(which))]

    def _members(self, which: Select[Any], value: str) -> list[Member]:
        lapsed = stamp(datetime.now(UTC) - UNUSED)
        found = []
        for key, room, people, state, host, bank, since, at_once in self.database.read(
            which, {"value": value}
        ):
            now = LAPSED if state == IN and since < lapsed else state
            names = tuple(json.loads(people))
            found.append(
                Member(
                    key, room, names, now, host, bank, bool(at_once), datetime.fromisoformat(since)
                )
            )
        return found

    def _requests(self, which: Select[Any], **values: str) -> list[Request]:
        found = []
        for row in self.database.read(which, values):
            with suppress(ValueError, TypeError):
                at, answers = datetime.fromisoformat(row.at), json.loads(row.answers)
                found.append(Request(**{**row._mapping, "at": at, "answers": answers}))  # noqa: SLF001 - so SQLAlchemy names what is public
        return found


def _bidding(play: str, state: str) -> str:
    return f"{state} {play}"


def _cells(request: Request) -> dict[str, str]:
    cells = {cell.name: getattr(request, cell.name) for cell in fields(request)}
    return {**cells, "at": stamp(request.at), "answers": dump(dict(request.answers))}

"""Who takes part in this process: the members by their rooms, and the news of them for every screen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from companion.core import members
from companion.core.table import Table
from models.errors import StorageError
from models.journal import Journal
from models.ledger import Refusal
from models.plays import Play, Seat
from models.rooms import ASKS, IN, OUT, THIS_DEVICE, Member, Request, Room, Rooms
from views.state.uploads import Uploads

WHOSE: ContextVar[str] = ContextVar("whose", default=THIS_DEVICE.id)
"""The member whose screen is being opened: set at the door, for what Flet does in the same task."""
LOST = Member("", state=OUT)
"""A member that is no longer known."""


@dataclass
class Reach:
    """How other devices reach this one.

    ``addresses`` are those it is served under; there are none where the app runs on the device itself. ``only_here`` is
    whether no other machine gets there, and ``hang_up`` ends the connections of a member. ``uploads`` are the files
    that browsers send to a served app.
    """

    addresses: tuple[str, ...] = ()
    only_here: bool = True
    hang_up: Callable[[str], object] = lambda _: None
    uploads: Uploads | None = None


class SharedTable:
    """The rooms of the book, read once and then kept in mind; ``tell`` has every screen redrawn."""

    def __init__(self, journal: Journal, tell: Callable[[], object], reach: Reach | None = None) -> None:
        self.rooms = Rooms(journal.database)
        self.journal = journal
        self.reach = reach or Reach()
        self._tell = tell
        self._members: dict[str, Member] = {}
        self._rooms: dict[str, Room | None] = {}
        self._begun: dict[str, list[Play]] = {}

    # --- looking -----------------------------------------------------------------------------------

    def member(self, member_id: str) -> Member:
        """A member as it is now."""
        if member_id == THIS_DEVICE.id:
            return THIS_DEVICE
        if member_id not in self._members:
            self._members[member_id] = self.rooms.member(member_id) or LOST
        return self._members[member_id]

    def room_of(self, play_id: str) -> Room | None:
        """The open room that a play is in."""
        if play_id not in self._rooms:
            self._rooms[play_id] = self.rooms.room_of(play_id)
        room = self._rooms[play_id]
        return None if room is None or room.closed else room

    def members(self, room: Room) -> list[Member]:
        """The members of a room that were let in, the first at the top."""
        return [one for one in self.rooms.members(room.id) if one.state == IN]

    def asking(self, room: Room) -> list[Member]:
        """The devices that ask to be let into a room."""
        return [one for one in self.rooms.members(room.id) if one.state == ASKS]

    def plays_of(self, member: Member) -> list[Play]:
        """The plays that a member may see, the one touched last first."""
        plays = self.journal.plays()
        if not member.room:
            return plays
        its = set(self.rooms.plays_of(member.room))
        return [one for one in plays if one.id in its]

    def next_play(self, member: Member, play_id: str) -> Play | None:
        """The game that began after this one in its room, if any did."""
        room = self.room_of(play_id)
        if room is None or not self.may_see(member, play_id):
            return None
        if room.id not in self._begun:
            its = set(self.rooms.plays_of(room.id))
            self._begun[room.id] = sorted(
                (one for one in self.journal.plays() if one.id in its), key=lambda one: one.created
            )
        begun = self._begun[room.id]
        return begun[-1] if begun and begun[-1].id != play_id else None

    def may_see(self, member: Member, play_id: str) -> bool:
        """Whether a play is one of those that a member sees."""
        if not member.room:
            return member.state == IN
        room = self.room_of(play_id)
        return member.state == IN and room is not None and room.id == member.room

    def seats(self, member: Member, play_id: str, table: Table) -> tuple[str, ...]:
        """The seats of a play whose secrets a member's device may show."""
        room = self.room_of(play_id)
        return members.seats(member, table, self.members(room) if room else ())

    def people(self, room: Room) -> list[Seat]:
        """Everyone seated in the games of a room, those of its latest game first."""
        found: dict[str, Seat] = {}
        its = set(self.rooms.plays_of(room.id))
        for play in self.journal.plays():
            if play.id in its:
                for seat in play.seats:
                    found.setdefault(seat.name.casefold(), seat)
        return list(found.values())

    # --- changing ----------------------------------------------------------------------------------

    def open_room(self, play_id: str) -> Room:
        """Open a room for a play, or the one that it is in."""
        room = self.rooms.open_room([play_id])
        self.changed()
        return room

    def join_evening(self, play_id: str, member: Member = THIS_DEVICE) -> None:
        """Take a new play into the room whose members sit in it, so that everyone keeps their seat.

        One that a member of a room began belongs to that room, whoever plays.
        """
        if member.room:
            self.rooms.add_play(member.room, play_id)
            self.changed()
            return
        rooms = self.rooms.open_rooms()
        seated = {seat.name.casefold() for seat in self.journal.play(play_id).seats} if rooms else set()
        for room in rooms:
            if any(name.casefold() in seated for one in self.members(room) for name in one.people):
                self.rooms.add_play(room.id, play_id)
                self.changed()
                return

    def let_in(self, member: Member) -> None:
        """Let a device in that has asked."""
        self.set_member(member, state=IN)

    def turn_away(self, member: Member) -> None:
        """Refuse a device that has asked, or remove one, whose connections end."""
        self.set_member(member, state=OUT, host=False, bank=False)
        self.reach.hang_up(member.id)

    def set_member(self, member: Member, **values: Any) -> None:
        """Change a member's state, rights or people."""
        self.rooms.set_member(member.id, **values)
        self.changed()

    def set_room(self, room: Room, **values: bool) -> None:
        """Change how a room is used; where it is closed, its members' connections end."""
        self.rooms.set_room(room.id, **values)
        self.changed()
        if values.get("closed"):
            for one in self.rooms.members(room.id):
                self.turn_away(one)

    def invite_anew(self, room: Room) -> None:
        """Make another code and invitation."""
        self.rooms.invite_anew(room.id)
        self.changed()

    def ask(self, request: Request) -> None:
        """Write down what a member asks for."""
        self.rooms.add_request(request)
        self.changed()

    def settle(self, request: Request, state: str, word: str = "") -> bool:
        """Note what has become of a request; false if that is settled already."""
        done = self.rooms.settle(request.id, state, word)
        self.changed()
        return done

    def waiting(self, play_id: str) -> list[Request]:
        """What members ask the bank to record in a play."""
        with suppress(Refusal, StorageError):
            return self.rooms.requests(play_id) if self.room_of(play_id) else []
        return []

    def changed(self) -> None:
        """Read everything anew, and redraw every screen."""
        self._members.clear()
        self._rooms.clear()
        self._begun.clear()
        self._tell()

"""Who takes part in this process: the members by their rooms, and the news of them for every screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from companion.core.recording import members
from companion.core.recording.meanwhile import same
from companion.core.recording.members import ASK, BOOK, INVITE, NEXT, why_not_allowed
from companion.core.table import Table
from models.errors import StorageError
from models.frozen import frozen
from models.journal import Journal
from models.ledger import Proposal, Refusal
from models.names import name_key
from models.plays import Play, Seat
from models.rooms import ASKS, IN, OUT, THIS_DEVICE, Member, Request, Room, Rooms
from views.state.meeting import Meeting
from views.state.uploads import Uploads

WHOSE: ContextVar[str] = ContextVar("whose", default=THIS_DEVICE.id)
"""The member whose screen is being opened: set at the door, for what Flet does in the same task."""
LOST = Member("", state=OUT)
"""A member that is no longer known."""


@frozen
class Declined:
    """How a play stood when a request was declined: it is news to the player until one of these is another."""

    version: int
    event: str
    last_asked: str
    """The last request of the same device, by its id."""


def seats_now(journal: Journal, play: Play) -> tuple[Seat, ...]:
    """Everyone seated in a play by their present names; where they can't be read, as they sat down at the start."""
    with suppress(StorageError):
        return Table(play.seats, journal.ledger(play.id)).people
    return play.seats


@dataclass
class Reach:
    """How other devices connect to this one."""

    addresses: tuple[str, ...] = ()
    """Those it is served under now: none before phones are invited, and none where it serves nobody."""
    open_network: Callable[[], object] | None = None
    """Lets devices reach it, or raises a ``Refusal``. ``None`` where that was decided when the app was started."""
    close_network: Callable[[], object] = lambda: None
    """Lets them reach it no longer."""
    hang_up: Callable[[str], object] = lambda _: None
    """Ends the connections of a member."""
    present: Callable[[], Collection[str]] = tuple
    """Returns the members who are connected."""
    uploads: Uploads | None = None
    """The files that browsers send to a served app."""
    meeting: Meeting | None = None
    """How phones come in where this device has no address."""
    changed: Callable[[], object] = lambda: None
    """Is told that members may have been let in."""

    @property
    def lets_phones_in(self) -> bool:
        """Whether phones can come in, now or once they are invited."""
        return bool(self.addresses) or self.open_network is not None or self.meeting is not None


def names_on(devices: Iterable[Member]) -> frozenset[str]:
    """The people who play on some devices, by the keys of their names."""
    return frozenset(name_key(name) for device in devices for name in device.people)


class SharedTable:
    """The rooms of the book; ``tell`` has every screen redrawn.

    Each change is made ``by`` a member, whose right is asked as it is written. ``watching`` are the screens that show
    who is connected.
    """

    def __init__(
        self, journal: Journal, tell: Callable[..., object], reach: Reach | None = None
    ) -> None:
        self.rooms = Rooms(journal.database)
        self.journal = journal
        self.reach = reach or Reach()
        self.watching: WeakSet[Any] = WeakSet()
        self.asked_here: set[str] = set()
        """The requests that were made since the app was started: a yes to another may have been said before."""
        self._tell = tell
        self._rooms: dict[str, Room | None] = {}
        self._away: dict[str, frozenset[str]] = {}
        self._yes: dict[str, dict[str, Proposal]] = {}
        self.declined: dict[str, Declined] = {}
        """What was declined in this process and is still news to whoever asked for it, by the request's id."""
        self._invited: set[str] = set()

    # --- looking -----------------------------------------------------------------------------------

    def member(self, member_id: str) -> Member:
        """A member as the book has it now."""
        if member_id == THIS_DEVICE.id:
            return THIS_DEVICE
        return self.rooms.member(member_id) or LOST

    def room_of(self, play_id: str) -> Room | None:
        """The open room that a play is in."""
        if play_id not in self._rooms:  # kept, as a disk that fails must not take the table away
            self._rooms[play_id] = self.rooms.room_of(play_id)
        room = self._rooms[play_id]
        return None if room is None or room.closed else room

    def room_id(self, play_id: str) -> str:
        """The id of the open room that a play is in; empty where it is in none."""
        room = self.room_of(play_id)
        return room.id if room else ""

    def members(self, room: Room) -> list[Member]:
        """The members of a room that were let in, the first at the top."""
        return [member for member in self.rooms.members(room.id) if member.state == IN]

    def devices_of(self, play_id: str) -> list[Member]:
        """The members of a play's room that were let in; none where it is in no room."""
        room = self.room_of(play_id)
        return self.members(room) if room else []

    def absent(self, room: Room) -> list[Member]:
        """The members of a room whose devices are not connected, or don't answer."""
        present = self.reach.present()
        return [member for member in self.members(room) if member.id not in present]

    def members_asking(self, room: Room) -> list[Member]:
        """The devices that ask to be let into a room."""
        return [member for member in self.rooms.members(room.id) if member.state == ASKS]

    def missing(self, play_id: str) -> list[Member]:
        """The members of a play's room whose phones need a square to come back to this page."""
        gone = self.reach.meeting.missing if self.reach.meeting else ()
        return [member for member in self.devices_of(play_id) if member.id in gone]

    def with_the_book(self) -> list[Member]:
        """The devices that have the whole book, the one noted longest ago at the top."""
        return [member for member in self.rooms.members("") if member.state == IN]

    def plays_of(self, member: Member) -> list[Play]:
        """The plays that a member may see, the one touched last first."""
        return self.plays_in(member.room) if member.room else self.journal.plays()

    def plays_in(self, room: str) -> list[Play]:
        """The plays of a room by its id, the one touched last first."""
        its = set(self.rooms.plays_of(room))
        return [play for play in self.journal.plays() if play.id in its]

    def home_of(self, member: Member) -> str:
        """Where a device begins: at the game played last, if it takes part in one evening only."""
        plays = self.plays_of(member) if member.room else []
        return f"/play/{plays[0].id}" if plays else "/"

    def next_play(self, member: Member, play_id: str) -> Play | None:
        """The game that began after this one in its room, if any did."""
        room = self.room_id(play_id)
        if not (room and self.may_see(member, play_id)):
            return None
        begun = max(self.plays_in(room), key=lambda play: play.created, default=None)
        return begun if begun and begun.id != play_id else None

    def may_see(self, member: Member, play_id: str) -> bool:
        """Whether a play is one of those that a member sees."""
        its = not member.room or member.room == self.room_id(play_id)
        return its and member.state == IN

    def away(self, play_id: str) -> frozenset[str]:
        """The people, by the keys of their names, who play on devices of a play's room of which none is connected.

        Whose devices were not used for a day has gone home.
        """
        if play_id not in self._away:
            present = set(self.reach.present())
            devices: list[Member] = []
            with suppress(Refusal, StorageError):
                devices = [*self.with_the_book(), *self.devices_of(play_id)]
            here = names_on(device for device in devices if device.id in present)
            self._away[play_id] = (
                names_on(device for device in devices if device.would_be_missed) - here
            )
        return self._away[play_id]

    def seats(self, member: Member, play_id: str, table: Table) -> tuple[str, ...]:
        """The seats of a play whose secrets a member's device may show."""
        return members.seats(member, table, self.devices_of(play_id))

    def people(self, room: Room) -> list[Seat]:
        """Everyone seated in the games of a room by their present names, those of its latest game first."""
        found: dict[str, Seat] = {}
        for play in self.plays_in(room.id):
            for seat in seats_now(self.journal, play):
                found.setdefault(name_key(seat.name), seat)
        return list(found.values())

    # --- changing ----------------------------------------------------------------------------------

    def require(self, by: str, right: str, room: str = "") -> Member:
        """Return the member that does something, as to a room, as the book has it now and no screen has drawn it.

        Raises:
            Refusal: it may not.

        """
        member = self.member(by)
        if refusal := why_not_allowed(member, right, room=room):
            raise refusal
        return member

    def require_host(self, by: str, device: Member) -> None:
        """See that a member may change another device: one with the whole book can be changed by its like alone.

        Raises:
            Refusal: it may not.

        """
        self.require(by, INVITE if device.room else BOOK, device.room)

    def open_room(self, play_id: str, *, by: str = THIS_DEVICE.id) -> Room:
        """Open a room for a play, or the one that it is in, and the network for its devices.

        Raises:
            Refusal: the member may not, or devices can't reach this one. No room was opened.

        """
        its = self.room_id(play_id)
        self.require(by, INVITE if its else BOOK, its)
        if self.reach.open_network:
            self.reach.open_network()
        room = self.rooms.open_room(play_id)
        self._invited.add(room.id)
        self.refresh()
        return room

    def join_evening(self, play_id: str, *, by: str = THIS_DEVICE.id) -> None:
        """Take a new play into the room whose members sit in it, so that everyone keeps their seat.

        Who only watches, as a television does, goes on with those whose games it was let in to watch. A play that a
        member of a room began belongs to that room, whoever plays.

        Raises:
            Refusal: the member may not begin a play.

        """
        its = self.require(by, NEXT).room or self._find_evening(play_id)
        if its:
            self.rooms.add_play(its, play_id)
            self.refresh()

    def _find_evening(self, play_id: str) -> str:
        """The room of people who sit in a play, by its id; empty if there is none."""
        rooms = self.rooms.open_rooms()
        seats = self.journal.play(play_id).seats if rooms else ()
        seated = {name_key(seat.name) for seat in seats}
        for room in rooms:
            here = self.members(room)
            names = names_on(here)
            if any(not member.people for member in here):
                names |= {name_key(seat.name) for seat in self.people(room)}
            if names & seated:
                return room.id
        return ""

    def turn_away(self, member: Member, *, by: str = THIS_DEVICE.id) -> None:
        """Refuse a device that has asked, or remove one, whose connections end.

        Raises:
            Refusal: that is not for the member who does it.

        """
        self.require_host(by, member)
        self._put_out([member])

    def _put_out(self, devices: list[Member]) -> None:
        for device in devices:
            self.rooms.set_member(device.id, state=OUT, host=False, bank=False)
        self.refresh()
        for device in devices:
            self.reach.hang_up(device.id)

    def set_member(self, member: Member, *, by: str = THIS_DEVICE.id, **values: Any) -> None:
        """Change a member's state, rights or people.

        Raises:
            Refusal: that is not for the member who does it.

        """
        self.require_host(by, member)
        self.rooms.set_member(member.id, **values)
        self.refresh()

    def set_room(self, room: Room, *, by: str = THIS_DEVICE.id, **values: bool) -> None:
        """Change how a room is used; where it is closed, its members' connections end.

        The network is closed with the last room to which this process has invited.

        Raises:
            Refusal: that is not for the member who does it.

        """
        self.require(by, INVITE, room.id)
        self.rooms.set_room(room.id, **values)
        self.refresh()
        if values.get("closed"):
            self._put_out(self.rooms.members(room.id))
            self._invited.discard(room.id)
            if not self._invited:
                self.reach.close_network()

    def invite_anew(self, room: Room, *, by: str = THIS_DEVICE.id) -> None:
        """Make another code and invitation, and refuse whoever asked with the old ones.

        Raises:
            Refusal: that is not for the member who does it.

        """
        self.require(by, INVITE, room.id)
        self.rooms.invite_anew(room.id)
        self._put_out(self.members_asking(room))

    def ask(self, request: Request) -> None:
        """Write down what a member asks for.

        Raises:
            Refusal: it may ask for nothing there.

        """
        self.require(request.member, ASK, self.room_id(request.play))
        self.rooms.add_request(request)
        self.asked_here.add(request.id)
        self.refresh()

    def agree(
        self,
        request: Request,
        seats: Iterable[str],
        proposal: Proposal,
        *,
        by: str,
    ) -> None:
        """Note that players say yes to what a request comes to; in no book, so a restart has them asked again.

        Raises:
            Refusal: the member says nothing for anybody there.

        """
        self.require(by, ASK, self.room_id(request.play))
        self._yes.setdefault(request.id, {}).update(dict.fromkeys(seats, proposal))
        self.refresh()

    def who_agreed(self, request: Request, proposal: Proposal) -> frozenset[str]:
        """Who has said yes to a request as it comes out now."""
        return frozenset(
            seat for seat, then in self._yes.get(request.id, {}).items() if same(then, proposal)
        )

    def settle(self, request: Request, state: str, word: str = "", *, by: str) -> bool:
        """Note what has become of a request; false if that is settled already.

        Raises:
            Refusal: the member answers nothing there.

        """
        self.require(by, ASK, self.room_id(request.play))
        done = self.rooms.settle(request.id, state, word)
        self._yes.pop(request.id, None)
        self.refresh(first=request.member)  # who waits for it
        return done

    def is_waiting(self, request: Request) -> bool:
        """Whether a request is still to be answered."""
        return any(one.id == request.id for one in self.requests_waiting(request.play))

    def requests_waiting(self, play_id: str) -> list[Request]:
        """What members ask the bank to record in a play."""
        with suppress(Refusal, StorageError):
            return self.rooms.requests(play_id) if self.room_of(play_id) else []
        return []

    def presence_changed(self) -> None:
        """Redraw the screens that show who is connected: all of them if a player is away or back in an open game."""
        before, self._away = self._away, {}
        if any(self.away(play_id) != people for play_id, people in before.items()):
            self._tell()
            return
        for screen in tuple(self.watching):
            screen.run_soon(lambda client: client.redraw_all())

    def refresh(self, *, first: str = "") -> None:
        """Read everything anew, and redraw every screen, those of one member ``first``."""
        self._rooms.clear()
        self._away.clear()
        self.reach.changed()
        self._tell(first=first)

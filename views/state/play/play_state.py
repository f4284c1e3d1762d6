"""An open play on one screen: whose screen it is, the play as it is or once was, and its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, time

import flet as ft

from companion.core.answers import Answers
from companion.core.recording import members
from companion.core.recording.revision import Change
from models.ledger import UNDO
from models.rooms import THIS_DEVICE, Member
from views.state.open_plays import OpenPlays
from views.state.play.auction import Auctions
from views.state.play.devices import Devices
from views.state.play.draft import Draft
from views.state.play.panel import Panel
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.recorder import Recorder
from views.state.play.requests import Requests
from views.state.play.sheet import Sheet
from views.state.play.taps import Taps
from views.state.privacy import Peeks, Privacy


def seconds() -> int:
    """The time in whole seconds since 1970."""
    return int(time())


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What is half filled in on one screen, and for whom, for another screen of the same device to go on with."""

    lead: Draft | None
    own: Draft | None
    seat_at: int


@dataclass(eq=False)
class PlayState(ft.Observable):
    """One play on one screen. A component that is given it is redrawn with every change of it or of a part."""

    open_plays: OpenPlays
    play_id: str
    announce: Callable[[str], None] = lambda _: None
    """Has the other screens of a play read what was written."""
    tick: Callable[[], None] = lambda: None
    """Lets the device be felt: something was recorded or asked for."""
    clock: Callable[[], float] = monotonic
    """Seconds that pass, whatever becomes of the time of day: tells two taps apart, and lets a hammer fall."""
    now: Callable[[], int] = seconds
    """The time of day, in whole seconds since 1970."""
    scale: Callable[[], float] = lambda: 1.0
    """How large text is."""
    one_tap: Callable[[], bool] = lambda: True
    """Whether a tile that says all records at once."""
    member: Callable[[], Member] = lambda: THIS_DEVICE
    privacy: Privacy = field(default_factory=Privacy)
    past: PlaySnapshot | None = None
    """The play as it once was, if that is looked at: everything can be tried on it, and nothing recorded."""
    decide: Callable[[Change], object] | None = None
    """Gets what a sheet of the past says; without it none is opened there."""
    seen: int = -1
    """The last entry that this screen has taken in."""
    problem: str = ""
    """Why nothing was recorded, until something else is done."""
    undone: str = ""
    """What was undone here, until something else is done."""
    recorded: int = 0
    """The last entry that was written here."""
    damage: tuple[str, ...] = ()
    """What was found to be damaged in the play's file, a sentence each."""
    bids: int = 0
    """Changes with every sealed bid on any screen."""
    auctioned: int = 0
    """Changes with every open bid on any screen; zero while nothing is under the hammer."""

    def __post_init__(self) -> None:
        self.taps = Taps(self)
        self.sheet = Sheet(self)
        self.panel = Panel(self)
        self.requests = Requests(self)
        self.devices = Devices(self)
        self.recorder = Recorder(self)
        self.auction = Auctions(self)
        self.sync()

    @property
    def snapshot(self) -> PlaySnapshot:
        """The play as it is now, or as it was at the time looked at."""
        return self.past or self.open_plays.snapshot(self.play_id)

    def uptime(self) -> int:
        """Return whole seconds that pass, for what ends after some of them: the time of day may be set meanwhile."""
        return int(self.clock())

    # -- whose screen it is ------------------------------------------------------------------------
    @property
    def keeps_book(self) -> bool:
        """Whether this member records for everyone."""
        return members.why_not_allowed(self.member(), UNDO) is None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of those who play on this device."""
        return members.own_seats(self.member(), self.snapshot.table)

    @property
    def seat(self) -> str:
        """The player whose side of the play this is: of those who play on this device, the one picked."""
        seats = self.seats
        return seats[self.panel.seat_at % len(seats)] if seats else ""

    def may_show(self, seat: str) -> bool:
        """Whether this device may show what is secret of a player, and take a bid of theirs."""
        return seat in self.open_plays.shared.seats(
            self.member(), self.play_id, self.snapshot.table
        )

    def hidden_questions(self, name: str, answers: Answers) -> dict[str, str]:
        """The questions that are private to players whose secrets this device may not show, with those players."""
        snapshot, action = self.snapshot, self.snapshot.game.find_action(name)
        owners = {
            question.name: action.private_to(question, snapshot.table, answers)
            for question in action.questions
        }
        return {
            question: seat for question, seat in owners.items() if seat and not self.may_show(seat)
        }

    @property
    def handed_round(self) -> bool:
        """Whether others than one player may be at this device, so that it is handed to whoever is to look."""
        return (
            len(self.open_plays.shared.seats(self.member(), self.play_id, self.snapshot.table)) > 1
        )

    @property
    def peeks(self) -> Peeks:
        """Whose secrets a finger on this screen brings out."""
        shown = partial(self.privacy.may_show, self.play_id, self.snapshot.table)
        masked = (standing.seat for standing in self.snapshot.standings if standing.masked)
        return Peeks(self.privacy, frozenset(seat for seat in masked if shown(seat)))

    # -- what was written --------------------------------------------------------------------------
    def sync(self) -> None:
        """Read what was written since, by this screen or any other. The past does not change."""
        snapshot = self.snapshot
        if self.past:
            self.seen = snapshot.version
            return
        if snapshot.version != self.seen:
            self.sheet.overtake(self.seen)
            self.undone = ""
        self.seen = snapshot.version
        bidding = self.open_plays.biddings.get(self.play_id)
        self.bids = bidding.turn if bidding else 0
        lot = self.auction.lot
        self.auctioned = lot.turn if lot else 0
        self.panel.sync(snapshot, bidding.opened if bidding else 0)
        self.sheet.sync(snapshot, bidding)

    @property
    def unfinished(self) -> Unfinished:
        """What is half filled in here."""
        return Unfinished(self.sheet.lead, self.sheet.own, self.panel.seat_at)

    def take_over(self, unfinished: Unfinished) -> None:
        """Go on with what was half filled in on another screen of this device."""
        self.panel.seat_at = unfinished.seat_at
        own = unfinished.own
        self.sheet.lead = unfinished.lead
        self.sheet.own = own if own and self.sheet.may_fill_in(own.action, own.answers) else None
        self.sync()

    def redraw(self) -> None:
        """Redraw everything."""
        self.notify()  # type: ignore[no-untyped-call]

"""An open play as it is seen from one screen: whose screen it is, and the play as it is or once was."""

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
from views.components.privacy import Peeks, Privacy
from views.state.open_plays import OpenPlays
from views.state.play.play_snapshot import PlaySnapshot
from views.state.shared_table import SharedTable


def seconds() -> int:
    """The time in whole seconds since 1970."""
    return int(time())


@dataclass(eq=False)
class Viewpoint(ft.Observable):
    """One play as one screen sees it: all that the parts of the screen's state know of each other's play."""

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
    lot_revision: int = 0
    """Changes with every bid on any screen; zero while nothing is bid for."""
    seat_at: int = 0
    """The player picked of several on this device."""

    @property
    def snapshot(self) -> PlaySnapshot:
        """The play as it is now, or as it was at the time looked at."""
        return self.past or self.open_plays.snapshot(self.play_id)

    @property
    def shared(self) -> SharedTable:
        """Who takes part."""
        return self.open_plays.shared

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
        return seats[self.seat_at % len(seats)] if seats else ""

    def may_show(self, seat: str) -> bool:
        """Whether this device may show what is secret of a player, and take a bid of theirs."""
        return seat in self.shared.seats(self.member(), self.play_id, self.snapshot.table)

    def hidden_questions(self, name: str, answers: Answers) -> dict[str, str]:
        """The questions that are private to players whose secrets this device may not show, with those players."""
        snapshot, action = self.snapshot, self.snapshot.find_action(name)
        owners = {
            question.name: action.private_to(question, snapshot.table, answers)
            for question in action.questions
        }
        return {
            question: seat for question, seat in owners.items() if seat and not self.may_show(seat)
        }

    @property
    def with_phones(self) -> frozenset[str]:
        """The seats that have a phone."""
        devices, table = self.shared.devices_of(self.play_id), self.snapshot.table
        return frozenset(seat for device in devices for seat in members.own_seats(device, table))

    @property
    def handed_round(self) -> bool:
        """Whether others than one player may be at this device, so that it is handed to whoever is to look."""
        return len(self.shared.seats(self.member(), self.play_id, self.snapshot.table)) > 1

    @property
    def peeks(self) -> Peeks:
        """Whose secrets a finger on this screen brings out."""
        shown = partial(self.privacy.may_show, self.play_id, self.snapshot.table)
        masked = (standing.seat for standing in self.snapshot.standings if standing.masked)
        return Peeks(self.privacy, frozenset(seat for seat in masked if shown(seat)))

    def sync(self) -> None:
        """Read what was written since, by this screen or any other: each part of the screen's state has its own way."""

    def redraw(self) -> None:
        """Redraw everything."""
        self.notify()  # type: ignore[no-untyped-call]


@dataclass(eq=False)
class Part:
    """A part of what one screen knows of a ``play``, with one thing to know of it.

    A component is redrawn with every change of a play state that it is given, be it a key of a pad. Only the play is
    an observable of Flet's, and no part of it: a component that is given a part alone, and is memoised, can act on the
    play, and is redrawn only when what it shows changes.
    """

    play: Viewpoint

    @property
    def snapshot(self) -> PlaySnapshot:
        """The play as it is looked at."""
        return self.play.snapshot

    @property
    def _shared(self) -> SharedTable:
        """Who takes part."""
        return self.play.shared

    @property
    def _by(self) -> str:
        """The member whose screen this is, by its id."""
        return self.play.member().id

    def __setattr__(self, name: str, value: object) -> None:
        before = getattr(self, name, None)
        super().__setattr__(name, value)
        if not name.startswith("_") and before != value:
            self.play.redraw()

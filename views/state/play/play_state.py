"""The state of an open play on one screen: what is looked at, filled in, asked for, bid and written there."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.frozen import frozen
from views.state.play.auction import Auctions
from views.state.play.devices import Devices
from views.state.play.draft import Draft, find_asked
from views.state.play.journal_state import JournalState
from views.state.play.moment import Moment
from views.state.play.panel import TURN, OnTop, Pane
from views.state.play.play_snapshot import People, Person, PlaySnapshot
from views.state.play.recorder import Recorder
from views.state.play.requests import Requests
from views.state.play.sheet import Sheet
from views.state.play.taps import Taps
from views.state.play.viewpoint import Viewpoint

__all__ = ["TURN", "Draft", "Pane", "Panel", "People", "Person", "PlaySnapshot", "PlayState"]


@dataclass(eq=False)
class Panel(OnTop):
    """What is looked at on one screen: the turn, a player, an entry, a board, and whose side it is seen from."""

    play: PlayState
    centre: str = ""
    """What was picked for the middle of the table."""
    journal: JournalState = field(default_factory=JournalState, repr=False)
    moment: Moment = field(default_factory=Moment, repr=False)

    def sync(self, snapshot: PlaySnapshot, opened: int) -> None:
        """Take in what was written since; ``opened`` is the entry with which sealed bids were opened."""
        self.moment.look(snapshot, opened)
        if self.firm and (snapshot.undoable is None or snapshot.undoable.seq != self.firm):
            self.firm = 0

    @property
    def covered(self) -> bool:
        """Whether anything lies on top of the turn."""
        return self.pane != TURN or self.play.sheet.own is not None

    def name(self, pane: Pane) -> None:
        """Answer with a player who is tapped what asks for one; else show that player."""
        play, sheet = self.play, self.play.sheet
        draft = sheet.draft if self.pane == TURN else None
        question = find_asked(play.snapshot.find_action(draft.action), draft) if draft else None
        if draft and question and question.kind.names_player and question.name not in draft.answers:
            options = play.snapshot.options(draft.action, draft.answers, question.name) or ()
            if any(option.value == pane.seat and option.refusal is None for option in options):
                sheet.answer(question.name, pane.seat)
                return
        self.look(pane)

    def leave(self) -> None:
        """Close whatever is on top of the turn."""
        self.play.problem = ""
        self.firm = 0
        if self.pane != TURN:
            self.pane = TURN
        else:
            self.play.sheet.close()

    def turn_to(self, at: int) -> None:
        """Look at the play for another of those who play on this device."""
        self.play.seat_at = at
        self.play.sheet.put_away()


@frozen
class Unfinished:
    """What is half filled in on one screen, and for whom, for another screen of the same device to go on with."""

    lead: Draft | None
    own: Draft | None
    seat_at: int


@dataclass(eq=False)
class PlayState(Viewpoint):
    """One play on one screen. A component that is given it is redrawn with every change of it or of a part."""

    def __post_init__(self) -> None:
        self.taps = Taps(self)
        self.panel = Panel(self)
        self.sheet = Sheet(self, self.taps, self.panel)
        self.requests = Requests(self, self.sheet, self.panel)
        self.recorder = Recorder(self, self.sheet, self.requests)
        self.sheet.settled = self.recorder.record_at_once
        self.devices = Devices(self, self.recorder)
        self.auction = Auctions(self, self.sheet, self.requests, self.recorder)
        self.sync()

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
        lot = self.auction.lot
        self.lot_revision = lot.revision if lot else 0
        self.panel.sync(snapshot, lot.opened if lot else 0)
        self.sheet.sync(snapshot, lot)

    @property
    def wanted(self) -> str:
        """What the table waits for from whoever is at this screen, in words; empty if for nothing."""
        requests, lot = self.requests, self.auction.lot
        if any(map(requests.demands_on_me, requests.waiting)):
            return "Your yes is asked for"
        if lot and not lot.waited_for.isdisjoint(self.seats):
            return f"Bids are taken: {lot.name}"
        return requests.how_many_wait

    @property
    def unfinished(self) -> Unfinished:
        """What is half filled in here."""
        return Unfinished(self.sheet.lead, self.sheet.own, self.seat_at)

    def take_over(self, unfinished: Unfinished) -> None:
        """Go on with what was half filled in on another screen of this device."""
        self.seat_at = unfinished.seat_at
        own = unfinished.own
        self.sheet.lead = unfinished.lead
        self.sheet.own = own if own and self.sheet.may_fill_in(own.action, own.answers) else None
        self.sync()

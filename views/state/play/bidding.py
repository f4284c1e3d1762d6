"""The sealed bids on one question, as they are kept in this process until they are opened.

One bidding a play, shared by all its screens: a device is handed round, or everyone bids on their own. What is bid for,
and who has bid, is in the book as well; no bid is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from uuid import uuid4

from companion.core.recording.differences import describe_replaced_bids
from companion.core.several import Each
from companion.core.table import Value, listed
from models.ledger import Refusal
from models.rooms import Request
from views.state.play.draft import Draft
from views.state.play.play_snapshot import PlaySnapshot

_TURNS = count(1)
MOVED_ON = "The book has moved on: every bid went back, and everyone bids again."
"""Shown whoever had bid, and whatever was written: it reveals nothing of what anybody holds."""
BID_AGAIN = "Companion was started again, and sealed bids are in no file: {} again."
NOBODY = "There is nobody to bid here now."
GIVEN_BACK = "All bids were given back{}. To take new ones, start the sale again."
NO_BID = "You can't bid that: hold to see your chips."
"""Said of too much and of an empty fist alike: from across the table the two look the same."""


@dataclass(slots=True)
class Bidding:
    """The sealed bids on one question of one action, whose other ``answers`` are settled.

    ``bids`` are by seat, ``laid_on`` the devices they were made on, ``replaced`` the seats whose bid another device has
    replaced. ``turn`` grows with every change, ``seen`` is the last entry before they were made, ``message`` says why
    they went back; ``opened`` is the line they were recorded on, and ``gone`` says that there is nothing to bid for any
    more, as where they were ``given_back`` on a device.
    """

    action: str
    question: str
    answers: Mapping[str, Value]
    seen: int
    bids: dict[str, int] = field(default_factory=dict, repr=False)
    laid_on: dict[str, object] = field(default_factory=dict, repr=False)
    replaced: set[str] = field(default_factory=set)
    given_back: object | None = field(default=None, repr=False)
    message: str = ""
    opened: int = 0
    gone: bool = False
    command: str = field(default_factory=lambda: uuid4().hex)
    turn: int = field(default_factory=lambda: next(_TURNS))

    def to_word(self) -> str:
        """Write what is kept beside its action and the answers, for a restart: no bid; nothing once it is over."""
        if self.opened or self.gone:
            return ""
        kept = {name: getattr(self, name) for name in ("question", "seen", "command")}
        return json.dumps({**kept, "laid": sorted(self.bids)})

    @classmethod
    def resume(cls, kept: Request, snapshot: PlaySnapshot) -> Bidding:
        """Go on with a bidding that was kept, and have those bid again who had bid."""
        said = json.loads(kept.word)
        laid = said.pop("laid")
        found = cls(kept.action, answers=kept.answers, **said)
        found.kind(snapshot)
        if laid:
            names = listed(map(snapshot.table.name, laid))
            found.message = BID_AGAIN.format(f"{names} {'bids' if len(laid) == 1 else 'bid'}")
        return found

    def kind(self, snapshot: PlaySnapshot) -> Each:
        """The question itself."""
        kind = snapshot.game.find_action(self.action).question(self.question).kind
        if not isinstance(kind, Each):
            raise TypeError(f"{self.action}.{self.question} takes no bids")
        return kind

    def bidders(self, snapshot: PlaySnapshot) -> tuple[str, ...]:
        """Who bids, in the order of the seats."""
        return tuple(self.kind(snapshot).offered(snapshot.turn(self.answers)))

    def still_to_bid(self, snapshot: PlaySnapshot) -> tuple[str, ...]:
        """Who has not bid yet."""
        return tuple(seat for seat in self.bidders(snapshot) if seat not in self.bids)

    def limits(self, snapshot: PlaySnapshot, seat: str) -> tuple[int, int]:
        """The least and the most that a player may bid; only that player may see it."""
        return self.kind(snapshot).limits_of(seat, snapshot.turn(self.answers))

    def wrong(self, snapshot: PlaySnapshot, seat: str, number: int) -> str:
        """Why a player may not bid this, for that player alone; empty if it is a bid."""
        kind = self.kind(snapshot)
        least, most = self.limits(snapshot, seat)
        if not least <= number <= most:
            return NO_BID
        if number % kind.step:
            return f"A bid here is a multiple of {kind.unit}{kind.step}."
        return ""

    def describe_replaced(self, snapshot: PlaySnapshot) -> str:
        """Say whose bid was replaced on another device than the one it was made on; no figure is in it."""
        return describe_replaced_bids(
            [snapshot.table.name(seat) for seat in self.bidders(snapshot) if seat in self.replaced]
        )

    def is_recorded(self, draft: Draft) -> bool:
        """Whether a sheet asked for these bids, and they are recorded by now."""
        others = {name: value for name, value in draft.answers.items() if name != self.question}
        return (
            draft.known < self.opened
            and draft.action == self.action
            and others == dict(self.answers)
        )

    def reason(self, device: object) -> str:
        """Why no bids are taken now, in words for one device; empty if they are."""
        if self.given_back is None:
            return self.message if self.gone else ""
        return GIVEN_BACK.format("" if self.given_back is device else " on another device")

    def touch(self) -> None:
        """Note a change, so that every screen of the play is redrawn."""
        self.turn = next(_TURNS)

    def review(self, snapshot: PlaySnapshot) -> None:
        """Give every bid back where anything was written since; where there is nothing to bid for now, for good.

        Giving back only those that no longer fit would tell, by the tick that falls, how high a bid is.
        """
        if self.opened or self.gone or self.seen == snapshot.version:
            return
        self.seen = snapshot.version
        try:
            barred = snapshot.game.why_not(self.action, snapshot.table, self.answers)
            if not barred and not self.bidders(snapshot):
                barred = NOBODY
        except Refusal as refusal:
            barred = refusal.sentence
        if barred:
            self.gone = True
            self.forget()
            self.message = f"The game has moved on, and every bid was given back. {barred}"
            self.touch()
        else:
            self.give_back()

    def give_back(self) -> None:
        """Give every bid back, and have everyone bid again."""
        if self.bids:
            self.forget()
            self.message = MOVED_ON
        self.touch()

    def forget(self) -> None:
        """Forget every bid, and who made it where."""
        self.bids.clear()
        self.laid_on.clear()
        self.replaced.clear()

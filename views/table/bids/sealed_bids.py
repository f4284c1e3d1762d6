"""Sealed bids before they are opened. They are kept in this process alone, and seen by nobody.

One bidding a play, shared by all its screens: a device is handed round, or everyone bids on his own. No bid is ever
in a sheet, the journal, an address or a file before all are opened; then they are recorded together, as one line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING
from uuid import uuid4

from companion.core.differences import laid_again
from companion.core.meanwhile import Shown
from companion.core.questions import Each, write_each
from models.errors import StorageError
from models.ledger import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.table import Value
    from models.ledger import Entry
    from views.state.draft import Draft
    from views.state.play_snapshot import PlaySnapshot
    from views.state.play_state import PlayState

_TURNS = count(1)
MOVED_ON = "The book has moved on: every bid went back, and everyone bids again."
"""Said whoever had bid, and whatever was written: it tells nothing of what anybody holds."""
NOBODY = "There is nobody to bid here now."
GIVEN_BACK = "All bids were given back{}. To take new ones, start the sale again."
BEGUN_ANEW = "The bids on something else went back to whoever made them."
NO_BID = "You can't bid that: hold to see your chips."
"""Said of too much and of an empty fist alike: from across the table the two look the same."""


@dataclass(slots=True)
class Bidding:
    """The bids on one question of one action, whose other ``answers`` are settled.

    ``bids`` are by seat, ``laid_on`` the devices they were laid on, ``replaced`` the seats whose bid another device has
    laid again. ``turn`` grows with whatever happens to them, ``seen`` is the last entry before they were laid, ``told``
    says why they went back; ``opened`` is the line they were recorded on, and ``gone`` says that there is nothing to
    bid for any more, as where they were ``given_back`` on a device.
    """

    action: str
    question: str
    answers: Mapping[str, Value]
    seen: int
    bids: dict[str, int] = field(default_factory=dict, repr=False)
    laid_on: dict[str, PlayState] = field(default_factory=dict, repr=False)
    replaced: set[str] = field(default_factory=set)
    given_back: PlayState | None = field(default=None, repr=False)
    told: str = ""
    opened: int = 0
    gone: bool = False
    command: str = field(default_factory=lambda: uuid4().hex)
    turn: int = field(default_factory=lambda: next(_TURNS))

    def kind(self, picture: PlaySnapshot) -> Each:
        """The question itself."""
        kind = picture.game.action(self.action).question(self.question).kind
        if not isinstance(kind, Each):
            raise TypeError(f"{self.action}.{self.question} takes no bids")
        return kind

    def asked(self, picture: PlaySnapshot) -> tuple[str, ...]:
        """Who bids, in the order of the seats."""
        return self.kind(picture).who(picture.table, self.answers)

    def lacking(self, picture: PlaySnapshot) -> tuple[str, ...]:
        """Who has not bid yet."""
        return tuple(seat for seat in self.asked(picture) if seat not in self.bids)

    def limits(self, picture: PlaySnapshot, seat: str) -> tuple[int, int]:
        """The least and the most that a player may bid; for that player's eyes alone."""
        return self.kind(picture).limits(picture.table, self.answers, seat)

    def wrong(self, picture: PlaySnapshot, seat: str, number: int) -> str:
        """Why a player may not bid this, said to that player alone; nothing when it is a bid."""
        kind = self.kind(picture)
        least, most = self.limits(picture, seat)
        if not least <= number <= most:
            return NO_BID
        if number % kind.step:
            return f"A bid here is a multiple of {kind.unit}{kind.step}."
        return ""

    def laid_again(self, picture: PlaySnapshot) -> str:
        """Say whose bid was replaced on another device than the one it was laid on; no figure is in it."""
        return laid_again([picture.table.name(seat) for seat in self.asked(picture) if seat in self.replaced])

    def recorded(self, draft: Draft) -> bool:
        """Whether a sheet asked for these bids, and they are recorded by now."""
        others = {name: value for name, value in draft.answers.items() if name != self.question}
        return draft.known < self.opened and draft.action == self.action and others == dict(self.answers)

    def reason(self, state: PlayState) -> str:
        """Why no bids are taken now, as it is to be said on a device; nothing where they are."""
        if self.given_back is None:
            return self.told if self.gone else ""
        return GIVEN_BACK.format("" if self.given_back is state else " on another device")

    def stirred(self) -> None:
        """Something happened to it: every screen of the play looks again."""
        self.turn = next(_TURNS)

    def review(self, picture: PlaySnapshot) -> None:
        """Give every bid back where anything was written since; where there is nothing to bid for now, for good.

        Giving back only those that no longer fit would tell, by the tick that falls, how high a bid is.
        """
        if self.opened or self.gone or self.seen == picture.version:
            return
        self.seen = picture.version
        try:
            barred = picture.referee.why_not(self.action, self.answers)
            if not barred and not self.asked(picture):
                barred = NOBODY
        except Refusal as refusal:
            barred = refusal.sentence
        if barred:
            self.gone = True
            self.forget()
            self.told = f"The play has moved on, and every bid went back to whoever made it. {barred}"
            self.stirred()
        else:
            self.give_back()

    def give_back(self) -> None:
        """Give every bid back to whoever made it, and have everyone bid again."""
        if self.bids:
            self.forget()
            self.told = MOVED_ON
        self.stirred()

    def forget(self) -> None:
        """Let go of every bid, and of who laid it where."""
        self.bids.clear()
        self.laid_on.clear()
        self.replaced.clear()


def bidding(state: PlayState, picture: PlaySnapshot) -> Bidding | None:
    """The bidding of a play, held against the play as it is now; nothing where none is going on."""
    found = state.house.biddings.get(state.play_id)
    if found is None:
        return None
    if found.opened:
        # the moment of opening lasts until something else is written
        return found if picture.version == found.opened else None
    found.review(picture)
    return found


def others(picture: PlaySnapshot, draft: Draft, question: str) -> dict[str, Value]:
    """What else a sheet says, beside the bids."""
    names = (one.name for one in picture.game.action(draft.action).questions)
    answers = draft.answers
    return {name: answers[name] for name in names if name != question and answers.get(name) is not None}


def for_sheet(state: PlayState, picture: PlaySnapshot, draft: Draft, question: str) -> Bidding | None:
    """The bidding on a sheet, where it is the one going on: the same action, and all else answered the same."""
    found = bidding(state, picture)
    if found is None or found.opened or found.gone or (found.action, found.question) != (draft.action, question):
        return None
    return found if dict(found.answers) == others(picture, draft, question) else None


def begin(state: PlayState, picture: PlaySnapshot, draft: Draft, question: str) -> Bidding:
    """Take bids on a sheet: go on with those there are, or begin anew."""
    found = for_sheet(state, picture, draft, question)
    if found is None:
        answers = MappingProxyType(others(picture, draft, question))
        before = bidding(state, picture)
        found = Bidding(draft.action, question, answers, picture.version)
        if before and before.bids:
            found.told = BEGUN_ANEW
        state.house.biddings[state.play_id] = found
        _tell(state)
    return found


def lay(state: PlayState, found: Bidding, seat: str, number: int) -> None:
    """Take a player's bid, in place of any made before.

    Raises:
        Refusal: it is no bid, as that player alone is told; or the bids are open by now.

    """
    picture = state.picture
    if bidding(state, picture) is not found or found.opened or found.gone or seat not in found.asked(picture):
        raise Refusal("These bids are no longer taken.")
    if wrong := found.wrong(picture, seat, number):
        raise Refusal(wrong, found.question)
    if found.laid_on.setdefault(seat, state) is not state:
        found.replaced.add(seat)
    found.bids[seat], found.laid_on[seat] = number, state
    if not found.lacking(picture):
        # until then the cover says to each why there is no tick
        found.told = ""
    found.stirred()
    _tell(state)


def ask(state: PlayState, found: Bidding) -> None:
    """Ask whether all bids are to go back."""
    state.ask_back(found.command)


def keep(state: PlayState) -> None:
    """Let all bids lie after all."""
    state.giving_back = ""


def drop(state: PlayState, found: Bidding) -> None:
    """Give every bid back to whoever made it, once that was asked and read."""
    if not state.sure(found.command) or found.opened or found.gone:
        return
    state.giving_back = ""
    found.forget()
    found.gone, found.given_back = True, state
    found.stirred()
    _tell(state)


def open_all(state: PlayState, found: Bidding) -> Entry | None:
    """Open all bids and record what comes of them. However often it is tapped, and on however many screens, once.

    Where anything was written since they were laid, by whatever hand, or a bid can't be, all go back unopened.
    """
    turn, entry = found.turn, None
    try:
        state.house.refresh(state.play_id)
        entry = _opened(state, found)
    except StorageError as error:
        found.told = error.sentence
        found.stirred()
    if found.turn != turn:
        _tell(state)
    return entry


def _opened(state: PlayState, found: Bidding) -> Entry | None:
    picture = state.picture
    if bidding(state, picture) is not found or found.opened or found.gone or found.lacking(picture):
        return None
    sealed = write_each({seat: found.bids[seat] for seat in found.asked(picture)})
    answers = {**found.answers, found.question: sealed}
    try:
        proposal = picture.referee.propose(found.action, answers)
    except Refusal:
        # its sentence may name whose bid it is
        found.give_back()
        return None
    shown, remark = Shown(found.seen, proposal), found.laid_again(picture)
    entry = state.open_bids(found.action, answers, found.command, shown, remark)
    if entry:
        found.opened, found.told = entry.seq, ""
        found.forget()
        found.stirred()
    elif state.picture.version != picture.version:
        state.problem = ""
        found.review(state.picture)
    else:
        found.told = state.problem
        found.stirred()
    return entry


def _tell(state: PlayState) -> None:
    """Have every screen of the play look again, this one too. What is told is which play, never a bid."""
    state.sync()
    state.tell(state.play_id)

"""The lot that is bid for in the open, until the hammer falls.

One lot a play, shared by all its screens. Nothing of it is in the journal: what is recorded is the game's own action,
with whoever bid highest and the price as its answers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from itertools import count
from threading import Lock
from uuid import uuid4

from companion.core.action import Action, Auction
from companion.core.questions import Amount
from companion.core.table import Value
from models.ledger import Proposal, Refusal
from models.rooms import Request
from views.state.play.play_snapshot import PlaySnapshot

_TURNS = count(1)
CLOCKS = (0, 10, 20, 30)
"""So many seconds a table may give itself after each bid; none is the auctioneer's hammer alone."""
CANT_BID = "You can't bid that: hold to see what you have."
BIDS_STAND = "Companion was started again. The bids stand."
STARTS_AGAIN = "The book has moved on: the bidding starts again."


@dataclass(frozen=True, slots=True)
class Bid:
    """What somebody bids; ``own`` where it was made on that player's own device, and not called out.

    What was called out may have been taken ``by_bank``, which answers for it.
    """

    seat: str
    amount: int
    own: bool
    by_bank: bool = False


@dataclass(slots=True)
class Lot:
    """What is under the hammer, by an action whose other ``answers`` are settled, and the bids for it.

    ``turn`` grows with every change, and ``command`` will be the entry's. ``asked`` is the request by which the
    auctioneer had it knocked down, while that waits for the banker. ``seen`` is the last entry that was looked at.
    """

    action: str
    answers: Mapping[str, Value]
    seen: int
    bids: list[Bid] = field(default_factory=list)
    """The highest last."""
    out: set[str] = field(default_factory=set)
    """Those who have said that they bid no more."""
    seconds: int = 0
    """How long after a bid the hammer falls by itself; zero where it does not."""
    ends: int | None = None
    """When it does, in whole seconds since 1970."""
    message: str = ""
    asked: str = ""
    command: str = field(default_factory=lambda: uuid4().hex)
    turn: int = field(default_factory=lambda: next(_TURNS))
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def highest(self) -> Bid | None:
        """The bid that wins as it is now."""
        return self.bids[-1] if self.bids else None

    def touch(self) -> None:
        """Note a change, so that every screen of the play is redrawn."""
        self.turn = next(_TURNS)

    # --- how it is kept --------------------------------------------------------------------------
    def to_word(self) -> str:
        """Write what is kept of it beside its action and the answers, for a restart."""
        kept = {name: getattr(self, name) for name in ("seen", "seconds", "asked", "command")}
        return json.dumps(
            {**kept, "out": sorted(self.out), "bids": [astuple(bid) for bid in self.bids]}
        )

    @classmethod
    def resume(cls, kept: Request, snapshot: PlaySnapshot) -> Lot:
        """Go on with a lot that was kept: its bids stand, and its clock begins with the next one."""
        said = json.loads(kept.word)
        bids = [Bid(*bid) for bid in said.pop("bids")]
        message = BIDS_STAND if bids else ""
        lot = cls(
            kept.action, kept.answers, bids=bids, out=set(said.pop("out")), message=message, **said
        )
        lot.name(snapshot)
        return lot

    # --- what it is ------------------------------------------------------------------------------
    def find_declared(self, snapshot: PlaySnapshot) -> tuple[Action[...], Auction]:
        """The action that sells it, and how that is bid for."""
        action = snapshot.game.find_action(self.action)
        if action.auction is None:
            raise TypeError(f"{self.action} takes no bids")
        return action, action.auction

    def closing_actions(self, snapshot: PlaySnapshot) -> tuple[str, ...]:
        """The actions that say what becomes of it: sold, or that nobody bids."""
        return self.action, self.find_declared(snapshot)[1].unsold

    def name(self, snapshot: PlaySnapshot) -> str:
        """What is sold, in words."""
        action, t = snapshot.game.find_action(self.action), snapshot.turn(self.answers)
        said = [
            question.kind.show(self.answers[question.name], t)
            for question in action.questions
            if question.name in self.answers
        ]
        return ", ".join(said) or action.title

    def price(self, snapshot: PlaySnapshot) -> tuple[Amount, str, int]:
        """The question for the price, with its unit and its step at this table."""
        action, auction = self.find_declared(snapshot)
        kind, t = action.question(auction.price).kind, snapshot.turn(self.answers)
        if not isinstance(kind, Amount):
            raise TypeError(f"{self.action}.{auction.price} is no amount")
        return kind, kind.unit_on(t), kind.step_on(t)

    def format_amount(self, snapshot: PlaySnapshot, amount: int) -> str:
        """An amount with its unit, as the game writes it."""
        return self.price(snapshot)[0].show(amount, snapshot.turn(self.answers))

    def sale_answers(self, snapshot: PlaySnapshot, bid: Bid) -> dict[str, Value]:
        """The answers with which the action sells it for a bid."""
        auction = self.find_declared(snapshot)[1]
        return {**self.answers, auction.buyer: bid.seat, auction.price: bid.amount}

    def next_bids(self, snapshot: PlaySnapshot) -> tuple[int, int]:
        """The next step, which is about a tenth more in a round figure, and a longer one."""
        kind, _, step = self.price(snapshot)
        if self.highest is None:
            least = -(-kind.at_least // step) * step
            return least, max(10 * step, 2 * least)
        by = step_after(self.highest.amount, step)
        first = self.highest.amount // by * by + by
        return first, first // (5 * by) * 5 * by + 5 * by

    # --- who may bid what ------------------------------------------------------------------------
    def why_barred(self, snapshot: PlaySnapshot, seat: str) -> str:
        """Why a player may not bid at all, as far as the table may know; empty if the player may."""
        auction = self.find_declared(snapshot)[1]
        if seat in self.out:
            return f"{snapshot.table.name(seat)} is out of this lot."
        if self.hides(snapshot, seat):
            return ""
        return snapshot.why_not(self.action, {**self.answers, auction.buyer: seat}) or ""

    def hides(self, snapshot: PlaySnapshot, seat: str) -> bool:
        """Whether what a player could bid is hidden from the table."""
        return snapshot.hides_money(seat, self.price(snapshot)[1])

    def bidders(self, snapshot: PlaySnapshot) -> tuple[str, ...]:
        """Those who may still bid, in the order of the seats."""
        return tuple(
            player.key
            for player in snapshot.table.players
            if not self.why_barred(snapshot, player.key)
        )

    def proposal(self, snapshot: PlaySnapshot, bid: Bid) -> Proposal:
        """What a bid comes to if it wins.

        Raises:
            Refusal: it can't be paid, or the player may not have the lot.

        """
        return snapshot.rules.propose(self.action, self.sale_answers(snapshot, bid))

    def keeps(self, snapshot: PlaySnapshot, seat: str, amount: int) -> str:
        """What a player has left who gets it for an amount; empty where that is hidden, or it can't be paid."""
        if self.hides(snapshot, seat):
            return ""
        try:
            proposal = self.proposal(snapshot, Bid(seat, amount, own=True))
        except Refusal:
            return ""
        after = snapshot.table.after(proposal)
        return snapshot.game.standing(after, seat).figure

    def wrong(self, snapshot: PlaySnapshot, bid: Bid, now: int) -> str:
        """Why a bid is none; empty if it is one."""
        name, highest = snapshot.table.name(bid.seat), self.highest
        if self.is_over(now):
            return self._too_late(snapshot, bid)
        if bid.seat in self.out:
            return (
                "You are out of this lot. Come back in first."
                if bid.own
                else f"{name} is out of this lot."
            )
        if highest and highest.seat == bid.seat:
            return f"{'You have' if bid.own else f'{name} has'} the highest bid already."
        if highest and bid.amount <= highest.amount:
            return f"{snapshot.table.name(highest.seat)} bids {self.format_amount(snapshot, highest.amount)}. Bid more."
        return self._why_unpaid(snapshot, bid)

    def _too_late(self, snapshot: PlaySnapshot, bid: Bid) -> str:
        if self.highest is None:
            return "Too late: nobody bid, and the lot is gone."
        own = bid.own and self.highest.seat == bid.seat
        who = "You have" if own else f"{snapshot.table.name(self.highest.seat)} has"
        return f"Too late: the hammer has fallen. {who} it for {self.format_amount(snapshot, self.highest.amount)}."

    def _why_unpaid(self, snapshot: PlaySnapshot, bid: Bid) -> str:
        """Why the rules are against a bid.

        Where money is hidden its owner alone is told, in words that say nothing of it. What was called out is taken as
        it was: the table heard it, and a refusal would say how much is there.
        """
        hidden = self.hides(snapshot, bid.seat)
        if hidden and not bid.own:
            return ""
        try:
            self.proposal(snapshot, bid)
        except Refusal as refusal:
            return CANT_BID if hidden else refusal.sentence
        return ""

    def is_over(self, now: int) -> bool:
        """Whether the hammer has fallen."""
        return bool(self.asked) or (self.ends is not None and now >= self.ends)

    # --- what changes it -------------------------------------------------------------------------
    def take(self, snapshot: PlaySnapshot, bid: Bid, now: int) -> None:
        """Take a bid: of two at one moment one is the highest, and the other is told so.

        Raises:
            Refusal: it is none.

        """
        with self.lock:
            if wrong := self.wrong(snapshot, bid, now):
                raise Refusal(wrong, self.find_declared(snapshot)[1].price)
            self.bids.append(bid)
            self.message = ""
            self.start_clock(now)
            self.touch()

    def start_clock(self, now: int) -> None:
        """Let the clock run anew, where the table wants one and somebody has bid."""
        self.ends = now + self.seconds if self.seconds and self.bids else None

    def review(self, snapshot: PlaySnapshot, now: int) -> bool:
        """Take in what was written since: whether it is still for sale. A bid that can't be paid any more goes.

        Where money is hidden all bids go, since those that stay would say what somebody has.
        """
        if self.seen == snapshot.version:
            return True
        self.seen = snapshot.version
        if snapshot.why_not(self.action, self.answers):
            return False
        before = len(self.bids)
        if any(self.hides(snapshot, bid.seat) for bid in self.bids):
            self.bids.clear()
        while self.bids and not self._stands(snapshot, self.bids[-1]):
            self.bids.pop()
        if len(self.bids) < before:
            highest = self.highest
            now_highest = (
                f"{snapshot.table.name(highest.seat)}'s bid is the highest now." if highest else ""
            )
            self.message = f"The book has moved on. {now_highest}" if highest else STARTS_AGAIN
            self.start_clock(now)
            self.touch()
        return True

    def _stands(self, snapshot: PlaySnapshot, bid: Bid) -> bool:
        try:
            self.proposal(snapshot, bid)
        except Refusal:
            return False
        return True


def step_after(amount: int, step: int) -> int:
    """The step from an amount: 1, 2 or 5 with zeros, a tenth of it at most, and never less than the ``step``."""
    found = step
    for at in count():
        by = (1, 2, 5)[at % 3] * 10 ** (at // 3) * step
        if 10 * by > amount:
            return found
        found = by
    return found

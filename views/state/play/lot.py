"""What is sold for bids, open ones or sealed: who bids what, who is out, what a next bid is, and when it ends.

One lot a play, shared by all its screens. No bid is in the journal: what is recorded is the game's own action, with
whoever bid highest and the price, or every sealed bid, as its answers. A sealed bid is in this process alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from threading import Lock
from typing import Any, cast
from uuid import uuid4

from companion.core.action import Action, Auction
from companion.core.questions import Amount
from companion.core.recording.differences import describe_replaced_bids
from companion.core.several import Each
from companion.core.table import Value, listed
from companion.core.turn import TurnOf
from companion.core.units import format_amount
from models.frozen import frozen
from models.ledger import Proposal, Refusal
from models.rooms import LOT, SEALED, Request
from views.state.play.draft import Draft
from views.state.play.play_snapshot import PlaySnapshot

_REVISIONS = count(1)
NOT_TAKEN = "These bids are no longer taken."
NOBODY = "There is nobody to bid here now."
CANT_BID = "You can't bid that: hold to see what you have."
"""Said of too much and of an empty fist alike: from across the table the two look the same."""
BIDS_STAND = "Companion was started again. The bids stand."
BID_AGAIN = "Companion was started again, and sealed bids are in no file: {} again."
STARTS_AGAIN = "The book has moved on: the bidding starts again."
MOVED_ON = "The book has moved on: every bid went back, and everyone bids again."
"""Shown whoever had bid, and whatever was written: it reveals nothing of what anybody holds."""


@frozen
class Bid:
    """What somebody bids; ``own`` where it was made on that player's own device, and not called out.

    What was called out may have been taken ``by_bank``, which answers for it. A sealed one was laid on a ``device``.
    """

    seat: str
    amount: int
    own: bool
    by_bank: bool = False
    device: object = None


@dataclass(slots=True)
class Lot:
    """What is bid for, by an action whose other ``answers`` are settled.

    ``revision`` grows with every change, and ``command`` will be the entry's. ``asked`` is the request by which the
    auctioneer had it knocked down, while that waits for the banker. ``seen`` is the last entry that was looked at.
    """

    now: Callable[[], PlaySnapshot] = field(repr=False)
    """Returns the play as it is."""
    action: str
    answers: Mapping[str, Value]
    seen: int
    sealed: str = ""
    """The question that sealed bids answer; empty where bids are open."""
    bids: list[Bid] = field(default_factory=list, repr=False)
    """Open ones with the highest last; of several sealed ones of a player the last counts."""
    out: set[str] = field(default_factory=set)
    """Those who have said that they bid no more."""
    seconds: int = 0
    """How long after a bid the hammer falls by itself; zero where it does not."""
    ends: int | None = None
    """When it does, in whole seconds of the clock that never jumps."""
    message: str = ""
    asked: str = ""
    opened: int = 0
    """The entry with which sealed bids were opened."""
    gone: bool = False
    """Whether sealed bids were given back for good."""
    command: str = field(default_factory=lambda: uuid4().hex)
    revision: int = field(default_factory=lambda: next(_REVISIONS))
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def snapshot(self) -> PlaySnapshot:
        """The play as it is now."""
        return self.now()

    @property
    def highest(self) -> Bid | None:
        """The open bid that wins as it is now."""
        return self.bids[-1] if self.bids else None

    @property
    def laid(self) -> dict[str, int]:
        """The sealed bids by seat."""
        return {bid.seat: bid.amount for bid in self.bids}

    @property
    def is_closed(self) -> bool:
        """Whether sealed bids are no longer taken."""
        return self.gone or bool(self.opened)

    def touch(self) -> None:
        """Note a change, so that every screen of the play is redrawn."""
        self.revision = next(_REVISIONS)

    # --- how it is kept --------------------------------------------------------------------------
    @property
    def kept_as(self) -> str:
        """The state of what is kept of it."""
        return SEALED if self.sealed else LOT

    def to_word(self) -> str:
        """Write what is kept of it beside its action and the answers, for a restart: no sealed bid."""
        if self.is_closed:
            return ""
        kept = {"seen": self.seen, "command": self.command}
        if self.sealed:
            return json.dumps({"question": self.sealed, **kept, "laid": sorted(self.laid)})
        bids = [(bid.seat, bid.amount, bid.own, bid.by_bank) for bid in self.bids]
        clock = {"seconds": self.seconds, "asked": self.asked}
        return json.dumps({**kept, **clock, "out": sorted(self.out), "bids": bids})

    @classmethod
    def resume(cls, kept: Request, now: Callable[[], PlaySnapshot]) -> Lot:
        """Go on with a lot that was kept: open bids stand, and whoever had laid a sealed one bids again."""
        said = json.loads(kept.word)
        laid, sealed = said.pop("laid", ()), said.pop("question", "")
        bids, out = [Bid(*bid) for bid in said.pop("bids", ())], set(said.pop("out", ()))
        lot = cls(now, kept.action, kept.answers, sealed=sealed, bids=bids, out=out, **said)
        _ = lot.unit  # what is no lot here has none
        if laid:
            names = listed(map(lot.snapshot.name, laid))
            lot.message = BID_AGAIN.format(f"{names} {'bids' if len(laid) == 1 else 'bid'}")
        elif bids:
            lot.message = BIDS_STAND
        return lot

    # --- what it is ------------------------------------------------------------------------------
    @property
    def auction(self) -> Auction:
        """How the action that sells it is bid for in the open."""
        auction = self._action.auction
        if auction is None:
            raise TypeError(f"{self.action} takes no bids")
        return auction

    @property
    def _action(self) -> Action[...]:
        return self.snapshot.find_action(self.action)

    @property
    def _turn(self) -> TurnOf[Any]:
        return self.snapshot.turn(self.answers)

    @property
    def name(self) -> str:
        """What is sold, in words."""
        action = self._action
        said = ", ".join(
            question.kind.show(self.answers[question.name], self._turn)
            for question in action.questions
            if question.name in self.answers
        )
        parts = (action.title if self.sealed or not said else "", said)
        return " \u00b7 ".join(filter(None, parts))

    @property
    def each(self) -> Each[Any]:
        """The question that sealed bids answer."""
        return cast("Each", self._action.question(self.sealed).kind)

    @property
    def price(self) -> Amount[Any]:
        """The question that the highest of open bids answers."""
        price = self.auction.price
        return cast("Amount", self._action.question(price).kind)

    @property
    def unit(self) -> str:
        """What bids are counted in."""
        kind = self.each if self.sealed else self.price
        return kind.unit_on(self._turn)

    def format_amount(self, amount: int) -> str:
        """An amount with its unit."""
        return format_amount(amount, self.unit)

    def sale_answers(self, bid: Bid) -> dict[str, Value]:
        """The answers with which the action sells it for a bid."""
        auction = self.auction
        return {**self.answers, auction.buyer: bid.seat, auction.price: bid.amount}

    @property
    def next_bids(self) -> tuple[int, int]:
        """The next step, which is about a tenth more in a round figure, and a longer one, or one that is usual here."""
        kind, t = self.price, self._turn
        step = kind.step_on(t)
        if self.highest is None:
            first = -(-kind.at_least // step) * step
            more = max(10 * step, 2 * first)
        else:
            by = step_after(self.highest.amount, step)
            first = self.highest.amount // by * by + by
            more = first // (5 * by) * 5 * by + 5 * by
        usual = (amount * step for amount in kind.quick_on(t) if amount * step > first)
        return first, next(usual, more)

    def is_for(self, action: str, answers: Mapping[str, Value]) -> bool:
        """Whether it is what an action sells with these answers, and bids are taken for it."""
        return not self.is_closed and (self.action, self.answers) == (action, answers)

    def is_recorded(self, draft: Draft) -> bool:
        """Whether a sheet asked for these sealed bids, and they are recorded by now."""
        others = {name: value for name, value in draft.answers.items() if name != self.sealed}
        return draft.known < self.opened and draft.action == self.action and others == self.answers

    def describe_replaced(self) -> str:
        """Say whose sealed bid was replaced on another device than the one it was made on; no figure is in it."""
        first = {bid.seat: bid.device for bid in reversed(self.bids)}
        replaced = {bid.seat for bid in self.bids if bid.device is not first[bid.seat]}
        names = [self.snapshot.name(seat) for seat in self.bidders if seat in replaced]
        return describe_replaced_bids(names)

    # --- who may bid what ------------------------------------------------------------------------
    @property
    def bidders(self) -> tuple[str, ...]:
        """Those who may still bid, in the order of the seats; of sealed bids all who bid."""
        if self.sealed:
            return tuple(self.each.offered(self._turn))
        seats = (player.key for player in self.snapshot.table.players)
        return tuple(seat for seat in seats if not self.why_barred(seat))

    @property
    def still_to_bid(self) -> tuple[str, ...]:
        """Who has not laid a sealed bid yet."""
        return tuple(seat for seat in self.bidders if seat not in self.laid)

    @property
    def waited_for(self) -> set[str]:
        """Whose bid is waited for: nobody's that has laid one, or has the highest."""
        if self.sealed:
            return set() if self.is_closed else {*self.still_to_bid}
        return set() if self.asked else {*self.bidders} - {self.highest and self.highest.seat}

    def limits(self, seat: str) -> tuple[int, int]:
        """The least and the most that a player may bid under seal; only that player may see it."""
        return self.each.limits_of(seat, self._turn)

    def why_barred(self, seat: str) -> str:
        """Why a player may not bid in the open at all, as far as the table may know; empty if the player may."""
        if seat in self.out:
            return f"{self.snapshot.name(seat)} is out of this lot."
        if self.hides(seat):
            return ""
        buyer = self.auction.buyer
        return self.snapshot.why_not(self.action, {**self.answers, buyer: seat}) or ""

    def hides(self, seat: str) -> bool:
        """Whether what a player could bid is hidden from the table: on the card, or by the game's own word.

        Every purse that anybody has is asked about, so that an empty one tells no more than a full one.
        """
        snapshot, unit = self.snapshot, self.unit
        balances = snapshot.table.ledger.balances
        purses = {account.partition(":")[2] for account, of in balances if of == unit}
        masked = any(standing.masked for standing in snapshot.standings if standing.seat == seat)
        return masked or any(
            snapshot.game.is_secret(snapshot.table, f"{seat}:{purse}") for purse in purses
        )

    def outcome(self, bid: Bid) -> Proposal | Refusal:
        """What an open bid comes to if it wins, or why the rules are against it."""
        try:
            return self.snapshot.rules.propose(self.action, self.sale_answers(bid))
        except Refusal as refusal:
            return refusal

    def keeps(self, seat: str, amount: int) -> str:
        """What a player has left who gets it for an amount; empty where that is hidden, or it can't be paid."""
        outcome = self.outcome(Bid(seat, amount, own=True))
        if self.hides(seat) or isinstance(outcome, Refusal):
            return ""
        after = self.snapshot.table.after(outcome)
        return self.snapshot.game.standing(after, seat).figure

    def wrong(self, bid: Bid, now: int) -> str:
        """Why a bid is none; empty if it is one."""
        if self.sealed:
            return self._wrong_under_seal(bid)
        name, highest = self.snapshot.name(bid.seat), self.highest
        if self.is_over(now):
            return self._too_late(bid)
        if bid.seat in self.out:
            return (
                "You are out of this lot. Come back in first."
                if bid.own
                else f"{name} is out of this lot."
            )
        if highest and highest.seat == bid.seat:
            return f"{'You have' if bid.own else f'{name} has'} the highest bid already."
        if highest and bid.amount <= highest.amount:
            return f"{self.describe_highest()}. Bid more."
        return self._why_unpaid(bid)

    def describe_highest(self) -> str:
        """Say who bids how much."""
        if self.highest is None:
            return "No bid yet"
        name = self.snapshot.name(self.highest.seat)
        return f"{name} bids {self.format_amount(self.highest.amount)}"

    def _wrong_under_seal(self, bid: Bid) -> str:
        if self.is_closed or bid.seat not in self.bidders:
            return NOT_TAKEN
        kind, (least, most) = self.each, self.limits(bid.seat)
        if not least <= bid.amount <= most:
            return CANT_BID
        if bid.amount % kind.step:
            return f"A bid here is a multiple of {self.format_amount(kind.step)}."
        return ""

    def _too_late(self, bid: Bid) -> str:
        if self.highest is None:
            return "Too late: nobody bid, and the lot is gone."
        own = bid.own and self.highest.seat == bid.seat
        who = "You have" if own else f"{self.snapshot.name(self.highest.seat)} has"
        return f"Too late: the hammer has fallen. {who} it for {self.format_amount(self.highest.amount)}."

    def _why_unpaid(self, bid: Bid) -> str:
        """Why the rules are against a bid.

        Where money is hidden its owner alone is told, in words that say nothing of it. What was called out is taken as
        it was: the table heard it, and a refusal would say how much is there.
        """
        hidden, outcome = self.hides(bid.seat), self.outcome(bid)
        if (hidden and not bid.own) or not isinstance(outcome, Refusal):
            return ""
        return CANT_BID if hidden else outcome.sentence

    def is_over(self, now: int) -> bool:
        """Whether the hammer has fallen."""
        return bool(self.asked) or (self.ends is not None and now >= self.ends)

    # --- what changes it -------------------------------------------------------------------------
    def take(self, bid: Bid, now: int) -> None:
        """Take a bid: of two open ones at one moment one is the highest, and the other is told so.

        Raises:
            Refusal: it is none.

        """
        with self.lock:
            if wrong := self.wrong(bid, now):
                raise Refusal(wrong, self.sealed or self.auction.price)
            self.bids.append(bid)
            if not self.sealed or not self.still_to_bid:
                self.message = ""  # until then each of those who bid again is told why
            self.start_clock(now)
            self.touch()

    def start_clock(self, now: int) -> None:
        """Let the clock run anew, where the table wants one and somebody has bid."""
        self.ends = now + self.seconds if self.seconds and self.bids else None

    def review(self, now: int) -> bool:
        """Take in what was written since: whether it is still for sale."""
        if self.is_closed or self.seen == self.snapshot.version:
            return True
        self.seen = self.snapshot.version
        barred = self.snapshot.why_not(self.action, self.answers)
        if self.sealed:
            if not barred and not self.bidders:
                barred = NOBODY
            if barred:
                words = f"The game has moved on, and every bid was given back. {barred}"
                self.give_back(words, for_good=True)
            else:
                self.give_back(MOVED_ON if self.bids else self.message)
        elif not barred:
            self._drop_unpaid(now)
        return not barred

    def _drop_unpaid(self, now: int) -> None:
        """Drop the highest open bids that can't be paid any more.

        Where money is hidden all bids go, since those that stay would say what somebody has.
        """
        before = len(self.bids)
        if any(self.hides(bid.seat) for bid in self.bids):
            self.bids.clear()
        while self.bids and isinstance(self.outcome(self.bids[-1]), Refusal):
            self.bids.pop()
        if len(self.bids) == before:
            return
        self.message = STARTS_AGAIN
        if highest := self.highest:
            name = self.snapshot.name(highest.seat)
            self.message = f"The book has moved on. {name}'s bid is the highest now."
        self.start_clock(now)
        self.touch()

    def give_back(self, words: str, *, for_good: bool = False) -> None:
        """Give every sealed bid back, and say why; all bid again, unless it is for good.

        Giving back only those that no longer fit would tell, by the tick that falls, how high a bid is.
        """
        self.bids.clear()
        self.message, self.gone = words, for_good
        self.touch()


def step_after(amount: int, step: int) -> int:
    """The step from an amount: 1, 2 or 5 with zeros, a tenth of it at most, and never less than the ``step``."""
    found = step
    for at in count():
        by = (1, 2, 5)[at % 3] * 10 ** (at // 3) * step
        if 10 * by > amount:
            return found
        found = by
    return found

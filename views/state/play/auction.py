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
from types import MappingProxyType
from uuid import uuid4

from companion.core.action import Action, Auction
from companion.core.answers import Answers
from companion.core.questions import Amount
from companion.core.recording import members
from companion.core.recording.meanwhile import Shown
from companion.core.table import Value
from models.ledger import Entry, Proposal, Refusal
from models.rooms import DECLINED, Request
from views.state.play.draft import Draft
from views.state.play.part import Part
from views.state.play.play_snapshot import PlaySnapshot

_TURNS = count(1)
CLOCKS = (0, 10, 20, 30)
"""So many seconds a table may give itself after each bid; none is the auctioneer's hammer alone."""
NOT_FOR_SALE = "This lot is no longer for sale."
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


@dataclass(eq=False)
class Auctions(Part):
    """The lot under the hammer, as one screen bids for it and knocks it down."""

    seconds: int = 0
    """The clock that this screen chose last."""
    pad: str = ""
    """The player whose amount is typed here; empty while no pad is open."""
    typed: str = ""
    problem: tuple[int, str] = (0, "")
    """Why a bid was none, and at which turn of the lot."""

    @property
    def lot(self) -> Lot | None:
        """What is under the hammer, checked against the play as it is now; ``None`` if nothing is."""
        play = self.play
        lots, snapshot = play.open_plays.lots, play.snapshot
        lot = lots.get(play.play_id)
        if lot is None or play.past:
            return None
        if not lot.review(snapshot, play.uptime()):
            del lots[play.play_id]
            play.open_plays.keep_bids(play.play_id)
            return None
        self._hear(lot)
        return lot

    def _hear(self, lot: Lot) -> None:
        """Let the bidding go on where the banker has said no."""
        request = self.play.open_plays.shared.rooms.request(lot.asked) if lot.asked else None
        if request and request.state == DECLINED:
            lot.asked, lot.ends, lot.command = "", None, uuid4().hex
            lot.message = f"Not sold: {request.word or 'the banker said no'}. The bidding goes on."
            lot.touch()

    # --- who does what ---------------------------------------------------------------------------
    def holds(self, lot: Lot) -> bool:
        """Whether this device knocks down: the bank's, and the auctioneer's own."""
        return self.play.sheet.may_fill_in(lot.action, lot.answers)

    def auctioneer(self, lot: Lot) -> str:
        """The player who offers the lot; empty where the bank does."""
        return self.play.snapshot.game.auctioneer(self.play.snapshot.table, lot.action)

    @property
    def mine(self) -> tuple[str, ...]:
        """Those for whom bids are made here: who plays here, and at the bank who has no phone."""
        return tuple(
            player.key
            for player in self.play.snapshot.table.players
            if self.play.may_show(player.key)
        )

    @property
    def phones(self) -> bool:
        """Whether any player has a phone to bid with."""
        shared, play = self.play.open_plays.shared, self.play
        room = shared.room_of(play.play_id)
        table = play.snapshot.table
        return room is not None and any(
            members.own_seats(member, table) for member in shared.members(room)
        )

    def lot_answers(self, draft: Draft) -> dict[str, Value] | None:
        """What a sheet says of a lot, if this device may take bids for it now."""
        action = self.play.snapshot.game.find_action(draft.action)
        auction = action.auction
        if auction is None or self.play.past:
            return None
        bids = (auction.buyer, auction.price)
        answers = {
            question.name: draft.answers.get(question.name)
            for question in action.questions
            if question.name not in bids
        }
        needed = [
            question.name
            for question in action.questions
            if question.name not in bids and not question.optional
        ]
        if any(answers[name] is None for name in needed) or self.play.snapshot.why_not(
            draft.action, answers
        ):
            return None
        lot: dict[str, Value] = {
            name: value for name, value in answers.items() if value is not None
        }
        return (
            lot if self.play.sheet.may_fill_in(draft.action, lot) else None
        )  # who buys is not settled yet

    # --- what is done ----------------------------------------------------------------------------
    def put_up(self, draft: Draft) -> Lot | None:
        """Put the lot of a sheet under the hammer; the one that is there stays where somebody has bid for it."""
        play, answers = self.play, self.lot_answers(draft)
        if answers is None:
            return None
        there = self.lot
        if there and (there.bids or (there.action, dict(there.answers)) == (draft.action, answers)):
            return there
        lot = Lot(
            draft.action, MappingProxyType(answers), play.snapshot.version, seconds=self.seconds
        )
        play.open_plays.lots[play.play_id] = lot
        play.sheet.put_away()
        self._announce()
        return lot

    def bid(self, lot: Lot, seat: str, amount: int) -> None:
        """Bid for a player who plays on this device, or has no phone.

        Raises:
            Refusal: it is no bid, in words for whoever made it.

        """
        play = self.play
        if self.lot is not lot:
            raise Refusal(NOT_FOR_SALE)
        if seat not in self.mine:
            raise Refusal(f"{play.snapshot.table.name(seat)} bids on another phone.")
        bid = Bid(seat, amount, own=seat in play.seats, by_bank=play.keeps_book)
        lot.take(play.snapshot, bid, play.uptime())
        self._announce()
        play.tick()

    def tap(self, lot: Lot, seat: str, amount: int) -> None:
        """Bid with one tap; what is wrong with it is said where it was tapped."""
        try:
            self.bid(lot, seat, amount)
        except Refusal as refusal:
            self.problem = lot.turn, refusal.sentence
        else:
            self.close_pad()

    def open_pad(self, seat: str) -> None:
        """Open the keys for an amount of one's own; the same again closes them."""
        self.typed, self.problem = "", (0, "")
        self.pad = "" if self.pad == seat else seat

    def close_pad(self) -> None:
        """Put the keys away."""
        self.pad, self.typed, self.problem = "", "", (0, "")

    def bid_typed(self, lot: Lot, seat: str) -> None:
        """Bid the amount that was typed."""
        try:
            kind = lot.price(self.play.snapshot)[0]
            amount = int(kind.read(self.typed or "0", self.play.snapshot.turn(lot.answers)) or 0)
        except Refusal as refusal:
            self.problem = lot.turn, refusal.sentence
        else:
            self.tap(lot, seat, amount)

    def last_problem(self, lot: Lot) -> str:
        """Why the last bid made here was none, until the bids move on."""
        turn, words = self.problem
        return words if turn == lot.turn else ""

    def time_is_up(self, lot: Lot) -> None:
        """Let the hammer fall by itself, on the device that holds it."""
        if self.lot is lot and lot.is_over(self.play.uptime()) and self.holds(lot):
            self.knock_down(lot, lot.turn)
        self.play.redraw()

    def step_out(self, lot: Lot, seat: str, *, back: bool = False) -> None:
        """Note that a player bids no more for this lot, or does so again."""
        if (
            self.lot is not lot
            or seat not in self.mine
            or (lot.highest and lot.highest.seat == seat)
        ):
            return
        (lot.out.discard if back else lot.out.add)(seat)
        lot.touch()
        self._announce()

    def take_back(self, lot: Lot, turn: int) -> None:
        """Take the highest bid back, as when it was a slip; ``turn`` is the one whose button was tapped."""
        if self.lot is lot and lot.bids and lot.turn == turn and self.holds(lot) and not lot.asked:
            bid, self.play.problem = lot.bids.pop(), ""
            name, sum_ = (
                self.play.snapshot.table.name(bid.seat),
                lot.format_amount(self.play.snapshot, bid.amount),
            )
            lot.message = f"{name}'s {sum_} was taken back."
            lot.start_clock(self.play.uptime())
            lot.touch()
            self._announce()

    def set_clock(self, lot: Lot, seconds: int) -> None:
        """Choose how long after each bid the hammer falls by itself."""
        if self.lot is lot and self.holds(lot) and seconds in CLOCKS:
            self.seconds = lot.seconds = seconds
            lot.start_clock(self.play.uptime())
            lot.touch()
            self._announce()

    def call_off(self, lot: Lot) -> None:
        """Take no more bids for the lot: nothing is sold, and it can be put up again."""
        if self.lot is lot and self.holds(lot) and not lot.asked:
            del self.play.open_plays.lots[self.play.play_id]
            self._announce()

    def unsold(self, lot: Lot) -> tuple[str, Answers] | None:
        """The action, with its answers, that records that nobody bids; ``None`` where the game has none."""
        snapshot, name = self.play.snapshot, lot.find_declared(self.play.snapshot)[1].unsold
        if not name or lot.bids:
            return None
        asked = {question.name for question in snapshot.game.find_action(name).questions}
        return name, {key: value for key, value in lot.answers.items() if key in asked}

    def knock_down(self, lot: Lot, turn: int) -> Entry | None:
        """Sell to the highest bidder, or pass the lot over; ``turn`` is the one whose button was tapped.

        It is recorded where this device may, since the buyer has bid on a phone of their own, or the bank took the bid
        and lets players record at once; else the bank is asked.
        """
        play = self.play
        if self.lot is not lot or lot.turn != turn or not self.holds(lot) or lot.asked:
            return None
        with lot.lock:
            highest, unsold = lot.highest, self.unsold(lot)
            action, answers = (
                (lot.action, lot.sale_answers(play.snapshot, highest))
                if highest
                else unsold or ("", {})
            )
            if not action:
                return None
            yes = highest and (
                highest.own or (highest.by_bank and members.records_at_once(play.member()))
            )
            agreed = (highest.seat,) if highest and yes else ()
            entry = self._record(lot, action, answers, agreed)
        self._announce()
        return entry

    def _record(
        self, lot: Lot, action: str, answers: Answers, agreed: tuple[str, ...]
    ) -> Entry | None:
        play, member, said = self.play, self.play.member(), dict(answers)
        referee, entry = play.recorder.referee, None
        proposal, highest = self._propose(action, said), lot.highest
        if (
            play.keeps_book
            and proposal is None
            and highest
            and lot.hides(play.snapshot, highest.seat)
        ):
            name, sum_ = (
                play.snapshot.table.name(highest.seat),
                lot.format_amount(play.snapshot, highest.amount),
            )
            play.problem = (
                f"{name} can't pay {sum_}. Take this bid back."  # how much is there stays hidden
            )
        elif play.keeps_book:
            entry = play.recorder.enter(
                action, said, lot.command, Shown(play.snapshot.version, proposal)
            )
        elif self._is_for_the_bank(action, said, proposal, agreed):
            request = play.requests.ask_for(action, said, lot.command)
            if request:
                lot.asked = lot.command
                if agreed and proposal:
                    play.open_plays.shared.agree(request, agreed, proposal, by=request.member)
                lot.touch()
        else:
            # what takes nothing from anybody else needs no second name
            both = agreed if set(agreed) - set(play.seats) else ()
            entry = play.recorder.write(
                referee.write, action, said, member=member, agreed=both, command=lot.command
            )
        if entry:
            play.open_plays.lots.pop(play.play_id, None)
        return entry

    def _propose(self, action: str, answers: Answers) -> Proposal | None:
        try:
            return self.play.snapshot.rules.propose(action, answers)
        except Refusal:
            return None  # whoever records it is told why

    def _is_for_the_bank(
        self, action: str, answers: Answers, proposal: Proposal | None, agreed: tuple[str, ...]
    ) -> bool:
        """Whether only the bank may record it, or is told why it can't be recorded."""
        play = self.play
        if members.why_not_allowed(play.member(), action, answers, play.recorder.referee, agreed):
            return True
        return proposal is None or bool(
            play.snapshot.game.said("why_not_record", play.snapshot.table, proposal)
        )

    def _announce(self) -> None:
        """Keep what is bid for, and redraw every screen of the play, this one too."""
        self.play.open_plays.keep_bids(self.play.play_id)
        self.play.sync()
        self.play.announce(self.play.play_id)

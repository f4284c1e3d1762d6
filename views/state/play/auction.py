"""The lot under the hammer, as one screen bids for it and knocks it down."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from uuid import uuid4

from companion.core.answers import Answers
from companion.core.recording import members
from companion.core.recording.meanwhile import Shown
from companion.core.table import Value
from models.ledger import Entry, Proposal, Refusal
from models.rooms import DECLINED
from views.state.play.draft import Draft
from views.state.play.lot import CLOCKS, Bid, Lot
from views.state.play.recorder import Recorder
from views.state.play.requests import Requests
from views.state.play.sheet import Sheet
from views.state.play.viewpoint import Part

NOT_FOR_SALE = "This lot is no longer for sale."


@dataclass(eq=False)
class Auctions(Part):
    """The lot under the hammer, as one screen bids for it and knocks it down."""

    sheet: Sheet
    requests: Requests
    recorder: Recorder
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
        return self.sheet.may_fill_in(lot.action, lot.answers)

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
            lot if self.sheet.may_fill_in(draft.action, lot) else None
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
        self.sheet.put_away()
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
        referee, entry = self.recorder.referee, None
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
            entry = self.recorder.enter(
                action, said, lot.command, Shown(play.snapshot.version, proposal)
            )
        elif self._is_for_the_bank(action, said, proposal, agreed):
            request = self.requests.ask_for(action, said, lot.command)
            if request:
                lot.asked = lot.command
                if agreed and proposal:
                    play.open_plays.shared.agree(request, agreed, proposal, by=request.member)
                lot.touch()
        else:
            # what takes nothing from anybody else needs no second name
            both = agreed if set(agreed) - set(play.seats) else ()
            entry = self.recorder.write(
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
        if members.why_not_allowed(play.member(), action, answers, self.recorder.referee, agreed):
            return True
        return proposal is None or bool(
            play.snapshot.game.said("why_not_record", play.snapshot.table, proposal)
        )

    def _announce(self) -> None:
        """Keep what is bid for, and redraw every screen of the play, this one too."""
        self.play.open_plays.keep_bids(self.play.play_id)
        self.play.sync()
        self.play.announce(self.play.play_id)

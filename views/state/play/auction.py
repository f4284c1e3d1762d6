"""The lot that is bid for, as one screen puts it up, bids for it, and knocks it down or opens the bids."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from companion.core.answers import Answers, write_each
from companion.core.recording import members
from companion.core.recording.meanwhile import Shown
from companion.core.table import Value
from models.errors import StorageError
from models.ledger import Entry, Proposal, Refusal
from models.rooms import DECLINED
from views.state.play.draft import Draft
from views.state.play.lot import MOVED_ON, NOT_TAKEN, Bid, Lot
from views.state.play.recorder import Recorder
from views.state.play.requests import Requests
from views.state.play.sheet import Sheet
from views.state.play.viewpoint import Part

CLOCKS = (0, 10, 20, 30)
"""Seconds after each bid that a table may choose; zero leaves it to the auctioneer's hammer alone."""
BEGUN_ANEW = "The bids on something else went back to whoever made them."
GIVEN_BACK = "All bids were given back. To take new ones, start the sale again."


@dataclass(eq=False)
class Auctions(Part):
    """The lot under the hammer, as one screen bids for it and knocks it down."""

    sheet: Sheet
    requests: Requests
    recorder: Recorder
    stopping: str = ""
    """The sealed bids to be given back once that is confirmed."""
    seconds: int = 0
    """The clock that this screen chose last."""
    pad: str = ""
    """The player whose amount is typed here; empty while no pad is open."""
    typed: str = ""
    problem: tuple[int, str] = (0, "")
    """Why a bid was none, and at which revision of the lot."""

    @property
    def lot(self) -> Lot | None:
        """What is bid for, checked against the play as it is now; ``None`` if nothing is.

        Sealed bids that were opened last until something else is written; some that went back say why.
        """
        play = self.play
        lots, snapshot = play.open_plays.lots, play.snapshot
        lot = lots.get(play.play_id)
        if lot is None or play.past or (lot.opened and lot.opened != snapshot.version):
            return None
        if not lot.review(play.uptime()):
            if not lot.sealed:
                del lots[play.play_id]
            play.open_plays.keep_bids(play.play_id)
        self._hear(lot)
        return lots.get(play.play_id)

    def _hear(self, lot: Lot) -> None:
        """Let the bidding go on where the banker has said no."""
        request = self.play.shared.rooms.request(lot.asked) if lot.asked else None
        if request and request.state == DECLINED:
            lot.asked, lot.ends, lot.command = "", None, uuid4().hex
            lot.message = f"Not sold: {request.word or 'the banker said no'}. The bidding goes on."
            lot.touch()

    # --- who does what ---------------------------------------------------------------------------
    def holds(self, lot: Lot) -> bool:
        """Whether this device knocks down: the bank's, and the auctioneer's own."""
        return self.sheet.may_fill_in(lot.action, lot.answers)

    @property
    def mine(self) -> tuple[str, ...]:
        """Those for whom bids are made here: who plays here, and at the bank who has no phone."""
        return tuple(
            player.key for player in self.snapshot.table.players if self.play.may_show(player.key)
        )

    def _asked_by_bids(self, action: str) -> tuple[str, ...]:
        """The questions of an action that bids answer: buyer and price, or the sealed one."""
        found = self.snapshot.find_action(action)
        if found.auction:
            return found.auction.buyer, found.auction.price
        kinds = ((question.name, question.kind) for question in found.questions)
        return tuple(name for name, kind in kinds if kind.in_secret)

    def lot_answers(self, draft: Draft) -> dict[str, Value] | None:
        """What a sheet says of a lot, if this device may take bids for it now."""
        snapshot, asked = self.snapshot, self._asked_by_bids(draft.action)
        questions = [
            question
            for question in snapshot.find_action(draft.action).questions
            if question.name not in asked
        ]
        answers = {question.name: draft.answers.get(question.name) for question in questions}
        lot: dict[str, Value] = {
            name: value for name, value in answers.items() if value is not None
        }
        needed = all(question.optional or question.name in lot for question in questions)
        if not asked or self.play.past or not needed or snapshot.why_not(draft.action, lot):
            return None
        # who buys is not settled yet
        return lot if self.sheet.may_fill_in(draft.action, lot) else None

    def for_sheet(self, draft: Draft) -> Lot | None:
        """The lot that a sheet asks bids for, if it is the one that they are taken for."""
        lot, answers = self.lot, self.lot_answers(draft)
        return lot if lot and answers and lot.is_for(draft.action, answers) else None

    # --- what is done ----------------------------------------------------------------------------
    def put_up(self, draft: Draft) -> Lot | None:
        """Take bids for the lot of a sheet; the one that is there stays where somebody has bid for it in the open."""
        play, answers, before = self.play, self.lot_answers(draft), self.lot
        if answers is None:
            return None
        sealed = play.snapshot.find_action(draft.action).auction is None
        if before and (before.is_for(draft.action, answers) or (before.bids and not sealed)):
            return before
        question = self._asked_by_bids(draft.action)[0] if sealed else ""
        lot = Lot(
            partial(play.open_plays.snapshot, play.play_id),
            draft.action,
            answers,
            play.snapshot.version,
            question,
            seconds=self.seconds,
        )
        if before and before.bids:
            lot.message = BEGUN_ANEW
        play.open_plays.lots[play.play_id] = lot
        if not sealed:
            self.sheet.put_away()
        self._announce()
        return lot

    def bid(self, lot: Lot, seat: str, amount: int) -> None:
        """Bid for a player who plays on this device, or has no phone; a sealed bid takes the place of the last.

        Raises:
            Refusal: it is no bid, in words for whoever made it.

        """
        play = self.play
        if self.lot is not lot:
            raise Refusal(NOT_TAKEN)
        if seat not in self.mine:
            raise Refusal(f"{play.snapshot.name(seat)} bids on another phone.")
        own, device = seat in play.seats, play if lot.sealed else None
        lot.take(Bid(seat, amount, own, play.keeps_book, device), play.uptime())
        self._announce()
        play.tick()

    def tap(self, lot: Lot, seat: str, amount: int) -> None:
        """Bid with one tap; what is wrong with it is said where it was tapped."""
        try:
            self.bid(lot, seat, amount)
        except Refusal as refusal:
            self.problem = lot.revision, refusal.sentence
        else:
            self.open_pad("")

    def open_pad(self, seat: str) -> None:
        """Open the keys for an amount that a player bids; the same again, or nobody, closes them."""
        self.typed, self.problem = "", (0, "")
        self.pad = "" if self.pad == seat else seat

    def bid_typed(self, lot: Lot, seat: str) -> None:
        """Bid the amount that was typed."""
        try:
            kind, t = lot.price, self.snapshot.turn(lot.answers)
            amount = int(kind.read(self.typed or "0", t) or 0)
        except Refusal as refusal:
            self.problem = lot.revision, refusal.sentence
        else:
            self.tap(lot, seat, amount)

    def last_problem(self, lot: Lot) -> str:
        """Why the last bid made here was none, until the bids move on."""
        revision, words = self.problem
        return words if revision == lot.revision else ""

    def time_is_up(self, lot: Lot) -> None:
        """Let the hammer fall by itself, on the device that holds it."""
        if self.lot is lot and lot.is_over(self.play.uptime()) and self.holds(lot):
            self.knock_down(lot, lot.revision)
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
        self._announce(lot)

    def take_back(self, lot: Lot, revision: int) -> None:
        """Take the highest bid back, as when it was a slip; ``revision`` is the one whose button was tapped."""
        if lot.bids and lot.revision == revision and self._may_change(lot):
            bid, self.play.problem, snapshot = lot.bids.pop(), "", self.snapshot
            amount = lot.format_amount(bid.amount)
            lot.message = f"{snapshot.name(bid.seat)}'s {amount} was taken back."
            lot.start_clock(self.play.uptime())
            self._announce(lot)

    def set_clock(self, lot: Lot, seconds: int) -> None:
        """Choose how long after each bid the hammer falls by itself."""
        if seconds in CLOCKS and self._may_change(lot):
            self.seconds = lot.seconds = seconds
            lot.start_clock(self.play.uptime())
            self._announce(lot)

    def call_off(self, lot: Lot) -> None:
        """Take no more bids for the lot: nothing is sold, and it can be put up again.

        Sealed bids are given back once that was asked and confirmed.
        """
        play, taps = self.play, self.sheet.taps
        if not self._may_change(lot):
            return
        confirmed = self.stopping == lot.command and not taps.is_same(taps.noticed)
        if not lot.sealed:
            del play.open_plays.lots[play.play_id]
        elif play.keeps_book and confirmed and not lot.is_closed:
            self.stopping = ""
            lot.give_back(GIVEN_BACK, for_good=True)
        self._announce()

    def ask_to_stop(self, lot: Lot | None) -> None:
        """Ask whether sealed bids are to go back, or leave them."""
        self.stopping = lot.command if lot else ""
        self.sheet.taps.noticed = self.play.clock()

    def unsold(self, lot: Lot) -> tuple[str, Answers] | None:
        """The action, with its answers, that records that nobody bids; ``None`` where the game has none."""
        snapshot = self.snapshot
        name = "" if lot.sealed or lot.bids else lot.auction.unsold
        if not name:
            return None
        asked = {question.name for question in snapshot.find_action(name).questions}
        return name, {key: value for key, value in lot.answers.items() if key in asked}

    def knock_down(self, lot: Lot, revision: int) -> Entry | None:
        """Sell to the highest bidder, open the sealed bids, or pass the lot over.

        ``revision`` is the one whose button was tapped: a lot is recorded once, however often that is.

        It is recorded where this device may, since the buyer has bid on a phone of their own, or the bank took the bid
        and lets players record at once; else the bank is asked.
        """
        play = self.play
        if lot.revision != revision or not self._may_change(lot):
            return None
        if lot.sealed:
            return self._open_bids(lot)
        with lot.lock:
            highest, unsold = lot.highest, self.unsold(lot)
            action, answers = (
                (lot.action, lot.sale_answers(highest)) if highest else unsold or ("", {})
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
        play, said = self.play, dict(answers)
        entry: Entry | None = None
        proposal, highest = self._propose(action, said), lot.highest
        if play.keeps_book and proposal is None and highest and lot.hides(highest.seat):
            name = play.snapshot.name(highest.seat)
            amount = lot.format_amount(highest.amount)
            # how much is there stays hidden
            play.problem = f"{name} can't pay {amount}. Take this bid back."
        elif play.keeps_book:
            entry = self.recorder.enter(
                action, said, lot.command, Shown(play.snapshot.version, proposal)
            )
        elif self.recorder.is_for_the_bank(action, said, proposal, agreed):
            request = self.requests.ask_for(action, said, lot.command)
            if request:
                lot.asked = lot.command
                if agreed and proposal:
                    play.shared.agree(request, agreed, proposal, by=request.member)
                lot.touch()
        else:
            # what takes nothing from anybody else needs no second name
            both = agreed if set(agreed) - set(play.seats) else ()
            entry = self.recorder.write(
                self.recorder.referee.write,
                action,
                said,
                agreed=both,
                command=lot.command,
            )
        if entry:
            play.open_plays.lots.pop(play.play_id, None)
        return entry

    def _open_bids(self, lot: Lot) -> Entry | None:
        """Open all sealed bids and record the result.

        If anything was written since they were made, or a bid isn't possible, all are given back unopened.
        """
        play, entry = self.play, None
        try:
            play.open_plays.refresh(play.play_id)
            lot.review(play.uptime())
            if play.keeps_book and not lot.is_closed and not lot.still_to_bid:
                entry = self._record_bids(lot)
        except StorageError as error:
            lot.message = error.sentence
            lot.touch()
        self._announce()
        return entry

    def _record_bids(self, lot: Lot) -> Entry | None:
        play, snapshot, laid = self.play, self.snapshot, lot.laid
        sealed = write_each({seat: laid[seat] for seat in lot.bidders})
        answers = {**lot.answers, lot.sealed: sealed}
        proposal = self._propose(lot.action, answers)
        if proposal is None:
            lot.give_back(MOVED_ON)  # the refusal may name whose bid it is
            return None
        shown, remark = Shown(lot.seen, proposal), lot.describe_replaced()
        entry = self.recorder.enter(lot.action, answers, lot.command, shown, remark)
        if entry:
            self.sheet.put_away()
            # its own entry may have made another sale impossible, and the lot seem gone
            lot.opened, lot.gone, lot.message = entry.seq, False, ""
            lot.bids.clear()
        elif play.snapshot.version != snapshot.version:
            play.problem = ""
            lot.review(play.uptime())
        else:
            lot.message = play.problem
        lot.touch()
        return entry

    def _propose(self, action: str, answers: Answers) -> Proposal | None:
        try:
            return self.snapshot.rules.propose(action, answers)
        except Refusal:
            return None  # whoever records it is told why

    def _may_change(self, lot: Lot) -> bool:
        """Whether this device says what becomes of a lot now."""
        return self.lot is lot and self.holds(lot) and not lot.asked

    def _announce(self, changed: Lot | None = None) -> None:
        """Keep what is bid for, and redraw every screen of the play, this one too."""
        if changed:
            changed.touch()
        self.play.open_plays.keep_bids(self.play.play_id)
        self.play.sync()
        self.play.announce(self.play.play_id)

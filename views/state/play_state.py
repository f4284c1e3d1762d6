"""The state of one play on one screen: the sheet that is filled in, what is looked at, and the taps that write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from time import monotonic, time
from uuid import uuid4

import flet as ft

from companion.core import members
from companion.core.action import Question
from companion.core.meanwhile import Overtaken, Shown, summary
from companion.core.members import ASK, NOD
from companion.core.prompt import Offer
from companion.core.questions import Answers, Player
from companion.core.revision import Decisions
from companion.core.table import Table, Value
from models.errors import StorageError
from models.ledger import UNDO, Entry, Refusal
from models.rooms import DECLINED, RECORDED, THIS_DEVICE, WITHDRAWN, Member, Request
from views.state.draft import Draft, Outcome, answered, asked_now, begin, typed, updated, with_time, would_be
from views.state.journal_state import JournalState
from views.state.moment import Moment
from views.state.open_plays import OpenPlays
from views.state.play_snapshot import PlaySnapshot
from views.state.privacy import Privacy

NOT_RECORDED = "Not recorded: the book has to be opened again first."
SAME_TAP = 0.4
"""Seconds within which a second tap on Record is the same tap, where the next sheet needs no answer.

It lies where the last one lay, ready to be recorded, before a finger that taps twice can stop. A sheet on
which something was answered since is nobody's second tap. Nor can anybody read, and stop a finger, in less.
"""
OBJECTION = "objection"
"""The request that says which entry is wrong; its answers are the entry's number and some words."""
LONGEST_WORDS = 200
MOST_ASKED = 6
"""So many requests of one member may wait at once."""
BUTTONS = 8
"""So many Record buttons are remembered after they have gone, for a tap on one that is still under way."""


@dataclass(frozen=True, slots=True)
class Pane:
    """What the working panel shows: the turn, a player, everything one can do, or a line of the journal."""

    kind: str = "turn"
    seat: str = ""
    seq: int = 0


TURN = Pane()


def seconds() -> int:
    """The time in whole seconds since 1970."""
    return int(time())


@dataclass(eq=False)
class PlayState(ft.Observable):
    """This screen's side of one play: the sheet being filled in, what is looked at, and the last entry seen.

    ``centre`` is what was picked for the middle of the table, ``totals`` how hands are entered on the pad. ``clock``
    tells two taps apart, ``now`` is the time of day in whole seconds since 1970. ``firm`` is the line to be undone once
    a reason is given, ``bids`` changes with every sealed bid on any screen, and ``giving_back`` names those to be given
    back once that is confirmed; in the past bids are ``in_the_open``. ``explained`` is the command of the sheet whose
    rules are shown, ``seat_at`` the player picked of several on this device. ``damage`` is what was found to be
    damaged, in sentences without a balance if ``without_balances``. ``asked`` are the requests whose sheets were
    opened, by command.
    """

    open_plays: OpenPlays
    play_id: str
    announce: Callable[[str], None] = lambda _: None
    tick: Callable[[], None] = lambda: None
    clock: Callable[[], float] = monotonic
    now: Callable[[], int] = seconds
    scale: Callable[[], float] = lambda: 1.0
    one_tap: Callable[[], bool] = lambda: True
    member: Callable[[], Member] = lambda: THIS_DEVICE
    privacy: Privacy = field(default_factory=Privacy)
    seen: int = -1
    pane: Pane = TURN
    lead: Draft | None = None
    own: Draft | None = None
    problem: str = ""
    recorded: int = 0
    damage: tuple[str, ...] = ()
    without_balances: bool = False
    tall: bool | None = None
    writing: bool = False
    walking: bool = False
    centre: str = ""
    totals: bool = False
    firm: int = 0
    bids: int = 0
    seat_at: int = 0
    giving_back: str = ""
    in_the_open: bool = False
    explained: str = ""
    asked: dict[str, Request] = field(default_factory=dict, repr=False)
    journal: JournalState = field(default_factory=JournalState, repr=False)
    moment: Moment = field(default_factory=Moment, repr=False)
    _buttons: dict[str, ft.FilledButton] = field(default_factory=dict, repr=False)
    _tapped: float = field(default=float("-inf"), repr=False)
    _noticed: float = field(default=float("-inf"), repr=False)
    _overtaken: float = field(default=float("-inf"), repr=False)
    _before: tuple[float, str, Shown] | None = field(default=None, repr=False)
    _tried: tuple[tuple[Draft | None, Table], Outcome] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.sync()

    @property
    def snapshot(self) -> PlaySnapshot:
        """The play as it is now."""
        return self.open_plays.snapshot(self.play_id)

    @property
    def draft(self) -> Draft | None:
        """The sheet on top: the one a person opened, else the one the book laid out, where it is this member's."""
        return self.own or (self.lead if self.lead and self.may_fill_in(self.lead.action, self.lead.answers) else None)

    # -- who may -----------------------------------------------------------------------------------
    @property
    def keeps_book(self) -> bool:
        """Whether this member records for everyone."""
        return members.may(self.member(), UNDO) is None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of those who play on this device."""
        return members.own_seats(self.member(), self.snapshot.table)

    def may_show(self, seat: str) -> bool:
        """Whether this device may show what is secret of a player, and take a bid of theirs."""
        return seat in self.open_plays.shared.seats(self.member(), self.play_id, self.snapshot.table)

    @property
    def seat(self) -> str:
        """The player whose side of the play this is: of those who play on this device, the one picked."""
        seats = self.seats
        return seats[self.seat_at % len(seats)] if seats else ""

    def for_player(self, offer: Offer) -> Offer:
        """An offer as it is on a player's own phone: whoever may ask for it is that player."""
        asked_by = self.snapshot.game.action(offer.action).asked_by
        if self.keeps_book or not self.seat or not asked_by or offer.answers.get(asked_by) is not None:
            return offer
        return replace(offer, answers={**offer.answers, asked_by: self.seat})

    def _laid_out(self) -> Offer | None:
        """The sheet that the book lays out, for whoever looks at it here."""
        sheet = self.snapshot.prompt.sheet
        if sheet is None or self.keeps_book:
            return sheet
        own = self.for_player(sheet)
        return own if self.snapshot.why_not(own.action, own.answers) is None else sheet

    def turn_to(self, at: int) -> None:
        """Look at the play for another of those who play on this device."""
        self.seat_at, self.own, self.lead = at, None, None
        self.sync()

    def may_fill_in(self, action: str, answers: Answers) -> bool:
        """Whether this member may record an action, or ask for it."""
        return self.keeps_book or members.may_ask(
            self.member(), action, answers, self.snapshot.game, self.snapshot.table
        )

    @property
    def asks(self) -> bool:
        """Whether the sheet on top is asked for, and not recorded at once."""
        draft = self.draft
        return draft is not None and self._refusal(draft) is not None

    def _refusal(self, draft: Draft) -> Refusal | None:
        snapshot = self.snapshot
        return members.may(self.member(), draft.action, draft.answers, snapshot.game, snapshot.table)

    def sync(self) -> None:
        """Read what was written since, by this screen or any other."""
        snapshot = self.snapshot
        if snapshot.version != self.seen:
            self._remember()
        self.seen = snapshot.version
        bidding = self.open_plays.biddings.get(self.play_id)
        self.bids = bidding.turn if bidding else 0
        self.moment.look(snapshot, bidding.opened if bidding else 0)
        if self.firm and (snapshot.undoable is None or snapshot.undoable.seq != self.firm):
            self.firm = 0
        sheet = self._laid_out()
        if sheet is None:
            self.lead = None
        elif self.lead is None or not self.lead.fits(sheet):
            self.lead = begin(snapshot, sheet, lead=True)
        if self.own and self.own.seen != snapshot.version:
            self.own = updated(snapshot, self.own)
        if self.lead and self.lead.seen != snapshot.version:
            self.lead = updated(snapshot, self.lead)
        if bidding:
            # opened on another device, they are recorded: their sheet has nothing left to ask
            if self.own and bidding.recorded(self.own):
                self.own = None
            if self.lead and sheet and bidding.recorded(self.lead):
                self.lead = begin(snapshot, sheet, lead=True)

    def _remember(self) -> None:
        """Remember the receipt that another hand's entry is about to replace: a finger may be on its way to it."""
        if self.seen >= 0:
            self._overtaken = self.clock()
        draft = self.draft
        if draft and self._tried and self._tried[0][0] is draft:
            self._before = self.clock(), draft.command, _shown(draft, self.seen, self._tried[1])

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the play's file, in words that hide what is hidden by now."""
        return self.damage if self.without_balances or not self.snapshot.secret else ()

    def damaged(self, damage: tuple[str, ...], *, quiet: bool) -> None:
        """Keep what was found to be damaged in the play's file; ``quiet`` sentences contain no balance."""
        if (damage, quiet) != (self.damage, self.without_balances):
            self.damage = ()
            self.without_balances = quiet
            self.damage = damage

    def outcome(self) -> Outcome:
        """What the sheet would bring about, or why it can't be recorded yet."""
        draft = self.draft
        key = (draft, self.snapshot.table)
        if self._tried is None or self._tried[0] != key:
            known = self._tried[1].meanwhile if self._tried else None
            outcome = Outcome() if draft is None else Outcome.of(self.snapshot, draft, self.now())
            if outcome.meanwhile and outcome.meanwhile != known:
                self._noticed = self.clock()
            self._tried = key, outcome
        return self._tried[1]

    def shown(self) -> Shown:
        """What Record is drawn from now."""
        draft = self.draft
        return _shown(draft, self.snapshot.version, self.outcome()) if draft else Shown(self.seen, None)

    def redraw(self) -> None:
        """Redraw everything."""
        self.notify()  # type: ignore[no-untyped-call]

    def time_is_up(self) -> None:
        """The clock has run out: what follows from the sheet may be something else now."""
        self._tried = None
        self.redraw()

    # -- the sheet ---------------------------------------------------------------------------------
    def open(self, offer: Offer) -> None:
        """Open a sheet on top."""
        if not self.may_fill_in(offer.action, offer.answers):
            return
        self.problem = ""
        self.tall = None
        self.own = self._carried(begin(self.snapshot, offer, lead=False))
        self.pane = TURN

    def choose(self, offer: Offer) -> None:
        """Record at once what a tile says in full, name and amount; else open its sheet.

        What is hidden, or asks for a reason when it is undone, is read on its sheet first.
        """
        if not self._records_at_once(offer.action, offer.tone) or would_be(self.snapshot, offer) is None:
            self.open(offer)
            return
        if self.is_same_tap(self._tapped):
            return
        self.open(offer)
        # a finger on its way when another hand recorded has not read this tile: its sheet is read first
        if self.own and not self.is_same_tap(self._overtaken):
            self.record(self.own.command)

    def _carried(self, draft: Draft) -> Draft:
        """Take over what a person has said already on the sheet of the turn, where the same is asked."""
        lead = self.lead
        if lead is None:
            return draft
        asked = {one.name: one for one in self.snapshot.game.action(lead.action).questions}
        for one in self.snapshot.game.action(draft.action).questions:
            said = one.name in lead.answers and one.name not in lead.preset and one.name not in lead.settled
            if said and same_question(asked[one.name], one) and not one.optional and one.name not in draft.answers:
                draft = answered(self.snapshot, draft, one.name, lead.answers[one.name])
        return draft

    @property
    def covered(self) -> bool:
        """Whether anything lies on top of the turn."""
        return self.pane != TURN or self.own is not None

    def leave(self) -> None:
        """Close whatever is on top of the turn."""
        self.problem = ""
        self.firm = 0
        if self.pane != TURN:
            self.pane = TURN
        elif self.own:
            self.own = None
        elif self.lead:
            sheet = self._laid_out()
            self.lead = begin(self.snapshot, sheet, lead=True) if sheet else None

    def answer(self, question: str, value: Value) -> None:
        """Answer a question of the sheet on top."""
        self._ask(question, lambda draft: answered(self.snapshot, draft, question, value))

    def pick(self, question: str, value: Value) -> None:
        """Answer with a tile that says what it comes to, and record at once if nothing is left to be said."""
        self.answer(question, value)
        draft = self.draft
        if draft is None or not self._records_at_once(draft.action, draft.tone):
            return
        # a finger on its way when another hand recorded has not read this tile: the receipt is read first
        if self.outcome().proposal and not self.is_same_tap(self._overtaken):
            self.record(draft.command)

    def _records_at_once(self, action: str, tone: str) -> bool:
        """Whether a tile may record: not what is hidden, or asks for a reason when it is undone."""
        needs_reason = self.snapshot.game.action(action).needs_reason
        return self.one_tap() and self.keeps_book and not (self.snapshot.secret or needs_reason or tone == "danger")

    def type(self, question: str, words: str) -> None:
        """Keep what is typed for a question, whether it is an answer yet or not."""
        self._ask(question, lambda draft: typed(self.snapshot, draft, question, words))

    def reopen(self, question: str) -> None:
        """Ask a question again that has an answer already."""
        self._ask(question, lambda draft: replace(draft, opened="" if draft.opened == question else question))

    def explain(self, command: str) -> None:
        """Show the rules of a sheet, or put them away."""
        self.explained = "" if self.explained == command else command

    def thrown(self, question: str, faces: tuple[int, ...]) -> None:
        """Answer with dice thrown by the app."""
        self._ask(question, lambda draft: replace(answered(self.snapshot, draft, question, sum(faces)), faces=faces))

    def _ask(self, question: str, change: Callable[[Draft], Draft]) -> None:
        """Change the sheet on top if it asks this; a late tap may be meant for one that was there before.

        Who asks for it stays who that is, where it is not the bank that fills it in.
        """
        if self.draft and not self.keeps_book and question == self.snapshot.game.action(self.draft.action).asked_by:
            return
        if self.draft and any(one.name == question for one in self.snapshot.game.action(self.draft.action).questions):
            self.change(change)

    def change(self, change: Callable[[Draft], Draft]) -> None:
        """Put another state of the sheet on top in its place."""
        self.problem = ""
        if self.own:
            self.own = change(self.own)
        elif self.lead:
            self.lead = change(self.lead)

    # -- the journal -------------------------------------------------------------------------------
    def record(self, command: str, shown: Shown | None = None) -> Entry | None:
        """Write the sheet into the journal, as it was ``shown``; a second tap on the same button writes nothing more.

        Where others have recorded meanwhile and it would be another receipt now, or theirs once more, that is said,
        and to record it all the same is another tap.
        """
        draft, shown = self.draft, shown or self.shown()
        if draft is None or draft.command != command:
            self._too_late(command, shown)
            return None
        if not draft.touched and self.is_same_tap(self._tapped):
            return None
        if self._before and self._before[1] == command and self.is_same_tap(self._before[0]):
            shown = self._before[2]
        if self.outcome().proposal is None or (shown.announced and self.is_same_tap(self._noticed)):
            return None
        answers = with_time(self.snapshot.game.action(draft.action), draft.answers, self.now())
        referee, member = self.open_plays.referee(self.play_id), self.member()
        if self._refusal(draft):
            self._ask_bank(draft, answers)
            return None
        request = self.asked.get(command)
        asker = self.open_plays.shared.member(request.member) if request else None
        try:
            entry = self._write(
                lambda: referee.write(draft.action, answers, shown=shown, member=member, asker=asker, command=command)
            )
        except Overtaken:
            if self.draft and self.draft.command == command:
                self.change(lambda draft: replace(draft, known=min(draft.known, shown.seen), warned=True))
            else:
                self._too_late(command, shown)
            return None
        if entry and request:
            self.open_plays.shared.settle(request, RECORDED)
        if entry:
            self._tapped = self.clock()
            self.own = None
            self.lead = None
            self.tall = None
            self.sync()
        return entry

    def _ask_bank(self, draft: Draft, answers: Answers) -> None:
        """Ask the bank for what is on the sheet, and put the sheet away."""
        seat = str(draft.answers.get(self.snapshot.game.action(draft.action).asked_by, ""))
        self._send(
            Request(draft.command, self.play_id, self.member().id, seat, datetime.now(UTC), draft.action, answers)
        )
        self.own = None
        self.lead = None
        self.sync()

    def object_to(self, seq: int, words: str) -> None:
        """Tell the bank that an entry is wrong."""
        if members.may(self.member(), ASK) is None and words.strip():
            answers: Answers = {"seq": seq, "words": words.strip()[:LONGEST_WORDS]}
            seat = next(iter(self.seats), "")
            self._send(
                Request(uuid4().hex, self.play_id, self.member().id, seat, datetime.now(UTC), OBJECTION, answers)
            )

    def _send(self, request: Request) -> None:
        shared = self.open_plays.shared
        mine = [one for one in shared.waiting(self.play_id) if one.member == request.member]
        if len(mine) >= MOST_ASKED:
            self.problem = "The banker has several requests of yours. Wait for an answer first."
            return
        shared.ask(request)
        self.tick()

    def withdraw(self, request: Request) -> None:
        """Take back what this member asked for."""
        if request.member == self.member().id:
            self.open_plays.shared.settle(request, WITHDRAWN)

    def grant(self, request: Request, seen: int) -> Entry | None:
        """Record what was asked for, on the book as it is; ``seen`` is the version whose receipt was shown."""
        shared, referee, member = self.open_plays.shared, self.open_plays.referee(self.play_id), self.member()
        if seen != self.snapshot.version or members.may(member, NOD):
            return None
        asker = shared.member(request.member)
        entry = self._write(
            lambda: referee.write(request.action, request.answers, member=member, asker=asker, command=request.id)
        )
        if entry:
            shared.settle(request, RECORDED)
            if not shared.waiting(self.play_id):
                self.pane = TURN
        return entry

    def alter(self, request: Request) -> None:
        """Open what was asked for as a sheet, to record it otherwise."""
        self.open(Offer(request.action, request.answers))
        if self.own:
            self.own = replace(self.own, command=request.id)
            self.asked[request.id] = request

    def decline(self, request: Request, word: str = "") -> None:
        """Say no to what was asked for, or that it was seen to otherwise."""
        if members.may(self.member(), NOD) is None:
            shared = self.open_plays.shared
            shared.settle(request, DECLINED, word)
            if not shared.waiting(self.play_id):
                self.pane = TURN

    def remember_button(self, button: ft.FilledButton) -> ft.FilledButton:
        """Keep a Record button in mind, so that a tap on it is heard though another has taken its place."""
        self._buttons.pop(key := str(button.key), None)
        self._buttons[key] = button
        while len(self._buttons) > BUTTONS:
            del self._buttons[next(iter(self._buttons))]
        return button

    def remembered_button(self, number: int) -> ft.FilledButton | None:
        """The Record button that Flet knew by a number, if it was one of the last."""
        return next((one for one in self._buttons.values() if one._i == number), None)  # noqa: SLF001 - Flet has no other name for it

    def _too_late(self, command: str, shown: Shown) -> None:
        """Show why a tap on Record did nothing, if what others recorded has closed its sheet."""
        since = self.snapshot.since(shown.seen)
        if since and not self.open_plays.journal_of(self.play_id).recorded(self.play_id, command):
            self.problem = f"Not recorded. {summary(since)}"

    def undo(self, seen: int, reason: str = "") -> Entry | None:
        """Undo the last entry; ``seen`` is what the button was drawn from, so one tap is one undo.

        An entry that needs a reason is opened instead, with a field that asks for it.
        """
        if seen != self.snapshot.version:
            return None
        referee = self.open_plays.referee(self.play_id)
        last = referee.undoable
        if last and not reason.strip() and referee.needs_reason(last):
            self.problem = ""
            self.firm = last.seq
            self.pane = Pane("line", seq=last.seq)
            return None
        entry = self._write(lambda: referee.undo(reason, member=self.member(), command=uuid4().hex))
        if entry and self.pane.kind == "line":
            self.pane = TURN
        return entry

    def redo(self, seen: int) -> Entry | None:
        """Redo what the last undo voided."""
        if seen != self.snapshot.version:
            return None
        return self._write(
            lambda: self.open_plays.referee(self.play_id).redo(member=self.member(), command=uuid4().hex)
        )

    def enter(
        self, action: str, answers: Answers, command: str, shown: Shown | None = None, remark: str = ""
    ) -> Entry | None:
        """Write an action whose questions another screen than the table's has asked, as it was ``shown``."""
        referee = self.open_plays.referee(self.play_id)
        write = partial(
            referee.write, action, dict(answers), shown=shown, remark=remark, member=self.member(), command=command
        )
        try:
            return self._write(write)
        except Overtaken as said:
            self.problem = said.sentence
            return None

    def open_bids(self, action: str, answers: Answers, command: str, shown: Shown, remark: str) -> Entry | None:
        """Write an action whose sealed bids have just been opened, and put its sheet away."""
        entry = self.enter(action, answers, command, shown, remark)
        if entry:
            self.own = self.lead = None
            self.sync()
        return entry

    def ask_to_give_back(self, bids: str) -> None:
        """Ask whether sealed bids are to go back."""
        self.giving_back = bids
        self._noticed = self.clock()

    def is_confirmed(self, bids: str) -> bool:
        """Whether it was asked if these bids are to go back, long enough ago to have been read."""
        return self.giving_back == bids and not self.is_same_tap(self._noticed)

    def is_same_tap(self, before: float) -> bool:
        """Whether a tap now is the second half of one at a moment ``before``, by this state's clock."""
        return self.clock() - before < SAME_TAP

    def void(self, seq: int, reason: str, seen: int) -> Entry | None:
        """Void one line, for a reason."""
        if seen != self.snapshot.version:
            return None
        referee, member = self.open_plays.referee(self.play_id), self.member()
        entry = self._write(lambda: referee.void(seq, reason, member=member, command=uuid4().hex))
        if entry:
            self.pane = TURN
        return entry

    def amend(
        self, decisions: Decisions, reason: str, command: str, *, again: bool, seen: int | None = None
    ) -> Entry | None:
        """Write a correction of past lines, for a reason; ``seen`` is the version on which it was decided, if known."""
        referee = self.open_plays.referee(self.play_id)
        member = self.member()
        return self._write(
            lambda: referee.amend(decisions, reason, again=again, seen=seen, member=member, command=command)
        )

    def _write(self, write: Callable[[], Entry]) -> Entry | None:
        try:
            entry = write()
        except Overtaken:
            self.sync()
            raise
        except (Refusal, StorageError) as said:
            # the banner above the screen says why the book can't be written, with the way out of it
            storage = self.open_plays.storage
            self.problem = NOT_RECORDED if storage.broken and not storage.read_only else said.sentence
            self.sync()
            return None
        self.problem = ""
        self.recorded = entry.seq
        self.seen = self.snapshot.version  # our own entry
        self.sync()
        self.announce(self.play_id)
        self.tick()
        return entry

    # -- what is looked at -------------------------------------------------------------------------
    def look(self, pane: Pane) -> None:
        """Show something in the working panel; the same again puts it away."""
        self.problem = ""
        self.firm = 0
        self.pane = TURN if pane == self.pane else pane

    def name(self, pane: Pane) -> None:
        """Answer with a player who is tapped what asks for one; else show that player."""
        draft = self.draft if self.pane == TURN else None
        question = asked_now(self.snapshot.game.action(draft.action), draft) if draft else None
        if draft and question and isinstance(question.kind, Player) and question.name not in draft.answers:
            options = self.snapshot.options(draft.action, draft.answers, question.name) or ()
            if any(one.value == pane.seat and one.refusal is None for one in options):
                self.answer(question.name, pane.seat)
                return
        self.look(pane)


def same_question(one: Question, other: Question) -> bool:
    """Whether two actions ask the same: alike in type and words, whatever functions a type was made with."""
    return one.kind == other.kind or (type(one.kind) is type(other.kind) and one.text == other.text)


def _shown(draft: Draft, version: int, outcome: Outcome) -> Shown:
    """What Record is drawn from on a version of the book."""
    if outcome.meanwhile:
        return Shown(version, outcome.proposal, announced=True)
    return Shown(min(draft.known, version), outcome.proposal)


@dataclass(frozen=True, slots=True)
class UnobservedPlayState:
    """A play state that is not observed.

    A component is redrawn with every change of an observed value it gets, be it a key of a pad. One that gets this, and
    is memoised, is redrawn only when what it shows changes.
    """

    state: PlayState

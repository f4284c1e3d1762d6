"""What one screen writes into the journal of a play: the sheet, undo and redo, crossing out and corrections."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from companion.core.answers import Answers
from companion.core.prompt import Offer
from companion.core.recording import members
from companion.core.recording.meanwhile import Overtaken, Shown, summary
from companion.core.recording.members import ASK, NOD
from companion.core.recording.referee import Referee
from companion.core.recording.revision import Change, Decisions
from companion.core.table import Value
from models.errors import StorageError
from models.ledger import Entry, Proposal, Refusal
from models.rooms import RECORDED, Member, Request
from views.state.play.draft import Draft, go_on, with_time, would_be
from views.state.play.panel import TURN, Pane
from views.state.play.requests import Requests
from views.state.play.sheet import Sheet
from views.state.play.viewpoint import Part

NOT_RECORDED = "Not recorded: the book has to be opened again first."


@dataclass(eq=False)
class Recorder(Part):
    """Writes for one screen, in its member's name. Nothing is written where the play is looked at as it once was."""

    sheet: Sheet
    requests: Requests

    @property
    def referee(self) -> Referee:
        """The referee, who records.

        Raises:
            Refusal: nothing is recorded in the past.

        """
        return self.snapshot.referee

    def write(
        self,
        write: Callable[..., Entry],
        *args: object,
        member: Member | None = None,
        **more: object,
    ) -> Entry | None:
        """Write by one of the referee's methods, and tell the other screens; or say why it can't be written.

        It is in this screen's name where no other ``member`` is given.

        Raises:
            Overtaken: because of what others have written, it would differ from what was shown, or repeat it.

        """
        play = self.play
        try:
            entry = write(*args, member=member or play.member(), **more)
        except Overtaken:
            play.sync()
            raise
        except (Refusal, StorageError) as refusal:
            # the banner above the screen says why the book can't be written, with the way out of it
            storage = play.open_plays.storage
            play.problem = (
                NOT_RECORDED if storage.broken and not storage.read_only else refusal.sentence
            )
            play.sync()
            return None
        play.problem = play.undone = ""
        play.recorded = entry.seq
        play.seen = play.snapshot.version  # our own entry
        play.sync()
        play.announce(play.play_id)
        play.tick()
        return entry

    # -- the sheet ---------------------------------------------------------------------------------
    def record(self, command: str, shown: Shown | None = None) -> Entry | None:
        """Write the sheet into the journal, as it was ``shown``; a second tap on the same button writes nothing more.

        Where others have recorded meanwhile and it would be another receipt now, or theirs once more, that is said,
        and to record it all the same is another tap.
        """
        if self.play.past:
            return self._hand_on(command)
        sheet, taps = self.sheet, self.sheet.taps
        draft, shown = sheet.draft, shown or sheet.to_shown()
        if draft is None or draft.command != command:
            self._too_late(command, shown)
            return None
        if not draft.touched and taps.is_same(taps.recorded):
            return None
        shown = taps.replaced_receipt(command) or shown
        proposal = sheet.outcome().proposal
        if proposal is None or (shown.announced and taps.is_same(taps.noticed)):
            return None
        answers = self._answers(draft)
        if self.is_for_the_bank(draft.action, answers, proposal):
            if self.requests.ask_for(draft.action, answers, command):
                sheet.put_away()
            return None
        return self._write_sheet(draft, answers, shown)

    def _write_sheet(self, draft: Draft, answers: Answers, shown: Shown) -> Entry | None:
        sheet, command, shared = self.sheet, draft.command, self._shared
        request = self.requests.asked.get(command)
        asker = shared.member(request.member) if request else None
        try:
            entry = self.write(
                self.referee.write,
                draft.action,
                answers,
                shown=shown,
                asker=asker,
                command=command,
            )
        except Overtaken:
            if sheet.draft and sheet.draft.command == command:
                sheet.change(
                    lambda draft: replace(draft, known=min(draft.known, shown.seen), warned=True)
                )
            else:
                self._too_late(command, shown)
            return None
        if entry and request:
            shared.settle(request, RECORDED, by=self._by)
        if entry:
            sheet.taps.recorded = self.play.clock()
            sheet.put_away()
            sheet.lead = go_on(self.snapshot, sheet.lead, draft)
        return entry

    def _answers(self, draft: Draft) -> dict[str, Value]:
        return with_time(self.snapshot.find_action(draft.action), draft.answers, self.play.now())

    def _too_late(self, command: str, shown: Shown) -> None:
        """Show why a tap on Record did nothing, if what others recorded has closed its sheet."""
        play = self.play
        since = play.snapshot.since(shown.seen)
        if since and not play.open_plays.journal_of(play.play_id).find_recorded(
            play.play_id, command
        ):
            play.problem = f"Not recorded. {summary(since)}"

    def _hand_on(self, command: str) -> Entry | None:
        """Hand on what a sheet of the past says."""
        decide, draft = self.play.decide, self.sheet.draft
        if decide and draft and draft.command == command and self.sheet.outcome().proposal:
            answers = self._answers(draft)
            decide(
                Change(
                    draft.action,
                    {name: value for name, value in answers.items() if value is not None},
                )
            )
        return None

    @property
    def asks(self) -> bool:
        """Whether the sheet on top is asked for, and not recorded at once."""
        draft, play = self.sheet.draft, self.play
        return draft is not None and bool(
            members.why_not_allowed(play.member(), draft.action, self._answers(draft), self.referee)
        )

    def is_for_the_bank(
        self, action: str, answers: Answers, proposal: Proposal | None, agreed: Collection[str] = ()
    ) -> bool:
        """Whether only the bank may record it, or alone is told why it can't be recorded."""
        play = self.play
        if members.why_not_allowed(play.member(), action, answers, self.referee, agreed):
            return True
        if play.keeps_book:
            return False
        snapshot = play.snapshot
        return proposal is None or bool(
            snapshot.game.said("why_not_record", snapshot.table, proposal)
        )

    # -- tiles that record at once -----------------------------------------------------------------
    def choose(self, offer: Offer) -> None:
        """Record at once what a tile says in full, name and amount; else open its sheet.

        What is hidden, or asks for a reason when it is undone, is read on its sheet first.
        """
        taps, records = self.sheet.taps, self.at_once(offer)
        if records and taps.is_same(taps.recorded):
            return
        self.sheet.open(offer)
        if records and self.sheet.own:
            self.record_at_once()

    def at_once(self, offer: Offer) -> Proposal | None:
        """What a tap on the tile of an offer records; ``None`` where it opens a sheet."""
        # what it comes to, and whether it is possible, would tell of what is hidden
        hidden = self.play.snapshot.secret
        allowed = not hidden and self.records(offer.action, offer.tone)
        return would_be(self.snapshot, offer) if allowed else None

    def record_at_once(self) -> None:
        """Record what a tile has answered, if nothing is left to be said."""
        draft, taps = self.sheet.draft, self.sheet.taps
        if draft is None or not self.records(draft.action, draft.tone):
            return
        # a finger on its way when another hand recorded has not read this tile: the receipt is read first
        if self.sheet.outcome().proposal and not taps.is_same(taps.overtaken):
            self.record(draft.command)

    def records(self, action: str, tone: str) -> bool:
        """Whether a tile may record: not what asks for a reason when it is undone."""
        play = self.play
        needs_reason = play.snapshot.find_action(action).needs_reason
        return play.one_tap() and play.keeps_book and not (needs_reason or tone == "danger")

    # -- what was asked for ------------------------------------------------------------------------
    def grant(self, request: Request, seen: int) -> Entry | None:
        """Record what was asked for, on the book as it is; ``seen`` is the version whose receipt was shown.

        Raises:
            Refusal: that is the banker's.

        """
        self.requests.require(NOD)
        shared = self._shared
        if seen != self.snapshot.version or not shared.is_waiting(request):
            return None
        entry = self._record_asked(request, asker=shared.member(request.member))
        if entry:
            self.requests.settle(request, RECORDED)
        return entry

    def _record_asked(self, request: Request, **more: Any) -> Entry | None:
        write, command = self.referee.write, request.id
        return self.write(write, request.action, request.answers, command=command, **more)

    def agree(self, request: Request, seen: int) -> Entry | None:
        """Say yes to what a request takes from the players here.

        Once all have, it is recorded in their names where all is recorded at once; else the bank has the last word.

        Raises:
            Refusal: nobody plays on this device any more.

        """
        by, requests = self.requests.require(ASK), self.requests
        shared, proposal = self._shared, requests.consent(request).proposal
        mine, waits = requests.demands_on_me(request), shared.is_waiting(request)
        if seen != self.snapshot.version or not (proposal and mine and waits):
            return None
        shared.agree(request, mine, proposal, by=by)
        consent = requests.consent(request)
        if consent.waited_for or not consent.at_once:
            return None
        asker, agreed = shared.member(request.member), sorted(consent.agreed)
        entry = self._record_asked(request, member=asker, agreed=agreed)
        if entry:
            shared.settle(request, RECORDED, by=by)
        return entry

    # -- the journal -------------------------------------------------------------------------------
    def enter(
        self,
        action: str,
        answers: Answers,
        command: str,
        shown: Shown | None = None,
        remark: str = "",
    ) -> Entry | None:
        """Write an action whose questions another screen than the table's has asked, as it was ``shown``."""
        try:
            return self.write(
                self.referee.write, action, answers, shown=shown, remark=remark, command=command
            )
        except Overtaken as overtaken:
            self.play.problem = overtaken.sentence
            return None

    def undo(self, seen: int, reason: str = "") -> Entry | None:
        """Undo the last entry; ``seen`` is what the button was drawn from, so one tap is one undo.

        An entry that needs a reason is opened instead, with a field that asks for it.
        """
        play, panel, referee = self.play, self.sheet.panel, self.referee
        if seen != play.snapshot.version:
            return None
        last = referee.undoable
        if last and not reason.strip() and referee.needs_reason(last):
            play.problem = ""
            panel.firm = last.seq
            panel.pane = Pane("line", seq=last.seq)
            return None
        entry = self.write(referee.undo, reason)
        if entry and last:
            play.undone = f"Crossed out: {last.proposal.narration}"
        if entry and panel.pane.kind == "line":
            panel.pane = TURN
        return entry

    def redo(self, seen: int) -> Entry | None:
        """Redo what the last undo voided."""
        if seen != self.snapshot.version:
            return None
        return self.write(self.referee.redo)

    def void(self, seq: int, reason: str, seen: int) -> Entry | None:
        """Void one line, for a reason."""
        if seen != self.snapshot.version:
            return None
        entry = self.write(self.referee.void, seq, reason, seen=seen)
        if entry:
            self.sheet.panel.pane = TURN
        return entry

    def amend(
        self,
        decisions: Decisions,
        reason: str,
        command: str,
        *,
        again: bool,
        seen: int | None = None,
    ) -> Entry | None:
        """Write a correction of past lines, for a reason; ``seen`` is the version on which it was decided, if known."""
        return self.write(
            self.referee.amend, decisions, reason, again=again, seen=seen, command=command
        )

"""The sheet that is filled in on one screen: what it asks, what is answered, and what would follow from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.core.answers import Answers
from companion.core.prompt import Offer
from companion.core.recording import members
from companion.core.recording.meanwhile import Shown
from companion.core.table import Table, Value
from models.ledger import Refusal
from views.state.play.draft import (
    Draft,
    Outcome,
    begin,
    carry_over,
    update,
    with_answer,
    with_presets,
    with_typed,
)
from views.state.play.lot import Lot
from views.state.play.panel import TURN, OnTop
from views.state.play.play_snapshot import PAST, PlaySnapshot
from views.state.play.taps import Taps
from views.state.play.viewpoint import Part


@dataclass(eq=False)
class Sheet(Part):
    """The sheet on one screen: the one that a person opened, or else the one that the book lays out for the turn."""

    taps: Taps
    panel: OnTop
    lead: Draft | None = None
    """The sheet that the book lays out."""
    own: Draft | None = None
    """The sheet that a person opened, on top of that."""
    walking: bool = False
    """Whether Enter belongs to the button with the focus, since a Tab."""
    typing: bool = False
    """Whether digits were typed after that Tab, so that Enter is the sheet's again."""
    totals: bool | None = None
    """Whether the totals of hands are entered on the pad, and not their cards; ``None`` until somebody has said."""
    explained: str = ""
    """The command of the sheet whose rules are shown."""
    settled: Callable[[], object] = field(default=lambda: None, repr=False)
    """Hears that a tile was picked, which may leave nothing to be said."""
    _tried: tuple[tuple[Draft | None, Table], Outcome] | None = field(default=None, repr=False)

    def redraw(self) -> None:
        """Draw the sheet anew."""
        self.play.redraw()

    @property
    def scale(self) -> Callable[[], float]:
        """How large text is."""
        return self.play.scale

    @property
    def draft(self) -> Draft | None:
        """The sheet on top, where it is this member's."""
        lead = self.lead
        mine = lead and self.may_fill_in(lead.action, lead.answers)
        return self.own or (lead if mine else None)

    # -- whose it is -------------------------------------------------------------------------------
    def may_fill_in(self, action: str, answers: Answers) -> bool:
        """Whether this member may record an action, or ask for it."""
        play = self.play
        return play.keeps_book or members.may_ask(
            play.member(), action, answers, play.snapshot.referee
        )

    def for_player(self, offer: Offer) -> Offer:
        """An offer as it is on a player's own phone: whoever may ask for it is that player."""
        play, snapshot = self.play, self.snapshot
        action = snapshot.find_action(offer.action)
        everybody = [player.key for player in snapshot.table.players]
        asked_by = next(
            (name for name in action.names_asker if offer.answers.get(name) is None), ""
        )
        named = not asked_by or action.asker(offer.answers, everybody)
        if play.keeps_book or named or not play.seat:
            return offer
        return replace(offer, answers={**offer.answers, asked_by: play.seat})

    def _find_laid_out(self) -> Offer | None:
        """The sheet that the book lays out, for whoever looks at it here."""
        snapshot = self.snapshot
        sheet = snapshot.prompt.sheet
        if sheet is None or self.play.keeps_book:
            return sheet
        own = self.for_player(sheet)
        return own if snapshot.why_not(own.action, own.answers) is None else sheet

    # -- what follows from it ----------------------------------------------------------------------
    def sync(self, snapshot: PlaySnapshot, lot: Lot | None) -> None:
        """Lay out what the book expects now, and bring what is filled in up to date."""
        sheet = self._find_laid_out()
        if sheet is None:
            self.lead = None
        elif self.lead is None or not self.lead.fits(sheet):
            self.lead = begin(snapshot, sheet, lead=True)
        if self.own and self.own.seen != snapshot.version:
            self.own = update(snapshot, self.own)
        if self.lead and self.lead.seen != snapshot.version:
            self.lead = update(snapshot, self.lead)
        if lot and lot.opened:
            # opened on another device, they are recorded: their sheet has nothing left to ask
            if self.own and lot.is_recorded(self.own):
                self.own = None
            if self.lead and sheet and lot.is_recorded(self.lead):
                self.lead = begin(snapshot, sheet, lead=True)

    def overtake(self, seen: int) -> None:
        """Remember the receipt that another hand's entry is about to replace: a finger may be on its way to it."""
        if seen >= 0:
            self.taps.overtaken = self.play.clock()
        draft = self.draft
        if draft and self._tried and self._tried[0][0] is draft:
            self.taps.replace_receipt(draft.command, self._tried[1].to_shown(draft, seen))

    def outcome(self) -> Outcome:
        """What the sheet would bring about, or why it can't be recorded yet."""
        draft, snapshot = self.draft, self.snapshot
        key = (draft, snapshot.table)
        if self._tried is None or self._tried[0] != key:
            known = self._tried[1].meanwhile if self._tried else None
            outcome = Outcome() if draft is None else Outcome.of(snapshot, draft, self.play.now())
            if outcome.meanwhile and outcome.meanwhile != known:
                self.taps.noticed = self.play.clock()
            self._tried = key, outcome
        return self._tried[1]

    def to_shown(self) -> Shown:
        """What Record is drawn from now."""
        if draft := self.draft:
            return self.outcome().to_shown(draft, self.snapshot.version)
        return Shown(self.play.seen, None)

    def time_is_up(self) -> None:
        """The clock has run out: what follows from the sheet may be something else now."""
        self._tried = None
        self.play.redraw()

    # -- opened, filled in and put away ------------------------------------------------------------
    def open(self, offer: Offer) -> None:
        """Open a sheet on top.

        Raises:
            Refusal: the play is only looked at as it once was.

        """
        play = self.play
        if play.past and not play.decide:
            raise Refusal(PAST)
        if not self.may_fill_in(offer.action, offer.answers):
            return
        play.problem = ""
        offer = with_presets(play.snapshot, offer)
        self.own = carry_over(play.snapshot, begin(play.snapshot, offer, lead=False), self.lead)
        self.panel.pane = TURN

    def close(self) -> None:
        """Close the sheet that a person opened; else lay out the one of the turn anew."""
        if self.own:
            self.own = None
        elif self.lead:
            sheet = self._find_laid_out()
            self.lead = begin(self.snapshot, sheet, lead=True) if sheet else None

    def put_away(self) -> None:
        """Put away what is filled in, and lay out what the book expects."""
        self.own = self.lead = None
        self.play.sync()

    def answer(self, question: str, value: Value) -> None:
        """Answer a question of the sheet on top."""
        self.change_answer(
            question, lambda draft: with_answer(self.snapshot, draft, question, value)
        )

    def pick(self, *answers: tuple[str, Value]) -> None:
        """Answer with a tile that says what it comes to, and record at once if nothing is left to be said."""
        for question, value in answers:
            self.answer(question, value)
        self.settled()

    def type(self, question: str, words: str) -> None:
        """Keep what is typed for a question, whether it is an answer yet or not."""
        self.change_answer(
            question, lambda draft: with_typed(self.snapshot, draft, question, words)
        )

    def reopen(self, question: str) -> None:
        """Ask a question again that has an answer already, where its pad is in sight."""
        self.explained = ""
        self.change_answer(
            question,
            lambda draft: replace(draft, opened="" if draft.opened == question else question),
        )

    def take_throw(self, question: str, faces: tuple[int, ...]) -> None:
        """Answer with dice thrown by the app."""
        self.change_answer(
            question,
            lambda draft: replace(
                with_answer(self.snapshot, draft, question, sum(faces)), faces=faces
            ),
        )

    def explain(self, command: str) -> None:
        """Show the rules of a sheet, or put them away."""
        self.explained = "" if self.explained == command else command

    def change_answer(self, question: str, change: Callable[[Draft], Draft]) -> None:
        """Change the sheet on top if it asks this; a late tap may be meant for one that was there before.

        Who asks for it stays who that is, where it is not the bank that fills it in.
        """
        if self.draft is None:
            return
        action = self.snapshot.find_action(self.draft.action)
        if not self.play.keeps_book and question == action.own_question(
            self.draft.answers, self.play.seats
        ):
            return
        if any(asked.name == question for asked in action.questions):
            self.change(change)

    def change(self, change: Callable[[Draft], Draft]) -> None:
        """Put another state of the sheet on top in its place."""
        self.play.problem = self.play.undone = ""
        if self.own:
            self.own = change(self.own)
        elif self.lead:
            self.lead = change(self.lead)

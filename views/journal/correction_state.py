"""What is being corrected on one screen: the entries decided on, the one being filled in, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from uuid import uuid4

import flet as ft

from companion.core.prompt import Offer
from companion.core.recording.referee import MEANWHILE, Referee
from companion.core.recording.revision import (
    DROP,
    Change,
    Consequence,
    Decision,
    Revision,
    next_place,
)
from companion.core.recording.rules_at import RulesAt
from models.errors import StorageError
from models.ledger import Line, Place, Refusal
from views.components.fields import Typed
from views.state.play.draft import begin
from views.state.play.play_state import PlaySnapshot, PlayState

LINE, CROSS_OUT, AFTER = "line", "strike", "after"
"""What a correction starts with: changing an entry, voiding it, or adding one after it."""
NOT_HAPPENED, FORGOTTEN, CORRECTED = "It did not happen", "Forgotten", "Corrected"
"""The reasons that are written down where nobody gives another."""


def read_place(words: str) -> Place | None:
    """Read the place of a line from a route, such as 12 or 12.1; ``None`` if it is none."""
    seq, dot, n = words.partition(".")
    if not seq.isdecimal() or (dot and not n.isdecimal()) or len(words) > 18:
        return None
    return Place(int(seq), int(n or 0))


def route(place: Place, how: str = LINE) -> str:
    """The last part of the route on which a line is corrected."""
    return f"correct/{how}/{place.seq}.{place.n}" if place.n else f"correct/{how}/{place.seq}"


def _moment(past: RulesAt, said: Change | None) -> int:
    """When an entry happened: as it says itself, else when it was written, in seconds since 1970."""
    if said:
        for question in past.game.find_action(said.action).questions:
            moment = said.answers.get(question.name)
            if not question.kind.asked and moment is not None:
                return int(moment)
    return int(past.at.timestamp())


def _load(repair: PlayState, said: Change) -> None:
    """Open the sheet of an entry as it was filled in, its words in their fields, so that a letter can be mended."""
    draft = begin(repair.snapshot, Offer(said.action, dict(said.answers)), lead=False)
    asked = repair.snapshot.find_action(said.action).questions
    words = {
        question.name: draft.answers.get(question.name)
        for question in asked
        if question.kind.is_text
    }
    texts = {name: str(value) for name, value in words.items() if value is not None}
    repair.sheet.own = replace(draft, texts=MappingProxyType(texts))
    if wrong := repair.sheet.outcome().question:
        # it stays open while it is typed into, though what is typed first may be an answer already
        repair.sheet.own = replace(repair.sheet.own or draft, opened=wrong)


@dataclass(eq=False)
class CorrectionState(ft.Observable):
    """A correction under way. ``at`` is the entry whose sheet is open.

    ``cause`` is the chip that said what is wrong, ``noting`` whether a note is being written. Nothing is written before
    ``take``; the screen may be left at any time.
    """

    state: PlayState
    how: str
    place: Place
    decisions: Mapping[Place, Decision] = field(default_factory=dict)
    at: Place | None = None
    repair: PlayState | None = None
    again: bool = True
    cause: str = ""
    noting: bool = False
    reason: Typed = field(init=False)
    problem: str = ""
    taken: bool = False
    command: str = field(default_factory=lambda: uuid4().hex)

    def __post_init__(self) -> None:
        self.reason = Typed(changed=self.notify)
        try:
            if self.place.seq > self.referee.version:
                self.problem = f"There is no entry {self.place.seq} in this journal."
                return
            if self.how == AFTER:
                self.place = next_place(self.referee.lines(), self.place.seq)
            elif not any(line.place == self.place for line in self.referee.lines()):
                self.problem = (
                    f"Entry {self.place.seq} does not count, so there is nothing to correct in it."
                )
                return
            if self.how == CROSS_OUT:
                self.again = False
                self.decide(self.place, DROP)
            else:
                self.edit(self.place)
        except (Refusal, StorageError) as said:
            self.problem = said.sentence

    @property
    def referee(self) -> Referee:
        """The referee of the play as it is now."""
        return self.state.open_plays.referee(self.state.play_id)

    @property
    def title(self) -> str:
        """What is being done, for the head of the screen."""
        if self.how == AFTER:
            return (
                f"Add an entry after {self.place.seq}"
                if self.place.seq
                else "Add an entry at the start"
            )
        verb = "Cross out" if self.how == CROSS_OUT else "Correct"
        return f"{verb} entry {self.place.seq}"

    def edit(self, place: Place) -> None:
        """Open the sheet of a line, on the table as it was before it."""
        referee = self.referee
        line = next((line for line in referee.lines() if line.place == place), None)
        revision = self.revision() if self.decisions else None
        past = referee.before(place, revision)
        decided = self.decisions.get(place)
        written = Change(line.proposal.action, line.proposal.answers) if line else None
        said = decided if isinstance(decided, Change) else written
        when = _moment(past, said)
        self.repair = PlayState(
            self.state.open_plays,
            self.state.play_id,
            now=lambda: when,
            scale=self.state.scale,
            past=PlaySnapshot(past),
            decide=self.decide_here,
        )
        if said:
            _load(self.repair, said)
        self.at = place

    def pick(self) -> None:
        """Pick another action for the line: it was something else that happened."""
        if self.repair:
            self.repair.sheet.own = None
            self.notify()  # type: ignore[no-untyped-call]

    def decide_here(self, change: Change) -> None:
        """Decide what the open sheet says."""
        if self.at is not None:
            self.decide(self.at, change)

    def decide(self, place: Place, decision: Decision) -> None:
        """Decide on a line, and close its sheet."""
        self.reason.error = ""
        self.at, self.repair = None, None
        self.decisions = {**self.decisions, place: decision}

    def decide_all(self, places: tuple[Place, ...], decision: Decision) -> None:
        """Decide on several lines alike."""
        self.decisions = {**self.decisions, **dict.fromkeys(places, decision)}

    def recall(self, place: Place) -> None:
        """Take a decision back; the line is worked out again from its own answers."""
        self.decisions = {key: self.decisions[key] for key in self.decisions if key != place}

    def back(self) -> bool:
        """Go a step back; false where there is none, and the screen is to be left."""
        if self.noting:
            self.noting = False
            return True
        if self.at is None or not self.decisions:
            return False
        self.at, self.repair = None, None
        return True

    def later(self, again: bool) -> None:
        """Have later lines worked out again, or left as they are written."""
        self.again = again

    def ask_again(self, cause: str, question: str) -> None:
        """Ask a question of the open sheet again: its answer was wrong."""
        self.cause = cause
        if self.repair:
            self.repair.sheet.reopen(question)
            self.notify()  # type: ignore[no-untyped-call]

    @property
    def line(self) -> Line | None:
        """The entry that is corrected, or whose sheet is open, as it counts now; ``None`` for one that is added."""
        at = self.at or self.place
        return next((line for line in self.referee.lines() if line.place == at), None)

    @property
    def differs(self) -> bool:
        """Whether the open sheet says anything else than its entry."""
        proposal, line = self.repair.sheet.outcome().proposal if self.repair else None, self.line
        if proposal is None or line is None:
            return proposal is not None
        said, decided = line.proposal, self.at in self.decisions
        return decided or (proposal.action, proposal.answers) != (said.action, said.answers)

    @property
    def needs_reason(self) -> str:
        """The sentence that asks for a reason, where an entry that was decided on needs one."""
        lines = [line for line in self.referee.lines() if line.place in self.decisions]
        entries = (replace(line.entry, proposal=line.proposal) for line in lines)
        return next(filter(None, map(self.referee.needs_reason, entries)), "")

    def add_note(self) -> None:
        """Show the field for a note."""
        self.noting = True

    def _reason(self) -> str:
        """The reason given, or what is written where there is none."""
        if self.how == AFTER:
            usual = FORGOTTEN
        else:
            usual = (
                NOT_HAPPENED if self.decisions.get(self.place) == DROP else self.cause or CORRECTED
            )
        return " ".join(self.reason.words.split()) or usual

    def revision(self) -> Revision:
        """What the decisions come to.

        Raises:
            Refusal: they can't be worked out at all, and why.

        """
        return self.referee.revise(self.decisions, again=self.again, keep=True)

    def find_unanswered(self, revision: Revision) -> tuple[Place, ...]:
        """The later entries that would stay as written, and of which nobody has said yet that they happened so."""
        return tuple(one.place for one in revision.those("kept") if one.place not in self.decisions)

    def find_undecided(self, revision: Revision) -> tuple[Consequence, ...]:
        """The later entries that can't stay as written, and about which nothing is decided yet."""
        return tuple(line for line in revision.refused if line.place not in self.decisions)

    def why_not(self, revision: Revision) -> str:
        """Why the correction can't be taken yet, in a sentence; empty if it can."""
        undecided = len(self.find_undecided(revision))
        if undecided == 1:
            return "First decide about the entry that no longer fits."
        if undecided:
            return f"First decide about the {undecided} entries that no longer fit."
        if revision.refused:
            return "An entry that you changed does not fit. Change it again."
        return "Nothing changes." if revision.idle else ""

    def follow(self) -> bool:
        """Where a line is to be put in, go behind those that others have put in there meanwhile; true if there are."""
        if self.how != AFTER or self.problem or self.taken:
            return False
        behind = next_place(self.referee.lines(), self.place.seq)
        if behind == self.place:
            return False
        old, self.place = self.place, behind
        decisions = self.decisions.items()
        self.decisions = {behind if key == old else key: made for key, made in decisions}
        if self.at == old:
            self.at = behind
        return True

    def take(self, seen: int) -> bool:
        """Write the correction, as ``seen`` at a version; false when it was not, and why is said at the reason."""
        with self.reason.showing_refusal():
            if not self.reason.words.strip() and (needed := self.needs_reason):
                raise Refusal(needed)
            if self.follow():
                raise Refusal(MEANWHILE)
            reason, recorder = self._reason(), self.state.recorder
            if not self.again and self.decisions == {self.place: DROP} and not self.place.n:
                written = recorder.void(self.place.seq, reason, seen)
            else:
                written = recorder.amend(
                    self.decisions, reason, self.command, again=self.again, seen=seen
                )
            if not written:
                raise Refusal(self.state.problem or MEANWHILE)
            self.taken = True
        return self.taken

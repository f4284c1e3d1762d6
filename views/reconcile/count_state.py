"""What is being counted on one screen: whose money, the piles of notes or the total typed, and what was found out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from uuid import uuid4

import flet as ft

from companion.core.counting import Countable
from companion.core.figures import read_figure
from companion.core.recording.countable import read_sum
from companion.core.recording.meanwhile import Shown
from companion.core.recording.revision import Change
from companion.core.recording.rules_at import RulesAt
from companion.core.units import format_amount
from companion.reconcile.explaining import Explanation, Search
from models.errors import StorageError
from models.ledger import COUNT, Refusal, Value
from views.components import controls
from views.components.amounts import figure
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState

NOTES, TOTAL = "notes", "total"
MOST_NOTES = 9_999
"""No box has so many notes of one kind."""
MOST_KINDS = 12
"""So many kinds of notes can be put beside those of the box."""
PAUSE_SECONDS = 0.03
"""Seconds to show that a search begins before it does."""
NO_NOTES: Mapping[int, str] = MappingProxyType({})


@dataclass(eq=False)
class CountState(ft.Observable):
    """A count under way. ``piles`` are the notes as typed, by what one is worth; ``own`` are kinds not in the box.

    ``findings`` stand for the ``found`` state of the book and the figure they were looked for; ``said`` is what was
    recorded last.
    """

    state: PlayState
    key: str = ""
    way: str = ""
    piles: Mapping[int, str] = field(default_factory=lambda: NO_NOTES)
    own: tuple[int, ...] = ()
    kind: str = ""
    kind_wrong: str = ""
    total: str = ""
    looking: bool = False
    findings: tuple[Explanation, ...] | None = None
    found: tuple[int, str, int] = (0, "", 0)
    said: str = ""
    problem: str = ""
    command: str = field(default_factory=lambda: uuid4().hex)

    # -- whose -------------------------------------------------------------------------------------
    def purse(self, found: tuple[Countable, ...]) -> Countable:
        """The purse that is counted: the one picked, else the first."""
        return next((countable for countable in found if countable.key == self.key), found[0])

    def pick(self, key: str) -> None:
        """Count another purse; what was typed for the last one is cleared."""
        self.key = key
        self.clear()
        self.said = ""

    def clear(self) -> None:
        """Clear what was typed and found."""
        self.piles, self.total, self.problem = NO_NOTES, "", ""
        self.findings, self.looking = None, False
        self.command = uuid4().hex

    # -- how much ----------------------------------------------------------------------------------
    def kinds(self) -> tuple[int, ...]:
        """The notes there are, largest first: those of the box, and those put beside them."""
        game = self.state.snapshot.game
        box = game.cash.notes(game.turn(self.state.snapshot.table)) if game.cash else ()
        return tuple(sorted({*box, *self.own}, reverse=True))

    def by_notes(self) -> bool:
        """Whether notes are counted, rather than a total typed; where the box is known, unless said otherwise."""
        return self.way == NOTES or (not self.way and bool(self.kinds()))

    def turn(self, way: str) -> None:
        """Count notes, or type a total."""
        self.way, self.problem, self.findings = way, "", None

    def pile(self, note: int, words: str) -> None:
        """Keep the number of one note as it is typed."""
        self.problem, self.said, self.findings = "", "", None
        self.piles = MappingProxyType({**self.piles, note: words})

    def step(self, note: int, by: int) -> None:
        """One note more or fewer."""
        self.pile(note, str(max(0, min(MOST_NOTES, (self.number(note) or 0) + by))))

    def number(self, note: int) -> int | None:
        """The number of one note; ``None`` if what is typed is no number."""
        words = self.piles.get(note, "").strip()
        if not words:
            return 0
        try:
            number = read_figure(words)
        except Refusal:
            return None
        return number if number <= MOST_NOTES else None

    def type(self, words: str) -> None:
        """Keep the total as it is typed."""
        self.problem, self.said, self.findings, self.total = "", "", None, words

    def type_kind(self, words: str) -> None:
        """Keep the value of another note as it is typed."""
        self.kind, self.kind_wrong = words, ""

    def add_kind(self, unit: str) -> None:
        """Put another kind of note or coin beside those of the box."""
        try:
            worth = read_sum(self.kind, unit, "A note or coin")
        except Refusal as refusal:
            self.kind_wrong = refusal.sentence
            return
        if not worth:
            self.kind_wrong = "A note or coin is worth something."
        elif worth in self.kinds():
            self.kind_wrong = f"{figure(worth, unit)} is there already."
        elif len(self.own) >= MOST_KINDS:
            self.kind_wrong = "Type the total instead: that is too many kinds of notes."
        else:
            self.own, self.kind = (*self.own, worth), ""

    def read_count(self, unit: str) -> tuple[int | None, str]:
        """What was counted, and what is wrong with it; nothing yet where nothing is typed."""
        if self.by_notes():
            if not any(words.strip() for words in self.piles.values()):
                return None, ""
            numbers = {note: self.number(note) for note in self.piles}
            if any(number is None for number in numbers.values()):
                return None, "How many notes there are is a whole number."
            return sum(note * (number or 0) for note, number in numbers.items()), ""
        if not self.total.strip():
            return None, ""
        try:
            return read_sum(self.total, unit, "The total"), ""
        except Refusal as refusal:
            return None, refusal.sentence

    # -- what to do about it -----------------------------------------------------------------------
    def record(self, purse: Countable, counted: int, seen: PlaySnapshot, said: str = "") -> bool:
        """Write the count down, as it was ``seen``; false when it was not, and why is said on the screen."""
        answers: dict[str, Value] = {"who": purse.key, "counted": counted, "unit": purse.unit}
        try:
            proposal = seen.game.find_action(COUNT).propose(seen.table, answers)
        except Refusal as refusal:
            self.problem = refusal.sentence
            return False
        if not self.state.recorder.enter(
            COUNT, answers, self.command, Shown(seen.version, proposal)
        ):
            self.problem = self.state.problem
            return False
        self.clear()
        self.said = said or f"{purse.name}: {figure(counted, purse.unit)} is written down."
        return True

    def record_and_go_on(self, purse: Countable, seen: PlaySnapshot, after: str) -> None:
        """Write a count down that agrees, and go on to the next purse."""
        if self.record(
            purse, purse.held, seen, f"{purse.name}: {figure(purse.held, purse.unit)}, it agrees."
        ):
            self.key = after or purse.key

    async def search(self, purse: Countable, counted: int) -> None:
        """Look for what would explain the difference, in steps between which others have their turn."""
        if self.looking:
            return  # the second half of a double tap

        self.looking, self.problem, self.findings = True, "", None
        referee = self.state.open_plays.referee(self.state.play_id)
        try:
            now = (referee.version, purse.key, counted)
            # the table as it is now: somebody else may write meanwhile
            judge = RulesAt(referee.play, referee.game, referee.table.ledger)
            search = Search(judge, referee.lines(), referee.counts(), purse, counted)
            await asyncio.sleep(PAUSE_SECONDS)
            found = []
            for explanation in search.go():
                found += [explanation] if explanation else []
                await asyncio.sleep(0)
            self.findings, self.found = tuple(found), now
        except (Refusal, StorageError) as said:
            self.problem = said.sentence
        finally:
            self.looking = False

    def current_findings(self, purse: Countable, counted: int) -> tuple[Explanation, ...] | None:
        """What was found for just this figure in the book as it is now."""
        now = (self.state.snapshot.version, purse.key, counted)
        return self.findings if self.found == now else None

    def recount(self) -> None:
        """Go back to what was typed."""
        self.findings = None

    def take(self, explanation: Explanation, purse: Countable, counted: int) -> None:
        """Correct the book according to an explanation, and record the count after it."""
        counts, held = (format_amount(amount, purse.unit) for amount in (counted, purse.held))
        why = f"Counted: {purse.name} {counts}, in the book {held}. {explanation.suspicion.words}"[
            :200
        ]
        decisions = explanation.revision.decisions
        amend = partial(
            self.state.recorder.amend,
            decisions,
            why,
            f"{self.command}-why",
            again=True,
            seen=self.found[0],
        )
        self._correct(amend, purse, counted, "Corrected")

    def by_hand(self, change: Change, purse: Countable, counted: int) -> None:
        """Put the book right by hand, and write the count down after it."""

        def enter() -> object:
            shown = Shown(
                self.found[0], self.state.snapshot.referee.propose(change.action, change.answers)
            )
            return self.state.recorder.enter(
                change.action, change.answers, f"{self.command}-hand", shown
            )

        self._correct(enter, purse, counted, "Put right by hand")

    def _correct(
        self, write: Callable[[], object], purse: Countable, counted: int, done: str
    ) -> None:
        if self.current_findings(purse, counted) is None:
            return  # the second half of a double tap, or somebody else has written meanwhile
        if not write():
            self.problem = self.state.problem
            return
        self.findings = None
        said = f"{done}: {purse.name} has {figure(counted, purse.unit)} in the book too."
        if self.record(purse, counted, self.state.snapshot, said):
            controls.show_notice("Undo takes back the count first, then the correction.")

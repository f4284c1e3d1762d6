"""What is being counted on one screen: whose money, the piles of notes or the total typed, and what was found out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from uuid import uuid4

import flet as ft

from companion.core.counting import Countable, countables
from companion.core.figures import read_figure
from companion.core.recording.countable import read_sum
from companion.core.recording.meanwhile import Shown
from companion.core.recording.revision import Change
from companion.core.recording.rules_at import RulesAt
from companion.reconcile.explaining import Explanation, Search
from models.errors import StorageError
from models.ledger import COUNT, Refusal, Value
from views.components.amounts import figure
from views.components.controls import show_notice
from views.components.fields import Typed
from views.state.play.play_state import PlaySnapshot, PlayState

NOTES, TOTAL = "notes", "total"
MOST_NOTES = 9_999
"""No box has so many notes of one kind."""
PAUSE_SECONDS = 0.03
"""Seconds to show that a search begins before it does."""


def read_number(words: str) -> int:
    """Read how many notes there are; nothing written is none.

    Raises:
        Refusal: it is no number, in words that fit below a narrow field.

    """
    try:
        number = read_figure(words) if words.strip() else 0
    except Refusal:
        number = MOST_NOTES + 1
    if number > MOST_NOTES:
        raise Refusal("A number")
    return number


@dataclass(eq=False)
class CountState(ft.Observable):
    """A count under way.

    ``findings`` stand for the ``found`` state of the book and the figure they were looked for; ``said`` is what was
    recorded last.
    """

    state: PlayState
    key: str = ""
    way: str = ""
    total: Typed = field(init=False)
    looking: bool = False
    findings: tuple[Explanation, ...] | None = None
    found: tuple[int, str, int] = (0, "", 0)
    said: str = ""
    problem: str = ""
    command: str = field(default_factory=lambda: uuid4().hex)
    _piles: dict[int, Typed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.total = Typed(self._read_total, changed=self.notify)

    # -- whose -------------------------------------------------------------------------------------
    @property
    def purses(self) -> tuple[Countable, ...]:
        """Everything that can be counted."""
        return countables(self.state.snapshot.turn())

    @property
    def purse(self) -> Countable:
        """The purse that is counted: the one picked, else the first."""
        purses = self.purses
        return next((purse for purse in purses if purse.key == self.key), purses[0])

    def pick(self, key: str) -> None:
        """Count another purse; what was typed for the last one is cleared."""
        self.key = key
        self.clear()
        self.said = ""

    def clear(self) -> None:
        """Clear what was typed and found."""
        self._piles.clear()
        self.total.reset()
        self.problem, self.findings, self.looking = "", None, False
        self.command = uuid4().hex

    # -- how much ----------------------------------------------------------------------------------
    @property
    def notes(self) -> tuple[int, ...]:
        """The notes of the box, largest first; none where they are not known."""
        cash = self.state.snapshot.game.cash
        return tuple(sorted(cash.notes(self.state.snapshot.turn()), reverse=True)) if cash else ()

    @property
    def by_notes(self) -> bool:
        """Whether notes are counted, rather than a total typed; where the box is known, unless said otherwise."""
        return self.way != TOTAL and bool(self.notes)

    def turn(self, way: str) -> None:
        """Count notes, or type a total."""
        self.way, self.problem, self.findings = way, "", None

    def pile(self, note: int) -> Typed:
        """The number of one note, as it is typed."""
        return self._piles.setdefault(note, Typed(self._read_pile, changed=self.notify))

    def _read_pile(self, words: str) -> None:
        self._begin()
        read_number(words)

    def _begin(self) -> None:
        self.problem, self.said, self.findings = "", "", None

    def _read_total(self, words: str) -> None:
        self._begin()
        if words.strip():
            read_sum(words, self.purse.unit, "The total")

    def number(self, note: int) -> int:
        """The number of one note; none while what is typed is no number."""
        typed = self.pile(note)
        return 0 if typed.error else read_number(typed.words)

    def step(self, note: int, by: int) -> None:
        """One note more or fewer."""
        self.pile(note).type(str(max(0, min(MOST_NOTES, self.number(note) + by))))

    @property
    def counted(self) -> int | None:
        """What was counted; ``None`` where nothing is typed, or something that is no figure."""
        if self.by_notes:
            piles = self._piles.values()
            if any(typed.error for typed in piles) or not any(
                typed.words.strip() for typed in piles
            ):
                return None
            return sum(note * self.number(note) for note in self._piles)
        if self.total.error or not self.total.words.strip():
            return None
        return read_sum(self.total.words, self.purse.unit, "The total")

    # -- what to do about it -----------------------------------------------------------------------
    def record(self, counted: int, seen: PlaySnapshot, said: str = "") -> bool:
        """Write the count down, as it was ``seen``; false when it was not, and why is said on the screen."""
        purse = self.purse
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

    def record_and_go_on(self, seen: PlaySnapshot, after: str) -> None:
        """Write a count down that agrees, and go on to the next purse."""
        purse = self.purse
        agrees = f"{purse.name}: {figure(purse.held, purse.unit)}, it agrees."
        if self.record(purse.held, seen, agrees):
            self.key = after or purse.key

    async def search(self) -> None:
        """Look for what would explain the difference, in steps between which others have their turn."""
        purse, counted = self.purse, self.counted
        if self.looking or counted is None:
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

    @property
    def current_findings(self) -> tuple[Explanation, ...] | None:
        """What was found for just this figure in the book as it is now."""
        now = (self.state.snapshot.version, self.purse.key, self.counted)
        return self.findings if self.found == now else None

    def take(self, explanation: Explanation) -> None:
        """Correct the book according to an explanation, and record the count after it."""
        purse, counted = self.purse, self.counted or 0
        counts, held = (figure(amount, purse.unit) for amount in (counted, purse.held))
        why = f"Counted: {purse.name} {counts}, in the book {held}. {explanation.suspicion.words}"[
            :200
        ]
        amend = partial(
            self.state.recorder.amend,
            explanation.revision.decisions,
            why,
            f"{self.command}-why",
            again=True,
            seen=self.found[0],
        )
        self._correct(amend, "Corrected")

    def by_hand(self, change: Change) -> None:
        """Put the book right by hand, and write the count down after it."""

        def enter() -> object:
            shown = Shown(
                self.found[0], self.state.snapshot.referee.propose(change.action, change.answers)
            )
            return self.state.recorder.enter(
                change.action, change.answers, f"{self.command}-hand", shown
            )

        self._correct(enter, "Put right by hand")

    def _correct(self, write: Callable[[], object], done: str) -> None:
        purse, counted = self.purse, self.counted
        if self.current_findings is None or counted is None:
            return  # the second half of a double tap, or somebody else has written meanwhile
        if not write():
            self.problem = self.state.problem
            return
        self.findings = None
        said = f"{done}: {purse.name} has {figure(counted, purse.unit)} in the book too."
        if self.record(counted, self.state.snapshot, said):
            show_notice("Undo takes back the count first, then the correction.")

"""What a question is asked with, and what every way to ask one has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from companion.core.action import Action, Question
from companion.core.table import Value
from models.frozen import frozen
from views.components.choice_tiles import Tiling, WordTile, made_low, tile_grid
from views.components.controls import Control, column
from views.state.play.draft import (
    AnswerTarget,
    Draft,
    QuestionContext,
    typing_error,
    with_answer,
    with_typed,
)
from views.state.play.play_state import PlaySnapshot, PlayState
from views.table.frame import Measures, Place, use_measures
from views.theme import GAP_S, ROOMY


@frozen
class Asking:
    """A question on a sheet of a play or of a quick tool, with what is filled in so far."""

    target: AnswerTarget
    context: QuestionContext
    draft: Draft
    question: Question
    play: PlayState | None = None
    """The play that asks; a quick tool has none."""

    @classmethod
    def of(cls, state: PlayState, draft: Draft, question: Question) -> Asking:
        """Ask it on a sheet of a play."""
        return cls(state.sheet, state.snapshot, draft, question, state)

    @property
    def state(self) -> PlayState:
        """The play, for what only plays ask.

        Raises:
            TypeError: a quick tool asks it.

        """
        if self.play is None:
            raise TypeError(f"{self.question.name} is asked without a play")
        return self.play

    @property
    def records(self) -> bool:
        """Whether a tile that answers it last records at once on this device."""
        return self.play is not None and self.play.recorder.records(
            self.draft.action, self.draft.tone
        )

    @property
    def snapshot(self) -> PlaySnapshot:
        """The play as it is now."""
        return self.state.snapshot

    @property
    def action(self) -> Action[...]:
        """What is recorded with the answers."""
        return self.snapshot.find_action(self.draft.action)

    @property
    def kind(self) -> Any:
        """The question's type."""
        return self.question.kind

    @property
    def name(self) -> str:
        """The question's name."""
        return self.question.name

    @property
    def t(self) -> Any:
        """What rules look at, with the answers so far."""
        return self.context.turn(self.draft.answers)

    @property
    def asked(self) -> str:
        """What it asks, given the answers so far."""
        return self.action.words_of(self.question, self.snapshot.table, self.draft.answers)

    @property
    def value(self) -> Value:
        """The answer; ``None`` where there is none."""
        return self.draft.answers.get(self.name)

    @property
    def words(self) -> str:
        """What is typed, else the answer as it would be typed."""
        value = self.value
        return self.draft.texts.get(self.name) or ("" if value is None else str(value))

    @property
    def wrong(self) -> str:
        """Why what is typed is no answer; empty if it is, or nothing is typed."""
        return typing_error(self.context, self.draft, self.question)

    @property
    def scale(self) -> float:
        """How large text is."""
        return self.target.scale()

    def answered(self, value: Value) -> Draft:
        """The sheet with this answer."""
        return with_answer(self.snapshot, self.draft, self.name, value)

    def typed(self, words: str) -> Draft:
        """The sheet with these words typed."""
        return with_typed(self.snapshot, self.draft, self.name, words)

    def change(self, press: Callable[[Asking], Draft]) -> None:
        """Change the sheet as it is at the tap, not as it was when it was drawn."""
        self.state.sheet.change_answer(
            self.name, lambda draft: press(replace(self, context=self.snapshot, draft=draft))
        )


@frozen
class PressKey:
    """Gives a key of a pad to the question that the pad is for."""

    press: Callable[[Asking, str], Draft]
    state: PlayState
    question: Question

    def __call__(self, key: str) -> None:
        """Give it."""
        if draft := self.state.sheet.draft:
            ask = Asking.of(self.state, draft, self.question)
            ask.change(lambda now: self.press(now, key))


def grid(tiles: Sequence[WordTile], *, whole: bool, key: str | None = None) -> Control:
    """Lay out tiles in the pad's place, or in the ``whole`` one of answers and pad."""
    measures = use_measures()
    width, high = measures.across, measures.pad
    if whole:
        width = measures.beside
        # beside the pad there is no more height than its own
        high += (measures.answers + measures.gap) * (measures.place is not Place.SIDE)
        high -= measures.taken
    high = 0 if measures.page else high
    return tile_grid(tiles, width, high, measures.text, _abreast(measures, width), key)


def apart(tiles: Sequence[WordTile]) -> tuple[Sequence[WordTile], Sequence[WordTile]]:
    """Which tiles lie in the place of the answers, and which in the pad's: as many as it has room for, or none.

    On a phone's side both have some.
    """
    measures, many = use_measures(), len(tiles)
    if measures.page:
        return (tiles, ()) if many > MANY else ((), tiles)
    width = measures.across
    tiles = made_low(tiles, width, measures.text)

    def fit(some: Sequence[WordTile]) -> bool:
        most = _abreast(measures, width)
        return not some or Tiling.of(some, width, measures.text, most).least <= measures.pad

    at = 0 if fit(tiles) else many
    if at and measures.place is Place.SIDE:
        at = next(at for at in range(2 * many // 5, many + 1) if fit(tiles[at:]))
    return tiles[:at], tiles[at:]


def _abreast(measures: Measures, width: float) -> int:
    """How many tiles may lie beside each other."""
    return 3 if width < FOURS or measures.text > ROOMY else 4


MANY = 12
"""More tiles than this take the place of answers and pad on one page."""


FOURS = 350
"""Least width for four tiles beside each other."""


class QuestionView:
    """How a type of question is asked: what is drawn of it, and what keys do to it."""

    missing: ClassVar[str] = ""
    """What the button at the foot asks for while it has no answer; empty where the question says it."""
    noun: ClassVar[str] = ""
    """What can be wrong with an answer; empty where that has the question's own name."""
    stays_open: ClassVar[bool] = False
    """Whether its pad is asked until something else is, for it takes more than one key."""
    tells: ClassVar[bool] = False
    """Whether an answer says by itself what it answers."""
    rolled: ClassVar[bool] = False
    """Whether its answer is what dice show."""
    first_key: ClassVar[str] = ""
    """The key of the answers that the focus goes to; empty where they are the whole question."""

    def cells(self, ask: Asking) -> Control | None:
        """Draw what is answered so far, or all of it where the pad has no room."""
        return None

    def pad(self, ask: Asking) -> Control | None:
        """Draw what answers it."""
        return None

    def draw(self, ask: Asking) -> Control:
        """Draw both, where there is no frame."""
        return column(self.cells(ask), self.pad(ask), spacing=GAP_S)

    def says(self, ask: Asking) -> str:
        """Write what is asked now."""
        return ask.asked

    def wrong(self, ask: Asking) -> str:
        """Why what is put in so far can't be right."""
        return ask.wrong

    def awaits(self, ask: Asking) -> str:
        """Say what is still to come of an answer that is begun."""
        return ""

    def acts(self, ask: Asking) -> list[Control]:
        """Offer what can be done instead of answering it."""
        return []

    def press(self, ask: Asking, key: str) -> Draft:
        """Take a key of a figure."""
        return ask.draft

    def takes_signs(self, kind: Any) -> bool:
        """Whether a sign and a point mean something among its digits."""
        return False

    def without_digits(self, ask: Asking) -> Draft:
        """Forget the digits that wait for another."""
        return ask.answered(None)

    def go_on(self, ask: Asking) -> Draft | None:
        """Go on to the part that is missing; ``None`` where the answer is whole."""
        return None

    def step(self, ask: Asking) -> str:
        """Which of its parts is asked, where one is asked after another."""
        return ""

    def missing_words(self, kind: Any) -> str:
        """What the button at the foot asks for."""
        return self.missing

    def usual_words(self, kind: Any) -> str:
        """What people also call an action that asks it."""
        return ""

    def after(self, kind: Any, words: str, key: str) -> str:
        """What a key makes of the words that are typed; one that means nothing changes nothing."""
        return words

    def said(self, kind: Any, words: str) -> str:
        """Write what is typed for people."""
        return words

    def with_added(self, words: str, value: Value) -> str:
        """What a tapped answer makes of the words that are typed."""
        return str(value)

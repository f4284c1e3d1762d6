"""The questions of a quick tool, put and answered as on a sheet of the games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.action import PossibleAnswer, Question
from companion.core.questions import Amount, Answers
from companion.core.table import Table, Value
from companion.tools.sums import NOTHING, Rolls, read
from views.state.draft import Draft
from views.tools.state import ToolState


@dataclass(slots=True)
class ToolSheet:
    """The questions of a tool at a table where nobody sits, answered as a sheet of the games is.

    Each answer is kept as it would be typed.
    """

    state: ToolState
    tool: str
    table: Table
    questions: tuple[Question, ...]
    scale: Callable[[], float] = lambda: 1.0

    @property
    def draft(self) -> Draft:
        """The questions as they are answered now."""
        given = self.state.given(self.tool)
        return Draft(
            self.tool, NOTHING, read(self.questions, self.table, given)[0], lead=False, texts=given, command=""
        )

    @property
    def writing(self) -> bool:
        """Whether somebody is writing words."""
        return self.state.writing

    @writing.setter
    def writing(self, on: bool) -> None:
        self.state.writing = on

    def options(self, _action: str, answers: Answers, question: str) -> tuple[PossibleAnswer, ...]:
        """All answers there are to a question."""
        kind = next(one.kind for one in self.questions if one.name == question)
        values = kind.candidates(self.table, answers) or ()
        return tuple(PossibleAnswer(one, kind.show(one, self.table, answers)) for one in values)

    def person(self, key: str) -> None:
        """Nobody sits here."""

    def asked_now(self, missing: str) -> Question | None:
        """The question that takes the keys: the one tapped, else the one missing, else the first without a default."""
        some = sorted(filter(padded, self.questions), key=lambda one: one.default is not None)
        found = (one for name in (self.state.at.get(self.tool), missing) for one in some if one.name == name)
        return next(iter((*found, *some)), None)

    def typed(self, question: Question) -> str:
        """The words that are given for a question now."""
        return self.state.given(self.tool).get(question.name, "")

    def answer(self, question: str, value: Value) -> None:
        """Answer a question; a roll is one more where several are asked for."""
        one = next(one for one in self.questions if one.name == question)
        self.type(question, f"{self.typed(one)} {value}".strip() if isinstance(one.kind, Rolls) else str(value))

    def thrown(self, question: str, faces: tuple[int, ...]) -> None:
        """Answer with dice thrown by the app."""
        self.answer(question, sum(faces))

    def type(self, question: str, words: str) -> None:
        """Take in what is typed."""
        if any(one.name == question and padded(one) for one in self.questions):
            # it keeps the keys, though it is no longer the one that lacks an answer
            self.state.focus(self.tool, question)
        self.state.put(self.tool, {question: words})


def padded(question: Question) -> bool:
    """Whether a question is answered key by key, on a pad that it shares with the others of the tool."""
    return isinstance(question.kind, Amount | Rolls)

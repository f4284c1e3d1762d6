"""The quick tools as a device keeps them, and their questions, put and answered as on a sheet of the games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any

import flet as ft

from companion.core.action import PossibleAnswer, Question
from companion.core.answers import NO_ANSWERS, Answers
from companion.core.table import Value
from companion.core.turn import TurnOf, with_answers
from companion.tools.sums import NOTHING, Inputs, read
from views.components.controls import log, press, show_notice
from views.state.play.draft import Draft
from views.state.preferences import KEY
from views.table.questions.kinds import view_of
from views.table.questions.view import Asking

LONGEST = 60_000
"""So many bytes are more than any tool writes, and a message of a device holds no more."""
STORE_KEY = "bench"
"""Under which a session keeps it."""


@dataclass(eq=False)
class ToolState(ft.Observable):
    """What is ``given`` to a tool, words by name. ``at`` is the question that takes the keys.

    ``wrong`` is why the last thing tapped could not be done. ``unfolded`` are the folded parts that are open.
    """

    tool: str
    given: Inputs = field(default_factory=lambda: NOTHING)
    at: str = ""
    wrong: str = ""
    unfolded: frozenset[str] = frozenset()
    walking: bool = False
    loaded: bool = False

    def put(self, words: Mapping[str, str]) -> None:
        """Give it some words, beside what it has; empty ones are taken away."""
        self.replace({name: said for name, said in {**self.given, **words}.items() if said})

    def replace(self, given: Inputs) -> None:
        """Give it other words than it has, and keep them on the device."""
        self.wrong, self.given = "", MappingProxyType(dict(given))
        ft.context.page.run_task(self._keep)

    def focus(self, question: str) -> None:
        """Let a question take the keys, or none by name."""
        self.wrong, self.at = "", question

    def fold(self, name: str) -> None:
        """Open a folded part, or close it."""
        self.unfolded = self.unfolded ^ {name}

    async def _keep(self) -> None:
        try:
            words = json.dumps(dict(self.given), ensure_ascii=False)
            if len(words.encode()) <= LONGEST:
                await ft.SharedPreferences().set(f"{KEY}tool.{self.tool}", words)
        except Exception:
            log.debug("what is given to a tool can't be kept here", exc_info=True)

    async def load(self) -> None:
        """Read once what the device has kept."""
        self.walking = False
        if self.loaded:
            return
        self.loaded = True
        try:
            found = readable(await ft.SharedPreferences().get(f"{KEY}tool.{self.tool}"))
        except Exception:
            log.debug("nothing given to a tool is kept here", exc_info=True)
            return
        self.given = self.given or found  # somebody may have been quicker


def tool_state(tool: str) -> ToolState:
    """The state of a tool in the current session."""
    kept, key = ft.context.page.session.store, f"{STORE_KEY}.{tool}"
    if not kept.contains_key(key):
        kept.set(key, ToolState(tool))
    state: ToolState = kept.get(key)
    return state


def use_tool_state(tool: str) -> ToolState:
    """Use a tool's state. A hook: call it once in a screen."""
    state, _ = ft.use_state(tool_state(tool))
    ft.use_effect(state.load, [tool])
    return state


def readable(words: object) -> Inputs:
    """What a device has kept, as words by name; nothing where it is anything else."""
    found = None
    with suppress(ValueError):
        if isinstance(words, str) and len(words) <= LONGEST:
            found = json.loads(words)
    kept = found.items() if isinstance(found, dict) else ()
    return MappingProxyType({str(name): said for name, said in kept if isinstance(said, str)})


def clear(state: ToolState) -> None:
    """Take everything away from a tool; what was there can be had back for a while."""
    had = state.given
    if not had:
        show_notice("Nothing to clear.")
        return
    state.replace(NOTHING)
    state.focus("")
    offer_undo("Cleared.", state, had)


def offer_undo(words: str, state: ToolState, had: Inputs) -> None:
    """Say what was taken away, and offer it back for a while."""
    show_notice(words, ft.SnackBarAction("Undo", on_click=press(state.replace, had)))


@dataclass(slots=True)
class ToolSheet:
    """The questions of a tool at a table where nobody sits, answered as a sheet of the games is.

    Each answer is kept as it would be typed.
    """

    state: ToolState
    look: TurnOf[Any]
    """The table as a turn sees it, without answers."""
    questions: tuple[Question, ...]
    scale: Callable[[], float] = lambda: 1.0

    @property
    def draft(self) -> Draft:
        """The questions as they are answered now."""
        given = self.state.given
        answers, _ = read(self.questions, self.look, given)
        return Draft(self.state.tool, NOTHING, answers, lead=False, texts=given, command="")

    def redraw(self) -> None:
        """Draw the sheet anew."""
        self.state.notify()  # type: ignore[no-untyped-call]

    def turn(self, answers: Answers = NO_ANSWERS) -> TurnOf[Any]:
        """The table, and what is answered."""
        return with_answers(self.look, answers)

    def options(self, _action: str, answers: Answers, question: str) -> tuple[PossibleAnswer, ...]:
        """All answers there are to a question."""
        kind, t = self._question(question).kind, self.turn(answers)
        return tuple(PossibleAnswer(each, kind.show(each, t)) for each in kind.candidates(t) or ())

    def person(self, key: str) -> None:
        """Nobody sits here."""

    def asking(self, question: Question) -> Asking:
        """What a question is asked with."""
        return Asking(self, self, self.draft, question)

    def find_asked(self) -> Question | None:
        """The question that takes the keys: the one tapped, else the first that lacks an answer, else the first."""
        padded = sorted(
            filter(is_padded, self.questions), key=lambda asked: asked.default is not None
        )
        tapped = (asked for asked in padded if asked.name == self.state.at)
        empty = (asked for asked in padded if not self.words_typed(asked))
        return next(chain(tapped, empty, padded), None)

    def words_typed(self, question: Question) -> str:
        """The words that are given for a question now."""
        return self.state.given.get(question.name, "")

    def answer(self, question: str, value: Value) -> None:
        """Answer a question; a roll is one more where several are asked for."""
        asked = self._question(question)
        self.type(question, view_of(asked.kind).with_added(self.words_typed(asked), value))

    def pick(self, *answers: tuple[str, Value]) -> None:
        """Take them: a tool records nothing."""
        for question, value in answers:
            self.answer(question, value)

    def take_throw(self, question: str, faces: tuple[int, ...]) -> None:
        """Answer with dice thrown by the app."""
        self.answer(question, sum(faces))

    def type(self, question: str, words: str) -> None:
        """Take in what is typed."""
        if is_padded(self._question(question)):
            # it keeps the keys, though it is no longer the one that lacks an answer
            self.state.focus(question)
        self.state.put({question: words})

    def _question(self, name: str) -> Question:
        return next(asked for asked in self.questions if asked.name == name)


def is_padded(question: Question) -> bool:
    """Whether a question is answered key by key, on a pad that it shares with the others of the tool."""
    return question.kind.takes_digits and not question.kind.chosen

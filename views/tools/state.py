"""The quick tools as a device keeps them, and their questions, put and answered as on a sheet of the games."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
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
from views.components.controls import press, show_notice
from views.state.play.draft import Draft
from views.state.preferences import KEY
from views.table.questions.kinds import view_of
from views.table.questions.view import Asking

log = logging.getLogger("companion.views")

LONGEST = 60_000
"""So many bytes are more than any tool writes, and a message of a device holds no more."""
UNDO_SECONDS = 8
STORE_KEY = "bench"
"""Under which a session keeps it."""


@dataclass(eq=False)
class ToolState(ft.Observable):
    """What is given to every tool, words by name. ``at`` is the question that takes the keys, by tool.

    ``wrong`` is why the last thing tapped could not be done, with the question it is about. ``unfolded`` are the
    folded parts that are open.
    """

    held: Mapping[str, Inputs] = field(default_factory=dict)
    at: Mapping[str, str] = field(default_factory=dict)
    wrong: tuple[str, str] = ("", "")
    unfolded: frozenset[str] = frozenset()
    walking: bool = False
    keep: Callable[[str, Inputs], object] = lambda _tool, _inputs: None
    read: frozenset[str] = frozenset()

    def inputs_of(self, tool: str) -> Inputs:
        """What is given to a tool."""
        return self.held.get(tool, NOTHING)

    def put(self, tool: str, words: Mapping[str, str]) -> None:
        """Give a tool some words, beside what it has; empty ones are taken away."""
        self.replace(
            tool, {name: said for name, said in {**self.inputs_of(tool), **words}.items() if said}
        )

    def replace(self, tool: str, given: Inputs) -> None:
        """Give a tool other words than it has."""
        self.wrong = ("", "")
        self.held = {**self.held, tool: MappingProxyType(dict(given))}
        self.keep(tool, self.held[tool])

    def focus(self, tool: str, question: str) -> None:
        """Let a question take the keys, or none by name."""
        self.wrong = ("", "")
        self.at = {name: one for name, one in {**self.at, tool: question}.items() if one}

    def refuse(self, question: str, sentence: str) -> None:
        """Say at a question why that could not be done."""
        self.wrong = (question, sentence)

    def fold(self, name: str) -> None:
        """Open a folded part, or close it."""
        self.unfolded = self.unfolded ^ {name}


def tool_state() -> ToolState:
    """The tools' state of the current session."""
    kept = ft.context.page.session.store
    if not kept.contains_key(STORE_KEY):
        kept.set(STORE_KEY, ToolState())
    state: ToolState = kept.get(STORE_KEY)
    return state


def use_tool_state(tool: str) -> ToolState:
    """Use the tools' state, and read once what the device has kept for a tool. A hook: call it once in a screen."""
    state, _ = ft.use_state(tool_state())
    page = ft.context.page

    async def keep(name: str, inputs: Inputs) -> None:
        try:
            words = json.dumps(dict(inputs), ensure_ascii=False)
            if len(words.encode()) <= LONGEST:
                await ft.SharedPreferences().set(f"{KEY}tool.{name}", words)
        except Exception:
            log.debug("what is given to a tool can't be kept here", exc_info=True)

    async def take_in() -> None:
        state.walking = False
        state.keep = lambda name, inputs: page.run_task(keep, name, inputs)
        if tool in state.read:
            return
        state.read = state.read | {tool}
        try:
            found = readable(await ft.SharedPreferences().get(f"{KEY}tool.{tool}"))
        except Exception:
            log.debug("nothing given to a tool is kept here", exc_info=True)
            return
        if found and tool not in state.held:  # else somebody was quicker
            state.held = {**state.held, tool: found}

    ft.use_effect(take_in, dependencies=[tool])
    return state


def readable(words: object) -> Inputs:
    """What a device has kept, as words by name; nothing where it is anything else."""
    if not isinstance(words, str) or len(words) > LONGEST:
        return NOTHING
    try:
        found = json.loads(words)
    except ValueError:
        return NOTHING
    if not isinstance(found, dict):
        return NOTHING
    return MappingProxyType(
        {str(name): said for name, said in found.items() if isinstance(said, str)}
    )


def clear(state: ToolState, tool: str) -> None:
    """Take everything away from a tool; what was there can be had back for a while."""
    had = state.inputs_of(tool)
    if not had:
        show_notice("Nothing to clear.")
        return
    state.replace(tool, NOTHING)
    state.focus(tool, "")
    offer_undo("Cleared.", state, tool, had)


def offer_undo(words: str, state: ToolState, tool: str, had: Inputs) -> None:
    """Say what was taken away, and offer it back for a while."""
    ft.context.page.show_dialog(
        ft.SnackBar(
            ft.Text(words),
            action=ft.SnackBarAction("Undo", on_click=press(state.replace, tool, had)),
            duration=UNDO_SECONDS * 1000,
            persist=False,
        )
    )


@dataclass(slots=True)
class ToolSheet:
    """The questions of a tool at a table where nobody sits, answered as a sheet of the games is.

    Each answer is kept as it would be typed.
    """

    state: ToolState
    tool: str
    look: TurnOf[Any]
    """The table as a turn sees it, without answers."""
    questions: tuple[Question, ...]
    scale: Callable[[], float] = lambda: 1.0

    @property
    def draft(self) -> Draft:
        """The questions as they are answered now."""
        given = self.state.inputs_of(self.tool)
        return Draft(
            self.tool,
            NOTHING,
            read(self.questions, self.look, given)[0],
            lead=False,
            texts=given,
            command="",
        )

    def redraw(self) -> None:
        """Draw the sheet anew."""
        self.state.notify()  # type: ignore[no-untyped-call]

    def turn(self, answers: Answers = NO_ANSWERS) -> TurnOf[Any]:
        """The table, and what is answered."""
        return with_answers(self.look, answers)

    def options(self, _action: str, answers: Answers, question: str) -> tuple[PossibleAnswer, ...]:
        """All answers there are to a question."""
        kind = next(one.kind for one in self.questions if one.name == question)
        t = self.turn(answers)
        return tuple(
            PossibleAnswer(candidate, kind.show(candidate, t))
            for candidate in kind.candidates(t) or ()
        )

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
        tapped = (asked for asked in padded if asked.name == self.state.at.get(self.tool))
        empty = (asked for asked in padded if not self.words_typed(asked))
        return next(chain(tapped, empty, padded), None)

    def words_typed(self, question: Question) -> str:
        """The words that are given for a question now."""
        return self.state.inputs_of(self.tool).get(question.name, "")

    def answer(self, question: str, value: Value) -> None:
        """Answer a question; a roll is one more where several are asked for."""
        asked = next(asked for asked in self.questions if asked.name == question)
        self.type(question, view_of(asked.kind).with_added(self.words_typed(asked), value))

    pick = answer

    def take_throw(self, question: str, faces: tuple[int, ...]) -> None:
        """Answer with dice thrown by the app."""
        self.answer(question, sum(faces))

    def type(self, question: str, words: str) -> None:
        """Take in what is typed."""
        if any(one.name == question and is_padded(one) for one in self.questions):
            # it keeps the keys, though it is no longer the one that lacks an answer
            self.state.focus(self.tool, question)
        self.state.put(self.tool, {question: words})


def is_padded(question: Question) -> bool:
    """Whether a question is answered key by key, on a pad that it shares with the others of the tool."""
    return question.kind.takes_digits and not question.kind.chosen

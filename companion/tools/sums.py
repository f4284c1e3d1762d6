"""How a game defines a quick tool: the questions, the house rules, and the rule that answers.

Inputs are text by name, just as typed, so they can be stored and read again whatever they contain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.core.action import Question
from companion.core.answers import PLUS
from companion.core.game import Game
from companion.core.option import Option
from companion.core.questions import Amount, Choice, Roll
from companion.core.show.boards import Facts, ToteBoard
from companion.core.table import Refusal, Table, Value
from companion.core.turn import TurnOf, with_answers
from models.frozen import frozen
from models.ledger import Proposal

Inputs: TypeAlias = Mapping[str, str]
NOTHING: Inputs = MappingProxyType({})
MOST_PARTS = 60
"""The most amounts or rolls of one calculation."""


@frozen
class Amounts(Amount):
    """One amount or several, as ``100+20+50``; the answer is written so, without zeros."""

    unit: str | None = "$"

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read the amounts; a plus at the end is ignored."""
        parts = [part for part in text.split(PLUS) if part.strip()]
        if len(parts) > MOST_PARTS:
            raise Refusal(f"That is more than {MOST_PARTS} amounts. Add some of them up first.")
        kind = Amount(0, unit=self.unit)
        found = [int(kind.read(part, t) or 0) for part in parts]
        return PLUS.join(str(one) for one in found if one)


def amounts_in(value: Value) -> tuple[int, ...]:
    """The amounts of an answer to :class:`Amounts`.

    >>> amounts_in("100+20+50"), amounts_in(""), amounts_in(None)
    ((100, 20, 50), (), ())
    """
    return tuple(int(part) for part in str(value or "").split(PLUS) if part)


@frozen
class Rolls(Roll):
    """The rolls of two dice, as ``9 10 7 4``; at most ``most``."""

    most: int = MOST_PARTS

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read the rolls in their order."""
        parts = re.split(r"[\s,]+", text.strip())
        if len(parts) > self.most:
            raise Refusal(f"No more than {self.most} rolls; take one back first.")
        return " ".join(str(Roll(2).read(part, t)) for part in parts)


def rolls_in(value: Value) -> tuple[int, ...]:
    """The rolls of an answer to :class:`Rolls`.

    >>> rolls_in("9 10 7 4"), rolls_in(None)
    ((9, 10, 7, 4), ())
    """
    return tuple(int(part) for part in str(value or "").split())


def choose(name: str, text: str, ways: Mapping[str, str]) -> Question:
    """Ask for one of a few ways; the first is the default."""
    kind: Choice[str] = Choice(ways)
    return Question(name, kind, text, default=next(iter(ways)))


@frozen
class Answer:
    """The answer of a calculation: the large figure, short facts beside it, and the receipts.

    ``words`` replace the figure. ``history`` are the prices of a share from the first on, each with the roll that made
    it, in ``unit``; ``board`` is a pool's board.
    """

    label: str
    figure: int
    unit: str
    receipts: tuple[Proposal, ...] = ()
    facts: Facts = ()
    words: str = ""
    history: tuple[tuple[int, int | None], ...] = ()
    board: ToteBoard | None = None


@frozen
class Outcome:
    """The outcome of a calculation: an answer, or what is wrong by the name of the question, or what is missing.

    What is wrong with no single question is under the empty name.
    """

    answer: Answer | None = None
    faults: Mapping[str, str] = field(default_factory=dict)
    missing: str = ""


@frozen
class Sum:
    """A variant of a quick tool: its questions, the house rules that matter, and its rule.

    The rule gets a table without players, with the game's board and house rules, and the answers by name. ``key`` and
    ``title`` distinguish the variants of a tool.
    """

    tool: str
    questions: tuple[Question, ...]
    rule: Callable[..., Answer]
    options: tuple[Option[Any], ...] = ()
    key: str = ""
    title: str = ""

    def ways(self, game: Game, inputs: Inputs) -> tuple[dict[str, str], dict[str, str]]:
        """The house rules as given, others by their defaults; and what is wrong with those given."""
        ways, faults = game.house_rules(), {}
        for rule in self.options:
            ways[rule.key] = rule.default
            try:
                ways[rule.key] = rule.read(inputs.get(rule.key, "").strip() or rule.default)
            except Refusal as refusal:
                faults[rule.key] = refusal.sentence
        return ways, faults

    def table(self, game: Game, inputs: Inputs) -> Table:
        """The table for the rule."""
        return Table((), houses=self.ways(game, inputs)[0], printed=game.printed_values())

    def turn(self, game: Game, inputs: Inputs) -> TurnOf[Any]:
        """The same as the questions see it."""
        return game.turn(self.table(game, inputs))

    def outcome(self, game: Game, inputs: Inputs) -> Outcome:
        """Read the inputs, and compute the answer if nothing is wrong or missing."""
        t, faults = self.turn(game, inputs), self.ways(game, inputs)[1]
        answers, wrong = read(self.questions, t, inputs)
        # an empty sum is not given yet
        missing = next(
            (
                question.name
                for question in self.questions
                if not question.optional and answers[question.name] in (None, "")
            ),
            "",
        )
        if faults or wrong or missing:
            return Outcome(faults=wrong | faults, missing=missing)
        try:
            return Outcome(self.rule(t.table, **answers))
        except Refusal as refusal:
            return Outcome(
                faults={refusal.question if refusal.question in answers else "": refusal.sentence}
            )


def read(
    questions: tuple[Question, ...], t: TurnOf[Any], inputs: Inputs
) -> tuple[dict[str, Value], dict[str, str]]:
    """Read an answer to each question, ``None`` where it is missing; and what is wrong with unreadable ones."""
    answers: dict[str, Value] = {}
    faults: dict[str, str] = {}
    for question in questions:
        words = inputs.get(question.name, "")
        try:
            answers[question.name] = (
                question.kind.read(words, with_answers(t, answers))
                if words.strip()
                else question.default
            )
        except Refusal as refusal:
            answers[question.name], faults[question.name] = None, refusal.sentence
    return answers, faults


def receipt(effect: Proposal, source: str, **others: Any) -> Proposal:
    """Make a receipt of a rule's effect, with other lines or another narration if given.

    It moves nothing, and its action is never recorded.
    """
    return replace(effect, action="tool", postings=(), marks=(), source=source, **others)

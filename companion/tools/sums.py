"""What a game says of a quick tool it gives: the questions, the house rules, and the rule that answers. Plain values.

What is given is words by name, just as they are typed: it can be kept anywhere, and read again whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from companion.core.action import Question
from companion.core.boards import ToteBoard
from companion.core.game import Game, Option
from companion.core.questions import PLUS, Amount, Answers, Choice, Roll
from companion.core.table import Effect, Line, Refusal, Table, Value
from models.ledger import Proposal

Inputs: TypeAlias = Mapping[str, str]
NOTHING: Inputs = MappingProxyType({})
MOST_PARTS = 60
"""So many amounts or rolls are more than any one sum has."""


@dataclass(frozen=True, slots=True)
class Amounts(Amount):
    """One amount or several, as ``100+20+50``; the answer is written so, without zeros."""

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read the amounts; one that is still to come after a plus is none."""
        parts = [part for part in text.split(PLUS) if part.strip()]
        if len(parts) > MOST_PARTS:
            raise Refusal(f"That is more than {MOST_PARTS} amounts. Add some of them up first.")
        kind = Amount(0, unit=self.unit)
        found = [int(kind.read(part, table, answers) or 0) for part in parts]
        return PLUS.join(str(one) for one in found if one)


def added(value: Value) -> tuple[int, ...]:
    """The amounts of an answer to :class:`Amounts`.

    >>> added("100+20+50"), added(""), added(None)
    ((100, 20, 50), (), ())
    """
    return tuple(int(part) for part in str(value or "").split(PLUS) if part)


@dataclass(frozen=True, slots=True)
class Rolls(Roll):
    """What two dice showed, time after time, as ``9 10 7 4``; at most so many."""

    most: int = MOST_PARTS

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read the rolls in their order."""
        parts = re.split(r"[\s,]+", text.strip())
        if len(parts) > self.most:
            raise Refusal(f"No more than {self.most} rolls; take one back first.")
        return " ".join(str(Roll(2).read(part, table, answers)) for part in parts)


def rolled(value: Value) -> tuple[int, ...]:
    """The rolls of an answer to :class:`Rolls`.

    >>> rolled("9 10 7 4"), rolled(None)
    ((9, 10, 7, 4), ())
    """
    return tuple(int(part) for part in str(value or "").split())


def choose(name: str, text: str, ways: Mapping[str, str]) -> Question:
    """Ask for one of a few ways; the first is what it is where nobody says."""
    kind = Choice(tuple(ways), lambda _table, _answers, value: ways[value])
    return Question(name, kind, text, default=next(iter(ways)))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a sum comes to: the figure in large, short facts beside it, and the working of each step.

    ``words`` stand in the place of a figure that is none. ``history`` are the prices of a share from the first on, each
    with the roll that made it, in ``unit``; ``board`` is a pool as it lies on the table.
    """

    label: str
    figure: int
    unit: str
    receipts: tuple[Proposal, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    words: str = ""
    history: tuple[tuple[int, int | None], ...] = ()
    board: ToteBoard | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sum makes of what is given: an answer, or what is wrong by name of the question, or what is missing.

    ``fault`` is what is wrong with no question of its own.
    """

    answer: Answer | None = None
    faults: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    fault: str = ""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """One way in which a quick tool works: what it asks, the house rules that bear on it, and the rule behind it.

    The rule is handed a table where nobody sits, with the game's board and house rules, and the answers by name. Where
    a tool works in several ways, ``key`` and ``title`` tell them apart.
    """

    tool: str
    questions: tuple[Question, ...]
    rule: Callable[..., Answer]
    houses: tuple[Option, ...] = ()
    key: str = ""
    title: str = ""

    def ways(self, game: Game, inputs: Inputs) -> tuple[dict[str, str], dict[str, str]]:
        """How the table plays the house rules, all others by the rulings; and what is wrong with what is given."""
        ways, faults = game.house_rules(), {}
        for rule in self.houses:
            ways[rule.key] = rule.default
            try:
                ways[rule.key] = rule.read(inputs.get(rule.key, "").strip() or rule.default)
            except Refusal as refusal:
                faults[rule.key] = refusal.sentence
        return ways, faults

    def table(self, game: Game, inputs: Inputs) -> Table:
        """The table that the rule is handed."""
        return Table((), houses=self.ways(game, inputs)[0], printed=game.printed())

    def outcome(self, game: Game, inputs: Inputs) -> Outcome:
        """Read what is given, and work it out where nothing is wrong or missing."""
        table, faults = self.table(game, inputs), self.ways(game, inputs)[1]
        answers, wrong = read(self.questions, table, inputs)
        # a sum of nothing is not given yet
        missing = next((one.name for one in self.questions if not one.optional and answers[one.name] in (None, "")), "")
        if faults or wrong or missing:
            return Outcome(faults=MappingProxyType({**wrong, **faults}), missing=missing)
        try:
            return Outcome(self.rule(table, **answers))
        except Refusal as refusal:
            if refusal.question in answers:
                return Outcome(faults=MappingProxyType({refusal.question: refusal.sentence}))
            return Outcome(fault=refusal.sentence)


def read(questions: tuple[Question, ...], table: Table, inputs: Inputs) -> tuple[dict[str, Value], dict[str, str]]:
    """Read an answer to each question, nothing where there is none; and what is wrong with those that can't be read."""
    answers: dict[str, Value] = {}
    faults: dict[str, str] = {}
    for one in questions:
        words = inputs.get(one.name, "")
        try:
            answers[one.name] = one.kind.read(words, table, answers) if words.strip() else one.default
        except Refusal as refusal:
            answers[one.name], faults[one.name] = None, refusal.sentence
    return answers, faults


def receipt(
    effect: Effect, source: str, *, working: tuple[Line, ...] | None = None, narration: str | None = None
) -> Proposal:
    """Make a receipt of what a rule says, with other lines or another heading where those are given.

    It moves nothing, and no book knows its action.
    """
    return Proposal(
        action="tool",
        answers={},
        narration=effect.narration if narration is None else narration,
        working=effect.working if working is None else working,
        rule=effect.rule,
        source=source,
        house=effect.house,
    )

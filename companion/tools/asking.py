"""What a sum asks for, and what it answers. All of it plain values.

What is given is words by name, just as they are typed: it can be kept anywhere, and read again whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from companion.core.questions import NO_ANSWERS, Amount, Answers, Choice, Number, QuestionType, Roll
from companion.core.table import Refusal, Table, Value
from models.ledger import Proposal

if TYPE_CHECKING:
    from companion.core.game import Option
    from companion.core.table import Effect, Line

Inputs: TypeAlias = Mapping[str, str]
NOTHING: Inputs = MappingProxyType({})
BARE = Table(())
"""Questions of a tool rest on no table; their kinds are handed this one."""
MOST_PARTS = 60
"""So many amounts or rolls are more than any one sum has."""


@dataclass(frozen=True, slots=True)
class Sums(QuestionType):
    """One amount or several, as ``100+20+50``; the answer is written so, without noughts."""

    unit: str = "$"

    @property
    def word(self) -> str:
        """What it takes."""
        return "amounts, with a plus between them"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read the amounts; one that is still to come after a plus is none."""
        kind = Amount(0, unit=self.unit)
        parts = [part for part in text.split("+") if part.strip()]
        if len(parts) > MOST_PARTS:
            raise Refusal(f"That is more than {MOST_PARTS} amounts. Add some of them up first.")
        found = [int(kind.read(part, table, answers) or 0) for part in parts]
        return "+".join(str(one) for one in found if one)


def added(value: Value) -> tuple[int, ...]:
    """The amounts of an answer to :class:`Sums`.

    >>> added("100+20+50"), added(""), added(None)
    ((100, 20, 50), (), ())
    """
    return tuple(int(part) for part in str(value or "").split("+") if part)


@dataclass(frozen=True, slots=True)
class Rolls(QuestionType):
    """What two dice showed, time after time, as ``9 10 7 4``; at most so many."""

    most: int = MOST_PARTS

    @property
    def word(self) -> str:
        """What it takes."""
        return "rolls of both dice, with spaces between them"

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


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing a sum wants to know: what it is called, and what it is where nobody says.

    ``quick`` are answers worth a button. A ``house`` rule is folded away: most tables never touch it.
    """

    name: str
    text: str
    kind: QuestionType
    default: str = ""
    optional: bool = False
    quick: tuple[int, ...] = ()
    house: bool = False
    hint: str = ""

    @property
    def unit(self) -> str:
        """What its amounts count; nothing where it asks for none."""
        return self.kind.unit if isinstance(self.kind, Amount | Sums) else ""

    @property
    def typed(self) -> bool:
        """Whether it is given on a pad, key by key."""
        return isinstance(self.kind, Amount | Sums | Rolls)

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """Every way of a choice or a number with its words; nothing where it is typed."""
        if isinstance(self.kind, Choice):
            return tuple((one, self.kind.show(one, BARE, NO_ANSWERS)) for one in self.kind.values)
        if isinstance(self.kind, Number):
            return tuple((str(one), str(one)) for one in range(self.kind.least, self.kind.most + 1))
        return ()

    def said(self, inputs: Inputs) -> str:
        """What is given for it, or what it is where nothing is."""
        return inputs.get(self.name, "") or self.default


def choice(name: str, text: str, ways: tuple[tuple[str, str], ...], *, house: bool = False) -> Ask:
    """Ask for one of a few ways; the first is what it is where nobody says."""
    words = dict(ways)
    kind = Choice(tuple(words), lambda _table, _answers, value: words[value])
    return Ask(name, text, kind, default=ways[0][0], house=house)


def by_house(rule: Option) -> Ask:
    """Ask how the table plays one of a game's own house rules."""
    return choice(rule.key, rule.title, rule.ways, house=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a sum comes to: the figure in large, short facts beside it, and the working of each step.

    ``history`` are the prices of a share from the first on, each with the roll that made it, in ``unit``.
    """

    label: str
    figure: int
    unit: str
    receipts: tuple[Proposal, ...]
    facts: tuple[tuple[str, str], ...] = ()
    words: str = ""
    history: tuple[tuple[int, int | None], ...] = ()


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
class Formula:
    """A sum: what it asks, in the light of what is given, and how it is worked out of the answers."""

    asks: Callable[[Inputs], tuple[Ask, ...]]
    work: Callable[[Answers], Answer]

    def outcome(self, inputs: Inputs) -> Outcome:
        """Read what is given, and work it out where nothing is wrong or missing."""
        answers: dict[str, Value] = {}
        faults: dict[str, str] = {}
        missing = ""
        for ask in self.asks(inputs):
            words = ask.said(inputs)
            try:
                value = ask.kind.read(words, BARE, answers) if words.strip() else None
            except Refusal as refusal:
                faults[ask.name] = refusal.sentence
                continue
            answers[ask.name] = value
            # a sum of nothing is not given yet
            if (value is None or not words.strip() or value == "") and not ask.optional:
                missing = missing or ask.name
        if faults or missing:
            return Outcome(faults=MappingProxyType(faults), missing=missing)
        try:
            return Outcome(self.work(answers))
        except Refusal as refusal:
            if refusal.question in answers:
                return Outcome(faults=MappingProxyType({refusal.question: refusal.sentence}))
            return Outcome(fault=refusal.sentence)


def receipt(
    effect: Effect, source: str, *, working: tuple[Line, ...] | None = None, told: str | None = None
) -> Proposal:
    """Make a receipt of what a rule says, with other lines or another heading where those are given.

    It moves nothing, and no book knows its action.
    """
    return Proposal(
        action="tool",
        answers={},
        narration=effect.narration if told is None else told,
        working=effect.working if working is None else working,
        rule=effect.rule,
        source=source,
        house=effect.house,
    )

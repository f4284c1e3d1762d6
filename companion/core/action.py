"""Actions: what can be done at the table, with the questions each asks and the rule behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, ParamSpec, Self

from companion.core.answers import NO_ANSWERS, Answers
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Amount, Player, QuestionType, YesNo
from companion.core.table import Refusal, Table, Value, sentence
from companion.core.turn import G, TurnOf, to_stored
from models.frozen import frozen
from models.ledger import Line, Proposal

CORRECTIONS = "Corrections"
"""The group of actions that put right what the book says."""
P = ParamSpec("P")
YES_NO = {True: "yes", False: "no"}
NAMED = re.compile(r"\{(\w+)\}")
"""A place in a sentence where an answer stands, by the name of its question: ``What does {who} buy?``"""


@frozen
class Question:
    """A question of an action; ``template`` is the same with places for earlier answers, where it has any."""

    name: str
    kind: QuestionType[Any]
    text: str
    optional: bool = False
    default: Value = None
    template: str = ""

    @classmethod
    def of(cls, name: str, kind: QuestionType[Any]) -> Self:
        """Ask under a name what stands beside the parameter; its words may have places for earlier answers."""
        words = kind.text
        plain = NAMED.sub(lambda place: f"the {'player' if place[1] == 'who' else place[1]}", words)
        return cls(
            name,
            kind,
            sentence(plain),
            kind.optional or kind.usual is not None,
            kind.usual,
            words if plain != words else "",
        )


@frozen
class PossibleAnswer:
    """One possible answer, and why it can't be given where it can't."""

    value: Value
    label: str
    refusal: str | None = None
    detail: str = ""


@dataclass(
    frozen=True
)  # with slots, Python can't set what a class that is called as Condition[...] is of
class Condition(Generic[G]):
    """What must be so before an action is possible, and the sentence that says why it isn't.

    The sentence may be a function of the turn. A condition on what was answered names that question as ``at``.
    """

    holds: Callable[[G], object]
    otherwise: str | Callable[[G], str]
    at: str | None = None

    def check(self, turn: G) -> None:
        """Refuse what is not possible.

        Raises:
            Refusal: it isn't.

        """
        if not self.holds(turn):
            raise Refusal(
                self.otherwise(turn) if callable(self.otherwise) else self.otherwise, self.at
            )


@frozen
class Auction:
    """How an action sells to the highest of open bids: which of its questions the bids answer.

    What else it asks, such as which lot, is settled before anybody bids.
    """

    buyer: str
    """The question that the name of whoever bids highest answers."""
    price: str
    """The question that the highest bid answers."""
    unsold: str = ""
    """The name of the action that records that nobody bids; it asks for the same lot."""
    held_by: Callable[[Any], object] | None = None
    """The player who offers the lots on a phone of their own: a function of the turn. The banker may always do so."""


@frozen
class Action(Generic[P]):
    """Something that can happen at the table: its questions, its words, and the author's rule.

    Called with answers, it is an offer to do it.
    ``needs_reason`` is the sentence that asks for a reason when an entry of it is undone; empty where none is needed.
    ``asks`` are the questions whose answers may ask for it on a phone of their own, each with what it is called there;
    none where only the bank may. One that is ``on_turn`` belongs to whomever the table waits for, or to
    whom a function of the turn gives.
    ``button`` names it with its answers, as ``Buy {item}``; empty where the title will do. One that begins with an
    answer, as ``{who} buys {item}``, is what the journal says, where the rule says nothing. ``amount`` names the
    question whose answer stands on it, or computes it; ``None`` where that is what the entry comes to.
    ``auction`` says how it is bid for on phones, where it sells to the highest bidder.
    """

    name: str
    title: str
    help: str
    group: str
    questions: tuple[Question, ...]
    rule: Callable[..., None]
    """It is given the turn, and what each question makes of its answer."""
    turn: Callable[[Table, Answers], TurnOf[Any]]
    source: str = ""
    conditions: Sequence[Condition[Any]] = ()
    needs_reason: str = ""
    asks: tuple[tuple[str, str], ...] = ()
    on_turn: bool | Callable[[Any], object] = False
    button: str | Callable[[Any], str] = ""
    amount: str | Callable[[Any], int] | None = None
    way_out: str = ""
    """What leaving its sheet says, with answers by their names, where a tile records it."""
    auction: Auction | None = None
    explained: str = ""
    """The rule, in a sentence of its receipt."""
    agreed_by: Callable[[Any], object] | None = None
    """Whose yes it needs besides those who lose by it: a player, several, or nobody; a function of the turn."""
    asks_why: Callable[[Any, Sequence[Line]], str] | None = None
    """Says which rule is against it, where a table may record it for a reason; empty where no rule is.

    A function of the turn and of the effective lines. The answer is that to the question ``reason``.
    """
    icon: str = ""
    """The icon of a landing's tile, by Material's name."""

    def __call__(
        self,
        label: str = "",
        tone: str = "plain",
        then: Prompt | None = None,
        /,
        *_: P.args,
        **answers: P.kwargs,
    ) -> Offer:
        """Offer the action, with the answers that are known already; a label, a tone and what follows come first."""
        given: dict[str, Any] = answers
        known = {
            name: YES_NO[said] if isinstance(said, bool) else to_stored(said)
            for name, said in given.items()
        }
        return Offer(self.name, known, label or self.title, tone, then)

    @property
    def asked_by(self) -> str:
        """The first question whose answer may ask for it; empty where there is none."""
        return next((name for name, _ in self.asks), "")

    def asker(self, answers: Answers, seats: Collection[str]) -> str:
        """The question by whose answer one of these seats asks for it; empty where none does.

        None does where the bank has said what is the bank's alone to say.
        """
        if any(
            answers.get(question.name) not in (None, question.default)
            for question in self.bank_questions
        ):
            return ""
        return next(
            (
                name
                for name, _ in self.asks
                if self.question(name).kind.may_ask(answers.get(name), seats)
            ),
            "",
        )

    @property
    def bank_questions(self) -> tuple[Question, ...]:
        """The questions that only the banker answers."""
        return tuple(
            question
            for question in self.questions
            if isinstance(question.kind, YesNo) and question.kind.by_bank
        )

    @property
    def names_asker(self) -> tuple[str, ...]:
        """The questions whose answer is the one player who asks for it."""
        return tuple(name for name, _ in self.asks if isinstance(self.question(name).kind, Player))

    def own_question(self, answers: Answers, seats: Collection[str]) -> str:
        """The question whose answer is the player who asks for it, of these seats; empty where there is none."""
        name = self.asker(answers, seats)
        return name if name in self.names_asker else ""

    def act(self, table: Table, answers: Answers) -> str:
        """What the button says that records it with these answers; empty where the game says nothing of its own."""
        return (
            self.button(self.turn(table, answers))
            if callable(self.button)
            else self.fill(self.button, table, answers)
        )

    def words_of(self, question: Question, table: Table, answers: Answers) -> str:
        """A question with the answers before it, once all that it names are given."""
        known = all(answers.get(name) is not None for name in NAMED.findall(question.template))
        return (
            self.fill(question.template, table, answers)
            if question.template and known
            else question.text
        )

    def private_to(self, question: Question, table: Table, answers: Answers) -> str:
        """The player for whom alone a question and its answer are, by the seat's key; empty where all may see them."""
        return next(iter(self.players(question.kind.private, table, answers)), "")

    def players(
        self, named: Callable[[Any], object] | None, table: Table, answers: Answers = NO_ANSWERS
    ) -> tuple[str, ...]:
        """The players whom a function of the turn names, one, several or nobody, by the seats' keys."""
        found = named(self.turn(table, answers)) if named else None
        keys = [
            getattr(player, "key", "")
            for player in (found if isinstance(found, list | tuple) else (found,))
        ]
        return tuple(seat.key for seat in table.players if seat.key in keys)

    def fill(self, words: str, table: Table, answers: Answers) -> str:
        """Put the answers into their places in a sentence."""

        def show_answer(place: re.Match[str]) -> str:
            value = answers.get(place[1])
            return "" if value is None else self.question(place[1]).kind.show(value, t)

        t = self.turn(table, answers)
        return NAMED.sub(show_answer, words)

    def question(self, name: str) -> Question:
        """The question under this name.

        Raises:
            Refusal: the action asks no such thing.

        """
        for known in self.questions:
            if known.name == name:
                return known
        asked = ", ".join(question.name for question in self.questions) or "nothing"
        raise Refusal(f"{self.name} does not ask for {name!r}; it asks for {asked}.", name)

    def read(self, table: Table, answers: Answers) -> dict[str, Value]:
        """Read every answer that is given, typed or as it was kept.

        Raises:
            Refusal: one is unknown or of the wrong kind; ``question`` names which.

        """
        for name in answers:
            self.question(name)
        given: dict[str, Value] = {}
        for question in self.questions:
            value = answers.get(question.name)
            if value is None:
                continue
            try:
                given[question.name] = question.kind.read(
                    str(value), self.turn(table, {**answers, **given})
                )
            except Refusal as refusal:
                raise Refusal(refusal.sentence, question.name) from None
        return given

    def find_missing(self, answers: Answers) -> Question | None:
        """The first question that must still be answered."""
        return next(
            (q for q in self.questions if not q.optional and answers.get(q.name) is None), None
        )

    def carry_out(self, table: Table, answers: Answers) -> TurnOf[Any]:
        """Return the turn on which the rule, and what every entry of the game brings about, has recorded its effect.

        Raises:
            Refusal: a condition doesn't hold, or the rule is against it.

        """
        t = self.turn(table, answers)
        for condition in self.conditions:
            condition.check(t)
        given = {
            question.name: (question.kind, answers.get(question.name, question.default))
            for question in self.questions
        }
        for name, (kind, said) in given.items():
            if said is not None and (why := kind.why_refused(t, said)):
                raise Refusal(why, name)
        t.explain(self.explained)
        self.rule(
            t,
            **{
                name: None if said is None else kind.to_argument(t, said)
                for name, (kind, said) in given.items()
            },
        )
        if str(self.button).startswith("{") and not t.effect.narration:
            t.narrate(f"{self.act(table, answers)}.")
        if self.group and (rule := t.game.rules.get("after_each")):
            rule(t)
        return t

    def propose(self, table: Table, answers: Answers) -> Proposal:
        """What this action would bring about.

        Raises:
            Refusal: an answer is missing or no answer to its question, or the rules are against it.

        """
        given = self.read(table, answers)
        if missing := self.find_missing(given):
            raise Refusal(missing.text or missing.name, missing.name)
        t = self.carry_out(table, given)
        return replace(t.effect, action=self.name, answers=t.answers, source=self.source)

    def why_not(self, table: Table, answers: Answers) -> str | None:
        """Why the action can't be done with these answers, whatever else is answered; ``None`` when it can.

        Open questions are tried with every candidate. Where only an answer that can't be tried is at fault, the action
        is not ruled out.
        """
        try:
            given = self.read(table, answers)
            for condition in self.conditions:
                if condition.at is None:  # it rests on the table alone, whatever can be named
                    condition.check(self.turn(table, given))
        except Refusal as refusal:
            return refusal.sentence
        untried = {
            q.name
            for q in self.questions
            if q.name not in given and (q.optional or _beyond_trying(q.kind))
        }
        fault = self._fault(table, given, untried)
        return fault.sentence if fault else None

    def options(
        self, table: Table, answers: Answers, name: str
    ) -> tuple[PossibleAnswer, ...] | None:
        """Every answer a question can have now, each with its reason where it can't be given.

        ``None`` where answers can't be listed (money, text).
        """
        question = self.question(name)
        others = {key: value for key, value in answers.items() if key != name}
        t = self.turn(table, others)
        values = question.kind.candidates(t)
        if values is None:
            return None
        # later answers were given for another choice here: only earlier ones count
        names = [question.name for question in self.questions]
        earlier = {
            key: value for key, value in others.items() if names.index(key) < names.index(name)
        }
        detail = getattr(question.kind, "detail", None)
        return tuple(
            PossibleAnswer(
                value,
                question.kind.show(value, t),
                self.why_not(table, {**earlier, name: value}),
                detail(t, str(value)) if detail else "",
            )
            for value in values
        )

    def _fault(self, table: Table, answers: dict[str, Value], untried: set[str]) -> Refusal | None:
        """Look for answers to the open questions; return the first fault found where there are none.

        A refusal that names a question rests on the answers up to that one, in their order, and one that names
        none rests on the table alone: so nothing that comes later needs to be tried.
        """
        question = self.find_missing(answers)
        if question is None:
            try:
                self.carry_out(table, answers)
            except Refusal as refusal:
                return None if refusal.question in untried else refusal
            return None
        names = [question.name for question in self.questions]
        earlier = (None, *names[: names.index(question.name)])
        first: Refusal | None = None
        for value in question.kind.tries(self.turn(table, answers)):
            fault = self._fault(table, {**answers, question.name: value}, untried)
            if fault is None or fault.question in earlier:
                return fault
            first = first or fault
        # this question has no answer; another answer before it may leave it one
        none = getattr(question.kind, "none", "") or question.text or question.name
        return first or Refusal(none, question.name)


def _beyond_trying(kind: QuestionType[Any]) -> bool:
    """Whether an open question has answers that can't be listed: text, money without a maximum."""
    return kind.open_ended or (
        isinstance(kind, Amount) and kind.at_most is None and not kind.paid_by
    )

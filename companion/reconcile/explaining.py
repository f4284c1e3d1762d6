"""What would explain a count that differs: one entry that is missing, there twice, reversed, or has two digits swapped.

A suspicion is tried on the whole play. It explains the difference where the rules then allow every line, and the book
comes to exactly what was counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core import counting
from companion.core.action import CORRECTIONS, Action
from companion.core.counting import Countable
from companion.core.questions import Amount, Player
from companion.core.recording import countable
from companion.core.recording.countable import Count, balances_at
from companion.core.recording.revision import (
    DROP,
    Change,
    Decision,
    Revision,
    name,
    next_place,
    revise,
)
from companion.core.recording.rules_at import RulesAt
from companion.core.table import sentence
from companion.core.turn import CASH
from companion.core.units import format_amount
from models.ledger import Line, Place, Refusal, sum_postings

MOST = 48
"""The most suspicions that are tried: each computes the later lines of the play again."""
NEAR = 8
"""How many lines before a line its duplicate may stand."""


@dataclass(frozen=True)
class Suspicion:
    """A mistake in one line: what is decided on it, and a sentence.

    ``shift`` is how much the line alone would move into the purse then; later lines may move more by it.
    """

    place: Place
    decision: Decision
    shift: int
    words: str


@dataclass(frozen=True)
class Explanation:
    """A suspicion that holds: the book would come to what was counted, by this ``revision``."""

    suspicion: Suspicion
    revision: Revision


@dataclass(frozen=True)
class Search:
    """A search through a play for what would explain a count that differs."""

    rules: RulesAt
    lines: Sequence[Line]
    counts: Sequence[Count]
    purse: Countable
    counted: int

    @property
    def short(self) -> int:
        """How much the book has too little."""
        return self.counted - self.purse.held

    def go(self) -> Iterator[Explanation | None]:
        """Try one suspicion after the other, so that others have their turn in between; ``None`` is no explanation."""
        likely = sorted(self._suspicions(), key=lambda suspicion: suspicion.shift != self.short)
        return map(self._try_out, likely[:MOST])

    def _try_out(self, suspicion: Suspicion) -> Explanation | None:
        """Try a suspicion; ``None`` where the rules or another count are against it, or the figure is another."""
        decisions, unit = {suspicion.place: suspicion.decision}, self.purse.unit
        try:
            revision = revise(self.rules, self.lines, decisions)
        except Refusal:
            return None
        ledger = revision.after.ledger
        if revision.refused or ledger.balance(self.purse.account, unit) != self.counted:
            return None
        # nobody's cash can be below zero
        if any(ledger.balance(f"{seat.key}:{CASH}", unit) < 0 for seat in self.rules.table.players):
            return None
        held = [count for count in self.counts if count.held and count.place > suspicion.place]
        then = balances_at(
            revision.lines(self.lines), [(count.place, count.account, count.unit) for count in held]
        )
        return (
            Explanation(suspicion, revision) if then == [count.counted for count in held] else None
        )

    def _suspicions(self) -> Iterator[Suspicion]:
        """Every mistake, by kind; of each the latest first."""
        known = {action.name: action for action in self.rules.game.actions}
        # what came before a count that agreed needs no search
        agreed = max(
            (count.place for count in self.counts if count.who == self.purse.key and count.held),
            default=None,
        )
        recent = [
            (at, line, known[line.proposal.action])
            for at, line in reversed([*enumerate(self.lines)])
            if line.proposal.action in known and (agreed is None or line.place > agreed)
        ]
        yield from self._unwritten()
        for at, line, _ in recent:
            yield from self._twice(at, line)
        for _, line, action in recent:
            yield from self._changed(line, action)
        yield from self._missing(
            [(line, action) for _, line, action in recent if action.group != CORRECTIONS]
        )

    def _moved(self, line: Line, account: str) -> int:
        return sum_postings(line.proposal.postings)[account, self.purse.unit]

    def _unwritten(self) -> Iterator[Suspicion]:
        """Payments to or from a player who was counted too, and whose difference is just the opposite."""
        purse, game, table = self.purse, self.rules.game, self.rules.table
        for who, count in {count.who: count for count in self.counts}.items():
            change = countable.transfer(game, purse, who, self.short)
            before = [line.place for line in self.lines if line.place < count.place]
            if (
                who == purse.key
                or count.counted - count.book != -self.short
                or not change
                or not before
            ):
                continue
            other = counting.name_of(game, table, who)
            giver, taker = (other, purse.name) if self.short > 0 else (purse.name, other)
            size = format_amount(abs(self.short), purse.unit)
            yield Suspicion(
                next_place(self.lines, before[-1].seq),
                change,
                self.short,
                f"A payment of {size} from {giver} to {taker} may not be written down.",
            )

    def _twice(self, at: int, line: Line) -> Iterator[Suspicion]:
        for earlier in self.lines[max(0, at - NEAR) : at]:
            before, after = earlier.proposal, line.proposal
            if before.action == after.action and before.answers == after.answers:
                words = f"{sentence(name(line.place))} may be there twice: {name(earlier.place)} says the same."
                yield Suspicion(line.place, DROP, -self._moved(line, self.purse.account), words)
                return

    def _changed(self, line: Line, action: Action[...]) -> Iterator[Suspicion]:
        """The line the other way round, or with two digits of a figure swapped."""
        moved, answers = self._moved(line, self.purse.account), line.proposal.answers
        entry = sentence(name(line.place))
        people = _people(line, action)
        if len(people) == 2:
            (first, giver), (second, taker) = people.items()
            change = Change(action.name, {**answers, first: taker, second: giver})
            words = f"{entry} may have gone the other way."
            yield Suspicion(line.place, change, -2 * moved, words)
        for question in action.questions:
            figure = answers.get(question.name)
            if not isinstance(question.kind, Amount) or not isinstance(figure, int):
                continue
            for meant in digits_swapped(figure):
                said = format_amount(meant, self.purse.unit)
                was = format_amount(figure, self.purse.unit)
                yield Suspicion(
                    line.place,
                    Change(action.name, {**answers, question.name: meant}),
                    # one figure may be paid several times over, or in part
                    (meant - figure) * moved // figure,
                    f"{entry} may be {said}, not {was}: two digits changed places.",
                )

    def _missing(self, lines: Sequence[tuple[Line, Action[...]]]) -> Iterator[Suspicion]:
        """The player's own lines once more, or one that another player had, at the end."""
        who = self.purse.seat
        found: list[Change] = []
        for line, action in lines if who else ():
            people = _people(line, action)
            for question, other in people.items():
                if who in people.values() and other != who:
                    continue
                change = Change(action.name, {**line.proposal.answers, question: who})
                if self._moved(line, f"{other}:{CASH}") == self.short and change not in found:
                    found.append(change)
                    place = next_place(self.lines, self.lines[-1].place.seq)
                    words = f"An entry may be missing at the end: {action.title}."
                    yield Suspicion(place, change, self.short, words)


def _people(line: Line, action: Action[...]) -> dict[str, str]:
    """The players and banks that a line names, by its questions."""
    answers = line.proposal.answers
    named = [question.name for question in action.questions if isinstance(question.kind, Player)]
    return {question: str(answers[question]) for question in named if answers.get(question)}


def digits_swapped(figure: int) -> list[int]:
    """The figures with two digits beside each other swapped.

    >>> digits_swapped(635), digits_swapped(400), digits_swapped(55)
    ([365, 653], [], [])
    """
    digits = str(figure)
    swapped = [
        digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        for at in range(len(digits) - 1)
    ]
    return [int(other) for other in swapped if other != digits and not other.startswith("0")]

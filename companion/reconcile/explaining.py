"""Explaining a difference between a count and the book: suspicions tried out on the whole evening."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.core.questions import Roll
from companion.core.revision import Change, Revision, next_place, revise
from companion.core.rules_at import RulesAt
from companion.core.units import written
from companion.reconcile import countable
from companion.reconcile.assertion import Count, held_at
from companion.reconcile.candidates import Handing, Suspicion, handings, suspicions
from companion.reconcile.countable import Countable
from companion.reconcile.walk import Walk, walk
from models.ledger import EffectiveEntry, Place, Refusal

WORK, LONGER = 6_000, 60_000
"""So many lines are worked out again for it at most; the first few suspicions are tried whatever they cost."""
ANYWAY = 3
LEAST = 20
"""What trying one suspicion costs besides, in lines."""


@dataclass(frozen=True)
class Explanation:
    """A correction that brings the book to exactly what was counted, and which the rules let stand.

    ``then`` are the lines as they would be told; ``later`` is how many lines that nobody decided on come out otherwise.
    ``mends`` and ``breaks`` count other counts that would hold from then on, or would no longer.
    """

    suspicion: Suspicion
    place: Place
    now: tuple[str, ...]
    then: tuple[str, ...]
    later: int
    fixes: int
    breaks: int
    revision: Revision


@dataclass(frozen=True)
class Findings:
    """What was found, and how many suspicions were left untried for want of time.

    What no count speaks against comes first, then what makes other counts hold, then in the order of the suspicions.
    ``handed`` are payments to ask about before the book is suspected of anything.
    """

    explanations: tuple[Explanation, ...]
    untried: int
    handed: tuple[Handing, ...] = ()


def last_held(counts: Sequence[Count], key: str) -> Place | None:
    """The place at which a count of a purse last held; what came before is as it was seen to be."""
    return next((one.place for one in reversed(counts) if one.who == key and one.held), None)


@dataclass(frozen=True)
class Search:
    """A look through an evening for what would explain a count that differs.

    ``last`` is the number of the last entry, ``work`` how many lines may be worked out again at most.
    """

    rules: RulesAt
    lines: Sequence[EffectiveEntry]
    counts: Sequence[Count]
    purse: Countable
    counted: int
    last: int
    work: int = WORK

    def go(self) -> Iterator[Findings | None]:
        """Look in short steps, so that others have their turn in between; what was found comes last."""
        found: dict[str, Suspicion] = {}
        handed: tuple[Handing, ...] = ()
        if self.counted != self.purse.held:
            since = last_held(self.counts, self.purse.key)
            evening = walk(self.rules, list(self.lines), self.purse, self.counted, since)
            handed = handings(evening)
            for one in chain(_unwritten(evening, self.counts), suspicions(evening)):
                key = repr(sorted((place, _key(decision)) for place, decision in one.decisions.items()))
                if key not in found:
                    found[key] = one
                    yield None
        proven: list[Explanation] = []
        tried = untried = 0
        left, places = self.work, [line.place for line in self.lines]
        for one in found.values():
            cost = len(places) - bisect_left(places, min(one.decisions))
            if cost > left and tried >= ANYWAY:
                untried += 1
                continue
            tried += 1
            # what is put in at the end costs little, but something
            left -= cost + LEAST
            if explanation := self._proven(one):
                proven.append(explanation)
            yield None
        proven.sort(key=lambda one: (one.breaks, -one.fixes))
        yield Findings(tuple(_unlike(self.rules, proven)), untried, handed)

    def _proven(self, suspicion: Suspicion) -> Explanation | None:
        """Try a suspicion out; nothing where the rules are against it, or it does not explain the difference."""
        try:
            revision = revise(self.rules, self.lines, suspicion.decisions, last=self.last)
        except Refusal:
            return None
        ledger, purse = revision.after.ledger, self.purse
        if revision.refused or revision.idle or ledger.balance(purse.account, purse.unit) != self.counted:
            return None
        # nobody's purse can be below nought
        if any(ledger.balance(f"{seat.key}:{countable.CASH}", purse.unit) < 0 for seat in self.rules.table.players):
            return None
        place = min(suspicion.decisions)
        others = [one for one in self.counts if one.place >= place]
        asked = [(one.place, one.account, one.unit) for one in others]
        then = held_at(revision.lines(self.lines), asked) if asked else []
        fixes = sum(not one.held and held == one.counted for one, held in zip(others, then, strict=True))
        breaks = sum(one.held and held != one.counted for one, held in zip(others, then, strict=True))
        decided = [one for one in revision.consequences if one.place in suspicion.decisions]
        return Explanation(
            suspicion,
            place,
            tuple(one.now.proposal.narration for one in decided if one.now),
            tuple(one.then.narration for one in decided if one.then),
            len(revision.otherwise),
            fixes,
            breaks,
            revision,
        )


def explain(search: Search) -> Findings:
    """Look at one go; every explanation was tried out on the whole evening."""
    return next(found for found in search.go() if found)


def _unwritten(evening: Walk, counts: Sequence[Count]) -> Iterator[Suspicion]:
    """Payments to or from a player who was counted too, and whose difference is just the opposite."""
    purse, short, names = evening.purse, evening.short, evening.names
    latest = {one.who: one for one in counts}
    for other, count in latest.items():
        change = countable.transfer(evening.rules.game, purse, other, short)
        before = [line for line in evening.lines if line.place < count.place]
        if other == purse.key or other not in names or count.counted - count.book != -short or not change or not before:
            continue
        giver, taker = (names[other], purse.name) if short > 0 else (purse.name, names[other])
        words = f"A payment of {written(abs(short), purse.unit)} from {giver} to {taker} may not be written down."
        place = next_place(evening.lines, before[-1].place.seq)
        reason_ = f"a payment between {giver} and {taker} was not written down"
        yield Suspicion("missing", {place: change}, words, reason_, short)


def _key(decision: object) -> object:
    if isinstance(decision, Change):
        return decision.action, sorted((name, value) for name, value in decision.answers.items() if value is not None)
    return decision


def _unlike(rules: RulesAt, proven: list[Explanation]) -> list[Explanation]:
    """Of explanations that say the same but for the place, such as of one line put in, only the first."""
    kept: dict[str, Explanation] = {}
    for one in proven:
        decided = one.suspicion.decisions.values()
        if one.suspicion.kind == "missing":
            key = repr([_said(rules, decision) for decision in decided])
        else:
            key = repr((sorted(one.suspicion.decisions), [_key(decision) for decision in decided]))
        kept.setdefault(key, one)
    return list(kept.values())


def _said(rules: RulesAt, decision: object) -> object:
    """What a line put in says, but for the dice: nobody remembers those."""
    if not isinstance(decision, Change):
        return decision
    dice = {one.name for one in rules.game.action(decision.action).questions if isinstance(one.kind, Roll)}
    return decision.action, sorted((name, value) for name, value in decision.answers.items() if name not in dice)


def reason(explanation: Explanation, purse: Countable, counted: int) -> str:
    """Why the book is corrected, for the journal."""
    said = f"Counted: {purse.name} {written(counted, purse.unit)}, in the book {written(purse.held, purse.unit)}"
    return f"{said}; {explanation.suspicion.reason}"[:200]


__all__ = ["Explanation", "Findings", "Search", "explain", "last_held", "reason"]

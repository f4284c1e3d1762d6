"""Explaining a difference between a count and the book: suspicions are tried on the whole play."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.core.questions import Roll
from companion.core.recording import countable
from companion.core.recording.countable import Count, Countable, balances_at
from companion.core.recording.revision import Change, Revision, next_place, revise
from companion.core.recording.rules_at import RulesAt
from companion.core.units import format_amount
from companion.reconcile.candidates import Handing, Suspicion, Walk, handings, suspicions, walk
from models.ledger import Line, Place, Refusal

WORK, LONGER = 6_000, 60_000
"""The most lines that are computed again; the first ``ANYWAY`` suspicions are tried whatever they cost."""
ANYWAY = 3
LEAST = 20
"""What trying one suspicion costs besides, in lines."""


@dataclass(frozen=True)
class Explanation:
    """A correction that brings the book to exactly what was counted, and that the rules allow.

    ``now`` and ``then`` are the narrations before and after; ``later`` is how many other lines would have other
    effects. ``fixes`` and ``breaks`` count other counts that would agree from then on, or no longer.
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
    """What was found, and how many suspicions were left untried for lack of time.

    Explanations that break no other count come first, then those that fix other counts, then in the order of the
    suspicions. ``handed`` are payments to ask about before the book is suspected of anything.
    """

    explanations: tuple[Explanation, ...]
    untried: int
    handed: tuple[Handing, ...] = ()


def last_held(counts: Sequence[Count], key: str) -> Place | None:
    """The place at which a count of a purse last agreed; what came before needs no search."""
    return next((one.place for one in reversed(counts) if one.who == key and one.held), None)


@dataclass(frozen=True)
class Search:
    """A search through a play for what would explain a count that differs.

    ``last`` is the number of the last entry, ``work`` the most lines that may be computed again.
    """

    rules: RulesAt
    lines: Sequence[Line]
    counts: Sequence[Count]
    purse: Countable
    counted: int
    last: int
    work: int = WORK

    def go(self) -> Iterator[Findings | None]:
        """Search in short steps, so that others have their turn in between; the findings come last."""
        found: dict[str, Suspicion] = {}
        handed: tuple[Handing, ...] = ()
        if self.counted != self.purse.held:
            since = last_held(self.counts, self.purse.key)
            evening = walk(self.rules, list(self.lines), self.purse, self.counted, since)
            handed = handings(evening)
            for suspicion in chain(_unwritten(evening, self.counts), suspicions(evening)):
                key = repr(sorted((place, _key(decision)) for place, decision in suspicion.decisions.items()))
                if key not in found:
                    found[key] = suspicion
                    yield None
        proven: list[Explanation] = []
        tried = untried = 0
        left, places = self.work, [line.place for line in self.lines]
        for candidate in found.values():
            cost = len(places) - bisect_left(places, min(candidate.decisions))
            if cost > left and tried >= ANYWAY:
                untried += 1
                continue
            tried += 1
            # a line put in at the end costs little, but something
            left -= cost + LEAST
            if explanation := self._try_out(candidate):
                proven.append(explanation)
            yield None
        proven.sort(key=lambda candidate: (candidate.breaks, -candidate.fixes))
        yield Findings(tuple(_unlike(self.rules, proven)), untried, handed)

    def _try_out(self, suspicion: Suspicion) -> Explanation | None:
        """Try a suspicion; ``None`` where the rules are against it, or it does not explain the difference."""
        try:
            revision = revise(self.rules, self.lines, suspicion.decisions, last=self.last)
        except Refusal:
            return None
        ledger, purse = revision.after.ledger, self.purse
        if revision.refused or revision.idle or ledger.balance(purse.account, purse.unit) != self.counted:
            return None
        # nobody's cash can be below zero
        if any(ledger.balance(f"{seat.key}:{countable.CASH}", purse.unit) < 0 for seat in self.rules.table.players):
            return None
        place = min(suspicion.decisions)
        others = [one for one in self.counts if one.place >= place]
        asked = [(one.place, one.account, one.unit) for one in others]
        then = balances_at(revision.lines(self.lines), asked) if asked else []
        fixes = sum(not one.held and held == one.counted for one, held in zip(others, then, strict=True))
        breaks = sum(one.held and held != one.counted for one, held in zip(others, then, strict=True))
        decided = [one for one in revision.consequences if one.place in suspicion.decisions]
        return Explanation(
            suspicion,
            place,
            tuple(one.now.proposal.narration for one in decided if one.now),
            tuple(one.then.narration for one in decided if one.then),
            len(revision.effects_changed),
            fixes,
            breaks,
            revision,
        )


def explain(search: Search) -> Findings:
    """Search at once; every explanation was tried on the whole play."""
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
        words = f"A payment of {format_amount(abs(short), purse.unit)} from {giver} to {taker} may not be written down."
        place = next_place(evening.lines, before[-1].place.seq)
        reason_ = f"a payment between {giver} and {taker} was not written down"
        yield Suspicion("missing", {place: change}, words, reason_, short)


def _key(decision: object) -> object:
    if isinstance(decision, Change):
        return decision.action, sorted((name, value) for name, value in decision.answers.items() if value is not None)
    return decision


def _unlike(rules: RulesAt, proven: list[Explanation]) -> list[Explanation]:
    """Of explanations that differ only in the place, such as of one line put in, keep the first."""
    kept: dict[str, Explanation] = {}
    for explanation in proven:
        decided = explanation.suspicion.decisions.values()
        if explanation.suspicion.kind == "missing":
            key = repr([_without_dice(rules, decision) for decision in decided])
        else:
            key = repr((sorted(explanation.suspicion.decisions), [_key(decision) for decision in decided]))
        kept.setdefault(key, explanation)
    return list(kept.values())


def _without_dice(rules: RulesAt, decision: object) -> object:
    """A decision without its dice, which nobody remembers."""
    if not isinstance(decision, Change):
        return decision
    dice = {one.name for one in rules.game.find_action(decision.action).questions if isinstance(one.kind, Roll)}
    return decision.action, sorted((name, value) for name, value in decision.answers.items() if name not in dice)


def reason(explanation: Explanation, purse: Countable, counted: int) -> str:
    """Why the book is corrected, for the journal."""
    counts, held = format_amount(counted, purse.unit), format_amount(purse.held, purse.unit)
    said = f"Counted: {purse.name} {counts}, in the book {held}"
    return f"{said}; {explanation.suspicion.reason}"[:200]


__all__ = ["Explanation", "Findings", "Search", "explain", "last_held", "reason"]

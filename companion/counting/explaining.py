"""Explaining a difference between a count and the book: suspicions tried out on the whole evening, likeliest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.amending import Change, revise
from companion.counting import purses
from companion.counting.assertion import held_at
from companion.counting.suspects import suspicions
from companion.counting.walk import walk
from companion.units import written
from models.ledger import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.amending import Revision
    from companion.counting.assertion import Count
    from companion.counting.purses import Purse
    from companion.counting.suspects import Suspicion
    from companion.judge import Judge
    from models.history import Told
    from models.ledger import Place

MOST_TRIED = 40
"""So many suspicions are tried out at most; there are far fewer that people would look through."""
WORK = 6_000
"""So many lines are worked out again for it at most; the first few suspicions are tried whatever they cost."""
ANYWAY = 3
MENDS, BREAKS = 12, 30
"""Points for a count of another purse that a correction would make hold, and lost for one that held and would not."""


@dataclass(frozen=True)
class Explanation:
    """A correction that brings the book to exactly what was counted, and which the rules let stand.

    ``then`` are the lines as they would be told; ``later`` is how many lines that nobody decided on come out otherwise.
    ``mends`` and ``breaks`` count other counts that would hold from then on, or would no longer.
    """

    suspicion: Suspicion
    points: int
    place: Place
    now: tuple[str, ...]
    then: tuple[str, ...]
    later: int
    mends: int
    breaks: int
    revision: Revision


@dataclass(frozen=True)
class Findings:
    """What was found, likeliest first, and how many suspicions were left untried for want of time."""

    explanations: tuple[Explanation, ...]
    untried: int


def last_held(counts: Sequence[Count], key: str) -> Place | None:
    """The place at which a count of a purse last held; what came before is as it was seen to be."""
    return next((one.place for one in reversed(counts) if one.who == key and one.held), None)


def explain(  # noqa: PLR0913 - the evening, what was counted in it, and how long to look
    judge: Judge,
    lines: Sequence[Told],
    counts: Sequence[Count],
    purse: Purse,
    counted: int,
    *,
    last: int,
    work: int = WORK,
) -> Findings:
    """Look for what would explain a difference; every explanation was tried out on the whole evening.

    ``last`` is the number of the last entry, ``work`` how many lines may be worked out again at most.
    """
    if counted == purse.held:
        return Findings((), 0)
    lines = list(lines)
    found: dict[str, Suspicion] = {}
    for one in suspicions(walk(judge, lines, purse, counted, last_held(counts, purse.key))):
        key = repr(sorted((place, _key(decision)) for place, decision in one.decisions.items()))
        if key not in found or found[key].points < one.points:
            found[key] = one
    ranked = sorted(found.values(), key=lambda one: (-one.points, [-place.seq for place in one.decisions]))
    proven: list[Explanation] = []
    tried = untried = 0
    for one in ranked:
        first = min(one.decisions)
        cost = sum(told.place >= first for told in lines)
        if tried >= MOST_TRIED or (cost > work and tried >= ANYWAY):
            untried += 1
            continue
        tried += 1
        work -= cost
        if explanation := _proven(judge, lines, counts, purse, counted, one, last):
            proven.append(explanation)
    return Findings(tuple(_unlike(sorted(proven, key=lambda one: -one.points))), untried)


def _key(decision: object) -> object:
    if isinstance(decision, Change):
        return decision.action, sorted((name, value) for name, value in decision.answers.items() if value is not None)
    return decision


def _proven(  # noqa: PLR0913, PLR0917 - as above, and what is suspected
    judge: Judge,
    lines: list[Told],
    counts: Sequence[Count],
    purse: Purse,
    counted: int,
    suspicion: Suspicion,
    last: int,
) -> Explanation | None:
    """Try a suspicion out; nothing where the rules are against it, or it does not explain the difference."""
    try:
        revision = revise(judge, lines, suspicion.decisions, last=last)
    except Refusal:
        return None
    if revision.refused or revision.idle or revision.after.ledger.balance(purse.account, purse.unit) != counted:
        return None
    if any(held < 0 for held in _cash(judge, purse, revision)):
        return None
    place = min(suspicion.decisions)
    others = [one for one in counts if one.place >= place]
    asked = [(one.place, one.account, one.unit) for one in others]
    then = held_at(revision.lines(lines), asked) if asked else []
    mends = sum(not one.held and held == one.counted for one, held in zip(others, then, strict=True))
    breaks = sum(one.held and held != one.counted for one, held in zip(others, then, strict=True))
    decided = [one for one in revision.fates if one.place in suspicion.decisions]
    return Explanation(
        suspicion,
        suspicion.points + MENDS * mends - BREAKS * breaks,
        place,
        tuple(one.now.proposal.narration for one in decided if one.now),
        tuple(one.then.narration for one in decided if one.then),
        len(revision.otherwise),
        mends,
        breaks,
        revision,
    )


def _cash(judge: Judge, purse: Purse, revision: Revision) -> list[int]:
    """What the players would have in cash: nobody's purse can have been below nought."""
    ledger = revision.after.ledger
    return [ledger.balance(f"{seat.key}:{purses.CASH}", purse.unit) for seat in judge.table.players]


def _unlike(proven: list[Explanation]) -> list[Explanation]:
    """Of explanations that say the same but for the place, such as of one line put in, only the likeliest."""
    kept: dict[str, Explanation] = {}
    for one in proven:
        same = one.suspicion.kind == "missing"
        decided = [_key(decision) for decision in one.suspicion.decisions.values()]
        kept.setdefault(repr(decided) if same else repr(sorted(one.suspicion.decisions)) + repr(decided), one)
    return list(kept.values())


def reason(explanation: Explanation, purse: Purse, counted: int) -> str:
    """Why the book is corrected, for the journal."""
    said = f"Counted: {purse.name} {written(counted, purse.unit)}, in the book {written(purse.held, purse.unit)}"
    return f"{said}; {explanation.suspicion.reason}"[:200]


__all__ = ["Explanation", "Findings", "explain", "last_held", "reason"]

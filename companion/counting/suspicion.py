"""A mistake that would explain a difference, and how likely it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from companion.amending import Decisions
    from companion.counting.walk import Step, Walk

Kind: TypeAlias = Literal["twice", "player", "way", "amount", "answer", "missing", "idle", "both"]
"""What went wrong: told twice, another player's, the other way round, another figure, another answer, left out, never
happened, or two of these together."""

SLOWER = 3
"""Every so many lines further back make a mistake one point less likely."""
MOST_LOST = 20
"""However far back a line is, it loses no more than this: an old slip that fits exactly is better than a vague one."""
CORRECTIONS = "Corrections"
"""What was put right by hand is no usual payment, and nobody is asked what else it may have been."""


@dataclass(frozen=True)
class Suspicion:
    """A mistake that would explain a difference: how likely it is in points, what to decide, and a plain sentence.

    ``reason`` goes into the journal with the correction. ``shift`` is by how much it would change the purse.
    """

    kind: Kind
    points: int
    decisions: Decisions
    words: str
    reason: str
    shift: int


def points(walk: Walk, at: int, base: int) -> int:
    """How likely a mistake in a line is, from what its kind is worth."""
    return base - min(MOST_LOST, walk.back(at) // SLOWER)


def acts(step: Step, who: str) -> bool:
    """Whether a line names a player."""
    return any(value == who for _, value in step.people())

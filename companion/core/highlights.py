"""What was remarkable about an evening: who won most on one bet, who paid most interest, who went bankrupt.

A game reads it off the lines that count, and never keeps a tally of its own: what was undone was never done. Nothing
is told that is hidden from the table now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.core.table import Table
from companion.core.units import written
from models.ledger import EffectiveEntry, Ledger, Place, ledgers

FEW = 3
"""So many highlights are told wherever there are as many."""
LEAST, WORTH = 10, 25
"""The weight from which on a feat is a highlight at all, and from which on it is one more than a few."""
SHARE = 12
"""What each highlight that somebody has already takes off the weight of the next."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that can be told of anybody in a game; ``label`` heads a list of it.

    ``low`` where the least figure is the best. ``adds`` where the figures of an evening are counted together, and those
    of several plays may be: how often, or how much in all. ``final`` is what a player comes out with at the end, by
    which plays compare.
    """

    key: str
    label: str
    unit: str = "$"
    low: bool = False
    adds: bool = False
    final: bool = False

    def better(self, figure: int, than: int) -> bool:
        """Whether a figure goes before another one."""
        return figure < than if self.low else figure > than


@dataclass(frozen=True, slots=True)
class Highlight:
    """What a seat did: a whole number of the kind's unit, told in a sentence, and the line where it happened.

    ``weight`` says how remarkable it is, from 0, which only the records want to know, to 100. ``place`` is missing
    where it is the work of a whole evening. ``words`` say the figure where it is not just a number of its unit.
    ``shared`` are others of whom a highlight is just as true.
    """

    kind: Kind
    seat: str
    figure: int
    sentence: str
    place: Place | None = None
    weight: int = 0
    words: str = ""
    shared: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What kind it is of."""
        return self.kind.key

    @property
    def label(self) -> str:
        """What such feats are called."""
        return self.kind.label

    @property
    def unit(self) -> str:
        """What the figure counts."""
        return self.kind.unit

    @property
    def said(self) -> str:
        """The figure as people write it."""
        return self.words or written(self.figure, self.unit)


class Best:
    """Keeps the best of each kind that every seat did; the earlier of two alike."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Highlight] = {}

    def put(self, highlight: Highlight) -> None:
        """Take a feat in, if the seat has done nothing better of the kind."""
        known = self._found.get((highlight.key, highlight.seat))
        if known is None or highlight.kind.better(highlight.figure, known.figure):
            self._found[highlight.key, highlight.seat] = highlight

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """All that is kept, in the order in which it was first done."""
        return tuple(self._found.values())


def walk(table: Table, lines: Iterable[EffectiveEntry]) -> Iterator[tuple[EffectiveEntry, Table, Table]]:
    """Give each line with the table before it and after it; ``table`` lends its seats, house rules and board."""
    before = replace(table, ledger=Ledger())
    for line, ledger in ledgers(lines):
        after = replace(table, ledger=ledger)
        yield line, before, after
        before = after


def highlights(found: Iterable[Highlight], most: int = FEW) -> tuple[Highlight, ...]:
    """Pick the few that are worth telling at the end: the best of a kind, no line twice, and not all of one player.

    What goes beyond a ``FEW`` has to be worth it by itself; there may be the best of a player who has none yet. Whoever
    has just as good a figure shares the highlight.
    """
    every = [one for one in found if one.weight >= LEAST]
    best: dict[str, Highlight] = {}
    for highlight in every:
        known = best.get(highlight.key)
        if known is None or highlight.kind.better(highlight.figure, known.figure):
            best[highlight.key] = highlight
    chosen: list[Highlight] = []
    while len(chosen) < most:
        taken = {one.place for one in chosen if one.place is not None}
        had = Counter(seat for one in chosen for seat in (one.seat, *one.shared))
        worth = {one: one.weight - SHARE * had[one.seat] for one in every}
        alike = {(one.key, one.figure) for one in chosen}
        left = [one for one in best.values() if (one.key, one.figure) not in alike and one.place not in taken]
        if len(chosen) >= FEW or not left:
            # the same line may be another's moment too, as when one race pays two of them
            left += [one for one in every if not had[one.seat] and (one.key, one.figure) not in alike]
            left = [one for one in left if worth[one] >= WORTH]
        if not left:
            break
        first = max(left, key=worth.__getitem__)
        also = (one.seat for one in every if (one.key, one.figure) == (first.key, first.figure))
        chosen.append(replace(first, shared=tuple(dict.fromkeys(seat for seat in also if seat != first.seat))))
    return tuple(sorted(chosen, key=lambda one: -one.weight))

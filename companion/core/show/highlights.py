"""What was remarkable about a play: who won most on one bet, who paid most interest, who went bankrupt.

A game derives it from the effective entries, so what was undone never happened. Nothing that is hidden from the table
now is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from companion.core.units import format_amount, per_whole
from models.frozen import frozen
from models.ledger import Place

FEW = 3
"""The usual number of highlights."""
LEAST, WORTH = 10, 25
"""The weight from which a highlight is shown at all, and from which it is shown beyond ``FEW``."""
SHARE = 12
"""How much each highlight that a player has already reduces the weight of the next."""


@frozen
class Kind:
    """A kind of highlight in a game; ``label`` heads a list of it.

    ``low`` where the lowest figure is the best. ``adds`` where figures may be added up, within a play and across plays:
    how often, or how much in all. ``final`` is a result at the end, by which plays compare.
    """

    key: str
    label: str
    unit: str = "$"
    low: bool = False
    adds: bool = False
    final: bool = False

    def better(self, figure: int | Fraction, than: int | Fraction) -> bool:
        """Whether a figure goes before another one."""
        return figure < than if self.low else figure > than


@frozen
class Highlight:
    """What a seat did: a whole number of the kind's unit, a sentence, and the line where it happened.

    ``weight`` is how remarkable it is, from 0, for the records only, to 100. ``place`` is ``None`` where it is about a
    whole play. ``words`` write the figure where it is not just a number of its unit. ``shared`` are other seats with
    the same figure.
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
        """The title of its kind."""
        return self.kind.label

    @property
    def unit(self) -> str:
        """What the figure counts."""
        return self.kind.unit

    @property
    def in_wholes(self) -> Fraction:
        """The figure in whole ones, so that a game with cents or half points compares with one without."""
        return Fraction(self.figure, per_whole(self.unit))

    @property
    def said(self) -> str:
        """The figure as people write it."""
        return self.words or format_amount(self.figure, self.unit)


class Best:
    """Keeps the best highlight of each kind and seat; the earlier of two alike."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Highlight] = {}

    def put(self, highlight: Highlight) -> None:
        """Add a highlight, unless the seat has one of the kind that is as good."""
        known = self._found.get((highlight.key, highlight.seat))
        if known is None or highlight.kind.better(highlight.figure, known.figure):
            self._found[highlight.key, highlight.seat] = highlight

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """The best ones, in the order in which they first happened."""
        return tuple(self._found.values())


def highlights(found: Iterable[Highlight], most: int = FEW) -> tuple[Highlight, ...]:
    """Pick the few highlights to show at the end: the best of a kind, no line twice, and not all of one player.

    Those beyond ``FEW`` need a higher weight, and may be the best of a player who has none yet. Players with the same
    figure share a highlight.
    """
    every = [highlight for highlight in found if highlight.weight >= LEAST]
    best: dict[str, Highlight] = {}
    for highlight in every:
        known = best.get(highlight.key)
        if known is None or highlight.kind.better(highlight.figure, known.figure):
            best[highlight.key] = highlight
    chosen: list[Highlight] = []
    while len(chosen) < most:
        taken = {highlight.place for highlight in chosen if highlight.place is not None}
        had = Counter(seat for highlight in chosen for seat in (highlight.seat, *highlight.shared))
        worth = {highlight: highlight.weight - SHARE * had[highlight.seat] for highlight in every}
        alike = {(highlight.key, highlight.figure) for highlight in chosen}
        left = [
            highlight
            for highlight in best.values()
            if (highlight.key, highlight.figure) not in alike and highlight.place not in taken
        ]
        if len(chosen) >= FEW or not left:
            # one line may be a highlight of two players, as when a race pays both
            left += [
                highlight
                for highlight in every
                if not had[highlight.seat] and (highlight.key, highlight.figure) not in alike
            ]
            left = [highlight for highlight in left if worth[highlight] >= WORTH]
        if not left:
            break
        first = max(left, key=worth.__getitem__)
        also = (
            highlight.seat
            for highlight in every
            if (highlight.key, highlight.figure) == (first.key, first.figure)
        )
        chosen.append(
            replace(first, shared=tuple(dict.fromkeys(seat for seat in also if seat != first.seat)))
        )
    return tuple(sorted(chosen, key=lambda kept: -kept.weight))

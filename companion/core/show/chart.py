"""The parts of a chart, on screen or on a page: points, round figures on the axis, and dashes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log10
from typing import TypeAlias

from companion.core.units import format_amount
from models.frozen import frozen

Point: TypeAlias = tuple[int, int]
"""A place across the chart, such as the number of a line, and the figure there."""

DASHES: tuple[tuple[int, ...], ...] = (
    (), (9, 4), (2, 4), (12, 4, 2, 4), (5, 3), (1, 5), (10, 4, 2, 4, 2, 4), (4, 8),
)  # fmt: skip
"""Dash patterns, so that lines differ without colours; no game seats more than eight."""
DRAWN = 90
"""About the most corners of a drawn line."""


def dash(at: int) -> tuple[int, ...]:
    """The dash pattern of a seat's line; empty for an unbroken one."""
    return DASHES[at % len(DASHES)]


def step_of(reach: int, rungs: int = 5) -> int:
    """A step of 1, 2 or 5 times a power of ten, of which so many ``rungs`` reach at least as far."""
    power = 1
    while True:
        for times in (1, 2, 5):
            if times * power * rungs >= reach:
                return times * power
        power *= 10


DECADE, DECADES = 1000, 3
"""Distance of a figure and ten times as much on an axis by powers of ten, and how many times ten it spans at most."""


@frozen
class Span:
    """The range of a chart's axis, and the distance of its grid lines.

    With a ``least`` each line up is ten times as much, from that figure on. Between it and zero the axis is linear, and
    below zero it is the same upside down.
    """

    foot: int
    head: int
    step: int
    least: int = 0

    @classmethod
    def of(cls, values: Sequence[int], rungs: int) -> Span:
        """Find round figures that hold all values."""
        low, high = min(values), max(values)
        step = step_of(max(high - low, high // 10, 1), rungs)
        foot = low // step * step
        return cls(foot, max(-(-high // step) * step, foot + step), step)

    @classmethod
    def around(cls, values: Sequence[int]) -> Span:
        """Find round figures that hold all values, with some room above and below where they run level."""
        return cls.of([max(0, min(values) - 1), max(values) + 1], 3)

    @classmethod
    def holding(cls, values: Sequence[int]) -> Span:
        """Find round figures that hold zero and all values."""
        return cls.of([0, *values], 4)

    @classmethod
    def tenfold(cls, values: Sequence[int]) -> Span:
        """Find powers of ten that hold all values, so that small sums and a far goal fit in one picture."""
        most = max(1, *map(abs, values))
        lowest = min((value for value in values if value > 0), default=1)
        least = 10 ** max(int(log10(lowest)), int(log10(most)) - DECADES)
        at = cls(0, 1, DECADE, least).at
        low, high = at(min(values)), at(max(values))
        return cls(DECADE if low >= DECADE else min(0, low), max(2 * DECADE, high), DECADE, least)

    def at(self, value: int) -> int:
        """Where a figure lies on the axis."""
        if not self.least:
            return value
        far = abs(value) / self.least
        up = round(DECADE * (1 + log10(far) if far > 1 else far))
        return up if value > 0 else -up

    def figure(self, at: int) -> int:
        """The figure at one of the grid lines."""
        if not self.least or not at:
            return at
        up = int(self.least * 10 ** (abs(at) // DECADE - 1))
        return up if at > 0 else -up

    @property
    def rungs(self) -> range:
        """Where the grid lines lie."""
        return range(-(-self.foot // self.step) * self.step, self.head + 1, self.step)

    def share(self, value: int) -> float:
        """The height of a figure: zero at the foot, one at the head."""
        return (self.at(value) - self.foot) / (self.head - self.foot)


@frozen
class Curve:
    """One line of a chart: whose it is, by the key of a seat, and its points; the key is empty for nobody's."""

    seat: str
    points: tuple[Point, ...]


@frozen
class Chart:
    """Curves with an axis, the words below its ends, and a ``limit`` drawn across; screen, page and picture draw it."""

    title: str
    curves: tuple[Curve, ...]
    unit: str
    ends: tuple[str, str]
    axis: Callable[[Sequence[int]], Span] = Span.holding
    limit: int | None = None
    goal: bool = False
    """Whether the limit is what everybody tries to come to."""

    @property
    def limit_name(self) -> str:
        """What the limit is called."""
        return "Goal" if self.goal else "Limit"

    @property
    def span(self) -> Span:
        """The range of the axis."""
        values = [value for curve in self.curves for _, value in curve.points]
        return self.axis(values if self.limit is None else [*values, self.limit])

    @property
    def remark(self) -> str:
        """What has to be said beside its axis, if anything."""
        return "Each line up is ten times as much." if self.span.least else ""

    @property
    def across(self) -> tuple[int, int]:
        """The first place and the last."""
        places = [place for curve in self.curves for place, _ in curve.points]
        return min(places), max(places)

    def write(self, value: int) -> str:
        """Write a figure of it."""
        return format_amount(value, self.unit)

    def describe(
        self, names: Mapping[str, str], write: Callable[[int, str], str] = format_amount
    ) -> str:
        """Describe every line in a sentence, by its first, last, lowest and highest figure."""
        said = []
        for curve in self.curves:
            values = [value for _, value in curve.points]
            ends = values[0], values[-1], min(values), max(values)
            first, last, low, high = (write(value, self.unit) for value in ends)
            who = f"{names[curve.seat]}: from" if curve.seat in names else "From"
            said.append(f"{who} {first} to {last}, lowest {low}, highest {high}.")
        if self.limit is not None:
            said.append(f"The {self.limit_name.lower()} is {write(self.limit, self.unit)}.")
        return " ".join(said)


def keep_apart(wanted: list[float], room: float, apart: float) -> list[float]:
    """Where badges go beside the ends of their lines: near them, in their order, and not on each other."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    tops = wanted.copy()
    above, below = -apart, room
    for at in order:
        above = tops[at] = max(wanted[at], above + apart)
    for at in reversed(order):
        below = tops[at] = min(tops[at], below - apart)
    return tops


def simplify(points: Iterable[Point], most: int = DRAWN) -> tuple[Point, ...]:
    """Leave out points that make no difference to a drawn line, then all but about ``most``.

    Both ends are kept, and the highest and the lowest point of every stretch.
    """
    points = list(points)
    kept = [
        point
        for at, point in enumerate(points)
        if at in (0, len(points) - 1) or not points[at - 1][1] == point[1] == points[at + 1][1]
    ]  # without the points in the middle of what runs level
    if len(kept) <= most:
        return tuple(kept)
    stretches = max(1, (most - 2) // 2)
    inner = kept[1:-1]
    picked = {kept[0], kept[-1]}
    for at in range(stretches):
        part = inner[at * len(inner) // stretches : (at + 1) * len(inner) // stretches]
        if part:
            picked |= {
                min(part, key=lambda corner: corner[1]),
                max(part, key=lambda corner: corner[1]),
            }
    return tuple(sorted(picked))

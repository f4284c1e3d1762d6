"""The parts of a chart, on screen or on a page: points, round figures on the axis, and dashes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log10
from typing import TypeAlias

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


@dataclass(frozen=True, slots=True)
class Span:
    """The range of a chart's axis, and the distance of its grid lines."""

    foot: int
    head: int
    step: int

    @classmethod
    def of(cls, values: Iterable[int], rungs: int) -> Span:
        """Find round figures that hold all values."""
        held = list(values)
        low, high = min(held), max(held)
        step = step_of(max(high - low, high // 10, 1), rungs)
        foot = low // step * step
        return cls(foot, max(-(-high // step) * step, foot + step), step)

    @classmethod
    def around(cls, prices: Sequence[int]) -> Span:
        """Find round figures that hold all prices, with some room above and below where they run level."""
        return cls.of([max(0, min(prices) - 1), max(prices) + 1], 3)

    @classmethod
    def holding(cls, values: Iterable[int]) -> Span:
        """Find round figures that hold zero and all values."""
        return cls.of([0, *values], 4)

    @property
    def rungs(self) -> range:
        """The figures of the grid lines."""
        return range(-(-self.foot // self.step) * self.step, self.head + 1, self.step)

    def share(self, value: int) -> float:
        """The height of a figure: zero at the foot, one at the head."""
        return (value - self.foot) / (self.head - self.foot)


DECADE, DECADES = 1000, 4
"""So far apart are a figure and ten times as much on such an axis, and so many times ten it spans at most."""


@dataclass(frozen=True, slots=True)
class Tenfold:
    """An axis on which each line up is ten times as much, so that small sums and a far goal fit in one picture."""

    least: int
    span: Span

    @classmethod
    def to(cls, goal: int, values: Iterable[int]) -> Tenfold:
        """Span the figures and the goal; what is less than the lowest line lies on it."""
        held = [goal, *values]
        lowest = min(value for value in held if value > 0)
        power = max(int(log10(lowest)), int(log10(max(held))) - DECADES)
        return cls(10**power, Span(0, max(DECADE, cls(10**power, Span(0, 1, 1)).at(max(held))), DECADE))

    def at(self, value: int) -> int:
        """Where a figure lies on the axis."""
        return round(DECADE * log10(max(value, self.least) / self.least))

    def value(self, at: int) -> int:
        """The figure of one of the lines."""
        return int(self.least * 10 ** (at // DECADE))


def keep_apart(wanted: list[float], room: float, apart: float) -> list[float]:
    """Where badges go beside the ends of their lines: near them, in their order, and not on each other."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    tops = [0.0] * len(wanted)
    last = -apart
    for at in order:
        last = tops[at] = max(wanted[at], last + apart)
    over = max(0.0, last - (room - apart)) if order else 0.0
    below = room
    for at in reversed(order):
        if not over:
            break
        below = tops[at] = min(tops[at], below - apart)
    return tops


def describe_line(name: str, points: Sequence[Point], write: Callable[[int], str]) -> str:
    """Describe a line of a chart in a sentence: its first, last, lowest and highest figure."""
    values = [value for _, value in points]
    first, last, low, high = (write(value) for value in (values[0], values[-1], min(values), max(values)))
    return f"{name}: from {first} to {last}, lowest {low}, highest {high}."


def simplify(points: Iterable[Point], most: int = DRAWN) -> tuple[Point, ...]:
    """Leave out points that make no difference to a drawn line, then all but about ``most``.

    Both ends are kept, and the highest and the lowest point of every stretch.
    """
    kept = _corners(list(points))
    if len(kept) <= most:
        return tuple(kept)
    stretches = max(1, (most - 2) // 2)
    inner = kept[1:-1]
    picked = {kept[0], kept[-1]}
    for at in range(stretches):
        part = inner[at * len(inner) // stretches : (at + 1) * len(inner) // stretches]
        if part:
            picked |= {min(part, key=lambda corner: corner[1]), max(part, key=lambda corner: corner[1])}
    return tuple(sorted(picked))


def _corners(points: list[Point]) -> list[Point]:
    """Leave out the points in the middle of what runs level."""
    return [
        point
        for at, point in enumerate(points)
        if at in (0, len(points) - 1) or not points[at - 1][1] == point[1] == points[at + 1][1]
    ]

"""Worth over an evening as a chart: a line for each player, told apart without colour, with badges at their ends.

A place on it is picked by a finger; what was so then is told below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion.seeing import thinned
from views import figures, parts, theme
from views.charts import ABOVE, BELOW, DASHES, Axis, Curve, Span, both_ways, grown, plot, step_of, with_ends
from views.parts import screen
from views.players import badge

if TYPE_CHECKING:
    from companion.seeing import Course, Point
    from views.person import Person

RIGHT = 26.0
"""Room for the badges on the right."""
PLACES = 6
"""About so many lines of the evening have their number below the chart, at text size 1."""
GONE = 0.4
"""How faint the badge is of a player who is no longer there."""
MARKS = 7
"""So many signs stand on a line."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What the chart of a course lies in: its figures on the left, its width in lines of the evening, its height."""

    course: Course
    height: float
    scale: float

    @property
    def up(self) -> Span:
        """From the lowest figure to the highest, and nought."""
        amounts = (amount for moment in self.course.moments for amount in moment.amounts if amount is not None)
        return Span.holding(amounts)

    @property
    def left(self) -> Axis:
        """The figures on the left."""
        return Axis.left(self.up, lambda value: figures.figure(value, self.course.unit), self.scale)

    @property
    def below(self) -> float:
        """Room for the numbers below."""
        return BELOW * grown(self.scale)

    @property
    def across(self) -> tuple[int, int]:
        """The first line of the evening that is drawn, and the last."""
        return self.course.moments[0].number, self.course.moments[-1].number

    def nearest(self, x: float, width: float) -> int:
        """Find the moment that lies below a finger, by its place; the chart is so wide with the figures on its left."""
        first, last = self.across
        room = max(1.0, width - self.left.size)
        wanted = first + (last - first) * min(1.0, max(0.0, (x - self.left.size) / room))
        numbers = [one.number for one in self.course.moments]
        return min(range(len(numbers)), key=lambda at: abs(numbers[at] - wanted))


def told(course: Course, people: tuple[Person, ...]) -> str:
    """Say the chart in words: where everybody began and ended, and the highest and lowest between."""
    said = []
    for person in people:
        amounts = [amount for _, amount in course.points(person.key)] if person.key in course.seats else []
        if amounts:
            first, low, high, last = (
                figures.spoken(one, course.unit) for one in (amounts[0], min(amounts), max(amounts), amounts[-1])
            )
            said.append(f"{person.name}: from {first} to {last}, lowest {low}, highest {high}.")
    return f"Chart over {course.lines:,} lines: {course.title}. {' '.join(said)}"


def dash_of(at: int) -> list[int] | None:
    """How a player's line is broken, by his seat."""
    return DASHES[at % len(DASHES)]


def _course_chart(course: Course, people: tuple[Person, ...], height: float, scale: float) -> ft.Control:
    """Draw the chart at a height. It says what it shows to those who can't see it."""
    frame = Frame(course, height, scale)
    span, across = frame.up, frame.across
    lines = [
        (person, points, at)
        for at, person in enumerate(people)
        if person.key in course.seats and (points := course.points(person.key))
    ]
    curves = [_curve(person, points, at) for person, points, at in lines]
    if span.foot < 0:
        curves.insert(0, Curve(((across[0], 0), (across[1], 0)), theme.EDGE, width=1))
    every = step_of(across[1] - across[0], max(2, int(PLACES / scale)))
    places = range(-(-across[0] // every) * every, across[1] + 1, every)
    drawn = plot(curves, across, span, frame.left, Axis(places, str, frame.below))
    badges: list[tuple[float, ft.Control]] = [
        (
            (points[-1][1] - span.foot) / (span.head - span.foot),
            # who has gone is not there at the end of the evening
            ft.Container(badge(person, size=20), opacity=1 if points[-1][0] == across[1] else GONE),
        )
        for person, points, _ in lines
    ]
    return with_ends(drawn, badges, below=frame.below, height=height, width=RIGHT, told=told(course, people))


CourseChart = parts.memo(screen(_course_chart))


def _curve(person: Person, points: tuple[Point, ...], at: int) -> Curve:
    drawn = thinned(points)
    # who comes after the last kind of dash begins again with the first, and with another sign
    return Curve(drawn, both_ways(person.colour), dash_of(at), at + at // len(DASHES), _marked(drawn, at))


def _marked(points: tuple[Point, ...], at: int) -> frozenset[int]:
    """Where a line has its signs: a few along it, each player's beside the others'."""
    if len(points) <= MARKS:
        return frozenset(number for number, _ in points)
    return frozenset(points[(index * len(points) + at * len(points) // 8) // MARKS][0] for index in range(MARKS))


def cursor(frame: Frame, at: int) -> ft.Control:
    """Draw the line that stands at a moment, to be laid over the chart."""
    first, last = frame.across
    before = frame.course.moments[at].number - first
    after = last - first - before
    cells: list[ft.Control] = [ft.Container(expand=before)] if before else []
    cells.append(ft.Container(width=2, bgcolor=theme.ACCENT, opacity=0.75))
    cells += [ft.Container(expand=after)] if after else []
    return ft.Container(
        ft.Row(cells, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        left=frame.left.size,
        right=RIGHT,
        top=ABOVE,
        bottom=frame.below,
        ignore_interactions=True,
    )


def swatch(person: Person, at: int) -> ft.Control:
    """Draw a piece of a player's line, as it is drawn in the chart."""
    ink = both_ways(person.colour)
    pattern = dash_of(at) or [28, 0]
    pieces: list[ft.Control] = []
    left, index = 28, 0
    while left > 0:
        width = min(left, pattern[index % len(pattern)])
        pieces.append(ft.Container(width=width, height=3, bgcolor=ink if index % 2 == 0 else None))
        left, index = left - width, index + 1
    return ft.Row(pieces, spacing=0, width=28, tight=True)

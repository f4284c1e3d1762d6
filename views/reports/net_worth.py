"""What everybody was worth over an evening: the chart, the figures at any place of it, and all of them as a table."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.core import chart
from companion.core.chart import DASHES, Point, Span, dash, simplified, step_of
from companion.core.player_colours import both_ways
from companion.statistics.one_play import Course
from views import theme
from views.components import amounts, controls
from views.components.charts import ABOVE, BELOW, Axis, Curve, label_scale, plot, with_end_badges
from views.components.controls import Style, guarded, icon_button, press, screen, soft, text
from views.components.data_table import FiguresTable
from views.components.player_card import badge
from views.state.play_snapshot import Person

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
        """From the lowest figure to the highest, and zero."""
        values = (amount for moment in self.course.moments for amount in moment.amounts if amount is not None)
        return Span.holding(values)

    @property
    def left(self) -> Axis:
        """The figures on the left."""
        return Axis.left(self.up, lambda value: amounts.figure(value, self.course.unit), self.scale)

    @property
    def below(self) -> float:
        """Room for the numbers below."""
        return BELOW * label_scale(self.scale)

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


def describe_chart(course: Course, people: tuple[Person, ...]) -> str:
    """Describe the chart in words: where everybody began and ended, and the highest and lowest between."""
    said = [
        chart.described(person.name, points, lambda amount: amounts.spoken(amount, course.unit))
        for person in people
        if person.key in course.seats and (points := course.points(person.key))
    ]
    return f"Chart over {course.lines:,} lines: {course.title}. {' '.join(said)}"


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
            span.share(points[-1][1]),
            # who has gone is not there at the end of the evening
            ft.Container(badge(person, size=20), opacity=1 if points[-1][0] == across[1] else GONE),
        )
        for person, points, _ in lines
    ]
    return with_end_badges(
        drawn, badges, below=frame.below, height=height, width=RIGHT, label=describe_chart(course, people)
    )


CourseChart = controls.memo(screen(_course_chart))


def _curve(person: Person, points: tuple[Point, ...], at: int) -> Curve:
    drawn = simplified(points)
    # who comes after the last kind of dash begins again with the first, and with another sign
    return Curve(drawn, both_ways(person.colour), dash(at), at + at // len(DASHES), _marked(drawn, at))


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
    pattern = dash(at) or (28, 0)
    pieces: list[ft.Control] = []
    left, index = 28, 0
    while left > 0:
        width = min(left, pattern[index % len(pattern)])
        pieces.append(ft.Container(width=width, height=3, bgcolor=ink if index % 2 == 0 else None))
        left, index = left - width, index + 1
    return ft.Row(pieces, spacing=0, width=28, tight=True)


CHART = 250.0
"""Height of the chart, at text size 1."""
PATIENCE = 40
"""Milliseconds between two events of a sliding finger."""
NONE = "\u2013"


@dataclass(eq=False)
class Pointer(ft.Observable):
    """The moment that is looked at; negative for the last."""

    at: int = -1
    _width: float = 0

    def go(self, at: int) -> None:
        """Look at a moment."""
        self.at = at

    def measured(self, width: float) -> None:
        """Keep the width of the chart; nothing is redrawn for it."""
        self._width = width

    @property
    def width(self) -> float:
        """How wide the chart is."""
        return self._width


@screen
def NetWorthCard(course: Course, people: tuple[Person, ...], scale: float, *, tables: bool) -> ft.Control:
    """Show what everybody was worth, as a chart or as a table."""
    pointer, _ = ft.use_state(Pointer())
    head = controls.column(
        controls.heading(course.title, level=2, style=Style.TITLE_LARGE),
        soft(course.note, Style.BODY_MEDIUM),
        spacing=2,
    )
    passed = [] if course.whole else [soft(_passed_over(course))]
    if tables:
        return controls.card(head, *_table(course, people, scale), *passed, padding=14)
    last = len(course.moments) - 1
    at = last if pointer.at < 0 else min(pointer.at, last)
    blocks: list[ft.Control] = [head]
    if last:
        blocks += [_drawn(course, people, pointer, at, scale), _steps(course, pointer, at)]
    blocks.append(_reading(course, people, at))
    if last == 0:
        blocks.append(soft("The chart begins with the next line.", Style.BODY_MEDIUM))
    return controls.card(*blocks, *passed, padding=14)


def _passed_over(course: Course) -> str:
    return f"Reckoned after {len(course.moments):,} of {course.lines:,} lines, evenly over the evening."


def _drawn(course: Course, people: tuple[Person, ...], pointer: Pointer, at: int, scale: float) -> ft.Control:
    """Draw the chart, with a line at the moment that is looked at; a tap or a sliding finger moves it."""
    height = CHART * min(1.35, scale)
    frame = Frame(course, height, scale)

    def touched(event: ft.TapEvent[ft.GestureDetector] | ft.DragUpdateEvent[ft.GestureDetector]) -> None:
        if pointer.width and event.local_position is not None:
            pointer.go(frame.nearest(float(event.local_position.x), pointer.width - RIGHT))

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        pointer.measured(float(event.width))

    return ft.GestureDetector(
        ft.Stack(
            [CourseChart(course, people, height, scale, key="course"), cursor(frame, at)],
            height=height,
            fit=ft.StackFit.PASS_THROUGH,
        ),
        on_tap_down=guarded(touched),
        on_horizontal_drag_update=guarded(touched),
        on_size_change=guarded(measured),
        drag_interval=PATIENCE,
        exclude_from_semantics=True,
        key="touch",
    )


def _steps(course: Course, pointer: Pointer, at: int) -> ft.Control:
    """Show the place in the evening, with buttons from line to line."""
    last = len(course.moments) - 1
    before, after = max(0, at - 1), min(last, at + 1)
    where = ft.Column(
        [
            text(_where(course, at), Style.TITLE_SMALL, align=ft.TextAlign.CENTER),
            soft("Tap the chart, or slide over it.", align=ft.TextAlign.CENTER),
        ],
        spacing=0,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    # a slider of Flet 1.0.5 lays an empty sheet over the whole screen, which a screen reader's finger can't pass
    return ft.Row(
        [
            icon_button(ft.Icons.CHEVRON_LEFT, "Line before", press(pointer.go, before), disabled=at == 0),
            ft.Semantics(content=where, exclude_semantics=True, expand=True),
            icon_button(ft.Icons.CHEVRON_RIGHT, "Line after", press(pointer.go, after), disabled=at == last),
        ],
        spacing=4,
    )


def _where(course: Course, at: int) -> str:
    if at == len(course.moments) - 1:
        return "Now"
    return f"After line {course.moments[at].number:,} of {course.lines:,}"


def _reading(course: Course, people: tuple[Person, ...], at: int) -> ft.Control:
    """Show what everybody was worth at a moment, and what had just been done."""
    moment = course.moments[at]
    by_seat = dict(zip(course.seats, moment.amounts, strict=True))
    rows: list[ft.Control] = []
    for place, person in enumerate(people):
        amount = by_seat.get(person.key)
        spoken = amounts.spoken(amount, course.unit) if amount is not None else "not in the game"
        row = ft.Row(
            [
                badge(person, size=26),
                swatch(person, place),
                text(person.name, Style.BODY_LARGE, expand=True, lines=2),
                text(NONE if amount is None else amounts.figure(amount, course.unit), Style.TITLE_MEDIUM, whole=True),
            ],
            spacing=theme.GAP,
        )
        rows.append(ft.Semantics(content=row, container=True, label=f"{person.name}: {spoken}", exclude_semantics=True))
    said = ft.Semantics(
        content=text(moment.said, Style.BODY_MEDIUM),
        container=True,
        live_region=True,
        identifier="moment",
        label=f"{_where(course, at)}. {moment.said}",
        exclude_semantics=True,
    )
    return controls.column(said, *rows, spacing=8)


def _table(course: Course, people: tuple[Person, ...], scale: float) -> list[ft.Control]:
    """List the same figures, newest first: every line after which somebody was worth something else."""
    names = {person.key: person.name for person in people}
    heads = ("After line", *(names.get(seat, seat) for seat in course.seats))
    changed = [one for at, one in enumerate(course.moments) if not at or one.amounts != course.moments[at - 1].amounts]
    rows = tuple(
        (f"{one.number:,}", *(NONE if each is None else amounts.figure(each, course.unit) for each in one.amounts))
        for one in reversed(changed)
    )
    return [FiguresTable(heads, rows, scale, key="figures")]

"""Charts on a screen, their lines told apart without colour; and the bar on which a time is picked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.core.show.chart import (
    DASHES,
    Chart,
    Point,
    Span,
    dash,
    keep_apart,
    simplify,
    step_of,
)
from companion.core.show.player_colours import both_ways
from companion.core.units import speak
from views import theme
from views.components import controls
from views.components.controls import Still, Style, guard, screen, soft
from views.components.player_card import badge

if TYPE_CHECKING:
    from views.state.play.play_snapshot import Person

ABOVE = 8.0
"""Room above a chart."""
MARKS = 7
"""Number of signs on a line."""
GONE = 0.4
"""How faint the token is of a player who is no longer there."""


@dataclass(frozen=True, slots=True)
class Look:
    """How large a chart is drawn, in pixels: its figures, its lines, and the tokens at their ends."""

    letters: float
    line: float = 2.5
    token: float = 20.0
    totals: float = 0.0
    """Size of the last figures, beside the tokens; zero if they are not written."""
    places: int = 0
    """Number of places written below, about; zero if only both ends are."""
    signs: bool = True
    """Whether the lines have signs."""

    def dashes(self, pattern: tuple[int, ...]) -> list[int] | None:
        """Make a pattern as long as the lines are wide."""
        return [max(1, round(length * self.line / 2.5)) for length in pattern] or None


def in_hand(scale: float, *, totals: bool = False) -> Look:
    """How a chart is drawn on a device in a hand, at a text size."""
    return Look(
        theme.grow(12, scale),
        totals=theme.grow(13, scale) if totals else 0,
        places=max(2, int(8 / scale)),
    )


@dataclass(frozen=True, slots=True)
class Frame:
    """What a chart lies in: the room for its figures on the left, its tokens on the right, and its places below."""

    chart: Chart
    look: Look

    @property
    def left(self) -> float:
        """Room for the longest figure of the axis."""
        span = self.chart.span
        return self._width(self.look.letters, [span.figure(rung) for rung in span.rungs])

    @property
    def right(self) -> float:
        """Room for the tokens, and the last figures."""
        last = [curve.points[-1][1] for curve in self.chart.curves]
        return self.look.token * 1.3 + (
            self._width(self.look.totals, last) if self.chart.curves[0].seat else 0
        )

    @property
    def below(self) -> float:
        """Room for the places."""
        return self.look.letters * 1.8

    def _width(self, letters: float, figures: list[int]) -> float:
        return letters * (0.66 * max(len(self.chart.write(figure)) for figure in figures) + 0.5)

    def places(self) -> dict[int, str]:
        """What is written below, and where."""
        first, last = self.chart.across
        if not self.look.places:
            return dict(zip((first, last), self.chart.ends, strict=True))
        every = step_of(last - first, self.look.places)
        return {place: str(place) for place in range(-(-first // every) * every, last + 1, every)}


def _chart(chart: Chart, people: tuple[Person, ...], height: float, look: Look) -> ft.Control:
    """Draw a chart with everybody's token at the end of the line, as the key of a line says whose it is.

    It says what it shows to those who can't see it.
    """
    if not chart.curves or len(set(chart.across)) == 1:
        return ft.Container(
            soft("The chart begins with the next entry.", Style.BODY_MEDIUM), padding=14
        )
    frame = Frame(chart, look)
    people_by_seat = {person.key: person for person in people}
    room = height - frame.below - ABOVE
    ends = [
        (curve, people_by_seat[curve.seat])
        for curve in chart.curves
        if curve.seat in people_by_seat
    ]
    apart = min(look.token * 1.1, room / max(1, len(ends)))
    middles = [
        room * (1 - chart.span.share(curve.points[-1][1])) + ABOVE - apart / 2 for curve, _ in ends
    ]
    tokens: list[ft.Control] = []
    for (curve, person), top in zip(ends, keep_apart(middles, room + ABOVE, apart), strict=True):
        place, value = curve.points[-1]
        cells = [badge(person, size=round(apart * 0.9))]
        if look.totals:
            cells.append(_words(chart.write(value), look.totals, theme.INK, ft.FontWeight.W_600))
        opacity = 1 if place == chart.across[1] else GONE
        tokens.append(
            ft.Row(cells, spacing=4, tight=True, left=look.token * 0.1, top=top, opacity=opacity)
        )
    inside = ft.Row(
        [
            ft.Container(
                Still(plot, chart, people, look),
                expand=True,
                height=height,
                padding=ft.Padding(top=ABOVE),
            ),
            ft.Stack(tokens, width=frame.right if tokens else 0, height=height),
        ],
        spacing=0,
    )
    said = f"Chart. {chart.title}. {chart.describe({person.key: person.name for person in people}, speak)}"
    return ft.Semantics(
        content=inside,
        container=True,
        image=True,
        label=said,
        exclude_semantics=True,
        identifier="chart",
    )


ChartView = controls.memo(screen(_chart))


def plot(chart: Chart, people: tuple[Person, ...], look: Look) -> ft.Control:
    """Draw the lines in their frame, without tokens."""
    import flet_charts as charts  # noqa: PLC0415 - loaded with the first chart, not with the app

    span, (first, last), frame = chart.span, chart.across, Frame(chart, look)
    seats = {person.key: at for at, person in enumerate(people)}
    level: list[tuple[int, ft.Colors, tuple[int, ...]]] = (
        [(0, theme.EDGE, ())] if span.foot < 0 else []
    )
    if chart.limit is not None:
        level.append((chart.limit, theme.GAIN if chart.goal else theme.LOSS, (8, 6)))
    series = [
        charts.LineChartData(
            points=_points(charts, ((first, value), (last, value)), span),
            color=colour,
            stroke_width=look.line * 0.7,
            dash_pattern=look.dashes(pattern),
            point=False,
        )
        for value, colour, pattern in level
    ]
    for curve in chart.curves:
        at = seats.get(curve.seat, 0)
        colour = both_ways(people[at].colour) if curve.seat else theme.ACCENT
        drawn = simplify(curve.points)
        # the signs begin anew where the dashes do, but one further
        signs = _sign(charts, at + at // len(DASHES), colour) if look.signs else None
        series.append(
            charts.LineChartData(
                points=_points(charts, drawn, span, signs, at),
                color=colour,
                stroke_width=look.line,
                dash_pattern=look.dashes(dash(at)),
                point=False,
                below_line_bgcolor=None if curve.seat else ft.Colors.with_opacity(0.08, colour),
            )
        )
    figures = {rung: span.figure(rung) for rung in span.rungs}
    labels = [
        (
            rung,
            chart.write(value),
            theme.LOSS if value == chart.limit and not chart.goal else theme.SOFT_INK,
        )
        for rung, value in figures.items()
    ]
    places = [(place, said, theme.SOFT_INK) for place, said in frame.places().items()]
    made: ft.Control = charts.LineChart(
        data_series=series,
        min_x=first,
        max_x=last,
        min_y=span.foot,
        max_y=span.head,
        interactive=False,
        border=theme.line("bottom", "left", colour=theme.EDGE, width=look.line * 0.4),
        horizontal_grid_lines=charts.ChartGridLines(
            interval=span.step, color=theme.HAIRLINE, width=look.line * 0.4
        ),
        left_axis=_axis(charts, labels, frame.left, look),
        bottom_axis=_axis(charts, places, frame.below, look),
        expand=True,
    )
    return made


def _points(
    charts: Any, points: tuple[Point, ...], span: Span, sign: Any = None, at: int = 0
) -> list[Any]:
    """Make the points of a line, a few of them with a sign: each player's beside the others'."""
    few = (
        range(len(points))
        if len(points) <= MARKS
        else [(index * len(points) + at * len(points) // 8) // MARKS for index in range(MARKS)]
    )
    return [
        charts.LineChartDataPoint(
            x, span.at(y), show_tooltip=False, point=sign if number in few else None
        )
        for number, (x, y) in enumerate(points)
    ]


def _sign(charts: Any, at: int, colour: ft.ColorValue) -> Any:
    """Make the sign of a line, a dot, a square or a cross, so that lines differ where they lie together."""
    signs = (
        lambda: charts.ChartCirclePoint(color=colour, radius=3.5),
        lambda: charts.ChartSquarePoint(color=colour, size=7),
        lambda: charts.ChartCrossPoint(color=colour, size=7, width=2),
    )
    return signs[at % len(signs)]()


def _axis(charts: Any, labels: list[tuple[int, str, ft.Colors]], size: float, look: Look) -> Any:
    made = [
        charts.ChartAxisLabel(
            value=value, label=_words(said, look.letters, colour, ft.FontWeight.W_500)
        )
        for value, said, colour in labels
    ]
    # left to itself the chart looks for figures at steps of its own, and passes over those that lie between
    spacing = labels[1][0] - labels[0][0] if len(labels) > 1 else None
    return charts.ChartAxis(label_size=size, label_spacing=spacing, labels=made)


def _words(value: str, size: float, colour: ft.ColorValue, weight: ft.FontWeight) -> ft.Control:
    return ft.Text(
        value, size=size, color=colour, weight=weight, font_family=theme.TEXT, no_wrap=True
    )


HEIGHT = 48.0
KNOB = 22.0
LINE = 6.0
TICKS = 40
"""Up to this many lines, each has a mark on the bar."""
PATIENCE = 40
"""Milliseconds between two places on the way of a sliding finger."""


@dataclass(eq=False)
class Width(ft.Observable):
    """How wide the bar came out."""

    width: float = 0.0

    def measure(self, width: float) -> None:
        """Keep the new width, if it changed."""
        if abs(width - self.width) >= 1:
            self.width = width


def nearest(x: float, width: float, last: int) -> int:
    """The place that lies nearest to a point on the bar."""
    room = max(1.0, width - KNOB)
    return min(last, max(0, round((x - KNOB / 2) / room * last)))


@screen
def Timeline(at: int, last: int, go: Callable[[int], object], said: str) -> ft.Control:
    """Draw the bar with its knob at one of the places from zero to ``last``; ``said`` is that time in words."""
    width, _ = ft.use_state(Width())

    def on_touch(
        event: ft.TapEvent[ft.GestureDetector] | ft.DragUpdateEvent[ft.GestureDetector],
    ) -> None:
        if width.width and event.local_position is not None:
            place = nearest(float(event.local_position.x), width.width, last)
            if place != at:
                go(place)

    def on_size(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        width.measure(float(event.width))

    room = max(0.0, width.width - KNOB)
    done = room * at / last if last else 0.0
    middle = (HEIGHT - LINE) / 2
    shapes: list[ft.Control] = [
        _bar(KNOB / 2, middle, room, theme.EDGE),
        _bar(KNOB / 2, middle, done, theme.ACCENT),
    ]
    if 0 < last <= TICKS:
        shapes += [
            _tick(KNOB / 2 + room * place / last, passed=place <= at) for place in range(last + 1)
        ]
    knob = ft.Container(
        width=KNOB,
        height=KNOB,
        border_radius=KNOB / 2,
        bgcolor=theme.ACCENT,
        left=done,
        top=(HEIGHT - KNOB) / 2,
    )
    seen = ft.GestureDetector(
        ft.Stack(
            [ft.Container(height=HEIGHT), *shapes, knob],
            height=HEIGHT,
            fit=ft.StackFit.PASS_THROUGH,
        ),
        on_tap_down=guard(on_touch),
        on_horizontal_drag_update=guard(on_touch),
        on_size_change=guard(on_size),
        drag_interval=PATIENCE,
        exclude_from_semantics=True,
        key="bar",
    )
    return ft.Semantics(
        content=seen,
        container=True,
        slider=True,
        label="The time looked at",
        value=said,
        on_increase=controls.press(go, min(last, at + 1)),
        on_decrease=controls.press(go, max(0, at - 1)),
    )


def _bar(left: float, top: float, width: float, colour: str) -> ft.Control:
    return ft.Container(
        left=left, top=top, width=width, height=LINE, border_radius=LINE / 2, bgcolor=colour
    )


def _tick(left: float, *, passed: bool) -> ft.Control:
    colour = theme.ON_ACCENT if passed else theme.SOFT_INK
    return ft.Container(left=left - 1, top=(HEIGHT - 2) / 2, width=2, height=2, bgcolor=colour)

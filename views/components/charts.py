"""Charts on a screen: lines told apart without colour, axes, and the two that games ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.show.chart import Point, Span, keep_apart, step_of
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, guard, screen, soft, text

BELOW = 26.0
"""Room for the figures below a chart, at text size 1."""
ABOVE = 8.0
"""Room above a chart."""
APART = 22.0
"""Badges at the ends of lines keep so far apart."""
LETTER, SPARE = 7.2, 10.0
"""Width of a letter of an axis, and what is left beside the longest figure, at text size 1."""


def label_scale(scale: float) -> float:
    """How much more room figures beside a chart get at a text size: they may come a little closer to each other."""
    return max(1.0, scale * 0.8)


def with_end_badges(
    drawn: ft.Control,
    ends: Sequence[tuple[float, ft.Control]],
    *,
    below: float,
    height: float,
    width: float,
    label: str,
) -> ft.Control:
    """Put a chart and the badges at the ends of its lines side by side; ``label`` is what a screen reader says.

    Each badge comes with the height at which its line ends: 0 is the foot of the chart, 1 its head.
    """
    room = height - below - ABOVE
    tops = keep_apart([room * (1 - share) + ABOVE - APART / 2 for share, _ in ends], height - below + APART / 2, APART)
    badges: list[ft.Control] = [ft.Container(one, left=2, top=top) for (_, one), top in zip(ends, tops, strict=True)]
    inside = ft.Row(
        [
            ft.Container(drawn, expand=True, height=height, padding=ft.Padding.only(top=ABOVE)),
            ft.Stack(badges, width=width, height=height),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Semantics(
        content=inside, container=True, image=True, label=label, exclude_semantics=True, identifier="chart"
    )


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart. ``mark`` is the sign on its points, or only on those in ``marked``."""

    points: tuple[Point, ...]
    colour: ft.ColorValue
    dash: tuple[int, ...] = ()
    mark: int | None = None
    marked: frozenset[int] | None = None
    width: float = 2.5
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """The figures at one side of a chart, multiples of a step: how they are written, their room, and the loud one.

    ``letters`` is their size where it is not that of the smallest labels.
    """

    values: range
    write: Callable[[int], str]
    size: float
    emphasised: int | None = None
    letters: float | None = None

    @classmethod
    def left(cls, span: Span, write: Callable[[int], str], scale: float) -> Axis:
        """Figures at the left, with room for the longest of them."""
        longest = max(len(write(value)) for value in span.rungs)
        return cls(span.rungs, write, (longest * LETTER + SPARE) * max(1.0, scale))


def plot(curves: list[Curve], across: tuple[int, int], up: Span, left: Axis, below: Axis) -> ft.Control:
    """Draw curves in a frame, with lines at the figures on the left; ``across`` are the first and last place."""
    import flet_charts as charts  # noqa: PLC0415 - loaded with the first chart, not with the app

    made: ft.Control = charts.LineChart(
        data_series=[_series(charts, one) for one in curves],
        min_x=across[0],
        max_x=across[1],
        min_y=up.foot,
        max_y=up.head,
        interactive=False,
        border=theme.line("bottom", "left", colour=theme.EDGE),
        horizontal_grid_lines=charts.ChartGridLines(interval=up.step, color=theme.HAIRLINE, width=1),
        left_axis=_axis(charts, left),
        bottom_axis=_axis(charts, below),
        expand=True,
    )
    return made


def _series(charts: Any, curve: Curve) -> Any:
    sign = None if curve.mark is None else _mark(charts, curve.mark, curve.colour)
    chosen = curve.marked
    points = [
        charts.LineChartDataPoint(x, y, show_tooltip=False, point=sign if chosen is not None and x in chosen else None)
        for x, y in curve.points
    ]
    return charts.LineChartData(
        points=points,
        color=curve.colour,
        stroke_width=curve.width,
        dash_pattern=list(curve.dash) or None,
        rounded_stroke_cap=not curve.dash and sign is not None,
        # a point says so itself where only some are marked
        point=sign if sign is not None and chosen is None else False,
        below_line_bgcolor=ft.Colors.with_opacity(0.08, curve.colour) if curve.filled else None,
    )


def _mark(charts: Any, mark: int, colour: ft.ColorValue) -> Any:
    """Mark points on a line: dots, squares or crosses, so that lines differ where they lie together."""
    shapes = (
        lambda: charts.ChartCirclePoint(color=colour, radius=3.5),
        lambda: charts.ChartSquarePoint(color=colour, size=7),
        lambda: charts.ChartCrossPoint(color=colour, size=7, width=2),
    )
    return shapes[mark % len(shapes)]()


def _axis(charts: Any, axis: Axis) -> Any:
    labels = [
        charts.ChartAxisLabel(
            value=value,
            label=text(
                axis.write(value),
                Style.LABEL_SMALL,
                theme.LOSS if value == axis.emphasised else theme.SOFT_INK,
                whole=True,
                size=axis.letters,
            ),
        )
        for value in axis.values
    ]
    # left to itself the chart looks for figures at steps of its own, and passes over those that lie between
    return charts.ChartAxis(label_size=axis.size, label_spacing=axis.values.step, labels=labels)


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

    def on_touch(event: ft.TapEvent[ft.GestureDetector] | ft.DragUpdateEvent[ft.GestureDetector]) -> None:
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
        shapes += [_tick(KNOB / 2 + room * one / last, passed=one <= at) for one in range(last + 1)]
    knob = ft.Container(
        width=KNOB, height=KNOB, border_radius=KNOB / 2, bgcolor=theme.ACCENT, left=done, top=(HEIGHT - KNOB) / 2
    )
    seen = ft.GestureDetector(
        ft.Stack([ft.Container(height=HEIGHT), *shapes, knob], height=HEIGHT, fit=ft.StackFit.PASS_THROUGH),
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
    return ft.Container(left=left, top=top, width=width, height=LINE, border_radius=LINE / 2, bgcolor=colour)


def _tick(left: float, *, passed: bool) -> ft.Control:
    colour = theme.ON_ACCENT if passed else theme.SOFT_INK
    return ft.Container(left=left - 1, top=(HEIGHT - 2) / 2, width=2, height=2, bgcolor=colour)


LEFT = 62.0
"""Room for the prices on the left, at text size 1."""
MARKED = 40
"""Up to this many updates, each has a mark."""
SPOKEN = 20
"""So many prices are read out; the list below the chart has them all."""

History = tuple[tuple[int, int | None], ...]


def describe_prices(history: History, unit: str) -> str:
    """Describe the chart in words, with the same figures."""
    last = history[-SPOKEN:]
    said = ", ".join(amounts.speak(price, unit) for price, _ in last)
    of = f"the last {SPOKEN} of {len(history)} prices" if len(history) > SPOKEN else "from the first price on"
    return f"Chart of the price, {of}: {said}."


def _price_chart(history: History, unit: str, height: float, scale: float) -> ft.Control:
    """Draw the chart at a height. It says what it shows to those who can't see it."""
    if len(history) < 2:
        return ft.Container(
            soft("The chart begins with the first update of the price.", Style.BODY_MEDIUM), padding=ft.Padding.all(14)
        )
    drawn = controls.column(
        ft.Container(soft("Price after each update", Style.LABEL_MEDIUM), padding=ft.Padding.only(left=8)),
        ft.Container(_plot(history, unit, scale), height=height),
        spacing=8,
    )
    return ft.Semantics(
        content=drawn,
        container=True,
        image=True,
        label=describe_prices(history, unit),
        exclude_semantics=True,
        identifier="chart",
    )


PriceChart = controls.memo(screen(_price_chart))


def _plot(history: History, unit: str, scale: float) -> ft.Control:
    last = len(history) - 1
    span = Span.around([price for price, _ in history])
    room = label_scale(scale)
    every = step_of(last, 10)
    points = tuple((at, price) for at, (price, _) in enumerate(history))
    line = Curve(points, theme.ACCENT, mark=0 if last <= MARKED else None, filled=True)
    left = Axis(span.rungs, lambda value: amounts.figure(value, unit), LEFT * room)
    return plot([line], (0, last), span, left, Axis(range(0, last + 1, every), str, BELOW * room))

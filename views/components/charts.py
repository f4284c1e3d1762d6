"""How charts are drawn on a screen: lines told apart without colour, axes, badges at the ends of lines.

The charting library is loaded when the first chart is drawn, so that nobody waits for it at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.chart import Point, Span
from views import theme
from views.components.controls import Style, text

BELOW = 26.0
"""Room for the figures below a chart, at text size 1."""
ABOVE = 8.0
"""Room above a chart."""
APART = 22.0
"""Badges at the ends of lines keep so far apart."""
LETTER, SPARE = 7.2, 10.0
"""Width of a letter of an axis, and what is left beside the longest figure, at text size 1."""


def grown(scale: float) -> float:
    """How much more room figures beside a chart get at a text size: they may come a little closer to each other."""
    return max(1.0, scale * 0.8)


def label_tops(wanted: list[float], room: float) -> list[float]:
    """Where the badges go beside the ends of their lines: near them, in their order, and not on each other."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    tops = [0.0] * len(wanted)
    last = -APART
    for at in order:
        last = tops[at] = max(wanted[at], last + APART)
    over = max(0.0, last - (room - APART)) if order else 0.0
    below = room
    for at in reversed(order):
        if not over:
            break
        below = tops[at] = min(tops[at], below - APART)
    return tops


def with_ends(
    drawn: ft.Control, ends: Sequence[tuple[float, ft.Control]], *, below: float, height: float, width: float, told: str
) -> ft.Control:
    """Put a chart and the badges at the ends of its lines side by side; ``told`` says all of it.

    Each badge comes with how high its line ends: nought at the foot of the chart, one at its head.
    """
    room = height - below - ABOVE
    tops = label_tops([room * (1 - share) + ABOVE - APART / 2 for share, _ in ends], height - below + APART / 2)
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
        content=inside, container=True, image=True, label=told, exclude_semantics=True, identifier="chart"
    )


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart. ``mark`` picks the sign that stands on its points, or on those at ``marked`` alone."""

    points: tuple[Point, ...]
    colour: ft.ColorValue
    dash: tuple[int, ...] = ()
    mark: int | None = None
    marked: frozenset[int] | None = None
    width: float = 2.5
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """The figures at one side of a chart, multiples of a step: how they are written, their room, and the loud one."""

    values: range
    write: Callable[[int], str]
    size: float
    loud: int | None = None

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
        border=ft.Border(bottom=ft.BorderSide(1, theme.EDGE), left=ft.BorderSide(1, theme.EDGE)),
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
                axis.write(value), Style.LABEL_SMALL, theme.LOSS if value == axis.loud else theme.SOFT_INK, whole=True
            ),
        )
        for value in axis.values
    ]
    # left to itself the chart looks for figures at steps of its own, and passes over those that lie between
    return charts.ChartAxis(label_size=axis.size, label_spacing=axis.values.step, labels=labels)

"""The score sheet as a chart: a line for each player over the rounds, told apart without colour.

The charting library is loaded when the first chart is drawn, so that nobody waits for it at the start.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flet as ft

from views import parts, theme
from views.parts import Style, screen, soft, text
from views.players import badge

if TYPE_CHECKING:
    from companion.boards import ScoreSheet
    from views.picture import Person

LEFT, BELOW, RIGHT = 34.0, 26.0, 64.0
"""Room for the figures on the left, the rounds below, and the names on the right."""
ABOVE = 8.0
APART = 22.0
"""Badges at the ends of lines keep so far apart."""
DASHES: tuple[list[int] | None, ...] = (None, [8, 4], [2, 4], [12, 4, 2, 4], [5, 3], [1, 6])
PAPERS = (theme.LIGHT["surface_container_lowest"], theme.DARK["surface_container_lowest"])
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Track:
    """One player's line: totals by round, the first being nought before the game."""

    person: Person
    points: tuple[tuple[int, int], ...]
    dash: list[int] | None
    colour: str


def both_ways(colour: str) -> str:
    """The colour itself, moved as little as needed to be seen on light paper and on dark.

    A chart does not know in which of the two it is shown, and need not be drawn again when that changes.
    """
    hue, light, saturation = colorsys.rgb_to_hls(*theme.channels(colour))

    def at(step: float) -> str:
        return theme.joined(*colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light + step)), saturation))

    steps = sorted((number / 100 for number in range(-100, 101)), key=abs)
    return max(
        (at(step) for step in steps),
        key=lambda one: min(3.0, *(theme.contrast(one, paper) for paper in PAPERS)),
    )


def tracks(sheet: ScoreSheet, people: tuple[Person, ...]) -> list[Track]:
    """Everybody's line. Who came late starts where he came, who is out ends where he went."""
    seats = {one.key: (at, one) for at, one in enumerate(people)}
    made = []
    for seat, running in zip(sheet.seats, sheet.running, strict=True):
        if seat not in seats:
            continue
        at, person = seats[seat]
        points = [(number, total) for number, total in enumerate(running, 1) if total is not None]
        if points and points[0][0] == 1:
            points.insert(0, (0, 0))
        made.append(Track(person, tuple(points), DASHES[at % len(DASHES)], both_ways(person.colour)))
    return made


def step_of(most: int, lines: int = 5) -> int:
    """A round figure for the grid: 1, 2 or 5 times a power of ten, so that about so many lines are drawn."""
    power = 1
    while True:
        for one in STEPS:
            if one * power * lines >= most:
                return one * power
        power *= 10


def told(sheet: ScoreSheet, people: tuple[Person, ...]) -> str:
    """Say the chart in words, with the same figures."""
    lines = [
        f"{one.person.name}: {', '.join(str(total) for number, total in one.points if number)}"
        for one in tracks(sheet, people)
        if one.points
    ]
    limit = f" The limit is {sheet.limit}." if sheet.limit is not None else ""
    return f"Chart of the totals after each round. {'. '.join(lines)}.{limit}"


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


def _score_chart(sheet: ScoreSheet, people: tuple[Person, ...], height: float, scale: float) -> ft.Control:
    """Draw the chart at a height, with a badge and the total at the end of each line."""
    lines = [one for one in tracks(sheet, people) if one.points]
    rounds = max((len(one) for one in sheet.running), default=0)
    if not lines or not rounds:
        return ft.Container(
            soft("The chart begins with the first round.", Style.BODY_MEDIUM), padding=ft.Padding.all(14)
        )
    highest = max(total for one in lines for _, total in one.points)
    most = max(highest, sheet.limit or 0, 1)
    step = step_of(most)
    top = -(-most // step) * step
    below = BELOW * max(1.0, scale * 0.8)
    plot = height - below - ABOVE
    ends = [plot * (1 - one.points[-1][1] / top) + ABOVE - APART / 2 for one in lines]
    badges: list[ft.Control] = [
        ft.Row(
            [badge(one.person, size=20), text(str(one.points[-1][1]), Style.LABEL_MEDIUM, whole=True)],
            spacing=4,
            tight=True,
            left=2,
            top=at,
        )
        for one, at in zip(lines, label_tops(ends, height - below + APART / 2), strict=True)
    ]
    drawn = ft.Container(_plot(sheet, lines, rounds, step, top, below, scale), padding=ft.Padding.only(top=ABOVE))
    inside = ft.Row(
        [
            ft.Container(drawn, expand=True, height=height),
            ft.Stack(badges, width=RIGHT * max(1.0, scale * 0.8), height=height),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Semantics(
        content=inside,
        container=True,
        image=True,
        label=told(sheet, people),
        exclude_semantics=True,
        identifier="chart",
    )


ScoreChart = parts.memo(screen(_score_chart))


def _plot(  # noqa: PLR0917 - measures that have been worked out once
    sheet: ScoreSheet, lines: list[Track], rounds: int, step: int, top: int, below: float, scale: float
) -> ft.Control:
    import flet_charts as charts  # noqa: PLC0415 - loaded with the first chart, not with the app

    series = [
        charts.LineChartData(
            points=[charts.LineChartDataPoint(x, y, show_tooltip=False) for x, y in one.points],
            color=one.colour,
            stroke_width=2.5,
            dash_pattern=one.dash,
            rounded_stroke_cap=one.dash is None,
            point=_mark(charts, one, at),
        )
        for at, one in enumerate(lines)
    ]
    if sheet.limit is not None:
        series.append(
            charts.LineChartData(
                points=[charts.LineChartDataPoint(x, sheet.limit, show_tooltip=False) for x in (0, rounds)],
                color=theme.LOSS,
                stroke_width=1.5,
                dash_pattern=[4, 4],
            )
        )
    every = step_of(rounds, 12)
    plot: ft.Control = charts.LineChart(
        data_series=series,
        min_x=0,
        max_x=rounds,
        min_y=0,
        max_y=top,
        interactive=False,
        border=ft.Border(bottom=ft.BorderSide(1, theme.EDGE), left=ft.BorderSide(1, theme.EDGE)),
        horizontal_grid_lines=charts.ChartGridLines(interval=step, color=theme.HAIRLINE, width=1),
        left_axis=charts.ChartAxis(
            label_size=LEFT * max(1.0, scale * 0.8),
            labels=[_tick(charts, value, limit=value == sheet.limit) for value in range(0, top + 1, step)],
        ),
        bottom_axis=charts.ChartAxis(
            label_size=below,
            labels=[_tick(charts, value) for value in range(every, rounds + 1, every)],
        ),
        expand=True,
    )
    return plot


def _mark(charts: Any, track: Track, at: int) -> Any:
    """Mark the rounds on a line: dots, squares or crosses, so that lines differ where they lie together."""
    shapes = (
        lambda: charts.ChartCirclePoint(color=track.colour, radius=3.5),
        lambda: charts.ChartSquarePoint(color=track.colour, size=7),
        lambda: charts.ChartCrossPoint(color=track.colour, size=7, width=2),
    )
    return shapes[at % len(shapes)]()


def _tick(charts: Any, value: int, *, limit: bool = False) -> Any:
    words = text(str(value), Style.LABEL_SMALL, theme.LOSS if limit else theme.SOFT_INK, whole=True)
    return charts.ChartAxisLabel(value=value, label=words)

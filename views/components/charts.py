"""Charts on a screen, their lines told apart without colour; and the bar on which a time is picked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.show.chart import Chart, Curve, dash, keep_apart, simplify
from companion.core.show.player_colours import both_ways
from companion.core.units import speak
from models.frozen import frozen
from views import theme
from views.components import amounts
from views.components.controls import (
    Controls,
    Part,
    Style,
    beside,
    fill,
    guard,
    icon_button,
    inline,
    memo,
    packed,
    press,
    read_out,
    remark,
    row,
    screen,
    soft,
    subheading,
    text,
)
from views.components.player_card import token
from views.theme import ACCENT, EDGE, GAIN, GAP_S, LOSS, SOFT_INK

if TYPE_CHECKING:
    from companion.core.show.people import People, Person

ABOVE = 8.0
"""Room above a chart."""
GONE = 0.4
"""How faint the token is of a player who is no longer there."""
SHORT = 5
"""A figure of more letters than this is not written beside a line: whose it is, has it on a card."""
STROKE, TOKEN, BELOW = 0.2, 1.7, 1.8
"""Width of a line, size of a token, and room for the words below: in parts of the size of the letters."""


def in_hand(scale: float) -> float:
    """Size of a chart's letters on a device in a hand, at a text size."""
    return theme.grow(12, scale)


@frozen
class Frame:
    """What a chart lies in: the room for its figures on the left, its tokens on the right, and its ends below."""

    chart: Chart
    letters: float

    @property
    def left(self) -> float:
        """Room for the longest figure of the axis."""
        span = self.chart.span
        return self._width([span.figure(rung) for rung in span.rungs])

    @property
    def totals(self) -> list[int]:
        """The last figures, to be written beside the tokens; none where they would take the lines' room."""
        last = [curve.points[-1][1] for curve in self.chart.curves if curve.seat]
        return last if all(len(self.chart.write(value)) <= SHORT for value in last) else []

    @property
    def right(self) -> float:
        """Room for the tokens, and the last figures."""
        return self.letters * TOKEN * 1.3 + (self._width(self.totals) if self.totals else 0)

    @property
    def below(self) -> float:
        """Room for what is written at both ends."""
        return self.letters * BELOW

    def _width(self, figures: list[int]) -> float:
        return max(
            amounts.width(f"{self.chart.write(figure)} ", self.letters) for figure in figures
        )


@memo
def ChartView(chart: Chart, people: People, height: float, letters: float) -> ft.Control:
    """Draw a chart with everybody's token at the end of the line, as the key of a line says whose it is.

    It says what it shows to those who can't see it.
    """
    if not chart.curves or len(set(chart.across)) == 1:
        return ft.Container(remark("The chart begins with the next entry."), padding=14)
    frame = Frame(chart, letters)
    seats = {person.key: person for person in people}
    tall = height - frame.below
    lines = ft.Container(plot(chart, people, letters), expand=True, padding=ft.Padding(top=ABOVE))
    said = [_words(end, letters, SOFT_INK) for end in chart.ends]
    inside = packed(
        row(lines, _ends(frame, seats, tall), spacing=0, height=tall),
        ft.Row(said, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, height=frame.below),
    )
    names = {key: person.name for key, person in seats.items()}
    return read_out(
        inside,
        f"Chart. {chart.title}. {chart.describe(names, speak)}",
        image=True,
        identifier="chart",
    )


def chart_column(chart: Chart, people: People, height: float, scale: float) -> ft.Control:
    """Draw a chart below its title, what the line across it is, and what is to be known of its axis."""
    limit = None
    if chart.limit is not None:
        name = f"{chart.limit_name} {chart.write(chart.limit)}"
        limit = text(name, Style.LABEL_MEDIUM, GAIN if chart.goal else LOSS)
    return packed(
        beside(subheading(chart.title), limit),
        soft(chart.remark) if chart.remark else None,
        ChartView(chart, people, height, in_hand(scale)),
    )


def chart_lines(
    chart: Chart, people: People, scale: float, width: float, height: float
) -> ft.Control:
    """Draw everybody's line beside one another, all to one measure, in a few hundred bytes: corners alone are sent."""
    lines, said, seats = Controls(), list[str](), {person.key: person for person in people}
    curves = [curve for curve in chart.curves if curve.seat in seats]
    figures = [figure for curve in curves for _, figure in curve.points]
    wide, high = width / len(curves) - GAP_S, height - LABEL * scale
    (first, last), most = chart.across, max(figures)
    across, down = (wide - STROKES) / (last - first), (high - STROKES) / (most - min(figures))
    for curve in curves:
        person, (_, begun), (_, now) = seats[curve.seat], curve.points[0], curve.points[-1]
        said.append(f"{person.name} {speak(now - begun, chart.unit, signed=True)}")
        corners = " ".join(
            f"{(x - first) * across + STROKES / 2:.0f},{(most - y) * down + STROKES / 2:.0f}"
            for x, y in simplify(curve.points)
        )
        line = f'points="{corners}" stroke="{both_ways(person.colour)}"'
        size = f'width="{wide:.0f}" height="{high:.0f}"'
        drawn = f'<polyline {line} fill="none" stroke-width="2"/>'
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'
        lines.append(ft.Image(picture, width=wide, height=high))
    words = soft(f"Since the start, {last} entries")
    return read_out(
        packed(words, ft.Row(lines, spacing=GAP_S)),
        f"Since the start: {', '.join(said)}",
    )


LABEL, STROKES = 18, 4
"""Height of the words above such lines, at text size 1, and what their strokes need at the edges."""


def _ends(frame: Frame, seats: dict[str, Person], height: float) -> Part:
    """Draw everybody's token and last figure beside the end of the line, none on another."""
    chart, room = frame.chart, height - ABOVE
    curves = [curve for curve in chart.curves if curve.seat in seats]
    if not curves:
        return []
    apart = min(frame.letters * TOKEN * 1.1, room / len(curves))
    tops = [
        room * (1 - chart.span.share(curve.points[-1][1])) + ABOVE - apart / 2 for curve in curves
    ]
    tokens: Controls = []
    for curve, top in zip(curves, keep_apart(tops, room + ABOVE, apart), strict=True):
        place, value = curve.points[-1]
        cells = [token(seats[curve.seat], round(apart * 0.9))]
        if frame.totals:
            cells.append(_words(chart.write(value), min(frame.letters, apart), theme.INK))
        opacity = 1 if place == chart.across[1] else GONE
        tokens.append(inline(cells, left=2, top=top, opacity=opacity))
    return [ft.Stack(tokens, width=frame.right, height=height)]


def plot(chart: Chart, people: People, letters: float) -> ft.Control:
    """Draw the lines in their frame, without tokens."""
    import flet_charts as charts  # noqa: PLC0415 - loaded with the first chart, not with the app

    span, (first, last), frame = chart.span, chart.across, Frame(chart, letters)
    wide = letters * STROKE

    def drawn(curve: Curve, colour: ft.ColorValue, pattern: tuple[int, ...], **more: Any) -> Any:
        points = [
            charts.LineChartDataPoint(x, span.at(y), show_tooltip=False)
            for x, y in simplify(curve.points)
        ]
        dashes = [max(1, round(length * wide / 2.5)) for length in pattern]
        return charts.LineChartData(
            points=points, color=colour, dash_pattern=dashes or None, point=False, **more
        )

    def level(value: int, colour: ft.ColorValue, pattern: tuple[int, ...]) -> Any:
        ends = Curve("", ((first, value), (last, value)))
        return drawn(ends, colour, pattern, stroke_width=wide * 0.7)

    limit = GAIN if chart.goal else LOSS
    series = [level(0, EDGE, ())] if span.foot < 0 else []
    if chart.limit is not None:
        series.append(level(chart.limit, limit, (8, 6)))
    seats = {person.key: at for at, person in enumerate(people)}
    for curve in chart.curves:
        at = seats.get(curve.seat, 0)
        colour = both_ways(people[at].colour) if curve.seat else ACCENT
        ground = None if curve.seat else ft.Colors.with_opacity(0.08, colour)
        series.append(drawn(curve, colour, dash(at), stroke_width=wide, below_line_bgcolor=ground))
    labels = [
        charts.ChartAxisLabel(
            value=rung,
            label=_words(
                chart.write(span.figure(rung)),
                letters,
                limit if span.figure(rung) == chart.limit else SOFT_INK,
            ),
        )
        for rung in span.rungs
    ]
    made: ft.Control = charts.LineChart(
        data_series=series,
        min_x=first,
        max_x=last,
        min_y=span.foot,
        max_y=span.head,
        interactive=False,
        border=theme.line("bottom", "left", colour=EDGE, width=wide * 0.4),
        horizontal_grid_lines=charts.ChartGridLines(
            interval=span.step, color=theme.HAIRLINE, width=wide * 0.4
        ),
        # left to itself the chart looks for figures at steps of its own, and passes over those that lie between
        left_axis=charts.ChartAxis(labels=labels, label_size=frame.left, label_spacing=span.step),
        bottom_axis=charts.ChartAxis(show_labels=False),
        expand=True,
    )
    return made


def _words(value: str, size: float, colour: ft.ColorValue) -> ft.Control:
    return text(value, Style.LABEL_MEDIUM, colour, whole=True, size=size)


HEIGHT = 48.0
KNOB = 22.0
LINE = 6.0
PATIENCE = 40
"""Milliseconds between two places on the way of a sliding finger."""


def nearest(x: float, width: float, last: int) -> int:
    """The place that lies nearest to a point on the bar."""
    room = max(1.0, width - KNOB)
    return min(last, max(0, round((x - KNOB / 2) / room * last)))


@screen
def Timeline(at: int, last: int, go: Callable[[int], object], said: str) -> ft.Control:
    """Draw the bar with its knob at one of the places from zero to ``last``; ``said`` is that time in words."""
    width: MutableRef[float] = ft.use_ref(0.0)

    def on_touch(
        event: ft.TapEvent[ft.GestureDetector] | ft.DragUpdateEvent[ft.GestureDetector],
    ) -> None:
        if width.current and event.local_position is not None:
            place = nearest(float(event.local_position.x), width.current, last)
            if place != at:
                go(place)

    def on_size(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        width.current = float(event.width)

    done = at / max(1, last)
    line = ft.ProgressBar(done, color=ACCENT, bgcolor=EDGE, bar_height=LINE)
    line.border_radius = LINE / 2
    knob = ft.Container(width=KNOB, height=KNOB, border_radius=KNOB / 2, bgcolor=ACCENT)
    middle, here = ft.Alignment.CENTER, ft.Alignment(2 * done - 1, 0)
    seen = ft.GestureDetector(
        ft.Stack(
            [
                ft.Container(line, padding=theme.sides(KNOB / 2), alignment=middle),
                ft.Container(knob, alignment=here),
            ],
            height=HEIGHT,
            fit=ft.StackFit.EXPAND,
        ),
        on_tap_down=guard(on_touch),
        on_horizontal_drag_update=guard(on_touch),
        on_size_change=guard(on_size),
        drag_interval=PATIENCE,
        exclude_from_semantics=True,
        key="bar",
    )
    return read_out(
        seen,
        "The time looked at",
        slider=True,
        value=said,
        on_increase=press(go, min(last, at + 1)),
        on_decrease=press(go, max(0, at - 1)),
    )


def timeline(at: int, last: int, go: Callable[[int], object], said: str) -> ft.Control:
    """Set the bar between the buttons that step back and on."""
    back, on = press(go, at - 1), press(go, at + 1)
    return row(
        icon_button(ft.Icons.CHEVRON_LEFT, "One entry back", back, disabled=at == 0, key="earlier"),
        fill(Timeline(at, last, go, said, key="time")),
        icon_button(ft.Icons.CHEVRON_RIGHT, "One entry on", on, disabled=at == last, key="later"),
        spacing=0,
    )

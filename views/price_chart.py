"""A price as a chart: one line from the first update to the last, with the figures at its left and its end.

The charting library is loaded when the first chart is drawn, so that nobody waits for it at the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flet as ft

from views import figures, parts, theme
from views.parts import Style, screen, soft, text
from views.score_chart import BELOW, step_of

LEFT = 62.0
"""Room for the prices on the left, at text size 1."""
RUNGS = 3
"""So many lines lie between the lowest price and the highest, about."""
MARKED = 40
"""Up to so many updates each has its mark."""
SPOKEN = 20
"""So many prices are read out; the list below the chart has them all."""

History = tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Span:
    """What lies between the foot and the head of the chart, and how far its lines lie apart."""

    foot: int
    head: int
    step: int

    @classmethod
    def of(cls, prices: list[int]) -> Span:
        """Find round figures that hold all prices, with a line to spare above and below where they run level."""
        low, high = min(prices), max(prices)
        step = step_of(max(high - low, high // 10, 1), RUNGS)
        foot = max(0, (low - 1) // step * step) if low else 0
        head = -(-(high + 1) // step) * step
        return cls(foot, head, step)

    @property
    def rungs(self) -> range:
        """Where the lines lie."""
        return range(self.foot, self.head + 1, self.step)


def told(history: History, unit: str) -> str:
    """Say the chart in words, with the same figures."""
    last = history[-SPOKEN:]
    said = ", ".join(figures.spoken(price, unit) for price, _ in last)
    of = f"the last {SPOKEN} of {len(history)} prices" if len(history) > SPOKEN else "from the first price on"
    return f"Chart of the price, {of}: {said}."


def _price_chart(history: History, unit: str, height: float, scale: float) -> ft.Control:
    """Draw the chart at a height. It says what it shows to those who can't see it."""
    if len(history) < 2:
        return ft.Container(
            soft("The chart begins with the first update of the price.", Style.BODY_MEDIUM), padding=ft.Padding.all(14)
        )
    drawn = parts.column(
        ft.Container(soft("Price after each update", Style.LABEL_MEDIUM), padding=ft.Padding.only(left=8)),
        ft.Container(_plot(history, unit, scale), height=height),
        spacing=8,
    )
    return ft.Semantics(
        content=drawn,
        container=True,
        image=True,
        label=told(history, unit),
        exclude_semantics=True,
        identifier="chart",
    )


PriceChart = parts.memo(screen(_price_chart))


def _plot(history: History, unit: str, scale: float) -> ft.Control:
    import flet_charts as charts  # noqa: PLC0415 - loaded with the first chart, not with the app

    last = len(history) - 1
    span = Span.of([price for price, _ in history])
    grown = max(1.0, scale * 0.8)
    every = step_of(last, 10)
    line = charts.LineChartData(
        points=[charts.LineChartDataPoint(at, price, show_tooltip=False) for at, (price, _) in enumerate(history)],
        color=theme.ACCENT,
        stroke_width=2.5,
        point=charts.ChartCirclePoint(color=theme.ACCENT, radius=3.5) if last <= MARKED else False,
        below_line_bgcolor=ft.Colors.with_opacity(0.08, theme.ACCENT),
    )
    made: ft.Control = charts.LineChart(
        data_series=[line],
        min_x=0,
        max_x=last,
        min_y=span.foot,
        max_y=span.head,
        interactive=False,
        border=ft.Border(bottom=ft.BorderSide(1, theme.EDGE), left=ft.BorderSide(1, theme.EDGE)),
        horizontal_grid_lines=charts.ChartGridLines(interval=span.step, color=theme.HAIRLINE, width=1),
        left_axis=charts.ChartAxis(
            label_size=LEFT * grown,
            labels=[_tick(charts, value, figures.figure(value, unit)) for value in span.rungs],
        ),
        bottom_axis=charts.ChartAxis(
            label_size=BELOW * grown,
            labels=[_tick(charts, value, str(value)) for value in range(0, last + 1, every)],
        ),
        expand=True,
    )
    return made


def _tick(charts: Any, value: int, words: str) -> Any:
    label = text(words, Style.LABEL_SMALL, theme.SOFT_INK, whole=True)
    return charts.ChartAxisLabel(value=value, label=label)

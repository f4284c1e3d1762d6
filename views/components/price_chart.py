"""A price as a chart: one line from the first update to the last, with the figures at its left and its end.

The charting library is loaded when the first chart is drawn, so that nobody waits for it at the start.
"""

from __future__ import annotations

import flet as ft

from companion.core.chart import Span, step_of
from views import theme
from views.components import amounts, controls
from views.components.charts import BELOW, Axis, Curve, grown, plot
from views.components.controls import Style, screen, soft

LEFT = 62.0
"""Room for the prices on the left, at text size 1."""
MARKED = 40
"""Up to so many updates each has its mark."""
SPOKEN = 20
"""So many prices are read out; the list below the chart has them all."""

History = tuple[tuple[int, int | None], ...]


def told(history: History, unit: str) -> str:
    """Say the chart in words, with the same figures."""
    last = history[-SPOKEN:]
    said = ", ".join(amounts.spoken(price, unit) for price, _ in last)
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
        label=told(history, unit),
        exclude_semantics=True,
        identifier="chart",
    )


PriceChart = controls.memo(screen(_price_chart))


def _plot(history: History, unit: str, scale: float) -> ft.Control:
    last = len(history) - 1
    span = Span.around([price for price, _ in history])
    room = grown(scale)
    every = step_of(last, 10)
    points = tuple((at, price) for at, (price, _) in enumerate(history))
    line = Curve(points, theme.ACCENT, mark=0 if last <= MARKED else None, filled=True)
    left = Axis(span.rungs, lambda value: amounts.figure(value, unit), LEFT * room)
    return plot([line], (0, last), span, left, Axis(range(0, last + 1, every), str, BELOW * room))

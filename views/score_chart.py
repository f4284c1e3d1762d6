"""The score sheet as a chart: a line for each player over the rounds, told apart without colour.

The charting library is loaded when the first chart is drawn, so that nobody waits for it at the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from views import parts, theme
from views.charts import BELOW, DASHES, Axis, Curve, Span, both_ways, grown, plot, step_of, with_ends
from views.parts import Style, screen, soft, text
from views.players import badge

if TYPE_CHECKING:
    from companion.boards import ScoreSheet
    from views.person import Person

LEFT, RIGHT = 34.0, 64.0
"""Room for the figures on the left, and for the names on the right."""


@dataclass(frozen=True, slots=True)
class Track:
    """One player's line: totals by round, the first being nought before the game."""

    person: Person
    points: tuple[tuple[int, int], ...]
    dash: list[int] | None
    colour: str


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


def told(sheet: ScoreSheet, people: tuple[Person, ...]) -> str:
    """Say the chart in words, with the same figures."""
    lines = [
        f"{one.person.name}: {', '.join(str(total) for number, total in one.points if number)}"
        for one in tracks(sheet, people)
        if one.points
    ]
    limit = f" The limit is {sheet.limit}." if sheet.limit is not None else ""
    return f"Chart of the totals after each round. {'. '.join(lines)}.{limit}"


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
    below = BELOW * grown(scale)
    badges: list[tuple[float, ft.Control]] = [
        (
            one.points[-1][1] / top,
            ft.Row(
                [badge(one.person, size=20), text(str(one.points[-1][1]), Style.LABEL_MEDIUM, whole=True)],
                spacing=4,
                tight=True,
            ),
        )
        for one in lines
    ]
    return with_ends(
        _plot(sheet, lines, rounds, step, top, below, scale),
        badges,
        below=below,
        height=height,
        width=RIGHT * grown(scale),
        told=told(sheet, people),
    )


ScoreChart = parts.memo(screen(_score_chart))


def _plot(  # noqa: PLR0917 - measures that have been worked out once
    sheet: ScoreSheet, lines: list[Track], rounds: int, step: int, top: int, below: float, scale: float
) -> ft.Control:
    curves = [Curve(one.points, one.colour, one.dash, at) for at, one in enumerate(lines)]
    if sheet.limit is not None:
        curves.append(Curve(((0, sheet.limit), (rounds, sheet.limit)), theme.LOSS, [4, 4], width=1.5))
    every = step_of(rounds, 12)
    span = Span(0, top, step)
    left = Axis(span.rungs, str, LEFT * grown(scale), loud=sheet.limit)
    return plot(curves, (0, rounds), span, left, Axis(range(every, rounds + 1, every), str, below))

"""What everybody was worth over an evening: the chart, the figures at any place of it, and all of them as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from views import figures, parts, theme
from views.parts import Style, guarded, icon_button, press, screen, soft, text
from views.players import badge
from views.see_chart import RIGHT, CourseChart, Frame, cursor, swatch
from views.see_table import Figures

if TYPE_CHECKING:
    from companion.seeing import Course
    from views.person import Person

CHART = 250.0
"""Height of the chart, at text size 1."""
PATIENCE = 40
"""Milliseconds between two places that a finger tells of while it slides."""
NONE = "\u2013"


@dataclass(eq=False)
class Pointer(ft.Observable):
    """Which moment is looked at; the last for less than nought."""

    at: int = -1
    _width: float = 0

    def go(self, at: int) -> None:
        """Look at a moment."""
        self.at = at

    def measured(self, width: float) -> None:
        """Take in how wide the chart is; nothing is drawn otherwise for it."""
        self._width = width

    @property
    def width(self) -> float:
        """How wide the chart is."""
        return self._width


@screen
def WorthCard(course: Course, people: tuple[Person, ...], scale: float, *, tables: bool) -> ft.Control:
    """Show what everybody was worth, as a chart or as a table."""
    pointer, _ = ft.use_state(Pointer())
    head = parts.column(
        parts.heading(course.title, level=2, style=Style.TITLE_LARGE), soft(course.note, Style.BODY_MEDIUM), spacing=2
    )
    passed = [] if course.whole else [soft(_passed_over(course))]
    if tables:
        return parts.card(head, *_table(course, people, scale), *passed, padding=14)
    last = len(course.moments) - 1
    at = last if pointer.at < 0 else min(pointer.at, last)
    blocks: list[ft.Control] = [head]
    if last:
        blocks += [_drawn(course, people, pointer, at, scale), _steps(course, pointer, at)]
    blocks.append(_reading(course, people, at))
    if last == 0:
        blocks.append(soft("The chart begins with the next line.", Style.BODY_MEDIUM))
    return parts.card(*blocks, *passed, padding=14)


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
    """Say where the evening is looked at, and go from line to line."""
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
    """Tell what everybody was worth at a moment, and what had just been done."""
    moment = course.moments[at]
    amounts = dict(zip(course.seats, moment.amounts, strict=True))
    rows: list[ft.Control] = []
    for place, person in enumerate(people):
        amount = amounts.get(person.key)
        spoken = figures.spoken(amount, course.unit) if amount is not None else "not in the game"
        row = ft.Row(
            [
                badge(person, size=26),
                swatch(person, place),
                text(person.name, Style.BODY_LARGE, expand=True, lines=2),
                text(NONE if amount is None else figures.figure(amount, course.unit), Style.TITLE_MEDIUM, whole=True),
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
    return parts.column(said, *rows, spacing=8)


def _table(course: Course, people: tuple[Person, ...], scale: float) -> list[ft.Control]:
    """List the same figures, newest first: every line after which somebody was worth something else."""
    names = {person.key: person.name for person in people}
    heads = ("After line", *(names.get(seat, seat) for seat in course.seats))
    changed = [one for at, one in enumerate(course.moments) if not at or one.amounts != course.moments[at - 1].amounts]
    rows = tuple(
        (f"{one.number:,}", *(NONE if each is None else figures.figure(each, course.unit) for each in one.amounts))
        for one in reversed(changed)
    )
    return [Figures(heads, rows, scale, key="figures")]

"""A bar over an evening, to be tapped or slid along: one place for each line.

Flet 1.0.5's own slider lays an empty sheet over the whole screen, which a screen reader's finger can't pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from views import theme
from views.components import controls
from views.components.controls import guarded, screen

HEIGHT = 48.0
KNOB = 22.0
LINE = 6.0
TICKS = 40
"""Up to so many lines each has its mark on the bar."""
PATIENCE = 40
"""Milliseconds between two places on the way of a sliding finger."""


@dataclass(eq=False)
class Width(ft.Observable):
    """How wide the bar came out."""

    width: float = 0.0

    def measured(self, width: float) -> None:
        """Take in the width, where it is another one."""
        if abs(width - self.width) >= 1:
            self.width = width


def nearest(x: float, width: float, last: int) -> int:
    """The place that lies nearest to a point on the bar."""
    room = max(1.0, width - KNOB)
    return min(last, max(0, round((x - KNOB / 2) / room * last)))


@screen
def Timeline(at: int, last: int, go: Callable[[int], object], said: str) -> ft.Control:
    """Draw the bar with its knob at one of the places from nought to ``last``; ``said`` tells which time that is."""
    width, _ = ft.use_state(Width())

    def touched(event: ft.TapEvent[ft.GestureDetector] | ft.DragUpdateEvent[ft.GestureDetector]) -> None:
        if width.width and event.local_position is not None:
            place = nearest(float(event.local_position.x), width.width, last)
            if place != at:
                go(place)

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        width.measured(float(event.width))

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
        on_tap_down=guarded(touched),
        on_horizontal_drag_update=guarded(touched),
        on_size_change=guarded(measured),
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

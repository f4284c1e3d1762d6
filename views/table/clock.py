"""The clock of a play that is played by time: it redraws itself each second, and nothing else.

Only when it runs out is the table redrawn, once, for what can be done from then on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

import flet as ft

from companion.core.boards import Clock
from views.components import controls
from views.components.controls import guarded, screen

HURRY = 60
"""From so many seconds on the clock asks for attention."""


async def next_second() -> None:
    """Wait for the next second."""
    await asyncio.sleep(1)


def seconds_left(clock: Clock, now: int) -> int:
    """The seconds that are left, at least zero."""
    return max(0, clock.until - now) if clock.until is not None else clock.left


def clock_text(seconds: int) -> str:
    """A time as a clock shows it: minutes and seconds, with hours if there are any."""
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def spoken(seconds: int) -> str:
    """A time as a screen reader should say it; whole minutes, so that it does not change all the time."""
    if seconds < HURRY:
        return "less than a minute left"
    minutes = seconds // 60
    return f"{minutes} {'minute' if minutes == 1 else 'minutes'} left"


@dataclass(slots=True)
class Ticking:
    """The end that the clock is ticking towards, and its task."""

    until: int | None = None
    task: Future[None] | None = None

    def stop(self) -> None:
        """Stop ticking."""
        if self.task:
            self.task.cancel()
        self.until, self.task = None, None


@screen
def ClockFace(clock: Clock, now: Callable[[], int], ring: Callable[[], object], scale: float = 1.0) -> ft.Control:
    """Show the time that is left, ticking while it runs; ``ring`` is called once when it runs out."""
    page = ft.context.page
    ticking, _ = ft.use_state(Ticking())
    _, set_seconds = ft.use_state(seconds_left(clock, now()))

    async def run(until: int) -> None:
        # a screen that is away is not redrawn; when it comes back, it is drawn whole and ticks again
        while page.session.connection:
            rest = max(0, until - now())
            set_seconds(rest)
            if not rest:
                await guarded(ring)()
                break
            await next_second()
        ticking.until = ticking.task = None

    def tick() -> None:
        ends = clock.until if clock.until is not None and not clock.over and clock.until > now() else None
        if ends != ticking.until:
            ticking.stop()
        if ends is not None and ticking.until is None:
            ticking.until, ticking.task = ends, page.run_task(run, ends)

    ft.use_effect(tick)
    ft.use_effect(lambda: None, dependencies=[], cleanup=ticking.stop)
    return clock_face(clock, seconds_left(clock, now()), scale)


def clock_face(clock: Clock, seconds: int, scale: float = 1.0) -> ft.Control:
    """Draw a clock with so many seconds left: running, paused or run out."""
    tone, icon, live = "plain", ft.Icons.TIMER_OUTLINED, False
    if clock.over or (clock.until is not None and not seconds):
        words, tone, icon, said, live = "Time is up", "warn", ft.Icons.TIMER_OFF, "Time is up", True
    elif clock.until is None:
        words, icon = f"{clock_text(seconds)} paused", ft.Icons.PAUSE_CIRCLE_OUTLINE
        said = f"The clock is paused with {spoken(seconds)}"
    else:
        words, tone, said = clock_text(seconds), "warn" if seconds <= HURRY else "accent", spoken(seconds)
    return ft.Semantics(
        content=controls.chip(words, tone, icon=icon, scale=scale),
        container=True,
        label=said,
        live_region=live,
        exclude_semantics=True,
        identifier="clock",
    )

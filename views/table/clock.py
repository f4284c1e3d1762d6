"""The clock of a play that is played by time, and that of a turn: each redraws itself each second, and nothing else.

Only when the first runs out is the table redrawn, once, for what can be done from then on. The second counts up, and
nothing comes of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass

import flet as ft

from companion.core.show.boards import Clock
from models.frozen import frozen
from views.components.controls import chip, guard, read_out, screen

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


def speak_time(seconds: int) -> str:
    """A time as a screen reader should say it; whole minutes, so that it does not change all the time."""
    if seconds < HURRY:
        return "less than a minute left"
    minutes = seconds // 60
    return f"{minutes} {'minute' if minutes == 1 else 'minutes'} left"


@dataclass(slots=True)
class Ticking:
    """The moment that the clock is ticking towards, or from, and its task."""

    moment: int | None = None
    task: Future[None] | None = None

    def stop(self) -> None:
        """Stop ticking."""
        if self.task:
            self.task.cancel()
        self.moment, self.task = None, None


def _use_ticks(moment: int | None, tick: Callable[[], Awaitable[bool]]) -> None:
    """Call ``tick`` each second for a moment until it returns false; for another moment it begins anew. A hook."""
    page = ft.context.page
    ticking, _ = ft.use_state(Ticking())

    async def run() -> None:
        # a screen that is away is not redrawn; when it comes back, it is drawn whole and ticks again
        while page.session.connection and await tick():
            await next_second()
        ticking.moment = ticking.task = None

    def begin() -> None:
        if moment != ticking.moment:
            ticking.stop()
        if moment is not None and ticking.moment is None:
            ticking.moment, ticking.task = moment, page.run_task(run)

    ft.use_effect(begin)
    ft.on_unmounted(ticking.stop)


@frozen
class Since:
    """A player's name, and since when, in seconds, the table has waited for this player."""

    name: str
    began: int


@screen
def TurnClock(turn: Since, now: Callable[[], int]) -> ft.Control:
    """Show how long a turn has lasted; a screen reader hears it only where it is looked for."""
    _, set_seconds = ft.use_state(0)

    async def tick() -> bool:
        set_seconds(now())
        return True

    _use_ticks(turn.began, tick)
    lasted = clock_text(max(0, now() - turn.began))
    label = f"{turn.name}'s turn has lasted {lasted}"
    return read_out(chip(f"{turn.name} {lasted}"), label)


@screen
def ClockFace(
    clock: Clock, now: Callable[[], int], ring: Callable[[], object], size: float | None = None
) -> ft.Control:
    """Show the time that is left, ticking while it runs; ``ring`` is called once when it runs out.

    A board gives its letters a ``size``.
    """
    _, set_seconds = ft.use_state(seconds_left(clock, now()))
    ends = (
        clock.until if clock.until is not None and not clock.over and clock.until > now() else None
    )

    async def tick() -> bool:
        rest = seconds_left(clock, now())
        set_seconds(rest)
        if not rest:
            await guard(ring)()
        return rest > 0

    _use_ticks(ends, tick)
    return clock_face(clock, seconds_left(clock, now()), size)


def clock_face(clock: Clock, seconds: int, size: float | None) -> ft.Control:
    """Draw a clock with so many seconds left: running, paused or run out."""
    tone, icon, live = "plain", ft.Icons.TIMER_OUTLINED, False
    if clock.over or (clock.until is not None and not seconds):
        words, tone, icon, said, live = "Time is up", "warn", ft.Icons.TIMER_OFF, "Time is up", True
    elif clock.until is None:
        words, icon = f"{clock_text(seconds)} paused", ft.Icons.PAUSE_CIRCLE_OUTLINE
        said = f"The clock is paused with {speak_time(seconds)}"
    else:
        words, said = clock_text(seconds), speak_time(seconds)
        tone = "warn" if seconds <= HURRY else "accent"
    face = chip(words, tone, icon=icon, size=size)
    return read_out(face, said, live=live, identifier="clock")

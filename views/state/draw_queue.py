"""Screens show another's entry one after another, so that each has it as soon as it is drawn, and not once all are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from weakref import WeakKeyDictionary

UNTIL_SENT = 3
"""So often the loop goes round until what has changed on a screen is drawn, and sent."""


class DrawQueue:
    """Who is drawn next of all that wait on one loop: whoever others wait for, then whoever came first."""

    def __init__(self) -> None:
        self._turn, self._later = asyncio.Lock(), asyncio.Lock()

    @asynccontextmanager
    async def take(self, *, later: bool) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until what was changed within it is sent."""
        if later:
            await asyncio.sleep(0)  # those who hear of the same entry are there by then
        # of those who come later only one waits with those who don't
        async with self._later if later else nullcontext(), self._turn:
            yield
            for _ in range(UNTIL_SENT):
                await asyncio.sleep(0)


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, DrawQueue] = WeakKeyDictionary()


def draw_queue() -> DrawQueue:
    """The queue of this loop: a window and the phones that it serves have one each."""
    return _queues.setdefault(asyncio.get_running_loop(), DrawQueue())

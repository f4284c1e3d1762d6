"""Screens show another's entry one after another, so that each has it as soon as it is drawn, and not once all are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from weakref import WeakKeyDictionary

UNTIL_SENT = 3
"""So often the loop goes round until what has changed on a screen is drawn, and sent."""


class DrawQueue:
    """Who is drawn next of all that wait on one loop: whoever others wait for, then whoever came first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._number = count()
        self._busy = False

    @asynccontextmanager
    async def take(self, *, later: bool) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until what was changed within it is sent."""
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        heappush(self._waiting, (later, next(self._number), place))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._next)  # those who hear of the same entry are there by then
        try:
            await place
            yield
            for _ in range(UNTIL_SENT):
                await asyncio.sleep(0)
        finally:
            if place.done() and not place.cancelled():
                self._next()

    def _next(self) -> None:
        """Let the next one begin that still waits."""
        while self._waiting:
            place = heappop(self._waiting)[2]
            if not place.done():
                place.set_result(None)
                return
        self._busy = False


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, DrawQueue] = WeakKeyDictionary()


def draw_queue() -> DrawQueue:
    """The queue of this loop: a window and the phones that it serves have one each."""
    return _queues.setdefault(asyncio.get_running_loop(), DrawQueue())

"""How many screens there is room for, and how long one that has hung up is kept.

A table has a dozen screens. Without a limit, whoever can reach the server fills its memory with sockets and sessions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from views.hosting.visit import VISIT, Visit

SCREENS = 64
"""So many sockets are open at once, and so many sessions are kept."""
FROM_ONE_PLACE = 32
"""So many sockets come from one address: a device alone does not shut out the others."""
STRANGERS = 32
"""So many sockets may not have said hello yet."""
STRANGERS_FROM_ONE_PLACE = 16
SESSION_SECONDS = 1800
"""A phone that was away for so long starts at the first screen again; what was recorded is in the book."""
IDLE_SECONDS = 20
"""The same for a session in which nobody did anything: a new one shows the same."""
FULL = "Too many screens are open at this table. Close one, then load this page again."


@dataclass
class Capacity:
    """The sockets that are open."""

    visits: list[Visit] = field(default_factory=list)

    @contextmanager
    def taken(self, visit: Visit) -> Iterator[None]:
        """Hold a place for a socket, as long as it is open."""
        self.visits.append(visit)
        try:
            yield
        finally:
            self.visits.remove(visit)

    def is_full(self, address: str) -> bool:
        """Whether there is no room for one more screen at this address."""
        return len(self.visits) >= SCREENS or sum(one.address == address for one in self.visits) >= FROM_ONE_PLACE

    def is_crowded(self, address: str) -> bool:
        """Whether no socket more may be opened from this address, be it for all those that have not said hello."""
        strangers = Counter(one.address for one in self.visits if not one.known)
        crowded = strangers.total() >= STRANGERS or strangers[address] >= STRANGERS_FROM_ONE_PLACE
        return crowded or self.is_full(address)


class Sessions:
    """The sessions that Flet keeps, by its own keys, the one that hung up last at the end.

    It wraps Flet's own session store, which sets no limit and keeps each session for the same time.
    """

    def __init__(self, keeper: Any) -> None:
        self._flet = type(keeper)
        self._keeper = keeper
        self._kept: dict[str, Any] = {}
        self._used: set[str] = set()
        keeper.add_session = self.add
        keeper.disconnect_session = self.hang_up
        keeper.delete_session = self.end

    async def add(self, key: str, session: Any) -> None:
        """Keep a new session; if there are too many, the one that hung up first is removed."""
        gone = [key for key, one in self._kept.items() if one.connection is None]
        for one in gone[: max(0, len(self._kept) + 1 - SCREENS)]:
            await self.end(one)
        self._kept[key] = session
        await self._flet.add_session(self._keeper, key, session)

    async def hang_up(self, key: str, seconds: int) -> None:
        """Keep a session that has hung up for a while: a short one, if nobody did anything in it."""
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)
        if VISIT.get().used:
            self._used.add(key)
        await self._flet.disconnect_session(self._keeper, key, seconds if key in self._used else IDLE_SECONDS)

    async def end(self, key: str) -> None:
        """Remove a session."""
        self._kept.pop(key, None)
        self._used.discard(key)
        await self._flet.delete_session(self._keeper, key)

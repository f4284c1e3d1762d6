"""Files on their way from a browser to the screen that asked for one: behind the door, and by no socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from secrets import compare_digest, token_urlsafe

from models.ledger import Refusal

MOST_UPLOAD_BYTES = 64_000_000
AT_ONCE = 2
"""So many files may be on their way, each from another member."""
SECONDS = 60
"""A file of which nothing comes for so long is waited for no longer."""
ADDRESS = "/files/"
"""Where the addresses of files begin; a ticket follows."""
CROWDED = "Another file is being opened here. Try again in a moment."
LOST = "The file did not arrive. Choose it again."


@dataclass(eq=False)
class Upload:
    """A file that is waited for. Whoever sends it shows the ticket, once."""

    ticket: str = field(default_factory=lambda: token_urlsafe(32))
    begun: bool = False
    arrived: asyncio.Future[bytes] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def fail(self, words: str = LOST) -> None:
        """Have whoever waits for it told why it does not come."""
        if not self.arrived.done():
            self.arrived.set_exception(Refusal(words))

    def expire(self) -> None:
        """Wait no longer for a file that has not begun to come."""
        if not self.begun:
            self.fail()


class Uploads:
    """The files that members are sending, one each."""

    def __init__(self) -> None:
        self._awaited: dict[str, Upload] = {}

    async def fetch(self, member: str, ask: Callable[[str], Awaitable[object]]) -> bytes:
        """Return the file that a member's device sends when it is asked to, with the address to send it to.

        It is no longer than allowed by one piece at most. Whether the device ever answers what it was asked does not
        matter; another file of the same member is waited for instead of one that has not begun to come.

        Raises:
            Refusal: it did not come, or others are on their way.

        """
        if earlier := self._awaited.get(member):
            if earlier.begun:
                raise Refusal(CROWDED)
            earlier.fail()
        upload = self._awaited[member] = Upload()
        timer = asyncio.get_running_loop().call_later(SECONDS, upload.expire)
        asking = asyncio.ensure_future(ask(ADDRESS + upload.ticket))
        asking.add_done_callback(
            lambda asked: upload.fail() if not asked.cancelled() and asked.exception() else None
        )
        try:
            return await upload.arrived
        finally:
            timer.cancel()
            asking.cancel()
            if self._awaited.get(member) is upload:
                del self._awaited[member]

    def fail(self, member: str) -> None:
        """Wait no longer for a member's file: its device says that it can't send it."""
        if member in self._awaited:
            self._awaited[member].fail()

    async def take(self, member: str, ticket: str, parts: AsyncIterator[bytes]) -> bool:
        """Take in the file that a member sends with a ticket; false if it is not waited for, or is not taken whole."""
        upload = self._awaited.get(member)
        if (
            upload is None
            or upload.begun
            or not compare_digest(upload.ticket.encode(), ticket.encode())
        ):
            return False
        if sum(other.begun for other in self._awaited.values()) >= AT_ONCE:
            upload.fail(CROWDED)
            return False
        upload.begun = True
        data, clock = bytearray(), asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(SECONDS) as patience:
                async for part in parts:
                    data += part
                    if len(data) > MOST_UPLOAD_BYTES or upload.arrived.done():
                        break
                    patience.reschedule(clock() + SECONDS)
            if not upload.arrived.done():
                upload.arrived.set_result(
                    bytes(data)
                )  # one that is too long too: whoever waits says so
        except TimeoutError:
            return False
        else:
            return len(data) <= MOST_UPLOAD_BYTES
        finally:
            upload.fail()

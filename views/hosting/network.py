"""The network: other devices reach this one from *Invite phones* on until *Stop sharing*, and not before or after."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextvars import Context
from typing import Any

from companion.addresses import EVERYWHERE, addresses_of
from models.errors import CannotOpenError
from models.ledger import Refusal
from views.state.shared_table import Reach

NO_NETWORK = "This computer is not on a network. Connect it to the Wi-Fi the phones use, then tap Invite phones again."
NO_PORT = "Other programs here hold every port that phones would use. Close one of them, then tap Invite phones again."
FAREWELL = 3.0
"""Seconds for which it stays open once sharing has stopped: devices come for a page that says so, and for no other."""


class Network:
    """A second server on all addresses of this machine, in the loop of the first or of the window.

    ``listen`` takes a port there, and ``server`` makes what serves on it, a ``Server`` of uvicorn's.
    """

    def __init__(
        self, reach: Reach, listen: Callable[[], socket.socket], server: Callable[[], Any]
    ) -> None:
        self._reach, self._listen, self._make = reach, listen, server
        self._listener: socket.socket | None = None
        self._server: Any = None
        self._end: asyncio.TimerHandle | None = None
        self._serving: set[asyncio.Task[None]] = set()
        reach.open_network, reach.close_network = self.open, self.close

    def open(self) -> None:
        """Let other devices reach this one; where they do already, find its addresses anew.

        Raises:
            Refusal: they can't, with a sentence that says what to do about it.

        """
        listener = self._listener or self._take_port()
        addresses = addresses_of(EVERYWHERE, listener.getsockname()[1])
        if listener is not self._listener:
            if not addresses:
                listener.close()
                raise Refusal(NO_NETWORK)
            self._listener, self._server = listener, self._make()
            # whoever comes has nothing of the screen that invited, whose context this is
            serving = asyncio.get_running_loop().create_task(
                _serve(self._server, listener), context=Context()
            )
            self._serving.add(serving)  # else nobody would hold it
            serving.add_done_callback(self._serving.discard)
        if self._end:
            self._end.cancel()
            self._end = None
        self._reach.addresses = addresses

    def _take_port(self) -> socket.socket:
        try:
            return self._listen()
        except CannotOpenError:
            raise Refusal(NO_PORT) from None

    def close(self) -> None:
        """Let no other device reach this one any more, and hang up on those that are connected, in a moment."""
        self._reach.addresses = ()
        if self._server is not None and self._end is None:
            self._end = asyncio.get_running_loop().call_later(FAREWELL, self._stop)

    def _stop(self) -> None:
        self._server.should_exit = True
        self._listener = self._server = self._end = None


async def _serve(server: Any, listener: socket.socket) -> None:
    try:
        await server.serve(sockets=[listener])
    except asyncio.CancelledError:  # the app is ending
        await server.shutdown(sockets=[listener])
        raise

"""The screens of tests are those that an author of a game gets."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from views.app import open_session
from views.state.open_plays import OpenPlays
from views.state.shared_table import WHOSE
from views.testing import PATIENCE, PHONE, TABLET, TELEVISION, Reading, Screen, Watched, Wire, play

__all__ = [
    "PATIENCE",
    "PHONE",
    "TABLET",
    "TELEVISION",
    "Reading",
    "Screen",
    "Watched",
    "Wire",
    "end_threads",
    "play",
    "set_up",
]

if TYPE_CHECKING:
    from views.state.client import Client


async def end_threads():
    """Wait for the threads that screens have started, before a book is closed that one of them may be reading."""
    await asyncio.get_running_loop().shutdown_default_executor()


@asynccontextmanager
async def set_up(referee, size, member="", *, route="", **preferences):
    """Open a play, or another ``route``, on a device with its own preferences; give its screen and client.

    It is the device of a ``member``, or else the table's.
    """
    open_plays, clients = OpenPlays(referee.journal), list["Client"]()

    def enter(page):
        before = WHOSE.set(member or WHOSE.get())
        clients.append(open_session(page, open_plays))
        WHOSE.reset(before)

    async with Screen(enter, route or f"/play/{referee.play.id}", size) as screen:
        client = clients[0]
        client.prefs = replace(client.prefs, **preferences)
        client.redraw()
        await screen.settle()
        yield screen, client

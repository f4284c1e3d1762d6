"""The screens of tests are those that an author of a game gets."""

import asyncio

from views.testing import PATIENCE, PHONE, TABLET, TELEVISION, Reading, Screen, Watched, Wire, play

__all__ = ["PATIENCE", "PHONE", "TABLET", "TELEVISION", "Reading", "Screen", "Watched", "Wire", "end_threads", "play"]


async def end_threads() -> None:
    """Wait for the threads that screens have started, before a book is closed that one of them may be reading."""
    await asyncio.get_running_loop().shutdown_default_executor()

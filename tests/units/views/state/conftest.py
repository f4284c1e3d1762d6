import asyncio

import pytest

from views import app


@pytest.fixture
def second(monkeypatch):
    """Rings when a second is over; the screens look for news then."""
    bell = asyncio.Event()

    async def pause():
        await bell.wait()
        bell.clear()

    monkeypatch.setattr(app, "next_second", pause)
    return bell

"""A device that has gone for good leaves nothing behind: no screen, no page, nobody who still listens."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
from hats_game import new_play, opened

from companion.backup_thread import BackupThread
from views import app, routes

ROUTES = ("/", "/settings", "/new", "/players", "/play/{}", "/play/{}/journal", "/play/{}/take", "/")


@pytest.fixture
def second(monkeypatch):
    """Rings when a second is over; the screens look for news then."""
    bell = asyncio.Event()
    monkeypatch.setattr(app, "next_second", bell.wait)
    monkeypatch.setattr(routes, "_NOT_LOADED", [])  # what is loaded behind the first screen of all is not waited for
    return bell


@pytest.fixture(autouse=True)
def _backup_thread(open_plays):
    """A backup thread, which is not started."""
    open_plays.storage.backup_thread = BackupThread(open_plays.journal.database.path)
    open_plays.storage.backup_thread.on_finished = open_plays.storage.backup_tried


async def visit(open_plays, play_id, *, expires=True):
    """Look at every kind of screen and go away; the session is gone by then, and given back is what it had."""
    async with opened(open_plays) as screen:
        for route in ROUTES:
            await screen.go(route.format(play_id))
        await screen.session.disconnect(0)
        if not expires:
            open_plays.storage.backup_thread.on_finished()
            screen.session.pubsub_client.send_all_on_topic("shelf", play_id)
            await asyncio.sleep(0)
    return screen.clients[0], screen.page


async def in_a_task_of_its_own(visiting):
    """Visit in a task; a task remembers whose page it drew last, and so does not outlive this."""
    return await asyncio.create_task(visiting)


async def test_sessions_that_have_expired_are_let_go_of(open_plays, second):
    play_id = new_play(open_plays)
    left = []
    for _ in range(3):
        left.extend(map(weakref.ref, await in_a_task_of_its_own(visit(open_plays, play_id))))
    second.set()
    # whoever looks for news each second has yet to find that nobody is there
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    for _ in range(5):
        await asyncio.sleep(0)  # and the loop lets go of what it called last
    gc.collect()
    assert [one() for one in left if one() is not None] == []
    assert len(open_plays.storage.screens) == 0


async def test_a_copy_that_was_made_is_announced_to_nobody_whose_session_has_expired(open_plays, second, caplog):
    play_id = new_play(open_plays)
    had = await in_a_task_of_its_own(visit(open_plays, play_id))
    second.set()
    gc.collect()
    assert had[0] in open_plays.storage.screens
    open_plays.storage.backup_thread.on_finished()
    assert caplog.records == []


@pytest.mark.filterwarnings("error")
async def test_a_screen_that_is_away_is_sent_nothing_and_nobody_stumbles_over_it(open_plays, second, caplog):
    play_id = new_play(open_plays)
    await in_a_task_of_its_own(visit(open_plays, play_id, expires=False))
    second.set()
    gc.collect()
    assert caplog.records == []

"""A device that is away is sent nothing, and one that has gone for good leaves nothing behind that still listens."""

import asyncio
import gc
import weakref

import pytest

from companion.backup_thread import BackupThread
from tests.units.views.hats_game import new_play, opened
from views import routes

ROUTES = (
    "/",
    "/settings",
    "/new",
    "/players",
    "/play/{}",
    "/play/{}/journal",
    "/play/{}/take",
    "/",
)


@pytest.fixture
def storage(open_plays, monkeypatch):
    """With a backup thread, which is not started; what is loaded behind the first screen of all is not waited for."""
    monkeypatch.setattr(routes, "_NOT_LOADED", [])
    thread = open_plays.storage.backup_thread = BackupThread(open_plays.journal.database.path)
    thread.on_finished = open_plays.storage.backup_tried
    return open_plays.storage


async def visit(open_plays, play_id, away=lambda _: None):
    """Look at every kind of screen and go away; the session is gone by then, and given back is what it had."""

    async def looked():
        async with opened(open_plays) as screen:
            for route in ROUTES:
                await screen.go(route.format(play_id))
            await screen.session.disconnect(0)
            away(screen)
            await asyncio.sleep(0)
        return screen.clients[0], screen.page

    # a task remembers whose page it drew last, and so does not outlive this
    return await asyncio.create_task(looked())


async def test_sessions_that_have_expired_are_let_go_of(open_plays, storage, second):
    play_id = new_play(open_plays)
    left = []
    for _ in range(3):
        left.extend(map(weakref.ref, await visit(open_plays, play_id)))
    second.set()
    # whoever looks for news each second has yet to find that nobody is there
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    for _ in range(5):
        await asyncio.sleep(0)  # and the loop lets go of what it called last
    gc.collect()
    assert [one() for one in left if one() is not None] == []
    assert len(storage.screens) == 0


@pytest.mark.filterwarnings("error")
async def test_news_go_to_nobody_who_is_away_or_whose_session_has_expired(
    open_plays, storage, second, caplog
):
    def announce(screen):
        storage.backup_thread.on_finished()
        screen.session.pubsub_client.send_all_on_topic("shelf", play_id)

    play_id = new_play(open_plays)
    client, _ = await visit(open_plays, play_id, announce)
    second.set()
    gc.collect()
    assert client in storage.screens
    storage.backup_thread.on_finished()
    assert caplog.records == []

"""The book's file is deleted under a running app: every screen says so, and offers to save what was recorded."""

import shutil

import pytest

from models.backups.backup_reader import read_backup
from models.errors import GONE
from tests.units.views.hats_game import new_play, opened
from tests.units.views.headless import PHONE, TABLET
from views.app_shell import AGAIN
from views.hosting import serve

REOPEN = "Open the book again"


@pytest.fixture
def play_id(open_plays):
    made = new_play(open_plays)
    open_plays.referee(made).write("roll", {"who": "alice", "roll": 5})
    return made


def folder_of(open_plays):
    return open_plays.journal.database.path.parent


@pytest.mark.usefixtures("second")
@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_tap_that_was_not_recorded_says_so_everywhere_and_is_recorded_once_the_book_is_put_back(
    open_plays, play_id, size
):
    async with opened(open_plays, f"/play/{play_id}", size) as screen, opened(open_plays) as other:
        shutil.rmtree(folder_of(open_plays))
        await screen.tap("Undo: ...")
        await other.see(GONE)
        for device in (screen, other):
            assert device.says(GONE)
            assert any(GONE.encode() in message for message in device.wire.sent)
        assert open_plays.journal.last(play_id) == 1
        await screen.tap(REOPEN)
        assert screen.says(AGAIN)
        await screen.tap("Undo: ...")
        assert open_plays.journal.last(play_id) == 2


async def test_a_screen_on_which_nobody_taps_says_so_within_a_second(open_plays, play_id, second):
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        shutil.rmtree(folder_of(open_plays))
        second.set()
        await screen.see(GONE)


@pytest.mark.usefixtures("second")
async def test_the_first_screen_hands_out_a_backup_of_what_was_recorded(
    open_plays, play_id, handed
):
    shutil.rmtree(folder_of(open_plays))
    async with opened(open_plays) as screen:
        assert screen.says(GONE)
        await screen.tap("Back up now")
        await screen.see("Saved: ")
    (backup,) = (read_backup(data) for _, data in handed)
    assert [(one.id, one.entries) for one in backup.plays] == [(play_id, 1)]


def test_the_end_does_not_say_that_everything_is_in_a_book_that_is_gone(
    tmp_path, monkeypatch, capsys
):
    books = tmp_path / "books"
    monkeypatch.setattr(serve, "site", lambda *_, **__: shutil.rmtree(books))
    serve.serve(data=books, host="127.0.0.1", port=0, desktop=False, open_browser=False)
    assert capsys.readouterr().out == f"{serve.LOST}\n"

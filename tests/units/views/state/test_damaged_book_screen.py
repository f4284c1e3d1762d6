"""A book that opens and is damaged all the same: the first screen says so, and offers what can be had back."""

import sqlite3
from contextlib import closing

import pytest

from companion.backup_thread import BackupThread
from models import integrity
from models.backups.backup import make_copy
from models.book import Book
from models.errors import DamagedError
from models.paths import FILE
from tests.units.views.device import book_checked
from tests.units.views.hats_game import new_play, opened, press
from tests.units.views.headless import PHONE, TABLET
from views.hosting.native import BookOpener

OFFER = "See what can be recovered"


@pytest.fixture
def friday(open_plays):
    """A play of two lines, the first of them in a copy beside the book."""
    play_id = new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 5})
    make_copy(open_plays.journal.database)
    open_plays.referee(play_id).write("roll", {"who": "ben", "roll": 6})
    # it does not run; that it is there is what counts
    open_plays.storage.backup_thread = BackupThread(open_plays.journal.database.path)
    return play_id


def meddle(open_plays, statement):
    """Change what is written behind the book's back, and have it opened afresh."""
    path = open_plays.journal.database.path
    with (
        open_plays.journal.database.let_go(),
        closing(sqlite3.connect(path, isolation_level=None)) as file,
    ):
        for (name,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute(statement)
    open_plays.reread()


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_title_that_was_damaged_is_reported_on_the_home_screen_and_restored_from_the_copy(
    open_plays, friday, size
):
    meddle(open_plays, "UPDATE play SET title = 'Fridby hats'")
    async with opened(open_plays, size=size) as screen:
        await screen.see(
            "The title of Fridby hats, or where it stands on the shelf, is not what was written."
        )
        await press(screen, OFFER)
        await screen.see("This much can be had back")
        await press(screen, "Go on with this")
        await screen.see("Repaired")
        await press(screen, "Close")
        await screen.see("Friday hats")
        assert not screen.says("is not what was written")
    (one,) = open_plays.journal.plays()
    assert (one.id, one.title, one.entries) == (friday, "Friday hats", 2)
    assert integrity.check(open_plays.journal, friday) == []


async def test_a_new_title_settles_what_was_wrong_with_the_old_one(open_plays, friday):
    meddle(open_plays, "UPDATE play SET title = 'Fridby hats'")
    async with opened(open_plays) as screen:
        await screen.see("is not what was written")
        open_plays.journal.set_play(friday, title="Hats on Friday")
        await screen.go("/settings")
        await screen.go("/")
        await book_checked(open_plays)
        await screen.settle()
        assert not screen.says("is not what was written")


async def test_a_play_that_was_found_damaged_when_it_was_opened_is_reported_on_the_home_screen_too(
    open_plays, friday
):
    meddle(open_plays, "UPDATE entry SET narration = 'x' WHERE seq = 1")
    async with opened(open_plays) as screen:
        assert not screen.says("is damaged")
        await screen.go(f"/play/{friday}")
        await screen.see("Entry 1 is not what was written.")
        await screen.go("/")
        await screen.see("Friday hats is damaged.")
        await press(screen, OFFER)
        await screen.see("This much can be had back: 1 game, 1 entry.")
        await press(screen, "Cancel")
    assert open_plays.journal.last(friday) == 2


async def test_a_play_that_is_found_damaged_while_the_file_is_checked_is_reported_too(
    open_plays, friday, monkeypatch
):
    meddle(open_plays, "UPDATE entry SET narration = 'x' WHERE seq = 1")
    look_over = open_plays.check_book

    def slowly():
        found = look_over()
        assert open_plays.faults(friday)  # another screen opens the play meanwhile
        return found

    monkeypatch.setattr(open_plays, "check_book", slowly)
    async with opened(open_plays) as screen:
        await screen.see("Friday hats is damaged.")


def test_a_list_of_plays_that_can_not_be_read_keeps_the_book_shut_until_it_is_repaired(tmp_path):
    opener = BookOpener(tmp_path)
    opener.open()
    opener.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        (page,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'play'").fetchone()
    with (tmp_path / FILE).open("r+b") as book:
        book.seek((page - 1) * 4096)
        book.write(b"\xff" * 4096)
    Book.open(tmp_path).close()  # SQLite has looked at none of it yet
    with pytest.raises(DamagedError):
        BookOpener(tmp_path).open()

"""A damaged book is repaired from what is readable in it and the newest sound copy; what is lost is reported."""

from datetime import UTC, datetime, timedelta

import pytest

from models import integrity, swap_file
from models.backups.backup import copies, make_copy
from models.backups.restore import IncompletePlay, Repair
from models.book import Book
from models.errors import CannotOpenError
from models.journal import Journal
from models.paths import FILE
from tests.units.models.backups import meddle
from tests.units.models.evenings import Evening, pays

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
SPOIL = "UPDATE entry SET narration = 'x' WHERE seq = {} AND play IN (SELECT id FROM play WHERE title = '{}')"


@pytest.fixture
def book(folder):
    """A book of two plays that was copied, and then written to in both."""
    journal = Journal(Book.open(folder))
    friday = Evening(journal, title="Friday").go_through([pays(5), pays(6)])
    saturday = Evening(journal, title="Saturday").go_through([pays(7)])
    make_copy(journal.database, NOW - timedelta(hours=1))
    friday.go_through([pays(8), pays(9)])
    saturday.go_through([pays(10)])
    journal.set_play(saturday.play, title="Saturday night")
    journal.database.close()
    return folder / FILE


def repaired(book):
    repair = Repair(book)
    try:
        return repair, repair.keep(NOW)
    finally:
        repair.close()


def titles(book):
    database = Book.open(book.parent)
    try:
        journal = Journal(database)
        assert integrity.check_file(journal) == []
        assert [
            fault for play in journal.plays() for fault in integrity.check(journal, play.id)
        ] == []
        return {play.title: play.entries for play in journal.plays()}
    finally:
        database.close()


def test_what_is_sound_in_the_damaged_book_is_newer_than_the_copy_and_comes_from_there(book):
    meddle(book, "UPDATE entry SET narration = 'x' WHERE seq = 4")
    repair, _ = repaired(book)
    assert repair.read
    assert repair.incomplete == (IncompletePlay("Friday", 2),)
    assert titles(book) == {"Friday": 2, "Saturday night": 2}


def test_the_log_is_moved_with_the_book_it_belongs_to(book):
    book.write_bytes(b"spoilt")
    log = book.with_name(f"{FILE}-wal")
    log.write_bytes(b"a log of the spoilt book")
    _, damaged = repaired(book)
    assert not log.exists()
    assert damaged.with_name(f"{damaged.name}-wal").read_bytes() == b"a log of the spoilt book"
    assert titles(book) == {"Friday": 2, "Saturday": 1}


def test_a_copy_that_rotted_is_passed_over_for_an_older_one(book):
    journal = Journal(Book.open(book.parent))
    rotten = make_copy(journal.database, NOW)
    journal.database.close()
    data = bytearray(rotten.path.read_bytes())
    data[-3000] ^= 1
    rotten.path.write_bytes(data)
    book.write_bytes(b"spoilt")
    repair, _ = repaired(book)
    assert repair.copies[0].at == NOW - timedelta(hours=1)


def test_of_each_play_the_copy_that_holds_most_of_it_is_taken(folder):
    journal = Journal(Book.open(folder))
    Evening(journal, title="Friday").go_through([pays(5), pays(6)])
    saturday = Evening(journal, title="Saturday").go_through([pays(7)])
    first = make_copy(journal.database, NOW - timedelta(hours=2))
    saturday.go_through([pays(8)])
    journal.database.close()
    meddle(folder / FILE, SPOIL.format(2, "Friday"))
    database = Book.open(folder)
    second = make_copy(database, NOW - timedelta(hours=1))  # Friday is damaged in it
    database.close()
    (folder / FILE).write_bytes(b"spoilt")
    repair, _ = repaired(folder / FILE)
    assert repair.copies == (first, second)
    assert titles(folder / FILE) == {"Friday": 2, "Saturday": 2}


def test_a_play_that_was_deleted_since_an_older_copy_stays_deleted(folder):
    journal = Journal(Book.open(folder))
    friday = Evening(journal, title="Friday").go_through([pays(5)])
    Evening(journal, title="Saturday").go_through([pays(6)])
    make_copy(journal.database, NOW - timedelta(hours=2))
    journal.set_play(friday.play, deleted=True)
    journal.database.close()
    meddle(
        folder / FILE,
        "UPDATE entry SET narration = 'x' WHERE play IN (SELECT id FROM play WHERE title = 'Saturday')",
    )
    repaired(folder / FILE)
    assert titles(folder / FILE) == {"Saturday": 1}


def test_without_any_copy_what_can_be_read_is_kept(book):
    for copy in copies(book):
        copy.path.unlink()
    meddle(book, "UPDATE entry SET narration = 'x' WHERE seq = 4")
    repair, _ = repaired(book)
    assert repair.copies == ()
    assert repair.incomplete == (IncompletePlay("Friday", None),)
    assert titles(book) == {"Saturday night": 2}


def test_a_repair_that_can_t_be_written_leaves_the_damaged_book_where_it_was(book, monkeypatch):
    book.write_bytes(b"spoilt")
    log = book.with_name(f"{FILE}-wal")
    log.write_bytes(b"its log")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(swap_file.os, "link", refuse)
    monkeypatch.setattr(swap_file.shutil, "copy2", refuse)
    repair = Repair(book)
    with pytest.raises(CannotOpenError, match="No space left"):
        repair.keep(NOW)
    repair.close()
    assert book.read_bytes() == b"spoilt"
    assert log.read_bytes() == b"its log"
    assert not list(book.parent.glob("*mended*"))

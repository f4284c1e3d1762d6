"""Opening a book again after a failed save: read on meanwhile, and write only once something could be saved."""

import shutil
import sqlite3
from threading import Thread

import pytest

from models.book import Book
from models.database import Database
from models.errors import REST, BusyError, ReadOnlyError, UnreadableError
from models.journal import Journal
from models.paths import FILE
from tests.units.models.evenings import pays


class Faulty:
    """A connection that fails wherever a statement begins with certain words."""

    def __init__(self, driver, words, code):
        self.driver, self.words, self.code = driver, words, code

    def __getattr__(self, name):
        return getattr(self.driver, name)

    def execute(self, statement, *values):
        if statement.startswith(self.words):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = self.code
            raise error
        return self.driver.execute(statement, *values)


def failing(monkeypatch, words, code):
    """Have every connection made from now on fail at certain words."""
    real = Database._link

    def link(self):
        real(self)
        self.driver = Faulty(self.driver, words, code)

    monkeypatch.setattr(Database, "_link", link)


@pytest.fixture(params=["COMMIT", "BEGIN IMMEDIATE"])
def broken(evening, request):
    database = evening.journal.database
    evening.write(pays(5))
    database.driver = Faulty(database.driver, request.param, sqlite3.SQLITE_IOERR_FSYNC)
    with pytest.raises(ReadOnlyError, match="failed to save the last entry"):
        evening.write(pays(7), command="tap")
    return evening


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("COMMIT", sqlite3.SQLITE_FULL, "storage is full, so nothing can be saved now"),
        ("COMMIT", sqlite3.SQLITE_IOERR_FSYNC, "fails to save anything now"),
        ("PRAGMA wal_checkpoint", sqlite3.SQLITE_IOERR_WRITE, "fails to save anything now"),
    ],
)
def test_a_book_is_written_again_only_once_something_could_be_saved(
    broken, monkeypatch, words, code, said
):
    database = broken.journal.database
    failing(monkeypatch, words, code)

    with pytest.raises(ReadOnlyError, match=said):
        database.reopen()

    assert database.broken.endswith(REST)
    assert broken.ledger.balance("alice:cash") == 5, "it can still be read"
    with pytest.raises(ReadOnlyError):
        broken.write(pays(7), command="tap")

    monkeypatch.undo()
    database.reopen()
    assert broken.write(pays(7), command="tap").seq == 2


def test_where_no_new_connection_is_to_be_had_reading_says_so(evening, monkeypatch):
    database = evening.journal.database
    monkeypatch.setattr(database, "_connect", lambda: database.driver.execute("no longer open"))
    database.driver = Faulty(database.driver, "COMMIT", sqlite3.SQLITE_IOERR_FSYNC)

    for doing in (lambda: evening.write(pays(7), after=0), lambda: evening.ledger):
        with pytest.raises(ReadOnlyError, match="failed to save the last entry"):
            doing()

    monkeypatch.undo()
    database.reopen()
    assert evening.write(pays(7)).seq == 1


def test_while_another_window_writes_it_is_not_opened_again_but_later(broken, monkeypatch, folder):
    database = broken.journal.database
    monkeypatch.setattr("models.database.PATIENCE", 0.01)
    other = Book.open(folder)

    with other.writing(), pytest.raises(BusyError):
        database.reopen()
    assert database.broken
    other.close()

    database.reopen()
    assert database.broken is None


@pytest.fixture
def left(evening, folder, tmp_path):
    """A folder as a killed app leaves it, with a log beside the book."""
    evening.write(pays(5))
    shutil.copytree(folder, tmp_path / "left")
    return tmp_path / "left"


def test_a_log_that_was_left_behind_is_moved_into_the_file_before_anything_is_written(
    evening, left
):
    size = (left / f"{FILE}-wal").stat().st_size

    database = Book.open(left)

    assert database.broken is None
    assert 0 < (left / f"{FILE}-wal").stat().st_size < size, (
        "a log begun anew, with nothing but a try in it"
    )
    assert Journal(database).ledger(evening.play).balance("alice:cash") == 5
    database.close()


def test_the_log_of_a_book_that_others_have_open_is_left_to_them(evening, folder):
    evening.write(pays(5))
    log = (folder / f"{FILE}-wal").read_bytes()

    other = Book.open(folder)

    assert (folder / f"{FILE}-wal").read_bytes() == log
    other.close()


def test_a_book_whose_log_can_not_be_moved_is_there_to_be_read(evening, left, monkeypatch):
    failing(monkeypatch, "PRAGMA wal_checkpoint", sqlite3.SQLITE_FULL)

    database = Book.open(left)

    assert database.broken.startswith("This device's storage is full, so nothing can be saved now.")
    assert Journal(database).ledger(evening.play).balance("alice:cash") == 5
    database.close()


def test_the_book_is_closed_once_another_thread_has_read_to_the_end(evening):
    database = evening.journal.database
    closing = Thread(target=database.close)
    with database.reading() as connection:
        closing.start()
        closing.join(0.1)
        assert closing.is_alive()
        assert connection.exec_driver_sql("SELECT count(*) FROM play").scalar() == 1
    closing.join()


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN]
)
def test_a_read_that_fails_says_so_and_breaks_nothing(evening, code):
    evening.write(pays(5))
    database = evening.journal.database
    driver, database.driver = database.driver, Faulty(database.driver, "BEGIN", code)

    with pytest.raises(UnreadableError, match="failed to read the book"):
        _ = evening.ledger

    database.driver = driver
    assert database.broken is None
    assert evening.write(pays(7)).seq == 2

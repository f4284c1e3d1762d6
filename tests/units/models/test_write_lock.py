"""Several processes take turns at writing, and whoever waits looks again as often as whoever comes last."""

import sqlite3
from contextlib import closing

import pytest

from models import database as lock
from models.book import Book
from models.database import PAUSE, take_turn


@pytest.fixture
def two(tmp_path):
    drivers = [
        sqlite3.connect(tmp_path / "book.db", isolation_level=None, timeout=0) for _ in range(2)
    ]
    drivers[0].execute("PRAGMA journal_mode = WAL")
    yield drivers
    for driver in drivers:
        driver.close()


def test_a_waiting_writer_gets_a_turn_once_the_other_is_done_and_looks_equally_often(
    two, monkeypatch
):
    ours, theirs = two
    theirs.execute("BEGIN IMMEDIATE")
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 40:
            theirs.execute("COMMIT")

    monkeypatch.setattr(lock, "sleep", sleep)
    take_turn(ours, 60)
    assert slept == [PAUSE] * 40
    assert ours.in_transaction


def test_patience_ends_and_nothing_is_begun(two):
    ours, theirs = two
    theirs.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as busy:
        take_turn(ours, 0.005)
    assert busy.value.sqlite_errorcode == sqlite3.SQLITE_BUSY
    assert not ours.in_transaction


def test_what_is_no_matter_of_turns_is_said_at_once(two):
    ours, _ = two
    ours.execute("BEGIN")
    with pytest.raises(sqlite3.OperationalError, match="within a transaction"):
        take_turn(ours, 60)


def test_an_open_book_waits_in_turns_alone(tmp_path):
    with closing(Book.open(tmp_path)) as database:
        assert database.driver.execute("PRAGMA busy_timeout").fetchone() == (0,)

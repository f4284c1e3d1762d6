"""A disk that fails, in short: some calls of some commands; and books that break a promise on purpose are caught."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager

import pytest

from models.book import Book
from models.journal import Journal
from models.ledger import Proposal
from tests.campaigns.commands import COMMANDS
from tests.campaigns.disk import Disk, Fault
from tests.campaigns.failing_disk import WAYS, campaign, lay, run_with_fault

UNDO = next(one for one in COMMANDS if one.name == "undo")
AWAY = next(one for one in COMMANDS if one.name == "put a play away")


pytestmark = pytest.mark.usefixtures("reached")


def test_every_call_of_putting_a_play_away_fails_once_and_nothing_is_lost():
    for how, lasting in WAYS:
        found = campaign(AWAY, how=how, lasting=lasting)
        assert not found.broken, found.broken
        assert found.runs == found.calls > 0
        # that nobody can say for once where the file is keeps nothing from being saved
        looks = 1 if (how, lasting) == ("ioerr", False) else 0
        assert found.said == found.readonly == found.runs - looks


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["record a line", "correct a line", "copy the book", "first version"])
def test_some_calls_of_other_commands_fail_and_nothing_is_lost(name):
    command = next(one for one in COMMANDS if name in one.name)
    found = campaign(command, how="ioerr", lasting=name < "d", most=3)

    assert not found.broken, found.broken
    assert found.runs == 3


# --- a harness that can't fail proves nothing -------------------------------------------------------


class Pretending(Book):
    """A book that says it has saved, whether it has or not."""

    @contextmanager
    def writing(self):
        try:
            with super().writing() as connection:
                yield connection
        except Exception:  # noqa: BLE001, S110 - that is what is wrong with it
            pass


class Carefree(Book):
    """A book that goes on as if nothing had happened."""

    def _fail(self, error):
        said = super()._fail(error)
        self.broken = None
        return said


class Raw(Book):
    """A book that says what SQLite says."""

    @contextmanager
    def reading(self):
        yield self.connection


class Trusting(Book):
    """A book that is written again without a look at what the disk has of its log."""

    def _move_log(self):
        return False

    def _begin_log(self):
        pass


def broken(command, opening, *, lasting=False):
    return campaign(command, how="ioerr", lasting=lasting, most=6, opening=opening).broken


@pytest.mark.campaign
def test_a_book_that_pretends_to_have_saved_is_caught():
    assert any("acknowledged" in one for one in broken(AWAY, Pretending.open))


@pytest.mark.campaign
def test_a_book_that_goes_on_after_a_failed_save_is_caught():
    assert any("read-only" in one for one in broken(AWAY, Carefree.open))


@pytest.mark.campaign
def test_a_book_that_talks_like_a_program_is_caught():
    assert any("OperationalError" in one for one in broken(UNDO, Raw.open))


@pytest.mark.campaign
def test_a_book_that_trusts_its_log_after_a_failed_sync_is_caught(tmp_path):
    laid = lay(AWAY, tmp_path, Trusting.open)
    sync = len(laid.calls["ioerr"])
    run = run_with_fault(laid, Fault(sync, "ioerr", lasting=True), Trusting.open)
    assert any("after a failed sync" in one for one in run.broken)


@pytest.mark.campaign
def test_a_journal_that_forgets_its_commands_is_caught(monkeypatch, tmp_path):
    laid = lay(UNDO, tmp_path)
    sync = len(laid.calls["ioerr"])
    monkeypatch.setattr("tests.campaigns.commands.TAP", None)
    run = run_with_fault(laid, Fault(sync, "ioerr", lasting=True))
    assert run.unacknowledged
    assert "sent again, it does not stand exactly once" in run.broken


@pytest.mark.campaign
def test_the_disk_counts_names_and_fails_what_sqlite_asks_of_it(tmp_path):
    with Disk(tmp_path) as disk:
        database = Book.open(tmp_path)
        play = Journal(database).begin(game="g", title="t", seats=[], houses={}, board={}, edition="")
        with disk.counting("ioerr") as calls:
            Journal(database).append(play.id, Proposal("note", {}, "Noted."), after=0, by="", command="1")
        assert calls[-1] == "sync companion.db-wal"
        assert "write companion.db-wal" in calls
        disk.arm(Fault(1, "ioerr"))
        with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
            database.driver.execute("BEGIN IMMEDIATE")
        disk.heal()
        assert disk.failed == 1
        database.close()
    assert [op.what for op in disk.log][:2] == ["make", "make"]

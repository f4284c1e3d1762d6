"""The book is interrupted, in short: some calls of some commands; and each promise broken on purpose is noticed."""

import os
import random
import re
import sqlite3
from contextlib import closing, contextmanager

import pytest

from models import projections
from models.backups import backup
from models.book import Book
from models.journal import Journal
from tests.campaigns.disk import Disk, Fault, Op
from tests.campaigns.interrupted import COMMANDS, CUT, FAILING, KILLED, Found, fail, interrupt, lay
from tests.campaigns.platter import Normal, Platter

pytestmark = pytest.mark.usefixtures("reached")
ONCE, FROM_THEN_ON, FULL = FAILING


def one(words):
    return next(command for command in COMMANDS if words in command.name)


@pytest.mark.parametrize("way", [KILLED, CUT])
def test_wherever_an_undo_is_killed_or_loses_power_it_is_whole_or_not_there(way):
    found = interrupt(one("undo"), way, most=12)
    assert found.broken == []
    assert found.did["runs"] == 12


@pytest.mark.parametrize("way", FAILING)
def test_whichever_call_of_putting_a_play_away_fails_nothing_is_lost(way):
    found = interrupt(one("put a play away"), way, most=4)
    assert found.broken == []
    assert found.did["said why not"] >= found.did["runs"] - 1 > 0


@pytest.mark.campaign
@pytest.mark.parametrize("way", [KILLED, CUT, *FAILING])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name.replace(" ", "-"))
def test_whatever_is_done_to_a_book_may_be_interrupted_anywhere(command, way):
    if command.damaged and way in FAILING:
        pytest.skip("looking on after a failed call moves the log of a damaged book")
    assert interrupt(command, way, most=4).broken == []


# --- a harness that can't fail proves nothing -------------------------------------------------------


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


def committed_in_two_halves(monkeypatch):
    count = projections.apply_entry

    def late(connection, rows):
        driver = connection.connection.driver_connection
        driver.execute("COMMIT")
        driver.execute("BEGIN IMMEDIATE")
        count(connection, rows)

    monkeypatch.setattr(projections, "apply_entry", late)


def sent_again_under_another_id(monkeypatch):
    append = Journal.append

    def careless(self, *given, **named):
        return append(self, *given, **{**named, "command": os.urandom(8).hex()})

    monkeypatch.setattr(Journal, "append", careless)


def a_copy_written_under_its_name(monkeypatch):
    def careless(book, data, heads, version, at):
        folder = book.parent / "backups"
        folder.mkdir(exist_ok=True)
        path = folder / f"companion-v{version}-{at:{backup.WHEN}}Z.db"
        with path.open("wb", buffering=0) as file:
            for start in range(0, len(data), 8192):
                file.write(data[start : start + 8192])
        return backup.Copy(path, at, version, len(data), backup.prove(data, heads))

    monkeypatch.setattr(backup, "_write_copy", careless)


PLANTED = {
    "halves": ("undo", KILLED, Book.open, committed_in_two_halves, "only a part"),
    "another id": ("undo", KILLED, Book.open, sent_again_under_another_id, "sent again"),
    "copy in place": (
        "copy the book",
        KILLED,
        Book.open,
        a_copy_written_under_its_name,
        "only a part",
    ),
    "carefree": ("put a play away", ONCE, Carefree.open, None, "read-only"),
    "raw": ("undo", ONCE, Raw.open, None, "OperationalError"),
}


@pytest.mark.campaign
@pytest.mark.parametrize("fault", PLANTED)
def test_a_promise_that_is_broken_on_purpose_is_noticed(fault, monkeypatch):
    words, way, opening, sabotage, noticed = PLANTED[fault]
    if sabotage:
        sabotage(monkeypatch)
    broken = interrupt(one(words), way, most=60 if way == KILLED else 6, opening=opening).broken

    assert any(re.search(noticed, words) for words in broken), broken


@pytest.mark.campaign
def test_the_same_cuts_take_something_from_a_book_that_takes_less_care():
    assert interrupt(one("undo"), CUT, opening=Normal.open).did["lost"] > 0


@pytest.mark.campaign
def test_a_book_that_trusts_its_log_after_a_failed_sync_is_noticed(tmp_path):
    laid = lay(one("put a play away"), tmp_path, Trusting.open)
    sync = max(at for at, call in enumerate(laid.calls, 1) if call == "sync companion.db-wal")
    found = Found("trusting")
    fail(laid, Fault(sync, "ioerr", lasting=True), found)
    assert any("after a failed sync" in words for words in found.broken)


def test_the_disk_counts_names_and_fails_what_is_asked_of_it(tmp_path):
    laid = lay(one("undo"), tmp_path)
    assert {"sync companion.db-wal", "write companion.db-wal", "write companion.db.last"} <= set(
        laid.calls
    )
    with Disk(tmp_path / "laid") as disk, closing(Book.open(tmp_path / "laid")) as book:
        disk.arm(Fault(1, "ioerr"))
        with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
            book.driver.execute("CREATE TABLE more (x)")
        disk.heal()
        assert disk.failed == 1


FIRST, THEN = b"1" * 1024, b"2" * 1024
MADE = (Op("make", "a"), Op("sync names", ""), Op("write", "a", 0, FIRST))


def cut(ops, style, seed):
    dice = random.Random(seed)  # noqa: S311 - it decides what is lost
    platter = Platter(dice=dice)
    platter.play(*MADE, *ops)
    return platter.cut(style, dice)


def test_a_platter_keeps_what_was_synced_and_tears_what_was_not():
    ops = (Op("sync", "a"), Op("write", "a", 0, THEN), Op("make", "b"))
    assert cut(ops, "nothing more", 0) == {"a": FIRST}
    assert cut(ops, "as it came", 0) == {"a": THEN, "b": b""}
    found = {cut(ops, "half of it", seed)["a"] for seed in range(50)}
    assert found == {
        one + other for one in (FIRST[:512], THEN[:512]) for other in (FIRST[:512], THEN[:512])
    }


def test_what_a_failed_sync_should_have_brought_may_never_come():
    lost = {
        cut((Op("sync failed", "a"), Op("sync", "a")), "as it came", seed)["a"]
        for seed in range(20)
    }
    assert FIRST in lost
    assert len(lost) > 1, (
        "and sometimes something else is found there, though a later sync went well"
    )

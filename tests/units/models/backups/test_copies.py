"""The book copies itself: each copy is proven before it counts, whole or not there, and never one too few."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from models.backups import backup as copies_module
from models.backups.backup import (
    LIST,
    PART,
    Copy,
    Proof,
    best_proven,
    copies,
    folder_beside,
    is_copied,
    make_copy,
    prove,
    prove_unknown,
)
from models.book import OlderFileError, ReadOnlyDatabase
from models.errors import CannotOpenError, DamagedError, ReadOnlyError
from models.journal import Journal
from models.paths import FILE
from tests.units.models.evenings import Evening, pays

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def read_only(evening, folder):
    del evening
    looker = ReadOnlyDatabase.open(folder)
    yield looker
    looker.close()


# --- one copy


def test_a_copy_holds_the_whole_book_and_says_what_was_proven(evening, journal, read_only):
    evening.go_through([pays(5), pays(6)])
    Evening(journal, title="Empty")
    made = make_copy(read_only, NOW)

    assert made.at == NOW
    assert made.path.parent == folder_beside(journal.database.path)
    assert (made.proof.plays, made.proof.lines, made.proof.left_out) == (2, 2, ())
    assert made.whole
    assert copies(journal.database.path) == [made]
    assert best_proven(journal.database.path) == made
    assert prove(made.path.read_bytes()) == made.proof


def test_a_book_is_copied_until_the_next_line(evening, journal, read_only):
    assert is_copied(read_only), "an empty play is no reason for a copy"
    evening.go_through([pays(5)])
    assert not is_copied(read_only)
    make_copy(read_only)
    assert is_copied(read_only)
    journal.set_play(evening.play, title="Another title")
    assert is_copied(read_only)
    evening.write(pays(1))
    assert not is_copied(read_only)


def test_a_book_is_copied_though_copies_of_a_clock_that_was_ahead_are_dated_later(
    evening, read_only
):
    evening.go_through([pays(5)])
    make_copy(read_only, datetime.now(UTC) + timedelta(days=200))
    evening.write(pays(1))
    assert not is_copied(read_only)
    made = make_copy(read_only)
    assert is_copied(read_only)
    assert best_proven(read_only.path) == made
    assert copies(read_only.path)[0] == made


def test_a_copy_is_of_one_moment_though_lines_are_written_meanwhile(
    evening, read_only, monkeypatch
):
    evening.go_through([pays(5)])
    real = copies_module.back_up

    def slow(database):
        evening.write(pays(7))
        return real(database)

    monkeypatch.setattr(copies_module, "back_up", slow)
    assert make_copy(read_only).proof.lines == 1
    assert not is_copied(read_only)


def test_a_copy_that_does_not_hold_is_not_kept(evening, journal, read_only, monkeypatch):
    evening.go_through([pays(5), pays(5)])
    real = copies_module.back_up

    def forgetful(database):
        data = real(database)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
            file.deserialize(data)
            for (name,) in file.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                file.execute(f"DROP TRIGGER {name}")
            for table in ("posting", "mark", "entry"):
                file.execute(f"DELETE FROM {table} WHERE seq = 2")  # noqa: S608 - our own names
            return file.serialize()

    monkeypatch.setattr(copies_module, "back_up", forgetful)
    with pytest.raises(DamagedError, match="does not hold all that the book holds"):
        make_copy(read_only)
    assert list(folder_beside(journal.database.path).iterdir()) == []


def test_what_the_disk_gives_back_is_proven_and_not_what_was_meant(
    evening, journal, read_only, monkeypatch
):
    evening.go_through([pays(5)])
    real = copies_module._to_disk

    def failing(number):
        real(number)
        os.pwrite(number, b"\xff" * 4096, 4096)

    monkeypatch.setattr(copies_module, "_to_disk", failing)
    with pytest.raises(DamagedError):
        make_copy(read_only)
    assert copies(journal.database.path) == []


def test_the_last_room_is_left_to_the_book(evening, journal, read_only, monkeypatch):
    evening.go_through([pays(5)])
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: shutil._ntuple_diskusage(100, 99, 1))
    with pytest.raises(CannotOpenError, match="too little room"):
        make_copy(read_only)
    assert copies(journal.database.path) == []


def test_an_interrupted_copy_is_none_and_is_swept_up_later(evening, journal, read_only):
    evening.go_through([pays(5)])
    folder = folder_beside(journal.database.path)
    folder.mkdir()
    left = folder / f"companion-v1-20200101T000000000000Z.db{PART}"
    fresh = folder / f"companion-v1-20300101T000000000000Z.db{PART}"
    left.write_bytes(b"half a copy")
    fresh.write_bytes(b"another window is writing this")
    os.utime(left, (0, 0))
    assert copies(journal.database.path) == []
    make_copy(read_only)
    assert not left.exists()
    assert fresh.exists()


# --- damage


def test_copies_are_preferred_by_being_whole_then_by_what_they_hold_then_by_their_date():
    def copy(lines, hours, left_out=()):
        return Copy(
            Path(), NOW + timedelta(hours=hours), 1, 1, lines and Proof(1, lines, left_out, "", "")
        )

    ahead = (datetime.now(UTC) - NOW) / timedelta(hours=1) + 1
    best_first = [
        copy(9, -2),
        copy(8, -1),
        copy(8, -3),
        copy(8, ahead),
        copy(20, -1, ("Friday",)),
        copy(None, 0),
    ]
    assert sorted(best_first, key=lambda one: one.rank) == best_first[::-1]


# --- the list of what was proven


def test_without_the_list_copies_are_proven_again(evening, journal, read_only):
    evening.go_through([pays(5)])
    made = make_copy(read_only)
    (made.path.parent / LIST).unlink()
    assert [one.proof for one in copies(journal.database.path)] == [None]
    assert prove_unknown(journal.database.path) == []
    assert copies(journal.database.path) == [made]


@pytest.mark.parametrize(
    "spoilt",
    [
        *(
            "",
            "[]",
            "[" * 100_000,
            '{"companion-v1-20200101T000000000000Z.db": 5}',
            "\0",
            "null",
            "{}",
        ),
        *({"plays": "1"}, {"plays": True}, {"left_out": "x"}, {"left_out": [1]}, {"state": 1}),
    ],
    ids=lambda spoilt: str(spoilt)[:20],
)
def test_a_spoilt_list_is_as_good_as_none(evening, journal, read_only, spoilt):
    evening.go_through([pays(5)])
    made = make_copy(read_only)
    file = made.path.parent / LIST
    if isinstance(spoilt, dict):
        proofs = json.loads(file.read_text())
        proofs[made.path.name] |= spoilt
        spoilt = json.dumps(proofs)
    file.write_text(spoilt)
    assert [one.proof for one in copies(journal.database.path)] == [None]


def test_an_unproven_copy_that_does_not_hold_is_reported(evening, journal, read_only):
    evening.go_through([pays(5)])
    made = make_copy(read_only)
    (made.path.parent / LIST).unlink()
    made.path.write_bytes(b"SQLite format 3\0 but no more")
    (fault,) = prove_unknown(journal.database.path)
    assert fault.startswith(made.path.name)
    assert [one.proof for one in copies(journal.database.path)] == [None]


def test_what_else_lies_in_the_folder_is_left_alone(evening, journal, read_only):
    evening.go_through([pays(5)])
    folder = folder_beside(journal.database.path)
    folder.mkdir()
    strays = [
        folder / name
        for name in ("notes.txt", "companion-v1-99999999T999999999999Z.db", "companion.db")
    ]
    for stray in strays:
        stray.write_text("mine")
    (folder / "companion-v1-20200101T000000000000Z.db").mkdir()
    made = make_copy(read_only)
    assert copies(journal.database.path) == [made]
    assert all(stray.exists() for stray in strays)


def test_old_copies_go_when_a_new_one_is_made_and_the_list_goes_with_them(
    evening, journal, read_only
):
    days = 40
    for day in range(days):
        evening.write(pays(1))
        make_copy(
            read_only, NOW - timedelta(days=days - day)
        )  # a date in days to come would count as none
    left = copies(journal.database.path)
    assert 8 <= len(left) <= 16
    assert left[0].proof.lines == days
    assert set(json.loads((left[0].path.parent / LIST).read_text())) == {
        one.path.name for one in left
    }
    assert all(one.proof for one in left)


def test_a_failed_copy_lets_none_go(evening, journal, read_only, monkeypatch):
    for day in range(5):
        evening.write(pays(1))
        make_copy(read_only, NOW - timedelta(days=100 - day))
    before = copies(journal.database.path)
    monkeypatch.setattr(
        copies_module, "prove", lambda *_: (_ for _ in ()).throw(DamagedError("no"))
    )
    with pytest.raises(DamagedError):
        make_copy(read_only, NOW)
    assert copies(journal.database.path) == before


# --- looking on


def test_a_read_only_book_reads_what_others_write_and_writes_nothing(evening, read_only):
    looking = Journal(read_only)
    evening.go_through([pays(5)])
    assert looking.ledger(evening.play).balance("alice:cash") == 5
    with pytest.raises(ReadOnlyError):
        looking.set_play(evening.play, title="Mine")
    with pytest.raises(sqlite3.OperationalError):
        read_only.driver.execute("DELETE FROM seat")


def test_a_read_only_book_leaves_an_earlier_version_as_it_is(tmp_path):
    (tmp_path / FILE).touch()
    with pytest.raises(OlderFileError):
        ReadOnlyDatabase.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b""

"""``backup`` and ``restore``: everything as one file, and back to the letter."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tried import EVENING, SESSIONS, answering, everything, meddle

from companion.__main__ import main
from companion.cli.backup import line_of
from companion.games import BOXES
from models.backups.backup import Copy, Proof, copies
from models.book import Book
from models.journal import Journal
from models.paths import FILE


def test_a_full_round_brings_an_evening_of_every_game_back_to_the_letter(run, tmp_path, folder):
    evenings = [next(iter(sorted(SESSIONS.glob(f"{box.key}-*.session")))) for box in BOXES]
    assert run("import", *evenings)[0] == 0
    assert run("backup", tmp_path / "all.db")[0] == 0
    other, out, again = tmp_path / "elsewhere", tmp_path / "out", tmp_path / "again"
    out.mkdir()
    again.mkdir()
    assert main(["restore", str(tmp_path / "all.db"), "--yes", "--data", str(other)]) == 0
    assert main(["check", "--quiet", "--data", str(other)]) == 0
    assert main(["export", "--all", "--yes", "-o", str(out), "--data", str(folder)]) == 0
    assert main(["export", "--all", "--yes", "-o", str(again), "--data", str(other)]) == 0
    files = {path.name: path.read_bytes() for path in out.iterdir()}
    assert len(files) == len(evenings)
    assert files == {path.name: path.read_bytes() for path in again.iterdir()}


def test_a_backup_is_noted_so_that_the_app_need_not_remind(run, lay, folder, tmp_path):
    lay(EVENING.format("Friday"))
    code, out, _ = run("backup", tmp_path / "all.db")
    assert code == 0
    assert "1 game, 1 entry" in out
    database = Book.open(folder)
    assert Journal(database).preference("backup.at", "")
    database.close()


def test_a_backup_without_a_place_goes_among_the_copies(run, lay, folder):
    lay(EVENING.format("Friday"))
    assert "no copies yet" in run("backup", "--list")[1]
    code, out, _ = run("backup")
    assert code == 0
    (made,) = copies(folder / FILE)
    assert str(made.path) in out
    listed = run("backup", "--list")[1]
    assert "1 game, 1 entry, proven" in listed
    assert str(made.path) in listed


@pytest.mark.parametrize(
    ("ahead", "proof", "begins", "says"),
    [
        (-1, Proof(1, 20, (), "", ""), "20", "1 game, 20 entries, proven"),
        (-1, Proof(2, 1, ("Friday", "Sunday"), "", ""), "20", "2 games, 1 entry, proven, 2 damaged and left out"),
        (-1, None, "20", "not proven"),
        (1, None, "(wrong date)", "not proven"),
    ],
)
def test_the_line_of_a_copy_says_when_it_was_made_and_what_it_is_worth(ahead, proof, begins, says):
    at = datetime.now(UTC) + timedelta(days=ahead)
    line = line_of(Copy(Path("there.db"), at, 1, 40_000, proof))
    assert line.startswith(begins)
    assert " ".join(line.split()).endswith(f"40 kB {says} there.db")


def test_a_plan_is_shown_and_nothing_is_done_without_a_yes(run, lay, tmp_path, monkeypatch):
    lay(EVENING.format("Friday"))
    run("backup", tmp_path / "all.db")
    other = tmp_path / "elsewhere"
    words = ["restore", str(tmp_path / "all.db")]
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main([*words, "--data", str(other)]) == 2
    answering(monkeypatch, "\n")
    assert main([*words, "--data", str(other)]) == 1
    assert not other.exists()
    answering(monkeypatch, "Yes\n")
    assert main([*words, "--data", str(other)]) == 0
    database = Book.open(other)
    assert [play.title for play in Journal(database).plays()] == ["Friday"]
    database.close()


def test_what_is_here_already_is_not_restored_again(run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    run("backup", tmp_path / "all.db")
    assert run("restore", tmp_path / "all.db")[:2] == (0, "Everything in this backup is here already.\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b"PK\x03\x04", "This file is packed."),
        (b"game ratrace\n", "This file is no backup made by Companion."),
        (b"SQLite format 3\0", "This backup is cut short."),
        (b"SQLite format 3\0" + b"\xff" * 8000, "another program's"),
    ],
)
def test_a_file_that_is_no_backup_is_refused(content, said, run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    bad = tmp_path / "bad.db"
    bad.write_bytes(content)
    code, out, err = run("restore", bad, "--yes")
    assert (code, out) == (1, "")
    assert said in err
    assert str(bad) in err


def test_a_damaged_play_of_a_backup_is_left_out_and_named(run, lay, tmp_path):
    lay(EVENING.format("Friday"), EVENING.format("Saturday"))
    run("backup", tmp_path / "all.db")
    meddle(
        tmp_path / "all.db",
        "UPDATE entry SET narration = 'x' WHERE play = (SELECT id FROM play WHERE title = 'Friday')",
    )
    other = tmp_path / "elsewhere"
    code = main(["restore", str(tmp_path / "all.db"), "--yes", "--data", str(other)])
    assert code == 0
    database = Book.open(other)
    assert [play.title for play in Journal(database).plays()] == ["Saturday"]
    database.close()


def test_a_lost_book_is_brought_back_from_its_copy_after_a_yes(run, lay, folder):
    lay(EVENING.format("Friday"))
    run("backup")
    (folder / FILE).unlink()
    assert run("list")[0] == 1

    code, out, err = run("restore", "--yes")

    assert (code, out.splitlines()[-1]) == (0, "The book is whole again.")
    assert "put aside" not in out
    assert "is missing. There are copies of it." in err
    assert run("list")[1].endswith("Friday\n")


def test_restoring_without_a_file_takes_the_newest_copy(run, lay, folder):
    (friday,) = lay(EVENING.format("Friday"))
    run("backup")
    database = Book.open(folder)
    Journal(database).purge(friday)
    database.close()
    code, out, _ = run("restore", "--yes")
    assert code == 0
    assert "1 game would be added" in out
    assert run("list")[1].endswith("Friday\n")


def test_a_damaged_book_is_repaired_from_the_newest_copy_after_a_yes(run, lay, folder, monkeypatch):
    lay(EVENING.format("Friday"))
    run("backup")
    (folder / FILE).write_bytes(b"spoilt " * 900)
    before = everything(folder)
    answering(monkeypatch, "n\n")
    code, out, err = run("restore")
    assert code == 1
    assert "is not a Companion book" in err
    assert "1 game, 1 entry" in out
    assert everything(folder) == before
    assert run("check")[0] == 1
    code, out, _ = run("restore", "--yes")
    assert code == 0
    assert "companion-damaged-" in out
    assert run("check", "--quiet")[:2] == (0, "")
    assert run("list")[1].endswith("Friday\n")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE entry SET narration = 'x'", "Entry 1 is not what was written."),
        ("UPDATE play SET title = 'Fridby'", "The title of Fridby"),
    ],
)
def test_a_book_that_opens_and_is_damaged_is_repaired_too(run, lay, folder, statement, said):
    lay(EVENING.format("Friday"))
    run("backup")
    meddle(folder / FILE, statement)
    code, out, err = run("restore", "--yes")
    assert code == 0
    assert said in err
    assert "The book is whole again." in out
    assert run("list")[1].endswith("Friday\n")
    assert run("check", "--quiet")[:2] == (0, "")


def test_a_backup_is_not_brought_into_a_damaged_book(run, lay, folder, tmp_path):
    lay(EVENING.format("Friday"))
    run("backup", tmp_path / "all.db")
    data = bytearray((folder / FILE).read_bytes())
    data[100:4096] = b"\xff" * 3996
    (folder / FILE).write_bytes(data)
    code, _, err = run("restore", tmp_path / "all.db", "--yes")
    assert code == 1
    assert "use restore without a file" in err
    assert (folder / FILE).read_bytes() == data


def test_a_damaged_book_without_a_copy_stays_as_it_is(run, folder):
    folder.mkdir()
    (folder / FILE).write_bytes(b"spoilt " * 900)
    code, _, err = run("restore", "--yes")
    assert code == 1
    assert "Nothing can be had back" in err
    assert (folder / FILE).read_bytes() == b"spoilt " * 900

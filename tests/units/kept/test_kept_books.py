"""The books that 0.5.0 and earlier versions left are read as they were, to the last figure and word."""

import json
import re

import pytest

from tests.units.kept import kept_reader as reader
from tests.units.kept.kept_compare import amounts, same
from tests.units.kept.kept_reader import KEPT

NOTED = ("backup.at", "backup.entries", "backup.later")
"""What a book notes of its own backups, which none takes from another."""
WHEN = re.compile(r"(?<=damaged-)[0-9]{8}T[0-9]{6}Z")


@pytest.fixture(autouse=True)
def utc():
    with reader.in_zone():
        yield


@pytest.fixture(scope="module")
def kept():
    return json.loads(reader.unpacked(KEPT / "expected.json.gz"))


def of_others(book):
    """What a book has outside its plays, but for what is noted of backups."""
    preferences = {key: value for key, value in book["preferences"].items() if key not in NOTED}
    return book | {"preferences": preferences}


def test_the_book_is_read_as_it_was(tmp_path, kept):
    folder = reader.lay(KEPT / "book", tmp_path / "book")
    same(kept["books"]["book"], reader.read_book(folder), "The book")


@pytest.mark.parametrize("version", [1, 2])
def test_a_book_of_an_earlier_version_is_brought_up_to_date_with_a_copy_before(
    version, tmp_path, kept
):
    folder = reader.lay(KEPT / f"version-{version}", tmp_path / "old")
    same(
        kept["books"][f"version-{version}"],
        reader.read_book(folder),
        f"The book of version {version}",
    )
    (copy,) = (folder / "backups").glob(f"companion-v{version}-*.db")
    assert reader.command("restore", copy, "--yes", "--data", tmp_path / "new").startswith(
        "exit code 0\n"
    )
    assert len(reader.read_book(tmp_path / "new")["plays"]) == len(
        kept["books"][f"version-{version}"]["plays"]
    )


def test_the_storage_of_an_installed_app_holds_its_book(tmp_path, kept):
    stored = json.loads((KEPT / "installed" / "storage.json").read_text(encoding="utf-8"))
    slots = reader.slots(KEPT / "installed")
    assert sorted(slots) == sorted(stored["files"])
    assert [path for path, _ in slots.values() if path] == [f"/{reader.FILE}"]
    folder = reader.lay_installed(tmp_path / "installed")
    same(kept["books"]["installed"], reader.read_book(folder), "The book of the installed app")


def test_the_kept_backup_is_restored_into_an_empty_folder(tmp_path, kept):
    (backup,) = reader.lay(KEPT / "download", tmp_path / "download").iterdir()
    said = reader.command("restore", backup, "--yes", "--data", tmp_path / "new")
    assert said.startswith("exit code 0\n"), said
    now, book = reader.read_book(tmp_path / "new"), kept["books"]["book"]
    same(book["plays"], now["plays"], "The restored book")
    same(of_others(book["shelf"]), of_others(now["shelf"]), "The restored book")


def test_a_backup_taken_now_holds_all_that_the_book_holds(folder, tmp_path):
    file = tmp_path / "backup" / reader.FILE
    file.parent.mkdir()
    held = reader.rows(folder / reader.FILE)
    said = reader.command("backup", file, "--data", folder)
    assert said.startswith("exit code 0\n"), said
    assert reader.rows(file) == held


def figures_of(said):
    """The figures that a command shows; how many checks were made is none of the book's."""
    return amounts(re.sub(r"[0-9]+ checks", "", said))


def test_the_damaged_book_is_repaired_as_it_was_and_says_how_much_is_lost(tmp_path, kept):
    damaged = kept["damaged"]
    folder = reader.bring_up(reader.lay(KEPT / "damaged", tmp_path / "damaged"))
    for doing, said in (
        ("check", reader.command("check", "--data", folder)),
        ("restore", WHEN.sub("WHEN", reader.command("restore", "--yes", "--data", folder))),
        ("check afterwards", reader.command("check", "--data", folder)),
    ):
        same(figures_of(damaged[doing]), figures_of(said), f"The damaged book, {doing}")
    same(damaged["book"], reader.read_book(folder), "The repaired book")


def test_the_command_line_shows_of_the_book_the_figures_it_showed(folder, kept):
    """Exit codes, plays, entries and balances; what evenings come to in statistics has been decided otherwise since."""
    for command, said in kept["commands"].items():
        if command != "stats":
            now = reader.command(*command.split(), "--data", folder)
            same(figures_of(said), figures_of(now), f"The command {command}")

"""Every name that 0.5.0 kept is there: of actions and questions, tables and columns, commands, routes and files.

The accounts, units and marks that `names.json` lists are those of the kept plays; `test_kept_again.py` has today's
rules make the same of them.
"""

import json
import re
import sqlite3
import tomllib

import pytest

from tests.units.kept import kept_reader as reader
from tests.units.kept.kept_compare import same
from tests.units.kept.kept_reader import KEPT

ROOT = KEPT.parents[1]
WORDED = {"title", "label", "group", "help", "wording", "source"}
"""What is worded in the declaration of a game, so may be worded otherwise."""


@pytest.fixture(autouse=True)
def utc():
    with reader.in_zone():
        yield


@pytest.fixture(scope="module")
def kept():
    return json.loads((KEPT / "names.json").read_text(encoding="utf-8"))


def without_words(declared):
    """Return what a game declares without its sentences: of a rule's choices, which there are."""
    if not isinstance(declared, dict):
        return declared
    return {
        key: sorted(value) if key == "choices" else without_words(value)
        for key, value in declared.items()
        if key not in WORDED
    }


def product(*suffixes):
    """All text of the product in files of these kinds."""
    folders = (ROOT / name for name in ("companion", "models", "views", "packaging"))
    return "\n".join(
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in suffixes
    )


def test_every_action_question_house_rule_and_figure_of_a_board_is_declared(kept):
    wanted = without_words(kept["games"])
    # which rounds there are, the table decides by now
    del wanted["rat_a_tat_cat"]["actions"]["correct_round"]["questions"]["round"]["choices"]
    same(wanted, reader.games(), "The games", more_may_be=True)


def test_players_get_the_keys_they_got_and_never_one_of_the_books_own(kept):
    same(kept["seat keys"], reader.keys_of_seats(list(kept["seat keys"])), "The keys of players")


def test_tables_columns_triggers_and_indices_are_there(kept, tmp_path):
    now = reader.tables(tmp_path)
    assert now.pop("user_version") >= kept["file"]["user_version"]
    wanted = {key: value for key, value in kept["file"].items() if key != "user_version"}
    same(wanted, now, "A new book", more_may_be=True)


def test_commands_take_the_options_they_took(kept):
    same(
        kept["commands"],
        reader.commands(list(kept["commands"])),
        "The command line",
        more_may_be=True,
    )


def test_forms_of_a_play_and_routes_of_the_screens_are_there(kept):
    same(kept["forms"], reader.forms(), "The forms", more_may_be=True)
    same(kept["routes"], reader.routes(), "The routes", more_may_be=True)


def test_preferences_of_book_and_device_have_the_keys_they_had(kept):
    same(
        kept["device preferences"],
        reader.device_preferences(),
        "The preferences of a device",
        more_may_be=True,
    )
    source = product(".py")
    for key in kept["preferences"]:
        assert f'"{key}"' in source or key.startswith("houses:"), key
    assert 'f"houses:{' in source


def test_the_data_folder_is_where_the_environment_says(kept, tmp_path, monkeypatch):
    source = product(".py")
    assert [name for name in kept["environment"] if f'"{name}"' not in source] == []
    monkeypatch.delenv("FLET_APP_STORAGE_DATA", raising=False)
    reader.lay(KEPT / "version-2", tmp_path / "home" / "companion")
    reader.lay(KEPT / "version-1", tmp_path / "device")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert "Put right" in reader.command("list")
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "device"))
    assert "Put right" not in reader.command("list")


def test_files_beside_a_book_are_called_what_they_were(kept, tmp_path):
    names = kept["file names"]
    folder = reader.lay(KEPT / "damaged", tmp_path / "damaged")
    reader.command("restore", "--yes", "--data", folder)
    (damaged,) = folder.glob("*damaged-*.db")
    assert re.fullmatch(names["damaged book put aside"], damaged.name)
    reader.command("backup", "--data", folder)
    there = [
        path.name for path in (folder / names["copies"]).iterdir() if path.name != names["proofs"]
    ]
    assert len(there) == 3, "one of them was made before the book was brought up to date"
    assert all(re.fullmatch(names["copy"], name) for name in there)
    for path in (folder / names["book"], folder / names["copies"] / names["proofs"]):
        assert path.is_file()
    for backup in (KEPT / "download").iterdir():
        assert re.fullmatch(names["backup"], backup.name.removesuffix(".gz"))


def test_a_repaired_book_that_was_made_ready_is_put_in_its_place(kept, tmp_path):
    folder = reader.lay(KEPT / "version-2", tmp_path)
    name = "companion.db.mended-20261122T180000Z"
    assert re.fullmatch(kept["file names"]["mended book made ready"], name)
    (folder / name).write_bytes((folder / reader.FILE).read_bytes())
    (folder / reader.FILE).write_bytes(b"spoilt")
    assert reader.read_book(folder)["plays"]
    assert (folder / "companion-damaged-20261122T180000Z.db").read_bytes() == b"spoilt"


def test_the_installed_app_calls_its_storage_what_it_did(kept):
    source = product(".mjs", ".js")
    wanted = kept["installed app"]
    for name in ("channel", "cache", "aside", "book"):
        assert re.search(rf"[\"'`]{re.escape(wanted[name])}", source), name
    for call in (
        f'getDirectoryHandle("{wanted["folder"]}"', f"`{wanted['slot']}$", f'"{wanted["slot"]}"',
        f"register(`{wanted['service worker']}?browser=$", f'"{wanted["listing"]}"',
    ):  # fmt: skip
        assert call in source, call


def test_the_app_is_known_to_devices_under_the_names_it_had(kept):
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["flet"]
    same(kept["bundle"], wanted, "The bundle", more_may_be=True)


def test_a_book_of_another_program_or_of_a_newer_version_is_not_taken_for_ours(kept, tmp_path):
    folder = reader.lay(KEPT / "version-2", tmp_path)
    with sqlite3.connect(folder / reader.FILE) as file:
        assert file.execute("PRAGMA application_id").fetchone() == (kept["file"]["application_id"],)
        file.execute("PRAGMA user_version = 999")
    file.close()
    assert reader.command("list", "--data", folder).startswith("exit code 1\n")

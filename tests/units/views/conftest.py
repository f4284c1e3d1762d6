"""Open plays, for every screen, of one of the tests' own games or of all games; and the folder of all books here."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft
import pytest

from tests.units.views import bids_game, hats_game, small_game, stillness

ONLY = {
    "all": lambda _: None,
    "hats": hats_game.play_hats,
    "fists": bids_game.play_fists,
}
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there for each test


@pytest.fixture
def tmp_path(tmp_path):
    """A folder in memory where the machine has one: screens are no test of a disk, and it is ten times faster."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def open_plays(tmp_path, monkeypatch, request):
    """Of the hats game, unless a file is marked with `games`: that names another of the tests' own, or all that are."""
    mark = request.node.get_closest_marker("games")
    ONLY[mark.args[0] if mark else "hats"](monkeypatch)
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


@pytest.fixture
def handed(monkeypatch):
    """Every file that was saved: its name and what is in it."""
    files = []

    async def save_file(_picker, *, file_name, src_bytes):
        files.append((file_name, src_bytes))

    monkeypatch.setattr(ft.FilePicker, "save_file", save_file)
    return files


@pytest.fixture
def one_thing_after_another(monkeypatch):
    """Nothing comes at a moment of its own."""
    yield from stillness.let_nothing_happen(monkeypatch)

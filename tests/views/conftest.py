"""Open plays of the hats game, for the screens that belong to no one game; and the folder of all books here."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import hats_game
import pytest
import small_game

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
def open_plays(tmp_path, monkeypatch):
    hats_game.play_hats(monkeypatch)
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()

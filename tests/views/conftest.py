"""A house in which hats are played, for the screens that belong to no one game."""

from __future__ import annotations

import fakes
import hatbook
import pytest


@pytest.fixture
def house(tmp_path, monkeypatch):
    hatbook.play_hats(monkeypatch)
    house = fakes.new_house(tmp_path)
    yield house
    house.journal.database.close()

"""A table with phones, for the tests of what is on them."""

from __future__ import annotations

import pytest
from shared_evening import Evening
from small_game import new_open_plays


@pytest.fixture
def evening(tmp_path):
    open_plays = new_open_plays(tmp_path)
    yield Evening(open_plays)
    open_plays.journal.database.close()

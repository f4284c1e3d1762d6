"""A book in memory, for what needs no file."""

from __future__ import annotations

import pytest

from models.foreign import Aside
from models.journal import Journal


@pytest.fixture
def journal():
    aside = Aside()
    yield Journal(aside)
    aside.close()

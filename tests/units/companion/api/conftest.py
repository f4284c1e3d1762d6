"""A game of another package, found as an installed one would be."""

from importlib.metadata import EntryPoint

import pytest

from companion import games
from tests.paths import ROOT

POKER_NIGHT = ROOT / "docs" / "poker_night"


@pytest.fixture
def bring(monkeypatch):
    """Have these entry points found, as ``name=module:object``."""

    def found(*points):
        named = [EntryPoint(*one.split("="), games.GROUP) for one in points]
        monkeypatch.setattr(
            games, "entry_points", lambda group: named if group == games.GROUP else []
        )
        games.from_outside.cache_clear()

    monkeypatch.syspath_prepend(str(POKER_NIGHT))
    yield found
    games.from_outside.cache_clear()

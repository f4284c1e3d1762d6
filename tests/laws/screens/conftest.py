"""The plays and the tables with phones of the tests of screens."""

from tests.units.views.conftest import handed, one_thing_after_another, open_plays
from tests.units.views.sharing.conftest import bank, evening, lay

__all__ = ["bank", "evening", "handed", "lay", "one_thing_after_another", "open_plays"]

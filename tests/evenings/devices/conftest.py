"""The tables with phones of the tests of screens."""

from tests.units.views.sharing.conftest import bank, evening, lay

__all__ = ["bank", "evening", "lay"]

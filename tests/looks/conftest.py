"""The plays of the tests of screens."""

from tests.units.views.conftest import one_thing_after_another, open_plays

__all__ = ["one_thing_after_another", "open_plays"]

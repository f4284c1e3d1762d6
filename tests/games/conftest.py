"""What tables and walkers of these tests assert is told with both figures, as in a test."""

import pytest

pytest.register_assert_rewrite(
    *("evening", "stable", "race_day", "millions", "landlords", "catround", "fists"),
    *("walker", "ratrace_walker", "fist_walker", "sessions_told"),
)

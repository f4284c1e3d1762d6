"""A rematch: who sits down again, by which rules and on which board, and how the next play is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.rematch import next_title


@pytest.mark.parametrize(
    ("title", "next_one"),
    [
        ("Friday Ratrace", "Friday Ratrace 2"),
        ("Friday Ratrace 2", "Friday Ratrace 3"),
        ("Friday Ratrace 99", "Friday Ratrace 100"),
        ("Christmas 2026", "Christmas 2026 2"),
        ("2", "2 2"),
        ("Apollo 1", "Apollo 1 2"),
        ("x" * 60, f"{'x' * 58} 2"),
    ],
)
def test_the_next_play_has_the_next_number(title, next_one):
    assert next_title(title, (), 60) == next_one


@given(st.text(min_size=1, max_size=60).map(str.strip).filter(bool), st.integers(1, 30))
def test_a_series_never_has_a_title_twice_nor_one_that_is_too_long(first, many):
    titles = [first]
    for _ in range(many):
        titles.append(next_title(titles[-1], titles, 60))

    assert len({one.casefold() for one in titles}) == len(titles)
    assert all(len(one) <= 60 for one in titles)

"""The prize fund: what the banker and the owners get of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.betting import awards, divide


@pytest.mark.parametrize(
    ("to_banker", "shared"), [(False, (235, (1_056, 527, 527))), (True, (236, (1_055, 527, 527)))]
)
def test_2345_is_divided_as_the_rulings_have_it(to_banker, shared):
    of = divide(2_345, rest_to_banker=to_banker)
    assert (of.banker, of.prizes) == shared


@given(st.integers(-500, 100_000), st.booleans())
def test_a_fund_is_divided_to_the_unit(total, rest):
    shared = divide(total, rest_to_banker=rest)
    fund, (first, second, third) = max(0, total), shared.prizes
    assert shared.banker + first + second + third == fund
    assert second == third <= first
    assert min(shared.banker, *shared.prizes, shared.left_over) >= 0
    assert abs(10 * (shared.banker - rest * shared.left_over) - fund) <= 5
    assert 0 <= shared.left_over <= 3


@pytest.mark.parametrize(
    ("placed", "takers"),
    [
        ("a b c", "a b c"), ("a b -", "a b a"), ("- b c", "b b c"), ("- - -", "- - -"),
    ],
)  # fmt: skip
def test_a_prize_without_a_horse_goes_to_the_best_placed_one_left(placed, takers):
    found = awards(placed.replace("-", "").split(" "))
    assert " ".join(taker or "-" for taker in found) == takers

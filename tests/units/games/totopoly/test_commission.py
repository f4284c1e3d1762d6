"""The auctioneer's 5%, and the highest bid that leaves it payable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.money import commission, highest_bid


@pytest.mark.parametrize(
    ("price", "up", "down", "least"),
    [(30, 2, 1, 2), (10, 1, 0, 1), (9, 0, 0, 1), (31, 2, 2, 2), (29, 1, 1, 1), (1, 0, 0, 1)],
)
def test_commission_is_5_percent_to_the_nearest_unit(price, up, down, least):
    assert [commission(price, how) for how in ("up", "down", "least")] == [up, down, least]


def test_a_commission_on_less_than_nothing_is_no_commission():
    assert [commission(0), highest_bid(0), highest_bid(0, "least"), highest_bid(-30)] == [
        0,
        0,
        0,
        0,
    ]


def test_a_commission_is_rounded_as_the_table_says_and_no_other_way():
    assert (commission(10), highest_bid(10)) == (commission(10, "up"), highest_bid(10, "up"))
    for work in (commission, highest_bid):
        with pytest.raises(KeyError):
            work(10, "sideways")


@given(cash=st.integers(0, 10_000), how=st.sampled_from(["up", "down", "least"]))
def test_the_highest_bid_leaves_the_commission_payable_and_one_more_does_not(cash, how):
    bid = highest_bid(cash, how)
    assert bid == 0 or bid + commission(bid, how) <= cash
    assert bid + 1 + commission(bid + 1, how) > cash

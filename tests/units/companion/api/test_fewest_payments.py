"""Who pays whom at the end: nobody owes anything afterwards, with as few payments as there can be."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api import fewest_payments


def even(net, payments):
    left = dict(net)
    for giver, taker, amount in payments:
        assert amount > 0
        left[giver] += amount
        left[taker] -= amount
    return {who: amount for who, amount in left.items() if amount}


def fewest(amounts):
    """Count by brute force: one payment less than there are people, for each group that settles among itself."""
    people = [one for one in amounts if one]

    def groups(left):
        if not left:
            return 0
        first, *rest = left
        return max(
            1 + groups([rest[at] for at in range(len(rest)) if at not in others])
            for size in range(len(rest) + 1)
            for others in combinations(range(len(rest)), size)
            if first + sum(rest[at] for at in others) == 0
        )

    return len(people) - groups(people)


@given(
    st.lists(st.integers(-20, 20), min_size=1, max_size=6)
    | st.lists(st.integers(-999, 999), min_size=13)
)
def test_nobody_owes_anything_after_the_fewest_payments_there_can_be_and_beyond_a_dozen_people_after_few(
    amounts,
):
    net = dict(enumerate([*amounts, -sum(amounts)]))
    payments = fewest_payments(net)
    assert even(net, payments) == {}
    assert len(amounts) > 6 or len(payments) == fewest(net.values())


def test_a_dozen_people_still_pay_as_seldom_as_can_be():
    amounts = [-5, 3, 2, -10, 2, 8, 15, -8, -7, 10, -2, -8]
    assert len(fewest_payments(dict(enumerate(amounts)))) == fewest(amounts) == 7


@pytest.mark.parametrize(
    "net",
    [{"ann": 5}, {"ann": 5, "ben": -3}, {"ann": 3, "ben": -5}, {"ann": -5, "ben": 5, "cy": 2}],
)
def test_what_has_no_other_side_stays_open(net):
    left = even(net, fewest_payments(net))
    assert sum(left.values()) == sum(net.values())
    assert len({amount > 0 for amount in left.values()}) == 1

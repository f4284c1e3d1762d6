"""Doubletrack: which chips make an amount, and how it is paid with change."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from companion.games.doubletrack.box import BOX, START_CHIPS
from companion.rules.chips import change, fewest, makeable, size, worth

HEAPS = st.fixed_dictionaries({25: st.integers(0, 3), 10: st.integers(0, 4), 5: st.integers(0, 4)})


def parts(heap):
    """Every heap that can be taken out of one."""
    for counts in product(*(range(count + 1) for count in heap.values())):
        yield dict(zip(heap, counts, strict=True))


def inside(part, heap):
    return all(count <= heap[value] for value, count in part.items())


# --- Which chips make an amount


def test_the_box_is_four_stacks_of_125():
    assert (size(BOX), worth(BOX), worth(START_CHIPS)) == (48, 500, 125)
    assert all(4 * START_CHIPS[value] == BOX[value] for value in BOX)


def test_every_multiple_of_5_up_to_500_can_be_made():
    assert sorted(makeable(BOX, 500)) == list(range(0, 501, 5))


def test_where_a_colour_has_run_out_the_largest_first_is_not_the_way():
    assert fewest(30, {25: 8, 10: 20, 5: 0}) == {10: 3}
    assert fewest(60, {25: 1, 10: 6, 5: 0}) == {10: 6}
    assert fewest(30, {25: 1, 10: 3, 5: 1}) == {25: 1, 5: 1}
    assert fewest(15, {25: 8, 10: 20, 5: 0}) is None


@given(HEAPS, st.integers(0, 40).map(lambda one: 5 * one))
def test_it_is_as_few_chips_as_can_be(heap, amount):
    ways = [part for part in parts(heap) if worth(part) == amount]
    found = fewest(amount, heap)
    if found is None:
        assert not ways
        return
    assert inside(found, heap)
    assert worth(found) == amount
    assert size(found) == min(map(size, ways))


@given(st.dictionaries(st.integers(1, 9), st.integers(0, 3), max_size=4), st.integers(0, 40))
def test_chips_of_any_values_make_every_sum_of_theirs_up_to_the_most_and_no_other(heap, most):
    made = makeable(heap, most)
    assert set(made) == {worth(part) for part in parts(heap) if worth(part) <= most}
    assert all(worth(chips) == amount and inside(chips, heap) for amount, chips in made.items())


def test_one_chip_over_and_one_back_are_fewer_than_four_that_come_to_it():
    assert change(20, {25: 1, 5: 4}, {5: 1}) == ({25: 1}, {5: 1})
    assert change(20, {25: 1, 5: 4}, {}) == ({5: 4}, {})


@given(HEAPS, HEAPS, st.integers(1, 20).map(lambda one: 5 * one))
def test_paid_with_change_it_comes_to_the_amount_with_the_fewest_chips(hand, till, amount):
    ways = [
        size(given) + size(back)
        for given in parts(hand)
        if worth(given) >= amount and (back := fewest(worth(given) - amount, till)) is not None
    ]
    found = change(amount, hand, till)
    if found is None:
        assert not ways
        return
    given_, back = found
    assert inside(given_, hand)
    assert inside(back, till)
    assert worth(given_) - worth(back) == amount
    assert size(given_) + size(back) == min(ways)


@given(
    st.fixed_dictionaries({value: st.integers(0, count) for value, count in BOX.items()}), st.data()
)
def test_the_rest_of_the_box_makes_change_for_whatever_a_hand_can_pay(hand, data):
    till = {value: BOX[value] - count for value, count in hand.items()}
    amount = 5 * data.draw(st.integers(0, worth(hand) // 5))
    assert change(amount, hand, till) is not None

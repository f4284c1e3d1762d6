"""Doubletrack: which chips make an amount, and how it is paid with change."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import Refusal
from companion.games.doubletrack.box import BOX, START_CHIPS
from companion.games.doubletrack.pages import calculate
from companion.rules.chips import change, fewest, makeable, size, worth
from tests.games.doubletrack.fists import fists

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


# --- The page


def page():
    return next(page for page in fists().game.pages if page.title == "Chips and change")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("85", ("$85 is 3 yellow and 1 blue: 4 chips.",)),
        (" $5 ", ("$5 is 1 red: 1 chip.",)),
        ("500", ("$500 is 8 yellow, 20 blue and 20 red: 48 chips.",)),
        ("30 from 2 yellow", ("Hand over 2 yellow, $50.", "Take back 2 blue.")),
        ("30 from 2 yellow 1 red", ("Pay $30 with 1 yellow and 1 red.",)),
        ("30 FROM 2y, 1b and 3 red", ("Pay $30 with 1 yellow and 1 red.",)),
        ("5 from 1 yellow", ("Hand over 1 yellow, $25.", "Take back 2 blue.")),
    ],
)
def test_the_page_says_which_chips_it_takes(typed, says):
    assert page().asks.calculate(fists().turn, typed) == says


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Type an amount, such as 85, or 30 from 2 yellow 1 red."),
        ("plenty", "An amount must be a number; 'plenty' is not one."),
        ("1,5", "An amount: a comma stands before three digits, as in 1,250; '1,5' has another."),
        ("0", "Chips make multiples of $5; $0 is none."),
        ("83", "Chips make multiples of $5; $83 is none."),
        ("505", "All chips in the box come to $500."),
        ("999,999,995", "All chips in the box come to $500."),
        ("30 from two yellow", "'two yellow' is no number of chips; write 2 yellow 3 blue 1 red."),
        ("30 from 2 green", "'2 green' is no number of chips; write 2 yellow 3 blue 1 red."),
        ("30 from 9 yellow", "The box holds 8 yellow chips."),
        ("30 from 5 yellow 5 yellow", "The box holds 8 yellow chips."),
        ("30 from 2 blue", "2 blue come to $20, less than $30."),
        ("5 from 20 red", None),
        ("5 from 1 blue 20 red", None),
    ],
)
def test_what_no_chips_make_is_refused(typed, says):
    if says is None:
        assert calculate(fists().table, typed) == ("Pay $5 with 1 red.",)
        return
    with pytest.raises(Refusal) as caught:
        calculate(fists().table, typed)
    assert caught.value.sentence == says


@given(st.fixed_dictionaries({value: st.integers(0, count) for value, count in BOX.items()}), st.data())
def test_the_rest_of_the_box_makes_change_for_whatever_a_hand_can_pay(hand, data):
    till = {value: BOX[value] - count for value, count in hand.items()}
    amount = 5 * data.draw(st.integers(0, worth(hand) // 5))
    assert change(amount, hand, till) is not None


def test_the_grids_are_worked_out_and_not_written_down():
    box, made = page().grids(fists().turn)
    assert box.rows[-1] == ("All", "", "48", "$500")
    for amount, chips, count in made.rows:
        heap = fewest(int(amount.removeprefix("$")), BOX)
        assert int(count) == size(heap)
        assert all(str(number) in chips for number in heap.values())
    assert made.note == "Everybody starts with $125."
    assert ("$95", "3 yellow and 2 blue", "5") in page().grids(fists(stack="95").turn)[1].rows

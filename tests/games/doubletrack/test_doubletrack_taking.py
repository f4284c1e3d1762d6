"""Doubletrack: $25 from an opponent, and chips put right by hand."""

from collections import defaultdict
from itertools import product

import pytest

from companion.core.table import Refusal
from tests.games.doubletrack.fists import fists


def refused(evening, action, **answers):
    with pytest.raises(Refusal) as caught:
        evening.propose(action, **answers)
    return caught.value.sentence, caught.value.question


# --- TAKE $25 FROM AN OPPONENT SPACE


def test_25_in_chips_are_taken_from_an_opponent_of_choice():
    evening = fists()
    evening.do("take", who="ann", of="ben", amount=25)
    assert evening.told() == "Ann takes $25 from Ben."
    assert (evening.chips("ann"), evening.chips("ben")) == (150, 100)


def test_who_has_less_gives_everything():
    evening = fists()
    evening.have(ben=15)
    assert refused(evening, "take", who="cy", of="ben", amount=25) == ("Ben has not that much.", "amount")
    evening.do("take", who="cy", of="ben", amount=15)
    assert (evening.chips("cy"), evening.chips("ben")) == (140, 0)


def test_who_has_nothing_gives_nothing():
    evening = fists()
    evening.have(ben=0)
    evening.do("take", who="cy", of="ben", amount=0)
    assert evening.told() == "Ben has no chips for Cy to take."
    assert evening.last.postings == ()


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        (30, "$25 is taken at most."),
        (20, "Ben has more than that to give: $25, or everything."),
        (0, "Ben has more than that to give: $25, or everything."),
        (24, "It must be a multiple of 5."),
    ],
)
def test_anything_else_is_refused_at_the_amount(amount, says):
    assert refused(fists(), "take", who="ann", of="ben", amount=amount) == (says, "amount")


def test_nobody_takes_from_oneself():
    assert refused(fists(), "take", who="ann", of="ann", amount=25) == ("Choose an opponent.", "of")


def most_up_to_25(yellow, blue, red):
    """The most up to $25 that some of these chips make."""
    sums = (25 * y + 10 * b + 5 * r for y in range(yellow + 1) for b in range(blue + 1) for r in range(red + 1))
    return max(total for total in sums if total <= 25)


PAYABLE = defaultdict(set)
"""What may have to be handed over, by what somebody has in all: the most that some such hand makes."""
for hand in product(range(5), range(13), range(25)):
    if (total := 25 * hand[0] + 10 * hand[1] + 5 * hand[2]) <= 120:
        PAYABLE[total].add(most_up_to_25(*hand))


@pytest.mark.parametrize("total", sorted(PAYABLE))
def test_house_rule_without_change_takes_what_chips_can_make_and_nothing_else(total):
    evening = fists(change="chips")
    evening.have(ben=total)
    for amount in (0, 5, 10, 15, 20, 25):
        if amount in PAYABLE[total]:
            assert evening.propose("take", who="cy", of="ben", amount=amount).house
        else:
            assert refused(evening, "take", who="cy", of="ben", amount=amount)[1] == "amount"


# --- Correct chips


def test_chips_are_put_right_between_two_players_with_a_reason():
    evening = fists()
    evening.do("correct_chips", giver="ann", taker="ben", amount=30, reason="wrong stack")
    assert evening.told() == "Correction: $30 from Ann to Ben (wrong stack)."
    assert (evening.chips("ann"), evening.chips("ben")) == (95, 155)


def test_chips_are_put_right_between_a_player_and_the_table():
    evening = fists()
    evening.do("correct_chips", giver="ann", taker="table", amount=30, reason="dropped")
    assert evening.told() == "Correction: $30 from Ann to the table (dropped)."
    assert refused(evening, "correct_chips", giver="table", taker="ben", amount=35, reason="so") == (
        "On the table lie $30.", "amount",
    )  # fmt: skip
    evening.do("correct_chips", giver="table", taker="ben", amount=30, reason="Ben's")
    assert (evening.on_table, evening.chips("ben")) == (0, 155)
    assert refused(evening, "correct_chips", giver="table", taker="ben", amount=5, reason="so") == (
        "No chips lie on the table.", "giver",
    )  # fmt: skip


def test_nobody_gives_more_than_there_is_and_nothing_comes_from_the_bank():
    evening = fists()
    assert refused(evening, "correct_chips", giver="ann", taker="ben", amount=130, reason="so") == (
        "Ann has not that much.", "amount",
    )  # fmt: skip
    assert refused(evening, "correct_chips", giver="ann", taker="ann", amount=5, reason="so") == (
        "Giver and taker are the same.", "taker",
    )  # fmt: skip
    assert (
        "Nobody called 'bank'" in refused(evening, "correct_chips", giver="bank", taker="ann", amount=5, reason="so")[0]
    )
    assert refused(evening, "correct_chips", giver="ann", taker="ben", amount=5, reason=" ") == (
        "Say it in a few words.", "reason",
    )  # fmt: skip

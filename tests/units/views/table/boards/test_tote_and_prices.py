"""The tote board and the price board: which horse pays most, and what has room."""

import pytest

from companion.core.show.boards import Backing, Runner, ToteBoard
from views.table.boards.tote_board import best, columns_for

POUND = "\u00a3"


def board(*runners, **more):
    return ToteBoard("The Tote", "Race 1", runners, 100, POUND, **more)


def horse(number, pays="", laid=10, **more):
    return Runner(number, f"Horse {number}", pays=pays, laid=laid, **more)


ALONE = horse(2, "clerk keeps all", 0)


@pytest.mark.parametrize(
    ("runners", "pays_most"),
    [
        ((horse(1, "9.9"), horse(5, "10"), ALONE, horse(4, "40", out="scratched")), {5}),
        ((horse(1, "9"), ALONE), set()),
        ((horse(1, "9", place=1), horse(2, "10")), set()),
    ],
    ids=["several are backed", "one is backed", "the race is run"],
)
def test_the_horse_that_pays_most_is_a_backed_one_of_several_in_a_race_to_come(runners, pays_most):
    assert best(board(*runners)) == pays_most


@pytest.mark.parametrize(
    ("laid", "width", "scale", "below", "backers"),
    [
        (10, 372, 1.0, False, False),
        (1_000, 372, 2.0, True, False),
        (10**12, 372, 1.0, True, False),
        (10, 400, 1.0, False, False),
        (10, 700, 1.0, False, True),
    ],
)
def test_figures_that_leave_a_horse_no_room_for_its_name_lie_below_it(
    laid, width, scale, below, backers
):
    backed = board(
        horse(1, "9", laid, backings=(Backing("ben", 1_000_000),) if width > 372 else ())
    )
    columns = columns_for(backed, width, scale, compact=width <= 372)
    assert (columns.below, columns.backers) == (below, backers)

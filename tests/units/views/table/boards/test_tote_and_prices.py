"""The tote board: which horse pays most."""

import pytest

from companion.core.show.boards import Runner, ToteBoard
from views.boards.tote import best

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

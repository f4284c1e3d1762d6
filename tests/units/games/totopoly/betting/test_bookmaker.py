"""A bookmaker's book at fixed odds: what is won, and what each result would cost."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.betting import PLACE, USUAL, WIN, Odds, Wager, exposure, read_odds

FIELD = ("h1", "h2", "h3", "h4", "h5")

odds = st.builds(Odds, st.integers(1, 60), st.integers(1, 9))
wagers = st.lists(
    st.builds(
        Wager, st.sampled_from(FIELD), st.sampled_from([WIN, PLACE]), st.integers(1, 500), odds
    ),
    max_size=20,
)


def one_each(horses):
    """One horse in each place."""
    return tuple((horse,) for horse in horses)


def test_all_usual_odds_can_be_read():
    assert all(read_odds(one).key == one for one in USUAL)


@pytest.mark.parametrize(
    ("kind", "stake", "placed", "places", "back"),
    [
        (WIN, 10, "h1, h2, h3", 3, 30),
        (WIN, 10, "h2, h1, h3", 3, 0),
        (WIN, 10, ", h1, ", 3, 0),
        (PLACE, 10, "h5, h5, h1", 3, 30),
        (PLACE, 10, "h5, h5, h1", 2, 0),
        (PLACE, 10, "h5, h1, h5", 2, 30),
        (PLACE, 10, "h5, h5, h5", 3, 0),
        # dead heats: half the stake at 2 to 1 brings 15, the other half is lost
        (WIN, 10, "h1 h2, , h3", 3, 15),
        # 7 at 2 to 1 is 21 with the stake, and half of that 10.50: the fraction is dropped
        (WIN, 7, "h1 h2, , h3", 3, 10),
        (WIN, 9, "h1 h2 h3, , ", 3, 9),
        (WIN, 10, "h2, h1 h3, ", 3, 0),
        # both horses have one of the three places, so a place bet wins whole
        (PLACE, 10, "h1 h2, , h3", 3, 30),
        (PLACE, 10, "h2, h1 h3, ", 3, 30),
        # one place for two horses, and two places for three
        (PLACE, 10, "h2, h3, h1 h4", 3, 15),
        (PLACE, 10, "h2, h1 h3, ", 2, 15),
        (PLACE, 10, "h2, h1 h3 h4, ", 3, 20),
    ],
)
def test_a_bet_at_2_to_1_pays_by_the_place_of_its_horse(kind, stake, placed, places, back):
    result = [place.split() for place in placed.split(",")]
    assert Wager("h1", kind, stake, Odds(2, 1)).pays(result, places) == back


def test_a_worked_book():
    book = [
        Wager("h1", WIN, 20, Odds(5, 1)),
        Wager("h2", WIN, 50, Odds(2, 1)),
        Wager("h3", PLACE, 30, Odds(1, 1)),
    ]
    assert exposure(book, FIELD, 3) == {
        "h1": 100 - 120 - 60,
        "h2": 100 - 150 - 60,
        "h3": 40,
        "h4": 40,
        "h5": 40,
    }


def result(book, placed, places):
    """The bookmaker's profit: all stakes less all payments."""
    return sum(wager.stake - wager.pays(placed, places) for wager in book)


@given(wagers, st.sampled_from([2, 3]), st.integers(1, 5))
def test_the_exposure_is_what_the_worst_result_with_that_winner_pays(book, places, runners):
    field = FIELD[:runners]
    told = exposure(book, field, places)
    assert list(told) == list(field)
    for winner in field:
        outcomes = [
            placed for placed in permutations(field, min(3, runners)) if placed[0] == winner
        ]
        assert told[winner] == min(result(book, one_each(placed), places) for placed in outcomes)


@given(wagers, st.sampled_from([2, 3]))
def test_no_result_costs_more_than_the_worst_that_was_told(book, places):
    worst = min(exposure(book, FIELD, places).values())
    for placed in permutations(FIELD, 3):
        for hidden in range(4):
            # a place may be nobody's, after a disqualification
            cut = tuple(() if at < hidden else (horse,) for at, horse in enumerate(placed))
            assert result(book, cut, places) >= worst
        first, second, third = placed
        for dead_heat in [
            ((first, second), (), (third,)),
            ((first,), (second, third), ()),
            (placed, (), ()),
        ]:
            assert result(book, dead_heat, places) >= worst


@given(wagers)
def test_a_book_is_a_sum_of_its_bets(book):
    placed = one_each(FIELD[:3])
    assert result(book, placed, 3) == sum(result([one], placed, 3) for one in book)
    assert all(one.back >= one.stake for one in book)

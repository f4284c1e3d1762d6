"""A bookmaker's book at fixed odds: what is won, and what each result would cost."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.betting import PLACE, USUAL, WIN, Odds, Wager, exposure, read_odds, result

FIELD = ("h1", "h2", "h3", "h4", "h5")

odds = st.builds(Odds, st.integers(1, 60), st.integers(1, 9))
wagers = st.lists(
    st.builds(Wager, st.sampled_from(FIELD), st.sampled_from([WIN, PLACE]), st.integers(1, 500), odds), max_size=20
)


def one_each(horses):
    """One horse in each place."""
    return tuple((horse,) for horse in horses)


def test_the_stake_comes_back_on_top_of_the_profit():
    assert Wager("h1", WIN, 20, Odds(4, 1)).back == 100
    assert Wager("h1", WIN, 20, Odds(1, 1)).back == 40
    assert Wager("h1", WIN, 20, Odds(1, 2)).back == 30


def test_fractions_of_a_profit_are_dropped():
    assert Odds(7, 2).profit_on(5) == 17
    assert Odds(1, 2).profit_on(1) == 0


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("7-2", "7-2"), ("7/2", "7-2"), ("7 to 2", "7-2"), (" 07 - 2 ", "7-2"), ("evens", "1-1"), ("Evens", "1-1"),
        ("100-1", "100-1"), ("0-1", None), ("5", None), ("-1", None), ("5-0", None), ("7.5-2", None), ("x", None),
        ("99999-1", None), ("", None), ("even", "1-1"),
    ],
)  # fmt: skip
def test_odds_are_read_as_people_write_them(text, key):
    found = read_odds(text)
    assert (found.key if found else None) == key


def test_all_usual_odds_can_be_read():
    assert all(read_odds(one).key == one for one in USUAL)


@pytest.mark.parametrize(
    ("odds", "words"), [("1-1", "evens"), ("2-2", "evens"), ("1-2", "1 to 2"), ("2-1", "2 to 1"), ("7-2", "7 to 2")]
)
def test_odds_are_said_in_words_and_as_much_again_as_evens(odds, words):
    assert read_odds(odds).words == words


@pytest.mark.parametrize(("at", "places", "back"), [(0, 3, 30), (2, 3, 30), (2, 2, 0), (1, 2, 30), (3, 3, 0)])
def test_a_place_is_one_of_the_first_three_or_two(at, places, back):
    placed = [FIELD[-1:]] * 3
    if at < 3:
        placed[at] = ("h1",)
    assert Wager("h1", PLACE, 10, Odds(2, 1)).pays(placed, places) == back


def test_a_bet_to_win_pays_on_the_winner_alone():
    one = Wager("h1", WIN, 10, Odds(2, 1))
    placed = [(("h1",), ("h2",), ("h3",)), (("h2",), ("h1",), ("h3",)), ((), ("h1",), ()), ()]
    assert [one.pays(each, 3) for each in placed] == [30, 0, 0, 0]


@pytest.mark.parametrize(
    ("kind", "stake", "placed", "places", "back"),
    [
        # half the stake at 2 to 1 brings 15, the other half is lost
        (WIN, 10, ["h1 h2", "", "h3"], 3, 15),
        # 7 at 2 to 1 is 21 with the stake, and half of that 10.50: the fraction is dropped
        (WIN, 7, ["h1 h2", "", "h3"], 3, 10),
        (WIN, 9, ["h1 h2 h3", "", ""], 3, 9),
        (WIN, 10, ["h2", "h1 h3", ""], 3, 0),
        # both horses have one of the three places, so a place bet wins whole
        (PLACE, 10, ["h1 h2", "", "h3"], 3, 30),
        (PLACE, 10, ["h2", "h1 h3", ""], 3, 30),
        # one place for two horses, and two places for three
        (PLACE, 10, ["h2", "h3", "h1 h4"], 3, 15),
        (PLACE, 10, ["h2", "h1 h3", ""], 2, 15),
        (PLACE, 10, ["h2", "h1 h3 h4", ""], 3, 20),
    ],
)
def test_in_a_dead_heat_a_stake_is_divided_by_the_horses_that_share_a_place(kind, stake, placed, places, back):
    result = [place.split() for place in placed]
    assert Wager("h1", kind, stake, Odds(2, 1)).pays(result, places) == back


def test_a_worked_book():
    book = [Wager("h1", WIN, 20, Odds(5, 1)), Wager("h2", WIN, 50, Odds(2, 1)), Wager("h3", PLACE, 30, Odds(1, 1))]
    assert exposure(book, FIELD, 3) == {"h1": 100 - 120 - 60, "h2": 100 - 150 - 60, "h3": 40, "h4": 40, "h5": 40}


@given(wagers, st.sampled_from([2, 3]), st.integers(1, 5))
def test_the_exposure_is_what_the_worst_result_with_that_winner_pays(book, places, runners):
    field = FIELD[:runners]
    told = exposure(book, field, places)
    assert list(told) == list(field)
    for winner in field:
        outcomes = [placed for placed in permutations(field, min(3, runners)) if placed[0] == winner]
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
        for dead_heat in [((first, second), (), (third,)), ((first,), (second, third), ()), (placed, (), ())]:
            assert result(book, dead_heat, places) >= worst


@given(wagers)
def test_a_book_is_a_sum_of_its_bets(book):
    placed = one_each(FIELD[:3])
    assert result(book, placed, 3) == sum(result([one], placed, 3) for one in book)
    assert all(one.back >= one.stake for one in book)

"""Totopoly: the prize fund."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.totopoly.game import Stage
from companion.rules.betting import awards, divide
from tests.games.totopoly.race_day import betting, fund, wear, whites

# --- Prize Money


def test_2345_gives_the_banker_235_and_prizes_of_1056_527_and_527():
    shared = divide(2_345)
    assert (shared.banker, shared.prizes) == (235, (1_056, 527, 527))


def test_house_rule_what_the_quarters_leave_over_goes_to_the_banker():
    shared = divide(2_345, rest_to_banker=True)
    assert (shared.banker, shared.prizes) == (236, (1_055, 527, 527))


@given(st.integers(-500, 100_000), st.booleans())
def test_a_fund_is_divided_to_the_unit(total, rest):
    shared = divide(total, rest_to_banker=rest)
    first, second, third = shared.prizes
    assert shared.banker + first + second + third == max(0, total) == shared.fund
    assert second == third <= first
    assert min(shared.banker, *shared.prizes, shared.left_over) >= 0
    assert abs(10 * (shared.banker - rest * shared.left_over) - shared.fund) <= 5
    assert 0 <= shared.left_over <= 3


@pytest.mark.parametrize(
    ("placed", "takers"),
    [
        (("a", "b", "c"), ("a", "b", "c")),
        (("a", "b", ""), ("a", "b", "a")),
        (("", "b", "c"), ("b", "b", "c")),
        (("", "", ""), ("", "", "")),
        (("a", "b"), ("a", "b", "a")),
        (("", "b"), ("b", "b", "b")),
        ((), ("", "", "")),
    ],
)
def test_a_prize_without_a_horse_goes_to_the_best_placed_one_left(placed, takers):
    assert awards((2, 1, 1), placed) == takers


def race(*horses, amount=2_345, **houses):
    """A race that is run, with a prize fund."""
    day = betting(**houses)
    wear(day, banker="cy")
    fund(day, amount)
    day.run(*horses)
    return day


def test_the_prizes_go_to_the_owners_with_the_working():
    day = race("h1", "h2", "h5")
    day.do("pay_prizes")
    assert day.told() == "The prizes: Ann \u00a31,583 and Ben \u00a3527."
    assert day.receipt() == [
        ("Leases, auction and entrance fees", 2_345),
        ("10% to Cy, nearest unit", -235),
        ("Left for prizes", 2_110),
        ("What the quarters leave over goes to the winner's half", 1),
        ("First prize, half of \u00a32,110: Ann, King of Clubs", 1_056),
        ("Second prize, a quarter of \u00a32,110: Ben, Priory Park", 527),
        ("Third prize, a quarter of \u00a32,110: Ann, Leonidas II", 527),
    ]
    assert (day.cash("ann"), day.cash("ben"), day.cash("cy")) == (700 + 1_583, 700 + 527, 700 + 235)
    assert day.t.seat("cy").earnings_by("banker") == 235
    assert day.held("bank:fund") == 0
    assert day.t.stage == Stage.OVER


def test_the_banker_may_get_what_is_left_over():
    day = race("h1", "h2", "h6", quarters="banker")
    day.do("pay_prizes")
    assert (day.cash("ann"), day.cash("cy")) == (700 + 1_055, 700 + 236 + 527)
    assert day.last.house == ("What the quarters leave over goes to the banker.",)


def test_a_place_that_is_nobodys_leaves_its_prize_to_the_best_placed():
    day = betting(moves_up="nobody")
    fund(day, 2_345)
    whites(day, "ben")
    day.run("h1", "h2", "h6")
    day.do("pay_prizes")
    assert day.cash("ann") == 700 + 1_056 + 527
    assert "Second prize, a quarter of \u00a32,110: Ann, King of Clubs, as no other horse takes it" in day.lines()


def test_prizes_that_no_horse_takes_stay_in_the_bank():
    day = betting(moves_up="nobody")
    fund(day, 1_000)
    for who in ("ann", "ben", "cy"):
        whites(day, who)
    day.run("h1", "h2", "h6")
    day.do("pay_prizes")
    assert day.told() == "No horse is placed: the prizes stay in the bank."
    assert (day.held("bank:fund"), day.held("banker:cash")) == (900, 100)


def test_a_fund_below_nought_has_no_prizes():
    day = race("h1", "h2", "h6", amount=-30, training="fund")
    day.do("pay_prizes")
    assert day.told() == "The prize fund is \u00a330 below zero: there are no prizes."
    assert day.receipt() == [
        ("Leases, auction, entrance fees and training", -30),
        ("A fund below zero has no prizes", None),
    ]
    assert day.cash("ann") == 700
    assert day.held("bank:fund") == -30


def test_an_empty_fund_has_no_prizes():
    day = race("h1", "h2", "h6", amount=0)
    day.do("pay_prizes")
    assert day.told() == "The prize fund is empty: there are no prizes."


def test_house_rule_training_in_the_fund_is_named():
    day = race("h1", "h2", "h6", training="fund")
    day.do("pay_prizes")
    assert day.lines()[0] == "Leases, auction, entrance fees and training"
    assert day.last.house == ("What training pays to the bank, or takes from it, goes through the prize fund.",)


def test_the_prizes_wait_for_the_result_and_the_tote():
    day = betting()
    assert day.why_not("pay_prizes").startswith("That belongs to the race or the paying out")
    day.lay("ann h1 20")
    day.run("h1", "h2", "h6")
    assert day.why_not("pay_prizes") == "First the Tote pays out."
    day.do("pay_tote")
    day.do("pay_prizes")
    assert day.why_not("pay_prizes") == "The game is over. Undo the last entry to play on."

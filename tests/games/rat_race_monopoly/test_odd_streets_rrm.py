"""Rat Race Monopoly: streets and loans of evenings in which lines are struck out or come together in odd ways."""

import pytest

from tests.games.rat_race_monopoly.landlords import landlords
from tests.games.rat_race_monopoly.millions import millions


def held_by(evening, street):
    return {who.key: held for who, held in evening.t.street(street).holders.items()}


def open_to(evening, action, **answers):
    """Why an action can't be opened with these answers; nothing where it can."""
    return evening.game.find_action(action).why_not(evening.table, answers)


def seq(evening):
    return evening.entries[-1].seq


# --- Streets


def test_a_street_is_open_to_an_auction_whatever_the_cash():
    evening = landlords()
    evening.has("ann", 10)
    assert open_to(evening, "buy_street", who="ann") is None
    evening.do("buy_street", who="ann", street="s22", price=10)
    assert evening.streets("ann") == ["s22"]


def twice_owned():
    """Ann left and Ben bought her street; then her leaving was struck out."""
    evening = landlords()
    evening.give("ann", "s1")
    evening.do("leave", who="ann")
    left = seq(evening)
    evening.turn("ben")
    evening.do("buy_street", who="ben", street="s1")
    evening.void(left)
    return evening


def test_a_street_of_two_owners_is_put_right_to_one():
    evening = twice_owned()
    evening.do("correct_street", street="s1", to="ben", reason="Ben paid for it")
    assert held_by(evening, "s1") == {"bank": -1, "ben": 1}
    assert evening.last.working[0].text == "Brown 1: from Ann and Ben to Ben"
    assert evening.why_not("correct_street", street="s1", to="ben", reason="again") == "Brown 1 is Ben's already."


def test_a_street_of_two_owners_counts_for_one_of_them_and_goes_back_to_the_bank_whole():
    evening = twice_owned()
    assert [street.key for street in evening.t.seat("ann").streets] == ["s1"]
    assert evening.t.seat("ben").streets == ()
    evening.do("correct_street", street="s1", to="bank", reason="nobody's")
    assert held_by(evening, "s1") == {}


def test_no_street_vanishes_when_a_purchase_under_a_deal_is_struck_out():
    evening = landlords()
    evening.do("buy_street", who="ann", street="s1")
    bought = seq(evening)
    evening.do("deal", who="ann", other="ben", gives="s1")
    evening.void(bought)
    evening.do("deal", who="ben", other="ann", gives="s1")
    assert held_by(evening, "s1") == {"bank": -1, "ann": 1}
    assert evening.t.street("s1").owner.key == "ann"


def pledged_and_struck():
    """Ann bought Brown 1 and mortgaged it, and then the buying was struck out."""
    evening = landlords()
    evening.do("buy_street", who="ann", street="s1")
    bought = seq(evening)
    evening.do("mortgage", who="ann", streets="s1")
    evening.void(bought)
    return evening


def test_a_street_from_the_bank_is_free_of_a_mortgage_that_a_struck_line_left_on_it():
    evening = pledged_and_struck()
    evening.do("buy_street", who="ben", street="s1", price=600)
    assert not evening.t.street("s1").mortgaged
    assert evening.last.working[0].text == "Brown 1 comes from the bank bare and free of mortgage"


def built_and_struck():
    """Two houses stood on each of the browns; Brown 1 went to the bank, and then the building was struck out."""
    evening = landlords()
    evening.give("ann", "s1", "s2")
    evening.has("ann", 9_000)
    evening.do("build", who="ann", streets="s1+s2", each=2)
    built = seq(evening)
    evening.do("correct_street", street="s1", to="bank", reason="a slip")
    evening.void(built)
    assert evening.houses("s1") == -2
    return evening


def test_a_street_from_the_bank_has_no_fewer_than_no_houses():
    evening = built_and_struck()
    evening.do("buy_street", who="ben", street="s1")
    assert evening.houses("s1") == 0
    assert "-" not in evening.game.standing(evening.table, "ben").note


def test_what_stands_on_a_street_of_the_bank_is_put_right():
    evening = built_and_struck()
    evening.do("correct_buildings", street="s1", houses=0, reason="nothing stands there")
    assert evening.houses("s1") == 0
    assert evening.why_not("correct_buildings", street="s1", houses=0, reason="again") == (
        "Brown 1 is the bank's: nothing stands on it."
    )


def test_a_mortgage_left_on_a_street_of_the_bank_is_put_right():
    evening = pledged_and_struck()
    evening.do("correct_mortgage", street="s1", mortgaged="no", reason="nobody pledged it")
    assert not evening.t.street("s1").mortgaged


@pytest.mark.parametrize("action", ["mortgage", "deal"])
def test_no_building_in_the_colour_group_means_whoever_owns_it(action):
    evening = landlords()
    evening.give("ann", "s1")
    evening.give("ben", "s2")
    evening.build("s2", houses=1)
    answers = {"streets": "s1"} if action == "mortgage" else {"other": "ben", "gives": "s1"}
    assert evening.why_not(action, who="ann", **answers) == (
        "Brown 1: buildings stand in the brown group. They are sold back first."
    )


# --- Loans


def test_repaying_takes_the_loan_that_the_cash_is_enough_for():
    evening = millions()
    evening.works("ann", 3, 6)
    evening.do("take_loan", who="ann")
    evening.do("correct_job", who="ann", job="1", reason="for the test")
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.has("ann", 1_500)
    assert open_to(evening, "repay", who="ann") is None
    evening.do("repay", who="ann")
    assert (evening.told(), evening.owes("ann")) == ("Ann repays a loan of 1M.", 4_000)


def test_a_debt_left_wrong_by_a_struck_line_comes_to_the_sum_of_the_loans():
    evening = millions()
    evening.works("ann", 1, 1)
    evening.do("take_loan", who="ann")
    taken = seq(evening)
    evening.do("pass_go", who="ann", roll=7)
    evening.do("repay", who="ann")
    evening.void(taken)
    assert evening.owes("ann") == -1_000
    evening.do("correct_loan", who="ann", loan="loan_1", owed=0, reason="never taken")
    assert evening.owes("ann") == 0
    assert evening.why_not("correct_loan", who="ann", loan="loan_1", owed=0, reason="again") == (
        "That is what Ann owes on it already."
    )


def test_a_go_struck_out_before_the_loan_does_not_keep_the_loan_from_being_repaid():
    evening = millions()
    evening.works("ann", 1, 1)
    evening.do("pass_go", who="ann", roll=7)
    passed = seq(evening)
    evening.do("take_loan", who="ann")
    evening.void(passed)
    assert "has not passed GO" in evening.why_not("repay", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    assert len(evening.t.seat("ann").gos) == 1
    evening.do("repay", who="ann")
    assert evening.owes("ann") == 0


def test_a_go_struck_out_after_the_loan_no_longer_makes_it_ripe():
    evening = millions()
    evening.works("ann", 1, 1)
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.void(seq(evening))
    assert "has not passed GO" in evening.why_not("repay", who="ann")

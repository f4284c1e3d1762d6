"""Rat Race Monopoly: rent and every other payment, and putting the banker's book right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rat_race_monopoly.millions import millions

# --- Rent


def test_rent_goes_to_the_owner_of_the_street():
    evening = millions()
    evening.owns("ben", "s22")
    evening.turn("ann")
    evening.do("rent", who="ann", street="s22", amount="500K")
    assert evening.told() == "Ann pays Ben 500K rent for Dark blue 2."
    assert (evening.cash("ann"), evening.cash("ben")) == (1_000, 2_000)


def test_no_rent_is_due_for_a_street_of_the_banks_ones_own_or_a_mortgaged_one():
    evening = millions()
    evening.owns("ben", "s22")
    assert evening.why_not("rent", who="ann", street="s21", amount=10) == "Dark blue 1 is the bank's: no rent is due."
    assert evening.why_not("rent", who="ben", street="s22", amount=10) == "Dark blue 2 is Ben's own: no rent is due."
    evening.do("mortgage", who="ben", streets="s22")
    assert evening.why_not("rent", who="ann", street="s22", amount=10) == "Dark blue 2 is mortgaged: no rent is due."


def test_a_rent_that_cant_be_paid_is_refused_and_the_sentence_names_every_way_to_raise_it():
    evening = millions()
    evening.owns("ben", "s22")
    evening.owns("ann", "s1", "s2")
    evening.works("ann", 1, 1)
    evening.do("correct_shares", who="ann", count=2, reason="for the test")
    evening.has("ann", 100)
    assert evening.why_not("rent", who="ann", street="s22", amount=2_000) == (
        "Ann holds 100K: 1.9M short of 2M. To raise it: mortgage streets (up to 600K), sell shares (2 at 1M), "
        "take a loan of 1M or make a deal with another player."
    )


def test_a_loan_is_named_as_a_way_on_the_own_turn_alone():
    evening = millions()
    evening.works("ben", 1, 1)
    evening.has("ben", 100)
    assert evening.why_not("pay", giver="ben", taker="ann", amount=200, reason="a lost bet") == (
        "Ben holds 100K: 100K short of 200K. Nothing is left to raise it with: that is bankruptcy."
    )
    evening.turn("ben")
    assert evening.why_not("pay", giver="ben", taker="ann", amount=200, reason="a lost bet").endswith(
        "To raise it: take a loan of 1M."
    )


def test_shares_are_named_as_sold_on_an_exchange_where_the_house_rule_says_so():
    evening = millions(raise_shares="exchange")
    evening.do("correct_shares", who="ann", count=1, reason="for the test")
    assert "sell shares on an exchange (1 at 1M)" in evening.why_not(
        "pay", giver="ann", taker="ben", amount=2_000, reason="rent"
    )


# --- Chance or community chest cards, and any other payment


def test_a_payment_goes_between_any_two_with_its_reason():
    evening = millions()
    evening.do("pay", giver="bank", taker="ann", amount=200, reason="a prize on a card")
    assert evening.told() == "The bank pays Ann 200K: a prize on a card."
    evening.do("pay", giver="ann", taker="bank", amount=150, reason="speeding")
    evening.do("pay", giver="ann", taker="cy", amount=50, reason="a lost bet")
    assert [evening.cash(who) for who in ("ann", "ben", "cy")] == [1_500, 1_500, 1_550]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"giver": "ann", "taker": "ann", "amount": 10, "reason": "self"}, "Who pays and who is paid are the same."),
        ({"giver": "ann", "taker": "bank", "amount": 1_510, "reason": "fine"}, "Ann holds 1.5M: 10K short of 1.51M."),
        ({"giver": "ann", "taker": "zoe", "amount": 10, "reason": "fine"}, "Nobody called 'zoe' sits at this table"),
        ({"giver": "ann", "taker": "bank", "amount": "-10", "reason": "fine"}, "An amount can't be negative."),
        ({"giver": "ann", "taker": "bank", "amount": "much", "reason": "fine"}, "An amount is written like 1.5M"),
        ({"giver": "ann", "taker": "bank", "amount": 10}, "What for?"),
    ],
)
def test_a_bad_payment_is_refused_in_a_sentence(answers, sentence):
    evening = millions()
    before = evening.table.ledger
    assert evening.why_not("pay", **answers).startswith(sentence)
    assert evening.table.ledger == before


def test_a_player_pays_every_other_or_is_paid_by_every_other():
    evening = millions()
    evening.do("pay_each", who="ann", amount=50, reason="chairman of the board")
    assert [evening.cash(who) for who in ("ann", "ben", "cy")] == [1_400, 1_550, 1_550]
    evening.do("paid_by_each", who="ben", amount=100, reason="birthday")
    assert [evening.cash(who) for who in ("ann", "ben", "cy")] == [1_300, 1_750, 1_450]


def test_when_one_of_them_cant_pay_nobody_has_paid():
    evening = millions()
    evening.has("cy", 50)
    before = evening.table.ledger
    assert evening.why_not("paid_by_each", who="ann", amount=100, reason="birthday").startswith("Cy holds 50K")
    assert evening.table.ledger == before


# --- Corrections


def test_cash_is_set_with_a_reason_and_the_bank_has_the_difference():
    evening = millions()
    evening.do("correct_cash", who="ann", cash="2.2M", reason="miscounted")
    assert evening.cash("ann") == 2_200
    assert evening.told() == "Correction: Ann holds 2.2M in cash (miscounted)."
    assert evening.why_not("correct_cash", who="ann", cash=2_200, reason="again so") == "Ann holds 2.2M already."


def test_jobs_degrees_insurance_and_jail_are_set_with_a_reason():
    evening = millions()
    evening.do("correct_degree", who="ann", degree="2", reason="forgotten")
    evening.do("correct_job", who="ann", job="3", reason="forgotten")
    evening.do("correct_insurance", who="ann", insured="yes", reason="forgotten")
    evening.do("correct_jail", who="ann", jail="yes", reason="forgotten")
    ann = evening.t.seat("ann")
    assert (ann.degree, ann.job) == (2, 3)
    assert ann.insured
    assert ann.jail
    for action, answers in (
        ("correct_degree", {"degree": "2"}),
        ("correct_job", {"job": "3"}),
        ("correct_insurance", {"insured": "yes"}),
        ("correct_jail", {"jail": "yes"}),
    ):
        assert "already" in evening.why_not(action, who="ann", reason="twice", **answers)
        assert evening.game.find_action(action).question("reason").text


def test_a_correction_without_a_reason_is_none():
    assert millions().why_not("correct_cash", who="ann", cash=10) == "Why?"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ann", "ben", "cy", "bank"]),
            st.sampled_from(["ann", "ben", "cy", "bank"]),
            st.integers(1, 400).map(lambda notes: notes * 10),
        ),
        max_size=12,
    )
)
def test_money_is_neither_made_nor_lost_and_nobody_goes_below_nought(payments):
    evening = millions()
    action = evening.game.find_action("pay")
    for giver, taker, amount in payments:
        answers = {"giver": giver, "taker": taker, "amount": amount, "reason": "for the test"}
        if action.why_not(evening.table, answers) is None:
            evening.do("pay", **answers)
    held = [evening.cash(who) for who in ("ann", "ben", "cy", "bank")]
    assert sum(held) == 0
    assert all(one >= 0 for one in held[:3])

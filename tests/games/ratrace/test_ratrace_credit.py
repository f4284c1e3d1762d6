"""Ratrace: the Credit Card, and what a Credit Due takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.ratrace import GAME
from companion.rules.money import interest
from tests.games.evening import ratrace, untied


@pytest.fixture
def evening():
    return untied()


# --- Q. How do I use my Credit Card?


def test_the_treasury_pays_the_owner_at_once_and_the_buyer_owes_the_treasury(evening):
    evening.do("buy", who="alice", business="red", item="working", on="credit")
    assert (evening.cash("alice"), evening.debt("alice"), evening.cash("bob")) == (200, 100, 300)
    assert evening.table.ledger.balance("treasury:credit") == 100


def test_at_a_business_of_the_treasury_only_the_debt_moves(evening):
    before = evening.table.ledger.balance("treasury:cash")
    evening.do("buy", who="alice", business="olive", item="high", on="credit")
    assert evening.table.ledger.balance("treasury:cash") == before
    assert (evening.cash("alice"), evening.debt("alice")) == (200, 3_000)


def test_there_is_no_limit_to_the_debt_and_the_number_of_purchases(evening):
    for _ in range(30):
        evening.do("buy", who="alice", business="red", item="other", on="credit")
    assert evening.debt("alice") == 600


def test_credit_of_100_and_20_and_50_takes_187_at_a_credit_due(evening):
    evening.do("buy", who="alice", business="olive", item="working", on="credit")
    evening.do("buy", who="alice", business="olive", item="other", on="credit")
    evening.do("join_club", who="alice", club="night_school", on="credit")
    assert evening.debt("alice") == 170
    evening.do("credit_due", who="alice")
    assert (evening.cash("alice"), evening.debt("alice")) == (13, 0)
    assert evening.table.ledger.balance("treasury:credit") == 0


def test_without_a_debt_nothing_is_due(evening):
    assert evening.why_not("credit_due", who="alice") == "Alice owes nothing on credit."


def test_landing_on_credit_due_pays_at_once():
    evening = ratrace()
    evening.set("alice", debt=100)
    evening.stand("alice", 30)
    evening.do("roll", who="alice", roll=2)
    assert (evening.cash("alice"), evening.debt("alice")) == (90, 0)


def test_landing_on_credit_due_without_a_debt_nothing_happens():
    evening = ratrace()
    evening.stand("alice", 30)
    evening.do("roll", who="alice", roll=2)
    assert evening.cash("alice") == 200
    assert evening.prompt.title == "Bob rolls"


def test_debts_are_carried_from_class_to_class(evening):
    evening.set("alice", cash=1_000, debt=300)
    evening.do("wedding", who="alice")
    assert evening.debt("alice") == 300
    evening.do("credit_due", who="alice")
    assert evening.cash("alice") == 670


def test_a_credit_due_that_cant_be_met_is_met_by_a_sale_and_clears_the_debt(evening):
    evening.set("alice", debt=300)
    evening.give("alice", "olive.working")
    evening.do("credit_due", who="alice")
    assert evening.event == "due"
    assert evening.debt("alice") == 300
    evening.do("sell", lot="olive.working", buyer="bob", price=130)
    assert (evening.cash("alice"), evening.debt("alice"), evening.event) == (0, 0, None)


# --- Q. Is there anything else I can pay on Credit besides purchases and a diploma or club membership?


def test_bets_taxes_investments_and_lottery_are_never_on_credit(evening):
    evening.set("alice", cash=50)
    assert evening.why_not("race", who="alice", horse=7, stake=51) == "Alice holds $50 and can't put up $51."
    assert evening.why_not("invest", who="alice", stake=100) == "Alice holds $50 and can't put up $100."
    assert evening.why_not("lottery", who="alice", stake=51) == "Alice holds $50 and can't put up $51."
    evening.do("taxes", who="alice", roll=6)
    assert evening.event == "due"
    assert evening.debt("alice") == 0


# --- How the 10% is rounded


@pytest.mark.parametrize(
    ("way", "debt", "cost"),
    [
        ("nearest", 125, 138), ("nearest", 124, 136), ("up", 121, 134), ("up", 120, 132), ("down", 129, 141),
        ("nearest10", 170, 190), ("nearest10", 140, 150), ("up10", 101, 121), ("up10", 100, 110),
        ("nearest50", 620, 670), ("nearest50", 240, 240), ("nearest50", 250, 300),
    ],
)  # fmt: skip
def test_house_rule_how_interest_is_rounded(way, debt, cost):
    evening = untied(interest=way)
    evening.set("alice", cash=1_000, debt=debt)
    evening.do("credit_due", who="alice")
    assert evening.cash("alice") == 1_000 - cost
    assert bool(evening.last.house) == (way != "nearest")


@given(st.integers(0, 10**9), st.sampled_from([way for way, _ in GAME.option("interest").ways]))
def test_interest_is_never_far_from_a_tenth(debt, way):
    steps = {"up": 1, "down": 1, "nearest": 1, "nearest10": 10, "up10": 10, "nearest50": 50}
    due = interest(debt, rounding=way)
    assert abs(10 * due - debt) < 10 * steps[way]
    assert due % steps[way] == 0
    assert way not in ("up", "up10") or 10 * due >= debt
    assert way != "down" or 10 * due <= debt
    assert not way.startswith("nearest") or abs(10 * due - debt) <= 5 * steps[way]


def test_a_debt_below_nought_is_no_debt():
    with pytest.raises(ValueError, match=r"^a debt is not negative$"):
        interest(-1)
    assert interest(0) == 0


# --- Repaying early


def test_nothing_is_repaid_early(evening):
    evening.set("alice", cash=1_000, debt=100)
    assert evening.why_not("repay", who="alice").startswith("Credit is not repaid before a Credit Due")


def test_house_rule_all_of_it_is_repaid_on_the_own_turn_before_rolling():
    evening = ratrace(repay="yes")
    evening.set("alice", cash=1_000, debt=100)
    evening.set("bob", cash=1_000, debt=100)
    assert evening.why_not("repay", who="bob").startswith("It is Alice's turn, not Bob's.")
    evening.do("repay", who="alice")
    assert (evening.cash("alice"), evening.debt("alice")) == (890, 0)
    assert evening.told() == "Alice pays $110: credit repaid early."
    assert evening.prompt.title == "Alice rolls"
    assert evening.why_not("repay", who="alice") == "Alice owes nothing on credit."


def test_house_rule_who_lacks_the_cash_doesnt_repay_and_isnt_bankrupt():
    evening = ratrace(repay="yes")
    evening.set("alice", cash=109, debt=100)
    assert evening.why_not("repay", who="alice") == "Clearing the debt costs $110; Alice holds $109."


def test_repaying_leaves_the_square_of_another_as_it_is():
    evening = ratrace(repay="yes")
    evening.set("bob", cash=1_000, debt=100)
    evening.stand("alice", 12)
    evening.do("roll", who="alice", roll=3)
    evening.do("repay", who="bob")
    evening.do("race", who="alice", horse=7, stake=10)


# --- What strikes lines out may leave


def test_a_debt_below_nought_by_a_struck_line_makes_no_nonsense(evening):
    evening.do("buy", who="alice", business="olive", item="working", on="credit")
    bought = evening.entries[-1].seq
    evening.do("credit_due", who="alice")
    evening.void(bought)
    assert evening.debt("alice") == -100
    assert evening.why_not("credit_due", who="alice") == "Alice owes nothing on credit."
    assert evening.game.standing(evening.table, "alice").debt.text == "owes \u2212$100"
    evening.do("correct_credit", who="alice", owed=0, reason="line struck out")
    assert evening.debt("alice") == 0

"""Rat Race Monopoly: «Bank loans»."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rat_race_monopoly.millions import millions


def borrower(degree=1, job=1, **houses):
    evening = millions(**houses)
    evening.works("ann", degree, job)
    return evening


@pytest.mark.parametrize(("job", "size"), [(1, 1_000), (2, 1_000), (3, 2_000), (4, 2_000), (5, 4_000), (6, 4_000)])
def test_a_loan_is_of_the_sum_fixed_for_the_bracket_of_the_job(job, size):
    evening = borrower(3, job)
    evening.do("take_loan", who="ann")
    assert evening.cash("ann") == 1_500 + size
    assert evening.owes("ann") == size


def test_a_master_at_level_2_borrows_a_million():
    evening = borrower(3, 2)
    evening.do("take_loan", who="ann", loan=1_000)
    assert evening.owes("ann") == 1_000


def test_a_loan_of_the_wrong_bracket_is_refused_with_the_sum_it_would_be():
    assert borrower(2, 3).why_not("take_loan", who="ann", loan=4_000) == (
        "Ann is Manager, middle class: a loan is 2M, no more and no less."
    )


def test_without_a_job_there_is_no_loan():
    assert millions().why_not("take_loan", who="ann") == "Ann has no job, and so no loan."


def test_two_loans_at_once_are_the_most():
    evening = borrower()
    evening.do("take_loan", who="ann")
    evening.do("take_loan", who="ann")
    assert evening.owes("ann") == 2_000
    assert evening.why_not("take_loan", who="ann") == "Ann has two loans already: a third is never given."


def test_one_loan_halves_the_salary_and_two_stop_it():
    evening = borrower(2, 4)
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    assert evening.said("Salary, level 4") == 2_000
    assert evening.said("One loan") == -1_000
    assert evening.cash("ann") == 1_500 + 2_000 + 1_000
    evening.do("take_loan", who="ann")
    before = evening.cash("ann")
    evening.do("pass_go", who="ann", roll=7)
    assert evening.said("Two loans") == -2_000
    assert evening.cash("ann") == before
    assert evening.told().startswith("Ann passes GO and gets no salary.")


def test_a_loan_is_not_repaid_before_go_is_passed_with_it():
    evening = borrower()
    evening.do("take_loan", who="ann")
    assert evening.why_not("repay", who="ann", loan="loan_1") == (
        "Ann has not passed GO with this loan yet; it can be repaid after the next GO."
    )
    evening.do("pass_go", who="ann", roll=7)
    evening.do("repay", who="ann", loan="loan_1")
    assert evening.owes("ann") == 0
    assert evening.t.seat("ann").loans == ()


def test_by_house_rule_a_loan_is_repaid_at_any_time():
    evening = borrower(repay="any")
    evening.do("take_loan", who="ann")
    evening.do("repay", who="ann")
    assert evening.owes("ann") == 0
    assert evening.cash("ann") == 1_500
    assert evening.last.house == ("Loans may be repaid at any time in your turn.",)


def test_one_go_serves_both_loans():
    evening = borrower()
    evening.do("take_loan", who="ann")
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.do("repay", who="ann")
    evening.do("repay", who="ann")
    assert evening.t.seat("ann").loans == ()
    assert evening.cash("ann") == 1_500


def test_a_loan_taken_after_go_waits_for_the_next_one_while_the_older_can_be_repaid():
    evening = borrower()
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.do("take_loan", who="ann")
    assert "has not passed GO" in evening.why_not("repay", who="ann", loan="loan_2")
    evening.do("repay", who="ann")
    assert [slot for slot, _, _ in evening.t.seat("ann").loans] == ["loan_2"]


def test_another_job_changes_nothing_of_a_loan_taken_before():
    evening = borrower(3, 1)
    evening.do("take_loan", who="ann")
    evening.do("correct_job", who="ann", job="6", reason="promoted")
    evening.do("take_loan", who="ann")
    assert [owed for _, owed, _ in evening.t.seat("ann").loans] == [1_000, 4_000]
    evening.do("pass_go", who="ann", roll=7)
    evening.do("repay", who="ann", loan="loan_2")
    assert evening.owes("ann") == 1_000


def test_repaying_brings_back_no_salary_already_cut():
    evening = borrower()
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.do("repay", who="ann")
    assert evening.cash("ann") == 1_500 + 250


def test_a_loan_is_repaid_whole_or_not_at_all():
    evening = borrower()
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.has("ann", 990)
    assert evening.why_not("repay", who="ann").startswith("Ann holds 990K: 10K short of 1M.")
    assert evening.owes("ann") == 1_000


def test_of_two_loans_the_one_is_repaid_for_which_there_is_just_enough():
    evening = borrower(3, 6)
    evening.do("take_loan", who="ann")
    evening.do("correct_job", who="ann", job="1", reason="back to the start")
    evening.do("take_loan", who="ann")
    evening.do("pass_go", who="ann", roll=7)
    evening.has("ann", 1_000)
    evening.do("repay", who="ann")
    assert (evening.cash("ann"), evening.owes("ann")) == (0, 4_000)


def test_who_has_no_loan_has_none_to_repay():
    assert millions().why_not("repay", who="ann") == "Ann has no loan."
    assert millions().why_not("repay", who="ann", loan="loan_2") == "Ann has no such loan."


def test_loans_are_taken_and_repaid_on_the_own_turn():
    evening = borrower()
    evening.do("take_loan", who="ann")
    evening.do("next_player")
    for action in ("take_loan", "repay"):
        assert evening.why_not(action, who="ann").startswith("It is Ben's turn, not Ann's.")


def test_the_turn_offers_to_repay_what_can_be_repaid_and_no_more():
    evening = borrower()
    evening.do("take_loan", who="ann")
    assert "repay" not in [one.action for one in evening.prompt.offers]
    evening.do("pass_go", who="ann", roll=7)
    assert ("repay", "loan_1") in [(one.action, one.answers.get("loan")) for one in evening.prompt.offers]
    evening.do("take_loan", who="ann")
    assert "take_loan" not in [one.action for one in evening.prompt.offers]


def test_a_loan_is_put_right_with_a_reason_and_the_debt_with_it():
    evening = millions()
    evening.do("correct_loan", who="ann", loan="loan_1", owed=2_000, reason="forgotten", passed="yes")
    assert evening.owes("ann") == 2_000
    evening.has("ann", 2_000)
    evening.do("repay", who="ann")
    assert (evening.cash("ann"), evening.owes("ann")) == (0, 0)
    evening.do("correct_loan", who="ann", loan="loan_2", owed=1_000, reason="forgotten")
    evening.has("ann", 2_000)
    assert "has not passed GO" in evening.why_not("repay", who="ann")
    evening.do("correct_loan", who="ann", loan="loan_2", owed=0, reason="never was")
    assert evening.owes("ann") == 0
    assert evening.why_not("correct_loan", who="ann", loan="loan_2", owed=0, reason="again now") == (
        "That is what Ann owes on it already."
    )


@given(st.lists(st.sampled_from(["take", "repay", "go", "job_1", "job_3", "job_5"]), max_size=12))
def test_what_is_owed_is_always_the_sum_of_two_loans_at_most(steps):
    evening = borrower(3, 1)
    for step in steps:
        action = evening.game.find_action(
            {"take": "take_loan", "repay": "repay", "go": "pass_go"}.get(step, "correct_job")
        )
        answers = {"who": "ann"}
        if step == "go":
            answers["roll"] = 7
        if step.startswith("job"):
            answers |= {"job": step[-1], "reason": "for the test"}
        if action.why_not(evening.table, answers) is None:
            evening.do(action.name, **answers)
        held = evening.t.seat("ann").loans
        assert evening.owes("ann") == sum(owed for _, owed, _ in held)
        assert len(held) <= 2
        assert all(owed in (1_000, 2_000, 4_000) for _, owed, _ in held)
        assert evening.table.ledger.balance("bank:cash", "K") == -sum(evening.cash(who) for who in ("ann", "ben", "cy"))

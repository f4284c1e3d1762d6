"""Rat Race Monopoly: «Studying / Colleges» and «Employment / Job brackets»."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rat_race_monopoly import GAME
from companion.games.rat_race_monopoly.employment import outcome
from tests.games.rat_race_monopoly.millions import millions

# --- Studying / Colleges


def test_degrees_come_in_their_order_and_are_paid_at_once():
    evening = millions()
    evening.has("ann", 9_500)
    for name, fee in (("Diploma", 500), ("Bachelor's degree", 3_000), ("Master's degree", 6_000)):
        before = evening.cash("ann")
        evening.do("study", who="ann")
        assert name in evening.told()
        assert evening.cash("ann") == before - fee
    assert evening.cash("ann") == 0
    assert evening.why_not("study", who="ann") == "Ann has the Master's degree: nothing higher."


def test_the_fees_of_classic_are_50_300_and_600_dollars():
    evening = millions(board="classic")
    evening.has("ann", 950)
    for _ in range(3):
        evening.do("study", who="ann")
    assert evening.cash("ann") == 0


def test_a_fee_that_cant_be_paid_is_refused_and_the_sentence_says_how_to_raise_it():
    evening = millions()
    evening.works("ann", 1, 1)
    said = evening.why_not("study", who="ann")
    assert said == "Ann holds 1.5M: 1.5M short of 3M. To raise it: take a loan of 1M."


def test_a_fee_that_nothing_can_raise_is_no_bankruptcy():
    evening = millions()
    evening.has("ann", 490)
    assert evening.why_not("study", who="ann") == "Ann holds 490K: 10K short of 500K."


def test_studying_is_for_the_player_on_turn():
    assert millions().why_not("study", who="ben") == ("It is Ann's turn, not Ben's. The turn can be put right by hand.")


def test_where_the_table_keeps_the_turns_anybody_may_study():
    evening = millions(turns="off")
    evening.do("study", who="ben")
    assert evening.cash("ben") == 1_000


# --- Employment / Job brackets: the digest's worked examples


@pytest.mark.parametrize(
    ("degree", "job", "roll", "then"),
    [
        (3, 4, 8, 5),
        (3, 5, 8, 6),
        (2, 1, 3, 4),
        (1, 0, 6, 1),
        (1, 1, 6, 2),
        (1, 2, 6, 2),
        (3, 6 - 1, 12, 6),
        (2, 4, 2, 4),
        (3, 2, 7, 2),
        (1, 0, 9, 0),
        (3, 0, 4, 5),
        (2, 3, 11, 4),
    ],
)
def test_a_job_application_comes_out_by_degree_job_and_roll(degree, job, roll, then):
    evening = millions()
    evening.works("ann", degree, job)
    evening.do("apply_for_job", who="ann", roll=roll)
    assert evening.t.seat("ann").job == then


@pytest.mark.parametrize(("roll", "why"), [(3, "3 is odd"), (11, "11 is odd")])
def test_by_house_rule_3_and_11_fail_like_other_odd_rolls(roll, why):
    evening = millions(job_doubles="odd")
    evening.works("ann", 2, 1)
    evening.do("apply_for_job", who="ann", roll=roll)
    assert evening.t.seat("ann").job == 1
    assert any(line.text.startswith(why) for line in evening.last.working)
    assert evening.last.house == ("3 and 11 fail like other odd rolls.",)


def test_by_the_strict_house_rule_an_even_roll_never_lifts_above_the_bottom_job():
    evening = millions(job_even="bottom")
    evening.works("ann", 3, 5)
    evening.do("apply_for_job", who="ann", roll=8)
    assert evening.t.seat("ann").job == 5
    assert evening.last.house == ("An even roll never lifts above the bracket's bottom job.",)
    evening.works("ann", 3, 4)
    evening.do("apply_for_job", who="ann", roll=8)
    assert evening.t.seat("ann").job == 5
    assert evening.last.house == ()


def test_the_reason_of_the_outcome_stands_on_the_receipt():
    evening = millions()
    evening.works("ann", 2, 1)
    evening.do("apply_for_job", who="ann", roll=3)
    assert [line.text for line in evening.last.working] == [
        "Highest degree: Bachelor's degree, for levels 3 and 4",
        "Job so far: Apprentice (level 1)",
        "3 promotes to the top job of the bracket",
        "Job from now on: Senior Manager (level 4)",
    ]
    assert evening.told() == "Ann applies, rolls 3 and becomes Senior Manager (level 4)."


def test_without_a_degree_nobody_applies():
    assert millions().why_not("apply_for_job", who="ann", roll=2) == ("Ann has no degree: study first.")


def test_there_is_no_better_job_than_the_top():
    evening = millions()
    evening.works("ann", 3, 6)
    assert evening.why_not("apply_for_job", who="ann", roll=2) == "Ann is CEO: no better job."


def test_a_throw_that_no_dice_show_is_refused_at_the_roll():
    evening = millions()
    evening.works("ann", 1, 0)
    assert evening.why_not("apply_for_job", who="ann", roll=13) == "Two dice show 2 to 12, not 13."


@given(
    st.integers(1, 3),
    st.integers(0, 6),
    st.integers(2, 12),
    st.sampled_from(["top", "odd"]),
    st.sampled_from(["up", "bottom"]),
)
def test_nobody_is_ever_demoted_nor_lifted_above_the_degree(degree, job, roll, doubles, even):
    table = millions(job_doubles=doubles, job_even=even).table
    then = outcome(GAME.turn(table), degree, job, roll).level
    assert then >= job
    assert then == job or then <= 2 * degree
    assert roll % 2 == 0 or then == job or roll in (3, 11)

"""Rat Race Monopoly: salary and tax by the level of the job, and the page that shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import find_game
from companion.games.rat_race_monopoly import pages
from companion.games.rat_race_monopoly.salary_and_loans import salary
from models.ledger import Refusal
from tests.games.rat_race_monopoly.millions import Millions, millions

# --- Employment / Job brackets: salary and tax


@pytest.mark.parametrize(("level", "full"), [(1, 500), (2, 1_000), (3, 1_500), (4, 2_000), (5, 2_500), (6, 3_000)])
def test_the_salary_is_500_thousand_times_the_level(level, full):
    evening = millions()
    evening.works("ann", 3, level)
    evening.do("pass_go", who="ann", roll=7)
    assert evening.cash("ann") == 1_500 + full


def test_level_4_with_one_loan_is_paid_a_million_and_with_two_nothing():
    t = millions().t
    assert salary(t, 4, 1) == 1_000
    assert salary(t, 4, 2) == 0


@pytest.mark.parametrize(("way", "paid"), [("full", 500), ("half", 250), ("none", 0)])
def test_without_a_job_the_salary_is_as_the_table_plays_it(way, paid):
    evening = millions(no_job_salary=way)
    evening.do("pass_go", who="ann", roll=7)
    assert evening.cash("ann") == 1_500 + paid
    assert bool(evening.last.house) == (way != "full")


def test_fractions_of_a_note_are_dropped_from_half_a_salary():
    t = millions(board="classic", no_job_salary="half").t
    assert salary(t, 0, 0) == 25
    assert salary(t, 0, 1) == 12
    assert salary(t, 3, 1) == 75
    assert salary(millions(no_job_salary="half").t, 0, 1) == 120


def test_the_tax_of_a_ceo_is_600_thousand():
    evening = millions()
    evening.works("ann", 3, 6)
    evening.do("pay_tax", who="ann")
    assert evening.cash("ann") == 900
    assert evening.told() == "Ann pays 600K tax."


def test_without_a_job_the_tax_is_that_of_level_1():
    evening = millions()
    evening.do("pay_tax", who="ann", square="other")
    assert evening.cash("ann") == 1_400


def test_by_house_rule_only_income_tax_goes_by_the_level():
    evening = millions(tax_squares="income")
    evening.works("ann", 2, 4)
    evening.do("pay_tax", who="ann", square="income")
    assert evening.cash("ann") == 1_100
    evening.do("pay_tax", who="ann", square="other")
    assert evening.cash("ann") == 100
    assert evening.last.house


def test_a_tax_that_cant_be_paid_tells_of_bankruptcy():
    evening = millions()
    evening.has("ann", 50)
    assert evening.why_not("pay_tax", who="ann") == (
        "Ann holds 50K: 50K short of 100K. Nothing is left to raise it with: that is bankruptcy."
    )


# --- The page is worked out by the rules that pay


def grid(table, title):
    page = next(one for one in find_game("rat_race_monopoly").pages if one.grids and one.asks)
    return next(one for one in page.grids(find_game("rat_race_monopoly").turn(table)) if one.title == title)


def test_the_page_has_a_row_for_no_job_and_for_every_level():
    rows = grid(millions().table, "Salary, tax and loans").rows
    assert rows[0] == ("No job", "\u2013", "500K", "250K", "0", "100K", "none")
    assert rows[4] == ("4 · Senior Manager", "Middle class", "2M", "1M", "0", "400K", "2M")
    assert rows[6] == ("6 · CEO", "High income", "3M", "1.5M", "0", "600K", "4M")


def test_the_page_speaks_of_the_board_and_the_house_rules_played():
    rows = grid(millions(board="classic", no_job_salary="none").table, "Salary, tax and loans").rows
    assert rows[0][2:] == ("$0", "$0", "$0", "$10", "none")
    assert rows[6][2:] == ("$300", "$150", "$0", "$60", "$400")
    assert [row[1] for row in grid(millions().table, "Degrees").rows] == ["500K", "3M", "6M"]


@pytest.mark.parametrize("loans", [0, 1, 2])
@pytest.mark.parametrize("level", range(7))
def test_what_the_page_says_is_what_salary_and_loans_pays(level, loans):
    evening = millions()
    evening.works("ann", 3, level)
    for slot in ("loan_1", "loan_2")[:loans]:
        evening.do("correct_loan", who="ann", loan=slot, owed=1_000, reason="for the test")
    before = evening.cash("ann")
    shown = grid(evening.table, "Salary, tax and loans").rows[level][2 + loans]
    evening.do("pass_go", who="ann", roll=7)
    assert evening.t.written(evening.cash("ann") - before) == shown


def test_what_the_page_says_of_applications_is_what_they_come_to():
    evening = millions()
    for row in grid(evening.table, "Job applications").rows:
        degree = pages.DEGREES.index(row[0].split(", ")[0])
        job = 0 if row[0].endswith("no job") else int(row[0][-1])
        for roll, said in zip((12, 11, 10, 9), row[1:], strict=True):
            trial = millions()
            trial.works("ann", degree, job)
            trial.do("apply_for_job", who="ann", roll=roll)
            assert int(trial.mark("ann", "job") or 0) == (0 if said == "no job" else int(said)), (row, roll)


def test_the_page_answers_what_a_loan_costs_at_a_level():
    said = pages.loan_cost(millions().t, "4")
    assert said[0] == "Senior Manager, level 4: a loan is 2M."
    assert "costs 1M of salary" in said[1]
    assert "bring 4M and cost 2M" in said[2]


@pytest.mark.parametrize("text", ["", "0", "7", "CEO", "-1", "1.5", "x" * 500])
def test_the_page_refuses_what_is_no_level(text):
    with pytest.raises(Refusal, match="1 to 6"):
        pages.loan_cost(millions().t, text)


@given(st.sampled_from(["millions", "classic"]), st.integers(1, 997), st.integers(0, 6), st.integers(0, 2))
def test_a_salary_is_whole_notes_and_less_with_every_loan(board, printed, level, loans):
    evening = Millions(board=board)
    if printed != evening.table.fact("salary"):
        evening.do("change_board", fact="salary", value=str(printed), reason="ours")
    note = 10 if board == "millions" else 1
    paid = [salary(evening.t, level, number) for number in range(3)]
    assert all(one % note == 0 for one in paid)
    assert paid == sorted(paid, reverse=True)
    assert paid[2] == 0
    assert 2 * paid[1] <= paid[0] < 2 * paid[1] + 2 * note
    assert paid[loans] >= 0

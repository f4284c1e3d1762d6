"""Rat Race Monopoly: laws of salaries, jobs, share prices and disasters, whatever is played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import read_several
from companion.games.rat_race_monopoly import pages
from models.ledger import Refusal
from tests.laws.games.evening import Evening

EVERYBODY = ("ann", "ben", "cy")


def millions(**houses):
    evening = Evening("rat_race_monopoly", "Ann", "Ben", "Cy", **houses)
    evening.do("start", first="ann")
    return evening


def correct(evening, what, **answers):
    evening.do(f"correct_{what}", **answers, reason="for the test")


def works(evening, degree, job, loans=0, owed=1_000):
    """Give Ann a degree, a job and loans."""
    if degree:
        correct(evening, "degree", who="ann", degree=str(degree))
    if job:
        correct(evening, "job", who="ann", job=str(job))
    for slot in ("loan_1", "loan_2")[:loans]:
        correct(evening, "loan", who="ann", loan=slot, owed=owed)
    return evening


def cash(evening, who="ann"):
    return evening.balance(f"{who}:cash", evening.t.unit)


def grid(evening, title):
    (page,) = [page for page in evening.game.pages if page.grids and page.asks]
    return next(each for each in page.grids(evening.t) if each.title == title).rows


@pytest.mark.parametrize("loans", [0, 1, 2])
@pytest.mark.parametrize("level", range(7))
def test_what_the_page_says_is_what_salary_and_loans_pays(level, loans):
    evening = works(millions(), 3, level, loans)
    before, shown = cash(evening), grid(evening, "Salary, tax and loans")[level][2 + loans]
    evening.do("pass_go", who="ann", roll=7)
    assert evening.t.written(cash(evening) - before) == shown


def test_what_the_page_says_of_applications_is_what_they_come_to():
    for about, *says in grid(millions(), "Job applications"):
        degree = pages.DEGREES.index(about.split(", ")[0])
        job = 0 if about.endswith("no job") else int(about[-1])
        for roll, said in zip((12, 11, 10, 9), says, strict=True):
            trial = works(millions(), degree, job)
            trial.do("apply_for_job", who="ann", roll=roll)
            assert int(trial.mark("ann", "job") or 0) == (0 if said == "no job" else int(said)), (
                about,
                roll,
            )


@given(
    st.integers(0, 6), st.integers(0, 2), st.booleans(), st.booleans(), st.integers(0, 3), st.integers(2, 12),
    st.sampled_from(["millions", "classic"]),
)  # fmt: skip
def test_money_is_neither_made_nor_lost_at_go(job, loans, insure, landed, sell, roll, board):
    note = 10 if board == "millions" else 1
    evening = works(millions(board=board), 3, job, loans, 100 * note)
    for street in ("s1", "s21"):
        correct(evening, "street", street=street, to="ann")
    correct(evening, "shares", who="ann", count=3)
    before = cash(evening)
    insured, sold = ("yes" if insure else "no"), {"landed": "yes", "sell": sell} if landed else {}
    done = evening.do("pass_go", who="ann", insure=insured, roll=roll, **sold)
    salary = note * 50 * max(1, job)
    salary = (salary, salary // 2 // note * note, 0)[loans]
    premium = 41 * note if insure else 0
    assert cash(evening) == before + salary - premium + (sell * 100 * note if landed else 0)
    left = [line.figure for line in done.working if line.text == "Ann then has"]
    assert left == ([cash(evening)] if cash(evening) != before else [])


@given(
    st.sampled_from(
        (
            {},
            {"board": "classic"},
            {"point_kind": "percent"},
            {"share_update": "after"},
            {"share_limit": "landing"},
        )
    ),
    st.lists(
        st.tuples(st.integers(2, 12), st.integers(0, 3), st.booleans(), st.booleans()), max_size=30
    ),
)
def test_a_price_stays_above_its_floor_in_whole_notes_and_cash_follows_it(houses, landings):
    evening = millions(**houses)
    after, note = houses.get("share_update") == "after", 1 if "board" in houses else 10
    for roll, sell, buy, on in landings:
        who = evening.mark("turn", "who")
        before, held, had = (
            evening.mark("market", "price"),
            evening.balance(f"{who}:shares", "shares"),
            cash(evening, who),
        )
        try:
            evening.do("visit", who=who, sell=sell, buy="yes" if buy else "no", roll=roll)
        except Refusal:
            short = after or had + sell * before < before
            assert sell > held or (buy and (short or evening.mark("turn", "share") == who))
        else:
            price = evening.mark("market", "price")
            assert evening.balance(f"{who}:shares", "shares") == held - sell + buy
            assert cash(evening, who) == had + (sell - buy) * (price if after else before)
            assert price >= 10 * note
            assert price % note == 0
            assert (price > before) == (roll >= 8)
        if on:
            evening.do("next_player")


def streets(evening, who):
    return [f"s{at}" for at in range(1, 23) if evening.balance(f"{who}:streets", f"s{at}") > 0]


@given(
    st.lists(st.sampled_from((*EVERYBODY, "")), min_size=22, max_size=22),
    st.integers(2, 12),
    st.data(),
)
def test_a_disaster_takes_half_from_everybody_it_hits_and_nothing_from_others(owners, roll, data):
    evening = millions(disaster_light=data.draw(st.sampled_from(("buildings", "street"))))
    for at, who in enumerate(owners, 1):
        if who:
            correct(evening, "street", street=f"s{at}", to=who)
            if houses := data.draw(st.integers(0, 5)):
                correct(evening, "buildings", street=f"s{at}", houses=houses)
    insured = [who for who in EVERYBODY if streets(evening, who) and data.draw(st.booleans())]
    for who in insured:
        correct(evening, "insurance", who=who, insured="yes")
    before = {who: (len(streets(evening, who)), cash(evening, who)) for who in EVERYBODY}
    evening.do("disaster", who=evening.mark("turn", "who"), roll=roll)
    kind = evening.game.find_action("lose_streets").question("streets").kind
    while evening.mark("disaster", "by"):
        who = evening.prompt.sheet.answers["who"]
        t = evening.game.turn(evening.table, {"who": who})
        drawn = data.draw(st.permutations(list(kind.offered(t))))[: kind.count_on(t)[0]]
        done = evening.do("lose_streets", who=who, streets="+".join(drawn))
        assert len(read_several(done.answers["streets"])) == kind.count_on(t)[0]
        assert not any(evening.balance(f"{street}:houses", "houses") for street in drawn)
    severe = roll in (2, 3, 11, 12)
    takes = severe or evening.table.house("disaster_light") == "street"
    for who, (count, had) in before.items():
        hit = takes and count >= 2 and who not in insured
        assert len(streets(evening, who)) == count - hit * (count // 2 if severe else 1)
        assert cash(evening, who) == had

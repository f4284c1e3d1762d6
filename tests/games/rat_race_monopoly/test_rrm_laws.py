"""Rat Race Monopoly: laws of salaries, jobs, share prices and disasters, whatever is played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import read_several
from companion.games import find_game
from companion.games.rat_race_monopoly import pages
from models.ledger import Refusal
from tests.games.rat_race_monopoly.landlords import landlords
from tests.games.rat_race_monopoly.millions import millions
from tests.games.sessions_told import figures, session, told_of


def grid(table, title):
    page = next(one for one in find_game("rat_race_monopoly").pages if one.grids and one.asks)
    return next(one for one in page.grids(find_game("rat_race_monopoly").turn(table)) if one.title == title)


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


@given(
    st.integers(0, 6),
    st.integers(0, 2),
    st.booleans(),
    st.booleans(),
    st.integers(0, 3),
    st.integers(2, 12),
    st.sampled_from(["millions", "classic"]),
)
def test_money_is_neither_made_nor_lost_at_go(job, loans, insure, landed, sell, roll, board):
    evening = millions(board=board)
    note = 10 if board == "millions" else 1
    evening.works("ann", 3, job)
    for slot in ("loan_1", "loan_2")[:loans]:
        evening.do("correct_loan", who="ann", loan=slot, owed=100 * note, reason="for the test")
    evening.owns("ann", "s1", "s21")
    evening.do("correct_shares", who="ann", count=3, reason="for the test")
    before = evening.cash("ann")
    evening.do(
        "pass_go",
        who="ann",
        insure="yes" if insure else "no",
        landed="yes" if landed else "no",
        sell=sell if landed else None,
        roll=roll,
    )
    salary = note * 50 * max(1, job)
    salary = salary if loans == 0 else salary // 2 // note * note if loans == 1 else 0
    premium = 41 * note if insure else 0
    trade = sell * 100 * note if landed else 0
    assert evening.cash("ann") == before + salary - premium + trade
    assert evening.cash("ann") % note == 0
    total = sum(held for (_, unit), held in evening.table.ledger.balances.items() if unit == evening.unit)
    assert total == 0
    last = [line.figure for line in evening.last.working if line.text == "Ann then has"][-1]
    assert last == evening.cash("ann")


CLASSIC = {"board": "classic"}


@given(
    st.sampled_from(({}, CLASSIC, {"point_kind": "percent"}, {"share_update": "after"}, {"share_limit": "landing"})),
    st.lists(st.tuples(st.integers(2, 12), st.integers(0, 3), st.booleans(), st.booleans()), max_size=30),
)
def test_a_price_stays_above_its_floor_in_whole_notes_and_cash_follows_it(houses, landings):
    evening = landlords(**houses)
    note = 1 if "board" in houses else 10
    for roll, sell, buy, on in landings:
        who = str(evening.mark("turn", "who"))
        before, held, cash = evening.price(), evening.shares(who), evening.cash(who)
        try:
            evening.do("visit", who=who, sell=sell, buy="yes" if buy else "no", roll=roll)
        except Refusal:
            after = (evening.price(), evening.shares(who), evening.cash(who))
            assert after == (before, held, cash)
            short = houses.get("share_update") == "after" or cash + sell * before < before
            again = evening.mark("turn", "share") == who
            assert sell > held or (buy and (short or again))
        else:
            at = evening.price() if houses.get("share_update") == "after" else before
            assert evening.shares(who) == held - sell + buy
            assert evening.cash(who) == cash + (sell - buy) * at
            assert evening.price() >= 10 * note
            assert evening.price() % note == 0
            assert (evening.price() > before) == (roll >= 8)
        if on:
            evening.do("next_player")
    everybody = ("ann", "ben", "cy")
    assert sum(evening.shares(one) for one in (*everybody, "market")) == 0
    assert sum(evening.cash(one) for one in (*everybody, "bank")) == 0


@given(st.lists(st.sampled_from(("ann", "ben", "cy", "")), min_size=22, max_size=22), st.integers(2, 12), st.data())
def test_a_disaster_takes_half_from_everybody_it_hits_and_nothing_from_others(owners, roll, data):
    evening = landlords(disaster_light=data.draw(st.sampled_from(("buildings", "street"))))
    for at, who in enumerate(owners, 1):
        if who:
            evening.give(who, f"s{at}")
            if data.draw(st.booleans()):
                evening.build(f"s{at}", houses=data.draw(st.integers(1, 5)))
    insured = data.draw(st.sets(st.sampled_from(("ann", "ben", "cy"))))
    for who in sorted(insured):
        if evening.streets(who):
            evening.has(who, 100_000)
            evening.insure(who)
    before = {who: len(evening.streets(who)) for who in ("ann", "ben", "cy")}
    cash = {who: evening.cash(who) for who in before}
    evening.do("disaster", who="ann", roll=roll)
    kind = evening.game.find_action("lose_streets").question("streets").kind
    while evening.mark("disaster", "by"):
        who = str(evening.prompt.sheet.answers["who"])
        able = list(kind.values_offered(evening.game.turn(evening.table, {"who": who})))
        count, _ = kind.count_on(evening.game.turn(evening.table, {"who": who}))
        drawn = data.draw(st.permutations(able))[:count]
        evening.do("lose_streets", who=who, streets="+".join(drawn))
        assert len(read_several(evening.last.answers["streets"])) == count
        assert not any(evening.houses(street) for street in drawn)
    severe = roll in (2, 3, 11, 12)
    takes = severe or evening.table.house("disaster_light") == "street"
    for who, count in before.items():
        hit = count >= 2 and who not in insured
        lost = (count // 2 if severe else 1) if hit and takes else 0
        assert len(evening.streets(who)) == count - lost
        assert evening.cash(who) == cash[who]


def test_shares_put_right_by_hand_have_no_price_and_make_no_deal():
    broker = session("rat_race_monopoly-broker-alone")
    found = told_of(broker.partition("leave")[0] + "visit who=cy sell=3 roll=7\n")
    assert "cy" not in figures(found, "deal")

"""Rat Race Monopoly: passing GO is one entry with one receipt."""

from hypothesis import given
from hypothesis import strategies as st

from tests.games.rat_race_monopoly.millions import millions


def texts(evening):
    return [line.text for line in evening.last.working]


def test_salary_insurance_and_the_share_price_are_one_entry():
    evening = millions()
    evening.works("ann", 1, 2)
    evening.do("change_board", fact="price.s6", value="150", reason="our board")
    evening.owns("ann", "s3", "s6", "s11")
    entries = len(evening.entries)
    evening.do("pass_go", who="ann", insure="yes", roll=9)
    assert len(evening.entries) == entries + 1
    assert evening.cash("ann") == 1_500 + 1_000 - 450
    assert evening.t.seat("ann").insured
    assert evening.t.share_price == 1_100
    assert evening.told() == (
        "Ann passes GO and is paid 1M. Ann insures 3 streets for 450K. 9: the share price goes up to 1.1M."
    )


def test_the_salary_may_pay_for_the_insurance():
    evening = millions()
    evening.owns("ann", "s22")
    evening.has("ann", 0)
    evening.do("pass_go", who="ann", insure="yes", roll=7)
    assert evening.cash("ann") == 100


def test_insurance_that_cash_and_salary_dont_cover_is_refused_and_nothing_is_written():
    evening = millions(no_job_salary="none")
    evening.owns("ann", "s22")
    evening.has("ann", 390)
    before = evening.table.ledger
    said = evening.why_not("pass_go", who="ann", insure="yes", roll=7)
    assert said.startswith("Ann holds 390K: 10K short of 400K. To raise it: mortgage streets (up to 2M)")
    assert evening.table.ledger == before
    evening.do("pass_go", who="ann", insure="no", roll=7)


def test_without_a_street_insurance_is_refused_when_asked_for():
    assert millions().why_not("pass_go", who="ann", insure="yes", roll=7) == (
        "Ann owns no street: there is nothing to insure."
    )


def test_insurance_is_not_offered_without_a_street():
    evening = millions()
    pass_go = evening.game.find_action("pass_go")
    assert pass_go.options(evening.table, {"who": "ann"}, "insure") == ()
    evening.do("buy_street", who="ann", street="s1")
    options = pass_go.options(evening.table, {"who": "ann"}, "insure")
    assert options is not None
    assert [(one.value, one.refusal) for one in options] == [("yes", None), ("no", None)]


def test_trades_are_offered_only_on_go_itself():
    evening = millions()
    pass_go = evening.game.find_action("pass_go")
    assert pass_go.options(evening.table, {"who": "ann"}, "buy") == ()
    options = pass_go.options(evening.table, {"who": "ann", "landed": "yes"}, "buy")
    assert options is not None
    assert [one.value for one in options] == ["yes", "no"]


def test_insurance_is_good_until_the_next_go():
    evening = millions()
    evening.owns("ann", "s1")
    evening.do("pass_go", who="ann", insure="yes", roll=7)
    evening.do("next_player")
    assert evening.t.seat("ann").insured
    evening.turn("ann")
    evening.do("pass_go", who="ann", roll=7)
    assert not evening.t.seat("ann").insured
    assert "Last year's insurance ends" in texts(evening)


def test_on_landing_on_go_shares_are_sold_and_one_bought_before_the_price_moves():
    evening = millions()
    evening.do("correct_shares", who="ann", count=3, reason="for the test")
    evening.do("pass_go", who="ann", landed="yes", sell=2, buy="yes", roll=5)
    assert evening.t.seat("ann").shares == 2
    assert evening.cash("ann") == 1_500 + 500 + 2_000 - 1_000
    assert evening.t.share_price == 900
    assert evening.told().startswith("Ann lands on GO and is paid 500K.")


def test_by_house_rule_trades_come_after_the_update():
    evening = millions(share_update="after")
    evening.do("pass_go", who="ann", landed="yes", buy="yes", roll=5)
    assert evening.cash("ann") == 1_500 + 500 - 900
    assert any("after" in line for line in evening.last.house)


def test_passing_go_without_landing_there_trades_nothing():
    evening = millions()
    evening.do("correct_shares", who="ann", count=3, reason="for the test")
    for asked in ({"sell": 1}, {"buy": "yes"}, {"landed": "no", "buy": "yes"}):
        assert "only where the token lands on an exchange" in evening.why_not("pass_go", who="ann", roll=7, **asked)


def test_more_shares_than_held_are_not_sold_at_go():
    evening = millions()
    evening.do("correct_shares", who="ann", count=3, reason="for the test")
    assert evening.why_not("pass_go", who="ann", landed="yes", sell=4, roll=7) == "Ann holds 3 shares and can't sell 4."


def test_a_second_share_in_one_turn_is_refused_at_go_too():
    evening = millions()
    evening.has("ann", 9_000)
    evening.do("pass_go", who="ann", landed="yes", buy="yes", roll=7)
    assert "one a turn" in evening.why_not("visit", who="ann", buy="yes", roll=7)


def test_who_sits_in_jail_passes_no_go():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    assert evening.why_not("pass_go", who="ann", roll=7) == ("Ann sits in Jail: on the way there no GO is passed.")


def test_going_to_jail_pays_nothing_and_moves_no_price():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    assert evening.last.postings == ()
    assert evening.t.share_price == 1_000
    assert len(evening.t.seat("ann").gos) == 0


def test_by_house_rule_a_7_for_the_price_sets_a_disaster_off():
    evening = millions(disaster_sevens="any")
    evening.do("pass_go", who="ann", roll=7)
    assert evening.mark("disaster", "by") == "ann"
    assert millions().do("pass_go", who="ann", roll=7).house == ()


def test_the_stock_broker_alone_has_no_salary_to_pay():
    evening = millions(books="broker")
    assert evening.why_not("pass_go", who="ann", roll=7) == (
        "This book is the stock broker's alone: the banker keeps that elsewhere."
    )


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

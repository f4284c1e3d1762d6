"""Rat Race Monopoly: the stock exchange, its price, and the shares that are bought and sold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.ledger import Refusal
from tests.games.rat_race_monopoly.landlords import landlords

CLASSIC = {"board": "classic"}


def priced(evening, *rolls):
    """Let the price move, one visit of the player on turn for each roll."""
    for roll in rolls:
        evening.do("visit", who="ann", roll=roll)
    return evening.price()


# --- Stock Exchange: the price


def test_the_price_starts_at_1m():
    evening = landlords()
    assert evening.price() == 1_000
    assert landlords(**CLASSIC).price() == 100


@pytest.mark.parametrize(
    ("roll", "price"),
    [
        (2, 900), (3, 900), (4, 900), (5, 900), (6, 900), (7, 1_000), (8, 1_100), (9, 1_100), (10, 1_100),
        (11, 1_100), (12, 1_100),
    ],
)  # fmt: skip
def test_8_to_12_up_one_point_7_the_same_2_to_6_down_one_point(roll, price):
    assert priced(landlords(), roll) == price


def test_a_share_bought_at_1m_then_9_10_7_4_stands_at_1_1m():
    evening = landlords()
    evening.do("visit", who="ann", buy="yes", roll=9)
    assert evening.last.working[0].figure == -1_000
    assert priced(evening, 10, 7, 4) == 1_100
    assert (evening.cash("ann"), evening.shares("ann")) == (500, 1)


def test_the_price_never_falls_below_the_floor():
    evening = landlords()
    assert priced(evening, *[2] * 9) == 100
    assert priced(evening, 2) == 100
    assert evening.told().endswith("2: the share price stays at its floor, 100K.")


def test_a_point_that_would_cross_the_floor_stops_on_it():
    evening = landlords(floor="150")
    evening.do("correct_price", price=200, reason="for the test")
    assert priced(evening, 3) == 150
    assert "no lower than the floor" in evening.last.working[1].text


def test_a_price_set_below_the_floor_by_hand_does_not_rise_on_a_low_roll():
    evening = landlords()
    evening.do("correct_price", price=50, reason="our chart begins here")
    assert priced(evening, 2) == 50
    assert priced(evening, 8) == 150


def test_house_rule_the_size_of_a_point_is_the_tables_own():
    assert priced(landlords(point="250"), 8) == 1_250
    assert priced(landlords(point_classic="25", **CLASSIC), 5) == 75


def test_house_rule_a_point_may_be_a_percentage_of_the_price():
    evening = landlords(point_kind="percent", point_percent="15")
    assert priced(evening, 8) == 1_150
    # 15% of 1.15M is 172.5K: a fraction of a note is dropped
    assert priced(evening, 8) == 1_320
    assert evening.last.house == ("A point is 15 per cent of the price.",)


def test_a_percentage_of_a_small_price_is_one_note_at_least():
    evening = landlords(point_kind="percent", point_percent="1", floor="10")
    evening.do("correct_price", price=50, reason="for the test")
    assert priced(evening, 12) == 60


# --- Trades


def test_any_number_of_shares_is_sold_and_one_bought_on_one_landing():
    evening = landlords()
    evening.stock("ann", 3)
    evening.do("visit", who="ann", sell=3, buy="yes", roll=7)
    assert evening.told() == (
        "Ann sells 3 shares at 1M each, 3M in all. Ann buys a share at 1M. 7: the share price stays at 1M."
    )
    assert (evening.cash("ann"), evening.shares("ann")) == (3_500, 1)


def test_trades_come_before_the_update():
    evening = landlords()
    evening.do("visit", who="ann", buy="yes", roll=12)
    assert (evening.cash("ann"), evening.price()) == (500, 1_100)


def test_house_rule_trades_come_after_the_update():
    evening = landlords(share_update="after")
    evening.do("visit", who="ann", buy="yes", roll=12)
    assert (evening.cash("ann"), evening.price()) == (400, 1_100)
    assert evening.last.house == ("Trades come after the update.",)


def test_not_more_shares_are_sold_than_are_held():
    evening = landlords()
    assert evening.why_not("visit", who="ann", sell=1, roll=7) == "Ann holds no share and can't sell 1."
    evening.stock("ann", 2)
    assert evening.why_not("visit", who="ann", sell=3, roll=7) == "Ann holds 2 shares and can't sell 3."


def test_one_share_a_turn_even_after_doubles():
    evening = landlords()
    evening.has("ann", 9_000)
    evening.do("visit", who="ann", buy="yes", roll=7)
    assert evening.why_not("visit", who="ann", buy="yes", roll=7) == (
        "Ann has bought a share this turn: one a turn, even after doubles. If a new turn has begun, say “Next player” "
        "first."
    )
    evening.do("visit", who="ann", sell=1, roll=7)
    for _ in range(3):
        evening.do("next_player")
    evening.do("visit", who="ann", buy="yes", roll=7)
    assert evening.shares("ann") == 1


def test_a_share_bought_at_go_is_the_one_of_the_turn_too():
    evening = landlords()
    evening.has("ann", 9_000)
    evening.do("pass_go", who="ann", landed="yes", buy="yes", roll=7)
    assert evening.why_not("visit", who="ann", buy="yes", roll=7).startswith("Ann has bought a share this turn")


def test_house_rule_one_share_a_landing():
    evening = landlords(share_limit="landing")
    evening.has("ann", 9_000)
    evening.do("visit", who="ann", buy="yes", roll=7)
    evening.do("visit", who="ann", buy="yes", roll=7)
    assert evening.shares("ann") == 2


def test_where_the_table_keeps_the_turns_one_share_a_landing_is_all_the_book_can_see():
    evening = landlords(turns="off")
    evening.has("ben", 9_000)
    evening.do("visit", who="ben", buy="yes", roll=7)
    evening.do("visit", who="ben", buy="yes", roll=7)
    assert evening.shares("ben") == 2


def test_a_share_is_paid_in_cash():
    evening = landlords()
    evening.has("ann", 990)
    assert evening.why_not("visit", who="ann", buy="yes", roll=7) == "Ann holds 990K: 10K short of 1M."


def test_shares_of_the_same_landing_may_pay_for_the_new_one():
    evening = landlords()
    evening.has("ann", 0)
    evening.stock("ann", 2)
    evening.do("visit", who="ann", sell=2, buy="yes", roll=7)
    assert (evening.cash("ann"), evening.shares("ann")) == (1_000, 1)


def test_only_who_is_on_turn_visits_the_exchange():
    evening = landlords()
    assert evening.why_not("visit", who="ben", roll=7) == (
        "It is Ann's turn, not Ben's. The turn can be put right by hand."
    )


def test_sitting_in_jail_is_not_visiting():
    evening = landlords()
    evening.do("go_to_jail", who="ann")
    assert evening.why_not("visit", who="ann", roll=7) == "Ann sits in Jail: that is not visiting."


def test_a_landing_without_a_trade_still_updates_the_price():
    evening = landlords()
    evening.do("visit", who="ann", roll=8)
    assert evening.told() == "Ann visits the exchange and trades nothing. 8: the share price goes up to 1.1M."


def test_passing_go_and_then_landing_on_another_exchange_is_two_updates_in_that_order():
    evening = landlords()
    evening.do("pass_go", who="ann", roll=9)
    evening.do("visit", who="ann", roll=5)
    board = evening.game.boards(evening.table)[0]
    assert board.history == ((1_000, None), (1_100, 9), (1_000, 5))


def test_landing_on_go_is_one_update_with_its_trades_before_it():
    evening = landlords()
    evening.do("pass_go", who="ann", landed="yes", buy="yes", roll=12)
    board = evening.game.boards(evening.table)[0]
    assert board.history == ((1_000, None), (1_100, 12))
    assert evening.cash("ann") == 1_500 + 500 - 1_000


def test_the_exchange_is_one_landing_with_its_purchase_and_its_sales():
    evening = landlords()
    visits = [offer for offer in evening.prompt.offers if offer.action == "visit"]
    assert [(one.label, one.answers) for one in visits] == [("Stock exchange: 1M a share", {"who": "ann"})]
    evening.do("visit", who="ann", buy="yes", roll=7)
    assert evening.why_not("visit", who="ann", buy="yes", roll=7)
    evening.do("visit", who="ann", sell=1, roll=7)


def test_a_price_beyond_any_games_money_rises_no_more():
    evening = landlords()
    evening.do("correct_price", price=1_000_000, reason="a slip")
    assert priced(evening, 12) == 1_000_000


def test_the_price_is_not_updated_by_hand_where_go_does_it():
    assert landlords().why_not("update_price", roll=8) == "Passing GO updates the price by itself: record that."


# --- Cannot pay: shares sold wherever one stands


def test_shares_are_sold_at_the_price_shown_wherever_the_token_stands_to_meet_a_debt():
    evening = landlords()
    evening.stock("ben", 2)
    evening.do("raise_shares", who="ben", count=1, owed=2_000)
    assert evening.told() == "To pay 2M: Ben sells 1 share at 1M."
    assert (evening.cash("ben"), evening.shares("ben"), evening.price()) == (2_500, 1, 1_000)


def test_who_can_pay_sells_no_shares_off_the_exchange():
    evening = landlords()
    evening.stock("ben", 2)
    assert evening.why_not("raise_shares", who="ben", count=1, owed=1_500) == "Ben holds 1.5M: enough for 1.5M."
    assert evening.why_not("raise_shares", who="ben", count=3, owed=9_000) == "Ben holds 2 shares and can't sell 3."
    assert evening.why_not("raise_shares", who="ann", count=1, owed=9_000) == "Ann holds no share."


def test_house_rule_shares_are_sold_on_an_exchange_only():
    evening = landlords(raise_shares="exchange")
    evening.stock("ben", 2)
    assert evening.why_not("raise_shares", who="ben", count=1, owed=9_000) == (
        "Shares are sold on an exchange square only; that is a house rule."
    )


# --- Corrections


def test_price_and_holdings_are_put_right_with_a_reason():
    evening = landlords()
    evening.do("correct_price", price=1_300, reason="the chart says so")
    assert evening.told() == "Correction: a share costs 1.3M (the chart says so)."
    assert evening.why_not("correct_price", price=1_300, reason="again") == "A share costs 1.3M already."
    evening.do("correct_shares", who="cy", count=4, reason="the slips say so")
    assert (evening.shares("cy"), evening.cash("cy")) == (4, 1_500)
    assert evening.why_not("correct_shares", who="cy", count=4, reason="again") == "Cy holds 4 shares already."
    assert evening.why_not("correct_shares", who="cy", count=1_000, reason="a slip") == (
        "That is more shares than any game sells; 999 are the most."
    )


# --- Any 7, by house rule


def test_house_rule_a_7_for_the_price_sets_off_a_disaster():
    evening = landlords(disaster_sevens="any")
    evening.do("visit", who="ann", roll=7)
    assert evening.prompt.title == "A 7: Ann throws again"


def test_else_a_7_for_the_price_sets_off_nothing():
    evening = landlords()
    evening.do("visit", who="ann", roll=7)
    assert evening.prompt.title == "Ann's turn"


# --- Whatever is rolled and traded


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

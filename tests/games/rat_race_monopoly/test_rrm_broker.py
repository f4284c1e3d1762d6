"""Rat Race Monopoly: the stock broker's page, beside the banker and alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.show.boards import Trade
from models.ledger import Refusal
from tests.games.rat_race_monopoly.landlords import landlords


def alone(**houses):
    return landlords(books="broker", **houses)


def board(evening):
    (only,) = evening.game.boards(evening.table)
    return only


# --- Stock Exchange: the page


def test_there_is_no_board_before_the_table_is_open():
    evening = landlords()
    evening.undo()
    assert evening.game.boards(evening.table) == ()


def test_the_board_shows_price_history_holders_and_trades_newest_first():
    evening = landlords()
    evening.stock("ben", 2)
    evening.do("visit", who="ann", buy="yes", roll=9)
    evening.do("next_player")
    evening.do("visit", who="ben", sell=2, roll=10)
    shown = board(evening)
    assert (shown.price, shown.unit) == (1_200, "K")
    assert shown.history == ((1_000, None), (1_100, 9), (1_200, 10))
    assert [(one.seat, one.count, one.worth) for one in shown.holders] == [
        ("ann", 1, 1_200), ("ben", 0, 0), ("cy", 0, 0),
    ]  # fmt: skip
    assert shown.trades == (Trade("ben", -2, 1_100), Trade("ann", 1, 1_000))
    assert dict(shown.facts) == {"A point": "100K", "Floor": "100K", "Shares held": "1", "To buy": "One a turn"}


def test_the_board_says_that_the_printed_chart_is_not_known():
    assert board(landlords()).foot == (
        "The printed share price chart is not known. The size of a point and the floor are the table's own house "
        "rules, and the broker may set the price by hand."
    )


def test_a_point_in_per_cent_is_shown_as_money_and_per_cent():
    shown = board(landlords(point_kind="percent", point_percent="20", share_limit="landing"))
    assert dict(shown.facts)["A point"] == "200K, 20 per cent"
    assert dict(shown.facts)["To buy"] == "One a landing"


def test_a_price_put_right_by_hand_stands_in_the_history_without_a_roll():
    evening = landlords()
    evening.do("correct_price", price=1_400, reason="our chart")
    evening.do("visit", who="ann", roll=2)
    assert board(evening).history == ((1_000, None), (1_400, None), (1_300, 2))


def test_an_update_taken_back_leaves_the_history():
    evening = landlords()
    evening.do("visit", who="ann", buy="yes", roll=9)
    evening.undo()
    assert (board(evening).history, board(evening).trades) == (((1_000, None),), ())
    evening.redo()
    assert len(board(evening).history) == 2


def test_an_update_struck_out_in_the_middle_leaves_the_later_ones_as_written():
    evening = landlords()
    evening.do("visit", who="ann", buy="yes", roll=9)
    struck = evening.entries[-1].seq
    evening.do("visit", who="ann", roll=10)
    evening.void(struck)
    assert board(evening).history == ((1_000, None), (1_200, 10))
    assert board(evening).trades == ()
    assert board(evening).price == 1_200


def test_every_tap_of_the_board_is_an_action_that_can_be_done():
    for evening in (landlords(), alone()):
        evening.stock("ann", 1)
        for tap in board(evening).taps:
            assert evening.game.find_action(tap.action).why_not(evening.table, tap.answers) is None, tap


def test_on_classic_the_board_is_in_dollars():
    evening = landlords(board="classic")
    evening.do("visit", who="ann", buy="yes", roll=12)
    assert (board(evening).price, board(evening).unit, evening.cash("ann")) == (110, "$", 50)


# --- The broker's book alone


def test_the_broker_alone_begins_with_the_price_and_nobodys_cash():
    evening = alone()
    assert evening.told().startswith("The stock exchange opens; a share costs 1M.")
    assert not evening.table.ledger.balances
    assert (board(evening).lead, evening.prompt.title) == (True, "A share costs 1M")
    assert not board(landlords()).lead


def test_buying_and_selling_move_shares_and_the_receipt_says_what_the_banker_pays():
    evening = alone()
    evening.do("visit", who="ann", buy="yes", roll=9)
    assert [(line.text, line.figure) for line in evening.last.working][:2] == [
        ("Ann pays the bank for 1 share", -1_000),
        ("Shares Ann then holds", 1),
    ]
    evening.do("visit", who="ben", roll=12)
    evening.do("visit", who="ann", sell=1, roll=7)
    assert evening.told().startswith("Ann sells 1 share at 1.2M.")
    assert ("The bank pays Ann for 1 share", 1_200) in [(line.text, line.figure) for line in evening.last.working]
    assert not evening.table.ledger.balances


def test_any_player_may_land_next_as_the_broker_sees_landings_and_not_turns():
    evening = alone()
    for who in ("cy", "ann", "cy", "ben"):
        evening.do("visit", who=who, buy="yes", roll=7)
    assert [evening.shares(who) for who in ("ann", "ben", "cy")] == [1, 1, 2]


def test_the_broker_too_sells_one_share_a_turn_and_is_told_of_a_new_one():
    evening = alone()
    evening.do("visit", who="ben", buy="yes", roll=7)
    assert evening.why_not("visit", who="ben", buy="yes", roll=7).startswith("Ben has bought a share this turn")
    evening.do("visit", who="ben", roll=7)
    evening.do("next_player")
    evening.do("visit", who="ben", buy="yes", roll=7)
    assert evening.shares("ben") == 2


def test_more_than_held_is_not_sold_to_the_broker_either():
    assert alone().why_not("visit", who="ann", sell=2, roll=7) == "Ann holds no share and can't sell 2."


def test_somebody_passing_go_updates_the_price():
    evening = alone()
    evening.do("update_price", roll=4)
    assert evening.told() == "A player passes GO. 4: the share price goes down to 900K."


def test_shares_are_sold_to_pay_wherever_one_stands():
    evening = alone()
    evening.stock("ann", 3)
    evening.do("raise_shares", who="ann", count=2, owed=1_700)
    assert evening.told() == "To pay 1.7M: Ann sells 2 shares at 1M each, 2M in all."
    assert (evening.shares("ann"), evening.price()) == (1, 1_000)


@pytest.mark.parametrize(
    ("action", "answers"),
    [
        ("buy_street", {"who": "ann", "street": "s1"}),
        ("bankrupt", {"who": "ann", "creditor": "bank", "owed": 10}),
        ("disaster", {"who": "ann", "roll": 12}),
        ("correct_street", {"street": "s1", "to": "ann", "reason": "none"}),
    ],
)
def test_what_the_banker_keeps_is_refused(action, answers):
    assert alone().why_not(action, **answers) == (
        "This book is the stock broker's alone: the banker keeps that elsewhere."
    )


def test_shares_of_who_leaves_go_back_to_the_bank():
    evening = alone()
    evening.stock("ann", 3)
    evening.do("leave", who="ann")
    assert (evening.told(), evening.shares("ann")) == ("Ann leaves the game.", 0)
    assert [one.seat for one in board(evening).holders] == ["ben", "cy"]
    evening.do("leave", who="ben")
    assert evening.why_not("leave", who="cy") == "Cy is the last at the table. End the game instead."
    assert evening.game.ending(evening.table) is None


def test_the_broker_alone_is_told_of_no_disaster_even_where_any_7_counts():
    evening = alone(disaster_sevens="any")
    evening.do("visit", who="ann", roll=7)
    assert evening.prompt.title == "A share costs 1M"


def test_all_the_prompt_offers_can_be_done():
    evening = alone()
    evening.stock("ann", 1)
    prompt = evening.prompt
    for offer in (prompt.sheet, *prompt.offers):
        assert evening.game.find_action(offer.action).why_not(evening.table, offer.answers) is None, offer


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4), st.booleans(), st.integers(2, 12)), max_size=30))
def test_the_board_always_tells_what_the_ledger_holds(landings):
    evening = alone()
    for seat, sell, buy, roll in landings:
        who = ("ann", "ben", "cy")[seat]
        try:
            evening.do("visit", who=who, sell=sell, buy="yes" if buy else "no", roll=roll)
        except Refusal:
            continue
    shown = board(evening)
    assert shown.history[-1][0] == shown.price == evening.price()
    for holder in shown.holders:
        assert (
            holder.count
            == evening.shares(holder.seat)
            == sum(t.count for t in shown.trades if t.seat == holder.seat)
            >= 0
        )
    assert {unit for _, unit in evening.table.ledger.balances} <= {"shares"}

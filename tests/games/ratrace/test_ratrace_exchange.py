"""Ratrace: the Stock Exchange and its Price Index."""

import pytest

from companion.rules.money import value_at
from tests.games.evening import ratrace, untied

SIX = ("Alice", "Bob", "Carl", "Dora", "Ed", "Fay")


def invested(*names, stake=300, who="alice", **houses):
    evening = untied(*names, **houses)
    evening.set(who, cash=1_000)
    evening.do("invest", who=who, stake=stake)
    return evening


# --- Q. Maybe the Racetrack is a bit risky. How do I invest money in the Stock Exchange?


@pytest.mark.parametrize(
    ("level", "comes_back"),
    [
        (2, 0), (3, 10), (4, 75), (5, 150), (6, 225), (7, 300), (8, 450), (9, 600), (10, 900), (11, 1_800),
        (12, 3_300),
    ],
)  # fmt: skip
def test_300_invested_returns_by_the_level_of_the_last_roll(level, comes_back):
    evening = invested()
    assert evening.cash("alice") == 700
    evening.do("exchange_roll", roll=level)
    evening.do("cash_in")
    assert evening.cash("alice") == 700 + comes_back
    assert evening.event is None


@pytest.mark.parametrize("stake", [1, 50, 99, 101, 250])
def test_an_investment_is_a_multiple_of_100(stake):
    sentence = untied().why_not("invest", who="alice", stake=stake)
    assert sentence in ("It must be at least 100.", "It must be a multiple of 100.")


def test_an_investment_is_out_of_cash_in_hand():
    assert untied().why_not("invest", who="alice", stake=300) == "Alice holds $200 and can't put up $300."


def test_the_index_stands_at_7_and_the_first_roll_must_be_taken():
    evening = invested()
    assert evening.mark("exchange", "level") == 7
    assert evening.why_not("cash_in") == "The first roll must be taken."


def test_the_dice_go_once_round_the_others_from_the_left():
    evening = invested(*SIX, who="dora")
    order = []
    for _ in range(4):
        order.append(evening.prompt.title.split(" ")[0])
        evening.do("exchange_roll", roll=7)
    assert order == ["Ed", "Fay", "Alice", "Bob"]
    assert evening.prompt.title == "Carl rolls for Dora's investment"


def test_after_the_last_roll_the_investment_is_cashed_in():
    evening = invested(*SIX)
    for roll in (7, 12, 12, 12):
        evening.do("exchange_roll", roll=roll)
    assert evening.event == "exchange"
    evening.do("exchange_roll", roll=2)
    assert evening.event is None
    assert evening.told().endswith("The dice have been round, and Alice cashes in $0, a loss of $300.")
    assert evening.cash("alice") == 700


def test_with_two_players_the_only_roll_is_the_last():
    evening = invested("Alice", "Bob")
    evening.do("exchange_roll", roll=8)
    assert (evening.event, evening.cash("alice")) == (None, 1_150)


def test_only_the_last_roll_counts_on_the_original_stake():
    evening = invested()
    evening.do("exchange_roll", roll=12)
    evening.do("exchange_roll", roll=5)
    assert evening.cash("alice") == 850


def test_rolls_for_an_investment_move_no_token():
    evening = ratrace()
    evening.stand("alice", 1)
    evening.do("roll", who="alice", roll=3)
    evening.do("invest", who="alice", stake=100)
    evening.do("exchange_roll", roll=9)
    assert evening.mark("bob", "square") == 0
    evening.do("cash_in")
    assert evening.prompt.title == "Bob rolls"
    assert evening.cash("alice") == 300


def test_everybody_else_rolls_also_who_misses_a_turn():
    evening = untied()
    evening.do("funeral", who="bob")
    evening.do("invest", who="alice", stake=100)
    assert evening.mark("exchange", "order") == "bob carl"


def test_the_stake_lies_on_the_table_until_it_is_cashed_in():
    evening = invested()
    assert evening.table.ledger.balance("alice:exchange") == 300
    assert "$300 invested" in [chip.text for chip in evening.game.standing(evening.table, "alice").chips]
    evening.do("exchange_roll", roll=7)
    evening.do("cash_in")
    assert evening.told() == "Alice cashes in $300, neither gain nor loss."
    assert evening.table.ledger.balance("alice:exchange") == 0


def test_an_investment_called_off_gives_the_stake_back():
    evening = invested()
    evening.do("exchange_roll", roll=2)
    evening.do("call_off", reason="for the test")
    assert evening.cash("alice") == 1_000
    assert evening.why_not("cash_in") == "There is no investment under way."


# --- House rules


def test_house_rule_each_roll_counts_on_the_value_reached_fractions_dropped():
    evening = invested(*SIX, exchange="each")
    for roll, worth in ((4, 75), (5, 37), (8, 55), (9, 110)):
        evening.do("exchange_roll", roll=roll)
        assert evening.mark("exchange", "value") == worth
    evening.do("exchange_roll", roll=12)
    assert evening.cash("alice") == 700 + 1_210


def test_house_rule_each_level_2_loses_all_and_level_3_still_gives_10():
    evening = invested(*SIX, exchange="each")
    for roll, worth in ((2, 0), (12, 0), (3, 10), (11, 60)):
        evening.do("exchange_roll", roll=roll)
        assert evening.mark("exchange", "value") == worth


def test_house_rule_level_3_gives_10_for_each_100():
    evening = invested(level3="per100")
    evening.do("exchange_roll", roll=3)
    assert evening.mark("exchange", "value") == 30
    assert evening.last.house == ("Level 3 gives $10 for each $100.",)
    assert evening.last.working[1].text == "Level 3: all lost except $10 for each $100"


def test_the_receipt_says_what_a_level_gives():
    evening = invested()
    evening.do("exchange_roll", roll=3)
    assert evening.last.working[1].text == "Level 3: all lost except $10"
    evening.do("exchange_roll", roll=8)
    assert evening.last.working[1].text == "Level 8: 150% of the stake"


def test_house_rules_level_3_for_each_100_of_the_value_reached():
    evening = invested(*SIX, exchange="each", level3="per100")
    evening.do("exchange_roll", roll=9)
    evening.do("exchange_roll", roll=3)
    assert evening.mark("exchange", "value") == 60


def test_house_rule_who_misses_a_turn_does_not_roll():
    evening = untied(exchange_rollers="present")
    evening.do("funeral", who="bob")
    evening.do("invest", who="alice", stake=100)
    assert evening.mark("exchange", "order") == "carl"


def test_house_rule_with_nobody_left_to_roll_nothing_is_invested():
    evening = untied("Alice", "Bob", exchange_rollers="present")
    evening.do("funeral", who="bob")
    assert evening.why_not("invest", who="alice", stake=100) == (
        "Nobody is left to roll, so Alice's stake would just come back."
    )
    assert evening.cash("alice") == 200


# --- What strikes lines out may leave


def test_an_investment_struck_out_leaves_a_clean_slate_for_the_next():
    evening = invested(*SIX)
    opened = evening.entries[-1].seq
    evening.do("exchange_roll", roll=12)
    evening.void(opened)
    assert evening.event is None
    assert evening.cash("alice") == 1_000
    evening.do("invest", who="bob", stake=100)
    assert evening.mark("exchange", "rolls") == 0
    assert evening.mark("exchange", "level") == 7


# --- The arithmetic


@pytest.mark.parametrize(("amount", "percent", "value"), [(300, 150, 450), (37, 150, 55), (1, 25, 0), (0, 1_100, 0)])
def test_fractions_are_dropped(amount, percent, value):
    assert value_at(amount, percent) == value

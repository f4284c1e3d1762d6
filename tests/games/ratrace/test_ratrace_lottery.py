"""Ratrace: the Lottery."""

import pytest

from companion.rules.betting import shares
from tests.games.evening import ratrace, untied


def pot(*matching, stake=60, names=("Alice", "Bob", "Carl", "Dora"), **houses):
    evening = untied(*names, **houses)
    evening.do("lottery", who="alice", stake=stake)
    for who in matching:
        evening.do("match", who=who)
    return evening


def throw(evening, **rolls):
    for who, roll in rolls.items():
        evening.do("lottery_roll", who=who, roll=roll)


# --- Q. What happens on the Lottery square?


def test_the_highest_throw_takes_the_pot():
    evening = pot("bob", "carl")
    throw(evening, alice=5, bob=11, carl=10)
    assert [evening.cash(who) for who in ("alice", "bob", "carl", "dora")] == [140, 320, 140, 200]
    assert evening.told() == "Carl rolls 10 in the Lottery. Bob takes the pot of $180."
    assert evening.event is None


def test_the_stake_is_matched_exactly_out_of_cash_in_hand():
    evening = pot(stake=60)
    evening.set("bob", cash=59)
    assert evening.why_not("match", who="bob") == "Bob holds $59 and can't put up $60."
    evening.do("match", who="carl")
    assert evening.cash("carl") == 140
    assert evening.why_not("match", who="carl") == "Carl is in already."
    assert evening.why_not("match", who="alice") == "Alice is in already."


def test_if_nobody_matches_the_stake_goes_back():
    evening = pot(stake=200)
    assert evening.cash("alice") == 0
    assert evening.why_not("lottery_roll", who="alice", roll=7) == "Nobody has matched the stake yet."
    evening.do("stake_back")
    assert (evening.cash("alice"), evening.event) == (200, None)
    assert evening.told() == "Nobody matches: Alice takes $200 back."


def test_a_stake_that_was_matched_does_not_go_back():
    assert pot("bob").why_not("stake_back") == "The stake was matched: now everybody in it rolls."


def test_everyone_in_it_rolls_once_and_nobody_else():
    evening = pot("bob", "carl")
    throw(evening, bob=7)
    assert evening.why_not("lottery_roll", who="bob", roll=7) == "Bob is not to roll now."
    assert evening.why_not("lottery_roll", who="dora", roll=7) == "Dora is not in this Lottery."
    assert evening.why_not("match", who="dora") == "The rolling has begun."


def test_the_lander_may_leave_it():
    evening = ratrace()
    evening.do("roll", who="alice", roll=9)
    assert evening.prompt.title == "Alice on the Lottery"
    evening.do("roll", who="bob", roll=7)


def test_a_tie_of_three_then_of_two_is_rolled_again_by_those_tied():
    evening = pot("bob", "carl", "dora")
    throw(evening, alice=9, bob=9, carl=4, dora=9)
    assert evening.told().endswith("Alice, Bob and Dora tie at 9 and roll again.")
    assert evening.why_not("lottery_roll", who="carl", roll=12) == "Carl is not to roll now."
    throw(evening, alice=6, bob=8, dora=8)
    assert evening.told().endswith("Bob and Dora tie at 8 and roll again.")
    throw(evening, dora=2, bob=3)
    assert [evening.cash(who) for who in ("alice", "bob", "carl", "dora")] == [140, 380, 140, 140]


def test_a_lottery_called_off_gives_every_stake_back():
    evening = pot("bob", "carl")
    throw(evening, alice=5)
    evening.do("call_off", reason="for the test")
    assert {evening.cash(who) for who in ("alice", "bob", "carl", "dora")} == {200}


def test_the_prompt_goes_round_from_the_lander_to_the_left():
    evening = untied("Alice", "Bob", "Carl", "Dora")
    evening.do("lottery", who="carl", stake=10)
    for who in ("alice", "bob", "dora"):
        evening.do("match", who=who)
    assert evening.prompt.title == "Lottery: who matches $10?"
    asked = []
    for roll in (7, 6, 5):
        offer = evening.prompt.sheet if asked else evening.prompt.offers[0]
        asked.append(offer.answers["who"])
        evening.do("lottery_roll", **offer.answers, roll=roll)
    assert asked == ["carl", "dora", "alice"]
    assert evening.prompt.title == "Bob rolls in the Lottery"


# --- House rule: those tied split the pot


def test_house_rule_those_tied_split_and_odd_dollars_go_to_the_lander():
    evening = pot("bob", "carl", stake=35, lottery_tie="split")
    throw(evening, alice=9, bob=9, carl=2)
    assert [evening.cash(who) for who in ("alice", "bob", "carl")] == [165 + 53, 165 + 52, 165]


def test_house_rule_the_lander_gets_the_odd_dollars_though_not_among_those_tied():
    evening = pot("bob", "carl", stake=35, lottery_tie="split")
    throw(evening, alice=2, bob=9, carl=9)
    assert [evening.cash(who) for who in ("alice", "bob", "carl")] == [165 + 1, 165 + 52, 165 + 52]
    assert evening.told().endswith("Bob and Carl tie at 9 and split $105.")


# --- What strikes lines out may leave


def test_a_lottery_struck_out_halfway_leaves_a_clean_slate_for_the_next():
    evening = pot("bob", "carl")
    opened = evening.entries[-3].seq
    throw(evening, alice=5)
    evening.void(opened)
    assert evening.event is None
    evening.do("lottery", who="dora", stake=10)
    assert (evening.cash("bob"), evening.cash("carl")) == (200, 200)
    evening.do("match", who="bob")
    throw(evening, dora=3, bob=4)
    assert (evening.cash("bob"), evening.cash("dora")) == (210, 190)


@pytest.mark.parametrize(("money", "sharers", "each", "odd"), [(105, 2, 52, 1), (100, 3, 33, 1), (90, 3, 30, 0)])
def test_a_pot_is_shared_evenly(money, sharers, each, odd):
    assert shares(money, sharers) == (each, odd)

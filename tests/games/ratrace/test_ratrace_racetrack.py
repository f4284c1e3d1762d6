"""Ratrace: the Racetrack and its Tote Board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.ratrace.board import TOTE
from companion.rules.betting import winnings
from companion.testing import replayed
from tests.games.evening import ratrace, untied

TOTE_BOARD = {
    2: (40, 20, 10), 3: (20, 10, 5), 4: (12, 7, 4), 5: (10, 5, 3), 6: (7, 4, 2), 7: (6, 3, 1),
    8: (7, 4, 2), 9: (10, 5, 3), 10: (12, 7, 4), 11: (20, 10, 5), 12: (40, 20, 10),
}  # fmt: skip


@pytest.fixture
def evening():
    return untied()


def run(evening, *rolls):
    for roll in rolls:
        evening.do("race_roll", roll=roll)


# --- Q. You mentioned a fast buck? How do the Racetrack squares operate?


@pytest.mark.parametrize("horse", range(2, 13))
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_tote_board_gives_what_is_won_for_each_dollar(horse, place):
    evening = untied()
    evening.do("race", who="alice", horse=horse, stake=10)
    other = 7 if horse != 7 else 8
    run(evening, *[other] * place, horse)
    assert evening.cash("alice") == 200 + 10 * TOTE_BOARD[horse][place]
    assert evening.event is None


def test_50_on_horse_5_coming_in_on_the_third_roll_wins_150(evening):
    evening.do("race", who="alice", horse=5, stake=50)
    run(evening, 7, 8)
    assert evening.cash("alice") == 150
    run(evening, 5)
    assert evening.cash("alice") == 350
    assert evening.told() == "Horse 5 comes third: Alice wins $150."


def test_after_three_rolls_the_treasury_takes_every_stake(evening):
    evening.do("race", who="alice", horse=5, stake=50)
    evening.do("side_bet", who="bob", stake=200)
    treasury = evening.table.ledger.balance("treasury:cash")
    run(evening, 7, 8, 6)
    assert (evening.cash("alice"), evening.cash("bob")) == (150, 0)
    assert evening.table.ledger.balance("treasury:cash") == treasury + 250
    assert evening.told() == "Horse 5 is not in: Alice loses $50 and Bob loses $200."
    assert evening.why_not("race_roll", roll=5) == "There is no race under way."


def test_the_receipt_counts_the_rolls_that_are_left(evening):
    evening.do("race", who="alice", horse=5, stake=50)
    run(evening, 7)
    assert evening.last.working[0].text == "Rolled 7, horse 5 not in yet; 2 more rolls"
    run(evening, 8)
    assert evening.last.working[0].text == "Rolled 8, horse 5 not in yet; 1 more roll"


def test_the_first_roll_that_shows_the_number_ends_the_race(evening):
    evening.do("race", who="alice", horse=5, stake=50)
    run(evening, 5)
    assert evening.told() == "Horse 5 wins: Alice wins $500."
    assert evening.why_not("race_roll", roll=5) == "There is no race under way."


def test_others_bet_any_amount_on_the_same_horse_only(evening):
    evening.do("race", who="alice", horse=9, stake=10)
    evening.do("side_bet", who="carl", stake=200)
    run(evening, 9)
    assert (evening.cash("alice"), evening.cash("carl")) == (300, 2_200)
    assert [question.name for question in evening.game.find_action("side_bet").questions] == ["who", "stake"]


def test_one_bet_each_laid_before_the_first_roll(evening):
    evening.do("race", who="alice", horse=9, stake=10)
    evening.do("side_bet", who="carl", stake=20)
    assert evening.why_not("side_bet", who="carl", stake=20) == "Carl has bet already."
    assert evening.why_not("side_bet", who="alice", stake=20) == "Alice has bet already."
    run(evening, 2)
    assert evening.why_not("side_bet", who="bob", stake=20) == "The race is on: bets are laid before the first roll."


def test_stakes_are_from_1_dollar_to_the_cash_in_hand(evening):
    assert evening.why_not("race", who="alice", horse=9, stake=201) == "Alice holds $200 and can't put up $201."
    assert evening.why_not("race", who="alice", horse=9, stake=0) == "It must be at least 1."
    evening.do("race", who="alice", horse=9, stake=200)
    assert evening.cash("alice") == 0


def test_who_has_all_cash_staked_neither_goes_bankrupt_nor_bets_again(evening):
    evening.do("race", who="alice", horse=9, stake=200)
    run(evening, 2, 2, 2)
    assert evening.event is None
    assert evening.why_not("race", who="alice", horse=9, stake=1) == "Alice holds $0 and can't put up $1."
    assert evening.game.find_action("race").why_not(evening.table, {"who": "alice"}) == (
        "Alice holds $0 and can't put up $1."
    )


def test_money_on_the_table_cant_be_used_twice(evening):
    evening.do("race", who="alice", horse=9, stake=150)
    assert evening.why_not("correct_money", giver="alice", taker="bob", amount=100, reason="no") == (
        "Alice holds $50, not $100."
    )


def test_no_race_if_the_lander_does_not_bet():
    evening = ratrace()
    evening.stand("alice", 12)
    evening.do("roll", who="alice", roll=3)
    assert evening.prompt.title == "Alice on the Racetrack"
    assert evening.why_not("race", who="bob", horse=9, stake=1).startswith("Bob has not just landed on Racetrack.")
    assert evening.why_not("side_bet", who="bob", stake=1) == "There is no race under way."
    evening.do("roll", who="bob", roll=7)
    assert evening.why_not("race", who="alice", horse=9, stake=1).startswith("Nobody stands on a square")


def test_a_race_is_run_before_the_game_goes_on():
    evening = ratrace()
    evening.stand("alice", 12)
    evening.do("roll", who="alice", roll=3)
    evening.do("race", who="alice", horse=9, stake=1)
    assert evening.why_not("roll", who="bob", roll=7) == "First finish the race, or call it off."
    assert evening.prompt.title == "Race: horse 9, roll 1 of 3"


def test_a_race_called_off_gives_every_stake_back(evening):
    evening.do("race", who="alice", horse=9, stake=100)
    evening.do("side_bet", who="bob", stake=70)
    run(evening, 2)
    evening.do("call_off", reason="the dice fell off the table")
    assert (evening.cash("alice"), evening.cash("bob")) == (200, 200)
    assert evening.event is None
    assert evening.told() == "The race is called off (the dice fell off the table)."


# --- House rules


def test_house_rule_the_figure_includes_the_stake():
    evening = untied(tote="includes")
    evening.do("race", who="alice", horse=5, stake=50)
    run(evening, 7, 8, 5)
    assert evening.cash("alice") == 300
    evening.do("race", who="alice", horse=7, stake=50)
    run(evening, 2, 2, 7)
    assert evening.cash("alice") == 300
    assert evening.told() == "Horse 7 comes third: Alice gets the stake back."


def test_house_rule_a_highest_bet():
    evening = untied(bet_limit="50")
    assert evening.why_not("race", who="alice", horse=7, stake=51) == "By the house rule a bet is at most $50."
    evening.do("race", who="alice", horse=7, stake=50)
    assert evening.why_not("side_bet", who="bob", stake=51) == "By the house rule a bet is at most $50."
    evening.do("side_bet", who="bob", stake=50)
    assert evening.last.house == ("A bet is at most $50.",)


def test_a_tote_board_of_the_tables_own(evening):
    evening.do("change_board", fact="tote.7.win", value="60", reason="our board")
    evening.do("race", who="alice", horse=7, stake=1)
    run(evening, 7)
    assert evening.cash("alice") == 260


# --- What strikes lines out may leave


def test_a_stake_left_by_a_struck_line_goes_back_before_the_next_race(evening):
    evening.do("race", who="alice", horse=9, stake=100)
    opened = evening.entries[-1].seq
    evening.do("side_bet", who="bob", stake=70)
    evening.void(opened)
    assert (evening.event, evening.cash("bob")) == (None, 130)
    evening.do("race", who="carl", horse=4, stake=10)
    assert evening.cash("bob") == 200
    evening.do("side_bet", who="bob", stake=5)
    run(evening, 4)
    assert evening.cash("bob") == 260


def test_a_stake_left_by_a_struck_line_can_be_taken_back(evening):
    evening.do("race", who="alice", horse=9, stake=100)
    opened = evening.entries[-1].seq
    evening.do("side_bet", who="bob", stake=70)
    evening.void(opened)
    evening.do("call_off", reason="struck out")
    assert evening.cash("bob") == 200
    assert evening.why_not("call_off", reason="again") == "There is nothing under way to call off."


def test_a_bet_struck_out_after_the_race_is_settled_before_the_next(evening):
    evening.do("race", who="alice", horse=9, stake=100)
    opened = evening.entries[-1].seq
    run(evening, 2, 2, 2)
    evening.void(opened)
    assert evening.cash("alice") == 200
    evening.do("race", who="bob", horse=4, stake=10)
    assert evening.cash("alice") == 100
    evening.do("side_bet", who="alice", stake=10)


# --- The arithmetic


def test_the_board_is_the_same_from_both_ends():
    assert {horse: TOTE[min(horse, 14 - horse)] for horse in range(2, 13)} == TOTE_BOARD


@given(st.integers(1, 10**9), st.integers(0, 1_000))
def test_a_figure_that_includes_the_stake_wins_one_stake_less(stake, figure):
    assert winnings(stake, figure) - winnings(stake, figure, includes_stake=True) == stake


STAKED = """game ratrace
seats Ann Ben Cy
house businesses=one position=off

start first=ann
pick who=ann business=black
pick who=ben business=red
pick who=cy business=blue
race who=ann horse=5 stake=100
side_bet who=ben stake=50
"""


def test_where_a_race_alone_is_crossed_out_it_is_said_whose_side_bet_stays_on_the_table():
    referee = replayed(STAKED)
    words = "Ben's $50 stays on the table until the next race"
    assert referee.warnings_without(5) == (words,)
    assert referee.warnings_without(6) == ()
    referee.void(5, "nobody bet")
    assert words in [one.text for one in referee.game.status_of(referee.table)]
    referee.write("race", {"who": "cy", "horse": 3, "stake": 10})
    assert words not in [one.text for one in referee.game.status_of(referee.table)]
    assert referee.table.ledger.balance("ben:race") == 0

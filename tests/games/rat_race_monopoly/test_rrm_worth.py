"""Rat Race Monopoly: net worth with its working, and how the game ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rat_race_monopoly.net_worth import net_worth
from tests.games.rat_race_monopoly.millions import Millions, millions


def worth(evening, who):
    return net_worth(evening.t.seat(who))[0]


def rich(**houses):
    """Ann owns both browns with a hotel and two houses less, a mortgaged street, two shares and a loan."""
    evening = millions(**houses)
    evening.works("ann", 1, 1)
    evening.owns("ann", "s1", "s2", "s22")
    evening.has("ann", 100_000)
    evening.do("build", who="ann", streets="s1+s2", each=4)
    evening.do("build", who="ann", streets="s1")
    evening.do("mortgage", who="ann", streets="s22")
    evening.do("correct_shares", who="ann", count=2, reason="for the test")
    evening.do("take_loan", who="ann")
    evening.has("ann", 700)
    return evening


def test_net_worth_is_cash_streets_buildings_and_shares_less_loans():
    evening = rich()
    total, lines = net_worth(evening.t.seat("ann"))
    assert list(lines) == [
        ("Cash", 700),
        ("2 streets at the printed price", 1_200),
        ("1 mortgaged street at half of 4M", 2_000),
        ("4 houses and 1 hotel at what they cost", 4_500),
        ("2 shares at 1M", 2_000),
        ("Loans", -1_000),
        ("Net worth", 9_400),
    ]
    assert total == 9_400


@pytest.mark.parametrize(
    ("houses", "less"),
    [
        ({"worth_buildings": "half"}, 2_250),
        ({"worth_buildings": "none"}, 4_500),
        ({"worth_shares": "no"}, 2_000),
        ({"worth_streets": "no"}, 3_200),
        ({"worth_buildings": "none", "worth_shares": "no", "worth_streets": "no"}, 9_700),
    ],
)
def test_a_table_may_count_net_worth_otherwise(houses, less):
    evening = rich(**houses)
    total, lines = net_worth(evening.t.seat("ann"))
    assert total == 9_400 - less
    assert sum(figure for _, figure in lines[:-1]) == total


def test_shares_count_at_todays_price():
    evening = millions()
    evening.do("correct_shares", who="ann", count=3, reason="for the test")
    evening.do("visit", who="ann", roll=9)
    assert worth(evening, "ann") == 1_500 + 3_300


def test_taking_a_loan_changes_no_net_worth():
    evening = millions()
    evening.works("ann", 1, 1)
    evening.do("take_loan", who="ann")
    assert worth(evening, "ann") == 1_500


# --- The winner is the first with a net worth of 30 million


def test_30_million_are_declared_on_the_own_turn_and_win():
    evening = millions()
    evening.has("ann", 29_990)
    assert evening.why_not("declare", who="ann") == "Ann is worth 29.99M: 10K short of 30M."
    evening.has("ann", 30_000)
    assert evening.prompt.offers[0].action == "declare"
    evening.do("declare", who="ann")
    ending = evening.game.ending(evening.table)
    assert ending is not None
    assert ending.reason == "Ann declared a net worth of 30M"
    assert ending.winners == ("ann",)
    assert ending.ranks == (("ann", 1, "30M"), ("ben", 2, "1.5M"), ("cy", 2, "1.5M"))
    assert evening.prompt.title == "The game is over"


def test_nobody_declares_on_somebody_elses_turn():
    evening = millions()
    evening.has("ben", 40_000)
    assert evening.why_not("declare", who="ben").startswith("It is Ann's turn, not Ben's.")
    assert evening.game.ending(evening.table) is None


def test_on_classic_the_goal_is_3000_dollars():
    evening = millions(board="classic")
    evening.has("ann", 2_999)
    assert evening.why_not("declare", who="ann") == "Ann is worth $2,999: $1 short of $3,000."
    evening.has("ann", 3_000)
    evening.do("declare", who="ann")
    assert evening.game.ending(evening.table).ranks[0] == ("ann", 1, "$3,000")


def test_another_goal_may_be_agreed_on():
    evening = millions(goal="2000")
    evening.has("ann", 2_000)
    evening.do("declare", who="ann")
    assert evening.game.ending(evening.table) is not None


def test_after_the_end_nothing_more_happens_but_corrections_are_possible():
    evening = millions(goal="1000")
    evening.do("declare", who="ann")
    assert evening.why_not("study", who="ann").startswith("The game is over: Ann declared a net worth of 1.5M")
    evening.do("correct_cash", who="ben", cash=2_000, reason="miscounted")
    evening.undo()
    evening.undo()
    assert evening.game.ending(evening.table) is None


def test_by_house_rule_it_counts_the_moment_it_is_reached_even_on_another_turn():
    evening = millions(declare="moment")
    evening.has("ben", 29_900)
    assert evening.game.ending(evening.table) is None
    assert evening.why_not("declare", who="ann") == "It counts the moment it is reached: nothing has to be declared."
    evening.do("pay", giver="ann", taker="ben", amount=100, reason="a lost bet")
    ending = evening.game.ending(evening.table)
    assert ending is not None
    assert (ending.reason, ending.winners) == (
        "Ben reached a net worth of 30M, which wins at once by house rule",
        ("ben",),
    )
    assert evening.why_not("study", who="ann").startswith("The game is over")


def test_who_reaches_it_at_the_same_moment_with_the_same_worth_wins_together():
    evening = millions(declare="moment")
    for who in ("ann", "ben"):
        evening.do("correct_shares", who=who, count=27, reason="for the test")
    evening.has("ann", 1_500)
    evening.do("visit", who="ann", roll=12)
    assert evening.game.ending(evening.table) is not None
    assert evening.game.ending(evening.table).winners == ("ann", "ben")
    assert evening.game.ending(evening.table).reason.startswith("Ann and Ben reached")


def test_the_stock_brokers_book_alone_has_no_winner():
    evening = millions(books="broker")
    assert evening.game.ending(evening.table) is None


# --- What the cards show


def test_a_card_shows_cash_and_how_far_the_net_worth_is():
    evening = rich()
    card = evening.game.standing(evening.table, "ann")
    assert (card.figure, card.note, card.progress) == ("700K", "Net worth 9.4M of 30M", 31)
    assert card.rank.text == "Apprentice"
    assert card.debt.text == "owes 1M"
    assert [one.text for one in card.holdings] == ["Brown, 2 of 2", "Dark blue, 1 of 2"]
    assert [one.text for one in card.chips] == ["not insured", "2 shares"]
    details = dict(card.details)
    assert details["Net worth"] == "9.4M"
    assert details["Salary at the next GO"] == "250K"
    assert details["First loan"] == "1M, after the next GO"
    assert details["Dark blue 2 (mortgaged)"] == "2M"
    assert details["Brown 1 (a hotel)"] == "600K"
    assert details["Insurance"] == "none; the next costs 520K"


def test_a_card_is_ready_when_the_goal_can_be_declared():
    evening = millions()
    evening.has("ann", 31_000)
    card = evening.game.standing(evening.table, "ann")
    assert card.ready
    assert card.note == "Net worth 31M: declare it on your turn"
    evening.do("declare", who="ann")
    assert evening.game.standing(evening.table, "ann").note == "Declared a net worth of 31M, and won"


def test_before_the_opening_a_card_says_so():
    evening = Millions()
    assert evening.game.standing(evening.table, "ann").note == "Not dealt in yet"


def test_the_head_of_the_table_shows_the_goal_and_the_share_price():
    assert [chip.text for chip in millions().game.status_of(millions().table)] == ["Goal 30M", "Share 1M"]
    broker = millions(books="broker")
    assert [chip.text for chip in broker.game.status_of(broker.table)] == ["Share 1M"]


@given(st.integers(0, 4_000), st.integers(0, 20), st.sets(st.integers(1, 22), max_size=6), st.integers(0, 2))
def test_the_working_adds_up_to_the_net_worth(notes, shares, streets, loans):
    evening = millions()
    evening.owns("ann", *(f"s{at}" for at in sorted(streets)))
    if shares:
        evening.do("correct_shares", who="ann", count=shares, reason="for the test")
    for slot in ("loan_1", "loan_2")[:loans]:
        evening.do("correct_loan", who="ann", loan=slot, owed=1_000, reason="for the test")
    evening.has("ann", notes * 10)
    total, lines = net_worth(evening.t.seat("ann"))
    assert sum(figure for _, figure in lines[:-1]) == lines[-1][1] == total
    card = evening.game.standing(evening.table, "ann")
    assert 0 <= card.progress <= 100

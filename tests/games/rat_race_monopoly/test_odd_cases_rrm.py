"""Rat Race Monopoly: evenings in which lines are struck out, corrected, or come together in odd ways."""

import pytest

from companion.games.rat_race_monopoly import disasters
from models.ledger import Refusal
from tests.games.rat_race_monopoly.landlords import landlords
from tests.games.rat_race_monopoly.millions import millions


def offers(evening):
    return [one.action for one in evening.prompt.offers]


def open_to(evening, action, **answers):
    """Why an action can't be opened with these answers; nothing where it can."""
    return evening.game.find_action(action).why_not(evening.table, answers)


def seq(evening):
    return evening.entries[-1].seq


# --- Somebody whose joining is struck out


def joined():
    """Dee has joined Ann, Ben and Cy, and it is her turn."""
    evening = millions()
    evening.do("join", called="Dee")
    dee = seq(evening)
    evening.turn("dee")
    return evening, dee


def test_who_is_no_longer_seated_has_not_won():
    evening, dee = joined()
    evening.has("dee", 30_000)
    evening.do("declare", who="dee")
    evening.void(dee)
    assert evening.t.result is None
    assert evening.prompt.title == "Ann's turn"


def test_the_turn_of_who_is_no_longer_seated_goes_on_and_can_be_played():
    evening, dee = joined()
    evening.void(dee)
    assert "dee" not in [who.key for who in evening.t.seats]
    for offer in evening.prompt.offers:
        why = open_to(evening, offer.action, **offer.answers)
        assert why is None or "sits at this table" not in why


def test_the_7_of_who_is_no_longer_seated_is_dealt_with_by_who_is_on_turn():
    evening, dee = joined()
    evening.do("correct_street", street="s1", to="ann", reason="for the test")
    evening.do("correct_street", street="s2", to="ann", reason="for the test")
    evening.do("throw", who="dee", first=3, second=4)
    evening.void(dee)
    assert evening.why_not("study", who="ann") == "First comes the disaster of a 7."
    assert (evening.prompt.title, evening.prompt.sheet.answers) == ("A 7: Ann throws for it", {"who": "ann"})
    assert evening.why_not("disaster", who="ben", roll=12) == "Ann throws for the 7."
    evening.do("disaster", who="ann", roll=12)
    evening.do("lose_streets", who="ann", streets="s2")
    assert not disasters.is_pending(evening.t)


def test_who_joins_again_after_both_were_struck_out_begins_anew():
    evening, dee = joined()
    evening.do("leave", who="dee")
    evening.void(dee)
    evening.do("join", called="Dee")
    assert evening.told() == "Dee joins with 1.5M."
    new = evening.table.players[-1].key
    assert (new, evening.cash(new), evening.t.seat(new) in evening.t.seats) == ("dee_2", 1_500, True)


# --- Jail


def test_throwing_for_a_double_can_be_opened_die_by_die():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    assert open_to(evening, "throw", who="ann") is None
    options = evening.game.find_action("throw").options(evening.table, {"who": "ann"}, "first")
    assert [one.refusal for one in options] == [None] * 6
    with pytest.raises(Refusal) as refused:
        evening.propose("throw", who="ann", first=4)
    assert refused.value.question == "second"
    assert "A 7: a disaster" in [one.label for one in evening.prompt.offers]


def test_there_are_three_tries_for_a_double_and_then_the_fine():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    for _ in range(3):
        evening.do("throw", who="ann", first=1, second=2)
    sentence = "Ann has had 3 tries for a double: the fine of 500K is due."
    assert evening.why_not("throw", who="ann", first=2, second=2) == sentence
    assert evening.why_not("leave_jail", who="ann", how="double") == sentence
    assert "throw" not in offers(evening)
    evening.has("ann", 10)
    assert evening.why_not("leave_jail", who="ann", how="fine") == (
        "Ann holds 10K: 490K short of 500K. Nothing is left to raise it with: that is bankruptcy."
    )
    evening.works("ann", 1, 1)
    assert evening.why_not("leave_jail", who="ann", how="fine") == (
        "Ann holds 10K: 490K short of 500K. To raise it: take a loan of 1M."
    )


@pytest.mark.parametrize("throws", [((3, 3), (3, 3), (3, 3)), ((1, None),)])
def test_who_is_sent_to_jail_by_the_dice_does_not_throw_again_that_turn(throws):
    evening = millions()
    for first, second in throws:
        evening.do("throw", who="ann", first=first, second=second)
    assert evening.why_not("throw", who="ann", first=2, second=2) == (
        "The dice sent Ann to Jail: the first try is on the next turn."
    )
    assert evening.why_not("leave_jail", who="ann", how="double").startswith("The dice sent Ann to Jail")
    for _ in range(3):
        evening.do("next_player")
    evening.do("throw", who="ann", first=2, second=2)
    assert not evening.t.seat("ann").jail


def test_where_the_table_keeps_the_turns_doubles_of_two_players_make_no_row():
    evening = millions(turns="off")
    for who in ("ann", "ben", "cy"):
        evening.do("throw", who=who, first=3, second=3)
    assert not evening.t.seat("cy").jail
    evening.do("throw", who="cy", first=3, second=3)
    assert "the second double in a row" in evening.told()


# --- The end


def test_the_ending_tells_the_sum_that_was_declared_whatever_is_put_right_later():
    evening = millions()
    evening.has("ann", 30_000)
    evening.do("declare", who="ann")
    evening.has("ann", 100)
    assert evening.t.result.reason == "Ann declared a net worth of 30M"
    assert evening.game.standing(evening.table, "ann").note == "Declared a net worth of 30M, and won"


def test_price_and_shares_are_put_right_after_the_end_too():
    evening = landlords(goal="1000")
    evening.do("declare", who="ann")
    evening.do("correct_price", price=1_400, reason="our chart")
    evening.do("correct_shares", who="ann", count=2, reason="miscounted")
    assert (evening.price(), evening.shares("ann")) == (1_400, 2)


def test_the_moment_is_judged_after_each_entry():
    evening = millions(declare="moment")
    evening.do("correct_shares", who="ann", count=2, reason="for the test")
    evening.has("ann", 27_550)
    # the salary lifts Ann to 30.05M, but before the entry is over her two shares fall by 100K each
    evening.do("pass_go", who="ann", roll=4)
    assert evening.t.result is None
    evening.do("visit", who="ann", roll=12)
    assert evening.t.result.reason == "Ann reached a net worth of 30.05M, which wins at once by house rule"
    assert "judged after each entry" in evening.game.option("declare").say("moment")


# --- House rules are said where they bite


def test_house_rule_insurance_after_a_purchase_ends_with_the_next_line_where_the_table_keeps_the_turns():
    evening = landlords(insurance_when="purchase", turns="off")
    evening.do("buy_street", who="ann", street="s1")
    assert "insure" in offers(evening)
    evening.do("pay", giver="bank", taker="ben", amount=10, reason="a prize")
    assert evening.why_not("insure", who="ann") == "Ann has bought no street just now; else insurance waits for GO."
    assert "insure" not in offers(evening)


def test_house_rule_insurance_after_a_purchase_waits_no_longer_than_the_turn_or_go():
    evening = landlords(insurance_when="purchase")
    evening.do("buy_street", who="ann", street="s1")
    evening.do("pay", giver="bank", taker="ann", amount=10, reason="a prize")
    assert "insure" in offers(evening)
    evening.do("pass_go", who="ann", roll=9)
    assert evening.why_not("insure", who="ann").startswith("Ann has bought no street this turn")


def test_house_rule_buildings_beyond_the_box_are_said():
    evening = landlords(building_stock="unlimited")
    evening.give("ann", *(f"s{at}" for at in range(1, 15)))
    evening.has("ann", 90_000)
    evening.build(*(f"s{at}" for at in range(3, 11)), houses=4)
    evening.do("build", who="ann", streets="s1+s2")
    assert evening.last.house == ("Houses and hotels never run out.",)


@pytest.mark.parametrize(
    ("houses", "roll", "said"),
    [
        ({"point": "55"}, 9, ("A point is 50K.",)),
        ({"point": "55"}, 7, ()),
        ({}, 9, ()),
        ({}, 4, ()),
        ({"floor": "950"}, 4, ("A share costs 950K at least.",)),
        ({"floor": "800"}, 4, ()),
        ({"board": "classic", "point_classic": "5"}, 9, ("A point is $5.",)),
    ],
)
def test_the_tables_own_point_and_floor_are_said_where_they_move_or_stop_the_price(houses, roll, said):
    evening = landlords(**houses)
    evening.do("visit", who="ann", roll=roll)
    assert evening.last.house == said


def test_a_price_below_the_floor_is_not_said_to_be_at_it():
    evening = landlords()
    evening.do("change_house", rule="floor", way="5M", reason="our chart")
    evening.do("visit", who="ann", roll=4)
    assert evening.told().endswith("4: the share price stays at 1M, below the floor of 5M.")
    assert evening.price() == 1_000


# --- What is offered, and to whom


def test_paying_without_cash_is_barred_by_the_cash():
    evening = landlords()
    evening.has("ann", 0)
    assert open_to(evening, "pay", giver="ann") == (
        "Ann has no cash to pay with. Nothing is left to raise it with: a debt is bankruptcy."
    )
    evening.give("ann", "s1")
    assert open_to(evening, "pay", giver="ann") == (
        "Ann has no cash to pay with. To raise some: mortgage streets (up to 300K) or make a deal with another player."
    )


def test_the_stock_broker_is_offered_the_next_player_where_who_landed_last_could_not_buy_again():
    evening = landlords(books="broker")
    assert "next_player" not in offers(evening)
    evening.do("visit", who="ann", buy="yes", roll=7)
    (board,) = evening.game.boards(evening.table)
    assert "next_player" in offers(evening)
    assert "next_player" in [tap.action for tap in board.taps]
    evening.do("next_player")
    assert "next_player" not in offers(evening)


def test_shares_are_not_offered_for_sale_to_pay_where_that_is_for_an_exchange_only():
    evening = landlords(books="broker", raise_shares="exchange")
    evening.stock("ann", 1)
    (board,) = evening.game.boards(evening.table)
    assert "raise_shares" not in offers(evening) + [tap.action for tap in board.taps]


def test_jail_is_offered_where_the_table_keeps_the_turns():
    evening = millions(turns="off")
    assert "go_to_jail" in offers(evening)
    assert "leave_jail" not in offers(evening)
    evening.do("go_to_jail", who="cy")
    assert "leave_jail" in offers(evening)


def test_bankruptcy_is_offered_last_and_only_to_who_has_little():
    evening = millions()
    assert "bankrupt" not in offers(evening)
    evening.has("ann", 490)
    assert offers(evening)[-1] == "bankrupt"
    assert evening.prompt.offers[-1].tone == "plain"


def test_a_disaster_is_thrown_by_who_is_on_turn():
    assert millions().why_not("disaster", who="ben", roll=12).startswith("It is Ann's turn, not Ben's.")


@pytest.mark.parametrize(
    ("roll", "why"),
    [
        (2, "2 promotes to the top job of the bracket, but a better one is held already"),
        (4, "4 is even, but a better job than the bracket's is held already"),
    ],
)
def test_a_job_better_than_the_degree_allows_is_kept_and_called_better(roll, why):
    evening = millions()
    evening.works("ann", 1, 5)
    evening.do("apply_for_job", who="ann", roll=roll)
    assert why in [line.text for line in evening.last.working]
    assert evening.mark("ann", "job") == 5


def test_the_edition_and_the_debt_read_as_sentences_do():
    evening = millions()
    assert f"As printed in the {evening.game.edition}." == (
        "As printed in the 2010 edition of the add-on, for any Monopoly board."
    )
    assert evening.game.standing(evening.table, "ann").debt.text == "No loan"

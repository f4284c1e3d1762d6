"""Totopoly: entrance fees, surplus horses, nomination and the fixed order."""

import pytest

from models.ledger import Refusal
from tests.games.totopoly.stable import entered, parade

FOUR = {"ann": "h1 h2 h3 h4 b1", "ben": "h5 b3"}

# --- The Racecourse: entrance fees


def test_every_horse_that_runs_pays_25():
    evening = parade()
    fund, cash = evening.fund, evening.cash("dora")
    evening.do("enter_race", who="everyone")
    assert evening.told() == "Entrance fees: \u00a325 for each of 9 horses, \u00a3225."
    assert (evening.fund, evening.cash("dora")) == (fund + 225, cash - 75)


def test_one_player_may_pay_alone_and_nobody_twice():
    evening = parade()
    evening.do("enter_race", who="ann")
    assert evening.told() == "Ann pays \u00a350 entrance fees."
    assert evening.why_not("enter_race", who="ann") == "Every horse that runs has its fee paid."
    evening.do("enter_race", who="everyone")
    assert evening.told() == "Ben, Cy and Dora pay \u00a3175 entrance fees."
    assert evening.why_not("enter_race", who="everyone") == "Every horse that runs has its fee paid."


def test_the_tote_waits_for_the_fees():
    evening = parade()
    assert evening.prompt.title == "Entrance fees"
    assert "entrance fee" in evening.why_not("open_tote")
    evening.do("enter_race", who="everyone")
    evening.do("open_tote")
    assert evening.stage == "betting"


def test_who_cant_pay_the_fees_owes_them():
    evening = parade()
    evening.have("ann", 49)
    evening.do("enter_race", who="everyone")
    assert "Ann owes \u00a350 (entrance fees) and holds \u00a349" in evening.told()
    assert evening.prompt.title == "Ann must pay \u00a350"
    assert evening.t.has_entered("h2")


def test_withdrawing_a_horse_is_no_way_to_pay_its_fee():
    evening = parade()
    evening.have("ann", 49)
    why = "Ann owes \u00a350 in entrance fees and holds \u00a349: a horse is sold privately, not withdrawn."
    assert evening.why_not("withdraw", horse="h1") == why
    evening.do("enter_race", who="everyone")
    assert evening.why_not("withdraw", horse="h1") == why
    evening.have("ann", 50)
    evening.do("withdraw", horse="h1")


def test_who_is_let_off_the_fees_has_entered_all_the_same():
    evening = parade()
    evening.have("ann", 10)
    evening.do("enter_race", who="everyone")
    evening.do("let_off", reason="the table agrees")
    assert evening.cash("ann") == 10
    assert all(map(evening.t.has_entered, evening.t.runners))
    evening.do("open_tote")


def test_a_horse_sold_to_meet_the_fees_is_one_fee_less_and_its_buyer_pays_it():
    evening = parade()
    evening.have("ann", 10)
    evening.do("enter_race", who="everyone")
    evening.do("private_sale", giver="ann", card="h1", taker="ben", price=15)
    assert (evening.cash("ann"), evening.mark("due", "who")) == (0, None)
    assert evening.prompt.title == "Entrance fees"
    before = evening.cash("ben")
    evening.do("enter_race", who="everyone")
    assert evening.cash("ben") == before - 25


def test_by_the_bank_alone_nobody_is_refused_for_lack_of_cash():
    evening = parade(keeps="bank")
    evening.do("enter_race", who="everyone")
    assert evening.fund == 1_050
    assert evening.mark("due", "who") is None


# --- Surplus horses


def test_a_fourth_horse_keeps_its_owner_out_until_one_is_scratched():
    evening = parade("Ann", "Ben", hands=FOUR)
    assert evening.prompt.title == "Too many horses"
    said = evening.why_not("enter_race", who="ann")
    assert said == "Ann may run three: scratch or sell 1 horse first."
    evening.do("scratch", horse="h4")
    assert "h4" not in evening.t.runners
    fund = evening.fund
    evening.do("enter_race", who="everyone")
    assert evening.fund == fund + 100


def test_or_sold_to_somebody_who_runs_fewer():
    evening = parade("Ann", "Ben", hands=FOUR)
    evening.do("private_sale", giver="ann", card="h4", taker="ben", price=1)
    evening.do("enter_race", who="everyone")
    assert evening.t.seat("ben").horses == ("h4", "h5")


def test_a_surplus_horse_may_go_to_who_runs_three_already_and_then_scratches_one():
    hands = {"ann": "h1 h2 h3 h4", "ben": "h5 h6 h7"}
    evening = parade("Ann", "Ben", hands=hands)
    evening.do("private_sale", giver="ann", card="h4", taker="ben", price=1)
    mind = "Mind: Ben then has 4 horses, and three may run: one is scratched before the race"
    assert mind in [line.text for line in evening.last.working]
    assert evening.prompt.title == "Too many horses"
    assert evening.prompt.text == "Ben has 4 horses, and three may run: scratch one, or sell it privately."
    assert evening.why_not("enter_race", who="everyone") == "Ben may run three: scratch or sell 1 horse first."
    evening.do("scratch", horse="h4")
    evening.do("enter_race", who="everyone")
    assert evening.t.seat("ben").horses == ("h5", "h6", "h7")


FULL = {"ann": "h1 h2 h3", "ben": "h4 h5 h6"}


def bought_too_late():
    """Ann has paid for her three horses; then Ben, who is short, sells her a fourth."""
    evening = parade("Ann", "Ben", hands=FULL)
    evening.have("ben", 10)
    evening.do("enter_race", who="everyone")
    evening.do("private_sale", giver="ben", card="h6", taker="ann", price=40)
    return evening


def test_who_cant_pay_sells_to_a_player_with_three_horses_and_stays_in_the_game():
    evening = bought_too_late()
    assert (evening.cash("ben"), evening.mark("due", "who")) == (0, None)
    assert [evening.t.has_entered(horse) for horse in ("h4", "h5", "h6")] == [True, True, False]


def test_the_buyer_of_a_fourth_horse_scratches_one_before_the_tote_opens():
    evening = bought_too_late()
    assert evening.prompt.title == "Too many horses"
    assert evening.why_not("open_tote") == "Ann may run three: scratch or sell 1 horse first."


def test_a_scratched_horse_gets_no_fee_back():
    evening = bought_too_late()
    fund, cash = evening.fund, evening.cash("ann")
    evening.do("scratch", horse="h1")
    assert [line.text for line in evening.last.working] == ["No bets, and its entrance fee is not given back"]
    assert (evening.fund, evening.cash("ann")) == (fund, cash)
    evening.do("enter_race", who="ann")
    assert (evening.fund, evening.cash("ann")) == (fund + 25, cash - 25)
    assert evening.t.seat("ann").horses == ("h2", "h3", "h6")
    evening.do("open_tote")


def test_the_fourth_horse_itself_may_be_scratched_and_then_pays_no_fee():
    evening = bought_too_late()
    evening.do("scratch", horse="h6")
    assert [line.text for line in evening.last.working] == ["No entrance fee, no bets"]
    evening.do("open_tote")
    evening.do("off")
    assert evening.t.seat("ann").horses == ("h1", "h2", "h3")


def test_by_the_bank_alone_four_horses_of_a_player_do_not_start_either():
    evening = parade("Ann", "Ben", hands=FULL, keeps="bank")
    evening.do("enter_race", who="everyone")
    evening.do("correct_lease", card="h6", to="ann", reason="sold after all")
    assert evening.why_not("off") == "Ann may run three: scratch or sell 1 horse first."
    evening.do("scratch", horse="h1")
    evening.do("off")


def test_bets_with_a_bookmaker_on_a_horse_that_is_scratched_go_back():
    evening = parade("Ann", "Ben", hands=FOUR)
    evening.do("open_book", who="ben")
    evening.do("book_bet", bookmaker="ben", who="ann", horse="h4", kind="win", odds="2-1", stake=10)
    held = evening.cash("ann")
    evening.do("scratch", horse="h4")
    assert evening.cash("ann") == held + 10


def test_nobody_scratches_a_horse_without_need():
    evening = parade("Ann", "Ben", hands=FOUR)
    assert evening.why_not("scratch", horse="h5") == "Only a player with more than three horses scratches one."
    evening.do("scratch", horse="h4")
    assert "scratched already" in evening.why_not("scratch", horse="h4")
    assert evening.why_not("scratch", horse="h1") == "Only a player with more than three horses scratches one."


def test_by_the_house_a_fourth_horse_is_a_warning_only():
    evening = parade("Ann", "Ben", hands=FOUR, limits="warn")
    evening.do("enter_race", who="everyone")
    assert len(evening.t.seat("ann").horses) == 4
    assert any(line.text == "Mind: Ann runs 4, more than three" for line in evening.last.working)


# --- Nomination


def test_without_a_nomination_the_order_is_that_of_the_numbers():
    assert entered().t.seat("dora").fixed_order == ("h5", "h8", "h11")


def test_a_nominated_horse_is_free_of_the_order():
    evening = entered()
    evening.do("nominate", who="dora", horse="h8")
    assert evening.t.seat("dora").fixed_order == ("h5", "h11")
    assert "nominates No. 8" in [chip.text for chip in evening.game.standing(evening.table, "dora").chips]
    details = dict(evening.game.standing(evening.table, "dora").details)
    assert details["Fixed order"] == "No. 5 and No. 11"
    assert details["Nominated"] == "8 \u00b7 Dorigen, moved out of turn"


def test_a_nomination_may_be_changed_or_taken_back_before_the_off():
    evening = entered()
    evening.do("nominate", who="dora", horse="h8")
    assert "already" in evening.why_not("nominate", who="dora", horse="h8")
    evening.do("nominate", who="dora", horse="h5")
    evening.do("nominate", who="dora", horse="none")
    assert evening.t.seat("dora").nominee == ""
    evening.do("open_tote")
    evening.do("off")
    assert "belongs to" in evening.why_not("nominate", who="dora", horse="h5")


def test_only_an_own_horse_is_nominated():
    said = entered().why_not("nominate", who="dora", horse="h1")
    assert said == "1 \u00b7 King of Clubs does not run for Dora."


def test_another_order_is_noted_and_shown():
    evening = entered()
    evening.do("order", who="dora", horses="11 5 8")
    assert evening.t.seat("dora").fixed_order == ("h11", "h5", "h8")
    assert dict(evening.game.standing(evening.table, "dora").details)["Fixed order"] == "No. 11, No. 5 and No. 8"


def test_every_order_is_one_tap():
    evening = entered()
    options = evening.game.find_action("order").options(evening.table, {"who": "dora"}, "horses")
    assert [one.value for one in options] == ["5 8 11", "5 11 8", "8 5 11", "8 11 5", "11 5 8", "11 8 5"]
    assert options[1].label == "5, then 11, then 8"
    assert not any(one.refusal for one in options)


@pytest.mark.parametrize("horses", ["5 8", "5 8 8", "1 5 8", "5 8 11 12"])
def test_an_order_names_every_horse_once(horses):
    said = entered().why_not("order", who="dora", horses=horses)
    assert said == "Put Dora's horses in order: 5, 8 and 11, each once."


@pytest.mark.parametrize("horses", ["five", "5;8", "", "555"])
def test_an_order_is_written_in_numbers(horses):
    evening = entered()
    with pytest.raises(Refusal, match=r"numbers of the horses|In which order"):
        evening.game.find_action("order").propose(evening.table, {"who": "dora", "horses": horses or None})


def test_one_horse_needs_no_order():
    evening = entered()
    evening.do("nominate", who="ann", horse="h1")
    assert evening.why_not("order", who="ann", horses="4") == "Ann has fewer than two horses to put in order."


def test_the_order_of_the_first_throw_stands_for_the_whole_race():
    evening = entered()
    evening.do("open_tote")
    evening.do("off")
    evening.do("order", who="dora", horses="11 8 5")
    assert evening.why_not("order", who="dora", horses="5 8 11") == "Dora's order stands for the whole race."


def test_a_horse_that_no_longer_runs_falls_out_of_the_order():
    evening = entered()
    evening.do("order", who="dora", horses="11 8 5")
    evening.do("withdraw", horse="h8")
    assert evening.t.seat("dora").fixed_order == ("h11", "h5")

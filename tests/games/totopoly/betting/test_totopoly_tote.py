"""Totopoly: the Tote, from its opening to the last slip."""

import pytest

from companion.games.totopoly.betting import bets
from companion.games.totopoly.game import Stage
from models.ledger import Mark
from tests.games.totopoly.race_day import RaceDay, betting, parade, to, tote_alone, wear

# --- The Totalisator or Bookmaker: who may bet, and when


def test_the_tote_opens_once_the_entrance_fees_are_paid():
    day = parade()
    day.void(1)
    assert day.why_not("open_tote") == "The Tote opens when the horses are on the course."
    day = parade()
    day.arrange(marks=(Mark("h5", "fee", None),))
    assert day.why_not("open_tote") == "First Ann pays the entrance fee for Leonidas II."


def test_owners_back_their_own_horses_first():
    day = parade()
    day.do("open_tote")
    assert day.told() == "The Tote is open; owners back their own horses first."
    assert day.why_not("bet", who="ann", horse="h2", amount=5) == (
        "Until the Tote is open to all, Ann backs own horses only."
    )
    day.lay("ann h1 50")
    day.do("open_to_all")
    day.lay("ann h2 5")
    assert day.why_not("open_to_all") == "The Tote is open to all already."


def test_who_owns_no_horse_waits_until_the_tote_is_open_to_all():
    day = parade("Ann", "Ben", "Cy", "Dee", "Eve")
    day.do("open_tote")
    assert day.why_not("bet", who="eve", horse="h1", amount=5) == (
        "The owners bet first, and Eve has no horse in the race."
    )
    action = day.game.find_action("bet")
    greyed = {one.value for one in action.options(day.table, {}, "who") if one.refusal}
    assert greyed == {"eve"}


def test_house_rule_without_an_owners_round_the_book_is_open_to_all_at_once():
    day = parade(owners_round="none")
    day.do("open_tote")
    assert day.told() == "The Tote is open to all."
    day.lay("ann h2 5")


def test_any_amount_any_number_of_bets_and_the_clerk_too():
    day = betting()
    wear(day, clerk="dee")
    day.lay("ann h1 1", "ann h1 300", "ann h2 399", "dee h1 700")
    assert (day.cash("ann"), day.cash("dee"), day.held("tote:pool")) == (0, 0, 1_400)


def test_the_tote_closes_at_the_off():
    day = betting()
    day.lay("ann h1 5")
    day.do("off")
    assert day.why_not("bet", who="ann", horse="h1", amount=5) == "They are off: the Tote is closed."


def test_house_rule_the_tote_closes_when_the_first_horse_enters_the_bend():
    day = betting(close="bend")
    day.do("off")
    day.lay("ann h1 5")
    day.do("bend")
    assert day.why_not("bet", who="ann", horse="h1", amount=5) == "They are off: the Tote is closed."
    assert day.why_not("bend") == "The Tote is closed already."


def test_a_horse_past_the_post_closes_a_tote_that_nobody_closed_at_the_bend():
    day = betting(close="bend")
    day.run("h1")
    assert day.why_not("bet", who="ann", horse="h2", amount=5) == "They are off: the Tote is closed."


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        (701, "Ann holds \u00a3700 and can't lay \u00a3701."),
        (0, "It must be at least 1."),
        ("-5", "An amount can't be negative."),
        ("2.5", "An amount must be a whole number; 2.5 has a fraction."),
        ("much", "An amount must be a number; 'much' is not one."),
    ],
)
def test_a_stake_is_a_whole_sum_up_to_cash_in_hand(amount, sentence):
    day = betting()
    before = day.table.ledger
    assert day.why_not("bet", who="ann", horse="h1", amount=amount) == sentence
    assert day.table.ledger == before


def test_who_has_no_cash_left_is_greyed():
    day = betting()
    day.lay("ann h1 700")
    assert day.why_not("bet", who="ann", horse="h1", amount=1) == "Ann holds \u00a30 and can't bet."
    options = day.game.find_action("bet").options(day.table, {}, "who")
    assert {one.value for one in options if one.refusal} == {"ann"}


def test_where_cash_is_not_followed_any_sum_may_be_laid():
    day = tote_alone()
    day.lay("ann h1 5000")
    assert day.cash("ann") == -5_000


def test_nobody_bets_on_a_horse_that_does_not_run():
    day = betting()
    assert day.why_not("bet", who="ann", horse="h3", amount=5) == "Dark Warrior does not run in this race."
    day.do("withdraw", horse="h8")
    assert day.why_not("bet", who="ann", horse="h8", amount=5) == "Dorigen is scratched."


def test_who_has_left_bets_no_more():
    day = betting()
    day.arrange(marks=(Mark("cy", "left", 1),))
    assert day.why_not("bet", who="cy", horse="h1", amount=5) == "Cy has left the game."


def test_a_book_for_other_things_keeps_no_tote():
    for keeps in ("book", "bank"):
        day = RaceDay("Ann", "Ben", keeps=keeps)
        day.do("start")
        assert day.why_not("bet", who="ann", horse="h1", amount=5) == "This book keeps no Tote."


# --- What it would pay after this bet


def test_the_receipt_shows_what_the_horse_would_pay_after_this_bet():
    day = tote_alone()
    day.lay("ann h1 1820", "ben h2 160")
    day.lay("ben h2 20")
    assert day.receipt() == [
        ("In the pool", 2_000),
        ("Commission, 10%", -200),
        ("Laid on No. 2", 180),
        ("No. 2 would then pay 10 for each \u00a31: 1,800 \u00f7 180", None),
    ]
    assert day.told() == "Ben lays \u00a320 on horse 2."


def test_beside_a_round_figure_stands_the_exact_10_percent():
    day = tote_alone()
    day.lay("ann h1 140", "ben h2 10")
    assert "No. 2 would then pay 14 for each \u00a31: 140 \u00f7 10" in day.lines()
    assert "At exactly 10% that would be 13.5" in day.lines()


def test_where_cash_is_followed_the_receipt_says_what_is_left():
    day = betting()
    day.lay("ann h1 20")
    assert day.receipt()[-1] == ("Leaves Ann with", 680)
    assert day.lines()[2:4] == [
        "Laid on 1 \u00b7 King of Clubs",
        "1 \u00b7 King of Clubs would then pay 0.9 for each \u00a31: 18 \u00f7 20",
    ]
    assert day.lines()[4] == "Warning: the pool after commission, \u00a318, is less than was laid on it"


def test_the_choice_of_a_horse_says_whose_it_is_and_what_it_pays_now():
    day = betting()
    day.lay("ann h1 100", "ben h2 100")
    details = {one.value: one.detail for one in day.game.find_action("bet").options(day.table, {"who": "cy"}, "horse")}
    assert details["h1"] == "Ann's, pays 1.8"
    assert details["h6"] == "Cy's, clerk keeps all"
    assert set(details) == {"h1", "h2", "h5", "h6", "h8", "h10", "h12"}


def test_a_bet_is_two_taps_and_an_amount():
    questions = tote_alone().game.find_action("bet").questions
    assert [one.name for one in questions] == ["who", "horse", "amount"]
    assert not any(one.optional for one in questions)


# --- Slips put right


def test_a_slip_can_be_put_right_before_the_off():
    day = betting()
    day.lay("ann h1 50", "ben h2 30")
    day.do("correct_bet", slip=1, who="cy", horse="h6", amount=40)
    assert (day.cash("ann"), day.cash("cy"), day.held("tote:pool")) == (700, 660, 70)
    assert bets.slip(day.t, 1) == bets.Slip(1, day.t.seat("cy"), "h6", 40)
    assert day.told() == "Slip 1 put right: Cy lays \u00a340 on Knight Error."


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"amount": 5}, "Slip 1: Ann, \u00a35 on King of Clubs"),
        ({"who": "cy", "horse": "h6"}, "Slip 1: Cy, \u00a350 on Knight Error"),
        ({"amount": 0}, "Take slip 1 back"),
    ],
)
def test_the_button_says_what_the_slip_will_say(said, words):
    day = betting()
    day.lay("ann h1 50")
    assert day.game.find_action("correct_bet").act(day.table, {"slip": 1, **said}) == words


def test_0_takes_the_bet_back():
    day = betting()
    day.lay("ann h1 50", "ben h2 30")
    day.do("correct_bet", slip=1, amount=0)
    assert (day.cash("ann"), day.held("tote:pool")) == (700, 30)
    assert [one.number for one in bets.slips(day.t)] == [2]
    day.do("take_back", slip=2)
    assert (day.cash("ben"), day.held("tote:pool")) == (700, 0)
    assert day.why_not("take_back", slip=1) == "There is no bet on the pad."


def test_after_the_off_a_slip_is_put_right_only_for_a_reason():
    day = betting()
    day.lay("ann h1 50")
    day.run("h1", "h2", "h5")
    assert day.why_not("correct_bet", slip=1, amount=40) == (
        "They are off: a slip is put right only for a reason. Say it."
    )
    day.do("correct_bet", slip=1, amount=40, reason="misheard")
    assert day.told() == "Slip 1 put right: Ann lays \u00a340 on King of Clubs (misheard)."
    day.do("pay_tote")
    assert day.why_not("take_back", slip=1, reason="late") == "The Tote has paid out on this race. Undo that first."


def test_a_slip_put_right_may_take_no_more_than_cash_and_the_old_stake():
    day = betting()
    day.lay("ann h1 700")
    offered = day.game.find_action("correct_bet").question("amount").kind
    assert offered.most_on(day.game.turn(day.table, {"slip": 1})) == 700
    assert day.why_not("correct_bet", slip=1, amount=701) == "Ann holds \u00a3700 and can't lay \u00a3701."
    assert day.why_not("correct_bet", slip=1, amount=700) == "That is what the slip says already."
    assert day.why_not("correct_bet", slip=2, amount=5) == "There is no slip 2 on the pad."
    day.do("correct_bet", slip=1, amount=600)
    assert day.cash("ann") == 100


def test_a_slip_reads_like_the_pad():
    day = betting()
    day.lay("ann h1 50")
    (one,) = day.game.find_action("correct_bet").options(day.table, {}, "slip")
    assert one.label == "1: Ann, \u00a350 on King of Clubs"


def test_striking_out_a_bet_takes_its_money_and_its_slip():
    day = betting()
    day.lay("ann h1 50", "ben h2 30", "cy h1 20")
    day.void(day.table.ledger.seq - 1)
    assert (day.cash("ben"), day.held("tote:pool")) == (700, 70)
    assert [one.who.key for one in bets.slips(day.t)] == ["ann", "cy"]
    day.lay("dee h8 5")
    assert [one.number for one in bets.slips(day.t)] == [1, 3, 4]


def test_in_the_owners_round_a_slip_is_put_on_anothers_horse_only_for_a_reason():
    day = parade()
    day.do("open_tote")
    day.lay("ann h1 50")
    assert day.why_not("correct_bet", slip=1, horse="h2") == (
        "Until the Tote is open to all, Ann backs own horses only. Or say why."
    )
    assert day.why_not("correct_bet", slip=1, who="ben") == (
        "Until the Tote is open to all, Ben backs own horses only. Or say why."
    )
    day.do("correct_bet", slip=1, amount=40)
    day.do("correct_bet", slip=1, horse="h2", reason="misheard")
    assert day.told() == "Slip 1 put right: Ann lays \u00a340 on Priory Park (misheard)."


def test_in_a_leavers_auction_during_the_betting_a_bet_is_taken_back_without_a_reason():
    day = betting()
    day.lay("ann h1 50")
    day.arrange(marks=(to(Stage.LOTS), Mark("table", "resume", Stage.BETTING)))
    assert day.why_not("bet", who="ann", horse="h1", amount=5) == "The Tote waits until the auction is over."
    day.do("take_back", slip=1)
    assert day.cash("ann") == 700


# --- A horse withdrawn before the off


def test_a_horse_withdrawn_before_the_off_gives_its_bets_back():
    day = betting()
    day.lay("ann h1 50", "ben h2 30", "cy h2 20", "ben h1 10")
    day.do("withdraw", horse="h2")
    assert day.told() == "Priory Park is withdrawn. Its bets go back."
    assert (day.cash("ben"), day.cash("cy"), day.held("tote:pool")) == (690, 700, 60)
    assert day.receipt() == [("Back to Ben", 30), ("Back to Cy", 20)]
    day.undo()
    assert (day.cash("ben"), day.held("tote:pool")) == (660, 110)


def test_after_the_off_no_horse_is_withdrawn():
    day = betting()
    day.do("off")
    assert day.why_not("withdraw", horse="h2") == "A horse is withdrawn between the parade and the off."


# --- The off


def test_nobody_starts_a_race_without_horses():
    day = parade(leased={})
    assert day.why_not("open_tote") == "No horse runs: there is nothing to bet on."


def test_the_off_counts_what_is_laid():
    day = betting()
    day.lay("ann h1 50", "ben h2 30")
    day.do("off")
    assert day.receipt() == [("7 horses run", None), ("Laid at the Tote, 2 bets", 80)]
    assert day.why_not("off").startswith("That belongs to the betting; now it is the race.")


def test_a_stage_set_back_by_hand_opens_no_tote_that_has_paid():
    day = betting()
    day.lay("ann h1 50", "ben h2 30")
    day.run("h1", "h2", "h5")
    day.do("pay_tote")
    day.do("correct_stage", stage="betting", reason="for the test")
    assert day.why_not("bet", who="ann", horse="h1", amount=5) == "The Tote has paid out on this race. Undo that first."
    day.do("withdraw", horse="h2")
    assert day.held("tote:pool") == 0
    assert day.cash("ben") == 670

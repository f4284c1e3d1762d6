"""Totopoly: opening the book, hats and tills, one hat alone, joining."""

import pytest

from companion.games.totopoly import options
from companion.games.totopoly.game import ROLES
from companion.games.totopoly.lease_cards import LEASE_CARDS
from tests.games.totopoly.stable import Stable, entered, leases, tote


def subtitle(evening, who):
    return evening.game.standing(evening.table, who).subtitle


# --- Money


def test_everyone_gets_700_and_the_bank_begins_with_nothing():
    evening = Stable()
    evening.do("start")
    assert [evening.cash(who) for who in ("ann", "ben", "cy", "dora")] == [700] * 4
    assert (evening.fund, evening.trained) == (0, 0)
    assert evening.table.ledger.balance("box:cash", "\u00a3") == -2_800
    assert evening.stage == "leases"
    assert "begins with" in evening.told() or "begin" in evening.told()


def test_a_table_is_opened_once():
    evening = leases()
    assert evening.why_not("start") == "The book is open already."


def test_nothing_can_be_done_before_the_book_is_open():
    evening = Stable()
    assert evening.why_not("keep", who="ann", card="h1") == "The book is not open yet. Open it first."


def test_which_horses_run_is_no_question_where_leases_are_kept():
    assert "seen from the leases" in Stable().why_not("start", horses=8)


# --- Hats


def test_hats_can_be_given_at_the_opening_and_one_player_may_wear_several():
    evening = Stable()
    evening.do("start", banker="ann", clerk="ann", auctioneer="ben")
    assert subtitle(evening, "ann") == "Banker, Tote Clerk"
    assert subtitle(evening, "ben") == "Auctioneer"


def test_a_hat_may_pass_to_another_or_to_somebody_who_does_not_play():
    evening = Stable()
    evening.do("start", banker="ann")
    evening.do("wear_hat", hat="banker", who="cy")
    assert (subtitle(evening, "ann"), subtitle(evening, "cy")) == ("", "Banker")
    evening.do("wear_hat", hat="banker", who="nobody")
    assert evening.told() == "Nobody who plays is Banker."
    assert evening.why_not("wear_hat", hat="banker", who="nobody") == "That is how it is already."


def test_what_a_hat_earns_is_its_wearers_money_and_is_counted_apart():
    evening = leases("Ann", "Ben")
    evening.do("open_auction")
    evening.do("sell", lot="h1", who="ben", price=30)
    assert (evening.cash("ann"), evening.cash("ben")) == (702, 668)
    assert evening.earned("ann", "auctioneer") == 2
    assert ("Earned as Auctioneer", "\u00a32") in evening.game.standing(evening.table, "ann").details


def test_what_an_earlier_wearer_earned_stays_told_when_the_hat_passes_on():
    evening = leases("Ann", "Ben")
    evening.do("open_auction")
    evening.do("sell", lot="h1", who="ben", price=30)
    evening.do("wear_hat", hat="auctioneer", who="ben")
    evening.do("sell", lot="h2", who="ann", price=100)
    assert (evening.earned("ann", "auctioneer"), evening.earned("ben", "auctioneer")) == (2, 5)


def test_an_auctioneer_who_does_not_play_has_a_till_of_his_own():
    evening = leases("Ann", "Ben")
    evening.do("wear_hat", hat="auctioneer", who="nobody")
    evening.do("open_auction")
    evening.do("sell", lot="h1", who="ben", price=30)
    assert evening.table.ledger.balance("auctioneer:cash", "\u00a3") == 2
    assert "Auctioneer \u00a32" in [chip.text for chip in evening.game.status_of(evening.table)]


# --- One hat alone


@pytest.mark.parametrize(("keeps", "stage"), [("tote", "betting"), ("book", "betting"), ("auction", "lots")])
def test_one_hat_alone_begins_where_its_work_begins(keeps, stage):
    evening = Stable(keeps=keeps)
    evening.do("start")
    assert evening.stage == stage
    assert not any(evening.cash(who) for who in ("ann", "ben", "cy", "dora"))


def test_just_the_tote_is_open_with_the_first_offer_taken_as_it_stands():
    evening = Stable(keeps="tote")
    offer = evening.prompt.sheet
    assert evening.game.find_action(offer.action).find_missing(offer.answers) is None
    evening.do(offer.action, **offer.answers)
    evening.do("bet", who="ann", horse="h12", amount=5)


@pytest.mark.parametrize("horses", [2, 7, 12])
def test_so_many_horses_run_as_are_named_and_by_number_only(horses):
    evening = tote(horses=horses)
    labels = [
        option.label for option in evening.game.find_action("bet").options(evening.table, {"who": "ann"}, "horse")
    ]
    assert labels == [f"No. {number}" for number in range(1, horses + 1)]


@pytest.mark.parametrize("horses", [1, 13, 0])
def test_a_field_has_2_to_12_horses(horses):
    assert "choose 2 to 12" in Stable(keeps="tote").why_not("start", horses=horses)


def test_where_bets_alone_are_kept_the_figure_is_what_the_book_gave_or_took():
    evening = tote()
    evening.do("bet", who="ann", horse="h1", amount=50)
    standing = evening.game.standing(evening.table, "ann")
    assert (standing.figure, standing.note) == ("\u2212\u00a350", "Won or lost so far")


def test_the_auction_alone_says_what_was_spent_and_what_the_hammer_has_earned():
    evening = leases(keeps="auction")
    evening.do("sell", lot="h1", who="ben", price=100)
    ben, ann = (evening.game.standing(evening.table, who) for who in ("ben", "ann"))
    assert (ben.figure, ben.note) == ("\u00a3105", "Spent so far")
    assert ("Spent so far", "\u00a3105") in ben.details
    assert (ann.figure, ann.note) == ("\u00a30", "Spent so far")
    assert "\u00a35 as Auctioneer" in [chip.text for chip in ann.chips]


def test_the_auction_alone_has_no_prize_fund():
    evening = leases(keeps="auction")
    evening.do("sell", lot="h1", who="ben", price=100)
    assert [chip.text for chip in evening.game.status_of(evening.table)] == ["Auction"]
    assert [(line.text, line.figure) for line in evening.last.working][-1] == ("The bank has", 100)


def test_the_bank_alone_says_what_was_paid_and_what_a_banker_who_does_not_play_has_earned():
    evening = entered("Ann", "Ben", keeps="bank", hands={"ann": "h1", "ben": "h2"})
    standing = evening.game.standing(evening.table, "ann")
    assert (standing.figure, standing.note) == ("\u00a380", "Paid so far")
    evening.do("off")
    for horse in ("h1", "h2"):
        evening.do("home", horse=horse)
    evening.do("pay_prizes")
    assert evening.earned("banker", "banker") == 17
    assert "Banker \u00a317" in [chip.text for chip in evening.game.status_of(evening.table)]
    standing = evening.game.standing(evening.table, "ann")
    assert (standing.figure, standing.note) == ("\u00a331", "Received so far")


def test_the_auction_alone_may_sell_every_card_but_the_auctioneers():
    evening = Stable(keeps="auction")
    evening.do("start")
    lots = [option.value for option in evening.game.find_action("sell").options(evening.table, {}, "lot")]
    assert lots == [card for card in LEASE_CARDS if card != "b6"]


# --- Joining


def test_a_backer_joins_at_any_time_where_only_bets_are_kept():
    evening = tote()
    evening.do("join", called="Zoë")
    evening.do("bet", who="zoe", horse="h1", amount=10)
    assert evening.cash("zoe") == -10


def test_nobody_joins_once_the_cards_are_dealt():
    evening = Stable()
    evening.do("join", called="Ed")
    evening.do("start")
    assert evening.cash("ed") == 700
    assert evening.why_not("join", called="Fay") == "The cards are dealt: nobody can join any more."


def test_a_joiner_needs_a_name_and_a_chair():
    evening = tote("Ann", "Ben", "Cy", "Dora", "Ed")
    assert "is at the table already" in evening.why_not("join", called="ANN")
    assert evening.why_not("join", called="x" * 41) == "Keep the name under 40 letters."
    evening.do("join", called="Fay")
    assert evening.why_not("join", called="Gus") == "Six players are the most."


@pytest.mark.parametrize(("keeps", "needed"), options.ROLES_IN.items())
def test_a_book_asks_for_the_roles_that_it_needs(keeps, needed):
    evening = Stable(keeps=keeps)
    start = evening.game.find_action("start")
    asked = [role for role in ROLES if start.options(evening.table, {}, role)]
    assert asked == list(needed)

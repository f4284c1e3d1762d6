"""Totopoly: the table puts the book right, each time with a reason."""

import pytest

from companion.games.totopoly.game import HAMMER, OUT
from tests.games.totopoly.stable import auction, entered, leases, parade, ring, tote


def test_money_is_moved_between_people_and_the_bank():
    evening = ring()
    fund, ann = evening.fund, evening.cash("ann")
    evening.do("correct_money", giver="ann", taker="fund", amount=30, reason="paid twice")
    assert (evening.cash("ann"), evening.fund) == (ann - 30, fund + 30)
    assert evening.told() == "Correction: \u00a330 from Ann to the prize fund (paid twice)."
    evening.do("correct_money", giver="training", taker="ben", amount=5, reason="a bonus forgotten")
    assert evening.trained == -5
    evening.do("correct_money", giver="ben", taker="cy", amount=5, reason="mixed up")


def test_nobody_gives_more_than_there_is_where_cash_is_followed():
    evening = ring()
    said = evening.why_not("correct_money", giver="ann", taker="ben", amount=9_999, reason="no")
    assert said == f"Ann holds \u00a3{evening.cash('ann')}, not \u00a39,999."
    assert evening.why_not("correct_money", giver="ann", taker="ann", amount=1, reason="no") == (
        "Giver and taker are the same."
    )


def test_a_lease_card_is_moved_without_money():
    evening = ring()
    cash = evening.cash("ann")
    evening.do("correct_lease", card="h1", to="ben", reason="mixed up")
    assert ("h1" in evening.cards("ben"), evening.cash("ann")) == (True, cash)
    assert evening.told() == "Correction: 1 \u00b7 King of Clubs is Ben's (mixed up)."
    assert "is Ben's already" in evening.why_not("correct_lease", card="h1", to="ben", reason="no")


def test_a_correction_keeps_to_one_stable():
    evening = ring()
    evening.do("correct_lease", card="b2", to="ben", reason="found")
    said = evening.why_not("correct_lease", card="b1", to="ben", reason="no")
    assert said == "Ben owns Stevedon Stables: nobody owns both stables."


@pytest.mark.parametrize(("to", "place"), [("hammer", HAMMER), ("nobody", OUT)])
def test_a_card_may_go_back_under_the_hammer_or_out(to, place):
    evening = ring()
    evening.do("correct_lease", card="h1", to=to, reason="a slip")
    assert "h1" in evening.t.find_lying(place)


def test_a_card_kept_by_mistake_goes_back_to_the_deal():
    evening = leases()
    evening.keep("ben", "h3")
    evening.do("correct_lease", card="h3", to="dummy", reason="a slip")
    assert "h3" in evening.t.unkept
    assert "a card is with nobody yet" in evening.told()


def test_no_leases_are_moved_where_only_bets_are_kept():
    assert "keeps only bets" in tote().why_not("correct_lease", card="h1", to="ann", reason="no")


def test_training_cards_are_set():
    evening = ring()
    evening.do("correct_training", who="ann", kind="white.black", count=2, reason="forgotten")
    assert evening.training("ann") == {"white.black": 2}
    assert evening.why_not("correct_training", who="ann", kind="white.black", count=2, reason="no") == (
        "That is what the book has already."
    )
    evening.do("correct_training", who="ann", kind="white.black", count=0, reason="none after all")
    assert evening.training("ann") == {}


def test_the_stage_goes_back_and_forward():
    evening = parade()
    evening.do("correct_stage", stage="ring", reason="one horse was still out")
    assert (evening.stage, evening.prompt.title) == ("ring", "Training: what does the square say?")
    evening.do("correct_stage", stage="parade", reason="home now")
    assert "already" in evening.why_not("correct_stage", stage="parade", reason="no")


def test_an_auction_without_lots_can_be_left_again():
    evening = parade()
    evening.do("correct_stage", stage="lots", reason="a slip")
    assert evening.prompt.title == "The auction has no lots left"
    evening.do("end_auction", reason="a slip")
    assert evening.stage == "ring"


def test_where_only_bets_are_kept_there_are_only_their_stages():
    assert "only bets" in tote().why_not("correct_stage", stage="ring", reason="no")


def test_a_horse_is_put_back_into_the_race():
    evening = parade("Ann", "Ben", hands={"ann": "h1 h2 h3 h4", "ben": "h5"})
    evening.do("scratch", horse="h4")
    evening.do("correct_scratch", horse="h4", runs="yes", reason="the wrong one")
    assert "h4" in evening.t.runners
    assert evening.why_not("correct_scratch", horse="h4", runs="yes", reason="no") == "That is how it is already."


def test_every_correction_takes_a_reason():
    evening = entered()
    assert evening.why_not("correct_stage", stage="ring") == "Why?"
    assert evening.why_not("correct_money", giver="ann", taker="ben", amount=1, reason="x") == "Say it in a few words."


def test_house_rules_and_cards_can_be_changed_under_way():
    evening = auction()
    evening.do("change_house", rule="commission_on", way="bank", reason="agreed")
    evening.do("sell", lot="h9", who="ben", price=100)
    assert evening.cash("ben") == 600
    evening.do("change_board", fact="h9.name", value="Arkle", reason="our cards")
    assert evening.t.card_name("h9") == "9 \u00b7 Arkle"


CROWD = {"ann": "h1 h2 h3", "ben": "h5 h6"}


@pytest.mark.parametrize(("limits", "house"), [("strict", 0), ("warn", 1)])
def test_a_fourth_horse_comes_in_by_a_correction_with_a_warning(limits, house):
    evening = entered("Ann", "Ben", hands=CROWD, limits=limits)
    evening.do("open_tote")
    evening.do("correct_lease", card="h5", to="ann", reason="it was hers all along")
    assert evening.cards("ann") == ("h1", "h2", "h3", "h5")
    assert "Mind: Ann then runs 4, more than three" in [line.text for line in evening.last.working]
    assert len(evening.last.house) == house
    evening.do("correct_scratch", horse="h5", runs="no", reason="too many")
    assert not [line for line in evening.last.working if line.text.startswith("Mind")]
    evening.do("correct_scratch", horse="h5", runs="yes", reason="the table says so")
    assert "Mind: Ann then runs 4, more than three" in [line.text for line in evening.last.working]
    assert evening.last.rule.endswith("Three horses a player run at most.")


def test_a_third_horse_or_a_horse_that_is_nobodys_is_no_crowd():
    evening = entered("Ann", "Ben", hands=CROWD)
    evening.do("open_tote")
    evening.do("correct_lease", card="h1", to="ben", reason="mixed up")
    evening.do("correct_lease", card="h2", to="nobody", reason="mixed up")
    evening.do("correct_scratch", horse="h2", runs="no", reason="gone")
    evening.do("correct_scratch", horse="h2", runs="yes", reason="back")
    assert not [line for entry in evening.entries for line in entry.proposal.working if line.text.startswith("Mind")]


def test_a_lease_forgotten_until_the_auction_is_kept_after_all():
    evening = leases()
    evening.keep("ann", "h1")
    evening.do("wear_hat", hat="auctioneer", who="dora")
    evening.do("open_auction")
    evening.do("sell", lot="h4", who="cy", price=10)
    evening.do("correct_stage", stage="leases", reason="Ben kept a third card")
    evening.keep("ben", "h10")
    assert evening.t.owner("h10") == evening.t.seat("ben")
    assert evening.t.owner("h4") == evening.t.seat("cy")
    evening.do("open_auction")
    assert not {"h1", "h4", "h10"} & set(evening.t.find_lying(HAMMER))

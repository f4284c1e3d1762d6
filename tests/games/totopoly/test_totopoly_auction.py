"""Totopoly: lots, bids, and the auctioneer's 5%."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.totopoly.game import HAMMER, OUT
from companion.rules.money import commission, highest_bid
from tests.games.totopoly.stable import Stable, auction, leases

# --- Auctioneer: the commission


@pytest.mark.parametrize(
    ("price", "up", "down", "least"),
    [(30, 2, 1, 2), (10, 1, 0, 1), (9, 0, 0, 1), (31, 2, 2, 2), (29, 1, 1, 1), (1, 0, 0, 1)],
)
def test_commission_is_5_percent_to_the_nearest_unit(price, up, down, least):
    assert [commission(price, how) for how in ("up", "down", "least")] == [up, down, least]


def test_a_commission_on_less_than_nothing_is_no_commission():
    with pytest.raises(ValueError, match=r"^a price is not negative$"):
        commission(-1)
    assert [commission(0), highest_bid(0), highest_bid(0, "least"), highest_bid(-30)] == [0, 0, 0, 0]


def test_a_commission_is_rounded_as_the_table_says_and_no_other_way():
    assert (commission(10), highest_bid(10)) == (commission(10, "up"), highest_bid(10, "up"))
    for work in (commission, highest_bid):
        with pytest.raises(KeyError):
            work(10, "sideways")


@given(cash=st.integers(0, 10_000), how=st.sampled_from(["up", "down", "least"]))
def test_the_highest_bid_leaves_the_commission_payable_and_one_more_does_not(cash, how):
    bid = highest_bid(cash, how)
    assert bid == 0 or bid + commission(bid, how) <= cash
    assert bid + 1 + commission(bid + 1, how) > cash


@pytest.mark.parametrize(("price", "left", "earned"), [(30, 668, 2), (10, 689, 1), (9, 691, 0)])
def test_the_buyer_pays_the_bank_and_the_auctioneer_on_top(price, left, earned):
    evening = auction()
    evening.do("sell", lot="h9", who="ben", price=price)
    assert (evening.cash("ben"), evening.fund, evening.earned("ann", "auctioneer")) == (left, price, earned)
    assert evening.cards("ben") == ("h9",)


def test_by_the_house_the_commission_comes_out_of_the_price():
    evening = auction(commission_on="price")
    evening.do("sell", lot="h9", who="ben", price=30)
    assert (evening.cash("ben"), evening.fund, evening.cash("ann")) == (670, 28, 702)
    assert evening.last.house == ("The auctioneer's 5% comes out of the price.",)


def test_by_the_house_the_bank_pays_it():
    evening = auction(commission_on="bank")
    evening.do("sell", lot="h9", who="ben", price=700)
    assert (evening.cash("ben"), evening.fund, evening.cash("ann")) == (0, 665, 735)


def test_a_lot_the_auctioneer_buys_himself_carries_none():
    evening = auction()
    evening.do("sell", lot="h9", who="ann", price=700)
    assert (evening.cash("ann"), evening.fund, evening.earned("ann", "auctioneer")) == (0, 700, 0)


def test_by_the_house_his_own_lots_carry_it_too():
    evening = auction(own_lots="commission", commission_on="price")
    evening.do("sell", lot="h9", who="ann", price=100)
    assert (evening.cash("ann"), evening.fund, evening.earned("ann", "auctioneer")) == (605, 95, 5)


@pytest.mark.parametrize(("rounding", "earned"), [("up", 1), ("down", 0), ("least", 1)])
def test_halves_are_rounded_as_the_house_has_it(rounding, earned):
    evening = auction(auction_rounding=rounding)
    evening.do("sell", lot="h9", who="ben", price=10)
    assert evening.earned("ann", "auctioneer") == earned


# --- Bids


def test_a_bid_leaves_the_commission_payable():
    evening = auction()
    assert evening.why_not("sell", lot="h9", who="ben", price=668) == (
        "Ben holds \u00a3700 and can pay \u00a3667 at most with the commission."
    )
    evening.do("sell", lot="h9", who="ben", price=667)
    assert evening.cash("ben") == 0


def test_the_pad_knows_the_highest_bid():
    kind = auction().game.find_action("sell").question("price").kind
    evening = auction()
    assert kind.most_on(evening.game.turn(evening.table, {"who": "ben"})) == 667
    assert kind.most_on(evening.game.turn(evening.table, {"who": "ann"})) == 700


@pytest.mark.parametrize(
    ("price", "said"),
    [(0, "It must be at least 1."), (-3, "An amount can't be negative."), ("2.5", "must be a whole number")],
)
def test_bids_are_whole_units_from_1(price, said):
    assert said in auction().why_not("sell", lot="h9", who="ben", price=price)


def test_who_has_nothing_bids_nothing():
    evening = auction()
    evening.have("ben", 0)
    assert evening.why_not("sell", lot="h9", who="ben", price=1) == "Ben holds \u00a30: too little for any bid."


def test_nobody_buys_a_second_stable():
    evening = auction(kept={"ben": "b1"})
    assert "nobody owns both stables" in evening.why_not("sell", lot="b2", who="ben", price=5)
    options = evening.game.find_action("sell").options(evening.table, {"lot": "b2"}, "who")
    assert [one.value for one in options if one.refusal] == [], "a grey name would show who holds the other stable"


def test_what_is_kept_is_no_lot():
    evening = auction(kept={"ben": "h9"})
    assert "is not under the hammer" in evening.why_not("sell", lot="h9", who="cy", price=5)


def test_there_are_no_lots_before_the_auction():
    said = leases().why_not("sell", lot="h9", who="cy", price=5)
    assert said == "That belongs to the auction; now it is the leases. Set the stage to change that."


# --- Unsold lots, and the end


def test_a_lot_that_nobody_bids_for_is_out_of_the_game():
    evening = auction()
    evening.do("no_bid", lot="h9")
    assert "h9" in evening.t.find_lying(OUT)
    assert "h9" not in evening.t.runners


def test_by_the_house_it_is_offered_again_at_the_end_once():
    evening = auction("Ann", "Ben", no_bid="again", kept={"ben": "h1 h2 h3 h4"})
    evening.do("no_bid", lot="h9")
    assert "it comes again when the others are gone" in evening.why_not("sell", lot="h9", who="ben", price=1)
    for lot in evening.t.find_lying(HAMMER):
        if lot != "h9":
            evening.do("sell", lot=lot, who="ann" if lot != "b2" else "ben", price=1)
    evening.do("no_bid", lot="h9")
    assert "h9" in evening.t.find_lying(OUT)
    assert evening.stage == "ring"


def test_the_last_lot_leads_to_the_training_ring():
    evening = auction("Ann", "Ben", kept={"ben": "h1 h2 h3"})
    for lot in evening.t.find_lying(HAMMER):
        assert evening.stage == "lots"
        evening.do("sell", lot=lot, who="ann" if lot != "b2" else "ben", price=1)
    assert evening.stage == "ring"
    assert evening.told().endswith("No lot is left: the training ring is next.")


def test_the_auction_may_be_stopped_for_a_reason():
    evening = auction()
    evening.do("end_auction", reason="it is late")
    assert len(evening.t.find_lying(OUT)) == 19
    assert evening.stage == "ring"


# --- Just the auction


def test_alone_no_cash_is_followed_and_nobody_is_refused():
    evening = leases(keeps="auction")
    evening.do("sell", lot="h9", who="ben", price=900)
    assert (evening.cash("ben"), evening.cash("ann"), evening.fund) == (-945, 45, 900)
    assert (
        evening.game.find_action("sell")
        .question("price")
        .kind.most_on(evening.game.turn(evening.table, {"who": "ben"}))
        == 0
    )


def test_alone_the_auction_ends_the_play():
    evening = Stable("Ann", "Ben", keeps="auction")
    evening.do("start")
    evening.do("end_auction", reason="enough")
    assert evening.stage == "over"
    assert evening.game.ending(evening.table).reason == "The auction is over"
    assert evening.why_not("sell", lot="h1", who="ann", price=1) == "The game is over. Undo the last entry to play on."


# --- What the receipt says


def said(evening):
    return [(line.text, line.figure) for line in evening.last.working]


@pytest.mark.parametrize(
    ("on", "line", "fund"),
    [
        ("top", "Ann keeps 5% of £100 on the auctioneer's own lot", 100),
        ("price", "Out of the price Ann gets 5% of £100 on the auctioneer's own lot", 95),
        ("bank", "The bank pays Ann 5% of £100 on the auctioneer's own lot", 95),
    ],
)
def test_commission_on_the_auctioneers_own_lot_is_on_the_receipt_with_its_figure(on, line, fund):
    evening = auction(own_lots="commission", commission_on=on)
    evening.do("sell", lot="h9", who="ann", price=100)
    assert (line, 5) in said(evening)
    assert ("Prize fund", fund) in said(evening)
    assert evening.last.house[-1] == "The auctioneer's own lots carry commission."


def test_a_lot_too_small_for_commission_names_no_house_rule_about_it():
    evening = auction(own_lots="commission", commission_on="bank")
    evening.do("sell", lot="h9", who="ann", price=9)
    assert evening.last.house == ()


@pytest.mark.parametrize(
    ("rounding", "price", "house"),
    [
        ("down", 30, ("Half a unit of commission is dropped.",)),
        ("down", 31, ()),
        ("down", 9, ()),
        ("least", 9, ("Commission is never less than 1.",)),
        ("least", 10, ()),
        ("least", 100, ()),
    ],
)
def test_how_commission_is_rounded_is_named_where_it_made_a_difference(rounding, price, house):
    evening = auction(auction_rounding=rounding)
    evening.do("sell", lot="h9", who="ben", price=price)
    assert evening.last.house == house
    evening.do("sell", lot="h10", who="ann", price=price)
    assert evening.last.house == ()


# --- Hidden hands


def test_while_hands_are_hidden_nothing_that_is_refused_names_what_somebody_holds():
    evening = auction(kept={"ben": "b1 h3"})
    for action, answers in (
        ("sell", {"lot": "b2", "who": "ben", "price": 5}),
        ("correct_lease", {"card": "b2", "to": "ben", "reason": "no"}),
    ):
        refused = evening.why_not(action, **answers)
        assert refused == "Stevedon Stables can't go to Ben: nobody owns both stables."
    already = evening.why_not("correct_lease", card="h3", to="ben", reason="no")
    assert already == "That is how the book has it already."
    for option in evening.game.find_action("correct_lease").options(evening.table, {"card": "b1"}, "to"):
        assert option.refusal is None
    evening.do("end_auction", reason="late")
    assert evening.why_not("correct_lease", card="b2", to="ben", reason="no") == (
        "Ben owns Walroy Stables: nobody owns both stables."
    )

"""Ratrace: what is left behind on moving up is auctioned, lot by lot."""

import pytest

from companion.games.ratrace import GAME, auction
from companion.games.ratrace.game import Item
from models.ledger import Proposal
from tests.games.evening import untied


def hammer(*cards, paper=None, who="alice", **houses):
    """Somebody marries, and these lots come under the hammer."""
    evening = untied("Alice", "Bob", "Carl", "Dora", **houses)
    evening.give(who, *cards)
    if paper:
        evening.paper(who, paper)
    evening.do("wedding", who=who)
    return evening


# --- Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?


def test_the_highest_bid_is_paid_in_cash_to_the_seller():
    evening = hammer("olive.working")
    evening.do("sell", lot="olive.working", buyer="bob", price=130)
    assert (evening.cash("alice"), evening.cash("bob")) == (330, 70)
    assert evening.hand("bob") == ["olive.working"]
    assert evening.told() == "Bob buys the Quartz Watch from Alice for $130."
    assert evening.event is None


def test_unsold_symbols_go_to_the_treasury_for_10_and_back_to_stock():
    evening = hammer("olive.working", "red.working")
    evening.do("unsold", lot="olive.working")
    assert evening.cash("alice") == 210
    assert GAME.turn(evening.table).in_stock(Item("olive", "working")) == 3
    evening.do("unsold", lot="red.working")
    assert (evening.cash("alice"), evening.event) == (220, None)


def test_from_the_middle_class_the_treasury_pays_50():
    evening = untied()
    evening.rank("alice", "middle")
    evening.give("alice", "olive.middle")
    evening.set("bob", cash=5_000)
    evening.do("wedding", who="alice")
    evening.do("unsold", lot="olive.middle")
    assert evening.cash("alice") == 250


def test_the_highest_bid_wins_even_below_the_buy_back():
    evening = hammer("olive.working")
    evening.do("sell", lot="olive.working", buyer="bob", price=1)
    assert evening.cash("alice") == 201


def test_all_that_is_left_can_go_at_once():
    evening = hammer("olive.working", "red.working", "blue.working", paper="night_school")
    evening.do("sell", lot="red.working", buyer="carl", price=5)
    evening.do("unsold", lot="rest")
    assert (evening.cash("alice"), evening.event) == (225, None)
    assert evening.mark("alice", "paper") is None


def test_the_diploma_may_be_auctioned_and_is_gone_in_any_case():
    evening = hammer(paper="night_school")
    assert evening.mark("alice", "paper") is None
    evening.do("sell", lot="paper", buyer="bob", price=40)
    assert evening.mark("bob", "paper") == "night_school"
    assert evening.cash("alice") == 240
    evening = hammer(paper="night_school")
    evening.do("unsold", lot="paper")
    assert evening.cash("alice") == 200
    assert evening.told() == "Nobody buys the Night School diploma: it is surrendered."


# --- Q. But what if one or more of my Status Symbols are of a higher class?


def test_symbols_of_the_new_class_or_higher_are_kept():
    evening = hammer("olive.working", "red.middle", "blue.high")
    assert evening.hand("alice") == ["blue.high", "red.middle"]
    assert auction.lots(GAME.turn(evening.table)) == ("olive.working",)


# --- Who may bid


def test_bidders_are_below_the_class_entered():
    evening = untied("Alice", "Bob", "Carl")
    evening.rank("bob", "middle")
    evening.give("alice", "olive.working")
    evening.do("wedding", who="alice")
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=5) == (
        "Only players below the Middle Class bid; Bob is not."
    )
    assert [one.key for one in auction.bidders(GAME.turn(evening.table), "olive.working")] == ["carl"]


def test_house_rule_anyone_may_bid_but_for_no_class_below_their_own():
    evening = untied("Alice", "Bob", "Carl", bidders="anyone")
    evening.rank("bob", "high")
    evening.rank("carl", "middle")
    evening.rank("alice", "middle")
    evening.give("alice", "olive.middle")
    evening.do("wedding", who="alice")
    assert evening.why_not("sell", lot="olive.middle", buyer="bob", price=5) == (
        "24 Carat Gold Necklace: of a class below Bob's own."
    )
    evening.do("sell", lot="olive.middle", buyer="carl", price=5)


def test_house_rule_anyone_in_the_class_entered_may_bid_where_the_hand_allows():
    evening = untied("Alice", "Bob", bidders="anyone")
    evening.rank("bob", "middle")
    evening.give("alice", "olive.working")
    evening.do("wedding", who="alice")
    assert evening.told().endswith("Nobody can buy the Quartz Watch: the Treasury takes it back for $10.")
    assert evening.event is None


@pytest.mark.parametrize(
    ("cash", "cards", "reason"),
    [
        (0, (), "Bob has no cash."),
        (200, ("olive.working",), "Bob has the Quartz Watch already."),
        (200, ("red.high", "blue.high", "green.high"), "Bob holds three Status Symbols already."),
    ],
)
def test_a_buyer_has_cash_a_free_place_and_not_that_item(cash, cards, reason):
    evening = untied()
    evening.set("bob", cash=cash)
    evening.give("bob", *cards)
    evening.give("alice", "olive.working")
    evening.do("wedding", who="alice")
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=5) == reason


def test_bids_are_cash_and_from_1_dollar():
    evening = hammer("olive.working")
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=201) == "Bob holds $200: bids are cash."
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=0) == "It must be at least 1."


def test_the_seller_does_not_bid():
    evening = hammer("olive.working")
    assert evening.why_not("sell", lot="olive.working", buyer="alice", price=5) == "The seller does not bid."


def test_cards_of_the_own_business_may_be_bought_and_never_count():
    evening = hammer("red.working")
    evening.do("sell", lot="red.working", buyer="bob", price=5)
    assert evening.hand("bob") == ["red.working"]
    assert GAME.turn(evening.table).seat("bob").cards_from(0) == ()


def test_eligibility_is_checked_lot_by_lot_and_what_nobody_may_buy_goes_at_once():
    evening = untied("Alice", "Bob")
    evening.give("bob", "green.working", "green.middle")
    evening.give("alice", "olive.working", "blue.working")
    evening.do("wedding", who="alice")
    evening.do("sell", lot="olive.working", buyer="bob", price=5)
    assert evening.told().endswith("Nobody can buy the C.B. Radio: the Treasury takes it back for $10.")
    assert (evening.cash("alice"), evening.event) == (215, None)


def test_a_diploma_is_bought_only_by_who_is_in_its_class_without_one():
    evening = untied("Alice", "Bob", "Carl", "Dora", bidders="anyone")
    evening.rank("bob", "middle")
    evening.paper("carl", "country_club")
    evening.paper("alice", "night_school")
    evening.do("wedding", who="alice")
    assert evening.why_not("sell", lot="paper", buyer="bob", price=5) == "Bob is not in the Working Class."
    assert evening.why_not("sell", lot="paper", buyer="carl", price=5) == (
        "Carl has the Country Club membership already."
    )
    assert [one.key for one in auction.bidders(GAME.turn(evening.table), "paper")] == ["dora"]


def test_a_lot_that_is_not_up_is_not_sold():
    evening = hammer("olive.working")
    assert evening.why_not("sell", lot="red.working", buyer="bob", price=5) == "That lot is not up for sale."
    evening.do("sell", lot="olive.working", buyer="bob", price=5)
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=5) == "There is no auction under way."
    assert evening.why_not("unsold", lot="rest") == "There is no auction under way."
    assert evening.game.find_action("sell").why_not(evening.table, {}) == "There is no auction under way."


# --- Called off, and struck out


def test_an_auction_called_off_gives_unsold_lots_back():
    evening = hammer("olive.working", "red.working", paper="night_school")
    evening.do("sell", lot="olive.working", buyer="bob", price=5)
    evening.do("call_off", reason="for the test")
    assert evening.hand("alice") == ["red.working"]
    assert evening.mark("alice", "paper") == "night_school"
    assert evening.event is None


def test_a_card_sold_in_an_auction_that_was_struck_out_does_not_eat_the_next():
    evening = hammer("olive.working", "blue.working")
    wedding = evening.entries[-1].seq
    evening.do("sell", lot="olive.working", buyer="bob", price=5)
    evening.void(wedding)
    assert evening.event is None
    assert evening.hand("alice") == ["blue.working", "olive.working"]
    evening.do("wedding", who="alice")
    assert auction.lots(GAME.turn(evening.table)) == ("blue.working", "olive.working")
    evening.do("sell", lot="olive.working", buyer="carl", price=5)
    evening.do("unsold", lot="rest")
    assert evening.table.ledger.holdings("hammer:cards") == {}


def test_a_sale_struck_out_is_under_the_hammer_again():
    evening = hammer("olive.working", "blue.working")
    evening.do("sell", lot="olive.working", buyer="bob", price=5)
    sold = evening.entries[-1].seq
    evening.do("sell", lot="blue.working", buyer="bob", price=5)
    evening.void(evening.entries[-1].seq)
    evening.void(sold)
    assert auction.lots(GAME.turn(evening.table)) == ("blue.working", "olive.working")
    assert evening.prompt.title == "Alice's auction"


def test_an_auction_with_no_lots_can_only_be_called_off():
    evening = untied()
    turn = GAME.turn(evening.table)
    turn.begin(turn.auction, who="alice", entered="middle")
    evening.write(Proposal("odd", {}, "Odd.", marks=turn.effect.marks))
    assert evening.prompt.title == "The auction has no lots left"
    evening.do("call_off", reason="nothing to sell")
    assert evening.event is None

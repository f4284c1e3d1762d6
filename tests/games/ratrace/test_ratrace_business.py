"""Ratrace: what is bought at a Business, and how many Status Symbols one may have."""

import pytest

from companion.games.ratrace import GAME
from companion.games.ratrace.board import CLASSES
from companion.games.ratrace.game import Item
from tests.games.evening import ratrace, untied


@pytest.fixture
def evening():
    return untied()


def buy(evening, who, business, item, on="cash"):
    return evening.do("buy", who=who, business=business, item=item, on=on)


def why_not(evening, who, business, item, on="cash"):
    return evening.why_not("buy", who=who, business=business, item=item, on=on)


# --- Q. When does it start to get interesting?


def test_a_status_symbol_costs_100_to_its_owner_and_brings_the_card(evening):
    buy(evening, "alice", "red", "working")
    assert (evening.cash("alice"), evening.cash("bob")) == (100, 300)
    assert evening.hand("alice") == ["red.working"]
    assert evening.told() == "Alice buys the Latest-style Suit at Rose's Clothes & Furs for $100; Bob is paid."


def test_the_other_purchase_costs_20_and_brings_no_card(evening):
    buy(evening, "alice", "red", "other")
    assert (evening.cash("alice"), evening.cash("bob")) == (180, 220)
    assert evening.hand("alice") == []


def test_at_a_business_of_the_treasury_the_treasury_is_paid(evening):
    buy(evening, "alice", "olive", "working")
    assert evening.cash("alice") == 100
    assert evening.table.ledger.balance("treasury:cash") == -500


def test_at_the_own_business_nothing_is_bought(evening):
    assert why_not(evening, "alice", "black", "working") == "Black's Art Gallery is Alice's own: nothing is bought."
    assert why_not(evening, "alice", "black", "other") == "Black's Art Gallery is Alice's own: nothing is bought."


@pytest.mark.parametrize(("rank", "symbol", "other"), [("working", 100, 20), ("middle", 500, 100), ("high", 3000, 500)])
def test_prices_go_by_the_class(evening, rank, symbol, other):
    if rank != "working":
        evening.rank("alice", rank)
    evening.set("alice", cash=10_000)
    buy(evening, "alice", "red", rank)
    assert evening.cash("alice") == 10_000 - symbol
    buy(evening, "alice", "red", "other")
    assert evening.cash("alice") == 10_000 - symbol - other


def test_who_lacks_the_cash_is_told_of_the_credit_card(evening):
    evening.set("alice", cash=19)
    assert why_not(evening, "alice", "red", "other") == "Alice holds $19; this costs $20. The Credit Card will do."
    buy(evening, "alice", "red", "other", on="credit")
    assert evening.event is None


def test_the_last_dollar_buys(evening):
    evening.set("alice", cash=100)
    buy(evening, "alice", "red", "working")
    assert evening.cash("alice") == 0


def test_one_purchase_is_all_cash_or_all_credit(evening):
    evening.set("alice", cash=99)
    assert "The Credit Card will do" in why_not(evening, "alice", "red", "working")
    buy(evening, "alice", "red", "working", on="credit")
    assert (evening.cash("alice"), evening.debt("alice")) == (99, 100)


# --- Q. You mean if I land on Olive's Jewellery, I'm not just restricted to buying a 17-Jewel Watch?


def test_a_symbol_of_a_higher_class_costs_what_it_costs_there(evening):
    evening.set("alice", cash=10_000)
    buy(evening, "alice", "olive", "middle")
    assert evening.cash("alice") == 9_500
    buy(evening, "alice", "olive", "high")
    assert evening.cash("alice") == 6_500
    assert evening.hand("alice") == ["olive.high", "olive.middle"]


def test_never_a_symbol_of_a_class_below(evening):
    evening.rank("alice", "middle")
    assert why_not(evening, "alice", "olive", "working", "credit") == ("Quartz Watch: of a class below Alice's own.")
    offered = evening.game.find_action("buy").options(evening.table, {"who": "alice", "business": "olive"}, "item")
    assert [option.value for option in offered] == ["middle", "high", "other"]


# --- Q. How many Status Symbols can I buy in one class?


def test_three_symbols_of_any_classes_are_the_most(evening):
    evening.give("alice", "red.working", "olive.middle", "olive.high")
    assert why_not(evening, "alice", "blue", "working", "credit") == "Alice holds three Status Symbols already."
    buy(evening, "alice", "blue", "other")


def test_only_one_of_a_particular_item(evening):
    evening.give("alice", "red.working")
    assert why_not(evening, "alice", "red", "working") == "Alice has the Latest-style Suit already."
    buy(evening, "alice", "red", "middle", "credit")
    buy(evening, "alice", "red", "other", "credit")


def test_house_rule_only_one_symbol_of_a_business():
    evening = untied(one_of="business")
    evening.give("alice", "red.working")
    assert why_not(evening, "alice", "red", "middle", "credit") == (
        "Alice has a symbol of Rose's Clothes & Furs already."
    )


def test_more_than_three_by_corrections_locks_nobody_out(evening):
    evening.give("alice", "red.working", "blue.working", "olive.working", "green.working", "green.working")
    buy(evening, "alice", "red", "other")
    evening.set("alice", cash=500)
    evening.paper("alice", "night_school")
    evening.do("move_up", who="alice")
    assert evening.mark("alice", "class") == "middle"
    assert len(evening.game.standing(evening.table, "alice").holdings) >= 3


# --- Q. What if the Status Symbol I want to buy is out of stock?


def test_there_are_three_cards_an_item(evening):
    evening.give("bob", "olive.working")
    evening.give("carl", "olive.working", "olive.working")
    assert why_not(evening, "alice", "olive", "working") == "Quartz Watch: out of stock."
    buy(evening, "alice", "olive", "middle", "credit")
    buy(evening, "alice", "olive", "other")


@pytest.mark.parametrize("stock", [1, 2])
def test_house_rule_fewer_cards_an_item(stock):
    evening = untied(stock=str(stock))
    evening.give("bob", *["olive.working"] * stock)
    assert why_not(evening, "alice", "olive", "working") == "Quartz Watch: out of stock."


def test_house_rule_never_out_of_stock():
    evening = untied(stock="unlimited")
    evening.give("bob", *["olive.working"] * 5)
    buy(evening, "alice", "olive", "working")
    assert GAME.turn(evening.table).in_stock(Item("olive", "working")) is None


def test_the_stock_is_never_below_nought_when_the_house_rule_changes(evening):
    evening.give("bob", "olive.working", "olive.middle")
    evening.give("carl", "olive.working", "olive.working")
    evening.do("change_house", rule="stock", way="1", reason="cards were lost")
    assert GAME.turn(evening.table).in_stock(Item("olive", "working")) == 0


def test_a_card_given_up_can_be_bought_again(evening):
    evening.give("carl", "olive.working", "olive.working", "olive.working")
    evening.do("correct_card", card="olive.working", giver="carl", taker="stock", reason="for the test")
    buy(evening, "alice", "olive", "working")


# --- House rule: no credit on Other Purchases


def test_house_rule_other_purchases_are_paid_in_cash():
    evening = untied(other_credit="no")
    assert why_not(evening, "alice", "red", "other", "credit") == "By the house rule Other Purchases are paid in cash."
    buy(evening, "alice", "red", "other")
    buy(evening, "alice", "red", "working", "credit")
    assert evening.cash("alice") == 180


def test_house_rule_who_cant_pay_an_other_purchase_is_bankrupt_towards_the_owner():
    evening = untied(other_credit="no")
    evening.set("alice", cash=15)
    buy(evening, "alice", "red", "other")
    assert evening.told() == (
        "Alice owes $20 (Other Purchase at Rose's Clothes & Furs) and holds $15: cash must be raised."
    )
    evening.do("bankrupt")
    assert (evening.cash("alice"), evening.cash("bob")) == (200, 215)
    assert evening.told() == "Alice is bankrupt: $15 to Bob, then back to Graduation Day with $200."


def test_an_other_purchase_met_by_a_sale_goes_to_the_owner():
    evening = untied(other_credit="no")
    evening.give("alice", "olive.working")
    evening.set("alice", cash=15)
    buy(evening, "alice", "red", "other")
    evening.do("sell", lot="olive.working", buyer="carl", price=5)
    assert (evening.cash("alice"), evening.cash("bob"), evening.cash("carl")) == (0, 220, 195)
    assert evening.event is None
    assert evening.told().endswith("Alice pays $20 to Bob: Other Purchase at Rose's Clothes & Furs.")


def test_house_rule_the_last_dollar_pays_an_other_purchase():
    evening = untied(other_credit="no")
    evening.set("alice", cash=20)
    buy(evening, "alice", "red", "other")
    assert (evening.cash("alice"), evening.event) == (0, None)


# --- On the board


def test_landing_on_anothers_business_one_thing_must_be_bought():
    evening = ratrace()
    evening.do("roll", who="alice", roll=2)
    assert evening.prompt.title == "What does Alice buy from Carl?"
    assert evening.why_not("roll", who="bob", roll=5) == "Alice is still to deal with Royal Car Sales."
    assert evening.why_not("buy", who="alice", business="red", item="other", on="cash") == (
        "Alice has landed on Royal Car Sales, not on Rose's Clothes & Furs."
    )
    assert evening.why_not("buy", who="bob", business="blue", item="other", on="cash").startswith(
        "Bob has not just landed on Royal Car Sales."
    )
    buy(evening, "alice", "blue", "other")
    assert evening.prompt.title == "Bob rolls"
    assert why_not(evening, "alice", "blue", "other").startswith("Nobody stands on a square")


def test_landing_on_the_own_business_the_turn_passes_at_once():
    evening = ratrace()
    evening.do("roll", who="alice", roll=10)
    assert evening.prompt.title == "Bob rolls"
    assert "Alice's own Business: nothing is bought" in [line.text for line in evening.last.working]


def test_every_item_has_a_name_and_a_price_in_its_options(evening):
    offered = evening.game.find_action("buy").options(evening.table, {"who": "alice", "business": "olive"}, "item")
    assert [option.label for option in offered] == [
        "Quartz Watch", "24 Carat Gold Necklace", "Diamonds", "Other Purchase"
    ]  # fmt: skip
    assert offered[0].detail == "$100 · Working Class · 3 left"
    assert [option.value for option in offered] == [*CLASSES, "other"]

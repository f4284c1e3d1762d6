"""Ratrace: debts that can't be met, and starting over."""

import pytest

from companion.core.recording.differences import button_figure
from companion.games.ratrace import GAME, auction
from companion.games.ratrace.game import Item
from tests.games.evening import ratrace, untied


def owing(*cards, cash=300, debt=0, paper=None, roll=12, **houses):
    """Alice is in the Middle Class and owes taxes of $1,200."""
    evening = untied(**houses)
    evening.rank("alice", "middle")
    evening.set("alice", cash=cash, debt=debt)
    evening.give("alice", *cards)
    if paper:
        evening.paper("alice", paper)
    for who in ("bob", "carl"):
        evening.rank(who, "middle")
        evening.set(who, cash=2_000)
    evening.do("taxes", who="alice", roll=roll)
    return evening


# --- Q. What happens when a player goes bankrupt?


def test_taxes_of_900_with_300_and_symbols_that_fetch_400():
    evening = owing("olive.middle", "red.middle", debt=120, roll=9)
    treasury = evening.table.ledger.balance("treasury:cash")
    evening.do("sell", lot="olive.middle", buyer="bob", price=250)
    evening.do("sell", lot="red.middle", buyer="carl", price=150)
    assert evening.cash("alice") == 700
    evening.do("bankrupt")
    assert evening.table.ledger.balance("treasury:cash") == treasury + 700 - 200
    assert (evening.cash("alice"), evening.debt("alice")) == (200, 0)
    lines = {line.text: line.figure for line in evening.last.working}
    assert lines["Unpaid and written off"] == 200
    assert lines["Credit debt written off"] == 120
    assert evening.told() == "Alice is bankrupt: $700 to the Treasury, then back to Graduation Day with $200."


def test_the_sale_stops_once_the_debt_is_met_and_sales_stand():
    evening = owing("olive.middle", "red.middle", "green.high", roll=7)
    evening.do("sell", lot="olive.middle", buyer="bob", price=450)
    assert (evening.cash("alice"), evening.event) == (50, None)
    assert evening.hand("alice") == ["green.high", "red.middle"]
    assert evening.hand("bob") == ["olive.middle"]
    assert evening.mark("alice", "class") == "middle"


def test_symbols_are_put_up_first_then_the_diploma():
    evening = owing("olive.middle", paper="university")
    assert auction.lots(GAME.turn(evening.table)) == ("olive.middle",)
    assert evening.why_not("sell", lot="paper", buyer="bob", price=5) == "Symbols come first, then the diploma."
    evening.do("unsold", lot="olive.middle")
    assert auction.lots(GAME.turn(evening.table)) == ("paper",)
    assert evening.why_not("bankrupt") == "Alice must first put up the University diploma for auction."
    evening.do("sell", lot="paper", buyer="bob", price=1_000)
    assert (evening.cash("alice"), evening.event) == (100, None)
    assert (evening.mark("alice", "paper"), evening.mark("bob", "paper")) == (None, "university")


def test_the_treasury_buys_nothing_from_a_debtor():
    evening = owing("olive.middle", "red.middle", paper="university")
    evening.do("unsold", lot="rest")
    assert evening.cash("alice") == 300
    assert evening.hand("alice") == ["olive.middle", "red.middle"]
    assert auction.lots(GAME.turn(evening.table)) == ()


def test_who_is_still_short_starts_over_with_the_same_business():
    evening = owing("olive.middle", paper="university")
    evening.do("unsold", lot="rest")
    evening.do("bankrupt")
    assert (evening.cash("alice"), evening.hand("alice")) == (200, [])
    assert (evening.mark("alice", "class"), evening.mark("alice", "square")) == ("working", 0)
    assert evening.mark("alice", "paper") is None
    assert GAME.turn(evening.table).seat("alice").businesses == ("black",)
    assert GAME.turn(evening.table).in_stock(Item("olive", "middle")) == 3
    assert evening.event is None


def test_the_button_of_a_bankruptcy_has_no_figure_of_the_new_start():
    evening = owing()
    action = GAME.find_action("bankrupt")
    figure = button_figure(action, evening.table, action.propose(evening.table, {}))
    assert action.act(evening.table, {}) == "Alice goes bankrupt"
    assert figure is not None
    assert not figure.figure


def test_nobody_is_bankrupt_who_can_still_sell_or_pay():
    evening = owing("olive.middle")
    assert evening.why_not("bankrupt") == "Alice must first put up the 24 Carat Gold Necklace for auction."
    evening.do("unsold", lot="olive.middle")
    evening.set("alice", cash=1_200)
    assert evening.why_not("bankrupt") == "Alice has the cash for the debt: pay it."
    evening.do("settle")
    assert (evening.cash("alice"), evening.event) == (0, None)


def test_lots_that_nobody_may_buy_are_passed_over_at_once():
    evening = untied("Alice", "Bob")
    evening.give("alice", "olive.middle", "green.middle")
    evening.set("alice", cash=0)
    evening.set("bob", cash=0)
    evening.do("taxes", who="alice", roll=5)
    assert evening.told() == (
        "Alice owes $50 (Taxes) and holds $0: cash must be raised. Nobody can buy the Video Recorder. "
        "Nobody can buy the 24 Carat Gold Necklace."
    )
    evening.do("bankrupt")
    assert evening.told() == "Alice is bankrupt and goes back to Graduation Day with $200."


def test_after_a_sale_every_lot_that_nobody_may_buy_any_more_is_passed_over():
    evening = untied("Alice", "Bob")
    evening.give("alice", "olive.middle", "green.middle", "blue.middle")
    evening.set("alice", cash=0)
    evening.do("taxes", who="alice", roll=12)
    evening.do("sell", lot="olive.middle", buyer="bob", price=100)
    evening.set("bob", cash=0)
    evening.do("unsold", lot="green.middle")
    assert auction.lots(GAME.turn(evening.table)) == ()


def test_broke_with_nothing_due_is_no_bankruptcy():
    evening = untied()
    evening.set("alice", cash=0)
    assert evening.why_not("bankrupt") == "Nobody is short of cash for a debt."
    assert evening.why_not("settle") == "Nobody is short of cash for a debt."


def test_bidders_at_a_bankrupts_auction_buy_no_class_below_their_own():
    evening = owing("olive.working", "red.middle")
    assert evening.why_not("sell", lot="olive.working", buyer="bob", price=5) == "That lot is not up for sale."
    assert [one.key for one in auction.bidders(GAME.turn(evening.table), "red.middle")] == ["bob", "carl"]


def test_house_rule_any_class_may_be_bought_from_a_bankrupt():
    evening = owing("olive.working", "red.middle", bankrupt_class="any")
    evening.do("sell", lot="olive.working", buyer="bob", price=5)
    assert evening.hand("bob") == ["olive.working"]


def test_a_diploma_is_bought_only_by_who_is_in_its_class():
    evening = untied("Alice", "Bob", "Carl", bankrupt_class="any")
    evening.rank("bob", "middle")
    evening.paper("alice", "night_school")
    evening.set("alice", cash=0)
    evening.do("taxes", who="alice", roll=12)
    assert evening.why_not("sell", lot="paper", buyer="bob", price=5) == "Bob is not in the Working Class."
    evening.do("sell", lot="paper", buyer="carl", price=120)
    assert evening.event is None


def test_all_credit_debt_is_written_off():
    evening = owing(debt=5_000)
    evening.do("bankrupt")
    assert evening.debt("alice") == 0


def test_house_rule_credit_debt_is_carried_on():
    evening = owing(debt=5_000, bankrupt_credit="carried")
    evening.do("bankrupt")
    assert (evening.cash("alice"), evening.debt("alice")) == (200, 5_000)
    assert evening.last.house == ("Credit debt is carried through a bankruptcy.",)


@pytest.mark.parametrize(("cash", "carried"), [(0, 1_000), (300, 700), (1_050, 0)])
def test_house_rule_what_was_paid_at_the_credit_due_reduces_the_debt_carried(cash, carried):
    evening = untied(bankrupt_credit="carried")
    evening.set("alice", cash=cash, debt=1_000)
    evening.do("credit_due", who="alice")
    evening.do("bankrupt")
    assert (evening.cash("alice"), evening.debt("alice")) == (200, carried)
    lines = {line.text: line.figure for line in evening.last.working}
    assert lines["Unpaid and written off"] == 1_100 - cash - carried


def test_the_cards_of_a_second_business_make_no_difference():
    evening = untied("Alice", "Bob")
    evening.do("correct_business", business="green", owner="alice", reason="for the test")
    evening.do("taxes", who="alice", roll=12)
    evening.set("alice", cash=0)
    evening.do("taxes", who="alice", roll=12)
    evening.do("bankrupt")
    assert GAME.turn(evening.table).seat("alice").businesses == ("black", "green")


def test_the_turn_of_a_bankrupt_is_over():
    evening = ratrace()
    evening.set("alice", cash=0)
    evening.stand("alice", 24)
    evening.do("roll", who="alice", roll=4)
    evening.do("taxes", who="alice", roll=6)
    evening.do("bankrupt")
    assert evening.prompt.title == "Bob rolls"
    assert evening.mark("alice", "square") == 0


def test_with_cash_below_nought_by_a_struck_line_one_still_starts_over_with_200():
    evening = untied("Alice", "Bob")
    evening.do("pool", who="alice", roll=5)
    won = evening.entries[-1].seq
    evening.do("race", who="alice", horse=2, stake=300)
    for _ in range(3):
        evening.do("race_roll", roll=7)
    evening.void(won)
    assert evening.cash("alice") == -100
    evening.do("taxes", who="alice", roll=2)
    evening.do("bankrupt")
    assert evening.cash("alice") == 200


def test_bankruptcies_are_counted():
    evening = untied("Alice", "Bob")
    for _ in range(2):
        evening.set("alice", cash=1)
        evening.do("taxes", who="alice", roll=2)
        evening.do("bankrupt")
    assert ("Bankruptcies", "2") in evening.game.standing(evening.table, "alice").details


# --- Q. Is it legal to borrow or loan money in Ratrace?


def test_there_are_no_gifts_loans_and_private_sales():
    evening = untied()
    evening.give("alice", "olive.working")
    said = "There are no gifts and no private sales, unless the house rule allows them."
    assert evening.why_not("gift", giver="bob", taker="alice", amount=5, reason="a loan") == said
    assert evening.why_not("private_sale", giver="alice", card="olive.working", taker="bob", amount=5) == said


def test_house_rule_gifts_and_private_sales_are_logged():
    evening = untied(gifts="yes")
    evening.do("gift", giver="bob", taker="alice", amount=50, reason="pity")
    assert evening.told() == "Bob gives Alice $50 (pity)."
    evening.give("alice", "olive.working")
    evening.do("private_sale", giver="alice", card="olive.working", taker="bob", amount=70)
    assert evening.told() == "Bob buys the Quartz Watch from Alice privately for $70."
    assert (evening.cash("alice"), evening.cash("bob")) == (320, 80)
    evening.do("private_sale", giver="bob", card="olive.working", taker="carl", amount=0)
    assert evening.told() == "Carl is given the Quartz Watch by Bob."


def test_house_rule_private_sales_obey_the_limits_of_the_hand():
    evening = untied(gifts="yes")
    evening.give("alice", "olive.working")
    evening.give("bob", "olive.working")
    assert evening.why_not("private_sale", giver="alice", card="olive.working", taker="bob", amount=5) == (
        "Bob has the Quartz Watch already."
    )
    assert evening.why_not("private_sale", giver="alice", card="olive.working", taker="carl", amount=201) == (
        "Carl holds $200, not $201."
    )
    assert evening.why_not("private_sale", giver="alice", card="olive.working", taker="alice", amount=1) == (
        "Seller and buyer are the same."
    )


def test_a_due_debt_let_off_leaves_everything_as_it_was():
    evening = owing("olive.middle", debt=70)
    evening.do("call_off", reason="a misread die")
    assert evening.told() == "The debt that is due is called off (a misread die)."
    assert (evening.cash("alice"), evening.debt("alice"), evening.hand("alice")) == (300, 70, ["olive.middle"])
    assert evening.event is None

"""Totopoly: nothing is borrowed. Debts that can't be met, and private sales to meet them."""

import pytest

from tests.games.totopoly.stable import Stable, entered, parade, ring


def short(**houses):
    """Ann holds 10 and owes Ben, the vet, 40."""
    evening = ring(**houses)
    evening.have("ann", 10)
    evening.do("train_pay", who="ann", to="b3", amount=40, reason="lame horse")
    return evening


# --- Borrowing


def test_who_cant_pay_must_raise_cash():
    evening = short()
    assert evening.told() == (
        "Ann owes \u00a340 (Veterinary Surgeon, lame horse) and holds \u00a310: cash must be raised."
    )
    assert evening.cash("ann") == 10
    assert (evening.prompt.title, evening.prompt.sheet.action) == ("Ann must pay \u00a340", "private_sale")
    standing = evening.game.standing(evening.table, "ann")
    assert (standing.debt.text, standing.up) == ("owes \u00a340 now", True)


def test_the_game_waits_for_the_debt():
    evening = short()
    for action, answers in (
        ("train_pay", {"who": "cy", "to": "bank", "amount": 5, "reason": "no"}),
        ("end_training", {}),
        ("leave", {"who": "cy"}),
        ("correct_stage", {"stage": "parade", "reason": "no"}),
    ):
        assert evening.why_not(action, **answers) == "First Ann settles the debt that is due."


def test_a_private_sale_goes_from_player_to_player_and_pays_the_debt():
    evening = short()
    fund, ben, cy = evening.fund, evening.cash("ben"), evening.cash("cy")
    evening.do("private_sale", giver="ann", card="h4", taker="cy", price=100)
    assert (evening.cash("ann"), evening.cash("ben"), evening.cash("cy")) == (70, ben + 40, cy - 100)
    assert (evening.fund, evening.earned("ann", "auctioneer")) == (fund, 0)
    assert "h4" in evening.cards("cy")
    assert evening.told() == (
        "Cy buys 4 \u00b7 Elton from Ann for \u00a3100. Ann pays Ben \u00a340: Veterinary Surgeon, lame horse."
    )


def test_a_first_sale_may_not_be_enough():
    evening = short()
    evening.do("private_sale", giver="ann", card="h4", taker="cy", price=29)
    assert evening.mark("due", "who") == "ann"
    evening.do("private_sale", giver="ann", card="b1", taker="ben", price=1)
    assert evening.mark("due", "who") is None
    assert evening.cash("ann") == 0


def test_only_who_cant_pay_or_has_too_many_horses_sells_privately():
    said = ring().why_not("private_sale", giver="ann", card="h1", taker="ben", price=5)
    assert said == "A private sale needs a debt to pay, or a fourth horse."
    said = short().why_not("private_sale", giver="cy", card="h3", taker="ben", price=5)
    assert said == "First Ann settles the debt that is due."


def test_there_is_no_credit_for_the_buyer_either():
    evening = short()
    evening.have("cy", 20)
    assert evening.why_not("private_sale", giver="ann", card="h4", taker="cy", price=21) == (
        "Cy holds \u00a320, not \u00a321: there is no credit."
    )
    evening.have("cy", 0)
    assert evening.why_not("private_sale", giver="ann", card="h4", taker="cy", price=1) == "Cy has no cash."


def test_nobody_gets_a_second_stable_by_a_private_sale():
    evening = ring(hands={"ann": "b1", "ben": "b2 h1"})
    evening.have("ann", 0)
    evening.do("train_pay", who="ann", to="bank", amount=5, reason="forage")
    said = evening.why_not("private_sale", giver="ann", card="b1", taker="ben", price=5)
    assert said == "Ben owns Stevedon Stables: nobody owns both stables."


def test_what_is_not_ones_own_and_the_auctioneers_card_are_not_sold():
    evening = short()
    assert evening.why_not("private_sale", giver="ann", card="h2", taker="cy", price=5) == (
        "2 \u00b7 Priory Park is not Ann's."
    )
    assert evening.why_not("private_sale", giver="ann", card="b6", taker="cy", price=5) == (
        "The auctioneer's card is not sold."
    )
    assert evening.why_not("private_sale", giver="ann", card="h1", taker="ann", price=5) == (
        "Seller and buyer are the same."
    )


def test_a_surplus_horse_is_sold_but_no_business_without_a_debt():
    evening = parade("Ann", "Ben", hands={"ann": "h1 h2 h3 h4 b3", "ben": "h5"})
    assert evening.why_not("private_sale", giver="ann", card="b3", taker="ben", price=5) == (
        "With no debt to pay, only a horse is sold."
    )


def test_a_player_who_must_pay_another_player_may_owe_too():
    evening = ring()
    evening.have("ben", 3)
    evening.do("train_get", who="ann", giver="ben", amount=20, reason="a kick")
    assert evening.mark("due", "who") == "ben"
    before = evening.cash("ann")
    evening.do("private_sale", giver="ben", card="h2", taker="cy", price=60)
    assert (evening.cash("ben"), evening.cash("ann")) == (43, before + 20)


def test_the_creditor_may_be_the_buyer():
    evening = short()
    ben = evening.cash("ben")
    evening.do("private_sale", giver="ann", card="h4", taker="ben", price=50)
    assert (evening.cash("ben"), evening.cash("ann")) == (ben - 50 + 40, 20)


def test_cash_given_by_hand_lets_the_debt_be_paid():
    evening = short()
    assert evening.why_not("settle") == "Ann owes \u00a340 and holds \u00a310."
    evening.have("ann", 40)
    assert evening.prompt.sheet.action == "settle"
    evening.do("settle")
    assert (evening.cash("ann"), evening.mark("due", "who")) == (0, None)
    assert evening.why_not("settle") == "Nobody is short of cash for a debt."


def test_the_table_may_let_somebody_off():
    evening = short()
    evening.do("let_off", reason="it was a slip")
    assert (evening.cash("ann"), evening.mark("due", "who")) == (10, None)


def test_a_debt_is_undone_and_redone_exactly():
    evening = short()
    evening.do("private_sale", giver="ann", card="h4", taker="cy", price=100)
    before = evening.table.ledger
    evening.undo()
    assert evening.mark("due", "who") == "ann"
    evening.redo()
    assert evening.table.ledger.balances == before.balances


@pytest.mark.parametrize("keeps", ["bank", "auction"])
def test_where_cash_is_not_followed_nobody_falls_into_debt(keeps):
    evening = Stable(keeps=keeps, training="fund")
    evening.do("start")
    if keeps == "bank":
        evening.do("keep", who="ann", card="b6")
        evening.do("keep", who="ann", card="h1", price=700)
        evening.do("keep", who="ann", card="h2", price=700)
        evening.do("open_auction")
    evening.do("sell", lot="h9", who="ben", price=9_999)
    assert evening.mark("due", "who") is None
    assert evening.t.seat("ben").cash < -9_000


def test_no_horse_changes_hands_once_the_bets_are_open():
    evening = entered()
    evening.do("open_tote")
    assert "belongs to the training ring or the parade" in evening.why_not(
        "private_sale", giver="ann", card="h1", taker="ben", price=5
    )

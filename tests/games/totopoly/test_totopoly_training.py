"""Totopoly: payments in the training ring, and the cards gained there."""

import pytest

from tests.games.totopoly.stable import entered, ring


def race(**hands):
    """A race under way, with these cards gained in training."""
    evening = entered()
    for who, cards in hands.items():
        for kind in cards.split():
            evening.do("gain_card", who=who, kind=kind)
    evening.do("open_tote")
    evening.do("off")
    return evening


# --- Training Ring: payments


def test_the_stewards_owner_throws_first():
    assert ring().prompt.text == "Cy has the owners' club steward and throws first."
    assert "Nobody has" in ring(hands={}).prompt.text


def test_a_business_pays_its_owner():
    evening = ring()
    before = evening.cash("ann"), evening.cash("ben")
    evening.do("train_pay", who="ann", to="b3", amount=10, reason="lame horse")
    assert (evening.cash("ann"), evening.cash("ben")) == (before[0] - 10, before[1] + 10)
    assert evening.told() == "Ann pays Ben \u00a310: Veterinary Surgeon, lame horse."


def test_a_button_names_the_bank_within_its_sentence():
    evening = ring()
    pay, get = evening.game.find_action("train_pay"), evening.game.find_action("train_get")
    assert pay.act(evening.table, {"who": "ann", "to": "bank", "amount": 10}) == "Pay the bank"
    assert pay.act(evening.table, {"who": "ann", "to": "b3", "amount": 10}) == "Pay Veterinary Surgeon"
    assert get.act(evening.table, {"who": "ann", "giver": "bank", "amount": 10}) == "Get paid by the bank"


def test_businesses_that_a_player_has_are_offered_before_those_that_stand_for_the_bank():
    evening = ring(hands={"ann": "b7 h1", "ben": "b3 h2", "cy": "h3"})
    payees = evening.game.find_action("train_pay").question("to").kind
    offered = payees.candidates(evening.game.turn(evening.table, {"who": "ann"}))
    assert " ".join(offered) == "bank b3 b7 ann ben cy dora b1 b2 b4 b5 b8"


def test_an_owner_pays_nothing_at_his_own_business():
    said = ring().why_not("train_pay", who="ben", to="b3", amount=10, reason="lame horse")
    assert said == "Veterinary Surgeon is Ben's: there is nothing to pay."


@pytest.mark.parametrize("to", ["bank", "b4"])
def test_the_bank_and_an_unowned_business_have_a_training_account(to):
    evening = ring()
    fund = evening.fund
    evening.do("train_pay", who="ann", to=to, amount=15, reason="forage")
    assert (evening.trained, evening.fund) == (15, fund)


def test_the_training_account_may_go_below_nought():
    evening = ring()
    evening.do("train_get", who="ann", giver="bank", amount=50, reason="a bonus")
    assert evening.trained == -50
    assert evening.told() == "Ann gets \u00a350 from the bank: a bonus."


def test_by_the_house_training_goes_through_the_prize_fund():
    evening = ring(training="fund")
    fund = evening.fund
    evening.do("train_pay", who="ann", to="bank", amount=15, reason="forage")
    assert (evening.trained, evening.fund) == (0, fund + 15)
    evening.do("train_get", who="ann", giver="bank", amount=5, reason="a bonus")
    assert evening.fund == fund + 10
    assert evening.last.house == ("What training pays to the bank, or takes from it, goes through the prize fund.",)


def test_a_report_may_make_another_player_pay():
    evening = ring()
    before = evening.cash("ann"), evening.cash("ben")
    evening.do("train_get", who="ann", giver="ben", amount=20, reason="a kick")
    evening.do("train_pay", who="ann", to="ben", amount=5, reason="a drink")
    assert (evening.cash("ann"), evening.cash("ben")) == (before[0] + 15, before[1] - 15)


def test_nobody_pays_himself():
    assert ring().why_not("train_pay", who="ann", to="ann", amount=5, reason="no") == "Choose another player to pay."
    assert ring().why_not("train_get", who="ann", giver="ann", amount=5, reason="no") == "Choose another player to pay."


def test_a_payee_can_be_named_as_people_say_it():
    evening = ring()
    texts = {"who": "Ann", "to": "veterinary surgeon", "amount": "\u00a310", "reason": "lame"}
    assert evening.game.find_action("train_pay").read(evening.table, texts)["to"] == "b3"


def test_training_belongs_to_the_ring():
    evening = entered()
    assert "belongs to the training ring" in evening.why_not("train_pay", who="ann", to="bank", amount=1, reason="no")


@pytest.mark.parametrize(
    ("amount", "said"),
    [(0, "at least 1"), (-5, "can't be negative"), ("1.5", "has a fraction"), ("much", "is not one")],
)
def test_fees_are_whole_amounts(amount, said):
    assert said in ring().why_not("train_pay", who="ann", to="bank", amount=amount, reason="no")


# --- The Colour Cards


def test_cards_are_counted_by_kind_and_white_ones_stand_out():
    evening = ring()
    evening.do("gain_card", who="ann", kind="black", count=2)
    evening.do("gain_card", who="ann", kind="white.black")
    assert evening.training("ann") == {"black": 2, "white.black": 1}
    chips = {chip.text: chip.tone for chip in evening.game.standing(evening.table, "ann").chips}
    assert chips == {"black 2": "plain", "white for black 1": "warn"}


def test_a_colour_card_is_used_once_in_the_race_by_who_runs_that_colour():
    evening = race(ann="black blue")
    evening.do("use_card", who="ann", kind="black")
    assert evening.told() == "Ann uses a black card: 4 on."
    assert evening.training("ann") == {"blue": 1}
    assert evening.why_not("use_card", who="ann", kind="black") == "Ann has no black card."
    assert evening.why_not("use_card", who="ann", kind="blue") == ("Ann runs no blue horse, so the card is of no use.")


def test_cards_are_used_on_the_racecourse_only():
    evening = ring()
    evening.do("gain_card", who="ann", kind="black")
    assert "belongs to the race" in evening.why_not("use_card", who="ann", kind="black")


def test_a_white_card_goes_only_with_an_advantage_given_up():
    evening = race(ann="black white.black white.black")
    evening.do("throw_in", who="ann", white="white.black", instead="card")
    assert evening.told() == "Ann throws in a white card for black together with a black card."
    assert evening.training("ann") == {"white.black": 1}
    assert evening.why_not("throw_in", who="ann", white="white.black", instead="card") == "Ann has no black card."
    evening.do("throw_in", who="ann", white="white.black", instead="square")
    assert evening.training("ann") == {}
    assert evening.why_not("throw_in", who="ann", white="white.black", instead="square") == "Nobody has a white card."


def test_a_white_card_goes_with_horses_of_the_colour_that_gained_it_only():
    evening = race(ann="black white.blue")
    assert evening.why_not("throw_in", who="ann", white="white.black", instead="card") == (
        "Ann has no white card for black."
    )
    assert evening.why_not("throw_in", who="ann", white="white.blue", instead="square") == (
        "Ann runs no blue horse to throw it in with."
    )


def test_a_white_card_goes_with_no_colour_card_that_could_not_be_used():
    evening = race(ann="blue white.black")
    assert evening.why_not("throw_in", who="ann", white="white.black", instead="card") == "Ann has no black card."


def test_a_special_card_may_be_sold_to_anybody():
    evening = race(ann="remount")
    evening.do("sell_card", giver="ann", kind="remount", taker="ben", price=30)
    assert evening.training("ben") == {"remount": 1}
    evening.do("use_card", who="ben", kind="remount")
    assert evening.training("ben") == {}


def test_colour_cards_are_sold_only_by_who_cant_pay_and_white_ones_never():
    evening = ring()
    for kind in ("black", "white.black"):
        evening.do("gain_card", who="ann", kind=kind)
    said = evening.why_not("sell_card", giver="ann", kind="black", taker="ben", price=30)
    assert said == "A colour card is sold only to pay a debt."
    evening.have("ann", 5)
    evening.do("train_pay", who="ann", to="bank", amount=30, reason="forage")
    assert evening.why_not("sell_card", giver="ann", kind="white.black", taker="ben", price=30) == (
        "White cards are never sold."
    )
    evening.do("sell_card", giver="ann", kind="black", taker="ben", price=25)
    assert (evening.cash("ann"), evening.trained) == (0, 30)
    assert evening.mark("due", "who") is None


def test_a_special_card_goes_at_no_more_than_the_buyer_holds():
    evening = race(ann="remount")
    evening.have("ben", 10)
    assert evening.why_not("sell_card", giver="ann", kind="remount", taker="ben", price=11) == (
        "Ben holds \u00a310, not \u00a311: there is no credit."
    )
    assert "the same" in evening.why_not("sell_card", giver="ann", kind="remount", taker="ann", price=1)


def test_what_a_payment_is_for_may_be_left_out():
    evening = ring()
    evening.do("train_pay", who="ann", to="bank", amount=5)
    assert evening.told() == "Ann pays the training account £5: training."
    evening.do("train_get", who="ann", giver="bank", amount=5)
    assert evening.told() == "Ann gets £5 from the bank: training."

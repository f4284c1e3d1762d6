"""Doubletrack: bidding with closed fists for a card, a pass and the lead."""

import pytest

from models.ledger import Refusal
from tests.games.doubletrack.fists import fists, three, tracked


def lines(evening):
    return [(line.text, line.figure) for line in evening.last.working]


# --- SELL A CARD SPACES


def test_the_highest_bidder_has_the_card_and_the_seller_all_bids():
    evening = fists()
    evening.bid("sell_card", "ann", ben=10, cy=20, dee=5)
    assert evening.told() == (
        "Ann sells a card: Cy wins it with $20 and plays it at once. Ann gets the $35 and draws a card."
    )
    assert evening.all_chips == {"ann": 160, "ben": 115, "cy": 105, "dee": 120}


def test_in_a_tie_the_seller_keeps_card_and_bids():
    evening = fists()
    evening.bid("sell_card", "ann", ben=10, cy=10, dee=5)
    assert (
        evening.told()
        == "Ann sells a card. Ben and Cy tie at $10: Ann keeps it and plays it at once, and gets the $25."
    )
    assert evening.all_chips == {"ann": 150, "ben": 115, "cy": 115, "dee": 120}


def test_the_receipt_lists_every_bid_and_what_becomes_of_them():
    evening = fists()
    evening.bid("sell_card", "ann", ben=10, cy=20, dee=5)
    assert lines(evening) == [
        ("Ben bids", 10), ("Cy bids", 20), ("Dee bids", 5), ("All bids", 35), ("Ann gets all bids", 35),
    ]  # fmt: skip


def test_the_seller_does_not_bid_and_all_the_others_must():
    evening = fists()
    assert evening.no_bid("sell_card", "ann", ann=5, ben=5, cy=5, dee=5) == "Ann gives no bid here."
    assert evening.no_bid("sell_card", "ann", ben=5, cy=5) == "Still to come: Dee."


@pytest.mark.parametrize(
    ("bid", "says"),
    [
        (7, "Ben: a bid is a multiple of $5."),
        (130, "Ben has not that much."),
        (0, "Ben: at least $5."),
        (500, "Ben has not that much."),
    ],
)
def test_a_bid_that_cannot_be_is_refused_at_the_bids(bid, says):
    evening = fists()
    with pytest.raises(Refusal) as caught:
        evening.propose("sell_card", **evening.answers("ann", None, {"ben": bid, "cy": 5, "dee": 5}))
    assert (caught.value.sentence, caught.value.question) == (says, "bids")


def test_who_has_no_chips_holds_out_an_empty_fist_and_can_do_nothing_else():
    evening = fists()
    evening.have(dee=0)
    assert evening.no_bid("sell_card", "ann", ben=5, cy=5, dee=5) == "Dee has not that much."
    evening.bid("sell_card", "ann", ben=10, cy=5, dee=0)
    assert "Ben wins it" in evening.told()


def test_empty_fists_alone_are_a_tie():
    evening = fists()
    evening.have(ben=0, cy=0, dee=0)
    evening.bid("sell_card", "ann", ben=0, cy=0, dee=0)
    assert evening.told() == (
        "Ann sells a card. No fist holds a chip, which is a tie: Ann keeps it and plays it at once."
    )
    assert evening.chips("ann") == 500


def test_one_may_bid_everything():
    evening = fists()
    evening.bid("sell_card", "ann", ben=125, cy=5, dee=5)
    assert evening.chips("ben") == 0


def test_who_has_left_neither_sells_nor_bids():
    evening = fists()
    evening.do("leave", who="dee", chips=125)
    assert evening.no_bid("sell_card", "dee", ann=5, ben=5, cy=5) == "Dee has left the game."
    assert evening.no_bid("sell_card", "ann", ben=5, cy=5, dee=5) == "Dee gives no bid here."
    evening.bid("sell_card", "ann", ben=5, cy=10)
    assert evening.chips("ann") == 140


# --- SELL A PASS SPACE


def test_the_highest_bidder_has_the_pass():
    evening = fists()
    evening.bid("sell_pass", "ann", what="red", ben=10, cy=20, dee=5)
    assert evening.told() == "Ann sells the Red gate pass: Cy wins it with $20. Ann gets the $35."
    assert evening.keeper("red") == "cy"
    assert evening.card("cy").holdings[0].detail == "since entry 2"


def test_in_a_tie_the_seller_keeps_pass_and_bids():
    evening = fists()
    evening.bid("sell_pass", "ann", what="red", ben=10, cy=10, dee=10)
    assert evening.told() == "Ann sells the Red gate pass. Ben, Cy and Dee tie at $10: Ann keeps it, and gets the $30."
    assert evening.keeper("red") == "ann"
    assert evening.card("ann").holdings[0].detail == "since entry 1"


def test_who_has_no_pass_sells_none_and_nobody_the_pass_of_another():
    evening = fists()
    assert (
        evening.no_bid("sell_pass", "ann", what="blue", ben=5, cy=5, dee=5) == "Ann does not hold the Blue gate pass."
    )
    evening.do("take_pass", who="ben", colour="red")
    assert evening.no_bid("sell_pass", "ann", what="red", ben=5, cy=5, dee=5) == (
        "Ann has no gate pass to sell: nothing happens."
    )
    options = {
        option.value: option.refusal
        for option in evening.game.find_action("sell_pass").options(evening.table, {}, "who")
    }
    assert options == {"ann": "Ann has no gate pass to sell: nothing happens.", "ben": None, "cy": None, "dee": None}


def test_a_seller_with_several_names_one():
    evening = fists()
    evening.do("take_pass", who="ann", colour="blue")
    options = evening.game.find_action("sell_pass").options(evening.table, {"who": "ann"}, "what")
    assert [(one.value, one.refusal) for one in options] == [("red", None), ("blue", None)]


# --- SELL THE LEAD! SPACE


def test_20_15_5_and_an_empty_fist_the_20_leads_and_the_last_gets_40():
    evening = fists()
    evening.have(dee=0)
    evening.bid("sell_lead", "ann", ann=20, ben=15, cy=5, dee=0)
    assert evening.told() == "The lead is sold: Ann wins it with $20."
    assert evening.on_table == 40
    evening.do("losers_bonus", last="dee")
    assert evening.told() == "Dee is farthest back and gets the Loser's Bonus of $40."
    assert (evening.chips("dee"), evening.on_table) == (40, 0)


def test_in_a_tie_the_player_on_the_space_has_lead_and_bids_even_if_not_tied():
    evening = fists()
    evening.bid("sell_lead", "dee", ann=20, ben=20, cy=5, dee=5)
    assert evening.told() == "The lead is sold. Ann and Ben tie at $20: Dee has the lead, and gets the $50."
    # the own bid has come back with the others
    assert evening.all_chips == {"ann": 105, "ben": 105, "cy": 120, "dee": 170}
    assert evening.why_not("losers_bonus", last="ann") == "No Loser's Bonus is due."


def test_everybody_bids_for_the_lead():
    assert fists().no_bid("sell_lead", "ann", ben=5, cy=5, dee=5) == "Still to come: Ann."


def test_the_lead_is_one_space_ahead_of_the_first():
    evening = tracked()
    evening.stand(ann=4, ben=9, cy=2)
    evening.bid("sell_lead", "ann", ann=5, ben=5, cy=20, dee=5)
    assert evening.told() == "The lead is sold: Cy wins it with $20. Cy takes the lead, to space 10."
    assert evening.at("cy") == 10


def test_who_leads_already_stays_and_the_bonus_is_given_all_the_same():
    evening = tracked()
    evening.stand(ann=4, ben=9, cy=2, dee=1)
    evening.bid("sell_lead", "ann", ann=5, ben=20, cy=5, dee=5)
    assert evening.at("ben") == 9
    assert "Ben leads already, and stays on space 9" in [line.text for line in evening.last.working]
    evening.do("losers_bonus", last="dee")
    assert evening.chips("dee") == 155


def test_in_a_tie_the_small_pawn_of_the_player_on_the_space_takes_the_lead():
    evening = tracked()
    evening.stand(ann=4, ben=9)
    evening.bid("sell_lead", "dee", ann=20, ben=20, cy=5, dee=5)
    assert evening.at("dee") == 10


def on_the_last_space(**spaces):
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="9", reason="counted")
    evening.stand(**({"ben": 9} | spaces))
    return evening


def test_a_lead_beyond_the_last_space_is_home_and_wins_once_the_bonus_is_given():
    evening = on_the_last_space(cy=2, dee=1)
    evening.bid("sell_lead", "ben", ann=5, ben=5, cy=20, dee=5)
    assert evening.told() == (
        "The lead is sold: Cy wins it with $20. Cy takes the lead and is Home; the Loser's Bonus is given first."
    )
    assert (evening.winners(), evening.card("cy").chips[0].text) == ((), "Home")
    assert evening.prompt.text == "Ann is farthest back. Then Cy, who is Home, has won."
    assert evening.why_not("home", who="ben") == "First the Loser's Bonus is given to who is farthest back."
    evening.do("losers_bonus", last="ann")
    assert evening.told() == "Ann is farthest back and gets the Loser's Bonus of $35. Cy is Home and wins."
    assert (evening.winners(), evening.on_table, evening.chips("ann")) == (("cy",), 0, 155)


def test_a_lead_that_is_home_waits_for_the_dice_too():
    evening = on_the_last_space()
    evening.bid("sell_lead", "ann", ann=20, ben=5, cy=5, dee=5)
    evening.do("losers_bonus", last="cy+dee", rolls="cy=4 dee=4")
    assert evening.winners() == ()
    evening.do("losers_bonus", last="cy+dee", rolls="cy=4 dee=9")
    assert (evening.winners(), evening.chips("cy"), evening.on_table) == (("ann",), 155, 0)


def test_a_lead_that_is_home_in_a_tie_wins_at_once_with_the_bids():
    evening = on_the_last_space()
    evening.bid("sell_lead", "ann", ann=5, ben=20, cy=20, dee=5)
    assert (evening.winners(), evening.chips("ann"), evening.on_table) == (("ann",), 170, 0)


def test_who_leads_on_the_last_space_buys_the_lead_and_stays_there():
    evening = on_the_last_space(cy=2, dee=1)
    evening.bid("sell_lead", "ann", ann=5, ben=20, cy=5, dee=5)
    evening.do("losers_bonus", last="ann")
    assert (evening.winners(), evening.at("ben")) == ((), 9)


def test_bids_for_a_lead_that_is_home_may_still_be_put_right():
    evening = on_the_last_space(cy=2)
    evening.bid("sell_lead", "ann", ann=5, ben=5, cy=20, dee=5)
    evening.do("correct_bids", bids="ann=5 ben=25 cy=20 dee=5", reason="two chips stuck together")
    assert (evening.at("cy"), evening.at("ben"), evening.card("cy").chips[0].text) == (2, 9, "on space 2")
    evening.do("losers_bonus", last="ann+dee", rolls="ann=4 dee=9")
    assert evening.winners() == ()


# --- Undo


def test_opened_bids_dice_ends_and_what_was_shown_are_firm_and_nothing_else():
    needs_reason = {action.name for action in three().game.actions if action.needs_reason}
    bids = {"sell_card", "sell_pass", "sell_lead", "correct_bids", "losers_bonus"}
    assert needs_reason == bids | {"home", "leave", "lift_screens", "change_house"}
    assert all(action.needs_reason.endswith("Why?") for action in three().game.actions if action.needs_reason)


# --- Open chips


def test_where_chips_lie_open_the_receipt_says_what_everybody_then_has():
    evening = fists(secret="no")  # noqa: S106 - a house rule
    evening.bid("sell_card", "ann", ben=10, cy=20, dee=5)
    assert lines(evening)[-4:] == [
        ("Ann then has", 160), ("Ben then has", 115), ("Cy then has", 105), ("Dee then has", 120),
    ]  # fmt: skip
    assert evening.why_not("take", who="ann", of="cy", amount=20).startswith("Cy has more than that")
    assert evening.why_not("toll", who="cy", gate="red", answer="pays", amount=200) == "Cy has $105."

"""Doubletrack: the Loser's Bonus, and the roll-off on Start."""

import pytest

from companion.core.answers import read_several
from models.ledger import Mark, Proposal
from tests.games.doubletrack.fists import fists, tracked


def sold(**houses):
    """The lead is sold to Ann; $35 lie on the table."""
    evening = fists(**houses)
    evening.bid("sell_lead", "ben", ann=20, ben=5, cy=5, dee=5)
    return evening


def test_whoever_is_named_farthest_back_gets_it():
    evening = sold()
    evening.do("losers_bonus", last="cy")
    assert evening.chips("cy") == 155


def test_nothing_else_happens_before_it_is_given():
    evening = sold()
    said = "First the Loser's Bonus is given to who is farthest back."
    assert evening.why_not("take", who="ann", of="ben", amount=25) == said
    assert evening.why_not("toll", who="ann", gate="green", answer="free") == said
    assert evening.prompt.sheet.action == "losers_bonus"
    assert [chip.text for chip in evening.game.status_of(evening.table)] == [
        "$500 in chips, hidden",
        "$35 on the table",
    ]


def test_who_has_just_taken_the_lead_is_not_farthest_back():
    assert "There is no 'ann' here" in sold().why_not("losers_bonus", last="ann")


def test_several_on_start_roll_and_the_low_roll_gets_it():
    evening = sold()
    assert evening.why_not("losers_bonus", last="ben+dee") == "Ben and Dee roll both dice: the low roll gets it."
    evening.do("losers_bonus", last="ben+dee", rolls="ben=7 dee=3")
    assert evening.told() == "Dee rolls lowest, 3, and gets the Loser's Bonus of $35."
    assert evening.chips("dee") == 155


def test_equal_low_rolls_roll_again_among_those_alone():
    evening = sold()
    evening.do("losers_bonus", last="ben+cy+dee", rolls="ben=3 cy=9 dee=3")
    assert evening.told() == "Ben and Dee each roll 3, and roll again for the Loser's Bonus."
    assert evening.on_table == 35
    assert evening.prompt.sheet.answers == {"last": "ben+dee"}
    assert "There is no 'cy' here" in evening.why_not("losers_bonus", last="ben+cy", rolls="ben=2 cy=3")
    assert evening.why_not("losers_bonus", last="ben") == "Name 2; here is 1."
    evening.do("losers_bonus", last="ben+dee", rolls="ben=4 dee=4")
    evening.do("losers_bonus", last="ben+dee", rolls="ben=12 dee=11")
    assert (evening.chips("dee"), evening.on_table) == (155, 0)


@pytest.mark.parametrize(
    ("rolls", "says"),
    [
        ("ben=1 dee=4", "Ben: at least 2."),
        ("ben=13 dee=4", "Ben: at most 12."),
        ("ben=4", "Still to come: Dee."),
        ("ben=4 dee=4 cy=4", "Cy gives no roll here."),
    ],
)
def test_two_dice_show_2_to_12_for_each_of_those_tied(rolls, says):
    assert sold().why_not("losers_bonus", last="ben+dee", rolls=rolls) == says


def test_one_alone_does_not_roll():
    assert sold().why_not("losers_bonus", last="ben", rolls="ben=4") == "Ben gives no roll here."


def test_the_book_knows_who_is_last_where_it_follows_the_small_pawns():
    evening = tracked()
    evening.stand(ann=4, ben=9, cy=2, dee=1)
    evening.bid("sell_lead", "ann", ann=5, ben=5, cy=5, dee=20)
    assert evening.prompt.text == "Cy is farthest back."
    assert evening.prompt.sheet.answers == {"last": "cy"}
    assert "There is no 'ann' here" in evening.why_not("losers_bonus", last="ann")
    evening.do("losers_bonus", last="cy")
    assert evening.chips("cy") == 155


def test_the_bonus_is_what_was_bid_whatever_else_lies_on_the_table():
    evening = fists()
    evening.do("correct_chips", giver="cy", taker="table", amount=50, reason="they fell out")
    evening.bid("sell_lead", "ben", ann=20, ben=5, cy=5, dee=5)
    assert evening.prompt.title == "Who gets the Loser's Bonus of $35?"
    evening.do("losers_bonus", last="dee")
    assert evening.told() == "Dee is farthest back and gets the Loser's Bonus of $35."
    assert (evening.chips("dee"), evening.on_table) == (155, 50)


def test_in_a_book_that_did_not_keep_what_was_bid_it_is_what_lies_on_the_table():
    evening = sold()
    evening.write(Proposal("step", {}, "", marks=(Mark("bonus", "pot", None), Mark("bonus", "line", None))))
    evening.do("losers_bonus", last="dee")
    assert (evening.chips("dee"), evening.on_table, evening.prompt.title) == (155, 0, "What happened?")


def test_what_was_bid_is_not_taken_off_the_table():
    evening = sold()
    assert evening.why_not("correct_chips", giver="table", taker="ben", amount=5, reason="so") == (
        "The $35 on the table are laid down for the Loser's Bonus: that is settled first."
    )


def test_while_the_bonus_is_due_the_book_neither_begins_nor_stops_to_follow_the_small_pawns():
    said = "First the Loser's Bonus is given: who is farthest back rests on that house rule."
    evening = sold()
    assert evening.why_not("change_house", rule="positions", way="yes", reason="so") == said
    other = tracked()
    other.bid("sell_lead", "ben", ann=20, ben=5, cy=5, dee=5)
    assert other.why_not("change_house", rule="positions", way="no", reason="so") == said
    options = other.game.find_action("change_house").options(other.table, {}, "rule")
    assert [one.value for one in options if one.refusal] == ["positions"]
    evening.do("change_house", rule="toll", way="at_once", reason="agreed")
    evening.do("losers_bonus", last="cy")
    evening.do("change_house", rule="positions", way="yes", reason="agreed")


def test_a_line_by_which_pawns_are_followed_is_not_struck_out_while_the_bonus_is_due():
    evening = fists(positions="yes")
    evening.do("change_house", rule="positions", way="no", reason="too much")
    evening.bid("sell_lead", "ben", ann=20, ben=5, cy=5, dee=5)
    assert evening.bound(2) == "First the Loser's Bonus is given: who is farthest back depends on this entry."
    evening.do("losers_bonus", last="cy")
    assert evening.bound(2) == ""


def tied(**spaces):
    """Cy and Dee, who are still on Start, rolled alike; Ann has the lead."""
    evening = tracked()
    evening.stand(**({"ben": 4} | spaces))
    evening.bid("sell_lead", "ben", ann=20, ben=5, cy=5, dee=5)
    evening.do("losers_bonus", last="cy+dee", rolls="cy=6 dee=6")
    return evening


def test_a_tied_pawn_put_right_by_hand_ends_the_tie():
    evening = tied()
    evening.do("place", who="cy", at=7, reason="it had moved before")
    assert evening.prompt.text == "Dee is farthest back."
    evening.do("losers_bonus", last="dee")
    assert evening.chips("dee") == 155


def test_a_pawn_put_back_on_start_rolls_too():
    evening = tied()
    evening.do("place", who="ben", at=0, reason="it never moved")
    assert evening.prompt.text == "Ben, Cy and Dee roll for it; the low roll gets it."


def test_another_pawn_put_right_ahead_of_them_leaves_the_tie():
    evening = tied()
    evening.do("place", who="ben", at=3, reason="it was a three")
    assert evening.prompt.text == "Cy and Dee roll for it; the low roll gets it."
    evening.do("losers_bonus", last="cy+dee", rolls="cy=2 dee=6")
    assert evening.chips("cy") == 155


def test_a_pawn_out_of_the_tie_and_then_put_right_leaves_it_to_the_others():
    evening = tracked()
    evening.bid("sell_lead", "ben", ann=20, ben=5, cy=5, dee=5)
    evening.do("losers_bonus", last="ben+cy+dee", rolls="ben=9 cy=6 dee=6")
    assert evening.prompt.text == "Cy and Dee roll for it; the low roll gets it."
    evening.do("place", who="dee", at=2, reason="it had moved before")
    assert evening.prompt.text == "Ben and Cy roll for it; the low roll gets it."


def test_all_who_share_start_roll():
    evening = tracked()
    evening.stand(ann=4)
    evening.bid("sell_lead", "ann", ann=5, ben=20, cy=5, dee=5)
    assert read_several(evening.prompt.sheet.answers["last"]) == ("cy", "dee")
    assert evening.prompt.text == "Cy and Dee roll for it; the low roll gets it."
    assert evening.why_not("losers_bonus", last="cy") == "Name 2; here is 1."


def test_the_roll_off_is_offered_where_the_first_answer_is_given():
    action = sold().game.find_action("losers_bonus")
    evening = sold()
    assert action.why_not(evening.table, {}) is None
    assert action.why_not(evening.table, {"last": "ben+dee"}) is None

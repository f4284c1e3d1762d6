"""Doubletrack: opened bids that were read wrongly are put right in the open, as long as nothing rests on them."""

import pytest

from tests.games.doubletrack.fists import fists, tracked

TOO_LATE = "Bids can be put right until something else happens. After that, put chips, passes and pawns right by hand."


def card(**houses):
    evening = fists(**houses)
    evening.bid("sell_card", "ann", ben=10, cy=15, dee=5)
    return evening


def right(evening, bids, reason="a chip lay under another"):
    return evening.do("correct_bids", bids=bids, reason=reason)


def test_the_difference_is_posted_and_the_winner_said_again():
    evening = card()
    proposal = right(evening, "ben=20 cy=15 dee=5")
    assert evening.told() == (
        "Corrected (a chip lay under another). Ann sells a card: Ben wins it with $20 and plays it at once. "
        "Ann gets the $40 and draws a card."
    )
    assert {one.account: one.quantity for one in proposal.postings} == {"ben:chips": -10, "ann:chips": 10}
    assert evening.all_chips == {"ann": 165, "ben": 105, "cy": 110, "dee": 120}
    assert proposal.working[0].text == "Ben's bid was read as"


def test_it_comes_to_what_the_right_bids_would_have_come_to():
    evening, other = card(), fists()
    right(evening, "ben=15 cy=15 dee=5")
    other.bid("sell_card", "ann", ben=15, cy=15, dee=5)
    assert evening.all_chips == other.all_chips


def test_bids_may_be_put_right_again_and_undone():
    evening = card()
    right(evening, "ben=20 cy=15 dee=5")
    right(evening, "ben=10 cy=15 dee=5", "no, it did not")
    assert evening.all_chips == {"ann": 155, "ben": 115, "cy": 110, "dee": 120}
    evening.undo()
    assert evening.chips("ben") == 105


@pytest.mark.parametrize(
    ("bids", "says"),
    [
        ("ben=10 cy=15 dee=5", "Those are the bids as they were opened."),
        ("ben=130 cy=15 dee=5", "Ben has not that much."),
        ("ben=0 cy=15 dee=5", "Ben has chips, and so bids at least $5."),
        ("ben=12 cy=15 dee=5", "Ben: a bid is a multiple of $5."),
        ("ben=505 cy=15 dee=5", "Ben: at most $500."),
        ("ben=10 cy=15", "Still to come: Dee."),
        ("ann=5 ben=10 cy=15 dee=5", "Ann gives no bid here."),
    ],
)
def test_bids_that_cannot_have_been_are_refused(bids, says):
    assert card().why_not("correct_bids", bids=bids, reason="why not") == says


def test_a_reason_is_asked_for():
    assert card().why_not("correct_bids", bids="ben=20 cy=15 dee=5", reason="") == "Say it in a few words."


def test_the_own_former_bid_counts_as_held():
    evening = card()
    right(evening, "ben=125 cy=15 dee=5")
    assert evening.chips("ben") == 0


def test_a_pass_goes_to_the_right_winner_or_back():
    evening = fists()
    evening.bid("sell_pass", "ann", what="red", ben=10, cy=15, dee=5)
    right(evening, "ben=20 cy=15 dee=5")
    assert (evening.keeper("red"), evening.card("ben").holdings[-1].text) == ("ben", "Yellow pass")
    assert evening.card("ben").holdings[0].detail == "since entry 3"
    right(evening, "ben=15 cy=15 dee=5")
    assert evening.keeper("red") == "ann"
    assert evening.card("ann").holdings[0].detail == "since entry 1"


def test_the_lead_goes_to_the_right_winner_and_the_other_pawn_back():
    evening = tracked()
    evening.stand(ann=4, ben=9, cy=2, dee=1)
    evening.bid("sell_lead", "ann", ann=5, ben=5, cy=20, dee=5)
    right(evening, "ann=25 ben=5 cy=20 dee=5")
    assert (evening.at("ann"), evening.at("cy"), evening.on_table) == (10, 2, 55)
    right(evening, "ann=20 ben=5 cy=20 dee=5")
    assert (evening.at("ann"), evening.on_table) == (10, 0)
    assert evening.all_chips == {"ann": 155, "ben": 120, "cy": 105, "dee": 120}
    assert evening.prompt.title == "What happened?"
    right(evening, "ann=5 ben=5 cy=20 dee=5")
    assert (evening.at("ann"), evening.at("cy"), evening.on_table) == (4, 10, 35)
    assert evening.prompt.sheet.action == "losers_bonus"


@pytest.mark.parametrize(("ben", "by_count"), [(3, True), (8, False)], ids=["by count", "pushed on"])
def test_a_pawn_that_goes_back_stands_there_as_it_came(ben, by_count):
    evening = tracked()
    evening.stand(ann=4, ben=ben, dee=12)
    evening.do("ahead", who="ann", number=4)
    before = evening.at("ann")
    evening.bid("sell_lead", "dee", ann=20, ben=5, cy=15, dee=5)
    right(evening, "ann=10 ben=5 cy=15 dee=5")
    assert (evening.at("ann"), evening.turn.seat("ann").by_count) == (before, by_count)


@pytest.mark.parametrize(
    ("action", "answers"),
    [
        ("take", {"who": "ann", "of": "ben", "amount": 25}),
        ("take_pass", {"who": "ann", "colour": "blue"}),
        ("toll", {"who": "ann", "gate": "blue", "answer": "refused"}),
        ("correct_chips", {"giver": "ann", "taker": "ben", "amount": 5, "reason": "a chip fell down"}),
        ("leave", {"who": "dee", "chips": 120}),
    ],
)
def test_once_something_else_has_happened_they_stand(action, answers):
    evening = card()
    evening.do(action, **answers)
    assert evening.why_not("correct_bids", bids="ben=20 cy=15 dee=5", reason="why not") == TOO_LATE
    assert evening.game.find_action("correct_bids").why_not(evening.table, {}) == TOO_LATE
    # undone, it is as if it had not happened
    evening.undo()
    right(evening, "ben=20 cy=15 dee=5")


def test_once_the_losers_bonus_is_given_they_stand():
    evening = fists()
    evening.bid("sell_lead", "ann", ann=20, ben=5, cy=5, dee=5)
    evening.do("losers_bonus", last="dee")
    assert evening.why_not("correct_bids", bids="ann=25 ben=5 cy=5 dee=5", reason="why not") == TOO_LATE


def test_it_is_always_the_last_auction_that_is_put_right():
    evening = card()
    evening.bid("sell_card", "ben", ann=10, cy=5, dee=5)
    right(evening, "ann=15 cy=5 dee=5")
    assert evening.all_chips == {"ann": 140, "ben": 140, "cy": 105, "dee": 115}


def test_after_the_end_there_is_nothing_to_put_right():
    evening = card()
    evening.do("home", who="dee")
    assert evening.why_not("correct_bids", bids="ben=20 cy=15 dee=5", reason="why not") == (
        "The game is over. Undo the last entry to play on."
    )

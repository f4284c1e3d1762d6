"""Doubletrack: a line that a later one was reckoned from is not struck out by itself."""

import pytest

from tests.games.doubletrack.fists import fists, tracked

BIDS = {"sell_card": "ben=10 cy=15 dee=5", "sell_pass": "ben=10 cy=15 dee=5", "sell_lead": "ann=5 ben=10 cy=15 dee=5"}


def sold(action, right, houses=None):
    """An auction in line 2, its bids put right in line 3."""
    evening = fists(**(houses or {}))
    evening.do(action, who="ann", bids=BIDS[action], **({"what": "red"} if action == "sell_pass" else {}))
    before = look(evening)
    evening.do("correct_bids", bids=right, reason="misread")
    return evening, before


def look(evening):
    spaces = [evening.at(who) for who in evening.all_chips]
    return evening.all_chips, evening.on_table, evening.keeper("red"), evening.prompt, spaces


def test_what_nothing_rests_on_can_be_struck_out():
    evening = fists()
    evening.do("take", who="ann", of="ben", amount=25)
    evening.bid("sell_card", "ann", ben=10, cy=15, dee=5)
    evening.do("take", who="cy", of="ann", amount=25)
    assert [evening.bound(seq) for seq in (1, 2, 3, 4)] == ["", "", "", ""]


# --- Bids put right


@pytest.mark.parametrize("houses", [{}, {"positions": "yes"}])
@pytest.mark.parametrize(
    ("action", "right"),
    [
        ("sell_card", "ben=25 cy=15 dee=5"),
        ("sell_pass", "ben=25 cy=15 dee=5"),
        ("sell_pass", "ben=15 cy=15 dee=5"),
        ("sell_lead", "ann=5 ben=25 cy=15 dee=5"),
        ("sell_lead", "ann=5 ben=15 cy=15 dee=5"),
    ],
)
def test_a_sale_stands_as_long_as_its_bids_are_put_right_and_then_is_as_first_opened(action, right, houses):
    evening, before = sold(action, right, houses)
    assert evening.bound(2) == "Its bids were put right in entry 3: cross that out first."
    assert evening.bound(3) == ""
    evening.void(3)
    assert look(evening) == before
    assert evening.bound(2) == ""
    evening.void(2)
    assert (evening.all_chips, evening.on_table) == ({"ann": 125, "ben": 125, "cy": 125, "dee": 125}, 0)
    assert evening.prompt.title == "What happened?"


def test_a_tie_put_right_to_a_winner_and_back_asks_for_no_bonus():
    evening = fists()
    evening.bid("sell_lead", "ann", ann=5, ben=10, cy=10, dee=5)
    evening.do("correct_bids", bids="ann=5 ben=15 cy=10 dee=5", reason="misread")
    assert evening.on_table == 35
    evening.void(3)
    assert (evening.on_table, evening.prompt.title) == (0, "What happened?")
    assert evening.bound(2) == ""


def test_each_correction_rests_on_the_one_before():
    evening, _ = sold("sell_card", "ben=25 cy=15 dee=5")
    evening.do("correct_bids", bids="ben=30 cy=15 dee=5", reason="and again")
    assert [evening.bound(seq) for seq in (2, 3, 4)] == [
        "Its bids were put right in entry 3: cross that out first.",
        "Its bids were put right in entry 4: cross that out first.",
        "",
    ]


def test_what_happened_since_does_not_matter():
    evening, _ = sold("sell_card", "ben=25 cy=15 dee=5")
    evening.do("take", who="cy", of="ben", amount=25)
    assert evening.bound(2) == "Its bids were put right in entry 3: cross that out first."
    evening.void(3)
    assert evening.all_chips == {"ann": 155, "ben": 90, "cy": 135, "dee": 120}


# --- The Loser's Bonus


def test_a_lead_stands_as_long_as_the_bonus_from_it_is_given_or_rolled_for():
    evening = fists()
    evening.bid("sell_lead", "ann", ann=20, ben=5, cy=5, dee=5)
    evening.do("losers_bonus", last="ben+cy", rolls="ben=4 cy=4")
    said = "The Loser's Bonus from it was given or rolled for in entry {}: cross that out first."
    assert evening.bound(2) == said.format(3)
    evening.do("losers_bonus", last="ben+cy", rolls="ben=4 cy=5")
    assert evening.bound(2) == said.format(4)
    evening.void(4)
    assert (evening.bound(2), evening.on_table, evening.prompt.sheet.answers) == (
        said.format(3), 35, {"last": "ben+cy"},
    )  # fmt: skip
    evening.void(3)
    assert evening.bound(2) == ""


def test_bids_put_right_stand_as_long_as_the_bonus_is_given():
    evening, _ = sold("sell_lead", "ann=5 ben=25 cy=15 dee=5")
    evening.do("losers_bonus", last="dee")
    assert evening.bound(3).startswith("The Loser's Bonus from it was given or rolled for in entry 4")
    assert evening.bound(2).startswith("Its bids were put right in entry 3")


# --- Tolls and chips on the table


def test_a_toll_stands_as_long_as_it_is_settled():
    for came in ("yes", "no"):
        evening = fists()
        evening.do("toll", who="ann", gate="green", answer="pays", amount=15)
        assert evening.bound(2) == ""
        evening.do("passage", gate="green", came=came)
        assert evening.bound(2) == "Its toll was settled in entry 3: cross that out first."
        evening.void(3)
        assert (evening.bound(2), evening.on_table) == ("", 15)
        evening.void(2)
        assert evening.on_table == 0


def test_a_toll_that_came_back_with_its_gate_stands_as_long_as_that():
    evening = fists()
    evening.do("toll", who="ann", gate="green", answer="pays", amount=15)
    evening.do("correct_pass", colour="green", holder="ann", reason="swapped")
    assert evening.bound(2) == "Its toll was settled in entry 3: cross that out first."
    evening.void(3)
    assert (evening.on_table, evening.keeper("green"), evening.prompt.event) == (15, "cy", "Toll")


def test_chips_laid_on_the_table_by_hand_stand_as_long_as_they_were_taken_away():
    evening = fists()
    evening.do("correct_chips", giver="ann", taker="table", amount=30, reason="dropped")
    evening.do("correct_chips", giver="table", taker="ben", amount=20, reason="Ben's")
    said = "The chips it laid on the table were taken away since: cross that out first."
    assert (evening.bound(2), evening.bound(3)) == (said, "")
    evening.do("toll", who="ann", gate="green", answer="pays", amount=30)
    assert (evening.bound(2), evening.bound(4)) == (said, "")
    evening.void(3)
    assert evening.bound(2) == ""


def test_a_bonus_that_is_due_does_not_hold_its_own_sale():
    evening = tracked()
    evening.do("correct_chips", giver="ann", taker="table", amount=30, reason="dropped")
    evening.do("correct_chips", giver="table", taker="ann", amount=30, reason="not dropped")
    evening.bid("sell_lead", "ann", ann=20, ben=5, cy=5, dee=5)
    assert evening.bound(4) == ""
    evening.void(4)
    assert (evening.on_table, evening.prompt.title) == (0, "What happened?")

"""Doubletrack: the inside track, where the book follows the small pawns."""

import pytest

from companion.core.table import Refusal
from tests.games.doubletrack.fists import fists, tracked


def refused(evening, action, **answers):
    with pytest.raises(Refusal) as caught:
        evening.propose(action, **answers)
    return caught.value.sentence, caught.value.question


def board(evening):
    (track,) = evening.game.boards(evening.table)
    return track


# --- Whether it is followed


def test_by_default_the_table_says_who_leads_and_there_is_no_board():
    evening = fists()
    assert evening.game.boards(evening.table) == ()
    assert evening.why_not("ahead", who="ann", number=5) == (
        "This table does not follow the small pawns. Change that house rule first."
    )
    assert evening.why_not("place", who="ann", at=5, reason="so").startswith("This table does not follow")


# --- White circle spaces


def test_a_small_pawn_moves_ahead_as_many_spaces_as_it_is_told():
    evening = tracked()
    evening.do("ahead", who="ann", number=5)
    assert evening.told() == "Ann moves 5 spaces ahead, to space 5."
    evening.do("ahead", who="ann", number=1)
    assert evening.told() == "Ann moves 1 space ahead, to space 6."


def test_on_a_taken_space_it_goes_on_to_the_next_open_one():
    evening = tracked()
    evening.stand(ann=5, ben=6)
    evening.do("ahead", who="cy", number=5)
    assert evening.at("cy") == 7
    assert "Space 5 is taken, so on to the next open one" in [line.text for line in evening.last.working]


def test_start_has_room_for_everybody():
    evening = tracked()
    evening.stand(ann=5)
    evening.do("back_ten", who="ann")
    assert [evening.at(who) for who in ("ann", "ben", "cy", "dee")] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("number", "says"), [(0, "It must be at least 1."), (201, "No space and no card sends a pawn that far.")]
)
def test_a_move_is_a_number_that_can_be(number, says):
    assert refused(tracked(), "ahead", who="ann", number=number) == (says, "number")


# --- Purple Shortcut Spaces


def test_from_a_purple_space_a_pawn_goes_on_from_its_get_ahead_space():
    evening = tracked()
    evening.stand(ann=12)
    evening.do("ahead", who="ann", number=4, get_ahead=30)
    assert evening.at("ann") == 34
    assert evening.last.working[0].text == "The shortcut leads from space 12 to space 30"


def test_the_book_remembers_where_a_purple_space_leads():
    evening = tracked()
    evening.stand(ann=12)
    evening.do("ahead", who="ann", number=4, get_ahead=30)
    evening.stand(ben=12, cy=11)
    evening.do("ahead", who="ben", number=4)
    assert evening.at("ben") == 35
    # whoever was pushed on to it does not cross
    evening.stand(cy=12)
    evening.do("ahead", who="cy", number=4, get_ahead=0)
    assert evening.at("cy") == 16


def test_until_it_moves_again_it_counts_where_it_stands():
    evening = tracked()
    evening.stand(ann=12, ben=20)
    assert board(evening).said == "Ben leads, on space 20; Cy and Dee are farthest back, on Start."


def test_a_get_ahead_space_lies_ahead_and_start_has_none():
    evening = tracked()
    evening.stand(ann=12)
    assert refused(evening, "ahead", who="ann", number=4, get_ahead=12) == (
        "Ann's Get-Ahead space must lie beyond space 12.", "get_ahead",
    )  # fmt: skip
    assert refused(evening, "ahead", who="ben", number=4, get_ahead=12)[1] == "get_ahead"
    assert refused(evening, "ahead", who="ann", number=4, get_ahead=501)[1] == "get_ahead"


def known(**spaces):
    """Space 6 is known to lead to space 30, and the one who said so stands far ahead."""
    evening = tracked()
    evening.stand(dee=6)
    evening.do("ahead", who="dee", number=20, get_ahead=30)
    evening.stand(**spaces)
    return evening


def test_who_comes_to_a_purple_space_by_exact_count_crosses():
    evening = known(cy=2)
    evening.do("ahead", who="cy", number=4)
    evening.do("ahead", who="cy", number=1)
    assert evening.at("cy") == 31


def bumped(evening):
    evening.do("ahead", who="cy", number=3)


def traded(evening):
    evening.do("place", who="ben", at=6, reason="for the test")
    evening.do("trade", who="cy", other="ben")


def traded_with(evening):
    evening.do("place", who="ben", at=6, reason="for the test")
    evening.do("trade", who="ben", other="cy")


def led(evening):
    evening.do("place", who="dee", at=1, reason="for the test")
    evening.do("lead", who="cy")


def moved_back(evening):
    evening.do("place", who="cy", at=16, reason="for the test")
    evening.do("back_ten", who="cy")


def gone_last(evening):
    evening.stand(ann=7, ben=8, dee=9)
    evening.do("place", who="cy", at=15, reason="for the test")
    evening.do("go_last", who="cy")


@pytest.mark.parametrize("came", [bumped, traded, traded_with, led, moved_back, gone_last])
def test_who_comes_to_a_purple_space_otherwise_does_not_cross(came):
    evening = known(ben=5, cy=2)
    came(evening)
    assert evening.at("cy") == 6
    assert refused(evening, "ahead", who="cy", number=4, get_ahead=30) == (
        "Cy did not come to space 6 by exact count, and so takes no shortcut from there.", "get_ahead",
    )  # fmt: skip
    evening.do("ahead", who="cy", number=4)
    assert evening.at("cy") == 10


def test_undone_a_bump_does_not_keep_a_pawn_from_crossing():
    evening = known(ben=5, cy=2)
    bumped(evening)
    evening.undo()
    evening.do("ahead", who="cy", number=4)
    evening.do("ahead", who="cy", number=1)
    assert evening.at("cy") == 31


def test_a_leader_who_buys_the_lead_and_stays_still_crosses():
    evening = known(cy=2)
    evening.stand(dee=1)
    evening.do("ahead", who="cy", number=4)
    evening.bid("sell_lead", "ann", ann=5, ben=5, cy=20, dee=5)
    evening.do("correct_bids", bids="ann=25 ben=5 cy=20 dee=5", reason="misread")
    assert (evening.at("ann"), evening.at("cy")) == (7, 6)
    evening.do("losers_bonus", last="ben")
    evening.do("ahead", who="cy", number=1)
    assert evening.at("cy") == 31


def test_bids_put_right_leave_the_first_winner_as_the_pawn_stood():
    evening = known(cy=2, ben=9)
    evening.stand(dee=1)
    evening.do("ahead", who="cy", number=4)
    evening.bid("sell_lead", "ann", ann=5, ben=5, cy=20, dee=5)
    evening.do("correct_bids", bids="ann=25 ben=5 cy=20 dee=5", reason="misread")
    evening.do("losers_bonus", last="dee")
    evening.do("ahead", who="cy", number=1)
    assert evening.at("cy") == 31


def test_a_get_ahead_space_beyond_home_is_refused_at_its_field_and_never_kept():
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="20", reason="counted")
    evening.stand(ann=10)
    assert refused(evening, "ahead", who="ann", number=1, get_ahead=400) == (
        "The last white space is 20: no Get-Ahead space lies beyond.", "get_ahead",
    )  # fmt: skip
    assert refused(evening, "ahead", who="ann", number=1, get_ahead=21)[1] == "get_ahead"
    evening.do("ahead", who="ann", number=1, get_ahead=19)
    assert (evening.at("ann"), evening.winners()) == (20, ())


def test_a_get_ahead_space_kept_before_the_spaces_were_counted_is_not_believed_beyond_home():
    evening = tracked()
    evening.stand(ann=10)
    evening.do("ahead", who="ann", number=1, get_ahead=400)
    evening.stand(ann=3)
    evening.do("change_board", fact="track.spaces", value="20", reason="counted")
    evening.stand(ben=10)
    evening.do("ahead", who="ben", number=1)
    assert (evening.at("ben"), evening.winners()) == (11, ())


def test_house_rule_crossing_counts_as_a_step():
    evening = tracked(crossing="step")
    evening.stand(ann=12)
    evening.do("ahead", who="ann", number=4, get_ahead=30)
    assert evening.at("ann") == 33
    assert evening.last.house == ("Crossing counts as one step.",)


# --- The 30 cards and what they mean


def test_trade_places_with_any_player():
    evening = tracked()
    evening.stand(ann=5, ben=17)
    evening.do("trade", who="ann", other="ben")
    assert (evening.at("ann"), evening.at("ben")) == (17, 5)
    assert evening.why_not("trade", who="ann", other="ann") == "It takes two to trade places."


def test_take_the_lead_puts_a_pawn_right_ahead_of_the_leader():
    evening = tracked()
    evening.stand(ann=5, ben=17)
    evening.do("lead", who="ann")
    assert (evening.at("ann"), evening.told()) == (18, "Ann takes the lead, to space 18.")
    assert refused(evening, "lead", who="ann") == ("Ann leads already, and stays.", "who")


def test_with_all_on_start_nobody_leads_and_the_lead_is_space_1():
    evening = tracked()
    assert board(evening).said == "Nobody leads yet: all are on Start."
    evening.do("lead", who="ann")
    assert evening.at("ann") == 1


def test_back_10_ends_at_start_and_on_a_taken_space_goes_on_ahead():
    evening = tracked()
    evening.stand(ann=7, ben=25, cy=15)
    evening.do("back_ten", who="ann")
    assert evening.at("ann") == 0
    evening.do("back_ten", who="ben")
    assert evening.at("ben") == 16


def test_go_farthest_back_is_behind_the_last():
    evening = tracked()
    evening.stand(ann=7, ben=25, cy=15, dee=9)
    evening.do("go_last", who="ben")
    assert evening.at("ben") == 6
    assert refused(evening, "go_last", who="ben") == ("Ben is farthest back already, and stays.", "who")
    evening.stand(ben=1)
    evening.do("go_last", who="ann")
    assert evening.at("ann") == 0


# --- Home


def test_home_is_beyond_the_last_space_and_needs_no_exact_count():
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="40", reason="counted")
    evening.stand(ann=38, ben=40)
    evening.do("ahead", who="ann", number=12)
    assert evening.told() == "Ann moves 12 spaces ahead. Ann is Home and wins."
    assert evening.winners() == ("ann",)
    assert evening.card("ann").progress == 100
    assert next((pawn.seat, pawn.home) for pawn in board(evening).pawns) == ("ann", True)
    assert board(evening).taps == ()


def test_who_is_pushed_on_from_the_last_space_is_home_too():
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="40", reason="counted")
    evening.stand(ann=38, ben=40)
    evening.do("ahead", who="ann", number=2)
    assert evening.winners() == ("ann",)


def test_where_nobody_has_counted_the_spaces_the_table_says_who_is_home():
    evening = tracked()
    evening.stand(ann=200)
    evening.do("ahead", who="ann", number=50)
    assert evening.winners() == ()
    assert (board(evening).spaces, evening.card("ann").progress) == (None, None)
    evening.do("home", who="ann")
    assert evening.winners() == ("ann",)


def test_there_are_no_fewer_spaces_than_a_small_pawn_has_come():
    evening = tracked()
    evening.stand(ann=12, ben=30)
    said = "Ben's small pawn stands on space 30: there are at least as many. Put it right first if it is not there."
    assert refused(evening, "change_board", fact="track.spaces", value="10", reason="counted") == (said, "value")
    evening.do("change_board", fact="track.spaces", value="30", reason="counted")
    evening.do("change_board", fact="track.spaces", value="0", reason="not sure")
    evening.do("leave", who="ben", chips=125)
    evening.do("change_board", fact="track.spaces", value="12", reason="counted")
    assert fists().propose("change_board", fact="track.spaces", value="10", reason="counted")


@pytest.mark.parametrize(
    ("action", "answers"), [("back_ten", {"who": "ann"}), ("trade", {"who": "ann", "other": "ben"})]
)
def test_nobody_comes_home_but_by_a_move_ahead(action, answers):
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="10", reason="counted")
    evening.do("change_board", fact="track.spaces", value="40", reason="miscounted")
    evening.stand(ann=30, ben=4)
    evening.void(3)
    evening.do(action, **answers)
    assert evening.winners() == ()


# --- The board and the corrections


def test_the_board_says_who_leads_and_who_is_last_in_the_order_of_the_race():
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="49", reason="counted")
    evening.stand(ann=4, ben=25, cy=15, dee=9)
    track = board(evening)
    assert [(pawn.seat, pawn.space, pawn.leads, pawn.last) for pawn in track.pawns] == [
        ("ben", 25, True, False), ("cy", 15, False, False), ("dee", 9, False, False), ("ann", 4, False, True),
    ]  # fmt: skip
    assert (track.spaces, track.pawns[0].note) == (49, "Yellow pawn")
    assert track.said == "Ben leads, on space 25; Ann is farthest back, on space 4."
    assert (evening.card("ben").rank.text, evening.card("ben").progress) == ("leads", 50)
    assert evening.card("ann").rank.text == "farthest back"


def test_who_has_left_stands_in_nobodys_way():
    evening = tracked()
    evening.stand(dee=9)
    evening.do("leave", who="dee", chips=125)
    evening.do("ahead", who="ann", number=9)
    assert evening.at("ann") == 9
    assert [pawn.seat for pawn in board(evening).pawns] == ["ann", "ben", "cy"]


def test_a_pawn_is_put_right_by_hand_on_an_open_space():
    evening = tracked()
    evening.do("place", who="ann", at=7, reason="miscounted")
    assert evening.told() == "Correction: Ann's small pawn stands on space 7 (miscounted)."
    assert refused(evening, "place", who="ben", at=7, reason="so") == ("Another small pawn stands on space 7.", "at")
    assert refused(evening, "place", who="ann", at=7, reason="so") == ("Ann stands there already.", "at")
    assert refused(evening, "place", who="ann", at=501, reason="so")[1] == "at"
    evening.do("place", who="ann", at=0, reason="no, it never moved")
    assert evening.at("ann") == 0

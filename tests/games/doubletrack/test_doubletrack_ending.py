"""Doubletrack: the first small pawn Home wins, chips decide nothing, and stay hidden until the screens are lifted."""

import pytest

from tests.games.doubletrack.fists import fists, three, tracked

# --- HOW TO WIN THE GAME


def ranks(evening):
    return list(evening.game.ending(evening.table).ranks)


def test_the_first_small_pawn_home_wins_whatever_the_chips():
    evening = fists()
    evening.have(dee=0)
    evening.do("home", who="dee")
    assert evening.told() == "Dee is Home and wins."
    ending = evening.game.ending(evening.table)
    assert (ending.reason, ending.winners) == ("Dee came Home", ("dee",))
    assert evening.prompt.title == "The game is over"


def test_without_positions_all_the_others_come_second_and_their_chips_are_shown_once_the_screens_are_lifted():
    evening = three()
    evening.bid("sell_card", "ann", ben=10, cy=5)
    evening.do("home", who="cy")
    assert ranks(evening) == [("cy", 1, "Home"), ("ann", 2, "on the way Home"), ("ben", 2, "on the way Home")]
    evening.do("lift_screens")
    assert ranks(evening) == [("cy", 1, "Home"), ("ann", 2, "$140 in chips"), ("ben", 2, "$115 in chips")]


def test_with_positions_the_others_rank_by_their_small_pawns():
    evening = tracked()
    evening.stand(ann=5, ben=17)
    evening.do("home", who="dee")
    assert ranks(evening) == [("dee", 1, "Home"), ("ben", 2, "space 17"), ("ann", 3, "space 5"), ("cy", 4, "Start")]


def test_two_on_start_share_their_rank():
    evening = tracked()
    evening.stand(ann=5)
    evening.do("home", who="ann")
    assert [(who, rank) for who, rank, _ in ranks(evening)] == [("ann", 1), ("ben", 2), ("cy", 2), ("dee", 2)]


def test_the_last_one_left_wins_and_who_has_left_has_no_rank():
    evening = three()
    evening.do("leave", who="ann", chips=125)
    evening.do("leave", who="cy", chips=125)
    ending = evening.game.ending(evening.table)
    assert (ending.reason, ending.ranks) == ("Ben was the last one left", (("ben", 1, "the last one left"),))


def test_after_the_end_nothing_goes_on_until_it_is_undone():
    evening = fists()
    evening.do("home", who="dee")
    said = "The game is over. Undo the last entry to play on."
    assert evening.why_not("take", who="ann", of="ben", amount=25) == said
    assert evening.why_not("correct_chips", giver="ann", taker="ben", amount=25, reason="so") == said
    evening.undo()
    assert evening.winners() == ()
    evening.do("take", who="ann", of="ben", amount=25)


# --- Lift the screens


def masked(evening, who="ann"):
    secret = evening.game.is_secret(evening.table, f"{who}:chips")
    assert secret == (evening.card(who).figure == "\u2022\u2022\u2022") == bool(evening.card(who).secret)
    return secret


def test_at_the_end_the_screens_still_stand_until_they_are_lifted():
    evening = fists()
    assert masked(evening)
    evening.do("home", who="dee")
    assert masked(evening)
    assert [offer.action for offer in evening.prompt.offers] == ["lift_screens"]
    evening.do("lift_screens")
    assert not masked(evening)
    assert evening.card("ann").figure == "$125"
    assert ("As chips", "2 yellow, 5 blue and 5 red") in evening.card("ann").details
    assert evening.game.status_of(evening.table)[0].text == "$500 in chips"
    assert (evening.prompt.text, evening.prompt.offers) == ("", ())


def test_the_lifting_tells_what_everybody_has_on_the_cards_alone_once_it_is_recorded():
    evening = three()
    evening.bid("sell_card", "ann", ben=10, cy=5)
    evening.do("home", who="cy")
    evening.do("lift_screens")
    assert evening.told() == "The screens are lifted: everybody sees what everybody has."
    # a receipt is read before anything is recorded, and would leave no trace
    assert not evening.last.working
    figures = [evening.game.standing(evening.table, who).figure for who in ("ann", "ben", "cy")]
    assert figures == ["$140", "$115", "$120"]


@pytest.mark.parametrize(
    ("action", "answers", "spaces"),
    [
        ("home", {"who": "ben"}, {}),
        ("ahead", {"who": "ben", "number": 5}, {"ben": 9}),
        ("lead", {"who": "ann"}, {"ben": 9}),
        ("sell_lead", {"who": "ann", "bids": "ann=5 ben=20 cy=20 dee=5"}, {"ben": 9}),
    ],
)
def test_no_way_to_the_end_shows_chips_by_itself(action, answers, spaces):
    evening = tracked()
    evening.do("change_board", fact="track.spaces", value="9", reason="counted")
    evening.stand(**spaces)
    evening.do(action, **answers)
    assert evening.winners()
    assert masked(evening)
    assert "$125" not in str(evening.game.ending(evening.table))


def test_the_last_one_left_shows_no_chips_either():
    evening = three()
    evening.do("leave", who="ann", chips=125)
    evening.do("leave", who="cy", chips=125)
    assert masked(evening, "ben")


def test_while_the_game_goes_on_the_screens_stay_up():
    evening = fists()
    assert evening.why_not("lift_screens") == "The screens stay up until the game is won."
    evening.do("home", who="dee")
    evening.do("lift_screens")
    assert evening.why_not("lift_screens") == "The chips lie open already."
    assert evening.why_not("take", who="ann", of="ben", amount=25) == (
        "The game is over. Undo the lifting of the screens and the entry before it to play on."
    )


def test_where_the_end_is_struck_out_the_screens_stand_again_and_at_the_next_end_too():
    evening = fists()
    evening.do("home", who="dee")
    evening.do("lift_screens")
    evening.void(2)
    assert (evening.winners(), masked(evening)) == ((), True)
    evening.do("home", who="ann")
    assert masked(evening)


def test_where_chips_lie_open_there_is_nothing_to_lift():
    evening = fists(secret="no")  # noqa: S106 - a house rule
    evening.do("home", who="dee")
    assert (evening.why_not("lift_screens"), evening.prompt.offers) == ("The chips lie open already.", ())


# --- The last one left


def left_alone():
    evening = three()
    evening.do("leave", who="ben", chips=125)
    evening.do("leave", who="cy", chips=125)
    assert evening.winners() == ("ann",)
    return evening


def test_who_comes_back_is_in_the_game_again_and_nobody_has_won():
    evening = left_alone()
    evening.void(2)
    assert (evening.winners(), evening.prompt.title) == ((), "What happened?")
    evening.do("take", who="ben", of="ann", amount=25)
    evening.do("leave", who="ann", chips=100)
    assert evening.winners() == ("ben",)


def test_who_is_the_last_one_left_by_a_line_that_stands_again_has_won():
    evening = left_alone()
    evening.void(2)
    evening.void(4)
    assert evening.winners() == ("ann",)

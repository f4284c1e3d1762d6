"""Rat Race Monopoly: «Dice Control», Jail, and whose turn it is."""

import pytest

from tests.games.rat_race_monopoly.millions import millions

# --- Dice Control


@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_one_die_moves_what_it_shows(die):
    evening = millions()
    evening.do("throw", who="ann", first=die)
    assert evening.told() == f"Ann throws one die and moves {die}."
    assert not evening.t.seat("ann").jail


def test_a_1_on_a_single_die_is_jail():
    evening = millions()
    evening.do("throw", who="ann", first=1)
    assert evening.t.seat("ann").jail
    assert evening.told() == "Ann throws one die, a 1. Ann goes to Jail: a 1 on a single die."


def test_a_1_on_one_of_two_dice_is_nothing_special():
    evening = millions()
    evening.do("throw", who="ann", first=1, second=4)
    assert not evening.t.seat("ann").jail
    assert evening.told() == "Ann throws 1 and 4 and moves 5."


def test_after_a_double_the_player_may_stop_or_throw_on():
    evening = millions()
    evening.do("throw", who="ann", first=3, second=3)
    assert evening.told().endswith("then stop or throw on.")
    evening.do("next_player")
    evening.turn("ann")
    evening.do("throw", who="ann", first=3, second=3)
    assert "a double" in evening.told()


def test_three_doubles_in_a_row_is_jail():
    evening = millions()
    evening.do("throw", who="ann", first=3, second=3)
    evening.do("throw", who="ann", first=1, second=1)
    assert "the second double in a row" in evening.told()
    evening.do("throw", who="ann", first=6, second=6)
    assert evening.t.seat("ann").jail
    assert evening.told().endswith("Ann goes to Jail: three doubles in a row.")
    assert evening.mark("dice", "doubles") is None


@pytest.mark.parametrize("between", [{"first": 2}, {"first": 2, "second": 3}])
def test_a_throw_that_is_no_double_breaks_the_row(between):
    evening = millions()
    for _ in range(2):
        evening.do("throw", who="ann", first=3, second=3)
    evening.do("throw", who="ann", **between)
    evening.do("throw", who="ann", first=3, second=3)
    assert not evening.t.seat("ann").jail


def test_recording_a_throw_is_never_required():
    evening = millions()
    evening.do("pass_go", who="ann", roll=7)
    evening.do("next_player")
    assert evening.prompt.title == "Ben's turn"


@pytest.mark.parametrize(("first", "second"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_a_7_with_two_movement_dice_opens_a_disaster_before_the_token_moves(first, second):
    evening = millions()
    evening.do("throw", who="ann", first=first, second=second)
    assert evening.mark("disaster", "by") == "ann"
    assert "A disaster." in evening.told()
    assert evening.told().endswith("Then the token moves 7.")


def test_a_7_in_a_try_to_leave_jail_opens_a_disaster_too():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    evening.do("throw", who="ann", first=3, second=4)
    assert evening.mark("disaster", "by") == "ann"
    assert evening.t.seat("ann").jail
    assert "the token moves" not in evening.told()


def test_nothing_else_is_done_while_a_disaster_waits():
    evening = millions()
    evening.do("throw", who="ann", first=3, second=4)
    for action, answers in (
        ("pass_go", {"who": "ann", "roll": 7}),
        ("next_player", {}),
        ("study", {"who": "ann"}),
        ("pay", {"giver": "ann", "taker": "bank", "amount": 10, "reason": "fine"}),
    ):
        assert evening.why_not(action, **answers) == "First comes the disaster of Ann's 7."


@pytest.mark.parametrize("roll", [6, 8])
def test_no_other_sum_is_a_disaster(roll):
    evening = millions()
    evening.do("throw", who="ann", first=roll - 2, second=2)
    assert evening.mark("disaster", "by") is None


# --- Jail


def test_a_double_leads_out_of_jail():
    evening = millions()
    evening.do("go_to_jail", who="ann", why="a card")
    assert evening.told() == "Ann goes to Jail: a card."
    evening.do("throw", who="ann", first=4, second=4)
    assert not evening.t.seat("ann").jail
    assert evening.told() == "Ann throws 4 and 4, leaves Jail and moves 8."
    assert evening.mark("dice", "doubles") is None


def test_out_of_jail_takes_both_dice():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    assert evening.why_not("throw", who="ann", first=4) == "Out of Jail takes a double, so both dice."


def test_after_the_third_try_the_fine_is_due():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    for _ in range(2):
        evening.do("throw", who="ann", first=1, second=2)
        assert "fine" not in evening.told()
    evening.do("throw", who="ann", first=1, second=2)
    assert "after the third try the fine of 500K is due" in evening.told()
    evening.do("leave_jail", who="ann", how="fine")
    assert evening.cash("ann") == 1_000
    assert evening.mark("ann", "tries") is None


def test_a_card_leads_out_of_jail_for_nothing():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    evening.do("leave_jail", who="ann", how="card")
    assert evening.cash("ann") == 1_500
    assert not evening.t.seat("ann").jail


def test_a_fine_that_cant_be_paid_is_refused():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    evening.has("ann", 400)
    assert evening.why_not("leave_jail", who="ann", how="fine") == "Ann holds 400K: 100K short of 500K."


def test_who_is_not_in_jail_cant_leave_it_and_who_is_cant_go_there():
    evening = millions()
    assert evening.why_not("leave_jail", who="ann", how="card") == "Ann does not sit in Jail."
    evening.do("go_to_jail", who="ann")
    assert evening.why_not("go_to_jail", who="ann") == "Ann sits in Jail already."
    assert evening.prompt.title == "Ann sits in Jail"


# --- Turns


def test_the_turn_goes_to_the_left_and_round():
    evening = millions()
    for who in ("Ben", "Cy", "Ann"):
        evening.do("next_player")
        assert evening.prompt.title == f"{who}'s turn"


def test_the_turn_is_put_right_by_hand():
    evening = millions()
    evening.do("correct_turn", who="cy")
    assert evening.prompt.title == "Cy's turn"
    assert evening.why_not("correct_turn", who="cy") == "It is Cy's turn already."


def test_only_the_player_on_turn_throws_unless_the_table_keeps_the_turns():
    assert millions().why_not("throw", who="ben", first=2).startswith("It is Ann's turn")
    evening = millions(turns="off")
    evening.do("throw", who="ben", first=2)
    assert evening.prompt.title == "What happened?"
    assert evening.why_not("next_player") == "The table keeps the turns itself; that is a house rule."

"""Doubletrack: pawns chosen, chips and passes dealt out, and leaving."""

import pytest

from companion.games import find_game
from models.ledger import Refusal
from tests.games.doubletrack.fists import Fists, fists, three


def colours(evening):
    return {seat.key: evening.card(seat.key).subtitle for seat in evening.table.players}


# --- HOW TO SET UP THE GAME


def test_everyone_has_125_in_chips_and_the_pass_of_the_own_colour():
    evening = fists()
    assert evening.all_chips == {"ann": 125, "ben": 125, "cy": 125, "dee": 125}
    assert [evening.keeper(one) for one in ("red", "yellow", "green", "blue")] == ["ann", "ben", "cy", "dee"]
    assert evening.told() == "Everyone has $125 in chips and the gate pass of their colour. Ann starts."
    assert "In chips: 2 yellow, 5 blue and 5 red" in [line.text for line in evening.last.working]


def test_four_players_have_500_in_all_and_three_375():
    assert sum(fists().all_chips.values()) == 500
    assert sum(three().all_chips.values()) == 375


def test_the_bank_has_given_out_what_the_players_have():
    assert fists().chips("bank") == -500


def test_with_three_the_fourth_pass_is_out_of_play():
    evening = three()
    assert evening.keeper("blue") == "board"
    assert evening.last.working[-1].text == "Out of play, its gate shut: the Blue gate pass"


def test_the_table_is_opened_once():
    assert fists().why_not("start", first="ben") == "The game has started already."


def test_nothing_goes_on_before_it_is_open():
    evening = Fists("Ann", "Ben", "Cy")
    assert evening.why_not("take", who="ann", of="ben", amount=25) == "Say who starts first: that deals out the chips."


@pytest.mark.parametrize("seats", [0, 1, 2, 5])
def test_it_is_for_three_or_four(seats):
    with pytest.raises(Refusal, match="Doubletrack is for 3 to 4 players"):
        find_game("doubletrack").begin(seats)


# --- Pawns


def test_pawns_are_taken_in_the_order_of_the_seats_unless_somebody_chooses():
    assert colours(three()) == {"ann": "Red pawns", "ben": "Yellow pawns", "cy": "Green pawns"}


def test_who_chooses_the_colour_of_another_trades_with_that_player():
    evening = Fists("Ann", "Ben", "Cy")
    evening.do("pawns", who="cy", colour="red")
    assert evening.told() == "Cy takes the Red pawns, Ann the Green ones."
    evening.do("pawns", who="ben", colour="blue")
    assert evening.told() == "Ben takes the Blue pawns."
    evening.do("start", first="ben")
    assert [evening.keeper(one) for one in ("red", "yellow", "green", "blue")] == ["cy", "board", "ann", "ben"]


def test_the_own_colour_is_no_choice_and_after_the_start_there_is_none():
    evening = Fists("Ann", "Ben", "Cy")
    assert evening.why_not("pawns", who="ann", colour="red") == "Ann has the Red pawns already."
    evening.do("start", first="ann")
    assert evening.why_not("pawns", who="ann", colour="blue").startswith("Gates and passes are dealt by colour")


def test_a_colour_is_called_as_on_the_tables_own_board():
    evening = fists()
    evening.do("change_board", fact="pass.red", value="Orange", reason="ours is older")
    assert evening.card("ann").subtitle == "Orange pawns"
    assert evening.card("ann").colour == "#B5520B"


def test_everything_printed_has_a_label_of_its_own():
    labels = [fact.label for fact in find_game("doubletrack").board_values]
    assert len(labels) == len(set(labels)) == 5


def test_a_seat_chosen_in_blue_moves_the_blue_pawns():
    evening = Fists("Ann", "Ben", "Cy")
    seats = tuple(
        type(seat)(seat.key, seat.name, "#1D5A99" if seat.key == "ann" else "") for seat in evening.table.seats
    )
    evening.table = type(evening.table)(seats, evening.table.ledger, evening.table.houses, evening.table.printed)
    assert colours(evening) == {"ann": "Blue pawns", "ben": "Red pawns", "cy": "Yellow pawns"}


# --- House rule: chips to start with


@pytest.mark.parametrize(
    ("stack", "chips"),
    [("50", "2 yellow"), ("75", "2 yellow, 2 blue and 1 red"), ("125", "2 yellow, 5 blue and 5 red")],
)
def test_house_rule_another_stack(stack, chips):
    evening = fists(stack=stack)
    assert set(evening.all_chips.values()) == {int(stack)}
    assert evening.last.working[1].text == f"In chips: {chips}"


def test_a_stack_beyond_the_box_asks_for_other_counters():
    evening = fists(stack="150")
    line = evening.last.working[1]
    assert (line.text, line.figure) == ("The box holds $500: lay other counters beside it for the rest of", 600)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("127", "Chips to start with: chips make multiples of $5; $127 is none."),
        ("0", "Chips to start with: a whole number of dollars from 5 to 1,000."),
        ("-5", "Chips to start with: a whole number of dollars from 5 to 1,000."),
        ("a lot", "Chips to start with must be a number; 'a lot' is not one."),
    ],
)
def test_a_stack_that_chips_do_not_make_is_refused_at_its_field(text, says):
    with pytest.raises(Refusal) as caught:
        find_game("doubletrack").option("stack").read(text)
    assert (caught.value.sentence, caught.value.question) == (says, "stack")


def test_a_stack_changed_later_changes_nothing_that_is_dealt():
    evening = fists()
    evening.do("change_house", rule="stack", way="200", reason="next time")
    assert evening.game.status_of(evening.table)[0].text == "$500 in chips, hidden"


# --- Leaving


def test_who_leaves_gives_the_chips_to_the_bank_and_the_passes_to_the_board():
    evening = fists()
    evening.do("take_pass", who="dee", colour="red")
    evening.do("leave", who="dee", chips=125)
    assert evening.told() == "Dee leaves the game; $125 go to the bank."
    assert evening.all_chips == {"ann": 125, "ben": 125, "cy": 125}
    assert (evening.keeper("red"), evening.keeper("blue")) == ("board", "board")
    assert evening.card("dee").out
    assert evening.why_not("take", who="dee", of="ann", amount=25) == "Dee has left the game."


def test_the_chips_of_who_leaves_are_counted_openly_and_all_of_them_go():
    evening = fists()
    assert evening.why_not("leave", who="dee", chips=130) == "Dee has not that much."
    assert evening.why_not("leave", who="dee", chips=120) == "Dee has more than that; all of it goes to the bank."


def test_the_chips_that_went_to_the_bank_are_in_play_no_more():
    evening = fists()
    evening.do("leave", who="dee", chips=125)
    evening.do("leave", who="cy", chips=125)
    assert evening.game.status_of(evening.table)[0].text == "$250 in chips, hidden"


def test_who_has_less_than_nothing_by_a_struck_out_line_may_leave_all_the_same():
    evening = fists()
    evening.do("correct_chips", giver="ann", taker="dee", amount=75, reason="miscounted")
    evening.bid("sell_card", "ann", ben=5, cy=5, dee=150)
    evening.void(2)
    assert evening.chips("dee") == -25
    assert dict(evening.card("dee").secret)["As chips"] == "no chips, and $25 short"
    assert evening.why_not("leave", who="dee", chips=5) == "Dee has not that much."
    evening.do("leave", who="dee", chips=0)
    assert evening.told() == "Dee leaves the game; no chips go to the bank."
    assert [(line.text, line.figure) for line in evening.last.working][:2] == [
        ("Dee gives the bank", 0), ("The book had less than nothing, and the bank makes good", 25),
    ]  # fmt: skip
    assert (evening.chips("dee"), sum(evening.all_chips.values()), -evening.chips("bank")) == (0, 525, 525)


def test_the_last_one_left_wins_and_nobody_leaves_an_ended_game():
    evening = three()
    evening.do("leave", who="cy", chips=125)
    assert evening.winners() == ()
    evening.do("leave", who="ann", chips=125)
    assert evening.told() == "Ann leaves the game; $125 go to the bank. Ben is the last one left and wins."
    assert evening.winners() == ("ben",)
    assert evening.why_not("leave", who="ben", chips=125) == "The game is over. Undo the last entry to play on."

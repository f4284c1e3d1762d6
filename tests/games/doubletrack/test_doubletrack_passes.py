"""Doubletrack: who holds which gate pass, and since when."""

from tests.games.doubletrack.fists import fists, three


def held(evening, who):
    return [(one.text, one.detail) for one in evening.card(who).holdings]


# --- TAKE THE (WHATEVER COLOR) GATE PASS SPACE


def test_the_pass_of_the_space_is_taken_from_whoever_has_it():
    evening = fists()
    evening.do("take_pass", who="ann", colour="green")
    assert evening.told() == "Ann takes the Green gate pass from Cy."
    assert held(evening, "ann") == [("Red pass", "since entry 1"), ("Green pass", "since entry 2")]
    assert held(evening, "cy") == []
    assert evening.card("cy").note == "No gate pass"
    assert evening.card("ann").note == "Opens the Red and Green gates"


def test_ones_own_is_nothing_to_take():
    evening = fists()
    assert (
        evening.why_not("take_pass", who="ann", colour="red") == "Ann has the Red gate pass already: nothing happens."
    )


def test_with_three_the_fourth_comes_into_play_when_somebody_lands_on_its_space():
    evening = three()
    assert [chip.text for chip in evening.game.status_of(evening.table)] == [
        "$375 in chips, hidden",
        "Blue pass out of play",
    ]
    evening.do("take_pass", who="ben", colour="blue")
    assert evening.told() == "Ben brings the Blue gate pass into play."
    assert [chip.text for chip in evening.game.status_of(evening.table)] == ["$375 in chips, hidden"]
    evening.do("toll", who="cy", gate="blue", answer="free")
    evening.do("steal_pass", who="cy", colour="blue")
    assert evening.keeper("blue") == "cy"


def test_undone_it_is_where_it_was_since_when_it_was():
    evening = fists()
    evening.do("take_pass", who="ann", colour="green")
    evening.undo()
    assert held(evening, "cy") == [("Green pass", "since entry 1")]


def test_struck_out_under_a_later_line_a_pass_has_one_holder_all_the_same():
    evening = fists()
    evening.do("take_pass", who="ann", colour="green")
    evening.do("take_pass", who="ben", colour="green")
    evening.void(2)
    assert [evening.keeper("green"), held(evening, "ann")] == ["ben", [("Red pass", "since entry 1")]]


# --- Steal A Gate Pass


def test_a_pass_of_choice_is_stolen_from_an_opponent():
    evening = fists()
    evening.do("steal_pass", who="ann", colour="green")
    assert evening.told() == "Ann steals the Green gate pass from Cy."
    assert evening.keeper("green") == "ann"


def test_a_pass_out_of_play_is_stolen_from_nobody():
    evening = three()
    assert evening.why_not("steal_pass", who="ann", colour="blue") == (
        "The Blue gate pass is out of play: it is stolen from nobody."
    )
    options = evening.game.find_action("steal_pass").options(evening.table, {"who": "ann"}, "colour")
    assert [(one.value, one.detail) for one in options] == [("yellow", "held by Ben"), ("green", "held by Cy")]


def test_who_has_every_pass_in_play_steals_none():
    evening = three()
    evening.do("steal_pass", who="ann", colour="yellow")
    evening.do("steal_pass", who="ann", colour="green")
    said = "No opponent holds a gate pass: nothing happens."
    assert evening.why_not("steal_pass", who="ann", colour="blue") == said
    options = {
        option.value: option.refusal
        for option in evening.game.find_action("steal_pass").options(evening.table, {}, "who")
    }
    assert options == {"ann": said, "ben": None, "cy": None}


def test_with_every_pass_on_the_board_there_is_none_to_steal_and_none_to_sell():
    evening = three()
    for colour in ("yellow", "green"):
        evening.do("take_pass", who="ann", colour=colour)
    evening.do("leave", who="ann", chips=125)
    for name, word in (("steal_pass", "steal"), ("sell_pass", "sell")):
        said = f"All gate passes are out of play: there is none to {word}."
        assert evening.game.find_action(name).why_not(evening.table, {}) == said
    evening.do("take_pass", who="ben", colour="red")
    assert evening.game.find_action("sell_pass").why_not(evening.table, {}) is None


# --- Corrections


def test_a_pass_is_put_right_by_hand_with_a_reason():
    evening = fists()
    evening.do("correct_pass", colour="red", holder="dee", reason="it was swapped by mistake")
    assert evening.told() == "Correction: the Red gate pass is Dee's (it was swapped by mistake)."
    evening.do("correct_pass", colour="red", holder="board", reason="lost")
    assert evening.told() == "Correction: the Red gate pass is out of play (lost)."
    assert evening.why_not("correct_pass", colour="red", holder="board", reason="lost") == (
        "The Red gate pass is out of play already."
    )


def test_the_page_says_who_holds_each_pass_and_since_when():
    evening = three()
    evening.do("steal_pass", who="ann", colour="yellow")
    page = next(page for page in evening.game.pages if page.title == "Gates and tolls")
    (grid,) = page.grids(evening.game.turn(evening.table))
    assert grid.rows == (
        ("Red", "Ann", "entry 1"), ("Yellow", "Ann", "entry 2"), ("Green", "Cy", "entry 1"),
        ("Blue", "out of play, the gate is shut", "entry 1"),
    )  # fmt: skip

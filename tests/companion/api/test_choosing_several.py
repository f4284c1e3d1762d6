"""Questions for several of fixed words, steps that depend on the table, and what a game shows of itself."""

import pytest

from companion.api import Game, Refusal, Result, Turn, ask, listed
from companion.core.recording import countable
from companion.core.table import Seat, Table

CARDS = {"red": "Red card", "blue": "Blue card", "green": "Green card"}
GAME = Game(
    "cards",
    "Cards",
    "Cards that players hold.",
    players=(2, 4),
    table_state={"over": False},
    banks=("bank",),
    without=("correct_money",),
)


def held(t):
    """The cards of the player that is named."""
    return [card for card in CARDS if t.answers.get("who") and t.noted(card, "of") == t.answers["who"]]


@GAME.action("Give cards back")
def give_back(
    t: Turn,
    who=ask.player("Who?"),
    cards=ask.several(
        "Which?",
        tuple(CARDS),
        now=held,
        label=lambda _t, card: CARDS[card],
        why_not=lambda t, card: f"{CARDS[card]} is not {t.answers['who']}'s.",
        none="There are no cards.",
        read=lambda _t, card: card.upper(),
    ),
    times: int = ask.number("How often?", 1, 5, usual=1),
    fee: int = ask.money("For how much?", step=lambda t: 10 if t.over else 5, usual=5),
    sure: bool = ask.yes_no("Sure?", when=lambda t: not t.over, usual="no"),
):
    """Give cards back."""
    t.narrate(f"{who} gives {listed(cards)} back {times} times for {fee}, {sure}.")
    t.step("Given back")


@GAME.end_if
def over(t):
    return Result("It is over") if t.over else None


def table(**marks):
    seats = Table((Seat("ann", "Ann"), Seat("ben", "Ben")))
    turn = GAME.turn(seats)
    for card, who in marks.items():
        turn.note(card, of=who)
    return turn.table


def proposed(seats, **answers):
    return GAME.find_action("give_back").propose(seats, answers)


def test_several_words_are_read_by_name_or_key_in_their_own_order():
    made = proposed(table(red="ann", blue="ann"), who="ann", cards="Blue card+red")
    assert made.narration == "Ann gives RED and BLUE back 1 times for 5, False."
    assert made.answers["cards"] == "red+blue"


def test_who_names_what_is_not_there_now_hears_why():
    with pytest.raises(Refusal, match="Green card is not ann's"):
        proposed(table(red="ann", green="ben"), who="ann", cards="red+Green card")
    with pytest.raises(Refusal, match="There are no cards"):
        proposed(table(), who="ann", cards="yellow")


def test_a_step_may_depend_on_the_table():
    with pytest.raises(Refusal, match="a multiple of 5"):
        proposed(table(red="ann"), who="ann", cards="red", fee=7)
    turn = GAME.turn(table(red="ann"))
    turn.set(over=True)
    with pytest.raises(Refusal, match="a multiple of 10"):
        proposed(turn.table, who="ann", cards="red", fee=15)


def test_yes_or_no_is_offered_only_where_it_can_be():
    turn = GAME.turn(table())
    assert [one.value for one in GAME.find_action("give_back").options(turn.table, {}, "sure")] == ["yes", "no"]
    turn.set(over=True)
    assert GAME.find_action("give_back").options(turn.table, {}, "sure") == ()


def test_a_turn_knows_how_the_game_ended():
    turn = GAME.turn(table())
    assert turn.result is None
    turn.set(over=True)
    assert turn.result == Result("It is over")


def test_a_step_without_a_figure_has_no_currency_of_its_own():
    (line,) = proposed(table(red="ann"), who="ann", cards="red").working
    assert (line.text, line.figure, line.unit) == ("Given back", None, "$")


def test_a_game_does_without_an_action_of_the_book():
    assert "correct_money" not in [one.name for one in GAME.actions]


def test_where_nobody_corrects_money_a_count_that_differs_is_only_written_down():
    turn = GAME.turn(table())
    turn.pay("bank", turn.seats[0], 20)
    (purse, _) = countable.countables(GAME, turn.table)
    assert (purse.name, purse.held) == ("Ann", 20)
    assert countable.correction(GAME, purse, 25) is None
    assert countable.transfer(GAME, purse, "ben", 5) is None


def test_rules_are_tried_out_on_a_table_with_other_players():
    turn = GAME.rehearse(Table(()), {"one": "the player"})
    assert [str(who) for who in turn.seats] == ["The player"]


def test_who_sits_down_anew_gets_a_key_that_nothing_is_left_of():
    turn = GAME.turn(Table((Seat("ann", "Ann"),)))
    turn.note(turn.holder("zoe"), left="behind")
    assert turn.sit_down("Zoe").key == "zoe"
    turn = turn.before
    turn.note(turn.holder("zoe"), left="behind")
    assert turn.sit_down("Zoe", anew=True).key == "zoe_2"

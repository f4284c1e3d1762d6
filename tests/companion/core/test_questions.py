from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.questions import MOST_MONEY, Amount, Choice, Moment, Number, Player, Roll, Words
from companion.core.table import Refusal, Reserved, Table, listed, seat_key
from companion.core.turn import Turn
from companion.core.unknown_game import bare_turn
from models.plays import Seat

T = bare_turn(Table((Seat("alice", "Alice"), Seat("bob", "Bob"))))


def refused(kind, text):
    with pytest.raises(Refusal) as caught:
        kind.read(text, T)
    return caught.value.sentence


@pytest.mark.parametrize("text", ["100", " 100 ", "$100", "0100"])
def test_an_amount_is_read_however_it_is_written(text) -> None:
    assert Amount().read(text, T) == 100


def test_an_amount_may_have_thousands_commas() -> None:
    assert Amount().read("$1,250", T) == 1250


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-5", "can't be negative"),
        ("\u22125", "can't be negative"),
        ("-$5", "can't be negative"),
        ("12.5", "has a fraction"),
        (".5", "has a fraction"),
        ("ten", "is not one"),
        ("", "is not one"),
        ("1e9", "is not one"),
        ("²", "is not one"),
        ("0x10", "is not one"),
        ("9" * 400, "larger than any game needs"),
        (str(MOST_MONEY + 1), "more money than any game has"),
        ("0", "at least 1"),
    ],
)
def test_what_is_no_amount_is_refused_in_words(text, says) -> None:
    assert says in refused(Amount(), text)


def test_an_investment_is_a_multiple_of_its_step() -> None:
    assert "multiple of 100" in refused(Amount(100, step=100), "150")


@given(st.integers(min_value=1, max_value=MOST_MONEY))
def test_an_amount_shown_is_the_amount_read_back(amount) -> None:
    assert Amount().read(Amount().show(amount, T), T) == amount


@given(st.text(max_size=30))
def test_no_text_makes_a_kind_do_anything_but_read_or_refuse(text) -> None:
    for kind in (Amount(), Number(2, 12, "horse"), Roll(), Choice(("yes", "no")), Player(("treasury",)), Words()):
        try:
            value = kind.read(text, T)
        except Refusal as refusal:
            assert refusal.sentence.endswith(".")
        else:
            assert value in (kind.candidates(T) or (value,))


@pytest.mark.parametrize("text", ["1", "13", "0"])
def test_two_dice_show_two_to_twelve(text) -> None:
    assert "Two dice show 2 to 12" in refused(Roll(), text)


def test_one_die_shows_one_to_six() -> None:
    assert "One die shows 1 to 6" in refused(Roll(1), "7")


def test_a_player_is_named_by_key_or_by_name() -> None:
    assert Player().read("ALICE", T) == "alice"
    assert Player(("treasury",)).read("treasury", T) == "treasury"


def test_a_stranger_is_refused_with_the_names_that_do() -> None:
    assert refused(Player(), "Zoe") == "Nobody called 'Zoe' sits at this table; choose Alice or Bob."


def test_words_lose_line_breaks_and_other_control_signs() -> None:
    assert Words().read(" the\tTreasury\nerred\x00 ", T) == "the Treasury erred"


def test_words_may_not_run_on_for_ever() -> None:
    assert "under 200 letters" in refused(Words(), "x" * 201)


@pytest.mark.parametrize("name", ["HOUSE", "board", "Line"])
def test_a_player_named_like_a_holder_of_the_book_gets_another_key(name) -> None:
    assert seat_key(name) == f"{name.lower()}_2"


@pytest.mark.parametrize("name", ["Treasury", "Race 7"])
def test_a_player_may_be_called_like_what_another_game_keeps(name) -> None:
    assert seat_key(name) == name.lower().replace(" ", "_")


def test_a_player_named_like_what_a_game_keeps_gets_another_key() -> None:
    assert seat_key("Treasury", reserved=Reserved(frozenset({"treasury"}))) == "treasury_2"


@pytest.mark.parametrize("name", ["H1", "Round 2", "round_3", "Round"])
def test_a_player_named_like_what_a_game_numbers_gets_another_key(name) -> None:
    assert seat_key(name, reserved=Reserved(numbered=frozenset({"h", "round"}))).startswith("player_")


def test_two_players_of_one_name_get_two_keys() -> None:
    assert seat_key("Bob", ["bob"]) == "bob_2"


@given(st.text(max_size=40))
def test_every_name_makes_a_key_that_the_books_can_hold(name) -> None:
    key = seat_key(name)

    assert key
    assert ":" not in key
    assert "." not in key
    assert key == key.lower()


def test_names_are_listed_as_people_do() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_pounds_are_read_and_shown_with_their_sign() -> None:
    assert Amount(unit="\u00a3").read("\u00a31,250", T) == 1250
    assert Amount(unit="\u00a3").show(1250, T) == "\u00a31,250"
    assert Amount(unit="\u00a3").word.startswith("a whole number of pounds")


def test_a_moment_is_a_number_of_seconds() -> None:
    assert Moment().read("1763690000", T) == 1763690000
    assert "must be a number" in refused(Moment(), "half past eight")


class Millions(Turn):
    """A table that plays with thousands."""

    unit = "K"


BOARD_MONEY = Amount(unit=None, step=lambda t: 10 if t.unit == "K" else 1)


@pytest.mark.parametrize(("turn", "text", "amount"), [(Millions, "1.5M", 1_500), (Turn, "150", 150)])
def test_an_amount_has_the_unit_of_the_board_that_is_played_on(turn, text, amount) -> None:
    assert BOARD_MONEY.read(text, turn(T.game, T.table)) == amount


def test_an_amount_in_thousands_says_its_limits_in_thousands() -> None:
    t = Millions(T.game, T.table)
    with pytest.raises(Refusal, match="It must be a multiple of 10K"):
        BOARD_MONEY.read("455K", t)
    with pytest.raises(Refusal, match="A figure alone is thousands: write 1\\.5M"):
        BOARD_MONEY.read("1500000", t)
    with pytest.raises(Refusal, match="It must be at least 10K"):
        BOARD_MONEY.read("0", t)
    assert BOARD_MONEY.show(1_500, t) == "1.5M"

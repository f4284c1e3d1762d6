"""Questions with several answers at once: a number for each player, and some words out of many."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api import Game, Turn, ask
from companion.core.answers import read_each, read_several, write_each
from companion.core.questions import Each, Several
from companion.core.table import Refusal, Table
from companion.core.turn import with_answers
from companion.core.unknown_game import bare_turn
from models.plays import Seat

T = bare_turn(Table((Seat("ann", "Ann"), Seat("ben", "Ben"), Seat("cy", "Cy"))))
CHIPS = {"ann": 85, "ben": 20, "cy": 0}


def bidders(t):
    return tuple(seat for seat in CHIPS if seat != t.answers.get("who"))


def held(_t, who):
    return (5, CHIPS[who.key]) if CHIPS[who.key] else (0, 0)


BIDS = Each(bidders, held, step=5, sealed=True, what="bid")
OPEN = Each(bidders, held, step=5, what="bid")
STREETS = Several(lambda _: ("s1", "s4", "s9"), lambda _, key: f"Street {key[1:]}", (1, 2))


def refused(kind, text, answers=None):
    with pytest.raises(Refusal) as caught:
        kind.read(text, with_answers(T, answers or {}))
    return caught.value.sentence


def test_everybodys_number_is_read_in_the_order_of_the_seats() -> None:
    assert BIDS.read("Ben=10 ann=85 cy=0", T) == "ann=85 ben=10 cy=0"
    assert BIDS.show("ann=85 ben=10 cy=0", T) == "Ann $85, Ben $10, Cy $0"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ann=10 ben=10", "Still to come: Cy."),
        ("ann=10 ann=10 ben=5 cy=0", "ann is named twice."),
        ("ann=10 Ann=10 ben=5 cy=0", "Ann is named twice."),
        ("ann=10 dan=5", "Nobody called 'dan' sits at this table."),
        ("ann=ten", "'ann=ten' is not one; write ann=10."),
        ("ann=12 ben=10 cy=0", "Ann: a bid is a multiple of $5."),
        ("ann=0 ben=10 cy=0", "Ann: at least $5."),
    ],
)
def test_what_is_incomplete_or_no_bid_is_refused(text, says) -> None:
    assert refused(BIDS, text) == says


def test_only_those_who_are_asked_give_a_number() -> None:
    assert refused(BIDS, "ann=10 ben=10 cy=0", {"who": "ann"}) == "Ann gives no bid here."


def test_a_sealed_number_above_what_is_held_is_refused_without_saying_what_is_held() -> None:
    said = refused(BIDS, "ann=10 ben=25 cy=0")
    assert said == "Ben has not that much."
    assert "20" not in said
    assert refused(OPEN, "ann=10 ben=25 cy=0") == "Ben: at most $20."


def test_somebody_without_money_holds_out_an_empty_fist_and_nothing_else() -> None:
    assert BIDS.read("ann=5 ben=5 cy=0", T) == "ann=5 ben=5 cy=0"
    assert refused(BIDS, "ann=5 ben=5 cy=5") == "Cy has not that much."


def test_rolls_are_no_money() -> None:
    rolls = Each(bidders, (2, 12), dice=2, what="roll")
    assert refused(rolls, "ann=13 ben=2 cy=3") == "Ann: at most 12."
    assert rolls.show("ann=12 ben=2 cy=3", T) == "Ann 12, Ben 2, Cy 3"


@given(st.dictionaries(st.sampled_from(["ann", "ben", "cy"]), st.integers(0, 10**9)))
def test_numbers_are_read_back_as_they_are_written(numbers) -> None:
    assert read_each(write_each(numbers)) == numbers


def test_several_are_read_in_the_order_of_the_table_by_key_or_by_name() -> None:
    assert STREETS.read("s9 + street 1", T) == "s1+s9"
    assert read_several("s1+s9") == ("s1", "s9")
    assert read_several(None) == ()
    assert STREETS.show("s1+s9", T) == "Street 1 and Street 9"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Name 1 or more; here is none."),
        ("s1+s4+s9", "Name 2 at most; here are 3."),
        ("s1+s1", "Street 1 is named twice."),
        ("s2", "There is no 's2' here; choose of s1, s4, s9."),
    ],
)
def test_too_few_too_many_or_unknown_words_are_refused(text, says) -> None:
    assert refused(STREETS, text) == says


def test_where_nothing_can_be_named_the_action_says_why() -> None:
    game = Game("streets", "Streets", "A game for tests.", players=(2, 3))
    nothing = ask.of("Which streets are drawn?", Several(lambda _: (), none="Ann owns no street."))

    def lose(t: Turn, streets: str = nothing) -> None:
        t.narrate(f"{streets} are lost.")

    game.action("Lose streets")(lose)
    assert game.why_not("lose", T.table, {}) == "Ann owns no street."


def test_a_sealed_bid_is_tried_with_the_least_so_that_nothing_held_greys_an_auction() -> None:
    assert BIDS.sample(T) == "ann=5 ben=5 cy=0"
    assert BIDS.read(BIDS.sample(T), T)

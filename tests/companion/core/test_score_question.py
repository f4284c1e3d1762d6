"""The question for everyone's score: hands as they are typed, and what is no hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import MOST_TOTAL, Hand, read_hands, write_hands
from companion.core.questions import Hands
from companion.core.table import Refusal, Table
from companion.core.unknown_game import bare_turn
from models.plays import Seat

T = bare_turn(Table((Seat("ann", "Ann"), Seat("ben", "Ben"), Seat("cy", "Cy"))))
KIND = Hands(lambda _: ("ann", "ben"), 4, 9, lambda _t, _hands: "")


def refused(text):
    with pytest.raises(Refusal) as caught:
        KIND.read(text, T)
    return caught.value.sentence


def test_cards_have_commas_and_a_total_has_none():
    assert read_hands("ann=2,9,3,0 ben=17") == {"ann": Hand(14, (2, 9, 3, 0)), "ben": Hand(17)}


def test_a_lone_card_is_no_total():
    assert read_hands("ann=2, ben=2") == {"ann": Hand(2, (2,)), "ben": Hand(2)}


def test_who_has_nothing_yet_is_left_out():
    assert read_hands("ann= ben=,") == {}


def test_the_answer_stands_in_the_order_in_which_it_is_asked():
    assert KIND.read("Ben=17 ann=2,9,3,0", T) == "ann=2,9,3,0 ben=17"
    assert KIND.show("ann=2,9,3,0 ben=17", T) == "Ann 14, Ben 17"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Still to come: Ann and Ben."),
        ("ann=17", "Still to come: Ben."),
        ("ann=17 ben=2,9", "Ben's hand lacks 2 cards."),
        ("ann=17 ben=2,9,3", "Ben's hand lacks 1 card."),
        ("ann=17 ben=2,9,3,4,5", "Ben has 5 cards; a hand is 4."),
        ("ann=17 ben=2,9,3,10", "There is no card 10; they go from 0 to 9."),
        ("ann=17 ben=2,9,3,123456", "There is no card 123,456; they go from 0 to 9."),
        ("ann=17 ben=1234567", "Ben can't have 1,234,567; no hand of any deck comes to that."),
        ("ann=17 ben=12 cy=3", "Cy takes no part in this round."),
        ("ann=17 Ann=18 ben=3", "Ann is named twice."),
        ("ann=17 ann=18 ben=3", "ann is named twice."),
        ("ann=17 dot=3", "Nobody called 'dot' sits at this table."),
        ("ann=17 ben=\u22123", "'ben=\u22123' is no score; write ann=17, or the cards, ann=2,9,3,3."),
        ("ann=17 ben=\u0663", "'ben=\u0663' is no score; write ann=17, or the cards, ann=2,9,3,3."),
        ("ann:17", "'ann:17' is no score; write ann=17, or the cards, ann=2,9,3,3."),
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence(text, said):
    assert refused(text) == said


def test_leading_zeros_are_only_zeros():
    assert read_hands(f"ann={'0' * 30}17 ben=0,0,0,00") == {"ann": Hand(17), "ben": Hand(0, (0, 0, 0, 0))}


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        hands = read_hands(text)
    except Refusal as refusal:
        assert refusal.sentence.endswith(".")
    else:
        assert all(hand.total >= 0 for hand in hands.values())


HAND = st.one_of(
    st.integers(0, MOST_TOTAL).map(Hand),
    st.lists(st.integers(0, 9), min_size=1, max_size=4).map(lambda cards: Hand(sum(cards), tuple(cards))),
)


@given(st.dictionaries(st.sampled_from(("ann", "ben", "cy")), HAND))
def test_hands_read_back_as_they_were_written(hands):
    assert read_hands(write_hands(hands)) == hands


def test_a_sample_is_an_answer():
    assert KIND.read(KIND.sample(T), T) == "ann=18 ben=18"

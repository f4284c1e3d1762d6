"""The deck check: whether any deal gives these hands, exactly, and the reason in words when none does."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.core.answers import Hand
from companion.games.rat_a_tat_cat.scoring import CARDS
from companion.rules import deck as rule
from companion.rules.deck import Deck, fits, why_not

NAMES = ("Ann", "Ben", "Cy", "Dot", "Ed", "Fay")


def cards(*values):
    return Hand(sum(values), values)


def reason(*hands, deck=CARDS):
    return why_not(
        deck,
        list(
            zip(
                NAMES,
                (Hand(each) if isinstance(each, int) else each for each in hands),
                strict=False,
            )
        ),
    )


def some_deal_gives(deck, hands):
    """Try every deal there is, card by card, and know nothing of the search."""
    pile = tuple(value for value, there in enumerate(deck.counts) for _ in range(there))

    def matches(hand, dealt):
        if not hand.cards:
            return sum(dealt) == hand.total
        return all(dealt.count(card) >= hand.cards.count(card) for card in hand.cards)

    def deal(left, rest):
        if not rest:
            return True
        return any(
            matches(rest[0], tuple(left[at] for at in taken))
            and deal(tuple(card for at, card in enumerate(left) if at not in taken), rest[1:])
            for taken in combinations(range(len(left)), deck.hand)
        )

    return deal(pile, hands)


@st.composite
def small_tables(draw):
    deck = Deck(
        tuple(draw(st.lists(st.integers(0, 3), min_size=2, max_size=4).filter(any))),
        draw(st.integers(1, 3)),
    )
    hands = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            hands.append(Hand(draw(st.integers(0, deck.hand * deck.highest + 1))))
        else:
            shown = tuple(
                draw(st.lists(st.integers(0, deck.highest), min_size=1, max_size=deck.hand))
            )
            hands.append(cards(*shown))
    assume(len(hands) * deck.hand <= sum(deck.counts))
    return deck, hands


@given(small_tables())
def test_there_is_a_reason_exactly_when_there_is_no_deal(table):
    deck, hands = table
    possible = some_deal_gives(deck, hands)
    said = reason(*hands, deck=deck)
    assert bool(said) != possible
    assert not said or (said[0].isupper() and said.endswith("."))


@given(st.randoms(use_true_random=False), st.integers(2, 6))
def test_what_is_dealt_from_the_deck_is_never_doubted(random, players):
    pile = [value for value, there in enumerate(CARDS.counts) for _ in range(there)]
    random.shuffle(pile)
    hands = []
    for at in range(players):
        dealt = tuple(pile[4 * at : 4 * at + 4])
        known = random.choice((dealt, (), dealt[: random.randint(1, 3)]))
        hands.append(Hand(sum(known or dealt), known))
    assert reason(*hands) == ""


SHOWN = [cards(1, 3, 5, 7)] * 4
"""Every odd card but the 9s is shown, so 9 is 9 0 0 0 and 11 is 9 2 0 0: five 0s."""


def test_the_deck_is_the_rulebooks():
    assert CARDS.counts == (4,) * 9 + (9,)
    assert sum(CARDS.counts) + 9 == 54


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ((36, 36), ""),
        ((36, 36, 36), "Three hands of 36 need twelve 9s; the deck has nine."),
        ((cards(3, 3, 3, 0), cards(3, 3)), "Five 3s are shown; the deck has four."),
        ((cards(9, 9, 9, 9), cards(9, 9, 9, 9), cards(9)), ""),
        (
            (cards(9, 9, 9, 9), cards(9, 9, 9, 9), cards(9, 9)),
            "Ten 9s are shown; the deck has nine.",
        ),
        ((cards(0, 0, 0, 0), 4), ""),
        (
            (cards(0, 0, 0, 0), 3),
            "Ann and Ben have 3 together; the least two hands can come to is 4.",
        ),
        ((cards(0, 0, 8, 8), 1), "No deal of the deck gives Ben 1, with the cards shown."),
        ((20, 1, 18, 2), "Ben and Dot have 3 together; the least two hands can come to is 4."),
        (
            (10, 36, 35, 36),
            "Ben, Cy and Dot have 107 together; the most three hands can come to is 105.",
        ),
        ((cards(9, 9, 9, 1), cards(9, 9, 9, 1), 35), ""),
        (
            (cards(9, 9, 9, 1), cards(9, 9, 9, 1), 36),
            "No deal of the deck gives Cy 36, with the cards shown.",
        ),
        ((*SHOWN, 9, 13), ""),
        (
            (*SHOWN, 9, 11),
            "No deal of the deck gives Ed 9 and Fay 11 together, with the cards shown.",
        ),
    ],
)
def test_the_bound_names_only_the_hands_that_are_at_fault(hands, said):
    assert reason(*hands) == said


@pytest.mark.parametrize(
    ("deck", "hands", "said"),
    [
        (Deck((1, 0, 4), 2), (cards(1, 1),), "Two 1s are shown; the deck has none."),
        (
            Deck((1, 9, 9), 2),
            (0, 2, 2),
            "Ann and Ben have 2 together; the least two hands can come to is 3.",
        ),
        (Deck((4, 0, 4, 0, 4)), (8, 7), "No deal of the deck gives Ann 8 and Ben 7 together."),
        (
            Deck((0, 3, 1, 3), 2),
            (3, 4, 5),
            "No deal of the deck gives Ann 3, Ben 4 and Cy 5 together.",
        ),
        (Deck((2, 2), 2), (0, 2), ""),
    ],
)
def test_another_deck_has_bounds_of_its_own(deck, hands, said):
    assert reason(*hands, deck=deck) == said


def test_six_totals_are_decided_after_very_few_deals_are_tried(monkeypatch):
    random = Random(1)  # noqa: S311 - it deals, it keeps no secrets
    tried = []
    keeps_bounds = rule._keeps_bounds

    def counted(*args):
        tried[-1] += 1
        return keeps_bounds(*args)

    monkeypatch.setattr(rule, "_keeps_bounds", counted)
    for _ in range(1_000):
        middle = random.choice((4, 8, 10, 18, 28, 32))
        rule._deals.cache_clear()
        tried.append(0)
        fits(CARDS, [Hand(max(0, min(36, middle + random.randint(-6, 6)))) for _ in range(6)])
    assert max(tried) < 100

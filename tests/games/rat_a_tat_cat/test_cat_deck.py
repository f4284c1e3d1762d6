"""The deck check: whether any deal gives these hands, exactly, and the reason in words when none does."""

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import Hand
from companion.games.rat_a_tat_cat.scoring import CARDS
from companion.rules import deck as rule
from companion.rules.deck import Deck, fits, why_not

NAMES = ("Ann", "Ben", "Cy", "Dot", "Ed", "Fay")


def cards(*values):
    return Hand(sum(values), values)


def reason(*hands):
    return why_not(CARDS, list(zip(NAMES, (Hand(one) if isinstance(one, int) else one for one in hands), strict=False)))


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
    deck = Deck(tuple(draw(st.lists(st.integers(0, 3), min_size=2, max_size=4).filter(any))), draw(st.integers(1, 3)))
    hands = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            hands.append(Hand(draw(st.integers(0, deck.hand * deck.highest + 1))))
        else:
            shown = tuple(draw(st.lists(st.integers(0, deck.highest), min_size=1, max_size=deck.hand)))
            hands.append(cards(*shown))
    return deck, hands


@given(small_tables())
def test_the_search_finds_a_deal_exactly_when_there_is_one(table):
    deck, hands = table
    assert fits(deck, hands) == some_deal_gives(deck, hands)


@given(small_tables())
def test_there_is_a_reason_exactly_when_there_is_no_deal(table):
    deck, hands = table
    said = why_not(deck, list(zip(NAMES, hands, strict=False)))
    assert bool(said) == (not fits(deck, hands))
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


def test_two_hands_of_36_are_fine_and_three_are_not():
    assert reason(36, 36) == ""
    assert reason(36, 36, 36) == "Three hands of 36 need twelve 9s; the deck has nine."


def test_a_fifth_card_of_a_kind_is_named_as_soon_as_it_is_shown():
    assert reason(cards(3, 3, 3, 0), cards(3, 3)) == "Five 3s are shown; the deck has four."
    assert reason(cards(9, 9, 9, 9), cards(9, 9, 9, 9), cards(9)) == ""
    assert reason(cards(9, 9, 9, 9), cards(9, 9, 9, 9), cards(9, 9)) == "Ten 9s are shown; the deck has nine."


def test_a_card_that_the_deck_has_not_got_is_named_at_once():
    gap = Deck((1, 0, 4), 2)
    assert why_not(gap, [("Ann", cards(1))]) == "One 1 is shown; the deck has none."
    assert why_not(gap, [("Ann", cards(1, 1))]) == "Two 1s are shown; the deck has none."
    assert why_not(gap, [("Ann", cards(0, 2)), ("Ben", cards(0))]) == "Two 0s are shown; the deck has one."


WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "13", "14"),
)


def test_numbers_are_words_up_to_twelve():
    for number, word in enumerate(WORDS):
        shown = why_not(Deck((number, 1), 20), [("Ann", cards(*[0] * (number + 2)))])
        assert shown.endswith(f" shown; the deck has {word}.")
        hands = why_not(Deck((1,), 1), [("Ann", Hand(0))] * number)
        assert number < 2 or hands == f"{word.capitalize()} hands need more cards than the deck has."


def test_totals_are_held_against_the_cards_that_are_shown():
    assert reason(cards(0, 0, 0, 0), 4) == ""
    assert reason(cards(0, 0, 0, 1), 3) == ""
    assert reason(cards(0, 0, 0, 0), 3) == "Ann and Ben have 3 together; the least two hands can come to is 4."
    assert reason(cards(0, 0, 8, 8), 1) == "Ben has 1; the least a hand can come to beside the cards shown is 2."


def test_the_bound_names_only_the_hands_that_are_at_fault():
    assert reason(20, 1, 18, 2) == "Ben and Dot have 3 together; the least two hands can come to is 4."
    assert reason(10, 36, 35, 36) == "Ben, Cy and Dot have 107 together; the most three hands can come to is 105."

    few_noughts = Deck((1, 9, 9), 2)
    assert why_not(few_noughts, [("Ann", Hand(0)), ("Ben", Hand(2)), ("Cy", Hand(2))]) == (
        "Ann has 0; the least a hand can come to is 1."
    )
    assert why_not(few_noughts, [("Ann", Hand(0)), ("Ben", Hand(0)), ("Cy", Hand(2))]) == (
        "Ann and Ben have 0 together; the least two hands can come to is 3."
    )


def test_the_most_that_a_hand_can_come_to_is_told_beside_the_cards_shown():
    assert reason(cards(9, 9, 9, 1), cards(9, 9, 9, 1), 35) == ""
    assert reason(cards(9, 9, 9, 1), cards(9, 9, 9, 1), 36) == (
        "Cy has 36; the most a hand can come to beside the cards shown is 35."
    )


def test_where_no_plain_sum_tells_it_the_hands_are_named():
    # every odd card but the 9s is shown, so 9 is 9 0 0 0 and 11 is 9 2 0 0: five 0s
    shown = [cards(1, 3, 5, 7)] * 4
    assert reason(*shown, 9, 13) == ""
    assert reason(*shown, 9, 11) == "No deal of the deck gives Ed 9 and Fay 11 together, with the cards shown."
    odd = Deck((4, 0, 4, 0, 4))
    assert why_not(odd, [("Ann", Hand(8)), ("Ben", Hand(7))]) == "No deal of the deck gives Ben 7."
    one_two = Deck((0, 3, 1, 3), 2)
    assert why_not(one_two, [("Ann", Hand(3)), ("Ben", Hand(4)), ("Cy", Hand(5))]) == (
        "No deal of the deck gives Ann 3 and Cy 5 together."
    )


def test_too_many_hands_for_a_deck_are_told_off():
    assert why_not(Deck((2, 2), 2), [("Ann", Hand(1)), ("Ben", Hand(1)), ("Cy", Hand(1))]) == (
        "Three hands need more cards than the deck has."
    )


def test_hands_that_take_the_whole_deck_are_not_too_many():
    whole = Deck((2, 2), 2)
    assert why_not(whole, [("Ann", Hand(0)), ("Ben", Hand(2))]) == ""
    assert why_not(whole, [("Ann", Hand(0)), ("Ben", Hand(0))]) == (
        "Ann and Ben have 0 together; the least two hands can come to is 2."
    )


def test_no_deal_gives_what_is_no_hand():
    assert not fits(CARDS, [cards(1, 2, 3, 10)])
    assert not fits(CARDS, [cards(1, 2, 3, 4, 5)])


def test_six_totals_are_decided_after_very_few_deals_are_tried(monkeypatch):
    random = Random(1)  # noqa: S311 - it deals, it keeps no secrets
    tried = []
    search = rule._search

    def counted(*args):
        tried[-1] += 1
        return search(*args)

    monkeypatch.setattr(rule, "_search", counted)
    for _ in range(1_000):
        middle = random.choice((4, 8, 10, 18, 28, 32))
        rule._deals.cache_clear()
        tried.append(0)
        fits(CARDS, [Hand(max(0, min(36, middle + random.randint(-6, 6)))) for _ in range(6)])
    assert max(tried) < 100

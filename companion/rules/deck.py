"""Whether a deal of a deck gives these hands, known by their cards, by their totals, or some of each.

The answer is exact. Known cards are removed from the deck; a search then deals the hands of which only the total is
known. Bounds on the lowest and the highest hands together prune nearly all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from operator import ge, le
from typing import TypeAlias

from companion.core.answers import Hand
from companion.core.table import listed

Counts: TypeAlias = tuple[int, ...]
NUMBERS = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: how many cards there are of each value, from 0 up, and how many make a hand."""

    counts: Counts
    hand: int = 4

    @property
    def highest(self) -> int:
        """The value of the highest card."""
        return len(self.counts) - 1

    @property
    def most(self) -> int:
        """What a hand can come to."""
        return _top(self.counts, self.hand, 1)[0]


def fits(deck: Deck, hands: Sequence[Hand]) -> bool:
    """Whether a deal gives these hands; a hand with too few cards may have any others besides.

    The deck has the cards that are shown, and enough for all hands.

    >>> from companion.core.answers import Hand
    >>> deck = Deck((4, 4, 4, 4, 4, 4, 4, 4, 4, 9))
    >>> fits(deck, [Hand(36), Hand(36)]), fits(deck, [Hand(36), Hand(36), Hand(36)])
    (True, False)
    >>> fits(deck, [Hand(0, (0, 0, 0, 0)), Hand(3)])
    False
    """
    shown = Counter(card for hand in hands for card in hand.cards)
    left = tuple(there - shown[card] for card, there in enumerate(deck.counts))
    return _deals(left, tuple(sorted(hand.total for hand in hands if not hand.cards)), deck.hand)


def why_not(deck: Deck, hands: Sequence[tuple[str, Hand]]) -> str:
    """Say why no deal gives these hands, each with its player's name; empty when one does.

    >>> from companion.core.answers import Hand
    >>> deck = Deck((4, 4, 4, 4, 4, 4, 4, 4, 4, 9))
    >>> why_not(deck, [("Ann", Hand(36)), ("Ben", Hand(36)), ("Cy", Hand(36))])
    'Three hands of 36 need twelve 9s; the deck has nine.'
    >>> why_not(deck, [("Ann", Hand(0)), ("Ben", Hand(0)), ("Cy", Hand(0))])
    'Ann and Ben have 0 together; the least two hands can come to is 4.'
    >>> why_not(deck, [("Ann", Hand(2)), ("Ben", Hand(1))])
    'Ann and Ben have 3 together; the least two hands can come to is 4.'
    >>> why_not(deck, [("Ann", Hand(9, (3, 3, 3, 0))), ("Ben", Hand(6, (3, 3)))])
    'Five 3s are shown; the deck has four.'
    """
    held = [hand for _, hand in hands]
    if fault := _a_hand(deck, hands) or _say_overshown(deck, held):
        return fault
    return "" if fits(deck, held) else _together(deck, hands) or _odd(hands)


def _a_hand(deck: Deck, hands: Sequence[tuple[str, Hand]]) -> str:
    """Say what is wrong with one hand, whatever the others are."""
    for name, hand in hands:
        if high := [card for card in hand.cards if card > deck.highest]:
            return f"There is no card {high[0]}; they go from 0 to {deck.highest}."
        if len(hand.cards) > deck.hand:
            return f"{name} has {len(hand.cards)} cards; a hand is {deck.hand}."
        if not hand.cards and hand.total > deck.most:
            return f"{name} can't have {hand.total:,}; a hand comes to {deck.most} at most."
    return ""


def _say_overshown(deck: Deck, hands: Sequence[Hand]) -> str:
    """Say which card is shown more often than the deck has it."""
    for card, there in enumerate(deck.counts):
        seen = sum(hand.cards.count(card) for hand in hands)
        if seen > there:
            are = " is" if seen == 1 else "s are"
            return f"{_number(seen).capitalize()} {card}{are} shown; the deck has {_number(there)}."
    return ""


def _together(deck: Deck, hands: Sequence[tuple[str, Hand]]) -> str:
    """Say which lowest or highest hands total less or more than the deck allows."""
    rising = sorted(hands, key=lambda named: named[1].total)
    whole = [named for named in rising if not named[1].cards or len(named[1].cards) == deck.hand]
    for many in range(2, len(whole) + 1):
        for end, some in (("least", whole[:many]), ("most", whole[-many:])):
            total = sum(hand.total for _, hand in some)
            bound = _top(deck.counts, deck.hand, many, least=end == "least")[-1]
            if end == "most" and total == many * deck.hand * deck.highest > bound:
                need = f"need {_number(many * deck.hand)} {deck.highest}s; the deck has {_number(deck.counts[-1])}"
                return f"{_number(many).capitalize()} hands of {total // many} {need}."
            if total < bound if end == "least" else total > bound:
                names = listed([named[0] for named in hands if named in some])
                return f"{names} have {total:,} together; the {end} {_number(many)} hands can come to is {bound}."
    return ""


def _odd(hands: Sequence[tuple[str, Hand]]) -> str:
    """Say which totals are impossible together, where no bound shows it."""
    totals = [f"{name} {hand.total}" for name, hand in hands if not hand.cards]
    together = " together" if len(totals) > 1 else ""
    shown = ", with the cards shown" if len(totals) < len(hands) else ""
    return f"No deal of the deck gives {listed(totals)}{together}{shown}."


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _top(counts: Counts, size: int, many: int, *, least: bool = False) -> list[int]:
    """The totals of the highest (or lowest) cards for one hand, for two, and so on."""
    cards = [card for card, there in enumerate(counts) for _ in range(there)]
    if not least:
        cards.reverse()
    return [sum(cards[: size * hands]) for hands in range(1, many + 1)]


@lru_cache(maxsize=4096)
def _hands_of(values: int, size: int, total: int) -> tuple[tuple[int, ...], ...]:
    """Every hand with a total, card by card."""
    return tuple(
        cards for cards in combinations_with_replacement(range(values), size) if sum(cards) == total
    )


@lru_cache(maxsize=4096)
def _deals(counts: Counts, totals: tuple[int, ...], size: int) -> bool:
    """Whether hands with these totals, in rising order, can be dealt from these cards."""
    if not totals:
        return True
    if not _keeps_bounds(counts, totals, size):
        return False
    middle = size * (len(counts) - 1)
    # the hand farthest from the middle has the fewest possibilities
    at = 0 if abs(2 * totals[0] - middle) >= abs(2 * totals[-1] - middle) else len(totals) - 1
    rest = totals[:at] + totals[at + 1 :]
    for hand in _hands_of(len(counts), size, totals[at]):
        left = list(counts)
        for card in hand:
            left[card] -= 1
        if min(left) >= 0 and _deals(tuple(left), rest, size):
            return True
    return False


def _keeps_bounds(counts: Counts, totals: tuple[int, ...], size: int) -> bool:
    """Whether the lowest hands total enough, and the highest no more than the cards allow."""
    least, most = _top(counts, size, len(totals), least=True), _top(counts, size, len(totals))
    enough = all(map(ge, accumulate(totals), least))
    return enough and all(map(le, accumulate(reversed(totals)), most))

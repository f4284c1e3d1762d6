"""Answers as text: whole numbers and amounts, a number of each player, several words, the hands of a round."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.core.figures import read_figure
from companion.core.table import Refusal, Value
from companion.core.units import in_points
from models.frozen import frozen

Answers: TypeAlias = Mapping[str, Value]
NO_ANSWERS: Answers = MappingProxyType({})

REASON = "reason"
"""The question that a reason answers, where an undo, a correction or an unusual entry needs one."""

VALUE_PIECE = re.compile(r"(?P<who>[^\s=]+)=(?P<said>[-+.,0-9]+)")
PLUS = "+"


def read_each(text: str, unit: str = "", name_of: Callable[[str], str] = str) -> dict[str, int]:
    """Read every number that is there, by name; the unit says which parts of a point they may have.

    >>> read_each("ann=10 ben=5"), read_each("ann=10.5 ben=5", "half-")
    ({'ann': 10, 'ben': 5}, {'ann': 21, 'ben': 10})

    Raises:
        Refusal: a piece is no ``who=number``, somebody is named twice, or a number has a fraction that nobody counts.

    """
    found: dict[str, int] = {}
    for piece in text.split():
        match = VALUE_PIECE.fullmatch(piece)
        if match is None:
            raise Refusal(f"{piece[:40]!r} is not one; write ann=10.")
        if match["who"] in found:
            raise Refusal(f"{match['who']} is named twice.")
        said, who = match["said"], match["who"]
        found[who] = read_figure(said, unit, f"{name_of(who)}'s number", signed=True)
    return found


def words_of_each(text: str) -> dict[str, str]:
    """What is typed so far for each, by name; it need be no number yet."""
    return {who: words for who, _, words in (piece.partition("=") for piece in text.split())}


def write_each(numbers: Mapping[str, int], unit: str = "") -> str:
    """Write numbers as they are read.

    >>> write_each({"ann": 10, "ben": 5}), write_each({"ann": 21, "ben": 10}, "half-")
    ('ann=10 ben=5', 'ann=10.5 ben=5')
    """
    return " ".join(f"{who}={in_points(number, unit)}" for who, number in numbers.items())


def read_several(value: Value) -> tuple[str, ...]:
    """Split an answer; empty where there is none."""
    return tuple(part for part in str(value or "").split(PLUS) if part)


MOST_TOTAL = 999
"""More than the total of any hand; a larger figure is a typo."""

PIECE = re.compile(r"(?P<who>[^\s=]+)=(?P<said>[0-9,]*)")


@frozen
class Hand:
    """What one player ends a round with: the cards where they were given, else the total alone."""

    total: int
    cards: tuple[int, ...] = ()

    @property
    def typed(self) -> str:
        """The same as it is typed."""
        if len(self.cards) == 1:
            return f"{self.cards[0]},"
        return ",".join(map(str, self.cards)) if self.cards else str(self.total)


HandsOf: TypeAlias = Mapping[str, Hand]


def read_hands(text: str) -> dict[str, Hand]:
    """Read the scores that are there, complete or not, by seat.

    >>> read_hands("ann=2,9, ben=17 cy=")
    {'ann': Hand(total=11, cards=(2, 9)), 'ben': Hand(total=17, cards=())}

    Raises:
        Refusal: a piece is no ``who=score``, or somebody is named twice.

    """
    hands: dict[str, Hand] = {}
    for piece in text.split():
        match = PIECE.fullmatch(piece)
        if match is None:
            raise Refusal(f"{piece[:40]!r} is no score; write ann=17, or the cards, ann=2,9,3,3.")
        if match["who"] in hands:
            raise Refusal(f"{match['who']} is named twice.")
        said = match["said"]
        if cards := tuple(_figure(card) for card in said.split(",") if card):
            hands[match["who"]] = Hand(sum(cards), cards if "," in said else ())
    return hands


def _figure(said: str) -> int:
    """Read a figure; one that is far too long stays too large, and costs nothing."""
    return int(said.lstrip("0")[:9] or 0)


def write_hands(hands: HandsOf) -> str:
    """Write hands as they are typed.

    >>> write_hands({"ann": Hand(2, (2,)), "ben": Hand(17)})
    'ann=2, ben=17'
    """
    return " ".join(f"{who}={hand.typed}" for who, hand in hands.items())

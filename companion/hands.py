"""The question that a scorekeeper asks every round: everyone's score, as a total or card by card.

An answer reads ``ann=2,9,3,0 ben=17``: cards with commas, a total without. A pad types the same letters one by one;
a card without company keeps its comma (``ann=2,``), so that it is no total.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.kinds import NO_ANSWERS, Answers, Kind
from companion.table import Refusal, Table, Value, listed

MOST_TOTAL = 999
"""More than any hand of any deck comes to; a longer figure is a slip."""

PIECE = re.compile(r"(?P<who>[^\s=]+)=(?P<said>[0-9,]*)")


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player ends a round with: cards where they were told, else the total alone."""

    total: int
    cards: tuple[int, ...] = ()

    @property
    def told(self) -> str:
        """The same as it is typed."""
        if len(self.cards) == 1:
            return f"{self.cards[0]},"
        return ",".join(map(str, self.cards)) if self.cards else str(self.total)


HandsOf: TypeAlias = Mapping[str, Hand]


def read_hands(text: str) -> dict[str, Hand]:
    """Read everything that is there, complete or not, by seat.

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
        if "," in said:
            cards = tuple(_figure(card) for card in said.split(",") if card)
            if cards:
                hands[match["who"]] = Hand(sum(cards), cards)
        elif said:
            hands[match["who"]] = Hand(_figure(said))
    return hands


def _figure(said: str) -> int:
    """Read a figure; one that is far too long stays too large, and costs nothing."""
    return int(said.lstrip("0")[:9] or 0)


def write_hands(hands: HandsOf) -> str:
    """Write hands as they are typed.

    >>> write_hands({"ann": Hand(2, (2,)), "ben": Hand(17)})
    'ann=2, ben=17'
    """
    return " ".join(f"{who}={hand.told}" for who, hand in hands.items())


@dataclass(frozen=True, slots=True)
class Hands(Kind):
    """A score for everyone who is in the round. ``who`` says whose; ``cards`` are in a hand, each up to ``highest``.

    ``doubt`` tells why hands can't be, from what is known so far; the rule has the last word. The answer is written
    in the order of the seats.
    """

    who: Callable[[Table, Answers], tuple[str, ...]]
    cards: int
    highest: int
    doubt: Callable[[Table, Answers, HandsOf], str]
    absent: Callable[[Table, str], str] = lambda table, seat: f"{table.name(seat)} takes no part in this round."

    @property
    def word(self) -> str:
        """What it takes."""
        return "a score for everyone: ann=17, or the cards, ann=2,9,3,3"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read everyone's score, refusing what is incomplete."""
        asked = self.who(table, answers)
        hands: dict[str, Hand] = {}
        for name, hand in read_hands(text).items():
            seat = self._seat(table, name)
            if seat in hands:
                raise Refusal(f"{table.name(seat)} is named twice.")
            if seat not in asked:
                raise Refusal(self.absent(table, seat))
            self._check(table.name(seat), hand)
            hands[seat] = hand
        if missing := [table.name(seat) for seat in asked if seat not in hands]:
            raise Refusal(f"Still to come: {listed(missing)}.")
        for seat in asked:
            if hands[seat].cards and len(hands[seat].cards) < self.cards:
                few = self.cards - len(hands[seat].cards)
                raise Refusal(f"{table.name(seat)}'s hand lacks {few} {'card' if few == 1 else 'cards'}.")
        return write_hands({seat: hands[seat] for seat in asked})

    def _check(self, name: str, hand: Hand) -> None:
        """Refuse what is no hand, however the others are."""
        if len(hand.cards) > self.cards:
            raise Refusal(f"{name} has {len(hand.cards)} cards; a hand is {self.cards}.")
        if high := [card for card in hand.cards if card > self.highest]:
            raise Refusal(f"There is no card {high[0]:,}; they go from 0 to {self.highest}.")
        if hand.total > MOST_TOTAL:
            raise Refusal(f"{name} can't have {hand.total:,}; no hand of any deck comes to that.")

    def sample(self, table: Table, answers: Answers) -> str:
        """Make an answer that could be given: everyone in the middle."""
        middle = Hand(self.cards * self.highest // 2)
        return write_hands(dict.fromkeys(self.who(table, answers), middle))

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say everyone's score."""
        del answers
        return ", ".join(f"{table.name(seat)} {hand.total}" for seat, hand in read_hands(str(value)).items())

    def _seat(self, table: Table, name: str) -> str:
        for seat in table.players:
            if name == seat.key or name.casefold() == table.name(seat.key).casefold():
                return seat.key
        raise Refusal(f"Nobody called {name[:40]!r} sits at this table.")

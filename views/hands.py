"""What a tap on the card pad makes of the hands entered so far. Plain values; ``handpad`` draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from companion.hands import Hand, Hands, read_hands, write_hands
from models.ledger import Refusal
from views.draft import typed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.action import Question
    from views.draft import Draft
    from views.picture import Picture

NO_HANDS: Mapping[str, Hand] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the pad: who is asked for, what each has so far, and whose hand is being entered."""

    asked: tuple[str, ...]
    hands: Mapping[str, Hand]
    at: str
    cards: int

    def full(self, seat: str) -> bool:
        """Whether nothing is missing from somebody's hand."""
        hand = self.hands.get(seat)
        return hand is not None and (not hand.cards or len(hand.cards) >= self.cards)

    @property
    def done(self) -> bool:
        """Whether everybody's hand is there."""
        return all(self.full(seat) for seat in self.asked)

    def after(self, seat: str) -> str:
        """Whose turn it is on the pad after somebody: the next round the table who lacks something."""
        start = self.asked.index(seat) + 1 if seat in self.asked else 0
        order = self.asked[start:] + self.asked[:start]
        return next((one for one in order if not self.full(one)), seat)


def laid(picture: Picture, draft: Draft, question: Question) -> Laid:
    """Lay out what is entered so far; what is typed goes before what was known from the start."""
    kind = question.kind
    if not isinstance(kind, Hands):
        raise TypeError(f"{question.name} asks for no hands")
    try:
        asked = kind.who(picture.table, draft.answers)
    except (Refusal, KeyError, ValueError):
        asked = ()  # an earlier answer is still open
    words = draft.texts.get(question.name)
    if words is None:
        words = str(draft.answers.get(question.name) or "")
    try:
        known = read_hands(words)
    except Refusal:
        known = {}
    hands = {seat: known[seat] for seat in asked if seat in known}
    held = Laid(asked, hands, draft.at, kind.cards)
    if draft.at in asked:
        return held
    return replace(held, at=held.after("") or (asked[0] if asked else ""))


Key: TypeAlias = Callable[["Picture", "Draft", "Question"], "Draft"]


def card(number: int) -> Key:
    """Lay one more card before the player on the pad; a full hand passes the pad on."""

    def change(picture: Picture, draft: Draft, question: Question) -> Draft:
        held = laid(picture, draft, question)
        hand = held.hands.get(held.at)
        cards = hand.cards if hand else ()
        if not held.at or len(cards) >= held.cards:
            return draft
        cards = (*cards, number)
        return _put(picture, draft, question, held, Hand(sum(cards), cards), on=len(cards) == held.cards)

    return change


def total(number: int) -> Key:
    """Put down a total for the player on the pad, and pass the pad on."""

    def change(picture: Picture, draft: Draft, question: Question) -> Draft:
        held = laid(picture, draft, question)
        return _put(picture, draft, question, held, Hand(number), on=True) if held.at else draft

    return change


def digit(key: str) -> Key:
    """Take a typed figure of a total: the pad waits where another figure may follow, as after a 1."""

    def change(picture: Picture, draft: Draft, question: Question) -> Draft:
        held = laid(picture, draft, question)
        top = _top(question)
        said = draft.keys + key
        if int(said) > top or said.startswith("00"):
            said = key
        if not held.at or int(said) > top:
            return draft
        waits = said != "0" and int(said) * 10 <= top
        put = _put(picture, draft, question, held, Hand(int(said)), on=not waits)
        return replace(put, keys=said if waits else "")

    return change


def without(at: int) -> Key:
    """Take a card out of the hand on the pad, or the total."""

    def change(picture: Picture, draft: Draft, question: Question) -> Draft:
        held = laid(picture, draft, question)
        hand = held.hands.get(held.at)
        if hand is None:
            return draft
        cards = hand.cards[:at] + hand.cards[at + 1 :]
        return _put(picture, draft, question, held, Hand(sum(cards), cards) if cards else None)

    return change


def back(picture: Picture, draft: Draft, question: Question) -> Draft:
    """Take back the last card; where there is none, go to the player before, so that mistakes unroll."""
    held = laid(picture, draft, question)
    hand = held.hands.get(held.at)
    if hand is not None:
        return without(max(0, len(hand.cards) - 1))(picture, draft, question)
    if held.at not in held.asked:
        return draft
    at = held.asked[held.asked.index(held.at) - 1]
    last = held.hands.get(at)
    turned = replace(draft, at=at, keys="")
    return without(max(0, len(last.cards) - 1))(picture, turned, question) if last else turned


def turn_to(seat: str) -> Key:
    """Put somebody's hand on the pad."""

    def change(picture: Picture, draft: Draft, question: Question) -> Draft:
        del picture, question
        return replace(draft, at=seat, keys="")

    return change


def onward(picture: Picture, draft: Draft, question: Question) -> Draft:
    """Put the next hand that lacks something on the pad."""
    held = laid(picture, draft, question)
    return replace(draft, at=held.after(held.at), keys="")


def _top(question: Question) -> int:
    kind = question.kind
    return kind.cards * kind.highest if isinstance(kind, Hands) else 0


def _put(
    picture: Picture, draft: Draft, question: Question, held: Laid, hand: Hand | None, *, on: bool = False
) -> Draft:
    """Write the hand on the pad into the sheet, and pass the pad on when it is full."""
    hands = {**held.hands, held.at: hand}
    kept = {seat: one for seat in held.asked if (one := hands.get(seat)) is not None}
    after = replace(held, hands=kept)
    written = typed(picture, draft, question.name, write_hands(kept))
    return replace(written, at=after.after(held.at) if on else held.at, keys="")

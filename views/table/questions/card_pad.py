"""The card pad: everybody's hand at the end of a round, card by card or as a total, without a letter typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import flet as ft

from companion.core.action import Question
from companion.core.answers import REASON, Hand, read_hands, write_hands
from models.frozen import frozen
from models.ledger import Refusal
from views.components.controls import (
    Control,
    Controls,
    Icons,
    button,
    note,
    press,
    read_out,
    show_notice,
)
from views.components.keypad import number_face
from views.state.play.draft import Draft, asked_beside
from views.state.play.play_snapshot import Person
from views.table.frame import use_measures
from views.table.questions.each import SCORES, Cell, score_cells, then, turn_to
from views.table.questions.pad import BACK, NEXT, figure_key, figure_keys, helper, lay
from views.table.questions.view import Asking, PressKey, QuestionView
from views.theme import HAIRLINE, ROOMY


@frozen
class PadState:
    """The hands on the pad: who is asked for, what each has so far, and whose hand is being entered."""

    asked: tuple[str, ...]
    hands: Mapping[str, Hand]
    at: str
    cards: int

    def full(self, seat: str) -> bool:
        """Whether somebody's hand is complete."""
        hand = self.hands.get(seat)
        return hand is not None and (not hand.cards or len(hand.cards) >= self.cards)

    @property
    def done(self) -> bool:
        """Whether everybody's hand is complete."""
        return all(self.full(seat) for seat in self.asked)

    def after(self, seat: str) -> str:
        """Who comes after somebody on the pad: the next player round the table whose hand is incomplete."""
        start = self.asked.index(seat) + 1 if seat in self.asked else 0
        order = self.asked[start:] + self.asked[:start]
        return next((other for other in order if not self.full(other)), seat)


def pad_state(ask: Asking) -> PadState:
    """What is entered so far; what is typed goes before what was known from the start."""
    try:
        asked = tuple(ask.kind.offered(ask.t))
    except (Refusal, KeyError, ValueError):
        asked = ()  # an earlier answer is still open
    try:
        known = read_hands(ask.words)
    except Refusal:
        known = {}
    hands = {seat: known[seat] for seat in asked if seat in known}
    held = PadState(asked, hands, ask.draft.at, ask.kind.cards)
    if ask.draft.at in asked:
        return held
    return replace(held, at=held.after("") or (asked[0] if asked else ""))


def in_totals(ask: Asking) -> bool:
    """Whether totals are entered; until somebody has said, a round goes on as it was written."""
    said, hands = ask.state.sheet.totals, pad_state(ask).hands.values()
    return bool(hands) and not any(hand.cards for hand in hands) if said is None else said


def add_card(ask: Asking, number: int) -> Draft:
    """Add a card to the hand on the pad; a full hand passes the pad on."""
    held = pad_state(ask)
    hand = held.hands.get(held.at)
    cards = hand.cards if hand else ()
    if not held.at or len(cards) >= held.cards:
        return ask.draft
    cards = (*cards, number)
    return _put(ask, held, Hand(sum(cards), cards), on=len(cards) == held.cards)


def add_digit(ask: Asking, key: str) -> Draft:
    """Enter a digit of a total: the pad waits if another digit may follow, as after a 1."""
    held, top = pad_state(ask), ask.kind.cards * ask.kind.highest
    said = ask.draft.keys + key
    if int(said) > top or said.startswith("00"):
        said = key
    if not held.at or int(said) > top:
        return ask.draft
    waits = said != "0" and int(said) * 10 <= top
    put = _put(ask, held, Hand(int(said)), on=not waits)
    return replace(put, keys=said if waits else "")


def without(ask: Asking, at: int) -> Draft:
    """Remove a card from the hand on the pad, or the total."""
    held = pad_state(ask)
    hand = held.hands.get(held.at)
    if hand is None:
        return ask.draft
    cards = hand.cards[:at] + hand.cards[at + 1 :]
    return _put(ask, held, Hand(sum(cards), cards) if cards else None)


def back(ask: Asking) -> Draft:
    """Remove the last card; if there is none, go to the player before, so that mistakes unroll."""
    held = pad_state(ask)
    if held.at not in held.asked:
        return ask.draft
    if held.hands.get(held.at) is None:
        before = held.asked[held.asked.index(held.at) - 1]
        ask = replace(ask, draft=turn_to(ask, before))
        held = replace(held, at=before)
    hand = held.hands.get(held.at)
    return without(ask, max(0, len(hand.cards) - 1)) if hand else ask.draft


def next_hand(ask: Asking) -> Draft:
    """Put the next incomplete hand on the pad; one that is empty waits for its cards already."""
    held = pad_state(ask)
    if held.hands.get(held.at) is None:
        return ask.draft
    return turn_to(ask, held.after(held.at))


def _put(ask: Asking, held: PadState, hand: Hand | None, *, on: bool = False) -> Draft:
    """Write the hand on the pad into the sheet, and pass the pad on when it is full."""
    hands = {**held.hands, held.at: hand}
    kept = {seat: full for seat in held.asked if (full := hands.get(seat))}
    after = replace(held, hands=kept)
    written = ask.typed(write_hands(kept))
    return replace(written, at=after.after(held.at) if on else held.at, keys="")


FIST = Icons.SPORTS_MMA


class HandsView(QuestionView):
    """Asks for all hands on a pad: whose it is, the cards so far, and the keys."""

    missing = "Enter every hand"
    noun = "cards"
    stays_open = True
    first_key = SCORES

    def cells(self, ask: Asking) -> Control:
        """Show everybody with what is entered so far; a tap puts that hand on the pad."""
        held = pad_state(ask)
        asked = asked_beside(ask.action, "knocked")
        knocked = ask.draft.answers.get(asked.name) if asked else None
        people = [person for seat in held.asked if (person := ask.context.person(seat))]
        if not people:
            return note("Nobody is in this round.", "info")
        cells = [_cell(ask, held, person, knocked=person.key == knocked) for person in people]
        return score_cells(cells)

    def pad(self, ask: Asking) -> Control | None:
        """Lay out the hand, who knocked, the switch between cards and totals, and the keys."""
        held = pad_state(ask)
        person = ask.context.person(held.at)
        if person is None:
            return None
        totals, hand = in_totals(ask), held.hands.get(held.at)
        helpers = [] if totals else _cards(ask, held, hand.cards if hand else (), person)
        if asked := asked_beside(ask.action, "knocked"):
            helpers.append(_knocked(ask, asked, person))
        helpers.append(_ways(ask, totals=totals))
        hit = PressKey(self.press, ask.state, ask.question)
        last = (_power(ask.kind.power) or figure_key(hit, NEXT), figure_key(hit, BACK))
        keys = figure_keys(hit, eighth=NEXT) if totals else [*_numbers(ask, held), *last]
        return read_out(lay(helpers, keys), identifier="pad")

    def wrong(self, ask: Asking) -> str:
        """Say what no deck can deal."""
        outcome = ask.state.sheet.outcome()
        # a round that is opened to be corrected is as the sheet has it, and that is no mistake yet
        said = outcome.question == ask.name and ask.draft.answers != ask.draft.preset
        because = _because(ask)
        overruled = because and ask.draft.answers.get(because.name)
        if (said and outcome.sentence) or outcome.proposal or overruled:
            return outcome.sentence if said else ""
        return str(ask.kind.doubt(ask.t, pad_state(ask).hands))

    def acts(self, ask: Asking) -> Controls:
        """Offer a note, or to record a refused round all the same."""
        refused = ask.state.sheet.outcome().sentence and ask.draft.answers != ask.draft.preset
        asked = _because(ask) if refused else asked_beside(ask.action, REASON)
        if asked is None:
            return []
        said = ask.draft.answers.get(asked.name)
        words = "Record anyway" if refused else f"Note: {said}" if said else "Add a note"
        return [button(words, ask.state.sheet.reopen, asked.name, key=asked.name)]

    def press(self, ask: Asking, key: str) -> Draft:
        """Enter a card, or a digit of a total."""
        if key == BACK:
            return back(ask)
        if key == NEXT:
            return next_hand(ask)
        return add_digit(ask, key) if in_totals(ask) else add_card(ask, int(key))

    def without_digits(self, ask: Asking) -> Draft:
        """Take the last back."""
        return back(ask)

    def go_on(self, ask: Asking) -> Draft | None:
        """Go to the next incomplete hand."""
        return None if pad_state(ask).done else next_hand(ask)


def _cell(ask: Asking, held: PadState, person: Person, *, knocked: bool) -> Cell:
    hand = held.hands.get(person.key)
    said = str(hand.total) if hand else "\u2013"
    spoken = said if held.full(person.key) else f"{said} so far" if hand else "open"
    return Cell(
        person.name,
        said,
        spoken + (", knocked" if knocked else ""),
        press(ask.change, partial(turn_to, seat=person.key)),
        f"hand-{person.key}",
        person,
        then(ask, person.key, hand.total) if hand else "",
        lit=person.key == held.at,
        empty=not held.full(person.key),
        marked=FIST if knocked else None,
    )


def _cards(ask: Asking, held: PadState, cards: tuple[int, ...], person: Person) -> Controls:
    """Show the hand; a tap removes a card."""
    filled = [
        number_face(
            str(number),
            press(ask.change, partial(without, at=at)),
            chosen=True,
            spoken=f"Take {number} out of {person.name}'s hand",
        )
        for at, number in enumerate(cards)
    ]
    empty = (
        ft.Container(border=ft.Border.all(1.5, HAIRLINE), border_radius=10)
        for _ in range(held.cards - len(cards))
    )
    return [*filled, *empty]


def _knocked(ask: Asking, asked: Question, person: Person) -> Control:
    """Offer the one tap that says who knocked; the same again takes it back."""
    chosen = ask.draft.answers.get(asked.name) == person.key
    act = press(ask.target.answer, asked.name, None if chosen else person.key)
    spoken = f"{person.name} knocked{', chosen' if chosen else ''}"
    word = "Knock" if use_measures().text <= 1 else ""
    return number_face("", act, icon=FIST, chosen=chosen, spoken=spoken, detail=word, helps=True)


def _ways(ask: Asking, *, totals: bool) -> Control:
    """Switch between cards and totals."""
    act = press(setattr, ask.state.sheet, "totals", not totals)
    return helper("Cards" if totals else "Total", act, among=ask.kind.cards + 2)


def _numbers(ask: Asking, held: PadState) -> Controls:
    """Make a key for each card, with how many of it no hand has yet."""
    shown = Counter(number for hand in held.hands.values() for number in hand.cards)
    keys = []
    for number in range(ask.kind.highest + 1):
        left = ask.kind.counts[number] - shown[number] if ask.kind.counts else None
        words = "" if left is None else f"{left} left" if left > 0 else "none left"
        keys.append(
            number_face(
                str(number),
                press(ask.change, partial(add_card, number=number)),
                spoken=", ".join(filter(None, (f"Card {number}", words))),
                detail=words if use_measures().text <= ROOMY else "",
            )
        )
    return keys


def _power(words: str) -> Control | None:
    """Make the key for a card without a score, which says what to do with it, if the deck has such cards."""
    act = press(show_notice, words)
    return helper("Power", act, detail="draw again", spoken="Power card") if words else None


def _because(ask: Asking) -> Question | None:
    """Find the words with which the table overrules what the book believes of its deck."""
    found = (
        question
        for question in ask.action.questions
        if question.optional and question.kind.is_text and question.name != REASON
    )
    return next(found, None)

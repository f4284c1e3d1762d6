"""The card pad: everybody's hand at the end of a round, card by card or as a total, without a letter typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import flet as ft

from companion.core.action import Question
from companion.core.answers import REASON, Hand, read_hands, write_hands
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, face, press, soft, text
from views.components.player_card import badge
from views.state.play.draft import Draft, Outcome, asked_beside
from views.state.play.play_snapshot import Person
from views.state.play.play_state import PlayState
from views.table.questions.view import Asking, QuestionView
from views.theme import GAP_S


@dataclass(frozen=True, slots=True)
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
    words = ask.draft.texts.get(ask.name)
    if words is None:
        words = str(ask.value or "")
    try:
        known = read_hands(words)
    except Refusal:
        known = {}
    hands = {seat: known[seat] for seat in asked if seat in known}
    held = PadState(asked, hands, ask.draft.at, ask.kind.cards)
    if ask.draft.at in asked:
        return held
    return replace(held, at=held.after("") or (asked[0] if asked else ""))


Key: TypeAlias = Callable[[Asking], Draft]


def card(number: int) -> Key:
    """Add a card to the hand on the pad; a full hand passes the pad on."""

    def change(ask: Asking) -> Draft:
        held = pad_state(ask)
        hand = held.hands.get(held.at)
        cards = hand.cards if hand else ()
        if not held.at or len(cards) >= held.cards:
            return ask.draft
        cards = (*cards, number)
        return _put(ask, held, Hand(sum(cards), cards), on=len(cards) == held.cards)

    return change


def total(number: int) -> Key:
    """Enter a total for the player on the pad, and pass the pad on."""

    def change(ask: Asking) -> Draft:
        held = pad_state(ask)
        return _put(ask, held, Hand(number), on=True) if held.at else ask.draft

    return change


def digit(key: str) -> Key:
    """Enter a digit of a total: the pad waits if another digit may follow, as after a 1."""

    def change(ask: Asking) -> Draft:
        held = pad_state(ask)
        top = ask.kind.cards * ask.kind.highest
        said = ask.draft.keys + key
        if int(said) > top or said.startswith("00"):
            said = key
        if not held.at or int(said) > top:
            return ask.draft
        waits = said != "0" and int(said) * 10 <= top
        put = _put(ask, held, Hand(int(said)), on=not waits)
        return replace(put, keys=said if waits else "")

    return change


def without(at: int) -> Key:
    """Remove a card from the hand on the pad, or the total."""

    def change(ask: Asking) -> Draft:
        held = pad_state(ask)
        hand = held.hands.get(held.at)
        if hand is None:
            return ask.draft
        cards = hand.cards[:at] + hand.cards[at + 1 :]
        return _put(ask, held, Hand(sum(cards), cards) if cards else None)

    return change


def back(ask: Asking) -> Draft:
    """Remove the last card; if there is none, go to the player before, so that mistakes unroll."""
    held = pad_state(ask)
    hand = held.hands.get(held.at)
    if hand is not None:
        return without(max(0, len(hand.cards) - 1))(ask)
    if held.at not in held.asked:
        return ask.draft
    at = held.asked[held.asked.index(held.at) - 1]
    last = held.hands.get(at)
    turned = replace(ask.draft, at=at, keys="")
    return without(max(0, len(last.cards) - 1))(replace(ask, draft=turned)) if last else turned


def turn_to(seat: str) -> Key:
    """Put somebody's hand on the pad."""
    return lambda ask: replace(ask.draft, at=seat, keys="")


def next_hand(ask: Asking) -> Draft:
    """Put the next incomplete hand on the pad; one that is empty waits for its cards already."""
    held = pad_state(ask)
    if held.hands.get(held.at) is None:
        return ask.draft
    return replace(ask.draft, at=held.after(held.at), keys="")


def _put(ask: Asking, held: PadState, hand: Hand | None, *, on: bool = False) -> Draft:
    """Write the hand on the pad into the sheet, and pass the pad on when it is full."""
    hands = {**held.hands, held.at: hand}
    kept = {seat: full for seat in held.asked if (full := hands.get(seat)) is not None}
    after = replace(held, hands=kept)
    written = ask.typed(write_hands(kept))
    return replace(written, at=after.after(held.at) if on else held.at, keys="")


SEATS = "seats"
"""The key of everybody's hands."""
FIST = ft.Icons.SPORTS_MMA
ROW = 5
"""Keys beside each other by cards, and seats in a row at the most where their figures need room."""
TOTALS = 7
"""Totals beside each other: each is as wide as a finger on the narrowest phone."""
LARGE = 1.3
"""From this text size on words beside the fist would push the sum away."""
POWER = "Power cards score nothing: each is replaced from the draw pile first."


class HandsView(QuestionView):
    """Asks for all hands on a pad: whose it is, the cards so far, the keys, and what can't be right below them."""

    missing = "Enter every hand"
    noun = "cards"
    stays_open = True
    roomy = True

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out the pad.

        On a phone on its side cards and keys lie beside the rest, so that all are in sight. Where there is little
        height everybody's hands stand above it already.
        """
        held, fit, scale = pad_state(ask), ask.fit, ask.scale
        person = ask.context.person(held.at)
        if person is None:
            return controls.note("Nobody is in this round.", "info")
        above = [] if fit.seated else [seats(ask)]
        wide = _lies_beside(ask)
        # the switch is above the keys: below them it would be out of sight where they are many
        at = _whose(ask, held, person, brief=wide or fit.bare)
        switch = _ways(ask.state, small=fit.bare)
        aside = _aside(ask)
        if fit.bare and not wide:
            whose = [ft.Row([ft.Container(at, expand=True), switch], spacing=10), *aside]
        elif wide or scale > LARGE or not aside:
            whose = [at, switch, *aside]
        else:
            parts = [switch, *(ft.Container(part, expand=True) for part in aside)]
            whose = [
                at,
                ft.Row(
                    parts,
                    spacing=theme.GAP,
                    vertical_alignment=ft.CrossAxisAlignment.CENTER,
                    key="ways",
                ),
            ]
        keys = (
            [_totals(ask, held)]
            if ask.state.sheet.totals
            else [_cards(ask, held, person), _keys(ask)]
        )
        lines = [*above, *whose, *keys]
        if wide:
            halves = [controls.column(*half, spacing=GAP_S) for half in (whose, keys)]
            beside = ft.Row(
                [
                    ft.Container(half, expand=share)
                    for half, share in zip(halves, (2, 3), strict=True)
                ],
                spacing=GAP_S,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
            lines = [*above, beside]
        lines += _doubts(ask, held)
        return ft.Semantics(
            identifier="pad", container=True, content=controls.column(*lines, spacing=GAP_S)
        )

    def press(self, ask: Asking, key: str) -> Draft:
        """Enter a card, or a digit of a total."""
        if key == "Backspace":
            return back(ask)
        return (digit(key) if ask.state.sheet.totals else card(int(key)))(ask)

    def without_digits(self, ask: Asking) -> Draft:
        """Take the last back."""
        return back(ask)

    def go_on(self, ask: Asking) -> Draft | None:
        """Go to the next incomplete hand."""
        return None if pad_state(ask).done else next_hand(ask)


def _lies_beside(ask: Asking) -> bool:
    """Whether there is width for cards and keys beside the rest; totals take all of it."""
    fit = ask.fit
    narrow = 0 < fit.room < amounts.LOW_SHEET
    return fit.beside and not ask.state.sheet.totals and not (narrow and ask.scale > LARGE)


def seats(ask: Asking) -> ft.Control:
    """Show everybody with what is entered so far; a tap puts that hand on the pad."""
    held, most = pad_state(ask), 2 * ROW if ask.fit.beside else ROW
    asked = asked_beside(ask.action, "knocked")
    knocked = ask.draft.answers.get(asked.name) if asked else None
    cells = []
    for seat in held.asked:
        person, hand = ask.context.person(seat), held.hands.get(seat)
        if person is None:
            continue
        said = str(hand.total) if hand else "\u2013"
        full = held.full(seat)
        signs: list[ft.Control] = [badge(person, size=22)]
        if seat == knocked:
            signs.append(ft.Icon(FIST, size=16, color=theme.ACCENT))
        figure = text(
            said,
            Style.TITLE_SMALL,
            theme.INK if full else theme.SOFT_INK,
            align=ft.TextAlign.CENTER,
        )
        words = (
            f"{person.name}: {said}"
            if full
            else f"{person.name}: {said} so far"
            if hand
            else f"{person.name}: open"
        )
        inside = ft.Semantics(
            exclude_semantics=True,
            content=ft.Row(
                [*signs, figure],
                spacing=5,
                run_spacing=0,
                wrap=True,
                alignment=ft.MainAxisAlignment.CENTER,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
        )
        cells.append(
            face(
                inside,
                press(ask.change, turn_to(seat)),
                chosen=seat == held.at,
                padding=ft.Padding.symmetric(vertical=3, horizontal=2),
                radius=10,
                spoken=words + (", knocked" if seat == knocked else ""),
                key=f"hand-{seat}",
            )
        )
    beside = min(len(cells), most if ask.scale <= LARGE or len(cells) < ROW else 3)
    return controls.tiles(cells, 3 if len(cells) == ROW + 1 > beside else max(1, beside), key=SEATS)


def _whose(ask: Asking, held: PadState, person: Person, *, brief: bool) -> ft.Control:
    """Name whose hand it is, with the fist for who knocked and the sum in large figures."""
    hand = held.hands.get(held.at)
    total = str(hand.total) if hand else "0"
    asked = asked_beside(ask.action, "knocked")
    name = text(person.name, Style.TITLE_LARGE, lines=1, expand=True)
    sign = badge(person, size=32)
    pieces: list[ft.Control] = [sign, name]
    if brief:  # beside the keys there is no room for both, and in large text for none
        pieces = [name] if ask.scale <= LARGE else [ft.Container(expand=True)]
    if asked:
        pieces.append(_fist(ask, asked, person, brief=brief or ask.scale > LARGE))
    pieces.append(
        ft.Semantics(
            identifier="sum",
            label=f"{person.name}'s hand: {total}",
            container=True,
            live_region=True,
            exclude_semantics=True,
            content=text(
                total,
                Style.DISPLAY_SMALL,
                theme.INK if hand else theme.SOFT_INK,
                align=ft.TextAlign.END,
                whole=True,
            ),
        )
    )
    return ft.Row(pieces, spacing=10)


def _fist(ask: Asking, asked: Question, person: Person, *, brief: bool) -> ft.Control:
    """Offer the one tap that says who knocked; the same again takes it back. What is ``brief`` is a sign alone."""
    chosen = ask.draft.answers.get(asked.name) == person.key
    ink = theme.ON_TINT if chosen else theme.INK
    sign = ft.Icon(FIST, size=20, color=ink)
    words = [] if brief else [text("Knocked", Style.LABEL_LARGE, ink)]
    return face(
        ft.Semantics(content=ft.Row([sign, *words], spacing=6, tight=True), exclude_semantics=True),
        press(ask.target.answer, asked.name, None if chosen else person.key),
        chosen=chosen,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        radius=24,
        spoken=f"{person.name} knocked",
        key="knocked",
    )


def _cards(ask: Asking, held: PadState, person: Person) -> ft.Control:
    """Show the hand; a tap removes a card. The last place is the way back."""
    hand = held.hands.get(held.at)
    cards = hand.cards if hand else ()
    cells: list[ft.Control] = []
    for at in range(held.cards):
        filled = at < len(cards)
        figure = text(
            str(cards[at]) if filled else "",
            Style.TITLE_LARGE,
            theme.ON_ACCENT,
            align=ft.TextAlign.CENTER,
            spoken="",
        )
        if not filled:
            empty = ft.Container(
                figure,
                border=ft.Border.all(1.5, theme.HAIRLINE),
                border_radius=10,
                alignment=ft.Alignment.CENTER,
                height=theme.TOUCH,
            )
            cells.append(ft.Semantics(content=empty, exclude_semantics=True))
            continue
        cells.append(
            ft.MergeSemantics(
                ft.Semantics(
                    label=f"Take {cards[at]} out of {person.name}'s hand",
                    content=ft.FilledButton(
                        ft.Semantics(content=figure, exclude_semantics=True),
                        on_click=press(ask.change, without(at)),
                        style=ft.ButtonStyle(
                            shape=ft.RoundedRectangleBorder(radius=10),
                            padding=0,
                            bgcolor=theme.ACCENT,
                            color=theme.ON_ACCENT,
                        ),
                    ),
                )
            )
        )
    cells.append(_back(ask))
    return controls.tiles(cells, len(cells))


def _back(ask: Asking) -> ft.Control:
    return face(
        ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=24, color=theme.INK, semantics_label="Backspace"),
        press(ask.change, back),
        padding=0,
        radius=10,
        role="button",
        quiet=True,
    )


def _keys(ask: Asking) -> ft.Control:
    cells: list[ft.Control] = [
        face(
            text(
                str(number), Style.TITLE_LARGE, align=ft.TextAlign.CENTER, spoken=f"Card {number}"
            ),
            press(ask.change, card(number)),
            padding=0,
            radius=10,
            role="button",
        )
        for number in range(ask.kind.highest + 1)
    ]
    return controls.tiles(cells, ROW)


def _totals(ask: Asking, held: PadState) -> ft.Control:
    hand = held.hands.get(held.at)
    cells: list[ft.Control] = []
    for number in range(ask.kind.cards * ask.kind.highest + 1):
        chosen = hand is not None and hand.total == number
        cells.append(
            face(
                text(
                    str(number),
                    Style.TITLE_MEDIUM,
                    theme.ON_TINT if chosen else theme.INK,
                    align=ft.TextAlign.CENTER,
                    spoken=f"Total {number}",
                ),
                press(ask.change, total(number)),
                chosen=chosen,
                padding=0,
                radius=10,
            )
        )
    cells.append(_back(ask))
    return controls.tiles(cells, TOTALS if ask.scale <= LARGE else ROW, 4)


def _ways(state: PlayState, *, small: bool) -> ft.Control:
    """Switch between cards and totals."""

    def turn(totals: bool) -> None:
        state.sheet.totals = totals

    style = Style.LABEL_MEDIUM if small else Style.LABEL_LARGE
    cells = [
        face(
            text(label, style, theme.ON_TINT if chosen else theme.INK, align=ft.TextAlign.CENTER),
            press(turn, label == "Total"),
            chosen=chosen,
            expand=None,
            padding=ft.Padding.symmetric(vertical=3, horizontal=4 if small else 12),
            radius=10,
            key=f"way-{label}",
        )
        for label, chosen in (("Cards", not state.sheet.totals), ("Total", state.sheet.totals))
    ]
    return ft.Row(list(cells), spacing=4, tight=True)


def _aside(ask: Asking) -> list[ft.Control]:
    """Explain that power cards have no score, or take a note; offer to record a refused round all the same."""
    draft = ask.draft
    refused = ask.state.sheet.outcome().sentence and draft.answers != draft.preset
    asked = _way_out(ask) if refused else None
    words = "Record it all the same, with a reason"
    if asked is None:
        asked = asked_beside(ask.action, REASON)
        said = draft.answers.get(asked.name) if asked else None
        words = f"Note: {said}" if said else "Add a note"
    if asked is None:
        return [] if ask.fit.tight or ask.fit.beside else [soft(POWER)]
    act = face(
        text(words, Style.LABEL_MEDIUM, align=ft.TextAlign.CENTER, lines=2),
        press(ask.state.sheet.reopen, asked.name),
        padding=ft.Padding.symmetric(vertical=7, horizontal=10),
        radius=10,
        role="button",
        key=asked.name,
    )
    return [ft.Row([act])]


def _doubts(ask: Asking, held: PadState) -> list[ft.Control]:
    """Show what no deck can deal, with the way out, below the keys, so that no key moves."""
    outcome = ask.state.sheet.outcome()
    # a round that is opened to be corrected is as the sheet has it, and that is no mistake yet
    said = outcome.question == ask.name and ask.draft.answers != ask.draft.preset
    words = outcome.sentence if said else ""
    if not words and not outcome.proposal and not _because(ask):
        words = ask.kind.doubt(ask.t, held.hands)
    return [controls.note(words, "bad", live=True)] if words else []


def _because(ask: Asking) -> bool:
    """Whether the table has said why an odd round counts."""
    reason = asked_beside(ask.action, REASON)
    return any(
        question.optional and question.kind.is_text and ask.draft.answers.get(question.name)
        for question in ask.action.questions
        if question is not reason
    )


def _way_out(ask: Asking) -> Question | None:
    """Find the optional words with which the table overrules what the book believes of its deck."""
    draft = ask.draft
    asked = [question for question in ask.action.questions if question.kind.is_text]
    plain = {question.name: "as it lies there" for question in asked if not question.optional}
    for question in asked:
        if not question.optional or draft.opened == question.name:
            continue
        answers = {**plain, **draft.answers, question.name: "as it lies there"}
        if Outcome.of(ask.snapshot, replace(draft, answers=answers), ask.state.now()).proposal:
            return question
    return None


def room_for(seats: int, scale: float, *, totals: bool) -> float:
    """How much height a phone's panel takes with the pad in it, from its handle to Record.

    What may have to be said below the keys is counted from the start: the keys must not move when it is.
    """
    chips = (2 if seats == ROW + 1 else 1) * 56
    keys = 6 * 54 if totals else 3 * 58
    head, whose, ways, doubt, record = 78, 52, 52, 120, 76
    return theme.TOUCH + (head + chips + whose + keys + ways + doubt + record) * max(
        1.0, scale * 0.85
    )

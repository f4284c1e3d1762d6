"""The screen on which sealed bids are laid: the cover while the device goes round, and the pad of whoever bids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from companion.core.table import listed
from models.ledger import Refusal
from views import theme
from views.app_shell import go, play_route
from views.boards.lot import bidder_face, bidders_row, list_bidders, look_here
from views.components import amounts
from views.components.controls import (
    Controls,
    Part,
    Style,
    beside,
    column,
    empty,
    face,
    fill,
    flat,
    headed,
    heading,
    icon_button,
    main_button,
    panes,
    press,
    read_out,
    remark,
    row,
    scrolling_column,
    soft,
    strong,
    text,
    wrap,
)
from views.components.error_boundary import screen
from views.components.hold_to_reveal import Peek, hold_face, hold_key
from views.components.keypad import number_face
from views.components.player_card import badge
from views.components.privacy import use_privacy
from views.ending.moments import MomentDialog
from views.state.client import Client
from views.state.play.lot import Lot
from views.state.play.play_state import PlayState
from views.table.frame import Zones, frame, on_its_side, on_phone, place_sheet, use_measures
from views.table.questions.pad import lay
from views.table.sealed_bids import again, device

CHIPS = ((1, "Red", "#B3261E"), (2, "Blue", "#1F5FA8"), (5, "Yellow", "#E0B020"))
"""What chips are worth, in steps of the bid, and their colours."""
SUMS = (1, 2, 3, 4, 5, 6, 8, 10)
"""The whole sums that have a key, in steps of the bid."""
WIDTH = 460
"""The greatest width of a cover and of a pad: each has one thing to do, in the middle."""
CENTER = ft.MainAxisAlignment.CENTER
UNREAD = "Your fist. What is in it is on the screen alone."
"""What a screen reader says of a fist: it would say what is in it to the whole table."""


@dataclass(eq=False)
class HandOver(ft.Observable):
    """Where the device is on its way round: whom it goes ``to``, who is ``at`` the pad, and the chips on it.

    It belongs to one screen. ``chips`` is the bid of the player at the pad so far, ``None`` while nothing is chosen and
    no chips for an empty fist; ``wrong`` is the error shown to that player.
    """

    to: str = ""
    at: str = ""
    chips: tuple[int, ...] | None = None
    wrong: str = ""
    _closed: float = float("-inf")

    def name(self, seat: str) -> None:
        """Hand the device to somebody else than the next player."""
        self.to = seat

    def sit(self, seat: str, state: PlayState) -> None:
        """Open the pad for a player; it is empty then."""
        # the second half of the tap that closed the fist before sits nobody down
        if not state.taps.is_same(self._closed) and state.may_show(seat):
            self.cover()
            self.at = seat

    def cover(self) -> None:
        """Cover whatever is private, as if nobody had sat down, and hand the device to whoever is next."""
        self.chips, self.wrong, self.at, self.to = None, "", "", ""

    def hold(self, seat: str, chips: tuple[int, ...] | None, state: PlayState) -> None:
        """Hold these chips in the fist. Whether there are so many is told when it is closed."""
        if self._sits(seat, state):
            self.at, self.chips, self.wrong = seat, chips, ""

    def _sits(self, seat: str, state: PlayState) -> bool:
        """Whether it is this player who is at the pad: on a phone of their own, whenever it is shown."""
        return self.at == seat or (
            not self.at and not state.handed_round and not state.taps.is_same(self._closed)
        )

    def close(self, seat: str, state: PlayState, lot: Lot) -> None:
        """Lay the bid."""
        if self.chips is None or not self._sits(seat, state):
            return  # the second half of a double tap
        try:
            state.auction.bid(lot, seat, sum(self.chips))
        except Refusal as refusal:
            self.wrong = refusal.sentence
            return
        self._closed = state.clock()
        self.cover()


# --- the screen ----------------------------------------------------------------------------------------


@screen
def BidsScreen(client: Client, state: PlayState) -> ft.Control:
    """Draw the cover, the pad of whoever sat down, or why no bids are taken."""
    hand_over, _ = ft.use_state(HandOver())
    peek, _ = ft.use_state(Peek())

    def cover() -> None:
        hand_over.cover()
        peek.cover()

    use_privacy(client.privacy, cover)
    snapshot, lot = state.snapshot, state.auction.lot
    if lot is None or not lot.sealed or lot.is_closed:
        moment = MomentDialog(client, state.panel, state.panel.moment)
        return panes(_closed(state, lot), moment)
    here = [seat for seat in lot.bidders if state.may_show(seat)]
    at = hand_over.at if hand_over.at in here else ""
    if here and not at and not state.handed_round and here[0] not in lot.laid:
        at = here[0]
    back = hand_over.cover if hand_over.at and state.handed_round else _leave(state)
    title = heading(lot.name, level=1, style=Style.TITLE_LARGE)
    bar = row(icon_button(ft.Icons.ARROW_BACK, "Back", back), fill(title))
    if not at:
        return panes(bar, _cover(state, lot, hand_over, here))
    width = client.width if client.low else min(client.width, WIDTH)
    measures = (on_its_side if client.low else on_phone)(width, client.height, client.prefs.scale)
    place_sheet(measures)
    zones = _pad(state, lot, hand_over, peek, at)
    if measures.page:
        return panes(bar, frame(zones))
    about = snapshot.game.find_action(lot.action).help
    words = remark(f"{about} For {snapshot.table.name(at)}'s eyes alone.")
    above = ft.Container(words, padding=16, expand=True)
    sheet = ft.Container(frame(zones), height=measures.sheet)
    inside = frame(zones, last=bar) if client.low else panes(bar, above, sheet)
    return ft.Container(ft.Container(inside, width=width), alignment=ft.Alignment.TOP_CENTER)


def _leave(state: PlayState) -> Callable[[], object]:
    def leave() -> None:
        state.panel.moment.over()
        go(play_route(state.play_id, ""))

    return leave


def _closed(state: PlayState, lot: Lot | None) -> ft.Control:
    """Say why no bids are taken, or that they are open."""
    title = "No bids are taken now"
    words = "Bids are made here when something is sold with closed fists."
    if lot and lot.gone:
        words = lot.message
    if lot and lot.opened:
        title, words = "The bids are open", f"They are entry {lot.opened} of the journal."
    back = main_button("Back to the table", _leave(state))
    return empty(ft.Icons.FRONT_HAND_OUTLINED, title, words, back)


# --- the cover -----------------------------------------------------------------------------------------


def _cover(state: PlayState, lot: Lot, hand_over: HandOver, here: list[str]) -> ft.Control:
    """Show whose turn with the device it is. It contains nothing that is hidden from anyone."""
    snapshot = state.snapshot
    lacking = lot.still_to_bid
    next_here = next((seat for seat in here if seat in lacking), "")
    to = hand_over.to if hand_over.to in here else next_here
    person, elsewhere = snapshot.person(to), [seat for seat in lacking if seat not in here]
    hint = "Another player first? Tap the name." if person else "Tap a name to change that bid."
    bare = not person and (bool(elsewhere) or not state.keeps_book)
    if person:
        sign: ft.Control = badge(person, 72)
        title, act = "Your secret bid", "Make your bid"
        if state.handed_round:
            title, act = f"Hand the {device()} to {person.name}.", f"I am {person.name}"
        again_ = f"{person.name} has bid already, and may bid again." if to in lot.laid else ""
        more = again_ or "Nobody else looks."
        way: ft.Control = main_button(act, hand_over.sit, to, state)
    elif bare:
        names = listed(map(snapshot.table.name, elsewhere))
        title = f"Waiting for {names}." if elsewhere else "All bids are in. The banker opens them."
        sign, more = _sign(ft.Icons.HOURGLASS_EMPTY), snapshot.who_is_away(elsewhere)
        way = bidders_row(lot, look_here(state))
    else:
        title, more = "All bids are in.", f"Put the {device()} where all can see it, and open them."
        sign = _sign(ft.Icons.BACK_HAND_OUTLINED)
        way = main_button(
            "Open all bids",
            state.auction.knock_down,
            lot,
            lot.revision,
            key="open-all",
        )
    places = [
        face(
            bidder_face(bidder, look_here(state)),
            hand_over.name,
            bidder.person.key,
            chosen=bidder.person.key == to,  # framed: the device goes there now
            expand=None,
            padding=12,
            radius=theme.RADIUS_L,
            role="button",
        )
        for bidder in list_bidders(lot)
        if bidder.person.key in here
    ]
    below: Part = None
    if places and (state.handed_round or not person):
        names_here = wrap(places, spacing=8)
        names_here.alignment = CENTER
        below = ft.Divider(height=1), names_here, soft(hint, Style.BODY_LARGE)
    said = text(title, Style.HEADLINE_LARGE, align=ft.TextAlign.CENTER)
    about = soft(more, Style.BODY_LARGE, align=ft.TextAlign.CENTER) if more else None
    act_row = way if bare else row(fill(way))
    lines = ft.Column(
        flat((again(lot), sign, headed(said, 1), about, act_row, below)),
        spacing=16,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    made = scrolling_column(ft.Container(lines, width=WIDTH, padding=18))
    made.alignment, made.horizontal_alignment = CENTER, ft.CrossAxisAlignment.CENTER
    made.key = f"cover-{to}"
    return made


def _sign(icon: ft.IconData) -> ft.Control:
    return ft.Icon(icon, theme.ACCENT, 72)


# --- the pad -------------------------------------------------------------------------------------------


def _pad(state: PlayState, lot: Lot, hand_over: HandOver, peek: Peek, seat: str) -> Zones:
    """Fill the sheet of the player who bids. Nothing of it says whether there is a chip to bid."""
    snapshot, chips = state.snapshot, hand_over.chips
    name = snapshot.table.name(seat)
    roomy, step = use_measures().head > theme.TOUCH, lot.each.step
    steps = lot.format_amount(step)
    fist = "empty" if chips == () else lot.format_amount(sum(chips or ()))
    lines: Controls
    bid = f"{name} holds out" if chips == () else f"{name} bids"
    lines = [beside(strong(bid), strong(fist))]
    more = f"What {name} keeps: hold \u201cmy chips\u201d"
    if hand_over.wrong:
        lines = [strong(hand_over.wrong, theme.LOSS)]
    elif chips is None:
        lines, more = [soft("No chips left? Hold out an empty fist.")], ""
    if roomy:
        lines.append(soft(more))
    own = snapshot.secrets(seat, state.privacy)() if peek.on == snapshot.version else ()
    if own:
        # read only while a finger is on it; a bid laid before is in no figure
        left = lot.limits(seat)[1] - sum(chips or ())
        shown = (*own, ("Left", lot.format_amount(left)))
        words = (text(f"{label} {said}", Style.TITLE_MEDIUM) for label, said in shown)
        lines = [beside(words)]
    rule = soft(f"Steps of {steps}, at least {steps}. Paid whoever wins") if roomy else None
    label, ink = soft(f"In {name}'s fist", Style.LABEL_LARGE), theme.SOFT_INK
    if chips is not None:
        ink = theme.INK
    held = beside(label, text(fist, Style.DISPLAY_SMALL, ink))
    line = ft.Border(bottom=ft.BorderSide(2, theme.ACCENT))
    return Zones(
        head=column(heading(f"What does {name} bid?"), rule, spacing=0),
        answers=column(
            None if state.handed_round else again(lot),
            bidders_row(lot, look_here(state)),
            read_out(ft.Container(held, border=line), UNREAD),
            key=f"pad-{seat}",
        ),
        pad=_keys(state, lot, hand_over, peek, seat),
        receipt=read_out(column(lines, spacing=0), UNREAD),
        button=main_button(
            "Close the fist",
            hand_over.close,
            seat,
            state,
            lot,
            disabled=chips is None,
            key="bid",
        ),
    )


def _keys(state: PlayState, lot: Lot, hand_over: HandOver, peek: Peek, seat: str) -> ft.Control:
    """Lay out the keys: chips to add, whole sums, and what is held to be seen.

    Each looks and answers alike whatever the player holds, unless all see what that is.
    """
    measures, held = use_measures(), hand_over.chips or ()
    step, (least, most) = lot.each.step, lot.limits(seat)
    room, hold = measures.key_width - EDGES, partial(press, hand_over.hold, seat)

    def key(words: str, *chips: int, **look: Any) -> ft.Control:
        barred = not (lot.hides(seat) or least <= sum(chips) <= most)
        size = amounts.smaller(words, Style.TITLE_LARGE, room, measures.text)
        return number_face(words, hold(chips, state), disabled=barred, size=size, **look)

    keys = [
        key(
            f"+{worth * step}",
            *held,
            worth * step,
            spoken=f"{name} {lot.format_amount(worth * step)}",
            detail=name if measures.text <= theme.ROOMY else "",
            colour=colour,
            room=room,
        )
        for worth, name, colour in CHIPS
    ]
    fewer, back = hold(held[:-1] or None, state), ft.Icons.BACKSPACE_OUTLINED
    keys.append(number_face("", fewer, icon=back, spoken="Take one back", helps=True))
    keys += [key(lot.format_amount(worth * step), worth * step) for worth in SUMS]
    look = hold_key(hold_face("Hold: my chips"), peek, state.snapshot.version)
    return lay([look, key("Empty fist", helps=True)], keys)


EDGES = 8
"""What is left at the sides of a key's words."""

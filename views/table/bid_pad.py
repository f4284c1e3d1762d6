"""The screen on which sealed bids are laid: the cover while the device goes round, and the pad of whoever bids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.show import player_colours
from companion.core.table import listed
from models.errors import StorageError
from models.ledger import Refusal
from views import theme
from views.app_shell import Banner, go, not_found, play_route, use_play
from views.boards.lot import Bidder, bidder_face, bidders_row, list_bidders, look_here
from views.components import amounts, controls
from views.components.controls import Style, button, face, icon_button, press, soft, text
from views.components.error_boundary import Handler, screen, whole_view
from views.components.hold_to_reveal import Peek, hold_face, hold_key, secrets
from views.components.player_card import badge
from views.ending.moments import MomentDialog
from views.state.client import Client, ClientContext
from views.state.play.lot import Lot
from views.state.play.play_state import PlayState
from views.state.privacy import use_privacy
from views.table.frame import Zones, frame, on_its_side, on_phone, place_sheet, use_measures
from views.table.questions.pad import lay
from views.table.sealed_bids import BIDS, again, device

CHIPS = ((1, "Red", "#B3261E"), (2, "Blue", "#1F5FA8"), (5, "Yellow", "#E0B020"))
"""What chips are worth, in steps of the bid, and their colours."""
SUMS = (1, 2, 3, 4, 5, 6, 8, 10)
"""The whole sums that have a key, in steps of the bid."""
WIDTH = 460
"""The greatest width of a cover and of a pad: each has one thing to do, in the middle."""
CENTER = ft.MainAxisAlignment.CENTER
UNREAD = "Your fist. What is in it is on the screen alone."


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


@whole_view
def BidsView() -> ft.View:
    """Fill the screen with the bids of a play, without anything else to tap."""
    client: Client = ft.use_context(ClientContext)
    play_id = ft.use_route_params().get("play", "")
    use_play(client, play_id)
    try:
        body: ft.Control = BidsScreen(client, client.state(play_id), key=play_id)
    except (Refusal, StorageError) as error:
        body = not_found(error.sentence)
    banner = Banner(client, client.open_plays.storage, in_play=True)
    inside = ft.SafeArea(controls.panes(banner, ft.Container(body, expand=True)), expand=True)
    return ft.View(route=f"/play/{play_id}/{BIDS}", padding=0, controls=[inside])


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
        return controls.panes(_closed(state, lot), moment)
    here = [seat for seat in lot.bidders if state.may_show(seat)]
    at = hand_over.at if hand_over.at in here else ""
    if here and not at and not state.handed_round and here[0] not in lot.laid:
        at = here[0]
    back = hand_over.cover if hand_over.at and state.handed_round else _leave(state)
    title = controls.heading(lot.name, level=1, style=Style.TITLE_LARGE)
    bar = ft.Row(
        [icon_button(ft.Icons.ARROW_BACK, "Back", press(back)), ft.Container(title, expand=True)]
    )
    if not at:
        return controls.panes(bar, _cover(state, lot, hand_over, here))
    width = client.width if client.low else min(client.width, WIDTH)
    measures = (on_its_side if client.low else on_phone)(width, client.height, client.prefs.scale)
    place_sheet(measures)
    zones = _pad(state, lot, hand_over, peek, at)
    if measures.page:
        return controls.panes(bar, frame(zones))
    about = snapshot.game.find_action(lot.action).help
    words = soft(f"{about} For {snapshot.table.name(at)}'s eyes alone.", Style.BODY_MEDIUM)
    above = ft.Container(words, padding=16, expand=True)
    sheet = ft.Container(frame(zones), height=measures.sheet)
    inside = frame(zones, last=bar) if client.low else controls.panes(bar, above, sheet)
    return ft.Container(ft.Container(inside, width=width), alignment=ft.Alignment.TOP_CENTER)


def _leave(state: PlayState) -> Callable[[], object]:
    def leave() -> None:
        state.panel.moment.over()
        go(play_route(state.play_id, ""))

    return leave


def _closed(state: PlayState, lot: Lot | None) -> ft.Control:
    """Say why no bids are taken, or that they are open."""
    title, words = (
        "No bids are taken now",
        "Bids are made here when something is sold with closed fists.",
    )
    if lot and lot.gone:
        words = lot.message
    if lot and lot.opened:
        title, words = "The bids are open", f"They are entry {lot.opened} of the journal."
    back = button("Back to the table", press(_leave(state)), tone="primary")
    return controls.empty(ft.Icons.FRONT_HAND_OUTLINED, title, words, back)


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
        sign: ft.Control = badge(person, size=72)
        title, act = "Your secret bid", "Make your bid"
        if state.handed_round:
            title, act = f"Hand the {device()} to {person.name}.", f"I am {person.name}"
        again_ = f"{person.name} has bid already, and may bid again." if to in lot.laid else ""
        more = again_ or "Nobody else looks."
        way: ft.Control = button(act, press(hand_over.sit, to, state), tone="primary")
    elif bare:
        names = listed(map(snapshot.table.name, elsewhere))
        title = f"Waiting for {names}." if elsewhere else "All bids are in. The banker opens them."
        sign, more = _sign(ft.Icons.HOURGLASS_EMPTY), snapshot.who_is_away(elsewhere)
        way = bidders_row(lot, look_here(state))
    else:
        title, more = "All bids are in.", f"Put the {device()} where all can see it, and open them."
        opening = press(state.auction.knock_down, lot, lot.revision)
        sign = _sign(ft.Icons.BACK_HAND_OUTLINED)
        way = button("Open all bids", opening, tone="primary", key="open-all")
    others: list[ft.Control] = [
        _name_button(state, bidder, hand_over, at=bidder.person.key == to)
        for bidder in list_bidders(lot)
        if bidder.person.key in here
    ]
    if others and (state.handed_round or not person):
        names_here = controls.wrap(*others, spacing=8)
        names_here.alignment = CENTER
        others = [ft.Divider(height=1), names_here, soft(hint, Style.BODY_LARGE)]
    else:
        others = []
    middle = ft.CrossAxisAlignment.CENTER
    said = text(title, Style.HEADLINE_LARGE, align=ft.TextAlign.CENTER)
    lines = ft.Column(
        [
            *again(lot),
            sign,
            ft.Semantics(header=True, heading_level=1, content=said),
            *([soft(more, Style.BODY_LARGE, align=ft.TextAlign.CENTER)] if more else []),
            way if bare else ft.Row([ft.Container(way, expand=True)]),
            *others,
        ],
        spacing=16,
        tight=True,
        horizontal_alignment=middle,
    )
    made = controls.scrolling_column(ft.Container(lines, width=WIDTH, padding=18))
    made.alignment, made.horizontal_alignment, made.key = CENTER, middle, f"cover-{to}"
    return made


def _sign(icon: ft.IconData) -> ft.Control:
    return ft.Icon(icon, size=72, color=theme.ACCENT)


def _name_button(state: PlayState, bidder: Bidder, hand_over: HandOver, *, at: bool) -> ft.Control:
    """A name to tap: with a tick once that player has bid, and framed if the device goes there now."""
    return face(
        bidder_face(bidder, look_here(state)),
        press(hand_over.name, bidder.person.key),
        chosen=at,
        expand=None,
        padding=12,
        radius=theme.RADIUS_L,
        role="button",
    )


# --- the pad -------------------------------------------------------------------------------------------


def _pad(state: PlayState, lot: Lot, hand_over: HandOver, peek: Peek, seat: str) -> Zones:
    """Fill the sheet of the player who bids. Nothing of it says whether there is a chip to bid."""
    snapshot, chips = state.snapshot, hand_over.chips
    name = snapshot.table.name(seat)
    roomy, step = use_measures().head > theme.TOUCH, lot.each.step
    steps = lot.format_amount(step)
    fist = "empty" if chips == () else lot.format_amount(sum(chips or ()))
    bid = f"{name} holds out" if chips == () else f"{name} bids"
    result = controls.beside(text(bid, Style.TITLE_SMALL), text(fist, Style.TITLE_SMALL))
    more = f"What {name} keeps: hold \u201cmy chips\u201d"
    if hand_over.wrong:
        result = ft.Row([text(hand_over.wrong, Style.TITLE_SMALL, theme.LOSS, expand=True)])
    elif chips is None:
        result, more = ft.Row([soft("No chips left? Hold out an empty fist.")]), ""
    lines = [result, soft(more)] if roomy else [result]
    own = secrets(snapshot, seat, state.privacy)() if peek.on == snapshot.version else ()
    if own:
        # read only while a finger is on it; a bid laid before is in no figure
        left = lot.limits(seat)[1] - sum(chips or ())
        shown = (*own, ("Left", lot.format_amount(left)))
        words = (text(f"{label} {said}", Style.TITLE_MEDIUM) for label, said in shown)
        lines = [controls.beside(*words)]
    close = press(hand_over.close, seat, state, lot)
    return Zones(
        head=controls.column(
            controls.heading(f"What does {name} bid?"),
            *([soft(f"Steps of {steps}, at least {steps}. Paid whoever wins")] if roomy else []),
            spacing=0,
        ),
        answers=controls.column(
            *([] if state.handed_round else again(lot)),
            bidders_row(lot, look_here(state)),
            _unread(_in_fist(f"In {name}'s fist", fist, chosen=chips is not None)),
            key=f"pad-{seat}",
        ),
        pad=_keys(state, lot, hand_over, peek, seat),
        receipt=_unread(controls.column(*lines, spacing=0)),
        button=button("Close the fist", close, tone="primary", disabled=chips is None, key="bid"),
    )


def _unread(inside: ft.Control) -> ft.Control:
    """Keep what is in a fist from a screen reader, which would say it to the whole table."""
    return ft.Semantics(content=inside, container=True, label=UNREAD, exclude_semantics=True)


def _in_fist(label: str, fist: str, *, chosen: bool) -> ft.Control:
    ink = theme.INK if chosen else theme.SOFT_INK
    return ft.Container(
        controls.beside(soft(label, Style.LABEL_LARGE), text(fist, Style.DISPLAY_SMALL, ink)),
        border=ft.Border(bottom=ft.BorderSide(2, theme.ACCENT)),
    )


def _keys(state: PlayState, lot: Lot, hand_over: HandOver, peek: Peek, seat: str) -> ft.Control:
    """Lay out the keys: chips to add, whole sums, and what is held to be seen.

    Each looks and answers alike whatever the player holds, unless all see what that is.
    """
    measures, held, snapshot = use_measures(), hand_over.chips or (), state.snapshot
    step, (least, most) = lot.each.step, lot.limits(seat)
    hidden = lot.hides(seat)

    def hold(chips: tuple[int, ...] | None) -> Handler:
        return press(hand_over.hold, seat, chips, state)

    def key(inside: ft.Control, chips: tuple[int, ...] | None) -> ft.Control:
        chosen = chips == hand_over.chips is not None
        beyond = chips is not None and not (hidden or least <= sum(chips) <= most)
        return face(inside, hold(chips), chosen=chosen, disabled=beyond, padding=0, role="button")

    def figure(said: str, ink: ft.ColorValue = theme.INK, spoken: str = "") -> ft.Control:
        size = amounts.smaller(said, Style.TITLE_MEDIUM, measures.key_width - 8, measures.text)
        return text(said, Style.TITLE_MEDIUM, ink, whole=True, size=size, spoken=spoken or None)

    keys: list[ft.Control] = []
    for worth, name, colour in CHIPS:
        ink, said = player_colours.ink_on(colour), lot.format_amount(worth * step)
        chips = (*held, worth * step)
        beyond = not hidden and sum(chips) > most
        style = ft.ButtonStyle(
            padding=0, bgcolor=ft.Colors.with_opacity(0.3, colour) if beyond else colour
        )
        chip = figure(f"+{worth * step}", ink, f"{name} {said}")
        keys.append(
            ft.OutlinedButton(
                chip, on_click=hold(chips), disabled=beyond, style=style, key=f"chip-{name}"
            )
        )
    back = ft.Icon(ft.Icons.BACKSPACE_OUTLINED, color=theme.INK, semantics_label="Take one back")
    keys.append(face(back, hold(held[:-1] or None), padding=0, role="button"))
    sums = (worth * step for worth in SUMS)
    keys += [key(figure(lot.format_amount(amount)), (amount,)) for amount in sums]
    helpers = [
        hold_key(hold_face("Hold: my chips"), peek, snapshot.version),
        key(text("Empty fist", Style.TITLE_SMALL), ()),
    ]
    return lay(helpers, keys)

"""The private pad for a sealed bid, and the cover while the device goes round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import flet as ft

from companion.core.show import player_colours
from companion.core.table import listed
from models.errors import StorageError
from models.ledger import Refusal
from views import theme
from views.app_shell import go, not_found, play_route, use_play
from views.components import amounts, controls
from views.components.controls import Style, button, face, icon_button, press, soft, text
from views.components.error_boundary import screen, whole_view
from views.components.hold_to_reveal import HoldToReveal, Look, Pairs, secrets
from views.components.player_card import badge
from views.components.sections import Banner
from views.ending.moments import MomentDialog
from views.state.client import Client, ClientContext
from views.state.play.bidding import NO_BID, Bidding
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.state.privacy import use_privacy
from views.table import sealed_bids
from views.table.fit import Fit
from views.table.sealed_bids import BIDS, again, bid_subject, device

STACK = (1, 2, 5)
"""What chips are worth, in steps of the bid: where those are 5, they are 5, 10 and 25."""
CHIPS = (("Red", "#B3261E"), ("Blue", "#1F5FA8"), ("Yellow", "#E0B020"))
SIZE = 84


def pad(  # noqa: PLR0917 - what is bid for, by whom, and how it is laid out
    state: PlayState,
    snapshot: PlaySnapshot,
    found: Bidding,
    hand_over: HandOver,
    seat: str,
    fit: Fit,
) -> tuple[ft.Control, ft.Control]:
    """Draw the pad of the player who bids, and the foot below it. Nothing of it says whether there is a chip to bid.

    Where there is little height fist and chips come first, and on a phone on its side they lie beside each other.
    """
    person = snapshot.person(seat)
    kind = found.kind(snapshot)
    total = sum(hand_over.chips)
    name = person.name if person else seat
    head = ft.Row(
        [
            *([badge(person, size=44)] if person else []),
            ft.Column(
                [
                    controls.heading(f"{name}'s bid", level=1),
                    soft(f"{bid_subject(snapshot, found)}. For your eyes alone."),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
        ],
        spacing=theme.GAP,
    )
    chips = [
        _chip(hand_over, state, found, seat, worth * kind.step, face)
        for worth, face in zip(STACK, CHIPS, strict=True)
    ]
    take = ft.Row(
        [
            _half(
                button(
                    "Take one back",
                    press(hand_over.back),
                    disabled=not hand_over.chips,
                    expand=True,
                )
            ),
            _half(
                button("Clear", press(hand_over.clear), disabled=not hand_over.chips, expand=True)
            ),
        ],
        spacing=8,
    )
    # the two stay where they are, so that a finger on its way never hits the other
    lay = press(hand_over.bid, seat, state, found)
    bid = button("Bid", lay, tone="primary", expand=True, disabled=not total, key="bid")
    empty = button(
        "Hold out an empty fist",
        lay,
        tone="quiet",
        expand=True,
        disabled=bool(total),
        key="empty-fist",
    )
    fist = _fist(total, kind.unit, hand_over.chips, kind.step)
    laid = ft.Row(chips, alignment=ft.MainAxisAlignment.SPACE_EVENLY, spacing=8, tight=fit.beside)
    both: list[ft.Control] = (
        [ft.Row([ft.Container(fist, expand=True), laid])] if fit.beside else [fist, laid]
    )
    lines: list[ft.Control] = [
        *([] if fit.short else [head]),
        *([] if state.handed_round else again(snapshot, found)),
        *both,
        take,
        *([head] if fit.short else []),
        soft(_rule(amounts.figure(kind.step, kind.unit)), Style.BODY_MEDIUM),
    ]
    if hand_over.wrong:
        # a screen reader would say it to the whole table
        lines.append(
            ft.Semantics(content=controls.note(hand_over.wrong, "bad"), exclude_semantics=True)
        )
    # a bid once made is not shown again: whoever holds the device last could read everybody's
    own, hint = _what_is_left(state, snapshot, found, seat, total), "Hold to see your chips"
    lines.append(
        HoldToReveal(
            state.privacy,
            own,
            snapshot.version,
            size="pane",
            figure="",
            hint=hint,
            key=f"own-{seat}",
        )
    )
    if not state.handed_round:
        lines.append(sealed_bids.ticks(snapshot, found.bidders(snapshot), found))
    foot = (
        ft.Row([_half(bid), _half(empty)])
        if fit.beside
        else controls.column(ft.Row([bid]), ft.Row([empty]))
    )
    return controls.column(*lines, spacing=14, key=f"pad-{seat}"), foot


def _what_is_left(
    state: PlayState, snapshot: PlaySnapshot, found: Bidding, seat: str, total: int
) -> Look:
    """What the player has, and what this bid leaves to bid with; read only while a finger is on it."""
    own = secrets(snapshot, seat, state.privacy)

    def look() -> Pairs:
        pairs = own()
        left = found.limits(snapshot, seat)[1] - total
        return (
            (*pairs, ("Left after this bid", amounts.figure(left, found.kind(snapshot).unit)))
            if pairs
            else ()
        )

    return look


def _rule(step: str) -> str:
    return f"At least {step}, in steps of {step}. You pay it, whoever wins. No chips left? Hold out an empty fist."


def _fist(total: int, unit: str, chips: tuple[int, ...], step: int) -> ft.Control:
    """The fist as it is now: the sum, and the chips in it."""
    faces = {worth * step: colour for worth, (_, colour) in zip(STACK, CHIPS, strict=True)}
    laid: list[ft.Control] = [_little(worth, faces.get(worth, player_colours.HOUSE_ACCENT), many)
                              for worth, many in sorted(Counter(chips).items())]  # fmt: skip
    inside = ft.Column(
        [
            text(
                amounts.figure(total, unit),
                Style.DISPLAY_LARGE,
                theme.INK if total else theme.SOFT_INK,
                whole=True,
            ),
            # as high with chips as without, so that nothing moves from under the finger
            ft.Row(laid, wrap=True, alignment=ft.MainAxisAlignment.CENTER, spacing=10)
            if laid
            else soft("Tap chips into your fist", Style.LABEL_LARGE, align=ft.TextAlign.CENTER),
        ],
        spacing=4,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    # a screen reader would say it to the whole table
    return ft.Semantics(
        container=True,
        label="Your fist. What is in it is on the screen alone.",
        exclude_semantics=True,
        content=ft.Container(
            inside,
            bgcolor=theme.CARD,
            border=ft.Border.all(1, theme.HAIRLINE),
            border_radius=theme.RADIUS,
            padding=ft.Padding.symmetric(vertical=10, horizontal=12),
            alignment=ft.Alignment.CENTER,
        ),
    )


def _little(worth: int, colour: str, many: int) -> ft.Control:
    dot = ft.Container(
        width=20, height=20, bgcolor=colour, border_radius=10, border=ft.Border.all(1, theme.EDGE)
    )
    return ft.Row([dot, text(f"{many} \u00d7 {worth}", Style.LABEL_LARGE)], spacing=4, tight=True)


def _chip(  # noqa: PLR0917 - who bids what, and how the chip looks
    hand_over: HandOver,
    state: PlayState,
    found: Bidding,
    seat: str,
    worth: int,
    face: tuple[str, str],
) -> ft.Control:
    """Draw a chip to tap: its worth in large figures, its colour beside."""
    name, colour = face
    said = amounts.figure(worth, found.kind(state.snapshot).unit)
    return ft.OutlinedButton(
        text(
            said,
            Style.TITLE_LARGE,
            player_colours.ink_on(colour),
            whole=True,
            spoken=f"{name} {said}",
        ),
        on_click=press(hand_over.lay, seat, worth, state, found),
        width=SIZE,
        height=SIZE,
        style=ft.ButtonStyle(
            shape=ft.CircleBorder(),
            padding=0,
            side=theme.edge(ft.BorderSide(4, ft.Colors.with_opacity(0.55, theme.EDGE))),
            bgcolor=colour,
        ),
        key=f"chip-{worth}",
    )


def _half(control: ft.Control) -> ft.Control:
    return ft.Container(ft.Row([control]), expand=True)


MEASURE, WIDE = 460, 760
"""The greatest width of a cover: it has one thing to do, in the middle; and of fist and chips beside each other."""


@dataclass(eq=False)
class HandOver(ft.Observable):
    """Where the device is on its way round: whom it goes ``to``, who is ``at`` the pad, and the chips on it.

    It belongs to one screen. ``chips`` is the bid of the player at the pad so far, ``wrong`` the error shown to them.
    """

    to: str = ""
    at: str = ""
    chips: tuple[int, ...] = ()
    wrong: str = ""
    _closed: float = float("-inf")

    def name(self, seat: str) -> None:
        """Hand the device to somebody else than the next player."""
        self.to = seat

    def sit(self, seat: str, state: PlayState) -> None:
        """Open the pad for a player; it is empty then."""
        if state.taps.is_same(self._closed):
            return  # the second half of the tap that closed the fist before
        if not state.may_show(seat):
            return
        self.chips, self.wrong, self.at = (), "", seat

    def cover(self) -> None:
        """Cover whatever is private, as if nobody had sat down."""
        self.chips, self.wrong, self.at = (), "", ""

    def away(self) -> None:
        """Cover it, and hand the device to whoever is next."""
        self.cover()
        self.to = ""

    def lay(self, seat: str, chip: int, state: PlayState, found: Bidding) -> None:
        """Add a chip to the bid, unless the player has too few left."""
        if not self._sits(seat, state):
            return
        self.at = seat
        with_it = (*self.chips, chip)
        if sum(with_it) > found.limits(state.snapshot, self.at)[1]:
            self.wrong = NO_BID
            return
        self.chips, self.wrong = with_it, ""

    def back(self) -> None:
        """Remove the last chip."""
        self.chips, self.wrong = self.chips[:-1], ""

    def clear(self) -> None:
        """Remove all chips."""
        self.chips, self.wrong = (), ""

    def _sits(self, seat: str, state: PlayState) -> bool:
        """Whether it is this player who is at the pad: on a phone of their own, whenever it is shown."""
        return self.at == seat or (
            not self.at and not state.handed_round and not state.taps.is_same(self._closed)
        )

    def bid(self, seat: str, state: PlayState, found: Bidding) -> None:
        """Make the bid."""
        if not self._sits(seat, state):
            return  # the second half of a double tap
        try:
            sealed_bids.place_bid(state, found, seat, sum(self.chips))
        except Refusal as refusal:
            self.wrong = refusal.sentence
            return
        self._closed = state.clock()
        self.away()


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
    """Draw the cover, the pad of whoever sat down, or the opened bids."""
    hand_over, _ = ft.use_state(HandOver())
    use_privacy(client.privacy, hand_over.cover)
    snapshot = state.snapshot
    found = sealed_bids.find_bidding(state, snapshot)
    if found is None or found.gone:
        return _over(state, found)
    if found.opened:
        moment = MomentDialog(client, state.panel, state.panel.moment)
        return ft.Column(
            [ft.Container(_open_already(state, found), expand=True), moment], expand=True
        )
    asked, fit = found.bidders(snapshot), Fit.of(client, len(snapshot.people))
    width = WIDE if fit.beside else MEASURE
    if hand_over.at in asked and state.handed_round:
        return _frame(
            state,
            *pad(state, snapshot, found, hand_over, hand_over.at, fit),
            leave=hand_over,
            width=width,
        )
    mine = next((one for one in asked if state.may_show(one)), "")
    if mine and not state.handed_round and (hand_over.at == mine or mine not in found.bids):
        return _frame(state, *pad(state, snapshot, found, hand_over, mine, fit), width=width)
    above = 0.0 if fit.short else client.height * 0.1
    return _frame(state, _cover(state, snapshot, found, hand_over, fit), above=above)


def _over(state: PlayState, found: Bidding | None) -> ft.Control:
    words = (
        found.reason(state)
        if found
        else "Bids are made here when something is sold with closed fists."
    )
    return controls.empty(
        ft.Icons.FRONT_HAND_OUTLINED,
        "No bids are taken now",
        words,
        button("Back to the table", press(go, play_route(state.play_id, "")), tone="primary"),
    )


def _open_already(state: PlayState, found: Bidding) -> ft.Control:
    def leave() -> None:
        state.panel.moment.over()
        go(play_route(state.play_id, ""))

    return controls.empty(
        ft.Icons.BACK_HAND_OUTLINED,
        "The bids are open",
        f"They are entry {found.opened} of the journal.",
        button("Back to the table", press(leave), tone="primary"),
    )


def _frame(
    state: PlayState,
    body: ft.Control,
    foot: ft.Control | None = None,
    *,
    leave: HandOver | None = None,
    above: float = 0.0,
    width: float = MEASURE,
) -> ft.Control:
    """Show the page in the middle, with the way back to the table above it, or from a pad to its cover."""
    back = press(leave.cover) if leave else press(go, play_route(state.play_id, ""))
    words = "Back to the cover" if leave else "Back to the table"
    return controls.panes(
        ft.Container(ft.Row([icon_button(ft.Icons.ARROW_BACK, words, back)]), padding=8),
        _middle(body, width, above),
        *([_middle_foot(foot, width)] if foot else []),
    )


def _middle_foot(foot: ft.Control, width: float) -> ft.Control:
    held = ft.Container(foot, width=width, padding=ft.Padding(18, 8, 18, 12))
    return ft.Column([held], horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _middle(body: ft.Control, width: float, above: float) -> ft.Control:
    return ft.Container(
        ft.Column(
            [ft.Container(body, width=width, padding=ft.Padding(18, 12 + above, 18, 20))],
            scroll=ft.ScrollMode.AUTO,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            tight=True,
        ),
        expand=True,
        alignment=ft.Alignment.CENTER,
    )


def _cover(
    state: PlayState, snapshot: PlaySnapshot, found: Bidding, hand_over: HandOver, fit: Fit
) -> ft.Control:
    """Show whose turn with the device it is. It contains nothing that is hidden from anyone."""
    asked, lacking = found.bidders(snapshot), found.still_to_bid(snapshot)
    here = [one for one in asked if state.may_show(one)]
    people = [person for person in snapshot.people if person.key in here]
    to = hand_over.to if hand_over.to in here else next((one for one in here if one in lacking), "")
    person = next((person for person in people if person.key == to), None)
    lines: list[ft.Control] = [
        soft(bid_subject(snapshot, found), Style.BODY_MEDIUM, align=ft.TextAlign.CENTER)
    ]
    lines += again(snapshot, found)
    elsewhere = [one for one in lacking if one not in here]
    if person is None and (elsewhere or not state.keeps_book):
        lines += _show_waiting(snapshot, found, elsewhere)
    elif person is None:
        lines += _all_in(state, found, size=44 if fit.short else 72)
    else:
        lines += _to(state, person, hand_over, again=to in found.bids, size=44 if fit.short else 96)
    names = controls.wrap(
        *(_name_button(person, hand_over, found, at=person.key == to) for person in people),
        spacing=8,
    )
    names.alignment = ft.MainAxisAlignment.CENTER
    hint = (
        "Tap a name to change that bid."
        if person is None
        else "Another player first? Tap the name."
    )
    if people and (state.handed_round or person is None):
        lines += [ft.Divider(height=1), names, soft(hint, align=ft.TextAlign.CENTER)]
    return ft.Column(
        lines,
        spacing=8 if fit.short else 16,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        key=f"cover-{to}",
    )


def _to(
    state: PlayState, person: Person, hand_over: HandOver, *, again: bool, size: int
) -> list[ft.Control]:
    words, act = ("Your secret bid", "Make your bid")
    if state.handed_round:
        words, act = f"Hand the {device()} to {person.name}.", f"I am {person.name}"
    lines: list[ft.Control] = [
        badge(person, size=size),
        _title(words),
        soft("Nobody else looks.", Style.BODY_LARGE),
        _wide(button(act, press(hand_over.sit, person.key, state), tone="primary", expand=True)),
    ]
    if again:
        lines.insert(
            3, soft(f"{person.name} has bid already, and may bid again.", Style.BODY_MEDIUM)
        )
        lines.append(button("Leave that bid", press(hand_over.away), tone="quiet"))
    return lines


def _title(words: str) -> ft.Control:
    said = text(words, Style.HEADLINE_LARGE, align=ft.TextAlign.CENTER)
    return ft.Semantics(header=True, heading_level=1, content=said)


def _show_waiting(snapshot: PlaySnapshot, found: Bidding, elsewhere: list[str]) -> list[ft.Control]:
    """Wait for those who bid on phones of their own, and for the bank to open all bids."""
    names = listed(map(snapshot.table.name, elsewhere))
    words = f"Waiting for {names}." if elsewhere else "All bids are in. The banker opens them."
    away = snapshot.who_is_away(elsewhere)
    return [
        ft.Icon(ft.Icons.HOURGLASS_EMPTY, size=72, color=theme.ACCENT),
        _title(words),
        *([soft(away, Style.BODY_LARGE, align=ft.TextAlign.CENTER)] if away else []),
        sealed_bids.ticks(snapshot, found.bidders(snapshot), found),
    ]


def _all_in(state: PlayState, found: Bidding, *, size: int) -> list[ft.Control]:
    opening = press(sealed_bids.open_all, state, found)
    return [
        ft.Icon(ft.Icons.BACK_HAND_OUTLINED, size=size, color=theme.ACCENT),
        _title("All bids are in."),
        soft(
            f"Put the {device()} where all can see it, and open them.",
            Style.BODY_LARGE,
            align=ft.TextAlign.CENTER,
        ),
        _wide(button("Open all bids", opening, tone="primary", expand=True, key="open-all")),
    ]


def _name_button(person: Person, hand_over: HandOver, found: Bidding, *, at: bool) -> ft.Control:
    """A name to tap: with a tick once that player has bid, and framed if the device goes there now."""
    done = person.key in found.bids
    status = "has bid" if done else "has not bid yet"
    name = text(
        person.name, Style.LABEL_LARGE, spoken=f"{person.name} {status}. Hand it to {person.name}"
    )
    sign = ft.Icons.CHECK_CIRCLE if done else ft.Icons.RADIO_BUTTON_UNCHECKED
    tick = ft.Icon(sign, size=20, color=theme.GAIN if done else theme.SOFT_INK)
    return face(
        ft.Row([badge(person, size=24), name, tick], spacing=6, tight=True),
        press(hand_over.name, person.key),
        chosen=at,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        radius=24,
        role="button",
    )


def _wide(control: ft.Control) -> ft.Control:
    return ft.Row([control])

"""The lot under the hammer on a phone and on the tablet: what it is, the highest bid, and the buttons that bid."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.core.show import player_colours
from companion.core.show.boards import Clock
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import split_number
from views.components.controls import Still, Style, button, face, press, soft, text
from views.components.keypad import Keypad, amount_display, typed_text
from views.components.player_card import badge
from views.components.typed_figure import type_key
from views.sharing.requests import RequestCard
from views.state.play.auction import CLOCKS, Auctions
from views.state.play.draft import Draft
from views.state.play.lot import Lot
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.clock import ClockFace

SEAL = 72
"""Width and height of the square that shows which lot it is."""


def find_running(state: PlayState) -> Lot | None:
    """The lot that takes the place of the turn on a screen: bids wait for nobody, but a sheet that was opened does."""
    lot, draft = state.auction.lot if state.lot_revision else None, state.sheet.draft
    if lot is None or lot.sealed:
        return None
    return lot if draft is None or draft.lead or draft.action == lot.action else None


@dataclass(frozen=True, slots=True)
class LotFace:
    """How a lot looks: the sign on its square with its colour, its name, and a little more of it."""

    sign: str
    name: str
    colour: str
    detail: str

    @classmethod
    def of(cls, snapshot: PlaySnapshot, lot: Lot) -> LotFace:
        """What the action's questions say of it."""
        name, colour, detail = lot.name(snapshot), "", ""
        t = snapshot.turn(lot.answers)
        for question in snapshot.game.find_action(lot.action).questions:
            value = lot.answers.get(question.name)
            if value is not None:
                colour = colour or question.kind.colour_of(t, value)
                detail = detail or question.kind.detail_of(t, value)
        return cls(*split_number(name), colour, detail)


def lines(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str = "") -> list[ft.Control]:
    """Show the lot, the highest bid, and who is still in; ``seat`` is whose own phone it is."""
    by = state.auction.auctioneer(lot)
    offered = f"{snapshot.table.name(by)} offers it" if by else ""
    # a bid changes neither what is sold nor who is still in
    head = Still(_head, LotFace.of(snapshot, lot), offered, state.scale(), key="lot")
    blocks: list[ft.Control] = [head, _highest(state, snapshot, lot, seat)]
    if state.scale() > theme.ROOMY:
        blocks.reverse()  # large text leaves room for the highest bid alone
    if lot.message:
        blocks.append(controls.note(lot.message, "warn", live=True))
    if lot.ends is not None and not lot.asked:
        ends = Clock(until=lot.ends)
        ring = press(state.auction.time_is_up, lot)
        blocks.append(
            ft.Row(
                [ClockFace(ends, state.uptime, ring, state.scale(), key=f"clock-{lot.revision}")]
            )
        )
    there = lot.bidders(snapshot)
    still = tuple(person for person in snapshot.people if person.key in there)
    out = tuple(person for person in snapshot.people if person.key in lot.out)
    return [*blocks, Still(_still_in, still, out, seat, state.scale(), key="still-in")]


def _head(look: LotFace, offered: str, scale: float) -> ft.Control:
    said = [look.detail[:1].upper() + look.detail[1:], offered]
    told = ft.Column(
        [
            controls.heading(look.name, style=Style.HEADLINE_MEDIUM),
            *(soft(one, Style.BODY_LARGE) for one in said if one),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    if not look.sign:
        return ft.Row([told])
    ground = player_colours.valid_colour(look.colour, "") or player_colours.HOUSE_ACCENT
    size = theme.icon_size(scale, SEAL)
    sign = text(look.sign, Style.DISPLAY_SMALL, player_colours.ink_on(ground), spoken="")
    seal = ft.Container(
        sign,
        width=size,
        height=size,
        bgcolor=ground,
        border=ft.Border.all(1, theme.EDGE),
        border_radius=theme.RADIUS,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Row([seal, told], spacing=14)


def _highest(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> ft.Control:
    highest = lot.highest
    if highest is None:
        head = text("No bid yet", Style.HEADLINE_SMALL, theme.ON_TINT)
        return controls.card(head, tone="accent", padding=14)
    person, amount = snapshot.person(highest.seat), lot.format_amount(snapshot, highest.amount)
    name = "You" if highest.seat == seat else snapshot.table.name(highest.seat)
    label = "Sold for" if lot.asked else "Highest bid"
    size = amounts.smaller(amount, Style.DISPLAY_LARGE, amounts.SHEET, state.scale())
    figure = text(amount, Style.DISPLAY_LARGE, theme.ON_TINT, whole=True, size=size)
    whose = ft.Row(
        [
            *([badge(person, size=36)] if person else []),
            text(name, Style.TITLE_LARGE, theme.ON_TINT),
        ],
        spacing=8,
        tight=True,
    )
    inside = controls.column(
        text(label, Style.LABEL_LARGE, theme.ON_TINT), controls.beside(figure, whose), spacing=0
    )
    told = "to you" if name == "You" and lot.asked else "yours" if name == "You" else name
    return ft.Semantics(
        content=controls.card(inside, tone="accent", padding=14),
        label=f"{label} {amount}, {told}",
        container=True,
        exclude_semantics=True,
        live_region=True,
        identifier="highest-bid",
    )


def _still_in(
    still: tuple[Person, ...], out: tuple[Person, ...], seat: str, scale: float
) -> ft.Control:
    if not still and not out:
        return soft("Nobody can bid for it.", Style.BODY_LARGE)
    chips = [_who(person, seat, scale, out=False) for person in still] + [
        _who(person, seat, scale, out=True) for person in out
    ]
    return controls.wrap(soft("Still in", Style.BODY_MEDIUM), *chips, spacing=10)


def _who(person: Person, seat: str, scale: float, *, out: bool) -> ft.Control:
    name = "You" if person.key == seat else person.name
    said = (f"{name} are out" if name == "You" else f"{name} is out") if out else name
    if person.away and not out:
        said = f"{name} is away"
    size = theme.icon_size(scale, 24)
    made = ft.Row(
        [
            badge(person, size=size),
            text(said, Style.LABEL_LARGE, theme.SOFT_INK if out or person.away else theme.INK),
        ],
        spacing=6,
        tight=True,
    )
    return ft.Semantics(content=made, label=said, container=True, exclude_semantics=True)


# --- the buttons ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidKey:
    """Types a key of an amount that is bid."""

    auction: Auctions
    unit: str

    def __call__(self, key: str) -> None:
        """Type it."""
        self.auction.typed = type_key(self.auction.typed, key, self.unit)


def foot(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Set at the foot of a player's own phone the hammer, where it is there, and the bids."""
    acts = [*hammer(state, snapshot, lot), *bids_of(state, snapshot, lot, seat)]
    padding = ft.Padding.only(left=16, right=16, bottom=12, top=8)
    return [ft.Container(controls.column(*acts, spacing=8), padding=padding)]


def bids_of(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Offer a player, on that player's own phone, the next bid and what it leaves."""
    auction = state.auction
    wrong = auction.last_problem(lot)
    said: list[ft.Control] = [controls.note(wrong, "bad", live=True)] if wrong else []
    if instead := _no_bids(state, snapshot, lot, seat):
        return [*said, *instead]
    if auction.pad == seat:
        return [*_pad(state, snapshot, lot, seat), *said, _pad_acts(state, lot, seat)]
    first, more = lot.next_bids(snapshot)
    other = button(
        "Other amount", press(auction.open_pad, seat), expand=True, key="other-amount", narrow=True
    )
    if auction.holds(lot):  # the hammer stands there too
        return [*said, ft.Row([_bid(state, snapshot, lot, seat, first), other], spacing=8)]
    out = button("I'm out", press(_step, auction, lot, seat, False), tone="quiet", key="out")
    return [
        *said,
        *_keeps(snapshot, lot, seat, first),
        ft.Row([_bid(state, snapshot, lot, seat, first, tone="primary")]),
        ft.Row([_bid(state, snapshot, lot, seat, more), other], spacing=8),
        ft.Row([out], alignment=ft.MainAxisAlignment.CENTER),
    ]


def _no_bids(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Say why there is nothing to bid; nothing where there is."""
    if lot.asked:
        return [soft("The hammer has fallen. The banker records it.", Style.BODY_LARGE)]
    if lot.highest and lot.highest.seat == seat:
        return [text("The highest bid is yours.", Style.TITLE_MEDIUM)]
    if seat in lot.out:
        back = button("Back in", press(_step, state.auction, lot, seat, True), key="back-in")
        return [soft("You are out of this lot.", Style.BODY_LARGE), ft.Row([back])]
    barred = lot.why_barred(snapshot, seat)
    return [controls.note(barred, "info")] if barred else []


def _step(auction: Auctions, lot: Lot, seat: str, back: bool) -> None:
    auction.step_out(lot, seat, back=back)


def _keeps(snapshot: PlaySnapshot, lot: Lot, seat: str, amount: int) -> list[ft.Control]:
    """Say what the next bid leaves, where that may be seen."""
    left = lot.keeps(snapshot, seat, amount)
    has = next(standing.figure for standing in snapshot.standings if standing.seat == seat)
    if not left or left == has:
        return []
    words = f"If you get it for {lot.format_amount(snapshot, amount)}"
    return [
        controls.beside(soft(words, Style.BODY_MEDIUM), text(f"you keep {left}", Style.TITLE_SMALL))
    ]


def _bid(
    state: PlayState,
    snapshot: PlaySnapshot,
    lot: Lot,
    seat: str,
    amount: int,
    *,
    tone: str = "plain",
    spoken_for: str = "",
) -> ft.Control:
    """Draw the button for one bid: another one for each amount, so that no late tap bids what was not read."""
    words = f"Bid {lot.format_amount(snapshot, amount)}"
    return button(
        f"{spoken_for}: {lot.format_amount(snapshot, amount)}" if spoken_for else words,
        press(state.auction.tap, lot, seat, amount),
        tone=tone,
        expand=True,
        key=f"bid-{lot.command}-{seat}-{amount}",
        narrow=True,
    )


def _pad(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    unit, typed = lot.unit(snapshot), state.auction.typed
    label = "Your bid" if seat in state.seats else f"{snapshot.table.name(seat)}'s bid"
    shown = amount_display(
        label, typed_text(typed, unit), empty=not typed, wrong=bool(state.auction.last_problem(lot))
    )
    head = controls.beside(
        text(label, Style.LABEL_LARGE), soft(lot.describe_highest(snapshot), Style.BODY_MEDIUM)
    )
    return [head, shown, Keypad(BidKey(state.auction, unit), unit, key="bid-keys")]


def _pad_acts(state: PlayState, lot: Lot, seat: str) -> ft.Control:
    auction = state.auction
    bid = button(
        "Bid it",
        press(auction.bid_typed, lot, seat),
        tone="primary",
        expand=True,
        disabled=not auction.typed,
        key="bid-it",
    )
    return ft.Row(
        [button("Cancel", press(auction.close_pad), tone="quiet", key="close-pad"), bid], spacing=8
    )


def hammer(state: PlayState, snapshot: PlaySnapshot, lot: Lot) -> list[ft.Control]:
    """Offer whoever holds the hammer to let it fall: the lot is sold, or nobody bids for it."""
    auction, highest = state.auction, lot.highest
    if not auction.holds(lot):
        return []
    blocks: list[ft.Control] = (
        [controls.note(state.problem, "bad", live=True)] if state.problem else []
    )
    if lot.asked:
        return blocks
    words, unsold = "", auction.unsold(lot)
    if highest:
        words = f"Sold to {snapshot.table.name(highest.seat)} for {lot.format_amount(snapshot, highest.amount)}"
    elif unsold:
        words = snapshot.game.find_action(unsold[0]).title
    fall = button(
        words,
        press(auction.knock_down, lot, lot.revision),
        tone="primary" if highest else "plain",
        expand=True,
        key=f"hammer-{lot.revision}",
        narrow=True,
    )
    return [*blocks, *([ft.Row([fall])] if words else [])]


def put_right(state: PlayState, lot: Lot) -> list[ft.Control]:
    """Offer whoever holds the hammer what puts a slip right, and the clock that lets it fall by itself."""
    auction = state.auction
    if not auction.holds(lot) or lot.asked:
        return []
    off = button("Stop the bidding", press(auction.call_off, lot), tone="quiet", key="call-off")
    back = button(
        "Take this bid back",
        press(auction.take_back, lot, lot.revision),
        tone="quiet",
        key=f"back-{lot.revision}",
    )
    return [
        controls.wrap(*([back] if lot.bids else []), off),
        Still(_clocks, auction, lot, lot.seconds, key="clocks"),
    ]


def _clocks(auction: Auctions, lot: Lot, chosen: int) -> ft.Control:
    """Offer the clock that lets the hammer fall by itself."""
    ways = [
        face(
            text(
                f"{seconds} s" if seconds else "No clock",
                Style.LABEL_LARGE,
                spoken=_clock_words(seconds),
            ),
            press(auction.set_clock, lot, seconds),
            chosen=chosen == seconds,
            expand=None,
            padding=ft.Padding.symmetric(horizontal=14, vertical=13),
            radius=24,
            key=f"clock-{seconds}",
        )
        for seconds in CLOCKS
    ]
    return controls.wrap(soft("After each bid", Style.BODY_MEDIUM), *ways, spacing=8)


def _clock_words(seconds: int) -> str:
    return f"{seconds} seconds after each bid" if seconds else "No clock"


def offer_called_bids(state: PlayState, snapshot: PlaySnapshot, lot: Lot) -> list[ft.Control]:
    """Offer the banker a tap for each bid that is called out by who has no phone."""
    auction, highest = state.auction, lot.highest
    if lot.asked:
        waiting = state.open_plays.shared.requests_waiting(state.play_id)
        return [
            RequestCard(state, one, first=True, key=one.id)
            for one in waiting
            if one.id == lot.asked
        ]
    here = [
        bidder
        for bidder in lot.bidders(snapshot)
        if bidder in auction.mine and not (highest and highest.seat == bidder)
    ]
    blocks: list[ft.Control] = []
    first, more = lot.next_bids(snapshot)
    for seat in here:
        name = snapshot.table.name(seat)
        other = button(
            "Other",
            press(auction.open_pad, seat),
            expand=True,
            key=f"other-{seat}",
            narrow=True,
            hint=f"{name}: other amount",
        )
        bids = [
            _bid(state, snapshot, lot, seat, amount, spoken_for=name) for amount in (first, more)
        ]
        blocks.append(ft.Row([*bids, other], spacing=8))
        if auction.pad == seat:
            blocks += [*_pad(state, snapshot, lot, seat), _pad_acts(state, lot, seat)]
    if wrong := auction.last_problem(lot):
        blocks.append(controls.note(wrong, "bad", live=True))
    head = [soft("Called out", Style.LABEL_LARGE)] if here else []
    return [*head, *blocks]


def put_up(state: PlayState, draft: Draft) -> list[ft.Control]:
    """Offer to take bids on phones for the lot of a sheet, where anybody has one."""
    auction = state.auction
    takes_bids = state.snapshot.game.find_action(draft.action).auction
    if not takes_bids or not auction.phones or auction.lot or auction.lot_answers(draft) is None:
        return []
    act = press(auction.put_up, draft)
    return [
        ft.Row(
            [
                button(
                    "Take bids on phones",
                    act,
                    icon=ft.Icons.FRONT_HAND_OUTLINED,
                    key="put-up",
                    expand=True,
                )
            ]
        )
    ]


def notice(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show beside another sheet that something is under the hammer, with the way to it."""
    lot = state.auction.lot if state.lot_revision else None
    if lot is None or lot.sealed or find_running(state):
        return []
    return [
        controls.card(
            text(f"Under the hammer: {LotFace.of(snapshot, lot).name}", Style.TITLE_SMALL),
            soft(lot.describe_highest(snapshot), Style.BODY_MEDIUM),
            button(
                "Go to the bids",
                press(state.sheet.close),
                icon=ft.Icons.FRONT_HAND_OUTLINED,
                key="to-the-bids",
            ),
            padding=12,
        )
    ]

"""Open bids on a phone and on the tablet: the buttons that bid, the hammer, and what puts a slip right."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from views.components import controls
from views.components.controls import Still, Style, button, press, soft, text
from views.components.keypad import Keypad, amount_display, typed_text
from views.components.sections import pill
from views.components.typed_figure import type_key
from views.sharing.requests import RequestCard
from views.state.play.auction import CLOCKS, Auctions
from views.state.play.draft import Draft
from views.state.play.lot import Lot
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table import sealed_bids


def find_running(state: PlayState) -> Lot | None:
    """The lot that takes the place of the turn on a screen: bids wait for nobody, but a sheet that was opened does."""
    lot, draft = state.auction.lot if state.lot_revision else None, state.sheet.draft
    if lot is None or lot.sealed:
        return None
    return lot if draft is None or draft.lead or draft.action == lot.action else None


# --- bids ----------------------------------------------------------------------------------------------


def foot(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Set at the foot of a player's own phone the hammer, where it is there, and the bids."""
    acts = [*hammer(state, snapshot, lot), *_offer_own(state, snapshot, lot, seat)]
    padding = ft.Padding.only(left=16, right=16, bottom=12, top=8)
    return [ft.Container(controls.column(*acts, spacing=8), padding=padding)]


def _offer_own(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Offer a player, on that player's own phone, the next bid and what it leaves, or say why there is none."""
    auction = state.auction
    if lot.asked or (lot.highest and lot.highest.seat == seat):
        fallen = "The hammer has fallen. The banker records it."
        words = fallen if lot.asked else "The highest bid is yours."
        return [*_problem(auction, lot), text(words, Style.TITLE_MEDIUM)]
    if seat in lot.out:
        back = button("Back in", press(auction.step_out, lot, seat, back=True), key="back-in")
        return [soft("You are out of this lot.", Style.BODY_LARGE), back]
    if barred := lot.why_barred(snapshot, seat):
        return [controls.note(barred, "info")]
    if auction.pad == seat:
        return _pad(state, snapshot, lot, seat)
    first, more = (_bid(state, snapshot, lot, seat, amount) for amount in lot.next_bids(snapshot))
    other = _other(auction, seat, "Other amount")
    said = [*_problem(auction, lot), *_keeps(snapshot, lot, seat)]
    if auction.holds(lot):  # the hammer stands there too
        return [*said, ft.Row([first, more, other], spacing=8)]
    out = button("I'm out", press(auction.step_out, lot, seat), tone="quiet", key="out")
    return [*said, ft.Row([first]), ft.Row([more, other], spacing=8), out]


def _problem(auction: Auctions, lot: Lot) -> list[ft.Control]:
    wrong = auction.last_problem(lot)
    return [controls.note(wrong, "bad", live=True)] if wrong else []


def _keeps(snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Say what the next bid leaves, where that may be seen."""
    amount, _ = lot.next_bids(snapshot)
    left = lot.keeps(snapshot, seat, amount)
    has = next(standing.figure for standing in snapshot.standings if standing.seat == seat)
    if not left or left == has:
        return []
    words = f"If you get it for {lot.format_amount(snapshot, amount)}"
    return [
        controls.beside(soft(words, Style.BODY_MEDIUM), text(f"you keep {left}", Style.TITLE_SMALL))
    ]


def _bid(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str, amount: int) -> ft.Control:
    """Draw the button for one bid: another one for each amount, so that no late tap bids what was not read."""
    words, own = lot.format_amount(snapshot, amount), seat in state.seats
    leads = own and not state.auction.holds(lot) and amount == lot.next_bids(snapshot)[0]
    return button(
        f"Bid {words}" if own else f"{snapshot.table.name(seat)}: {words}",
        press(state.auction.tap, lot, seat, amount),
        tone="primary" if leads else "plain",
        expand=True,
        key=f"bid-{lot.command}-{seat}-{amount}",
        narrow=True,
    )


def _other(auction: Auctions, seat: str, words: str, hint: str = "") -> ft.Control:
    act = press(auction.open_pad, seat)
    return button(words, act, expand=True, key=f"other-{seat}", narrow=True, hint=hint or None)


@dataclass(frozen=True, slots=True)
class BidKey:
    """Types a key of an amount that is bid."""

    auction: Auctions
    unit: str

    def __call__(self, key: str) -> None:
        """Type it."""
        self.auction.typed = type_key(self.auction.typed, key, self.unit)


def _pad(state: PlayState, snapshot: PlaySnapshot, lot: Lot, seat: str) -> list[ft.Control]:
    """Ask for an amount that is bid."""
    auction, unit = state.auction, lot.unit(snapshot)
    label = "Your bid" if seat in state.seats else f"{snapshot.table.name(seat)}'s bid"
    typed, wrong = auction.typed, _problem(auction, lot)
    shown = amount_display(label, typed_text(typed, unit), empty=not typed, wrong=bool(wrong))
    highest = soft(lot.describe_highest(snapshot), Style.BODY_MEDIUM)
    act = press(auction.bid_typed, lot, seat)
    bid = button("Bid it", act, tone="primary", expand=True, disabled=not typed, key="bid-it")
    cancel = button("Cancel", press(auction.close_pad), tone="quiet", key="close-pad")
    return [
        controls.beside(text(label, Style.LABEL_LARGE), highest),
        shown,
        Keypad(BidKey(auction, unit), unit, key="bid-keys"),
        *wrong,
        ft.Row([cancel, bid], spacing=8),
    ]


def offer_called_bids(state: PlayState, snapshot: PlaySnapshot, lot: Lot) -> list[ft.Control]:
    """Offer the banker a tap for each bid that is called out by who has no phone; or the sale that waits for a nod."""
    auction, highest = state.auction, lot.highest
    if lot.asked:
        waiting = state.open_plays.shared.requests_waiting(state.play_id)
        asked = (request for request in waiting if request.id == lot.asked)
        return [RequestCard(state, one, first=True, key=one.id) for one in asked]
    blocks: list[ft.Control] = []
    for seat in lot.bidders(snapshot):
        if seat not in auction.mine or (highest and highest.seat == seat):
            continue
        bids = [_bid(state, snapshot, lot, seat, amount) for amount in lot.next_bids(snapshot)]
        other = _other(auction, seat, "Other", f"{snapshot.table.name(seat)}: other amount")
        blocks.append(ft.Row([*bids, other], spacing=8))
        if auction.pad == seat:
            blocks += _pad(state, snapshot, lot, seat)
    head = [soft("Called out", Style.LABEL_LARGE)] if blocks else []
    return [*head, *blocks, *([] if auction.pad else _problem(auction, lot))]


# --- the hammer ----------------------------------------------------------------------------------------


def hammer(state: PlayState, snapshot: PlaySnapshot, lot: Lot) -> list[ft.Control]:
    """Offer whoever holds the hammer to let it fall: the lot is sold, or nobody bids for it."""
    auction, highest = state.auction, lot.highest
    if not auction.holds(lot):
        return []
    blocks = [controls.note(state.problem, "bad", live=True)] if state.problem else []
    words, unsold = "", auction.unsold(lot)
    if highest:
        name = snapshot.table.name(highest.seat)
        words = f"Sold to {name} for {lot.format_amount(snapshot, highest.amount)}"
    elif unsold:
        words = snapshot.game.find_action(unsold[0]).title
    if lot.asked or not words:
        return blocks
    act, tone = press(auction.knock_down, lot, lot.revision), "primary" if highest else "plain"
    return [*blocks, button(words, act, tone=tone, key=f"hammer-{lot.revision}", narrow=True)]


def put_right(state: PlayState, lot: Lot) -> list[ft.Control]:
    """Offer whoever holds the hammer what puts a slip right, and the clock that lets it fall by itself."""
    auction = state.auction
    if not auction.holds(lot) or lot.asked:
        return []
    off = button("Stop the bidding", press(auction.call_off, lot), tone="quiet", key="call-off")
    act, key = press(auction.take_back, lot, lot.revision), f"back-{lot.revision}"
    back = [button("Take this bid back", act, tone="quiet", key=key)] if lot.bids else []
    return [controls.wrap(*back, off), Still(_clocks, auction, lot, lot.seconds, key="clocks")]


def _clocks(auction: Auctions, lot: Lot, chosen: int) -> ft.Control:
    """Offer the clock that lets the hammer fall by itself."""
    ways = [
        pill(
            f"{seconds} s" if seconds else "No clock",
            press(auction.set_clock, lot, seconds),
            chosen=chosen == seconds,
            spoken=f"{seconds} seconds after each bid" if seconds else None,
            key=f"clock-{seconds}",
        )
        for seconds in CLOCKS
    ]
    return controls.wrap(soft("After each bid", Style.BODY_MEDIUM), *ways, spacing=8)


# --- on sheets -----------------------------------------------------------------------------------------


def put_up(state: PlayState, draft: Draft) -> list[ft.Control]:
    """Offer to take bids on phones for the lot of a sheet, where anybody has one."""
    auction = state.auction
    takes_bids = state.snapshot.game.find_action(draft.action).auction
    if not takes_bids or not auction.phones or auction.lot or auction.lot_answers(draft) is None:
        return []
    act, sign = press(auction.put_up, draft), ft.Icons.FRONT_HAND_OUTLINED
    return [button("Take bids on phones", act, icon=sign, key="put-up")]


def notice(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show beside another sheet that something is bid for, with the way to it."""
    lot = state.auction.lot if state.lot_revision else None
    if lot is None or find_running(state):
        return []
    if lot.sealed:
        return sealed_bids.notice(state, lot)
    act, sign = press(state.sheet.close), ft.Icons.FRONT_HAND_OUTLINED
    return [
        controls.card(
            text(f"Under the hammer: {lot.name(snapshot)}", Style.TITLE_SMALL),
            soft(lot.describe_highest(snapshot), Style.BODY_MEDIUM),
            button("Go to the bids", act, icon=sign, key="to-the-bids"),
            padding=12,
        )
    ]

"""Open bids on a phone and on the tablet: the buttons that bid, the hammer, and what puts a slip right."""

from __future__ import annotations

import flet as ft

from models.frozen import frozen
from views import theme
from views.boards.lot import look_here, lot_board, lot_head
from views.components import amounts
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Part,
    Style,
    beside,
    button,
    card,
    column,
    flat,
    main_button,
    note,
    press,
    problem,
    quiet_button,
    remark,
    row,
    soft,
    strong,
    text,
    wrap,
)
from views.components.keypad import amount_display, typed_text
from views.components.sections import pill
from views.components.typed_figure import type_key
from views.sharing.requests import RequestCard
from views.state.play.auction import CLOCKS, Auctions
from views.state.play.lot import Lot
from views.state.play.play_state import Draft, PlayState
from views.table import sealed_bids
from views.table.frame import Zones, use_measures
from views.table.questions.pad import figure_keys, lay


def find_running(state: PlayState) -> Lot | None:
    """The lot that takes the place of the turn on a screen: bids wait for nobody, but a sheet that was opened does."""
    lot, draft = state.auction.lot if state.lot_revision else None, state.sheet.draft
    if lot is None or lot.sealed:
        return None
    return lot if draft is None or draft.lead or draft.action == lot.action else None


# --- bids ----------------------------------------------------------------------------------------------


def zones(state: PlayState, lot: Lot, seat: str = "") -> Zones:
    """Fill the zones with what is under the hammer, and the bids of ``seat`` on that player's own phone.

    On the banker's screen there are those that are called out by who has no phone.
    """
    if state.auction.pad:
        return _pad(state, lot, state.auction.pad)
    look = look_here(state)
    acts, act = _offer_own(state, lot, seat) if seat else ([], None)
    if fall := hammer(state, lot):  # it has the button's place, and the bids are above it
        acts, act = flat((act, acts)), fall
    return Zones(
        lot_head(lot, look, use_measures().head),
        column(
            _problem(state, lot),
            lot_board(state, lot, look, seat),
            _keeps(lot, seat) if seat else _offer_called(state, lot),
            _put_right(state, lot),
            key=f"lot-{lot.command}",
        ),
        receipt=ft.Row(acts, spacing=theme.GAP_S) if acts else None,
        button=row(act) if act else None,
    )


def _offer_own(state: PlayState, lot: Lot, seat: str) -> tuple[Controls, Control | None]:
    """Offer a player, on that player's own phone, other bids and the next one, or say why there is none."""
    auction = state.auction
    if lot.asked:
        return [text("The hammer has fallen. The banker records it.", Style.TITLE_MEDIUM)], None
    if lot.highest and lot.highest.seat == seat:
        return [text("The highest bid is yours.", Style.TITLE_MEDIUM)], None
    if seat in lot.out:
        back = press(auction.step_out, lot, seat, back=True)
        words = soft("You are out of this lot.", Style.BODY_LARGE)
        return [words], button("Back in", back, expand=True, key="back-in")
    if barred := lot.why_barred(seat):
        return [ft.Container(note(barred, "info"), expand=True)], None
    first, more = (_bid(state, lot, seat, amount) for amount in lot.next_bids)
    acts = [more, _other(auction, seat, "Other amount")]
    if not auction.holds(lot):
        acts.append(quiet_button("I'm out", auction.step_out, lot, seat, key="out"))
    return acts, first


def _problem(state: PlayState, lot: Lot) -> Part:
    wrong = state.problem or state.auction.last_problem(lot)
    return problem(wrong)


def _keeps(lot: Lot, seat: str) -> Part:
    """Say what the next bid leaves, where that may be seen and there is one."""
    amount, _ = lot.next_bids
    left = lot.keeps(seat, amount)
    has = next(standing.figure for standing in lot.snapshot.standings if standing.seat == seat)
    leads = lot.highest is not None and lot.highest.seat == seat
    if lot.asked or leads or seat in lot.out or left in {"", has}:
        return None
    words = f"If you get it for {lot.format_amount(amount)}"
    return beside(remark(words), strong(f"you keep {left}"))


def _bid(state: PlayState, lot: Lot, seat: str, amount: int) -> Control:
    """Draw the button for one bid: another one for each amount, so that no late tap bids what was not read."""
    words, own = lot.format_amount(amount), seat in state.seats
    leads = own and not state.auction.holds(lot) and amount == lot.next_bids[0]
    return button(
        f"Bid {words}" if own else f"{state.snapshot.name(seat)}: {words}",
        state.auction.tap,
        lot,
        seat,
        amount,
        tone="primary" if leads else "plain",
        expand=True,
        key=f"bid-{lot.command}-{seat}-{amount}",
        narrow=True,
    )


def _other(auction: Auctions, seat: str, hint: str) -> Control:
    return button(
        "Other", auction.open_pad, seat, expand=True, key=f"other-{seat}", narrow=True, hint=hint
    )


@frozen
class BidKey:
    """Types a key of an amount that is bid."""

    auction: Auctions
    unit: str

    def __call__(self, key: str) -> None:
        """Type it."""
        self.auction.typed = type_key(self.auction.typed, key, self.unit)


def _pad(state: PlayState, lot: Lot, seat: str) -> Zones:
    """Ask for an amount that is bid."""
    auction, unit, measures = state.auction, lot.unit, use_measures()
    label = "Your bid" if seat in state.seats else f"{state.snapshot.name(seat)}'s bid"
    typed, wrong = auction.typed, _problem(state, lot)
    shown = typed_text(typed, unit)
    display = amount_display(
        label, shown, empty=not typed, wrong=bool(wrong), room=measures.across - 8
    )
    bid = main_button(
        "Bid it",
        auction.bid_typed,
        lot,
        seat,
        expand=True,
        disabled=not typed,
        key="bid-it",
    )
    cancel = quiet_button("Cancel", auction.open_pad, "", key="close-pad")
    return Zones(
        lot_head(lot, look_here(state), measures.head),
        column(
            beside(text(label, Style.LABEL_LARGE), remark(lot.describe_highest())),
            display,
            spacing=theme.GAP_S,
        ),
        lay([], figure_keys(BidKey(auction, unit), unit, key="bid-keys")),
        column(wrong),
        row(cancel, bid, spacing=theme.GAP_S),
    )


def _offer_called(state: PlayState, lot: Lot) -> Part:
    """Offer the banker a tap for each bid that is called out by who has no phone; or the sale that waits for a nod."""
    auction, highest = state.auction, lot.highest
    if lot.asked:
        return [
            RequestCard(state, request, first=True, key=request.id)
            for request in state.requests.waiting
            if request.id == lot.asked
        ]
    rows = [
        row(
            [_bid(state, lot, seat, amount) for amount in lot.next_bids],
            _other(auction, seat, f"{state.snapshot.name(seat)}: other amount"),
            spacing=8,
        )
        for seat in lot.bidders
        if seat in auction.mine and not (highest and highest.seat == seat)
    ]
    return (soft("Called out", Style.LABEL_LARGE), rows) if rows else None


# --- the hammer ----------------------------------------------------------------------------------------


def hammer(state: PlayState, lot: Lot) -> Control | None:
    """Offer whoever holds the hammer to let it fall: the lot is sold, or nobody bids for it."""
    auction, highest, snapshot = state.auction, lot.highest, state.snapshot
    if not auction.holds(lot) or lot.asked:
        return None
    if highest:
        name = snapshot.name(highest.seat)
        words = f"Sold to {name} for {lot.format_amount(highest.amount)}"
    elif unsold := auction.unsold(lot):
        words = snapshot.find_action(unsold[0]).title
    else:
        return None
    act, tone = press(auction.knock_down, lot, lot.revision), "primary" if highest else "plain"
    key = f"hammer-{lot.revision}"
    return button(words, act, tone=tone, expand=True, key=key, narrow=True)


def _put_right(state: PlayState, lot: Lot) -> Part:
    """Offer whoever holds the hammer what puts a slip right, and the clock that lets it fall by itself."""
    auction = state.auction
    if not auction.holds(lot) or lot.asked:
        return None
    off = quiet_button("Stop the bidding", auction.call_off, lot, key="call-off")
    act, key = press(auction.take_back, lot, lot.revision), f"back-{lot.revision}"
    back = quiet_button("Take this bid back", act, key=key) if lot.bids else None
    clocks = [
        pill(
            f"{seconds} s" if seconds else "No clock",
            press(auction.set_clock, lot, seconds),
            chosen=lot.seconds == seconds,
            spoken=f"{seconds} seconds after each bid" if seconds else None,
            key=f"clock-{seconds}",
        )
        for seconds in CLOCKS
    ]
    return wrap(remark("After each bid"), clocks, spacing=8), wrap(back, off)


# --- on sheets -----------------------------------------------------------------------------------------


def put_up(state: PlayState, draft: Draft) -> Controls:
    """Offer to take bids on phones for the lot of a sheet, where anybody has one."""
    auction = state.auction
    takes_bids = state.snapshot.find_action(draft.action).auction
    if not takes_bids or not state.with_phones or auction.lot or auction.lot_answers(draft) is None:
        return []
    act, sign = press(auction.put_up, draft), Icons.FRONT_HAND_OUTLINED
    made = button(TAKE_BIDS, act, icon=sign, key="put-up")
    made.data = amounts.room_for(TAKE_BIDS, Style.LABEL_LARGE, use_measures().text) + SIGN
    return [made]


TAKE_BIDS = "Take bids on phones"
SIGN = 72
"""What the sign and the edges of that button take."""


def has_turn(state: PlayState, draft: Draft | None) -> bool:
    """Whether sealed bids are taken, which the turn waits for: they have its place."""
    lot, led = state.auction.lot if state.lot_revision else None, draft is None or draft.lead
    return led and lot is not None and bool(lot.sealed) and not lot.is_closed


def notice(state: PlayState) -> Controls:
    """Show beside another sheet that something is bid for, with the way to it."""
    lot = state.auction.lot if state.lot_revision else None
    if lot is None or find_running(state):
        return []
    if lot.sealed:
        return sealed_bids.notice(state, lot)
    act, sign = press(state.sheet.close), Icons.FRONT_HAND_OUTLINED
    return [
        card(
            strong(f"Under the hammer: {lot.name}"),
            remark(lot.describe_highest()),
            button("Go to the bids", act, icon=sign, key="to-the-bids"),
            padding=12,
        )
    ]

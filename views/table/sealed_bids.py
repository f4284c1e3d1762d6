"""Sealed bids on the table's own screens: the question that asks for them, and the way to where they are laid."""

from __future__ import annotations

import flet as ft

from companion.core.several import Each
from companion.core.table import listed
from models.ledger import Refusal
from views import theme
from views.app_shell import go, play_route
from views.boards.lot import bidders_row, look_here
from views.components import controls
from views.components.controls import Style, button, press, soft, text
from views.state.play.draft import Draft
from views.state.play.lot import NOBODY, Lot
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState

BIDS = "bids"
"""Last part of the route on which bids are laid."""


def device() -> str:
    """The word for the device that is handed round."""
    return "tablet" if float(ft.context.page.width or 0) >= theme.TABLET else "phone"


def sealed_question(state: PlayState, draft: Draft, question: str, kind: Each) -> ft.Control:
    """Show who has bid, and offer to hand the device round; once all bids are in, to open them."""
    snapshot, lot = state.snapshot, state.auction.for_sheet(draft)
    answers = {name: said for name, said in draft.answers.items() if name != question}
    try:
        asked = tuple(kind.offered(snapshot.turn(answers)))
    except Refusal as refusal:
        return controls.note(refusal.sentence, "info")
    if barred := snapshot.why_not(draft.action, answers) or ("" if asked else NOBODY):
        return controls.note(barred, "info")
    lines: list[ft.Control] = []
    if lot:
        look = look_here(state)
        lines = [bidders_row(snapshot, lot, look), *again(snapshot, lot)]
    lacking = lot.still_to_bid(snapshot) if lot else asked
    if lot and (away := snapshot.who_is_away(lacking)):
        lines.append(soft(away, Style.BODY_MEDIUM))
    other = None if lot else state.auction.lot
    if other and other.bids:
        words = f"Bids are in for something else: {other.name(snapshot)}. New ones give those back."
        lines.append(controls.note(words, "warn"))
    if lot and not lacking:
        opening = press(_open, state, lot)
        sign = ft.Icons.BACK_HAND_OUTLINED
        lines.append(button("Open all bids", opening, tone="primary", icon=sign))
        lines.append(button("Change a bid", press(_take_bids, state, draft), tone="quiet"))
        return controls.column(*lines)
    words = _collect(state, asked, begun=bool(lot and lot.bids))
    sign, act = ft.Icons.FRONT_HAND_OUTLINED, press(_take_bids, state, draft)
    lines.append(button(words, act, tone="primary", icon=sign, key="hand-round"))
    lines.append(soft("Everyone bids in secret. Nobody sees a bid until all are opened together."))
    return controls.column(*lines)


def _collect(state: PlayState, asked: tuple[str, ...], *, begun: bool) -> str:
    """Say how the bids come in: on this device as it goes round, or all on phones of the players' own."""
    if state.handed_round and any(map(state.may_show, asked)):
        return f"Go on handing the {device()} round" if begun else f"Hand the {device()} round"
    return "See the bids come in" if begun else "Ask for the bids"


def _take_bids(state: PlayState, draft: Draft) -> None:
    state.auction.put_up(draft)
    go(play_route(state.play_id, BIDS))


def _open(state: PlayState, lot: Lot) -> None:
    if state.auction.knock_down(lot, lot.revision):
        go(play_route(state.play_id, BIDS))


def notice(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show on every other screen of the play that bids are taken, with a way to them; or that they went back."""
    lot, draft = state.auction.lot if state.lot_revision else None, state.sheet.draft
    if lot is None or not lot.sealed or lot.opened:
        return []
    if lot.gone:
        fresh = lot.seen == snapshot.version
        return [controls.note(lot.message, "warn", live=True)] if fresh else []
    if draft and state.auction.for_sheet(draft) is lot:
        return []
    return [
        controls.card(
            text(f"Sealed bids: {lot.name(snapshot)}", Style.TITLE_SMALL),
            soft(describe_lacking(snapshot, lot), Style.BODY_MEDIUM),
            *again(snapshot, lot),
            *_ways(state, lot),
            padding=12,
        )
    ]


def describe_lacking(snapshot: PlaySnapshot, lot: Lot) -> str:
    """Say whose bids the table waits for."""
    lacking = lot.still_to_bid(snapshot)
    if not lacking:
        return "All bids are in."
    names = listed(snapshot.table.name(seat) for seat in lacking)
    return f"Still to bid: {names}. {snapshot.who_is_away(lacking)}".rstrip()


def again(snapshot: PlaySnapshot, lot: Lot) -> list[ft.Control]:
    """Say why there are bids to be made again, and whose bid was replaced on another device."""
    said = (lot.message, lot.describe_replaced(snapshot))
    return [controls.note(words, "warn", live=True) for words in said if words]


def _ways(state: PlayState, lot: Lot) -> list[ft.Control]:
    """The way to the bids, or to give them all back, which is confirmed first."""
    auction = state.auction
    if auction.stopping == lot.command:
        words = "Give all bids back? The sale ends, and every device is told."
        return [
            controls.note(words, "warn", live=True),
            button("Keep the bids", press(auction.ask_to_stop, None)),
            button("Give them back", press(auction.call_off, lot), tone="danger"),
        ]
    to_bids = press(go, play_route(state.play_id, BIDS))
    bid = button("Bid here", to_bids, icon=ft.Icons.FRONT_HAND_OUTLINED)
    if not state.keeps_book:
        return [bid] if any(map(state.may_show, lot.bidders(state.snapshot))) else []
    drop = press(auction.ask_to_stop, lot)
    return [bid, button("Give all bids back", drop, tone="quiet")]

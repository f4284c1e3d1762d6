"""Sealed bids on the table's own screens: the question that asks for them, and the way to where they are laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import flet as ft

from companion.core.several import Each
from companion.core.table import Value
from models.ledger import Refusal
from views import theme
from views.app_shell import go, play_route, visit
from views.boards.lot import bidders_row, look_here
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Part,
    button,
    card,
    column,
    main_button,
    note,
    press,
    quiet_button,
    remark,
    strong,
)
from views.state.play.lot import NOBODY, Lot
from views.state.play.play_state import Draft, PlayState

BIDS = "bids"
"""Last part of the route on which bids are laid."""


def device() -> str:
    """The word for the device that is handed round."""
    return "tablet" if float(ft.context.page.width or 0) >= theme.TABLET else "phone"


def sealed_question(state: PlayState, draft: Draft, question: str) -> Control:
    """Say how bids are taken in secret, or why none are; once they are taken, show who has bid, and open them."""
    if lot := state.auction.for_sheet(draft):
        return _card(state, lot)
    if barred := _why_none(state, draft, question):
        return note(barred, "info")
    other = state.auction.lot
    given_back = None
    if other and other.bids:
        words = f"Bids are in for something else: {other.name}. New ones give those back."
        given_back = note(words, "warn")
    told = remark("Everyone bids in secret. Nobody sees a bid until all are opened together.")
    return column(given_back, told)


def hand_round(state: PlayState, draft: Draft, question: str) -> Control | None:
    """Make the button that begins to take bids in secret, where they are taken."""
    if state.auction.for_sheet(draft) or _why_none(state, draft, question):
        return None
    round_here = state.handed_round and any(map(state.may_show, _bidders(state, draft, question)))
    words = f"Hand the {device()} round" if round_here else "Ask for the bids"
    act, sign = press(_take_bids, state, draft), Icons.FRONT_HAND_OUTLINED
    return ft.Row([main_button(words, act, icon=sign, expand=True, key="hand-round")])


def _others(draft: Draft, question: str) -> dict[str, Value]:
    return {name: said for name, said in draft.answers.items() if name != question}


def _why_none(state: PlayState, draft: Draft, question: str) -> str:
    """Why nobody can bid; empty if somebody can."""
    try:
        bidders = _bidders(state, draft, question)
    except Refusal as refusal:
        return refusal.sentence
    barred = state.snapshot.why_not(draft.action, _others(draft, question))
    return barred or ("" if bidders else NOBODY)


def _bidders(state: PlayState, draft: Draft, question: str) -> Mapping[str, str]:
    snapshot = state.snapshot
    kind = cast("Each", snapshot.find_action(draft.action).question(question).kind)
    return kind.offered(snapshot.turn(_others(draft, question)))


def _take_bids(state: PlayState, draft: Draft) -> None:
    state.auction.put_up(draft)
    go(play_route(state.play_id, BIDS))


def _open(state: PlayState, lot: Lot) -> None:
    if state.auction.knock_down(lot, lot.revision):
        go(play_route(state.play_id, BIDS))


def notice(state: PlayState, lot: Lot) -> Controls:
    """Show on every other screen of the play that sealed bids are taken, with a way to them; or that they went back."""
    draft = state.sheet.draft
    if lot.gone and lot.seen == state.snapshot.version:
        return [note(lot.message, "warn", live=True)]
    if lot.is_closed or (draft and state.auction.for_sheet(draft)):
        return []
    return [_card(state, lot)]


def _card(state: PlayState, lot: Lot) -> Control:
    """Say what sealed bids are for, and who has bid."""
    away = lot.snapshot.who_is_away(lot.still_to_bid)
    return card(
        strong(f"Sealed bids: {lot.name}"),
        bidders_row(lot, look_here(state)),
        remark(away) if away else None,
        again(lot),
        _ways(state, lot),
        padding=12,
    )


def again(lot: Lot) -> Part:
    """Say why there are bids to be made again, and whose bid was replaced on another device."""
    said = (lot.message, lot.describe_replaced())
    return [note(words, "warn", live=True) for words in said if words]


def _ways(state: PlayState, lot: Lot) -> Part:
    """The way to the bids, to open them, or to give them all back, which is confirmed first."""
    auction = state.auction
    if auction.stopping == lot.command:
        words = "Give all bids back? The sale ends, and every device is told."
        return [
            note(words, "warn", live=True),
            button("Keep the bids", auction.ask_to_stop, None),
            button("Give them back", auction.call_off, lot, tone="danger"),
        ]
    to_bids = visit(state.play_id, BIDS)
    tone = "plain" if state.keeps_book else "primary"
    bid = button("Bid here", to_bids, tone=tone, icon=Icons.FRONT_HAND_OUTLINED)
    if not state.keeps_book:
        return [bid] if any(map(state.may_show, lot.bidders)) else []
    act, sign = press(_open, state, lot), Icons.BACK_HAND_OUTLINED
    opening = main_button("Open all bids", act, icon=sign)
    drop = quiet_button("Give all bids back", auction.ask_to_stop, lot)
    return [*([] if lot.still_to_bid else [opening]), bid, drop]

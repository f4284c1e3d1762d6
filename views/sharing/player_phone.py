"""A player's own phone: what the player has, what can be done now, and what happened last; a watcher sees the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.prompt import Offer
from companion.core.show.cards import Standing
from models.rooms import DECLINED
from views import theme
from views.app_shell import header
from views.boards.lot import look_here, lot_board
from views.components import controls
from views.components.controls import Still, Style, button, press, screen, soft
from views.components.player_card import badge, whole_card
from views.components.scrolling import scroll_to_top
from views.ending.ending import ending_card, next_game, use_next_game_after
from views.ending.moments import MomentDialog
from views.ending.sending import SendButton
from views.journal.entry import EntryInFull
from views.sharing import auction, own_page
from views.sharing.requests import (
    agreements,
    find_join_action,
    is_settled_by,
    last_request,
    show_refusals,
    still_asked,
)
from views.state.client import Client
from views.state.play.draft import Draft
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.arrangement import (
    BOARD,
    PLAYERS,
    SHEET,
    STRIP,
    Content,
    arrange,
    pane_height,
    sheet_measures,
)
from views.table.fit import Fit
from views.table.frame import Measures, place_sheet
from views.table.menu import CORRECTIONS, action_row, fold_group, overlay_head, use_folds
from views.table.middle import content_of, middle
from views.table.panel import LastLines
from views.table.player_page import held
from views.table.players import PlayerList, PlayerStrip, player_cards
from views.table.sheet import fit_for, record_bar, record_words, sheet
from views.television.television import Television

GUEST = "Watching"
FIND, MORE = "Find an action", "What else you can do"
"""Where all actions are at the table, and where those that are this player's own are on the phone."""
EVERYBODY = "Everybody"
"""The row that shows all players."""


@screen
def PlayerPhone(client: Client, state: PlayState) -> ft.Control:
    """Draw a play for somebody who plays in it, or watches it, and does not keep its book."""
    opened, fold = use_folds()
    kept: MutableRef[Kept] = ft.use_ref(None)
    scrolled = scroll_to_top(_laid_out(state))
    snapshot = state.snapshot
    mine = [
        (person, standing)
        for person, standing in zip(snapshot.people, snapshot.standings, strict=True)
        if person.key in state.seats
    ]
    television = not mine and client.television
    use_next_game_after(state, over=snapshot.ending is not None, here=not television)
    if television:
        return Television(client, state, "", key="television")
    if not mine:
        return _with_moments(client, state, _show_to_watcher(client, state, snapshot))

    return _with_moments(
        client, state, _own(client, state, mine, opened, fold, kept, scrolled.current)
    )


def _own(  # noqa: PLR0917 - what it is drawn from, and what it keeps
    client: Client,
    state: PlayState,
    mine: Sequence[tuple[Person, Standing]],
    opened: frozenset[str],
    fold: Callable[[str], None],
    kept: MutableRef[Kept],
    scrolled: ft.Ref[ft.Column] | None,
) -> ft.Control:
    """Draw the phone of who plays, for the player that it is turned to."""
    snapshot = state.snapshot
    person, standing = next(pair for pair in mine if pair[0].key == state.seat)
    draft = state.sheet.draft
    if draft and draft.lead and is_settled_by(state, draft):
        draft = None  # it waits for the banker
    measures = sheet_measures(client, Content.CARDS)
    place_sheet(measures)
    lot = auction.find_running(state)
    above, things = own_page.draw_own(
        state,
        snapshot,
        person,
        standing,
        client.height,
        asked=draft is not None,
        bids=lot is not None,
    )
    besides = partial(_besides, state, snapshot, person, fold=fold, things=things, kept=kept)
    own, waits, foot = [controls.column(*above, spacing=10)], still_asked(state), list[ft.Control]()
    refused = show_refusals(state, own_page.latest_of(snapshot, person))
    body = _show_pane(state, snapshot)
    if body:
        pass
    elif lot:
        board = lot_board(state, snapshot, lot, look_here(state), person.key)
        body = [*own, *board, *auction.put_right(state, lot), *waits, *besides(opened)]
        foot, refused = auction.foot(state, snapshot, lot, person.key), []  # bids need the room
    elif draft:
        body, foot = _asked(state, snapshot, draft, measures)
        if draft.lead and draft.touched:  # what is filled in comes first
            body = [*body, *own, *waits, *besides(opened)]
        elif draft.lead:
            body = [*own, *waits, *body, *besides(opened)]
    else:
        # between turns there is room for everybody, and a tap folds them away
        body = [*own, *_show_expected(state, snapshot), *waits, *besides(opened ^ {EVERYBODY})]
    others = tuple(
        (other.name, number) for number, (other, _) in enumerate(mine) if other.key != person.key
    )
    inside = controls.column(
        *_warn_of_other_device(state, person),
        *next_game(state),
        *agreements(state),
        *refused,
        *auction.notice(state, snapshot),
        *body,
        spacing=12,
    )
    padding = ft.Padding.only(left=16, right=16, top=14, bottom=12)
    scroll = controls.scrolling_column(inside, padding=padding, ref=scrolled)
    panel = controls.lower_panel(scroll, *foot)
    return controls.panes(_head(state, person, standing, others), panel, key=person.key)


def _asked(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, measures: Measures
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Lay out what is asked of the player, and at the foot what records it, or asks the banker to."""
    fit = fit_for(state, draft, replace(Fit.of(measures, len(snapshot.people)), small=True))
    outcome, action = state.sheet.outcome(), snapshot.game.find_action(draft.action)
    title = (
        dict(action.asks).get(action.asker(draft.answers, state.seats), "")
        or (draft.lead and action.auction and snapshot.prompt.title)
        or draft.label
        or action.title
    )
    head = controls.heading(title) if draft.lead else overlay_head(state, title)
    asked = sheet(state, snapshot, draft, outcome, compact=True, fit=fit)
    words = record_words(snapshot, draft, outcome)
    label = f"Ask: {words}" if state.recorder.asks and outcome.proposal else ""
    bar = record_bar(state, snapshot, draft, outcome, label=label, fit=fit)
    foot = ft.Container(bar, padding=ft.Padding.only(left=16, right=16, bottom=12, top=8))
    return [head, *asked, *auction.put_up(state, draft)], [foot]


def _laid_out(state: PlayState) -> str:
    """What begins at its top: a lot, a sheet, what has just been asked for, and what the banker says no to."""
    lot, draft, request = auction.find_running(state), state.sheet.draft, last_request(state)
    asked = (request.id, request.state == DECLINED) if request else ()
    return repr(
        (lot and lot.command, draft and (draft.action, draft.lead), state.panel.pane, asked)
    )


def _show_pane(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """An entry or another player, where one is looked at in place of the turn."""
    pane = state.panel.pane
    if pane.kind == "line":
        return [EntryInFull(state, snapshot, pane.seq, state.panel.leave, key=f"line-{pane.seq}")]
    return _other(state, snapshot, pane.seat) if pane.kind == "player" else []


def _with_moments(client: Client, state: PlayState, drawn: ft.Control) -> ft.Control:
    """What is drawn, and over it what every screen of the table shows at once."""
    moment = MomentDialog(client, state.panel, state.panel.moment, key="moment")
    return controls.panes(drawn, moment)


def _head(
    state: PlayState, person: Person, standing: Standing, others: tuple[tuple[str, int], ...]
) -> ft.Control:
    snapshot = state.snapshot
    where = " \u00b7 ".join(filter(None, (snapshot.play.title, standing.rank.text)))
    up = next(iter(snapshot.up), "")
    whose = "Your turn" if standing.up else f"{snapshot.table.name(up)}'s turn" if up else ""
    marked = state.scale() <= theme.ROOMY and bool(
        snapshot.who_is_away([up])
    )  # large text leaves no room for it
    return Still(
        _head_of, person, where, whose, standing.up, marked, others, state.panel.turn_to, key="head"
    )


def _head_of(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    person: Person,
    where: str,
    whose: str,
    up: bool,
    marked: bool,
    others: tuple[tuple[str, int], ...],
    turn_to: Callable[[int], object],
) -> ft.Control:
    lines: list[ft.Control] = [
        badge(person, size=40),
        ft.Column(
            [controls.heading(person.name, level=1, style=Style.TITLE_LARGE), soft(where)],
            spacing=0,
            tight=True,
            expand=True,
        ),
    ]
    if whose:
        lines.append(
            controls.chip(
                whose, "accent" if up else "plain", icon=ft.Icons.WIFI_OFF if marked else None
            )
        )
    lines += [button(f"To {name}", press(turn_to, number), tone="quiet") for name, number in others]
    return ft.Container(
        ft.Row(lines, spacing=theme.GAP),
        padding=ft.Padding.only(left=16, right=12, top=10, bottom=6),
    )


def _warn_of_other_device(state: PlayState, person: Person) -> list[ft.Control]:
    """Tell a player whose secrets another device can show as well."""
    if not state.devices.is_played_elsewhere(person.key, than=state.member()):
        return []
    words = f"Another device plays for {person.name} too, and can show what is for you alone. Ask the host why."
    return [controls.note(words, "warn", live=True)]


def _show_expected(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """What the table waits for, where that is nothing to be filled in here."""
    if snapshot.ending:
        return [
            ending_card(snapshot, state.scale()),
            SendButton(snapshot, key="sending"),
        ]
    prompt = snapshot.prompt
    blocks: list[ft.Control] = [controls.heading(prompt.title)]
    if prompt.text:
        blocks.append(soft(prompt.text.replace(FIND, MORE), Style.BODY_MEDIUM))
    if state.problem:
        blocks.append(controls.note(state.problem, "bad", live=True))
    return blocks


def _besides(
    state: PlayState,
    snapshot: PlaySnapshot,
    person: Person,
    opened: frozenset[str],
    *,
    fold: Callable[[str], None],
    things: Sequence[ft.Control],
    kept: MutableRef[Kept],
) -> list[ft.Control]:
    """What the turn offers this player, and whatever else; all that the player has, and everybody."""
    own = [state.sheet.for_player(offer) for offer in snapshot.prompt.offers]
    lot = auction.find_running(state)
    sold = lot.closing_actions(snapshot) if lot else ()  # the hammer says it
    offered = [
        offer
        for offer in own
        if offer.action not in sold
        and state.sheet.may_fill_in(offer.action, offer.answers)
        and snapshot.why_not(offer.action, offer.answers) is None
    ]
    blocks = _show_offers(state, snapshot, person, offered, kept)
    draft = state.sheet.draft
    named = {
        (offer.action, snapshot.game.find_action(offer.action).asker(offer.answers, (person.key,)))
        for offer in (*offered, *([draft] if draft else ()))
    }

    def more() -> list[ft.Control]:
        return [
            action_row(state, action, None, Offer(action.name, own, called))
            for action in snapshot.game.actions
            if action.group != CORRECTIONS
            for name, called in action.asks
            if (action.name, name) not in named
            for own in [{name: person.key} if name in action.names_asker else {}]
            if snapshot.why_not(action.name, own) is None
        ]

    def everybody() -> list[ft.Control]:
        return player_cards(snapshot, state.panel.look, "", state.peeks)

    if not snapshot.ending:
        blocks.append(fold_group(MORE, more, opened, fold))
    blocks += things
    blocks += own_page.last_for(state, snapshot, person)
    standing = next(standing for standing in snapshot.standings if standing.seat == person.key)
    blocks.append(
        fold_group(
            "All that you have",
            lambda: own_page.show_everything(standing),
            opened,
            fold,
        )
    )
    blocks.append(fold_group(EVERYBODY, everybody, opened, fold))
    return blocks


Kept: TypeAlias = tuple[str, Sequence[Offer]]
"""Whom a phone has offered something last, and what."""


def _show_offers(
    state: PlayState,
    snapshot: PlaySnapshot,
    person: Person,
    offers: Sequence[Offer],
    kept: MutableRef[Kept],
) -> list[ft.Control]:
    """List what the turn offers; while it offers nothing the last ones stay unseen, since the next turn has them again.

    They are most of what a phone draws when its player's turn begins or ends.
    """
    if offers:
        kept.current = person.key, offers
    if kept.current is None or kept.current[0] != person.key:
        return []
    rows = [
        action_row(state, snapshot.game.find_action(one.action), None, one, key=f"offered-{number}")
        for number, one in enumerate(kept.current[1])
    ]
    made = controls.column(*rows, key="offered")
    made.visible = bool(offers)
    return [made]


def _other(state: PlayState, snapshot: PlaySnapshot, who: str) -> list[ft.Control]:
    """What is open of another player."""
    person, standing = next(
        pair for pair in zip(snapshot.people, snapshot.standings, strict=True) if pair[0].key == who
    )
    return [
        overlay_head(state, person.name),
        *whole_card(standing),
        *held(standing),
    ]


def _without_a_seat(state: PlayState) -> list[ft.Control]:
    """Say to somebody who was let in to play how a seat is had."""
    if not state.member().people:
        return []
    action = find_join_action(state)
    way = f"The banker seats you with {action.title}." if action else "Nobody can join it now."
    return [controls.note(f"You have no seat in this game yet. {way}", "info", live=True)]


def _show_to_watcher(client: Client, state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """The table for somebody who only watches, on a phone or on a large screen that all can see."""
    top: ft.Control
    if state.panel.pane.kind == "line":
        seq = state.panel.pane.seq
        top = EntryInFull(state, snapshot, seq, state.panel.leave, key=f"line-{seq}")
    elif state.panel.pane.kind == "player":
        top = controls.column(*_other(state, snapshot, state.panel.pane.seat))
    elif lot := auction.find_running(state):
        parts = lot_board(state, snapshot, lot, look_here(state))
        top = controls.column(*parts, spacing=12)
    else:
        heading = (
            ending_card(snapshot, state.scale())
            if snapshot.ending
            else controls.heading(snapshot.prompt.title)
        )
        top = controls.column(*next_game(state), *_without_a_seat(state), heading, spacing=12)
    last = LastLines(state.panel, snapshot, key="lines")
    look, peeks = state.panel.look, state.peeks
    content = content_of(state, snapshot)

    def players(_: float = 0) -> ft.Control:
        return PlayerList(snapshot, look, "", peeks, key="players")

    def board(width: float) -> ft.Control:
        return middle(client, state, snapshot, width, pane_height(client), players)

    def strip(width: float) -> ft.Control:
        measures = sheet_measures(client, content)
        return PlayerStrip(snapshot, look, "", peeks, measures, width, key="strip")

    def seen(_: float) -> ft.Control:
        return controls.scrolling_column(controls.column(top, last, spacing=16), padding=16)

    watching = [controls.chip(GUEST)] if client.wide else None
    head = header(client, snapshot.play.title, beside=watching)
    return arrange(
        client, content, head, {STRIP: strip, PLAYERS: players, BOARD: board, SHEET: seen}
    )

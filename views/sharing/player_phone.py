"""A player's own phone, in the frame of every sheet; whoever only watches sees the table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import flet as ft

from companion.core.prompt import Offer
from companion.core.show.cards import Standing
from views import theme
from views.app_shell import header
from views.boards.lot import look_here, lot_board, lot_head
from views.components import amounts, controls
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Part,
    Style,
    flat,
    icon_button,
    press,
    quiet_button,
    screen,
    soft,
)
from views.components.player_card import badge, whole_card
from views.ending.ending import ending_card, next_game, use_next_game_after
from views.ending.moments import MomentDialog
from views.ending.sending import SendButton
from views.journal.entry import EntryInFull
from views.sharing import auction, own_page
from views.sharing.requests import (
    NOBODY_JOINS,
    agreements,
    asked_rows,
    find_join_action,
    is_settled_by,
)
from views.state.client import Client
from views.state.play.draft import Draft
from views.state.play.panel import TURN, Pane
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import Panel, PlayState
from views.table import arrangement
from views.table.arrangement import (
    ARRANGE,
    Content,
    Window,
    arrange,
    pane_height,
    sheet_measures,
    window_of,
)
from views.table.frame import FIELD, WRITTEN, Measures, Zones, lay, place_sheet
from views.table.landings import turn_zones
from views.table.menu import CORRECTIONS, action_row, overlay_head
from views.table.middle import content_of, middle, turn_zone
from views.table.panel import LastEntry, LastLines
from views.table.player_page import held
from views.table.players import PlayerList, PlayerStrip, player_cards
from views.table.sheet import head, record_words
from views.table.table import MORE
from views.television.television import Television

TURN_ASIDE, TURN_LETTERS = 72, 13
"""Width of the words for whose turn it is beside the sheet of a phone on its side, and their letters' size at most."""
GUEST = "Watching"
FIND = "Find an action"


@screen
def PlayerPhone(client: Client, panel: Panel, state: PlayState) -> Control:
    """Draw a play for somebody who plays in it, or watches it, and does not keep its book."""
    snapshot = state.snapshot
    television = not state.seats and client.television
    use_next_game_after(state, over=snapshot.ending is not None, here=not television)
    if television:
        return Television(client, state, "", key="television")
    drawn = (_own if state.seats else _show_to_watcher)(client, state, snapshot)
    moment = MomentDialog(client, panel, panel.moment, key="moment")
    return controls.panes(drawn, moment)


def _standing_of(snapshot: PlaySnapshot, seat: str) -> tuple[Person, Standing]:
    pairs = zip(snapshot.people, snapshot.standings, strict=True)
    return next(pair for pair in pairs if pair[0].key == seat)


# --- who plays -----------------------------------------------------------------------------------------


def _own(client: Client, state: PlayState, snapshot: PlaySnapshot) -> Control:
    """Draw the phone of who plays, for the player that it is turned to."""
    person, standing = _standing_of(snapshot, state.seat)
    measures = sheet_measures(client, Content.CARDS)
    place_sheet(measures)
    beside = {name for name, _ in ARRANGE[window_of(client), Content.CARDS]}
    money = partial(own_page.money, state, snapshot, standing, measures)
    own = own_page.things(snapshot, standing)
    others: Part = (
        controls.subheading("Everybody"),
        player_cards(snapshot, state.panel.look, "", state.peeks),
        own_page.last_for(state, snapshot, person),
    )
    if arrangement.PLAYERS not in beside:
        others = money(measures.width) if measures.page else None, others, own
    others = flat((others,))
    # in large text what is beside the sheet is too narrow for cards
    follows = arrangement.JOURNAL not in beside or measures.text > theme.ROOMY
    parts: dict[str, arrangement.Part] = {
        arrangement.PLAYERS: lambda width: controls.scrolling_column(
            controls.column(money(width), own)
        ),
        arrangement.SHEET: lambda _: _sheet(
            state, snapshot, person, measures, others, follows=follows
        ),
    }
    if not follows:
        parts[arrangement.JOURNAL] = lambda _: controls.scrolling_column(controls.column(others))
    if not measures.page:  # which has them below the sheet
        around = ft.Padding.symmetric(horizontal=measures.margin)
        parts[arrangement.STRIP] = lambda _: ft.Container(
            money(measures.width), height=measures.players, padding=around
        )
        parts[arrangement.TURN] = lambda _: turn_zone(state, snapshot, measures, person.key)
    bar = _head(client, state, person, standing, measures)
    return arrange(client, Content.CARDS, bar, parts)


def _head(
    client: Client, state: PlayState, person: Person, standing: Standing, measures: Measures
) -> Control:
    """Name the player and the game, and whose turn it is; the token opens all that the player has."""
    side, snapshot = window_of(client) is Window.SIDE, state.snapshot
    height = None if side or measures.page else measures.bar
    up = next((standing.seat for standing in snapshot.standings if standing.up), "")
    whose = "Your turn" if standing.up else f"{snapshot.table.name(up)}'s turn" if up else ""
    where = " \u00b7 ".join(filter(None, (snapshot.play.title, standing.rank.text)))
    icon = Icons.WIFI_OFF if snapshot.who_is_away([up]) else None
    tone = "accent" if standing.up else "plain"
    # beside the sheet of a phone on its side no word of it is broken
    size = amounts.size_in(whose.replace(" ", "\u00a0"), TURN_ASIDE, TURN_LETTERS)
    chip = controls.chip(whose, tone, icon=icon, size=size if side else None) if whose else None
    below = side or state.scale() > theme.ROOMY
    names = controls.lines(
        controls.heading(person.name, level=1, style=Style.TITLE_LARGE, lines=1),
        None if side else soft(where, lines=1),
        chip if below else None,
        expand=True,
    )
    line = flat(
        (
            icon_button(
                badge(person, size=36),
                "All that you have",
                state.panel.look,
                Pane("player", seat=person.key),
                key="own",
            ),
            names,
            None if below else chip,
            (
                quiet_button(
                    f"To {snapshot.table.name(seat)}",
                    state.panel.turn_to,
                    number,
                )
                for number, seat in enumerate(state.seats)
                if seat != person.key
            ),
            None if side else icon_button(Icons.SEARCH, FIND, state.panel.look, MORE, key="more"),
        )
    )
    around = ft.Padding.only(left=10, right=4)
    return ft.Container(ft.Row(line, spacing=theme.GAP_S), height=height, padding=around)


def _sheet(
    state: PlayState,
    snapshot: PlaySnapshot,
    person: Person,
    measures: Measures,
    others: Controls,
    *,
    follows: bool,
) -> Control:
    """Lay out what is asked, under what the player waits for, or else what happened last.

    The ``others`` are the page of the player's own; it ``follows`` where it is not beside.
    """
    panel, page = state.panel, measures.page
    seq = own_page.latest_of(snapshot, person)
    undoes = (
        snapshot.undoable is not None
        and snapshot.undoable.seq == seq
        and snapshot.referee.why_no_undo(state.member()) is None
    )
    asked = [] if undoes else asked_rows(state, seq, None if page else 2)[:1]
    around, made = ft.Padding.only(left=measures.margin, right=4), (state.recorded, state.undone)
    last: Control = (
        ft.Container(asked[0], padding=around)
        if asked
        else LastEntry(panel, snapshot, *made, measures, seat=person.key, undoes=undoes, key="last")
    )
    if waiting := asked_rows(state, seq)[len(asked) :]:
        others = [controls.subheading("What you asked for"), *waiting, *others]
    zones = _zones(state, snapshot, person, others)
    notices = flat(
        (
            _warn_of_other_device(state, person),
            next_game(state),
            None if panel.pane == TURN else agreements(state),
            None if auction.has_turn(state, state.sheet.draft) else auction.notice(state),
        )
    )
    written = zones.answers is not None and zones.answers.data in (FIELD, WRITTEN)
    fills = not (zones.pad or written or page) and follows and panel.pane == TURN
    if notices or fills:
        answers = notices, zones.answers, others if fills else None
        zones = replace(zones, answers=controls.column(answers, key=_top(state)))
    rest = controls.column(others) if page and follows else None
    return lay(zones, last, rest)


def _top(state: PlayState) -> str:
    """What begins at its top: a lot, a sheet, or what is looked at."""
    lot, draft = auction.find_running(state), state.sheet.draft
    return repr((lot and lot.command, draft and (draft.action, draft.lead), state.panel.pane))


def _zones(state: PlayState, snapshot: PlaySnapshot, person: Person, others: Controls) -> Zones:
    """Fill the zones with what is looked at, asked of this player, sold, at the end, or with the turn."""
    draft = state.sheet.draft
    if state.panel.pane != TURN:
        return _looked_at(state, snapshot, person, others)
    if lot := auction.find_running(state):
        return auction.zones(state, lot, person.key)
    if first := agreements(state) or _first(state, snapshot, draft):
        return Zones(None, controls.column(*first))
    if draft and draft.lead and is_settled_by(state, draft):
        draft = None  # it waits for the banker
    offers = [
        (offer, None)
        for offer in map(state.sheet.for_player, snapshot.prompt.offers)
        if state.sheet.may_fill_in(offer.action, offer.answers)
        and snapshot.why_not(offer.action, offer.answers) is None
    ]
    if draft is None and not offers:
        prompt = snapshot.prompt
        words = controls.problem(state.problem)
        return Zones(head(prompt.title, prompt.text)[0], controls.column(words))
    outcome, ask = state.sheet.outcome(), ""
    if draft and state.recorder.asks and outcome.proposal:
        ask = f"Ask: {record_words(snapshot, draft, outcome)}"
    return turn_zones(state, snapshot, draft, offers, ask)


def _first(state: PlayState, snapshot: PlaySnapshot, draft: Draft | None) -> Controls:
    """What has the turn's place: sealed bids that are taken, and the end."""
    if auction.has_turn(state, draft):
        return auction.notice(state)
    if not snapshot.ending or (draft and not draft.lead):
        return []
    return [ending_card(snapshot, state.scale()), SendButton(snapshot, key="sending")]


def _looked_at(state: PlayState, snapshot: PlaySnapshot, person: Person, others: Controls) -> Zones:
    """Show an entry, all that this player or another one has, or what else this player can do."""
    pane = state.panel.pane
    key = repr(pane)
    if pane.kind == "line":
        entry = EntryInFull(state, snapshot, pane.seq, state.panel.leave, key=key)
        return Zones(None, controls.column(entry, key=key))
    if pane == MORE:
        shown, title = _actions(state, snapshot, person), FIND
    elif pane.seat in {"", person.key}:
        shown, title = flat((others, _own_copy(state))), person.name
    else:
        shown, title = _other(snapshot, pane.seat), snapshot.table.name(pane.seat)
    return Zones(overlay_head(state, title), controls.column(shown, key=key))


def _actions(state: PlayState, snapshot: PlaySnapshot, person: Person) -> Controls:
    """List what this player can do, once for each question that may name the player."""
    return [
        action_row(state, action, None, Offer(action.name, own, called))
        for action in snapshot.game.actions
        if action.group != CORRECTIONS
        for name, called in action.asks
        for own in [{name: person.key} if name in action.names_asker else {}]
        if snapshot.why_not(action.name, own) is None
    ]


def _other(snapshot: PlaySnapshot, seat: str) -> Controls:
    """What is open of a player."""
    _, standing = _standing_of(snapshot, seat)
    return [*whole_card(standing), *held(standing)]


def _own_copy(state: PlayState) -> Control | None:
    """Choose whether this phone keeps a copy of the game, where it can."""
    copies = state.open_plays.copies
    kept = copies.of(state.member()) if copies else None
    if not (copies and copies.wanted and kept):
        return None
    choose = press(copies.keep_on, state.member(), not kept.keeps)
    return controls.card(
        controls.switch("Keep a copy on this phone", choose, on=kept.keeps),
        soft("If the tablet fails, the game goes on from it."),
    )


def _warn_of_other_device(state: PlayState, person: Person) -> Control | None:
    """Tell a player whose secrets another device can show as well."""
    if not state.devices.is_played_elsewhere(person.key):
        return None
    words = f"Another device plays for {person.name} too, and can show what is for you alone. Ask the host why."
    return controls.note(words, "warn", live=True)


# --- who watches ---------------------------------------------------------------------------------------


def _without_a_seat(state: PlayState) -> Control | None:
    """Say to somebody who was let in to play how a seat is had."""
    if not state.member().people:
        return None
    action = find_join_action(state)
    way = f"The banker seats you with {action.title}." if action else NOBODY_JOINS
    return controls.note(f"You have no seat in this game yet. {way}", "info", live=True)


def _show_to_watcher(client: Client, state: PlayState, snapshot: PlaySnapshot) -> Control:
    """The table for somebody who only watches, on a phone or on a large screen that all can see."""
    show, peeks, pane = state.panel.look, state.peeks, state.panel.pane
    top: Part
    if pane.kind == "line":
        top = EntryInFull(state, snapshot, pane.seq, state.panel.leave, key=f"line-{pane.seq}")
    elif pane.kind == "player":
        name = snapshot.table.name(pane.seat)
        top = overlay_head(state, name), _other(snapshot, pane.seat)
    elif lot := auction.find_running(state):
        look = look_here(state)
        top = lot_head(lot, look), lot_board(state, lot, look)
    else:
        shown = controls.heading(snapshot.prompt.title)
        if snapshot.ending:
            shown = ending_card(snapshot, state.scale())
        top = next_game(state), _without_a_seat(state), shown
    last = LastLines(state.panel, snapshot, key="lines")
    content = content_of(state, snapshot)

    def players(_: float = 0) -> Control:
        return PlayerList(snapshot, show, "", peeks, key="players")

    parts: dict[str, arrangement.Part] = {
        arrangement.STRIP: lambda width: PlayerStrip(
            snapshot, show, "", peeks, sheet_measures(client, content), width, key="strip"
        ),
        arrangement.PLAYERS: players,
        arrangement.BOARD: lambda width: middle(
            client, state, snapshot, width, pane_height(client), players
        ),
        arrangement.SHEET: lambda _: controls.scrolling_column(
            controls.column(top, last), padding=16
        ),
    }
    watching = [controls.chip(GUEST)] if client.wide else None
    title_bar = header(client, snapshot.play.title, beside=watching)
    return arrange(client, content, title_bar, parts)

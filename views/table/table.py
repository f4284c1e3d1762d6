"""The table: everybody's standing, what comes next, and the way back. One set of parts for phone and tablet."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.show.boards import Clock, PriceBoard
from companion.core.show.cards import Badge
from views import theme
from views.app_shell import ALL_GAMES, go, header
from views.components import amounts
from views.components.controls import (
    Control,
    Icons,
    button,
    chip,
    flat,
    heading,
    icon_button,
    lines,
    main_button,
    memo,
    onward,
    panes,
    press,
    row,
    screen,
    scrolling_column,
    soft,
)
from views.ending.ending import Story, StoryView, use_next_game_after
from views.ending.moments import MomentDialog
from views.state.client import Client
from views.state.facing import can_turn, quarter_turns
from views.state.play.panel import FIND
from views.state.play.play_state import TURN, Pane, Panel, PlaySnapshot, PlayState
from views.table import arrangement
from views.table.arrangement import Content, Window, arrange, window_of
from views.table.clock import ClockFace, Since, TurnClock
from views.table.frame import LEAST_TURN, Measures, Place, on_ground, on_its_side
from views.table.middle import BOARD, board_switch, content_of, middle, sheet_of, turn_zone
from views.table.panel import Journal, WorkingPanel
from views.table.players import PlayerColumn, PlayerList, PlayerStrip, everybody, on_turn

log = logging.getLogger("companion.views")

TITLE_ASIDE = 126
"""Width of a title beside the sheet of a phone on its side, next to one sign."""
CARD = 250
"""Least width of a player's open card, at text size 1."""
MORE, REQUESTS = FIND, Pane("requests")


@screen
def TableScreen(client: Client, panel: Panel, followed: PlayState | None) -> Control:
    """Draw a play as it stands, with the working panel beside it or below it.

    It is ``followed`` while this is on the screen; what is kept unseen stays as it was.
    """
    state, here = panel.play, followed is not None
    page = ft.context.page
    _use_attention(client, state, here=here)
    snapshot = state.snapshot

    def look_over() -> None:
        page.run_task(_check_play, state)

    ft.use_effect(look_over, [state.play_id])
    over = snapshot.ending is not None

    def at_the_end() -> None:
        if over:
            state.panel.centre = ""  # whatever was looked at while it was played

    ft.use_effect(at_the_end, [state.play_id, over])
    use_next_game_after(state, over=over, here=here)
    story: Story = ft.use_memo(lambda: Story.of(snapshot), [snapshot])
    # what is drawn besides the sheet, which sees to itself: a board is drawn with what is being answered
    seen = (
        snapshot,
        state.panel.pane,
        state.panel.centre,
        state.recorded,
        client.member,
        state.requests.how_many_wait,
    )
    asked = (state.sheet.own, state.sheet.lead, state.sheet.totals) if snapshot.boards else ()
    kept: MutableRef[tuple[object, ...]] = ft.use_ref(None)
    if here or kept.current is None:
        kept.current = (client, panel, story, (*seen, *asked))
    parts = [Panes(*kept.current, key="panes")]
    if here:
        parts.append(MomentDialog(client, panel, state.panel.moment, key="moment"))
    return panes(parts)


def _use_attention(client: Client, state: PlayState, *, here: bool) -> None:
    """Have the keys of a keyboard, and the screen lit, as long as the table is there. A hook."""
    use_light(client, here=here)

    def leave() -> None:
        client.location.attending = False
        client.privacy.cover_all()
        if state.panel.pane == MORE:
            state.panel.pane = TURN  # whoever chose from the list is done with it

    def come() -> None:
        client.location.attending = True

    ft.use_effect(come if here else leave, [here])
    ft.on_unmounted(leave)


@memo
def Panes(client: Client, panel: Panel, story: Story, seen: tuple[object, ...]) -> Control:
    """Set out everything there is on the table, again only if what was ``seen`` of it has changed."""
    del seen
    state = panel.play
    snapshot = state.snapshot
    content = content_of(state, snapshot, over=bool(story))
    measures = arrangement.sheet_measures(client, content)
    picked = state.panel.pane.seat
    look, peeks, window = state.panel.look, state.peeks, window_of(client)
    # where a phone has no zone for what a player has, it is seen beside the pad
    brief = measures.place is not Place.PANE and measures.turn < LEAST_TURN
    glance = state.panel.glance if brief else look

    def strip(width: float) -> Control:
        return PlayerStrip(snapshot, glance, picked, peeks, measures, width, key="strip")

    def players(width: float) -> Control:
        if window is Window.SIDE and not measures.page:
            scale = measures.text
            column = PlayerColumn(snapshot, glance, picked, peeks, width, scale, key="column")
            left = arrangement.below_players(client, len(snapshot.people))
            room = replace(measures, turn=left, width=width, margin=0)
            return panes(column, turn_zone(state, snapshot, room))
        # whoever is tapped answers a question for a player
        cards = content is Content.CARDS and window is Window.DESK
        opened = on_turn(snapshot) if cards else frozenset[str]()
        tapped = look if cards else state.panel.name
        return PlayerList(snapshot, tapped, picked, peeks, opened, key="players")

    def board(width: float) -> Control:
        return _board(client, state, snapshot, width, story)

    def sheet(width: float) -> Control:
        return _sheet(client, state, content, width, story)

    parts = {
        arrangement.PLAYERS: players,
        arrangement.BOARD: board,
        arrangement.SHEET: sheet,
        arrangement.JOURNAL: lambda _: scrolling_column(
            Journal(panel, snapshot, state.recorded, key="journal")
        ),
    }
    if not measures.page:  # which has everybody below the sheet
        parts[arrangement.STRIP] = strip
        parts[arrangement.TURN] = lambda _: turn_zone(state, snapshot, measures)
    return arrange(client, content, _head(client, state, snapshot, measures), parts)


async def _check_play(state: PlayState) -> None:
    """Look the play over for damage, once the screen is there: reading all of it takes a moment."""
    try:
        state.damage = await asyncio.to_thread(state.open_plays.faults, state.play_id)
    except RuntimeError:  # no threads here, as in a browser
        state.damage = state.open_plays.faults(state.play_id)


def use_light(client: Client, *, here: bool = True) -> None:
    """Keep the screen lit as long as it is looked at, where this device is to. A hook."""
    page, lit = ft.context.page, here and client.prefs.awake
    ft.use_effect(lambda: page.run_task(keep_awake, lit), [client.prefs.awake, here])
    ft.on_unmounted(lambda: page.run_task(keep_awake, False))


async def keep_awake(on: bool) -> None:
    """Keep the screen lit, or let it go dark again."""
    try:
        lock = ft.Wakelock()  # which is sent at once, and fails where the screen has just gone
        await (lock.enable() if on else lock.disable())  # type: ignore[no-untyped-call]
    except Exception:
        log.debug("the screen can't be kept awake here", exc_info=True)


def _sheet(
    client: Client, state: PlayState, content: Content, width: float, story: Story
) -> Control:
    """Draw the working panel on its ground, turned to whoever acts where the table wants that."""
    window = window_of(client)
    beside = frozenset(name for name, _ in arrangement.ARRANGE[window, content])
    measures = arrangement.sheet_measures(client, content)
    if client.prefs.facing and can_turn(client):
        return TurnedPanel(client, state, measures, beside, width, key="turned")
    panel = WorkingPanel(state, client, measures, story, beside, key="sheet")
    if window is Window.PHONE:
        return panel
    grounded = on_ground(panel)
    snapshot = state.snapshot
    # a price is at the sheet's own head
    beside_turn = any(not isinstance(board, PriceBoard) for board in snapshot.boards)
    if content is Content.CARDS and window is not Window.SIDE and beside_turn:
        return panes(board_switch(state, snapshot), grounded, spacing=8)
    return grounded


@screen
def TurnedPanel(
    client: Client, state: PlayState, measures: Measures, beside: frozenset[str], width: float
) -> Control:
    """Turn the working panel; sideways it is laid out like a phone on its side, with its height for a width."""
    turns, height = quarter_turns(client, state), arrangement.pane_height(client)
    if turns % 2:
        measures = on_its_side(height, width, client.scale)
    panel = WorkingPanel(state, client, measures, None, beside, key=f"sheet-{turns}")
    return ft.RotatedBox(quarter_turns=turns, content=on_ground(panel))


def _board(
    client: Client, state: PlayState, snapshot: PlaySnapshot, width: float, story: Story
) -> Control:
    """Draw the board, and once a play is over how it went."""
    height = arrangement.pane_height(client)

    def players() -> Control:
        columns = max(1, min(2, int(width // (CARD * client.scale))))
        look, peeks = state.panel.look, state.peeks
        return PlayerList(snapshot, look, "", peeks, everybody(snapshot), columns, key="cards")

    def end() -> Control:
        shown = StoryView(story, state.panel.look, client.scale, key="story")
        return scrolling_column(shown, padding=theme.below(14))

    return middle(client, state, snapshot, width, height, players, end=end if story else None)


def _head(client: Client, state: PlayState, snapshot: PlaySnapshot, measures: Measures) -> Control:
    return Head(
        client,
        state.panel,
        short_title(snapshot),
        snapshot.clock,
        (*snapshot.status, *snapshot.in_pots),
        _turn_of(client, snapshot),
        state.requests.how_many_wait,
        board="score sheet" if sheet_of(snapshot) else "board" if snapshot.boards else "",
        height=None if measures.page else measures.bar,
        key="head",
    )


def short_title(snapshot: PlaySnapshot) -> str:
    """The title of a play without the date that a usual one ends with."""
    title = snapshot.play.title
    return title.partition(", ")[0] if title.startswith(snapshot.game.title) else title


def _turn_of(client: Client, snapshot: PlaySnapshot) -> Since | None:
    """Whose turn it is and since when, where this device shows that."""
    began = snapshot.turn_began if client.prefs.turn_clock else None
    return Since(snapshot.name(began[0]), int(began[1].timestamp())) if began else None


@memo
def Head(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    client: Client,
    panel: Panel,
    title: str,
    clock: Clock | None,
    status: tuple[Badge, ...],
    turn: Since | None,
    waiting: str,
    *,
    board: str,
    height: float | None,
) -> Control:
    """Set the play's title, its remarks, and the way to every action; no key of a pad changes any of it."""
    state, window = panel.play, window_of(client)
    clocks = flat(
        (
            ClockFace(clock, state.now, state.sheet.time_is_up, key="clock") if clock else None,
            TurnClock(turn, state.now, key="turn-clock") if turn else None,
        )
    )
    said = [badge for badge in status if badge.text]
    find, ask = press(panel.look, MORE), press(panel.look, REQUESTS)
    if window in (Window.DESK, Window.UPRIGHT):
        ways = [button("Find an action", find, icon=Icons.SEARCH, key="more")]
        if waiting:
            icon = Icons.PHONE_ANDROID
            ways.insert(0, main_button(waiting, ask, icon=icon, key="waiting"))
        remarks = [chip(badge.text, badge.tone) for badge in said]
        return header(client, title, *ways, beside=[*clocks, *remarks])
    aside = window is Window.SIDE
    signs = [] if aside else [icon_button(Icons.SEARCH, "Find an action", find, key="more")]
    if board:
        signs.insert(
            0,
            icon_button(
                Icons.TABLE_CHART_OUTLINED, f"Show the {board}", panel.look, BOARD, key="board"
            ),
        )
    if waiting:
        sign = Icons.PHONE_ANDROID
        signs.insert(0, icon_button(sign, waiting, ask, selected=True, key="waiting"))
    line = " \u00b7 ".join(badge.text for badge in said)
    size = amounts.size_in(title.replace(" ", "\u00a0"), TITLE_ASIDE, 20) if aside else None
    name = heading(title, level=1, lines=1, size=size)
    told = onward(soft(line)) if line else None  # no amount of them is cut
    words = lines(name, told, expand=True)
    words.spacing = 0
    if aside:
        return row(words, clocks, signs, height=theme.TOUCH, spacing=4)
    back = icon_button(Icons.ARROW_BACK, ALL_GAMES, go, "/")
    bar = row(back, words, clocks, signs, spacing=4)
    return ft.Container(bar, height=height, padding=theme.sides(4))

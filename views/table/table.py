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
from views.app_shell import header
from views.components import controls
from views.components.controls import button, icon_button, press, screen
from views.ending.ending import Story, StoryView, use_next_game_after
from views.ending.moments import MomentDialog
from views.journal.entry import redo_button, undo_button
from views.sharing.requests import waiting_words
from views.state.client import Client
from views.state.facing import can_turn, quarter_turns
from views.state.play.panel import TURN, Pane
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import Panel, PlayState
from views.table.bet import asks_for_name, horse_of_bet
from views.table.clock import ClockFace, Since, TurnClock
from views.table.fit import Fit
from views.table.middle import (
    above_pad,
    board_switch,
    look_of,
    middle,
    picked_choice,
    price_first,
    sheet_of,
)
from views.table.panel import LatestEntries, WorkingPanel
from views.table.players import (
    BESIDE,
    LINES,
    PlayerColumn,
    PlayerGrid,
    PlayerRows,
    PlayerStrip,
    PlayerTiles,
)

log = logging.getLogger("companion.views")

PANEL_WIDTH, SLIP, NARROW, TURNED = 380, 344, 200, 430
"""Widths of the sheet beside a score sheet and beside another board, of the players there, and of a turned sheet."""
THREE_PANES, DESKTOP, MOST_WIDTH = 1000, 1280, 1440
"""From these widths on players, sheet and journal lie beside each other, are wider, and are centred."""
RAIL, MARGIN, GUTTER = 72, 16, 12
PADDED = 30
"""What is left at the sides of a sheet, with its edges."""
SIDE, SHEET, ABREAST = 248, 280, 2
"""Widths of the players and of a score sheet on a phone on its side, and so many players beside each other."""
MANY_BESIDE = 6
"""So many tiles of players share the width of a tablet that is held upright."""
ROW_HEIGHT = 74
HEAD, SWITCH = 96, 66
"""Heights of the title with its remarks, at text size 1, and of the names of boards."""
LARGE_TEXT = 1.35
"""From this text size on the panel of a phone needs all the room there is."""
MORE, REQUESTS = Pane("more"), Pane("requests")


@screen
def TableScreen(client: Client, panel: Panel, followed: PlayState | None) -> ft.Control:
    """Draw a play as it stands, with the working panel beside it or below it.

    It is ``followed`` while this is on the screen; what is kept unseen stays as it was.
    """
    state, here = panel.play, followed is not None
    page = ft.context.page
    _use_attention(client, state, here=here)
    snapshot = state.snapshot

    def look_over() -> None:
        page.run_task(_check_play, state)

    ft.use_effect(look_over, dependencies=[state.play_id])
    over = snapshot.ending is not None

    def at_the_end() -> None:
        if over:
            state.panel.centre = ""  # whatever was looked at while it was played

    ft.use_effect(at_the_end, dependencies=[state.play_id, over])
    use_next_game_after(state, over=over, here=here)
    story: Story = ft.use_memo(lambda: Story.of(snapshot), dependencies=[snapshot])
    # what is drawn besides the sheet, which sees to itself: a board is drawn with what is being answered
    seen = (
        snapshot,
        state.panel.pane,
        state.panel.centre,
        state.panel.tall,
        state.recorded,
        client.member,
        waiting_words(state),
    )
    asked = (state.sheet.own, state.sheet.lead, state.sheet.totals) if snapshot.boards else ()
    kept: MutableRef[tuple[object, ...]] = ft.use_ref(None)
    if here or kept.current is None:
        kept.current = (client, panel, story, (*seen, *asked))
    parts = [Panes(*kept.current, key="panes")]
    if here:
        parts.append(MomentDialog(client, panel, state.panel.moment, key="moment"))
    return controls.panes(*parts)


def _use_attention(client: Client, state: PlayState, *, here: bool) -> None:
    """Have the keys of a keyboard, and the screen lit, as long as the table is there. A hook."""
    page = ft.context.page

    def leave() -> None:
        client.location.attending = False
        client.privacy.cover_all()
        if state.panel.pane == MORE:
            state.panel.pane = TURN  # whoever chose from the list is done with it
        page.run_task(keep_awake, False)

    def come() -> None:
        client.location.attending = True
        page.run_task(keep_awake, client.prefs.awake)

    ft.use_effect(come if here else leave, dependencies=[client.prefs.awake, here])
    ft.use_effect(lambda: None, dependencies=[], cleanup=leave)


@controls.memo
@screen
def Panes(client: Client, panel: Panel, story: Story, seen: tuple[object, ...]) -> ft.Control:
    """Set out everything there is on the table, again only if what was ``seen`` of it has changed."""
    del seen
    state = panel.play
    draw = _on_its_side if client.low else _tablet if client.wide else _phone
    return draw(client, state, state.snapshot, story)


async def _check_play(state: PlayState) -> None:
    """Look the play over for damage, once the screen is there: reading all of it takes a moment."""
    try:
        state.damage = await asyncio.to_thread(state.open_plays.faults, state.play_id)
    except RuntimeError:  # no threads here, as in a browser
        state.damage = state.open_plays.faults(state.play_id)


def use_light(client: Client) -> None:
    """Keep the screen lit as long as it is looked at, where this device is to. A hook."""
    page = ft.context.page

    def come() -> None:
        if client.prefs.awake:
            page.run_task(keep_awake, True)

    def leave() -> None:
        page.run_task(keep_awake, False)

    ft.use_effect(come, dependencies=[client.prefs.awake], cleanup=leave)


async def keep_awake(on: bool) -> None:
    """Keep the screen lit, or let it go dark again."""
    try:
        lock = ft.Wakelock()  # which is sent at once, and fails where the screen has just gone
        await (lock.enable() if on else lock.disable())  # type: ignore[no-untyped-call]
    except Exception:
        log.debug("the screen can't be kept awake here", exc_info=True)


def _panel(
    client: Client, state: PlayState, *, after: str, head: bool = False, room: float = 0
) -> ft.Control:
    """Draw the working panel, turned to whoever acts where the table wants that."""
    if client.prefs.facing and can_turn(client):
        return ft.Container(
            TurnedPanel(client, state, after=after, head=head, key="turned"), expand=True
        )
    return _on_ground(client, state, after=after, head=head, room=room)


@screen
def TurnedPanel(client: Client, state: PlayState, *, after: str, head: bool) -> ft.Control:
    """Turn the working panel; sideways it is laid out like a phone on its side, with its height for a width."""
    turns = quarter_turns(client, state)
    return ft.RotatedBox(
        quarter_turns=turns,
        content=_on_ground(client, state, after=after, head=head, sideways=turns % 2 == 1),
    )


def _on_ground(
    client: Client,
    state: PlayState,
    *,
    after: str,
    head: bool = False,
    sideways: bool = False,
    room: float = 0,
) -> ft.Control:
    """Draw the working panel on a ground of its own; ``after`` says what of the journal follows the turn.

    There is so much ``room`` for it, where that is known.
    """
    inside = WorkingPanel(
        state,
        compact=False,
        scale=client.prefs.scale,
        after=after,
        price=head,
        low=client.low or sideways,
        fit=replace(_fit(client, state, sideways=sideways), room=room),
        client=client,
        key="beside",
    )
    return ft.Container(
        inside,
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS_L,
        shadow=ft.BoxShadow(blur_radius=14, color=ft.Colors.with_opacity(0.1, ft.Colors.SHADOW)),
        padding=ft.Padding.only(top=6 if client.low else 14),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        expand=True,
    )


def _on_its_side(
    client: Client, state: PlayState, snapshot: PlaySnapshot, story: Story
) -> ft.Control:
    """Give the sheet of a phone on its side all the height: what stands beside it has the head's buttons above it."""
    head = _head(client, state, snapshot)
    looked = _picked_seat(state)
    height = client.height - theme.TOUCH
    width: float = SIDE
    if story or sheet_of(snapshot) or picked_choice(state, snapshot).board:
        # a score sheet leaves the pad the width in which all its keys are in sight
        width = SHEET if sheet_of(snapshot) and not story else (client.width - RAIL - MARGIN) / 2
        beside = _left_pane(client, state, snapshot, width, story)
    else:
        beside = PlayerTiles(
            snapshot,
            state.panel.look,
            looked,
            state.peeks,
            width,
            client.prefs.scale,
            ABREAST,
            key="tiles",
        )
        if any(not isinstance(board, PriceBoard) for board in snapshot.boards):
            beside = controls.column(
                board_switch(state, snapshot), ft.Container(beside, height=height - 66), spacing=8
            )
    room = client.width - RAIL - GUTTER - width - GUTTER - PADDED
    stretch = ft.CrossAxisAlignment.STRETCH
    lines = ft.Column(
        [head, ft.Container(beside, expand=True)],
        spacing=4,
        expand=True,
        horizontal_alignment=stretch,
    )
    return ft.Container(
        ft.Row(
            [
                ft.Container(lines, width=width),
                ft.Container(_on_ground(client, state, after="last", room=room), expand=True),
            ],
            spacing=GUTTER,
            vertical_alignment=stretch,
        ),
        padding=ft.Padding.only(left=4, right=8, top=4, bottom=8),
        expand=True,
    )


def _tablet(client: Client, state: PlayState, snapshot: PlaySnapshot, story: Story) -> ft.Control:
    """Set the sheet in the middle, the players on its one side and the journal on the other.

    Where a board leads, the board has the middle, and the sheet the journal's place.
    """
    panes: list[ft.Control]
    here = picked_choice(state, snapshot)
    looked = _picked_seat(state)
    room = client.width - RAIL - 2 * MARGIN
    large = client.prefs.scale > LARGE_TEXT
    turned = client.prefs.facing  # sideways it needs the height
    if story or sheet_of(snapshot):
        side = min(room * 0.5, (TURNED if turned else PANEL_WIDTH) * min(1.3, client.prefs.scale))
        panes = [
            ft.Container(
                _left_pane(client, state, snapshot, room - side - GUTTER, story), expand=True
            ),
            ft.Container(_panel(client, state, after="lines"), width=side),
        ]
    elif here.board:
        side = min(room * 0.5, (TURNED if turned else SLIP) * min(1.3, client.prefs.scale))
        beside = client.width >= THREE_PANES and not large
        wide = room - side - GUTTER - (NARROW + GUTTER if beside else 0)

        def players() -> ft.Control:
            return PlayerRows(snapshot, state.panel.look, looked, state.peeks, key="rows")

        height = client.height - HEAD * client.prefs.scale
        panes = [
            ft.Container(middle(client, state, snapshot, wide, height, players), expand=True),
            ft.Container(_panel(client, state, after="lines"), width=side),
        ]
        if beside:
            column = PlayerColumn(
                snapshot, state.panel.name, looked, state.peeks, opened=False, key="column"
            )
            panes.insert(0, ft.Container(column, width=NARROW))
    elif client.width >= THREE_PANES and not large:
        wide = client.width >= DESKTOP
        sheet = 560 if wide else min(540, max(520, room - 280 - 2 * GUTTER - 200))
        tall = (client.height - HEAD * client.prefs.scale) / client.prefs.scale
        panes = [
            ft.Container(
                PlayerColumn(snapshot, state.panel.look, looked, state.peeks, tall, key="column"),
                width=300 if wide else 280,
            ),
            ft.Container(
                _with_boards(
                    state, snapshot, _panel(client, state, after="", head=True, room=sheet - PADDED)
                ),
                width=sheet,
            ),
            ft.Container(
                LatestEntries(state.panel, snapshot, state.recorded, key="lines"),
                expand=True,
            ),
        ]
    else:
        sheet = min(room, 560 * max(1.0, client.prefs.scale * 0.8))
        panes = [
            ft.Container(
                _with_boards(
                    state,
                    snapshot,
                    _panel(client, state, after="last", head=True, room=sheet - PADDED),
                ),
                width=sheet,
            )
        ]
    stretch = ft.CrossAxisAlignment.STRETCH
    apart = not (story or sheet_of(snapshot) or here.board) and len(panes) > 1
    lines: list[ft.Control] = [
        _head(client, state, snapshot, undo=not apart, waiting=waiting_words(state))
    ]
    if len(panes) == 1:
        strip = PlayerStrip(
            snapshot,
            state.panel.look,
            looked,
            state.peeks,
            client.width - RAIL,
            client.prefs.scale,
            MANY_BESIDE,
            key="strip",
        )
        lines.append(strip)
    row = ft.Row(
        panes,
        spacing=GUTTER,
        expand=True,
        vertical_alignment=stretch,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    lines.append(
        ft.Container(
            ft.Container(
                row,
                padding=ft.Padding.only(left=MARGIN, right=MARGIN, bottom=MARGIN),
                width=MOST_WIDTH,
            )
            if client.width > MOST_WIDTH + RAIL
            else row,
            padding=0
            if client.width > MOST_WIDTH + RAIL
            else ft.Padding.only(left=MARGIN, right=MARGIN, bottom=MARGIN),
            alignment=ft.Alignment.TOP_CENTER,
            expand=True,
        )
    )
    return ft.Column(lines, spacing=0, expand=True, horizontal_alignment=stretch)


def _with_boards(state: PlayState, snapshot: PlaySnapshot, panel: ft.Control) -> ft.Control:
    """Set above the sheet the names of the boards that can have its place; a price is at the sheet's own head."""
    if not any(not isinstance(board, PriceBoard) for board in snapshot.boards):
        return panel
    return controls.panes(board_switch(state, snapshot), panel, spacing=8)


def _left_pane(
    client: Client, state: PlayState, snapshot: PlaySnapshot, width: float, story: Story
) -> ft.Control:
    """Draw the score sheet, and once a play is over how it went."""

    def players() -> ft.Control:
        columns = _columns(client, snapshot, width)
        room = 0 if story else (height - SWITCH) / client.prefs.scale
        return PlayerGrid(
            snapshot,
            state.panel.look,
            _picked_seat(state),
            state.peeks,
            room,
            columns=columns,
            key="cards",
        )

    def end() -> ft.Control:
        shown = StoryView(story, state.panel.look, client.prefs.scale, key="story")
        return controls.scrolling_column(
            shown, padding=ft.Padding.only(left=14, right=14, bottom=14)
        )

    height = client.height - (theme.TOUCH if client.low else HEAD * client.prefs.scale)
    return middle(client, state, snapshot, width, height, players, end=end if story else None)


def _above(client: Client, state: PlayState, snapshot: PlaySnapshot, *, busy: bool) -> ft.Control:
    """What lies above a phone's sheet: everybody in a strip, or all there is to see while the sheet is low."""
    if (
        busy
        and snapshot.ending
        and state.panel.pane.kind == "turn"
        and client.prefs.scale > LARGE_TEXT
    ):
        return ft.Container()  # the ending card below has every figure, and needs the room

    def rows() -> ft.Control:
        return PlayerRows(snapshot, state.panel.look, _picked_seat(state), state.peeks, key="rows")

    if busy and sheet_of(snapshot) is None:
        small = (
            client.prefs.scale <= LARGE_TEXT
        )  # in large text the line of a horse takes half of the window
        look = look_of(client, client.width)
        if small and (summary := horse_of_bet(state, snapshot, look)):
            return summary  # who bets is said on the sheet, and the number pad needs the room
        strip = PlayerStrip(
            snapshot,
            state.panel.look,
            _picked_seat(state),
            state.peeks,
            client.width,
            client.prefs.scale,
            BESIDE,
            1 if _fit(client, state).tight else LINES,
            key="strip",
        )
        price = above_pad(client, state, snapshot)
        return controls.column(strip, price, spacing=0) if price else strip
    if busy:
        return above_pad(client, state, snapshot) or ft.Container()
    if not snapshot.boards:
        wanted = min(
            len(snapshot.people) * (ROW_HEIGHT * client.prefs.scale), (client.height - 130) * 0.44
        )
        return ft.Container(rows(), height=wanted)
    height = (client.height - 130) * (0.46 if asks_for_name(state, snapshot) else 0.5)
    return ft.Container(middle(client, state, snapshot, client.width, height, rows), height=height)


def _fit(client: Client, state: PlayState, *, sideways: bool = False) -> Fit:
    """How a sheet is laid out here."""
    return Fit.of(client, len(state.snapshot.people), sideways=sideways)


@controls.memo
@screen
def Above(state: PlayState, parts: tuple[ft.Control, ...], *, gives_way: bool) -> ft.Control:
    """Set out what stands above a phone's sheet; unseen, but not gone, while one that is filled in needs the room."""
    draft = state.sheet.draft
    filled_in = draft is not None and state.panel.pane == TURN and (not draft.lead or draft.touched)
    made = controls.column(*parts, spacing=0)
    made.visible = not (gives_way and filled_in)
    return made


def _phone(client: Client, state: PlayState, snapshot: PlaySnapshot, story: Story) -> ft.Control:
    busy = not (
        _board_asked(client, state, snapshot) if state.panel.tall is None else not state.panel.tall
    )
    players = _above(client, state, snapshot, busy=busy)
    working = WorkingPanel(
        state,
        compact=True,
        scale=client.prefs.scale,
        after="last",
        # in large text a tablet is laid out like a phone, and is wider than one
        fit=replace(
            _fit(client, state), room=client.width - PADDED if client.width >= theme.TABLET else 0
        ),
        client=client,
        story=story,
        key="below",
    )
    what = (
        "the score sheet"
        if sheet_of(snapshot)
        else "the board"
        if snapshot.boards
        else "the players"
    )
    handle = Handle(state.panel, what, busy=busy, key="handle")
    panel = controls.lower_panel(handle, ft.Container(working, expand=True))
    head = _head(client, state, snapshot, waiting=waiting_words(state))
    above = Above(state, (head, players), gives_way=busy and _fit(client, state).tight, key="above")
    return controls.panes(above, panel)


def _board_asked(client: Client, state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether a phone is looked at for its board: a horse is named there, or a price is about to be read."""
    return client.prefs.scale <= LARGE_TEXT and (
        asks_for_name(state, snapshot) or price_first(state, snapshot)
    )


@controls.memo
@screen
def Handle(panel: Panel, what: str, *, busy: bool) -> ft.Control:
    """Draw the handle that makes the panel tall, or low again to show ``what`` lies behind it."""
    state = panel.play

    def toggle() -> None:
        if busy and state.panel.pane.kind != "turn":
            state.panel.leave()
        else:
            state.panel.tall = not busy

    bar = ft.Container(width=40, height=4, border_radius=2, bgcolor=theme.EDGE)
    label = f"Show {what}" if busy else "Make room for the sheet"
    named = ft.Semantics(content=bar, label=label)
    return ft.MergeSemantics(
        ft.Container(
            named,
            alignment=ft.Alignment.CENTER,
            height=theme.TOUCH,
            ink=True,
            on_click=press(toggle),
        )
    )


def _picked_seat(state: PlayState) -> str:
    return state.panel.pane.seat if state.panel.pane.kind == "player" else ""


def _head(
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    *,
    undo: bool = True,
    waiting: str = "",
) -> ft.Control:
    """Draw the head, with Undo and Redo where no journal lies beside the sheet.

    ``waiting`` says how many phones wait for the table.
    """
    return Head(
        client,
        state.panel,
        snapshot.play.title,
        snapshot.clock,
        (*snapshot.status, *snapshot.in_pots),
        _turn_of(client, snapshot),
        undo=snapshot if undo else None,
        waiting=waiting,
        key="head",
    )


def _turn_of(client: Client, snapshot: PlaySnapshot) -> Since | None:
    """Whose turn it is and since when, where this device shows that."""
    began = snapshot.turn_began if client.prefs.turn_clock else None
    return Since(snapshot.table.name(began[0]), int(began[1].timestamp())) if began else None


@controls.memo
@screen
def Head(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    client: Client,
    panel: Panel,
    title: str,
    clock: Clock | None,
    status: tuple[Badge, ...],
    turn: Since | None,
    undo: PlaySnapshot | None,
    waiting: str,
) -> ft.Control:
    """Set the play's title, its remarks, and the way to every action; no key of a pad changes any of it."""
    state = panel.play
    actions: list[ft.Control] = []
    if undo:
        actions.append(undo_button(state, undo))
    if undo and (client.wide or undo.redoable):
        actions.append(redo_button(state, undo))
    under: list[ft.Control] = []
    if waiting:
        ask = button(
            waiting,
            press(state.panel.look, REQUESTS),
            icon=ft.Icons.PHONE_ANDROID,
            tone="primary",
            key="waiting",
        )
        # beside a title on a phone it leaves that no room
        (actions if client.wide or client.low else under).insert(0, ask)
    find = press(state.panel.look, MORE)
    if client.low:
        return ft.Row(
            [icon_button(ft.Icons.SEARCH, "Find an action", find, key="more"), *actions], spacing=4
        )
    if client.wide:
        actions.append(button("Find an action", find, icon=ft.Icons.SEARCH, key="more"))
        return header(client, title, *actions, beside=_remarks(state, clock, status, turn))
    actions.insert(0, icon_button(ft.Icons.SEARCH, "Find an action", find, key="more"))
    said = clock or turn or any(badge.text for badge in status)
    under += [Remarks(panel, clock, status, turn, key="remarks")] if said else []
    return header(
        client,
        title,
        *actions,
        back="/",
        under=controls.column(*under, spacing=4) if under else None,
    )


def _remarks(
    state: PlayState, clock: Clock | None, status: tuple[Badge, ...], turn: Since | None
) -> list[ft.Control]:
    remarks: list[ft.Control] = [
        controls.chip(badge.text, badge.tone) for badge in status if badge.text
    ]
    if turn:
        remarks.insert(0, TurnClock(turn, state.now, key="turn-clock"))
    if clock:
        remarks.insert(0, ClockFace(clock, state.now, state.sheet.time_is_up, key="clock"))
    return remarks


@controls.memo
@screen
def Remarks(
    panel: Panel, clock: Clock | None, status: tuple[Badge, ...], turn: Since | None
) -> ft.Control:
    """Set the clock and the remarks about the play in a line, again only when they say something else."""
    return ft.Row(_remarks(panel.play, clock, status, turn), spacing=6, scroll=ft.ScrollMode.HIDDEN)


def _columns(client: Client, snapshot: PlaySnapshot, room: float) -> int:
    """How many cards fit beside each other and still show everything."""
    least = 250 * client.prefs.scale
    fit = max(1, int(room // least))
    seats = len(snapshot.people)
    return min(fit, 3 if seats > 4 and room >= 3 * least else 2 if seats > 1 else 1)

"""The table: everybody's standing, what comes next, and the way back. One set of parts for phone and tablet."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import flet as ft

from companion.core.game import Standing
from companion.core.questions import YES_NO, Roll
from views import theme
from views.app_shell import ROOMY, header
from views.components import controls
from views.components.controls import button, icon_button, press, screen
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.player_card import standing_card, standings_strip
from views.settings.backup_screen import use_file_transfer
from views.settings.file_transfer import FileTransfer
from views.state.client import Client
from views.state.play_snapshot import Person, PlaySnapshot
from views.state.play_state import TURN, Pane, PlayState, UnobservedPlayState
from views.state.privacy import Privacy
from views.table.clock import ClockFace
from views.table.ending import Story, StoryBeside
from views.table.middle import above_pad, middle, price_first, sheet_of
from views.table.panel import WorkingPanel
from views.table.tote_board import naming, tote_summary

log = logging.getLogger("companion.views")

PANEL_WIDTH = 380
ROW_HEIGHT = 74
HEAD = 96
"""Height of the title with its remarks, at text size 1."""
ROOMY_CARDS = 6
"""More players than this have denser cards: a tablet shows all of them at once."""
LARGE_TEXT = 1.35
"""From this text size on the panel of a phone needs all the room there is."""
MORE = Pane("more")
BRIEF = 2
"""So many lines of a receipt are seen whole on the lower half of a phone."""


@screen
def TableScreen(client: Client, state: PlayState) -> ft.Control:
    """Draw a play as it stands, with the working panel beside it or below it."""
    page = ft.context.page

    def come() -> None:
        client.location.attending = True
        if client.prefs.awake:
            page.run_task(keep_awake, True)

    def leave() -> None:
        client.location.attending = False
        if state.pane == MORE:
            state.pane = TURN  # whoever chose from the list is done with it
        page.run_task(keep_awake, False)

    snapshot = state.snapshot

    def look_over() -> None:
        page.run_task(_check_play, state, quiet=snapshot.secret)

    ft.use_effect(come, dependencies=[client.prefs.awake], cleanup=leave)
    ft.use_effect(look_over, dependencies=[state.play_id, snapshot.secret])
    transfer = use_file_transfer(client, lambda: None)
    over = snapshot.ending is not None

    def at_the_end() -> None:
        if over:
            state.centre = ""  # whatever was looked at while it was played
        else:
            transfer.taken = ("", "")  # a page saved before shows another end

    ft.use_effect(at_the_end, dependencies=[state.play_id, over])
    story: Story = ft.use_memo(lambda: Story.of(snapshot), dependencies=[snapshot])
    if client.wide:
        return _tablet(client, state, snapshot, transfer, story)
    return _phone(client, state, snapshot, transfer, story)


async def _check_play(state: PlayState, *, quiet: bool) -> None:
    """Look the play over for damage, once the screen is there: reading all of it takes a moment."""
    try:
        found = await asyncio.to_thread(state.open_plays.faults, state.play_id, quiet=quiet)
    except RuntimeError:  # no threads here, as in a browser
        found = state.open_plays.faults(state.play_id, quiet=quiet)
    if quiet == state.snapshot.secret:  # else another look is on its way
        state.damaged(found, quiet=quiet)


async def keep_awake(on: bool) -> None:
    """Keep the screen lit, or let it go dark again."""
    try:
        lock = ft.Wakelock()  # which is sent at once, and fails where the screen has just gone
        await (lock.enable() if on else lock.disable())  # type: ignore[no-untyped-call]
    except Exception:
        log.debug("the screen can't be kept awake here", exc_info=True)


def _tablet(
    client: Client, state: PlayState, snapshot: PlaySnapshot, transfer: FileTransfer, story: Story
) -> ft.Control:
    room = client.width - (92 if client.prefs.scale <= ROOMY else 116)
    share = min(0.5, PANEL_WIDTH * min(1.3, client.prefs.scale) / room)
    left = ft.Column(
        [
            Head(client, UnobservedPlayState(state), snapshot, key="head"),
            ft.Container(_left(client, state, snapshot, room * (1 - share), story), expand=True),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    right = ft.Container(
        WorkingPanel(state, compact=False, scale=client.prefs.scale, transfer=transfer, key="beside"),
        width=room * share,
        bgcolor=theme.PANEL,
        padding=ft.Padding.only(top=14),
        border=ft.Border(left=ft.BorderSide(1, theme.HAIRLINE)),
    )
    return ft.Row([left, right], spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _left(client: Client, state: PlayState, snapshot: PlaySnapshot, width: float, story: Story) -> ft.Control:
    """Everybody's card; in games with a board of their own, that first, and once it is over how it went."""

    def players() -> ft.Control:
        columns, facts = _columns(client, snapshot, width), _facts(client, snapshot)
        return PlayerGrid(
            snapshot, state.look, _picked(state), state.privacy, columns=columns, facts=facts, key="cards"
        )

    def end(height: float) -> ft.Control:
        return StoryBeside(story, snapshot.people, state.look, client.prefs.scale, height, players, key="story")

    if not snapshot.boards and not story:
        return players()
    height = client.height - HEAD * client.prefs.scale
    return middle(client, state, snapshot, width, height, players, end=end if story else None)


def _above(client: Client, state: PlayState, snapshot: PlaySnapshot, *, busy: bool) -> ft.Control:
    """What lies above a phone's panel: a line of it while the panel has the room."""
    if busy and snapshot.ending and state.pane.kind == "turn" and client.prefs.scale > LARGE_TEXT:
        return ft.Container()  # the ending card below has every figure, and needs the room

    def rows() -> ft.Control:
        return PlayerGrid(snapshot, state.look, _picked(state), state.privacy, columns=0, key="rows")

    wanted = min(len(snapshot.people) * (ROW_HEIGHT * client.prefs.scale), (client.height - 130) * 0.44)
    if not snapshot.boards and not snapshot.secret:
        # both are there, and one is seen: the panel is tall after one answer and low after the next
        cards = ft.Container(rows(), height=wanted, visible=not busy, key="cards")
        names = _below_the_head(Names(snapshot, key="names"), visible=busy, key="strip")
        return ft.Column(
            [cards, names], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key="above"
        )
    if busy:
        return (
            above_pad(client, state, snapshot)
            or tote_summary(state, snapshot)
            or _below_the_head(standings_strip(snapshot.people, snapshot.standings))
        )
    if not snapshot.boards:
        return ft.Container(rows(), height=wanted)
    height = (client.height - 130) * (0.46 if naming(state, snapshot) else 0.5)
    return ft.Container(middle(client, state, snapshot, client.width, height, rows), height=height)


def _phone(
    client: Client, state: PlayState, snapshot: PlaySnapshot, transfer: FileTransfer, story: Story
) -> ft.Control:
    busy = _busy(client, state, snapshot) if state.tall is None else state.tall
    players = _above(client, state, snapshot, busy=busy)
    panel = ft.Container(
        ft.Column(
            [
                _handle(state, snapshot, busy=busy),
                ft.Container(
                    WorkingPanel(
                        state, compact=True, scale=client.prefs.scale, transfer=transfer, story=story, key="below"
                    ),
                    expand=True,
                ),
            ],
            spacing=0,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        bgcolor=theme.CARD,
        border_radius=ft.BorderRadius(theme.RADIUS_L, theme.RADIUS_L, 0, 0),
        shadow=ft.BoxShadow(blur_radius=18, color=ft.Colors.with_opacity(0.16, ft.Colors.SHADOW)),
    )
    return ft.Column(
        [Head(client, UnobservedPlayState(state), snapshot, key="head"), players, panel],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _busy(client: Client, state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether the panel needs the room: all but a roll or a yes or no with a short receipt does."""
    if (naming(state, snapshot) or price_first(state, snapshot)) and client.prefs.scale <= LARGE_TEXT:
        return False
    if state.pane.kind != "turn" or state.own or snapshot.ending or client.prefs.scale > LARGE_TEXT:
        return True
    if not state.lead:
        return not snapshot.prompt.offers
    proposal = state.outcome().proposal
    if proposal and len(proposal.working) > BRIEF:
        return True
    if any(offer.tone == "primary" for offer in snapshot.prompt.offers):
        return True
    asked = snapshot.game.action(state.lead.action).questions
    return any(
        not isinstance(one.kind, Roll) and one.kind != YES_NO and not one.optional
        for one in asked
        if one.name not in state.lead.preset and one.name not in state.lead.settled
    )


def _handle(state: PlayState, snapshot: PlaySnapshot, *, busy: bool) -> ft.Control:
    """Draw the handle that makes the panel tall or low again."""

    def toggle() -> None:
        if busy and state.pane.kind != "turn":
            state.leave()
        else:
            state.tall = not busy

    bar = ft.Container(width=40, height=4, border_radius=2, bgcolor=theme.EDGE)
    what = "the score sheet" if sheet_of(snapshot) else "the board" if snapshot.boards else "the players"
    label = f"Show {what}" if busy else "Make room for the sheet"
    return ft.Semantics(
        content=ft.Container(bar, alignment=ft.Alignment.CENTER, height=28, ink=True, on_click=press(toggle)),
        container=True,
        button=True,
        label=label,
        on_tap=press(toggle),
        exclude_semantics=True,
    )


def _below_the_head(names: ft.Control, *, visible: bool = True, key: str | None = None) -> ft.Container:
    return ft.Container(names, padding=ft.Padding.only(left=16, right=16, bottom=10), visible=visible, key=key)


@controls.memo
@screen
def Names(snapshot: PlaySnapshot) -> ft.Control:
    """Say in a line or two what everybody has."""
    return standings_strip(snapshot.people, snapshot.standings)


def _picked(state: PlayState) -> str:
    return state.pane.seat if state.pane.kind == "player" else ""


@controls.memo
@screen
def Head(client: Client, unobserved: UnobservedPlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Draw the head, which no key of a pad changes."""
    return _head(client, unobserved.state, snapshot)


def _head(client: Client, state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Set the play's title, its remarks, and undo, redo and More."""
    undo_words = f"Undo: {snapshot.undoable.proposal.narration}" if snapshot.undoable else "Nothing to undo"
    redo_words = f"Redo: {snapshot.redoable.proposal.narration}" if snapshot.redoable else "Nothing to redo"
    undo, redo = press(state.undo, snapshot.version), press(state.redo, snapshot.version)
    chips = [controls.chip(one.text, one.tone) for one in snapshot.status if one.text]
    if snapshot.clock:
        chips.insert(0, ClockFace(snapshot.clock, state.now, state.time_is_up, key="clock"))
    under = controls.wrap(*chips) if chips else None
    more = press(state.look, MORE)
    actions: list[ft.Control] = [
        icon_button(
            ft.Icons.UNDO, undo_words, undo, disabled=snapshot.undoable is None, key=f"undo-{snapshot.version}"
        ),
        icon_button(
            ft.Icons.REDO, redo_words, redo, disabled=snapshot.redoable is None, key=f"redo-{snapshot.version}"
        ),
    ]
    if client.wide:
        actions.append(button("More", more, icon=ft.Icons.APPS, key="more"))
    else:
        actions.append(icon_button(ft.Icons.APPS, "More: everything you can record", more, key="more"))
    return header(client, snapshot.play.title, *actions, back="" if client.wide else "/", under=under)


def _columns(client: Client, snapshot: PlaySnapshot, room: float) -> int:
    """How many cards fit beside each other and still show everything."""
    least = 250 * client.prefs.scale
    fit = max(1, int(room // least))
    seats = len(snapshot.people)
    return min(fit, 3 if seats > 4 and room >= 3 * least else 2 if seats > 1 else 1)


def _facts(client: Client, snapshot: PlaySnapshot) -> int:
    """How many details a card has room for, when few sit at a tall table."""
    if client.prefs.scale > 1.15 or client.height < 760:
        return 0
    return {2: 8, 3: 2, 4: 2}.get(len(snapshot.people), 0)


def _player_grid(
    snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, privacy: Privacy, *, columns: int, facts: int = 0
) -> ft.Control:
    """Draw everyone's card: in a grid, or for no columns in rows as on a phone."""
    compact = columns == 0

    def card(person: Person, standing: Standing, figure: ft.Control | None = None) -> ft.Control:
        return standing_card(
            person,
            standing,
            press(look, Pane("player", seat=person.key)),
            compact=compact,
            picked=person.key == picked,
            facts=facts,
            figure=figure,
            dense=not compact and len(snapshot.people) > ROOMY_CARDS,
            noted=bool(snapshot.boards) and standing.progress is not None,
        )

    def place(person: Person, standing: Standing) -> ft.Control:
        """Draw a card; all of it can be held where what somebody has is not for everyone."""
        if not standing.secret:
            return card(person, standing)
        size, look_at = "row" if compact else "card", secrets(snapshot, person.key)
        around = partial(card, person, standing)
        key = f"peek-{person.key}"
        return HoldToReveal(
            privacy, look_at, snapshot.version, size=size, figure=standing.figure, around=around, key=key
        )

    cards = [place(person, standing) for person, standing in zip(snapshot.people, snapshot.standings, strict=True)]
    if compact:
        return ft.ListView(cards, spacing=8, padding=ft.Padding.only(left=12, right=12, bottom=8, top=2))
    return ft.Column(
        [ft.Container(controls.rows(cards, columns, 12), padding=ft.Padding.only(left=14, right=14, bottom=14, top=2))],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


PlayerGrid = controls.memo(screen(_player_grid))

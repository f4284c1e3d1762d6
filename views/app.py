"""The app: one ``main`` for desktop, server, phone and browser; it binds routes to screens and sessions to clients."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.recording.members import NEXT, NOD, PAST
from companion.core.show.player_colours import HOUSE_ACCENT
from models.ledger import AMEND, COUNT
from views import sparse_walk, theme
from views.app_shell import (
    JOURNAL,
    PlayShell,
    accent_of,
    apply_theme,
    close_on_back,
    not_found,
    play_screen,
    play_view,
    top_route,
)
from views.components.controls import Control, guard, panes, screen
from views.components.error_boundary import REPORT, hear_late_answers, ignore_late_taps, show_notice
from views.components.privacy import AWAY
from views.home.home import HomeScreen, home_actions
from views.routes import lazy, load, preload
from views.state import preferences
from views.state.client import Client, ClientContext, copy_soon
from views.state.draw_queue import draw_queue
from views.state.open_plays import OpenPlays, copy_after_entry
from views.state.shared_table import WHOSE
from views.table.clock import next_second
from views.tools import tools

if TYPE_CHECKING:  # loaded with the first game
    from views.state.play.play_state import Panel

log = logging.getLogger("companion.views")

TITLE = "Companion"
TOPIC = "play:"
HOME_TOPIC = "shelf"


TABLE = "table"


@screen
def TableAndJournal(client: Client, panel: Panel) -> Control:
    """Show the table or its journal, and keep the other unseen: people go to and fro between them all evening.

    Nothing is kept of a table with a clock, which would tick on, nor on the phone of a player who keeps no book.
    """
    here = JOURNAL if ft.use_route_location().endswith(f"/{JOURNAL}") else TABLE
    kept: MutableRef[set[str]] = ft.use_ref(set)
    leads = client.may(PAST)
    keeps = leads and panel.play.snapshot.clock is None
    kept.current = {here, *(kept.current or ())} if keeps else {here}
    screens = {TABLE: lazy("table" if leads else "player_phone"), JOURNAL: lazy("journal")}
    return panes(
        (
            ft.Container(
                draw(client, panel, panel.play if name == here else None),
                visible=name == here,
                expand=True,
                key=name,
            )
            for name, draw in screens.items()
            if name in kept.current
        )
    )


OF_A_PLAY = (
    ("past", "time_travel", PAST),
    ("correct/:how/:line", "correct", AMEND),
    ("rules", "rules", ""),
    ("help", "help", ""),
    ("house", "house_rules", NOD),
    ("board", "board", NOD),
    ("next", "next_game", NEXT),
    ("more", "more", PAST),
    ("see", "reports", ""),
    ("count", "count", COUNT),
    ("phones", "phones", ""),
    ("around", "facing", PAST),
    ("take", "export", PAST),
)
"""The screens of a play: the last part of the route, the screen's name, and the right that it needs."""


def screen_routes() -> list[ft.Route]:
    """Every screen by its route. The home screen is below all of them, so that Back leads to it."""
    table_and_journal = play_screen(
        lambda client, state, key: TableAndJournal(client, state.panel, key=key)
    )
    play = ft.Route(
        path="play/:play",
        component=PlayShell,
        outlet=True,
        children=[
            ft.Route(index=True, component=table_and_journal),
            ft.Route(path="journal", component=table_and_journal),
            *(
                ft.Route(path=path, component=play_screen(lazy(name), right))
                for path, name, right in OF_A_PLAY
            ),
        ],
    )
    best = top_route("best/:game", lazy("records"), "Records", back="/players")
    player = top_route(":player", lazy("player"), "Player", back="/players")
    board_book = top_route("board/:game", lazy("board_book"), "Board book", back="/new")
    return [
        top_route(
            "",
            HomeScreen,
            TITLE,
            top_route("new", lazy("setup"), "New game", board_book),
            top_route("settings", lazy("settings"), "Settings"),
            top_route("help", lazy("help"), "Help"),
            tools.route(),
            top_route("players", lazy("players"), "Players and records", best, player),
            play,
            ft.Route(path="play/:play/show", component=play_view("show", lazy("everyones_board"))),
            ft.Route(
                path="play/:play/bids", component=play_view("bids", lazy("bids"), banner=True)
            ),
            actions=home_actions,
        )
    ]


ROUTES = screen_routes()


@ft.component
def App(client: Client) -> Any:
    """Draw whatever the route asks for."""
    return ClientContext(
        client,
        lambda: ft.Router(
            ROUTES, not_found=lambda: not_found("There is no such page."), manage_views=True
        ),
    )


def _follow_lifecycle(page: ft.Page, client: Client) -> None:
    """Cover what is private whenever the screen goes away, and read everything again when it is back."""

    def away(event: ft.AppLifecycleStateChangeEvent) -> None:
        if event.state in AWAY:
            client.privacy.cover_all()
            copy_soon(client)

    def cut_off() -> None:
        client.privacy.cover_all(cut_off=True)
        copy_soon(client)

    def back() -> None:
        words = client.catch_up()
        _follow(page, client)
        if words:
            show_notice(words)

    page.on_connect = guard(lambda _: back())
    page.on_disconnect = guard(lambda _: cut_off())
    page.on_app_lifecycle_state_change = guard(away)


def _follow(page: ft.Page, client: Client) -> None:
    """While this screen is there, look each second for what other programs have done to the book."""
    if client.open_plays.storage.alone:
        return  # nobody else can write to a book in a browser
    client.open_plays.follow()
    if client.location.following and not client.location.following.done():
        return

    async def follow() -> None:
        with suppress(RuntimeError):  # the session has expired
            while page.session.connection:
                await next_second()
                client.open_plays.follow()

    client.location.following = page.run_task(follow)


def _press_key(client: Client, event: ft.KeyboardEvent) -> None:
    """Give a key to the quick tool on screen, or to the play."""
    if tool := tools.on_screen():
        load("tool_keys")(tool, event)
    else:
        load("table_keys")(client, event)


async def _finish_loading(page: ft.Page, client: Client) -> None:
    """Do what can wait until the first screen is there: the device answers once it is."""
    await preferences.load(page, client)
    await preload()


def _register_screen(page: ft.Page, client: Client) -> None:
    """Have things done on this screen that concern all of them."""

    def run_soon(act: Callable[[Client], object]) -> None:
        async def do() -> None:
            await guard(act)(client)

        def begin() -> None:
            with suppress(RuntimeError):  # the session has expired
                if page.session.connection:
                    page.run_task(do)  # it makes this session's page the current one

        with suppress(RuntimeError):  # as above
            if connection := page.session.connection:
                connection.loop.call_soon_threadsafe(begin)

    client.run_soon = run_soon
    client.open_plays.storage.screens.add(client)


def open_session(page: ft.Page, open_plays: OpenPlays, before: Client | None = None) -> Client:
    """Open a session: its client, its subscriptions and its first screen.

    It goes on with what was half filled in ``before``, in a session of the same device.
    """
    sparse_walk.install()
    client = Client(
        open_plays,
        member_id=WHOSE.get(),
        width=float(page.width or 390),
        height=float(page.height or 844),
    )
    client.left = before.unfinished() if before else {}
    haptic = ft.HapticFeedback()
    ignore_late_taps(page, client.late_tap, client.is_echo)
    hear_late_answers(page)
    close_on_back(page, client)

    def announce(play_id: str) -> None:
        copy_after_entry(open_plays, play_id)
        page.pubsub.send_others_on_topic(TOPIC + play_id, play_id)
        page.pubsub.send_others_on_topic(HOME_TOPIC, play_id)

    async def refresh(play_id: str) -> None:
        async with draw_queue().take(later=not client.is_up(play_id)):
            client.refresh(play_id)

    async def on_message(_topic: str, play_id: str) -> None:
        # run_task makes this session's page the current one; without it the sender's would be redrawn.
        # A screen that is away has no loop to run on; it reads everything again when it comes back.
        if page.session.connection:
            page.run_task(refresh, play_id)

    async def buzz() -> None:
        try:
            await haptic.light_impact()  # type: ignore[no-untyped-call]
        except Exception:
            log.debug("no haptic feedback here", exc_info=True)

    def tick() -> None:
        if client.prefs.haptics:
            page.run_task(buzz)

    def on_resize(event: ft.PageResizeEvent) -> None:
        client.width, client.height = float(event.width), float(event.height)

    page.session.store.set(REPORT, lambda fault: load("fault_report")(fault, client))
    client.announce = announce
    client.tick = tick
    client.follow_play = lambda play_id: page.pubsub.subscribe_topic(TOPIC + play_id, on_message)
    _register_screen(page, client)
    page.title = TITLE
    # an installed client has them before its first frame, and would read them twice
    page.fonts = {} if sys.platform == "emscripten" else theme.fonts()
    page.on_resize = guard(on_resize)
    page.on_keyboard_event = guard(lambda event: _press_key(client, event))
    _follow_lifecycle(page, client)
    _follow(page, client)
    # the colour of the first screen, so that it need not be changed as soon as it is there
    first, _, where = (page.route or "").strip("/").partition("/")
    accent = accent_of(client, where.partition("/")[0]) if first == "play" else HOUSE_ACCENT
    apply_theme(page, client, accent)
    page.render_views(App, client)
    page.run_task(_finish_loading, page, client)
    return client

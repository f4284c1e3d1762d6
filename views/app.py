"""The app: one ``main`` for desktop, server, phone and browser. Binds screens to routes and a session to its store."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import flet as ft

from models.ledger import Refusal
from models.trouble import Trouble
from views import keys, prefs, records, theme, tools
from views.board import BoardBookScreen, BoardScreen
from views.correct import CorrectScreen
from views.count import CountScreen
from views.house import HouseScreen
from views.journal import JournalScreen
from views.keeping import left, written
from views.parts import guarded
from views.picture import House
from views.rules import RulesScreen
from views.sealed import BIDS
from views.sealed_page import BidsView
from views.see import SeeScreen
from views.settings import SettingsScreen
from views.setup import SetupScreen
from views.shelf import ShelfScreen, shelf_actions
from views.shell import PlayShell, dress, gone, in_play, top
from views.store import Store, StoreContext
from views.table import TableScreen
from views.take_along import TakeAlongScreen
from views.tote_show import EveryonesBoard
from views.travel import TravelScreen
from views.veil import AWAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.journal import Journal

log = logging.getLogger("companion.views")

TITLE = "Companion"
TOPIC = "play:"
SHELF_TOPIC = "shelf"


def routes() -> list[ft.Route]:
    """Every screen by its route. The shelf lies under all of them, so that back leads to it."""
    play = ft.Route(
        path="play/:play",
        component=PlayShell,
        outlet=True,
        children=[
            ft.Route(index=True, component=in_play(TableScreen)),
            ft.Route(path="journal", component=in_play(JournalScreen)),
            ft.Route(path="past", component=in_play(TravelScreen)),
            ft.Route(path="correct/:how/:line", component=in_play(CorrectScreen)),
            ft.Route(path="rules", component=in_play(RulesScreen)),
            ft.Route(path="house", component=in_play(HouseScreen)),
            ft.Route(path="board", component=in_play(BoardScreen)),
            ft.Route(path="see", component=in_play(SeeScreen)),
            ft.Route(path="count", component=in_play(CountScreen)),
            ft.Route(path="take", component=in_play(TakeAlongScreen)),
        ],
    )
    return [
        ft.Route(
            component=top(ShelfScreen, TITLE, "/", actions=shelf_actions),
            children=[
                ft.Route(
                    path="new",
                    component=top(SetupScreen, "New play", "/new"),
                    children=[
                        ft.Route(
                            path="board/:game",
                            component=top(BoardBookScreen, "Board book", "/new/board", back="/new"),
                        )
                    ],
                ),
                ft.Route(path="settings", component=top(SettingsScreen, "Settings", "/settings")),
                tools.route(),
                records.route(),
                play,
                ft.Route(path="play/:play/show", component=EveryonesBoard),
                ft.Route(path=f"play/:play/{BIDS}", component=BidsView),
            ],
        )
    ]


ROUTES = routes()


@ft.component
def App(store: Store) -> Any:
    """Draw whatever the route asks for."""
    return StoreContext(
        store,
        lambda: ft.Router(ROUTES, not_found=lambda: gone("There is no such page."), manage_views=True),
    )


def make_main(journal: Journal) -> Callable[[ft.Page], None]:
    """Make the function that opens a session on this journal. All its sessions share the referees."""
    house = House(journal)

    def main(page: ft.Page) -> None:
        open_session(page, house)

    return main


def _accent(store: Store, route: str) -> str:
    """The colour of the first screen, so that it need not be changed as soon as it is there."""
    parts = route.strip("/").split("/")
    try:
        return store.desk(parts[1]).picture.game.accent if parts[0] == "play" else theme.HOUSE_ACCENT
    except (IndexError, Refusal, Trouble):
        return theme.HOUSE_ACCENT


def _come_and_go(page: ft.Page, store: Store) -> None:
    """Cover what is private whenever the screen goes away, and read everything again when it is back."""

    def away(event: ft.AppLifecycleStateChangeEvent) -> None:
        if event.state in AWAY:
            store.veil.fall()
            left(store)

    def cut_off() -> None:
        store.veil.fall(cut_off=True)
        left(store)

    page.on_connect = guarded(lambda _: store.wake())
    page.on_disconnect = guarded(lambda _: cut_off())
    page.on_app_lifecycle_state_change = guarded(away)


def _pressed(store: Store, event: ft.KeyboardEvent) -> None:
    """Give a key to the quick tool on screen, or to the play."""
    if not tools.handle(event):
        keys.handle(store, event)


def open_session(page: ft.Page, house: House) -> Store:
    """Open a session: its store, its ears and its first screen."""
    store = Store(house, width=float(page.width or 390), height=float(page.height or 844))
    haptic = ft.HapticFeedback()

    def tell(play_id: str) -> None:
        written(house, play_id)
        page.pubsub.send_others_on_topic(TOPIC + play_id, play_id)
        page.pubsub.send_others_on_topic(SHELF_TOPIC, play_id)

    async def take(play_id: str) -> None:
        store.heard(play_id)

    async def heard(_topic: str, play_id: str) -> None:
        # run_task makes this session's page the current one; without it the sender's would be redrawn.
        # A screen that is away has no loop to run on; it reads everything again when it comes back.
        if page.session.connection:
            page.run_task(take, play_id)

    async def buzz() -> None:
        try:
            await haptic.light_impact()  # type: ignore[no-untyped-call]
        except Exception:
            log.debug("no haptic feedback here", exc_info=True)

    def tick() -> None:
        if store.prefs.haptics:
            page.run_task(buzz)

    def resized(event: ft.PageResizeEvent) -> None:
        store.width, store.height = float(event.width), float(event.height)

    store.tell = tell
    store.tick = tick
    store.listen = lambda play_id: page.pubsub.subscribe_topic(TOPIC + play_id, heard)
    page.title = TITLE
    page.fonts = theme.fonts()
    page.on_resize = guarded(resized)
    page.on_keyboard_event = guarded(lambda event: _pressed(store, event))
    _come_and_go(page, store)
    dress(page, store, _accent(store, page.route or ""))
    page.render_views(App, store)
    page.run_task(prefs.load, page, store)
    return store

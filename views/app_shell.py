"""The frame round every screen, the way from one to another, and the adapters that give screens their client."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.core.recording.members import BOOK, GONE, INVITE, NOD, PAST, REOPEN, why_not_allowed
from companion.core.show import player_colours
from companion.core.table import listed
from models.errors import StorageError
from models.ledger import Refusal
from models.rooms import IN, THIS_DEVICE, Member
from views import theme
from views.components.controls import (
    Control,
    Controls,
    Icons,
    OnTap,
    Part,
    Style,
    button,
    column,
    empty,
    fill,
    heading,
    icon_button,
    main_button,
    note,
    packed,
    panes,
    press,
    quiet_button,
    read_out,
    row,
    screen,
    text,
    whole_view,
    wrap,
)
from views.components.error_boundary import Handler
from views.components.glyphs import know_names
from views.components.sections import scroll_pane
from views.state.client import Client, ClientContext
from views.state.open_plays import DEMO, StorageStatus
from views.table.frame import on_phone
from views.theme import ROOMY

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game
    from views.state.play.play_state import PlayState

TopScreen = Callable[[Client], Control]
PlayScreen = Callable[..., Control]
Destinations = tuple[tuple[str, str, ft.IconData, ft.IconData], ...]

JOURNAL, CORRECT = "journal", "correct"
MORE, PHONES = "more", "phones"
DESTINATIONS: Destinations = (
    ("", "Table", Icons.GRID_VIEW_OUTLINED, Icons.GRID_VIEW),
    (JOURNAL, "Journal", Icons.RECEIPT_LONG_OUTLINED, Icons.RECEIPT_LONG),
    ("see", "Charts", Icons.SHOW_CHART, Icons.SHOW_CHART),
    ("rules", "Rules", Icons.MENU_BOOK_OUTLINED, Icons.MENU_BOOK),
    ("board", "Board", Icons.MAP_OUTLINED, Icons.MAP),
    (PHONES, "Phones", Icons.PHONE_ANDROID_OUTLINED, Icons.PHONE_ANDROID),
    (MORE, "More", Icons.MORE_VERT, Icons.MORE_VERT),
)
"""The screens of a play: last part of the route, name, icon, and icon where one is."""
FOR_RAIL = ("see", "board", PHONES)
"""Those that a tablet's rail has room for; on a phone they are behind More."""


def destinations(game: Game | None, *, wide: bool, member: Member = THIS_DEVICE) -> Destinations:
    """The screens that a game's plays have; without a printed board there is no book of it, and without rules none.

    Those that do not keep the book have fewer.
    """
    hidden = {*(() if wide else FOR_RAIL)}
    if why_not_allowed(member, PAST) is not None:
        hidden = {"board", PHONES, MORE}
    elif game and game.missing:
        hidden = {"see", "rules", "board", PHONES}
    elif game and not game.board_values:
        hidden.add("board")
    return tuple(destination for destination in DESTINATIONS if destination[0] not in hidden)


def play_route(play_id: str, part: str) -> str:
    """Make the route of a play's screen."""
    return f"/play/{play_id}/{part}".rstrip("/")


def back_route(client: Client, play_id: str) -> str:
    """Make the route of the place from which a play's tool was opened, for the way back."""
    return play_route(play_id, client.location.place)


ALL_GAMES, THIS_EVENING = "Back to all games", "Back to this evening's games"
"""What the way to the first screen is called: a member of a room finds the games of that there."""
LAST_ROUTE = "going"
"""Under this a session keeps the route that a tap last led to: any other step was the browser's."""


def go(route: str) -> None:
    """Go to a route."""
    page = ft.context.page
    page.session.store.set(LAST_ROUTE, route)
    page.navigate(route)


def visit(play_id: str, part: str = "") -> Handler:
    """Make the handler of a tap that goes to a play's screen."""
    return press(go, play_route(play_id, part))


def header(
    client: Client,
    title: str,
    *actions: Control,
    back: str = "",
    under: Control | None = None,
    beside: Controls | None = None,
    leave: OnTap | None = None,
) -> Control:
    """Set a screen's title with its buttons, and with a way back: to a route, or by what ``leave`` does.

    Remarks stand ``beside`` the title where there is room, or ``under`` it.
    """
    act = leave or (press(go, back) if back else None)
    words = ALL_GAMES if back == "/" else "Back"
    lead = icon_button(Icons.ARROW_BACK, words, act) if act else None
    name = heading(
        title,
        level=1,
        style=Style.HEADLINE_MEDIUM if client.wide else Style.HEADLINE_SMALL,
        lines=None if client.wide or client.scale > ROOMY else 1,
    )
    if beside:
        name = row(name, beside, spacing=8, run_spacing=4, wrap=True)
    # large text leaves no room beside the title, and no word is broken
    ways = ft.Row(list(actions), spacing=4, alignment=ft.MainAxisAlignment.END)
    below = not client.wide and client.scale > ROOMY
    first = lead, fill(name), None if below else actions
    made = packed(
        row(first, spacing=4),
        ways if below and actions else None,
        ft.Container(under, padding=ft.Padding(left=8)) if under else None,
    )
    around = ft.Padding(4 if lead else 16, 8, 12, 8)
    # its buttons are read out before what is below them
    return read_out(ft.Container(made, padding=around))


def page(
    client: Client,
    title: str,
    *blocks: Part,
    back: str = "",
    spacing: float = 12,
    foot: Control | None = None,
) -> Control:
    """Set a screen of a play below its title; it scrolls, and a foot stays."""
    inside = scroll_pane(client, *blocks, foot=foot, spacing=spacing)
    return panes(header(client, title, back=back), fill(inside))


def apply_theme(page: ft.Page, client: Client, accent: str) -> bool:
    """Put a game's colours and the person's text size on the page; false when they are there already.

    The caller sends it on its way: each sending compares the whole page, so none is made for nothing.
    """
    wanted = (accent, client.prefs.mode, client.scale)
    if client.location.themed_with == wanted:
        return False
    client.location.themed_with = wanted
    theme.apply(page, accent, client.scale)
    modes = {"light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}
    page.theme_mode = modes.get(client.prefs.mode, ft.ThemeMode.SYSTEM)
    return True


def top_route(
    path: str,
    body: TopScreen,
    title: str,
    *inside: ft.Route,
    back: str = "/",
    actions: Callable[[Client], Controls] = lambda _: [],
) -> ft.Route:
    """Make the route of a screen that belongs to no play; it is there for whoever has the whole book."""
    route = f"{back.rstrip('/')}/{path.partition('/')[0].lstrip(':')}"

    @whole_view
    def frame() -> ft.View:
        client: Client = ft.use_context(ClientContext)
        if not path and ft.use_route_location() != route:
            # it lies under every other screen, for the way back; there is no need to draw it there
            return ft.View(route=route, padding=0)
        inside = _evening(client)
        if client.may(BOOK):
            inside = panes(
                Banner(client, client.open_plays.storage, in_play=False),
                header(client, title, *actions(client), back=back if path else ""),
                fill(body(client)),
            )
        return ft.View(route=route, padding=0, controls=[ft.SafeArea(inside, expand=True)])

    return ft.Route(path=path or None, component=frame, children=[*inside])


def _evening(client: Client) -> Control:
    """What a device sees that takes part in one evening only: the games of its table."""
    if client.member.state != IN:
        return empty(Icons.PHONELINK_ERASE, "This phone has left the table", GONE)
    plays = client.open_plays.shared.plays_of(client.member)
    if not plays:
        return empty(
            Icons.HOURGLASS_EMPTY, "No game yet", "It is shown here as soon as one begins."
        )
    return empty(
        Icons.TABLE_RESTAURANT_OUTLINED,
        "Your table",
        "The games of this evening.",
        *(
            button(play.title, visit(play.id), tone="plain" if at else "primary")
            for at, play in enumerate(plays)
        ),
    )


def play_screen(body: PlayScreen, right: str = "") -> Callable[[], Any]:
    """Adapt a screen of a play for a route: it gets the client and the state of the play on screen.

    Where it needs a ``right``, it is there for those who have that.
    """

    @screen
    def frame() -> Control:
        client: Client = ft.use_context(ClientContext)
        play_id = ft.use_route_params().get("play", "")
        try:
            state = client.state(play_id)
        except (Refusal, StorageError) as error:
            return not_found(error.sentence)
        if right and (refusal := why_not_allowed(client.member, right)):
            return empty(Icons.LOCK_OUTLINED, "Not on this phone", refusal.sentence)
        return body(client, state, key=play_id)

    return frame


def play_view(part: str, body: PlayScreen, *, banner: bool = False) -> Callable[[], ft.View]:
    """Adapt a screen of a play that has the window to itself, but for the ``banner`` of a book that is open elsewhere.

    The ``part`` is the last one of its route.
    """
    drawn = play_screen(body)

    @whole_view
    def frame() -> ft.View:
        client: Client = ft.use_context(ClientContext)
        play_id = ft.use_route_params().get("play", "")
        use_play(client, play_id)
        above = Banner(client, client.open_plays.storage, in_play=True) if banner else None
        inside = ft.SafeArea(panes(above, fill(drawn())), expand=True)
        return ft.View(route=play_route(play_id, part), padding=0, controls=[inside])

    return frame


def not_found(words: str) -> Control:
    """Show that a play is not here, with a way out."""
    return empty(
        Icons.SEARCH_OFF,
        "No such game",
        words,
        main_button("All games", go, "/"),
    )


def use_play(client: Client, play_id: str) -> None:
    """Mark a play as being on screen, and apply its game's colours while it is. A hook: call it once in a view."""
    page = ft.context.page
    accent, prefs = accent_of(client, play_id), client.prefs

    def enter() -> None:
        client.location.playing = play_id
        if apply_theme(page, client, accent):
            page.update()

    def leave() -> None:
        if client.location.playing == play_id:
            client.location.playing = ""
            if apply_theme(page, client, player_colours.HOUSE_ACCENT):
                page.update()

    ft.use_effect(enter, [play_id, accent, prefs.mode, prefs.scale], cleanup=leave)


@whole_view
def PlayShell() -> ft.View:
    """Draw the frame of a play: a rail beside the screen on a tablet, a bar below it on a phone."""
    client: Client = ft.use_context(ClientContext)
    outlet = ft.use_route_outlet()
    params = ft.use_route_params()
    location = ft.use_route_location()
    play_id = params.get("play", "")
    use_play(client, play_id)

    part = location.removeprefix(f"/play/{play_id}").strip("/")
    state, railed = _state(client, play_id), client.wide and not client.low
    here = destinations(_game(client, play_id), wide=railed, member=client.member)
    if play_id == DEMO:
        here = tuple(destination for destination in here if destination[0] != PHONES)
    places = [destination[0] for destination in here]
    known = JOURNAL if part.startswith(f"{CORRECT}/") else part if part in places else MORE
    selected = places.index(known) if known in places else 0
    if part in ("", JOURNAL):
        client.location.place = part

    def on_choose(event: ft.Event[Any]) -> None:
        # what the event says, not the bar: the screen before may have been drawn since, with its own place
        index = event.data if isinstance(event.data, int) else event.control.selected_index
        if isinstance(index, int) and 0 <= index < len(here):  # it is what the client says
            go(play_route(play_id, here[index][0]))

    # the key, and a place for notes where there are none, keep the screen one and the same while the rail and they
    # come and go: a component that Flet 1.0.5 finds again elsewhere in the tree is cut off from what it observes.
    # Notes lie over the head of the screen until they are answered: below one a sheet's zones would have no room
    client.location.above = DEMO_NOTE * (play_id == DEMO)
    notes = column(None if play_id == DEMO else _notes(client, play_id, part))
    over = ft.Container(notes, bgcolor=ft.Colors.SURFACE, top=0, left=0, right=0)
    inside = panes(
        Banner(client, client.open_plays.storage, in_play=True),
        _demo_note(client) if play_id == DEMO else None,
        Wanted(client, state, part, key="wanted") if state else None,
        ft.Stack([outlet, over], fit=ft.StackFit.EXPAND, expand=True),
    )
    body = ft.SafeArea(inside, expand=True, key="body")
    around: Controls = [body]
    if client.wide and not (client.television and not part):
        around.insert(0, _rail(client, here, selected, on_choose))
    view = ft.View(
        route=f"/play/{play_id}",
        padding=0,
        controls=[
            ft.Row(
                around, spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH
            ),
        ],
    )
    if not client.wide:
        view.navigation_bar = _bar(client, here, selected, on_choose)
    return view


def _demo_note(client: Client) -> Control:
    """Say that this is a demo, beside the button that ends it."""

    def end() -> None:
        go("/")
        client.end_demo()

    said = "Demo. Nothing of it is kept."
    seen = said if client.scale <= ROOMY else "Demo"  # large text leaves no room beside the button
    words = text(seen, Style.TITLE_SMALL, theme.ON_TINT, spoken=said, expand=True)
    return _strip(words, quiet_button("Throw it away", end, key="end-demo"), DEMO_NOTE)


DEMO_NOTE = 48
"""Height of what stands above a demo."""


def _strip(words: Control, act: Control, height: int | None = None) -> Control:
    return ft.Container(
        height=height,
        content=row(words, act),
        bgcolor=theme.TINT,
        padding=ft.Padding(left=16, right=8),
    )


@screen
def Wanted(client: Client, state: PlayState, part: str) -> Control:
    """Say on the other screens of a play what its table waits for, with the way to it."""
    wanted = "" if part in ("", PHONES) or client.television else state.wanted
    if not wanted:
        return ft.Container(height=0)
    words = read_out(text(wanted, Style.TITLE_SMALL, theme.ON_TINT), live=True)
    to_table = quiet_button("To the table", visit(state.play_id), key="to-table")
    return _strip(fill(words), to_table)


EVENING = timedelta(hours=3)
"""A game that has rested for longer is over for tonight: nobody is missed."""


def _notes(client: Client, play_id: str, part: str) -> Part:
    """Say above a play where it goes on, and who has not come back."""
    return _elsewhere_note(client, play_id) or _missing_note(client, play_id, part)


def _elsewhere_note(client: Client, play_id: str) -> Part:
    """Say that a game went on on another device, with the choice of which book goes on, or what came of it."""
    copies = client.open_plays.copies
    if copies is None:
        return None
    member = client.member_id
    if elsewhere := copies.of_play(play_id):
        choices = [
            main_button("Take the longer book", copies.fetch, play_id, member),
            quiet_button("Go on here all the same", copies.stay_here, play_id, member),
        ]
        words = copies.news.get(play_id, "")
        said = f"{elsewhere.sentence} {words}".rstrip()
        return banner(said, "warn", choices if client.may(NOD) else None)
    if words := copies.news.get(play_id, ""):
        return banner(words, "info", button("OK", copies.close_news, play_id))
    return None


def _missing_note(client: Client, play_id: str, part: str) -> Part:
    """Offer the square to phones that did not come back by themselves after this page was loaded again."""
    shared = client.open_plays.shared
    meeting, missing = shared.reach.meeting, shared.missing(play_id)
    if part == PHONES or not (meeting and missing) or meeting.noticed or not client.may(INVITE):
        return None
    if datetime.now(UTC) - client.open_plays.journal.play(play_id).touched > EVENING:
        return None

    def wait() -> None:
        meeting.noticed = True
        client.redraw()

    names = [name for member in missing for name in member.people or ("a screen",)]
    show = main_button(
        "Show the square",
        visit(play_id, PHONES),
        icon=Icons.QR_CODE_2,
    )
    later = quiet_button("Not now", wait)
    said = f"Not back yet: {listed(names)}. One square brings everybody back."
    return banner(said, "info", (show, later))


def _state(client: Client, play_id: str) -> PlayState | None:
    try:
        state = client.state(play_id)
        know_names(ft.context.page, state.snapshot.people)
    except Exception:  # noqa: BLE001 - the screen inside says what is wrong; the frame only lacks a colour
        return None
    return state


def _game(client: Client, play_id: str) -> Game | None:
    state = _state(client, play_id)
    return state.snapshot.game if state else None


def accent_of(client: Client, play_id: str) -> str:
    """The colour of a play's game; that of the house where there is none."""
    game = _game(client, play_id)
    return game.colour if game else player_colours.HOUSE_ACCENT


def _rail(client: Client, here: Destinations, selected: int, on_change: OnTap) -> Control:
    back = ALL_GAMES if client.may(BOOK) else THIS_EVENING

    def find() -> None:
        state = client.here()
        if state:
            state.panel.find_action()
            go(play_route(state.play_id, ""))

    asks = client.low and (client.may(PAST) or client.member.people)
    label = ft.TextStyle(size=min(13 * client.scale, 18), font_family=theme.TEXT, color=theme.INK)
    return ft.NavigationRail(
        selected_label_text_style=label,
        unselected_label_text_style=label,
        selected_index=selected,
        on_change=on_change,
        label_type=ft.NavigationRailLabelType.NONE
        if client.low
        else ft.NavigationRailLabelType.ALL,
        key="rail",
        bgcolor=theme.RAIL,
        indicator_color=theme.TINT,
        min_width=56 if client.low else 72,
        scrollable=True,
        leading=ft.Container(
            icon_button(Icons.ARROW_BACK, back, go, "/"), padding=ft.Padding(top=4)
        ),
        destinations=_places(ft.NavigationRailDestination, client, here),
        trailing=icon_button(Icons.SEARCH, "Find an action", find) if asks else None,
    )


def _places(
    kind: Callable[..., Control], client: Client, here: Destinations, **more: object
) -> list[Any]:
    scale = client.scale
    return [
        kind(
            icon=_size_icon(icon, scale), selected_icon=_size_icon(full, scale), label=name, **more
        )
        for _, name, icon, full in here
    ]


def _size_icon(icon: ft.IconData, scale: float) -> ft.IconDataOrControl:
    """An icon of a bar, which Flet's themes give no size; in ink, to be seen on the ground of what has the keys."""
    return ft.Icon(icon, theme.INK, theme.icon_size(scale))


WORDED = 60
"""Height from which on the bar has words."""


def _bar(client: Client, here: Destinations, selected: int, on_change: OnTap) -> ft.NavigationBar:
    nav = on_phone(client.width, client.height, client.scale).nav
    worded = nav >= WORDED
    return ft.NavigationBar(
        selected_index=selected,
        on_change=on_change,
        bgcolor=theme.RAIL,
        indicator_color=theme.TINT,
        height=nav,
        label_behavior=ft.NavigationBarLabelBehavior.ALWAYS_SHOW
        if worded
        else ft.NavigationBarLabelBehavior.ALWAYS_HIDE,
        # no tooltip for a name that is already visible: under a resting mouse it would cover Record
        destinations=_places(
            ft.NavigationBarDestination, client, here, tooltip="" if worded else None
        ),
    )


def close_on_back(page: ft.Page, client: Client) -> None:
    """Have a step that no tap asked for, such as Back, close what is on top, and stay on this screen for it.

    A browser has taken its step before the app hears of it, so this screen's address is put back after it.
    """
    session = page.session
    dispatch = session.dispatch_event
    here = page.route

    async def dispatch_event(control_id: int, event_name: str, event_data: Any) -> None:
        nonlocal here
        if control_id == page._i and event_name == "route_change":  # noqa: SLF001 - as Flet's own session knows it
            if not session.connection:
                return  # the device has gone, and with it the address that Flet would read
            route = event_data["route"]
            if route not in (here, session.store.get(LAST_ROUTE)) and _close(page, client):
                await page.push_route(here)
                return
            here = route
            session.store.set(LAST_ROUTE, "")
        await dispatch(control_id, event_name, event_data)

    session.dispatch_event = dispatch_event  # type: ignore[method-assign] # the router takes every step it hears of


def _close(page: ft.Page, client: Client) -> bool:
    """Close a dialog, or else what lies over the turn's sheet on the table; false where nothing does."""
    over = [
        control
        for control in page._dialogs.controls  # noqa: SLF001 - Flet's own pop would take a notice first
        if control.open and not isinstance(control, ft.SnackBar)
    ]
    if over:
        over[-1].open = False
        over[-1].update()
        return True
    state = client.here() if client.location.attending else None
    if state is None or not state.panel.covered:
        return False
    state.panel.leave()
    return True


ELSEWHERE = (
    "The table's book is open in another tab or window of its device. "
    "Nothing is recorded here until it is back."
)
AGAIN = "The book is open again. What was not recorded is still there to be recorded."


@screen
def Banner(client: Client, storage: StorageStatus, *, in_play: bool) -> Control:
    """Show that nothing is recorded here, or that a newer version is ready; the latter never during a play."""
    again, note_again = ft.use_state(False)

    def open_again() -> None:
        client.open_plays.open_again(client.member_id)
        note_again(True)

    if storage.read_only:
        takes = storage.take and client.may(BOOK)
        keep = button(
            "Keep the book here",
            client.open_plays.keep_here,
            client.member_id,
            icon=Icons.EDIT_OUTLINED,
        )
        said = storage.read_only if client.may(BOOK) else ELSEWHERE
        return banner(said, "warn", keep if takes else None)
    if storage.broken:
        reopen = button("Open the book again", open_again, icon=Icons.REFRESH, key="open-again")
        return banner(storage.broken, "bad", reopen if client.may(REOPEN) else None)
    if again:
        # here, and not in a notice at the foot, which would lie over Record
        return banner(AGAIN, "good", button("OK", note_again, False, icon=Icons.CHECK))
    if storage.new_version and not in_play and storage.renew and client.may(BOOK):
        words = f"Version {storage.new_version} of Companion is ready. It starts when you say so, or the next time."
        start = button(
            "Start it now",
            client.open_plays.start_new_version,
            client.member_id,
            icon=Icons.REFRESH,
        )
        return banner(words, "info", start)
    return ft.Container(height=0)


def banner(words: str, tone: str, acts: Part) -> Control:
    """Show a sentence above a screen, and what can be done about it."""
    return ft.Container(
        column(
            note(words, tone, live=True),
            wrap(acts) if acts else None,
            spacing=8,
        ),
        padding=ft.Padding(16, 8, 16, 4),
    )

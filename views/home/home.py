"""The home screen: every play of this book, the latest on top."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import flet as ft

from companion.core.show.player_colours import HOUSE_ACCENT, ink_on, look, valid_colour
from companion.core.table import sentence
from companion.dates import describe_time
from companion.games import GameInfo, find_info, game_of, infos, is_inked
from models.frozen import frozen
from models.ledger import Refusal
from models.plays import Play
from models.rooms import THIS_DEVICE
from views import theme
from views.app_shell import go, visit
from views.components import controls
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Part,
    Style,
    button,
    card,
    dialog,
    icon_button,
    log,
    main_button,
    press,
    quiet_button,
    row,
    screen,
    show_notice,
    soft,
    strong,
    text,
    tiles,
    with_sign,
    wrap,
)
from views.components.fields import Typed, field
from views.components.glyphs import shown
from views.components.player_card import badge, spoken_figure
from views.components.sections import Paged, fits_two_columns, link_row, scroll_pane, side_by_side
from views.settings.backup_screen import open_button, reminder, use_file_transfer
from views.setup.game_tiles import columns, game_tile
from views.state.client import Client
from views.state.open_plays import DEMO
from views.state.setup_form import form_of, read_title
from views.tools.tools import tools_button

if TYPE_CHECKING:  # loaded with the first game
    from views.state.play.play_snapshot import People, PlaySnapshot


ROUND = re.compile("round [0-9]", re.IGNORECASE)


def game_info_of(play: Play) -> GameInfo | None:
    """The box of a play's game, if this app knows it."""
    try:
        return find_info(play.game)
    except Refusal:
        return None


def people_of(play: Play) -> People:
    """Who sat down at the start, as their badges show them."""
    from views.state.play.play_snapshot import Person  # noqa: PLC0415 - with the first game

    return tuple(
        Person(seat.key, seat.name, *look(at, seat.colour, seat.token))
        for at, seat in enumerate(play.seats)
    )


def _snapshot(client: Client, play: Play) -> PlaySnapshot | None:
    """The play as its table shows it; none if it can't be read."""
    try:
        snapshot = client.open_plays.glance(play)
        snapshot.people, snapshot.prompt, snapshot.status  # noqa: B018 - read here, where a fault in a rule is met
    except Exception:
        log.debug("no table of %s", play.id, exc_info=True)
        return None
    return snapshot


def describe_progress(client: Client, play: Play, snapshot: PlaySnapshot | None) -> str:
    """Say where a play stands: the round and what comes next, else what was recorded last."""
    if not play.entries:
        return "Not started yet"
    if snapshot:
        title = snapshot.prompt.title
        rounds = [chip.text for chip in snapshot.status if ROUND.match(chip.text)]
        if title.endswith("?"):
            up = snapshot.up
            title = f"{snapshot.name(up[0])}'s turn" if up else ""
        if title:
            return sentence(title if ROUND.match(title) else ", ".join((*rounds[:1], title)))
    try:
        return client.open_plays.last_line(play)
    except Exception:
        log.debug("no last line of %s", play.id, exc_info=True)
        return ""


def summary(play: Play) -> str:
    """Say which game a play is, unless its title does, and when it was last changed."""
    box = game_info_of(play)
    game = box.title if box else game_of(play.game).tagline.removesuffix(".")
    when = sentence(describe_time(play.touched))
    return when if play.title.startswith(game) else f"{game} \u00b7 {when}"


def menu(looking: HomeState, play: Play) -> Control:
    """Show the three dots of a play."""
    put, sign = (
        ("Take out of the archive", Icons.UNARCHIVE_OUTLINED)
        if play.archived
        else ("Archive", Icons.ARCHIVE_OUTLINED)
    )
    acts = (
        ("Rename", Icons.EDIT_OUTLINED, press(looking.rename, play)),
        (put, sign, press(looking.change, play, archived=not play.archived)),
        ("Save as a file", Icons.SAVE_ALT, visit(play.id, "take")),
        ("Delete", Icons.DELETE_OUTLINE, press(looking.delete, play)),
    )
    return ft.MergeSemantics(
        ft.PopupMenuButton(
            icon=Icons.MORE_VERT,
            icon_color=theme.INK,
            tooltip=shown(f"More for {play.title}"),
            items=[ft.PopupMenuItem(name, icon=icon, on_click=act) for name, icon, act in acts],
            padding=12,
        )
    )


def resume_card(looking: HomeState, play: Play) -> Control:
    """Show the latest play, large, with everybody's figure and a button that resumes it."""
    box = game_info_of(play)
    snapshot = _snapshot(looking.client, play)
    accent = valid_colour(box.colour) if box else HOUSE_ACCENT
    act = "Resume" if box else "Look at it"
    go_on = ft.FilledButton(
        ft.Text(act, semantics_label=f"{act.removesuffix(' it')} {play.title}"),
        icon=Icons.PLAY_ARROW,
        on_click=visit(play.id),
        style=ft.ButtonStyle(bgcolor=accent, color=ink_on(accent), padding=16),
        expand=True,
        key="resume",
    )
    figures = {
        standing.seat: strong(standing.figure, spoken=spoken_figure(standing))
        for standing in (snapshot.standings if snapshot else ())
    }
    people = (
        ft.MergeSemantics(
            with_sign(
                badge(person, 30),
                text(person.name, Style.LABEL_MEDIUM),
                figures.get(person.key),
                spacing=8,
            )
        )
        for person in (snapshot.people if snapshot else people_of(play))
    )
    return card(
        ft.Container(height=6, bgcolor=accent, border_radius=3),
        controls.heading(play.title, style=Style.HEADLINE_MEDIUM),
        strong(describe_progress(looking.client, play, snapshot)),
        soft(summary(play)),
        wrap(people, spacing=14),
        row(go_on, menu(looking, play)),
        padding=16,
        key=f"play-{play.id}",
    )


def play_row(looking: HomeState, play: Play) -> Control:
    """Show a play in the list: a tap opens it, the dots do the rest."""
    client = looking.client
    # of others the rules of their games would be loaded, for a line that the journal can give
    wanted = client.open_plays.is_open(play.id) or (is_inked(play.game) and play.entries)
    snapshot = _snapshot(client, play) if wanted else None
    people = snapshot.people if snapshot else people_of(play)
    line = play.ended or describe_progress(client, play, snapshot)
    won = ft.Icon(Icons.EMOJI_EVENTS_OUTLINED, theme.ACCENT, 18)
    when, names = summary(play), ", ".join(person.name for person in people)
    opening = link_row(
        visit(play.id),
        text(play.title, Style.TITLE_MEDIUM),
        with_sign(won if play.ended else None, text(line, lines=2)) if line else None,
        wrap(
            wrap((badge(person, 24) for person in people), spacing=4),
            soft(when, spoken=f"{when}. {names}"),
            spacing=10,
        ),
    )
    return row(controls.fill(opening), menu(looking, play), spacing=0, key=f"play-{play.id}")


TOPIC = "shelf"
"""The topic on which screens announce that a play was begun, written to or archived."""
PAGE_SIZE = 20
THREE_COLUMNS = 1300
"""From this width on three plays lie beside each other."""
HALF = 3
"""Number of tiles of games beside each other in half of a tablet's width, one fewer in large text."""
ROOMY = 1.3
"""Up to this text size two buttons fit beside each other on a phone."""


@frozen
class Asked:
    """A dialog that asks for words: its title, what they are, what its button says, and what takes them or refuses."""

    title: str
    label: str
    act: str
    take: Callable[[str], Coroutine[Any, Any, None]]
    keys: ft.KeyboardType = ft.KeyboardType.TEXT


@dataclass(eq=False)
class HomeState(ft.Observable):
    """What the home screen shows, what is done to a play there, and the dialog that asks for words."""

    client: Client
    archived: bool = False
    seen: int = 0
    asked: Asked | None = None

    def __post_init__(self) -> None:
        self.words = Typed(changed=self.notify)

    def reload(self) -> None:
        """Read the plays again."""
        self.seen += 1

    def toggle_archive(self) -> None:
        """Show the archived plays, or hide them."""
        self.archived = not self.archived

    def ask(self, asked: Asked | None, words: str = "") -> None:
        """Ask for words, or stop asking."""
        self.words.reset(words)
        self.asked = asked

    def rename(self, play: Play) -> None:
        """Ask for another title."""

        async def save(words: str) -> None:
            title = read_title(words)
            if not title:
                raise Refusal("Write a title.")
            self.ask(None)
            self.client.open_plays.forget(play.id)
            self.change(play, title=title)

        self.ask(Asked("Rename", "Title", "Rename", save), play.title)

    def change(self, play: Play, **changes: Any) -> None:
        """Change what is kept of a play besides its entries, and show it on every screen."""
        self.client.book().set_play(play.id, **changes)
        self.reload()
        self.client.announce(play.id)

    def delete(self, play: Play) -> None:
        """Delete a play, and offer to undo that."""
        self.client.open_plays.forget(play.id)
        self.change(play, deleted=True)
        undo = ft.SnackBarAction("Undo", on_click=press(self.change, play, deleted=False))
        show_notice(f"{play.title} was deleted.", undo)

    def join(self) -> None:
        """Ask where another table is, and open it in the browser."""

        async def launch(words: str) -> None:
            address = table_address(words)
            self.ask(None)
            await ft.UrlLauncher().launch_url(address)

        keys = ft.KeyboardType.URL
        self.ask(Asked("Join a table", "Address on the other screen", "Join", launch, keys))


def home_actions(_: Client) -> Controls:
    """The buttons in the head of the home screen."""
    return [
        tools_button(),
        icon_button(Icons.GROUPS_OUTLINED, "Players and records", go, "/players"),
        icon_button(Icons.HELP_OUTLINE, "Help", go, "/help"),
        icon_button(Icons.SETTINGS_OUTLINED, "Settings", go, "/settings"),
    ]


@screen
def HomeScreen(client: Client) -> Control:
    """List the plays in progress, the finished ones and, when asked for, the archived ones."""
    looking, _ = ft.use_state(HomeState(client))
    page = ft.context.page
    journal = client.open_plays.journal

    async def take() -> None:
        looking.reload()

    async def on_message(_topic: str, _message: str) -> None:
        # run_task makes this session's page the current one; without it the sender's would be redrawn.
        # A screen that is away has no loop to run on; it reads everything again when it comes back.
        if page.session.connection:
            page.run_task(take)

    def listen() -> None:
        page.pubsub.subscribe_topic(TOPIC, on_message)

    ft.use_effect(listen, [], cleanup=lambda: page.pubsub.unsubscribe_topic(TOPIC))
    # home is below every other screen: coming back to it is a change of route, which draws it anew
    route = ft.use_route_location()
    transfer = use_file_transfer(client, looking.reload)

    def look_over() -> None:
        page.run_task(transfer.check_book)

    ft.use_effect(look_over, [route])
    ft.use_dialog(_ask(looking, looking.asked) if looking.asked else None)

    plays = journal.plays()
    put_away = journal.plays(archived=True)
    opening = open_button(transfer, "Open a file")
    if not plays and not put_away:
        return _first_time(client, looking, opening)
    going = [play for play in plays if not play.ended]
    large = client.scale > ROOMY
    ways: Part
    if fits_two_columns(client):
        heading = controls.heading("Start a game")
        ways = [heading, _games(client, HALF - large), opening]
    else:
        tone = "plain" if going else "primary"
        start = button("Start a game", go, "/new", icon=Icons.ADD, tone=tone, key="new")
        ways = tiles([start, opening], 1 if large else 2, theme.GAP)
    # what can wait comes below what is done every time
    urgent = journal.database.broken or client.open_plays.storage.damage
    ways = [reminder(transfer), ways] if urgent else [ways, reminder(transfer)]
    archive = None
    if put_away:
        label = "Hide the archive" if looking.archived else f"Show the archive ({len(put_away)})"
        archive = quiet_button(label, looking.toggle_archive, icon=Icons.ARCHIVE_OUTLINED)
    return scroll_pane(
        client,
        side_by_side(client, resume_card(looking, going[0]) if going else None, ways, spacing=16),
        _section(looking, "In progress", going[1:]),
        _section(looking, "Finished", [play for play in plays if play.ended]),
        archive,
        _section(looking, "Archive", put_away) if looking.archived else None,
        spacing=16,
    )


def _ask(looking: HomeState, asked: Asked) -> ft.AlertDialog:
    words = looking.words

    async def take() -> None:
        with words.showing_refusal():
            await asked.take(words.words)

    return dialog(
        asked.title,
        field(
            words,
            asked.label,
            on_submit=take,
            autofocus=True,
            keyboard_type=asked.keys,
            key="asked",
        ),
        quiet_button("Cancel", looking.ask, None),
        main_button(asked.act, take),
    )


def _section(looking: HomeState, title: str, plays: list[Play]) -> Part:
    """Set a list below its title, a page of it at first."""
    if not plays:
        return None
    client = looking.client
    across = 1 if not fits_two_columns(client) else 2 if client.width < THREE_COLUMNS else 3

    def rows(shown: Sequence[Play]) -> Part:
        cells: Controls = [play_row(looking, play) for play in shown]
        # one row alone is no wider than the others
        cells += [ft.Container() for _ in range(across - len(cells))]
        return tiles(cells, across, 8)

    return [controls.heading(title), Paged(plays, rows, PAGE_SIZE, key=title)]


def table_address(words: str) -> str:
    """Read the address under which another table is served.

    Raises:
        Refusal: it is none.

    """
    typed = words.strip()
    address = typed if "://" in typed else f"http://{typed}"
    try:
        parts = urlsplit(address)
        whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and " " not in address
    except ValueError:
        whole = False
    if not whole:
        raise Refusal(
            "Type it as the other screen shows it under Phones, such as 192.168.1.20:8550."
        )
    return address


def _first_time(client: Client, looking: HomeState, opening: Control) -> Control:
    """Offer the games to somebody who opens the app for the first time, and an evening to look through."""
    demo = button(
        "Look through a demo evening",
        visit(DEMO),
        icon=Icons.VISIBILITY,
        key="demo",
    )
    ways = [demo, opening]
    if client.member_id == THIS_DEVICE.id:  # whoever is served is at a table
        meeting = client.open_plays.shared.reach.meeting
        join = meeting.join if meeting else looking.join
        ways.insert(0, button("Join a table", join, icon=Icons.GROUP_ADD, key="join"))
    across = 1 if client.scale > ROOMY or client.width < theme.TABLET else len(ways)
    return scroll_pane(
        client,
        controls.heading("Start a game", style=Style.HEADLINE_LARGE),
        _games(client, columns(client, len(infos()))),
        tiles(ways, across, theme.GAP),
        spacing=20,
    )


def _games(client: Client, across: int) -> Control:
    """Offer every game; a tile leads to who plays."""

    def begin(game: GameInfo) -> None:
        form_of(client).choose_game(game.open(), client.open_plays.journal)
        go("/new")

    return tiles([game_tile(client, game, begin) for game in infos()], across, theme.GAP)

"""The tests' small game with house rules and a board of its own, and a few ways to work the quieter screens."""

import flet as ft

from companion.api import Option
from companion.api.show import BoardValue, Page
from companion.games import GameInfo
from models.plays import Seat
from tests.units.views import small_game
from tests.units.views.headless import PHONE, Screen
from views import app

HOUSES = (
    Option("goal", "Goal", (("1000", "$1,000"),), "The game", whole=True, least=10, lead=True),
    Option(
        "eyes", "Snake eyes", (("again", "Throw again."), ("lost", "The turn is lost.")), "Dice"
    ),
    Option("limit", "Highest bet", (("0", "No limit"),), "Dice", whole=True),
)
RING = (("hatter", "The hatter"), ("fair", "The fair"))
FACTS = (
    BoardValue("price", "Price of a hat", 50, "Prices", least=1),
    BoardValue("shop", "Name of the shop", "Hats & Caps", "Prices"),
    BoardValue("square.0", "Square 1", "hatter", "Square by square", ways=RING),
    BoardValue("square.1", "Square 2", "fair", "Square by square", ways=RING),
)
PAGES = (
    Page("The aim", ("Have the most hats.", "Hats are bought at the hatter's.")),
    Page("Luck", ("Roll well.",)),
)
GAME = small_game.hats(
    options=HOUSES, board_values=FACTS, pages=PAGES, without=("leave", "correct_money")
)


def play_hats(monkeypatch):
    """Make this the only game."""
    for name in (
        "companion.games.find_game",
        "views.home.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, lambda _key: GAME)
    infos = (GameInfo(GAME.key, GAME.title, GAME.colour, lambda: GAME, GAME.tagline),)
    for name in (
        "views.home.home.infos",
        "views.setup.game_tiles.infos",
        "views.state.setup_form.infos",
    ):
        monkeypatch.setattr(name, lambda: infos)


def new_play(open_plays, title="Friday hats", names=("Alice", "Ben"), **more):
    return open_plays.journal.begin(
        game="hats",
        title=title,
        seats=[Seat(name.lower().replace(" ", "_"), name) for name in names],
        houses=GAME.house_rules(),
        board=GAME.printed_values(),
        edition="tests",
        **more,
    ).id


def opened(open_plays, route="/", size=PHONE, scale=1.0, **more):
    clients = []

    def main(page):
        clients.append(app.open_session(page, open_plays))

    screen = Screen(main, route, size, kept={"companion.scale": scale}, **more)
    screen.clients = clients
    return screen


def field(screen, label):
    found = screen.all(ft.TextField, label=label)
    assert found, f"no field {label!r}; there are {[one.label for one in screen.all(ft.TextField)]}"
    return found[0]


def face(screen, name):
    """Find what is tapped behind the name that is read out, or that is written on it."""
    for spoken in screen.all(ft.Semantics):
        if isinstance(spoken.label, str) and spoken.label.startswith(name):
            for inside in (spoken, *screen.walk(spoken.content)):
                if getattr(inside, "on_click", None) or getattr(inside, "on_tap", None):
                    return inside
    if around := [one for one in screen.named(f"{name}...") if getattr(one, "on_click", None)]:
        asked = [dialog for dialog in screen.all(ft.AlertDialog) if dialog.open]
        above = {id(part) for dialog in asked for part in screen.walk(dialog)}
        return max(
            around, key=lambda one: id(one) in above
        )  # what lies below a dialog is not tapped
    for control in screen.all(ft.BaseControl):
        if getattr(control, "on_click", None):
            inside = getattr(control, "content", None)
            words = (
                [inside]
                if isinstance(inside, str)
                else screen.words(inside)
                if inside is not None
                else []
            )
            if any(word.startswith(name) for word in words):
                return control
    return key(screen, name)


def key(screen, name):
    """Find the key of a pad by what is read out of its figure."""
    for figure in screen.all(ft.Text):
        if str(figure.semantics_label).startswith(name):
            return next(
                one for one in screen.all(ft.OutlinedButton) if figure in screen.walk(one.content)
            )
    raise AssertionError(f"nothing called {name!r}")


async def press(screen, name):
    found = face(screen, name)
    assert not getattr(found, "disabled", False), f"{name!r} is greyed"
    await screen.fire(found, "click" if getattr(found, "on_click", None) else "tap")


async def choose(screen, item, title):
    """Choose from the menu behind a play's three dots."""
    menu = screen.all(ft.PopupMenuButton, tooltip=f"More for {title}")[0]
    wanted = next(one for one in menu.items if one.content == item)
    await screen.fire(wanted, "click")


def narrations(open_plays, play_id):
    return [one.proposal.narration for one in open_plays.journal.entries(play_id)]

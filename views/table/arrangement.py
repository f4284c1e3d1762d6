"""Which panes a window has, and how wide they are: one table for the play, for whoever watches it, and for its past."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

import flet as ft

from views import theme
from views.components import controls
from views.state.client import Client
from views.table.frame import LARGEST_TEXT, Measures, in_pane, on_its_side, on_phone


class Window(Enum):
    """What kind of window a play is shown in."""

    PHONE = "phone"
    SIDE = "a phone on its side"
    UPRIGHT = "a tablet held upright, or large text on one"
    DESK = "a tablet that lies, or wider"


class Content(Enum):
    """What leads a play's screen: the players' cards, a score sheet or the end of the play, or another board."""

    CARDS = "cards"
    SCORES = "scores"
    BOARD = "board"


STRIP, TURN, PLAYERS, BOARD, SHEET, JOURNAL = (
    "strip",
    "turn",
    "players",
    "board",
    "sheet",
    "journal",
)
Panes = tuple[tuple[str, float], ...]
ON_PHONE: Panes = ((STRIP, 0), (TURN, 0), (SHEET, 0))
ON_ITS_SIDE: Panes = ((PLAYERS, 178), (SHEET, 0))
ARRANGE: dict[tuple[Window, Content], Panes] = {
    **{(Window.PHONE, content): ON_PHONE for content in Content},
    **{(Window.SIDE, content): ON_ITS_SIDE for content in Content},
    (Window.UPRIGHT, Content.CARDS): ((STRIP, 0), (SHEET, 560)),
    (Window.UPRIGHT, Content.SCORES): ((BOARD, 0), (SHEET, 380)),
    (Window.UPRIGHT, Content.BOARD): ((BOARD, 0), (SHEET, 380)),
    (Window.DESK, Content.CARDS): ((PLAYERS, 280), (SHEET, 540), (JOURNAL, 0)),
    (Window.DESK, Content.SCORES): ((BOARD, 0), (SHEET, 380)),
    (Window.DESK, Content.BOARD): ((PLAYERS, 224), (BOARD, 0), (SHEET, 380)),
}
"""The panes and their widths at text size 1; a pane without one takes what is left.

Strip and turn lie above the others."""
DESK_WIDTH = 1000
"""From this width on players, sheet and journal lie beside one another."""
DESK_TEXT = 1.35
"""Up to this text size they do."""
MOST_WIDTH = 1440
"""Panes are no wider together, and are centred."""
MOST_GROWTH = 1.3
"""Panes grow with the text up to this."""
RAIL = 72
LOW_RAIL = 56
"""Width of the rail on a phone that lies on its side."""
MARGIN = 16
GUTTER = 12
LOW_GUTTER = 8
PLAYER_GAP = 4
"""What is between the players' cards there."""
HIGH_CARDS, ONE_COLUMN, LOW_CARD = 5, 8, 32
"""Up to so many cards there are as high as a touch, and in one column; the height of the others."""
HEAD = 96
"""Height of a tablet's title with its remarks, at text size 1."""
Part = Callable[[float], ft.Control]
"""Draws a pane in its width."""


def window_of(client: Client) -> Window:
    """Find out what kind of window it is."""
    if client.low and client.scale <= LARGEST_TEXT:
        return Window.SIDE
    if client.low or not client.wide:
        return Window.PHONE  # in large text a phone on its side has no room for two columns
    desk = client.width >= DESK_WIDTH and client.scale <= DESK_TEXT
    return Window.DESK if desk else Window.UPRIGHT


def widths(client: Client, content: Content) -> dict[str, float]:
    """Work out the width of every pane."""
    window = window_of(client)
    panes = ARRANGE[window, content]
    if window is Window.PHONE:
        return {name: client.width - LOW_RAIL * client.low for name, _ in panes}
    if window is Window.SIDE:
        room, gutter, growth = client.width - LOW_RAIL - 2 * LOW_GUTTER, LOW_GUTTER, 1.0
    else:
        room = min(client.width - RAIL, MOST_WIDTH) - 2 * MARGIN
        gutter, growth = GUTTER, min(MOST_GROWTH, client.scale)
    beside = [(name, width) for name, width in panes if name not in (STRIP, TURN)]
    known = {
        name: min(width * growth, room / 2 if len(beside) > 1 else room)
        for name, width in beside
        if width
    }
    left = room - sum(known.values()) - gutter * (len(beside) - 1)
    return {name: known.get(name, left) for name, _ in beside} | {STRIP: client.width - RAIL}


def height_left(client: Client) -> float:
    """The height of the screen below what stands above a demo."""
    return client.height - client.location.above


def sheet_measures(client: Client, content: Content) -> Measures:
    """Measure the zones of the sheet in its pane."""
    scale, window = client.scale, window_of(client)
    width = widths(client, content)[SHEET]
    if window is Window.PHONE:
        # below the banner of a book that is open elsewhere the zones have no room, and it is one page
        low = 0 if client.open_plays.storage.read_only else height_left(client)
        return on_phone(width, low, scale)
    if window is Window.SIDE:
        return on_its_side(width, height_left(client), scale)
    return in_pane(width, scale)


def cards_beside(people: int) -> tuple[int, int]:
    """In how many columns so many players' cards lie there, and how high they are."""
    return 1 if people <= ONE_COLUMN else 2, theme.TOUCH if people <= HIGH_CARDS else LOW_CARD


def below_players(client: Client, people: int) -> float:
    """The height that so many players' cards leave on a phone that lies on its side."""
    columns, high = cards_beside(people)
    cards = -(-people // columns) * (high + PLAYER_GAP) - PLAYER_GAP
    return max(0.0, height_left(client) - 2 * LOW_GUTTER - theme.TOUCH - cards)


def pane_height(client: Client) -> float:
    """The height of a tablet's panes."""
    return height_left(client) - HEAD * client.scale


def arrange(
    client: Client, content: Content, head: ft.Control, parts: Mapping[str, Part]
) -> ft.Control:
    """Set a play's panes as the table has them; those that are no part of this screen are left out."""
    window, wide = window_of(client), widths(client, content)
    names = [name for name, _ in ARRANGE[window, content] if name in parts]
    above = [parts[name](wide[name]) for name in names if name in (STRIP, TURN)]
    beside = [name for name in names if name not in (STRIP, TURN)]
    if window is Window.PHONE:
        return controls.panes(head, above, (parts[name](wide[name]) for name in beside))
    # what stands beside one another is read out one pane after another
    drawn = [
        ft.Container(controls.read_out(parts[name](wide[name])), width=wide[name])
        for name in beside
    ]
    side = window is Window.SIDE
    if side:
        drawn[0].content = controls.panes(head, ft.Container(drawn[0].content, expand=True))
    row = controls.row(
        drawn,
        spacing=LOW_GUTTER if side else GUTTER,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if side:
        return ft.Container(row, padding=LOW_GUTTER, expand=True)
    return controls.panes(head, above, ft.Container(row, padding=theme.below(MARGIN), expand=True))

"""Tiles of one grid: what is chosen, what a tap records at once, what leads elsewhere, and what is not possible."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import flet as ft

from companion.core.show import player_colours
from views import theme
from views.components import controls
from views.components.amounts import count_abreast, room_for
from views.components.controls import Still, Style, in_brief, soft, text
from views.components.player_card import badge

if TYPE_CHECKING:  # loaded with the first game
    from views.state.play.play_snapshot import Person


class Mark(Enum):
    """What a tap on a tile does."""

    RING = (ft.Icons.RADIO_BUTTON_UNCHECKED, ft.Icons.RADIO_BUTTON_CHECKED)
    """It chooses this one."""
    BOX = (ft.Icons.CHECK_BOX_OUTLINE_BLANK, ft.Icons.CHECK_BOX)
    """It chooses this one too."""
    TICK = (ft.Icons.CHECK_CIRCLE, ft.Icons.CHECK_CIRCLE)
    """It records at once."""
    NONE = (None, None)
    """It leads elsewhere."""


GAP, SIDES, TOP = 8, 20, 4
"""The gap between tiles, and what is left at the sides of their words, and above and below."""
MARK = 24
"""Width that a mark takes from the title."""
SIGN = 30
"""Width that a badge, an icon or a number takes from the words."""


@dataclass(frozen=True, slots=True)
class WordTile:
    """A tile with a title and what belongs to it below, and a ``mark`` that says what a tap does.

    One that can't be tapped has the ``reason`` below in brief; a finger that rests on it gets all of it.
    A ``colour`` has the number in the title on it, or else the ``sign``.
    """

    title: str
    below: str
    act: Callable[..., object]
    about: tuple[object, ...]
    """What a tap acts on."""
    key: str
    reason: str | None = None
    mark: Mark = Mark.NONE
    chosen: bool = False
    colour: str = ""
    sign: str = ""
    person: Person | None = None
    icon: ft.IconData | None = None

    @property
    def named(self) -> tuple[str, str]:
        """The number that stands on its colour, and the name."""
        number, name = split_number(self.title) if self.colour or self.sign else ("", self.title)
        return self.sign or number, name

    @property
    def under(self) -> str:
        """What is said below the title."""
        return in_brief(self.reason) if self.reason else self.below

    @property
    def words(self) -> tuple[tuple[str, Style], ...]:
        """All that is said on it, as it is set."""
        return (self.named[1], Style.TITLE_SMALL), (self.under, Style.BODY_SMALL)

    @property
    def marked(self) -> bool:
        """Whether its mark is drawn: nothing that can't be tapped has one."""
        return self.mark is not Mark.NONE and not self.reason

    @property
    def aside(self) -> float:
        """The room that its sign takes from the words."""
        signed = self.person or self.icon or self.colour or self.sign
        return SIGN * bool(signed) + MARK * self.marked


def columns_of(tiles: Sequence[WordTile], width: float, scale: float, most: int) -> int:
    """How many tiles lie beside each other, as their number wants it and their words allow."""
    count = len(tiles)
    columns = min(
        most, 1 if count <= LONG else 2 if count <= PAIRS else 3 if count <= THREES else 4
    )
    for tile in tiles:
        for words, style in tile.words:
            around = SIDES + tile.aside
            columns = count_abreast([words], columns, style, scale, GAP, around=around, sheet=width)
    return columns


def least_height(tiles: Sequence[WordTile], width: float, scale: float, most: int) -> float:
    """The height in which no word on any of the tiles is cut, where all rows are alike."""
    columns = columns_of(tiles, width, scale, most)
    room = (width + GAP) / columns - GAP - SIDES
    lines = -(-len(tiles) // columns)
    high = max(theme.TOUCH, *(_height(tile, room, scale) for tile in tiles))
    return lines * (high + GAP) - GAP


def tile_grid(  # noqa: PLR0917 - tiles, and the room for them
    tiles: Sequence[WordTile],
    width: float,
    height: float,
    scale: float,
    most: int = 4,
    key: str | None = None,
) -> ft.Control:
    """Set tiles in rows that share a height evenly; a row is higher where its words need it, and none is cut.

    A tile is drawn again only when it says something else.
    """
    columns = columns_of(tiles, width, scale, most)
    lines = -(-len(tiles) // columns)
    share = (height - (lines - 1) * GAP) / max(1, lines)
    room = (width + GAP) / columns - GAP - SIDES
    cells: list[ft.Control] = []
    for start in range(0, len(tiles), columns):
        row = tiles[start : start + columns]
        high = max(theme.TOUCH, share, *(_height(tile, room, scale) for tile in row))
        cells += [
            ft.Container(Still(_word_tile, tile, high), expand=True, tooltip=tile.reason)
            for tile in row
        ]
    return controls.tiles(cells, columns, GAP, key=key)


LONG, PAIRS, THREES = 3, 6, 12
"""Up to so many tiles are one below another, in pairs, and in threes; more are in fours."""
LINE = 1.3
"""Height of a line, in parts of its text's size."""


def _height(tile: WordTile, room: float, scale: float) -> float:
    """Height of a tile with so much room for its words."""
    high = 2.0 * TOP
    for words, style in tile.words:
        if words:
            size = theme.grow(theme.SIZES[style.name.lower()][0], scale)
            high += lines_of(theme.unbroken(words), style, scale, room - tile.aside) * size * LINE
    return high


def lines_of(words: str, style: Style, scale: float, room: float) -> int:
    """How many lines words take in so much room."""
    lines, left = 1, room
    for word in words.split():
        if room_for(word, style, scale) > left and left < room:
            lines, left = lines + 1, room
        left -= room_for(f"{word} ", style, scale)
    return lines


NUMBERED = re.compile(r"(\d+) \u00b7 (.+)")


def split_number(label: str) -> tuple[str, str]:
    """The number on a card and its name; what has no number is a name alone."""
    found = NUMBERED.fullmatch(label)
    return (found[1], found[2]) if found else ("", label)


def _sign(tile: WordTile) -> ft.Control | None:
    """Draw who or what it is, which is read out with its name."""
    if tile.person:
        made: ft.Control = badge(tile.person, size=24)
    elif tile.icon:
        made = ft.Icon(tile.icon, size=22, color=theme.ACCENT)
    elif tile.colour or tile.sign:
        colour = player_colours.valid_colour(tile.colour, "") if tile.colour else ""
        ink = player_colours.ink_on(colour) if colour else theme.INK
        sign = ft.Text(tile.named[0], size=14, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)
        made = ft.Container(
            sign,
            width=24,
            height=28,
            alignment=ft.Alignment.CENTER,
            bgcolor=colour or None,
            border=ft.Border.all(1, theme.EDGE),
            border_radius=theme.RADIUS_S,
        )
    else:
        return None
    return ft.Semantics(content=made, exclude_semantics=True)


def _word_tile(tile: WordTile, height: float) -> ft.Control:
    records = tile.mark is Mark.TICK
    ink = theme.SOFT_INK if tile.reason else theme.ON_TINT if records else theme.INK
    words: list[ft.Control] = [text(tile.named[1], Style.TITLE_SMALL, ink, spoken=tile.title)]
    if tile.under:
        small = tile.reason or not records
        below = (
            soft(tile.under, spoken=tile.reason)
            if small
            else text(tile.under, Style.BODY_SMALL, ink)
        )
        words.append(below)
    said = ft.Column(
        words,
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )
    sign = _sign(tile)
    row: list[ft.Control] = [*([sign] if sign else []), said]
    if tile.marked:
        lit = tile.chosen or records
        icon = tile.mark.value[tile.chosen]
        row.append(ft.Icon(icon, size=20, color=theme.ACCENT if lit else theme.SOFT_INK))
    return controls.face(
        ft.Container(ft.Row(row, spacing=6), height=height - 2),
        controls.press(tile.act, *tile.about),
        chosen=tile.chosen,
        disabled=tile.reason is not None,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=SIDES / 2 - 1, vertical=0),
        role="choice" if tile.mark in (Mark.RING, Mark.BOX) else "button",
        quiet=tile.mark is Mark.NONE,
        ground=theme.TINT if records else None,
        key=tile.key,
    )


FACES = "\u2680\u2681\u2682\u2683\u2684\u2685"
NAMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

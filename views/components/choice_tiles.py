"""Tiles of one grid: what is chosen, what a tap records at once, what leads elsewhere, and what is not possible."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

import flet as ft

from companion.core.show import player_colours
from models.frozen import frozen
from views.components import controls
from views.components.amounts import room_for, smaller
from views.components.amounts import width as width_of
from views.components.controls import (
    Control,
    Controls,
    Icons,
    OnTap,
    Still,
    Style,
    flat,
    in_brief,
    row,
    text,
    without_semantics,
)
from views.components.player_card import badge
from views.theme import (
    ACCENT,
    EDGE,
    INK,
    ON_TINT,
    RADIUS,
    RADIUS_S,
    ROOMY,
    SIZES,
    SOFT_INK,
    TINT,
    TOUCH,
    grow,
    unbroken,
)

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.show.people import Person


class Mark(Enum):
    """What a tap on a tile does."""

    RING = (Icons.RADIO_BUTTON_UNCHECKED, Icons.RADIO_BUTTON_CHECKED)
    """It chooses this one."""
    BOX = (Icons.CHECK_BOX_OUTLINE_BLANK, Icons.CHECK_BOX)
    """It chooses this one too."""
    TICK = (Icons.CHECK_CIRCLE, Icons.CHECK_CIRCLE)
    """It records at once."""
    NONE = (None, None)
    """It leads elsewhere."""


GAP, SIDES, TOP = 8, 18, 3
"""The gap between tiles, and what is left at the sides of their words, and above and below."""
MARK = 22
"""Width that a mark takes from the title; so high is what stands above the words of a narrow tile."""
SPACE = 6
"""Pixels between what stands beside each other on a tile."""
SIGN = 30
"""Width that a badge, an icon or a number takes from the words."""
NARROW = 150
"""On a tile that is narrower than this, at text size 1, sign and mark stand above the words."""
LOW, LOW_GAP, LOW_SIDES, MOST_SHORT = 16, 3, 12, 5
"""The same of low tiles: height of what stands above the name, the gap between them, their sides, and how wide what
they cost may be, in parts of the text's size."""
LETTER = 0.7
"""Size of the letters on a sign, in parts of its own."""
MOST_LOW = 400
"""From this width on no tiles are low."""
LEAST = 0.85
"""A title's letters may be so much smaller, where a word of it would be broken."""


@frozen
class WordTile:
    """A tile with a title and what belongs to it below, and a ``mark`` that says what a tap does.

    One that can't be tapped has the ``reason`` below in brief; a finger that rests on it gets all of it.
    A ``colour`` has the number in the title on it, or else the ``sign``.
    """

    title: str
    act: OnTap
    about: tuple[object, ...]
    """What a tap acts on."""
    key: str
    below: str = ""
    amount: str = ""
    """What is recorded, in large."""
    reason: str | None = None
    mark: Mark = Mark.NONE
    chosen: bool = False
    colour: str = ""
    sign: str = ""
    person: Person | None = None
    icon: ft.IconData | None = None
    low: bool = False
    """Whether it is one of many, in small."""

    @property
    def named(self) -> tuple[str, str]:
        """The number that stands on its colour, and the name."""
        number, name = split_number(self.title) if self.colour or self.sign else ("", self.title)
        return self.sign or number, name

    @property
    def said(self) -> str:
        """What belongs to the title."""
        return in_brief(self.reason) if self.reason else self.below

    @property
    def under(self) -> str:
        """What is said below the title."""
        return "" if self.low else self.said

    @property
    def short(self) -> str:
        """What a low one costs: the end of what belongs to it, where no figure is before that."""
        before, _, end = self.said.rpartition(", ")
        return self.said if re.search(r"\d", before) else end

    @property
    def sizes(self) -> tuple[Style, int]:
        """How its title is written, and how high its sign and its mark are."""
        return (Style.LABEL_SMALL, LOW) if self.low else (Style.TITLE_SMALL, MARK)

    @property
    def words(self) -> tuple[tuple[str, Style], ...]:
        """All that is said on it, as it is set."""
        said = (
            (self.named[1], self.sizes[0]),
            (self.amount, FIGURE),
            (self.under, Style.BODY_SMALL),
        )
        return tuple((words, style) for words, style in said if words)

    @property
    def marked(self) -> bool:
        """Whether its mark is drawn: nothing that can't be tapped has one."""
        return self.mark is not Mark.NONE and not self.reason

    @property
    def signed(self) -> bool:
        """Whether a sign of who or what it is stands on it."""
        return bool(self.person or self.icon or self.colour or self.sign)

    def aside(self, scale: float, stack: Stack) -> float:
        """The room that sign, mark and amount take from the words beside them."""
        if stack is Stack.ALL:
            return 0
        figured = self.amount and stack is Stack.NONE
        amount = room_for(self.amount, FIGURE, scale) + SPACE if figured else 0
        return SIGN * self.signed + (MARK + SPACE) * self.marked + amount

    def height(self, room: float, scale: float, stack: Stack) -> float:
        """Height of what is on it, with so much room for the words."""
        high = TOP * (2.0 - self.low) + self.sizes[1] * (stack is Stack.ALL)
        for words, style in self.words:
            if style is FIGURE and stack is Stack.NONE:
                continue  # it stands beside the others
            size = grow(SIZES[style.name.lower()][0], scale)
            beside = room - self.aside(scale, stack)
            lines = lines_of(unbroken(words), style, scale, beside)
            high += lines * size * LINE
        return high


FIGURE = Style.TITLE_LARGE
"""How an amount is written on a tile that records it."""


class Stack(Enum):
    """What stands above or below a tile's words, and not beside them."""

    NONE = "none"
    AMOUNT = "amount"
    ALL = "all"
    """Its sign and its mark as well."""


@frozen
class Tiling:
    """How tiles lie beside each other: in how many columns, how high each row is at least, with what room on each."""

    columns: int
    rows: list[float]
    room: float
    stack: Stack
    gap: float

    @classmethod
    def of(cls, tiles: Sequence[WordTile], width: float, scale: float, most: int) -> Tiling:
        """Lay them out as their number wants it and their words allow."""
        count = len(tiles)
        wanted = 1 if count <= LONG else 2 if count <= PAIRS else 3 if count <= THREES else 4
        low = tiles[0].low
        narrow = [Stack.ALL] if any(tile.signed for tile in tiles) else [Stack.AMOUNT, Stack.ALL]
        gap, sides = (LOW_GAP, LOW_SIDES) if low else (GAP, SIDES)
        for columns in range(min(most, wanted), 0, -1):
            wide = (width + gap) / columns - gap
            room = wide - sides
            stacks = narrow if columns > 1 and wide < NARROW * scale else [Stack.NONE]
            whole = [stack for stack in stacks if _has_room(tiles, room, scale, stack)]
            if whole or columns == 1:
                break
        rows = {
            stack: [
                max(
                    TOUCH,
                    *(tile.height(room, scale, stack) for tile in tiles[at:][:columns]),
                )
                for at in range(0, count, columns)
            ]
            for stack in whole or stacks
        }
        stack = min(rows, key=lambda stack: sum(rows[stack]))
        return cls(columns, rows[stack], room, stack, gap)

    @property
    def least(self) -> float:
        """The height in which no word is cut."""
        return self.until(len(self.rows)) - self.gap

    def until(self, row: int) -> float:
        """Where a row begins."""
        return sum(self.rows[:row]) + row * self.gap

    def heights(self, height: float) -> list[float]:
        """How high each row is: they share a height evenly, or have what their words need.

        Where they are higher together, half of a row is in view below the last whole one.
        """
        rows, gap = self.rows, self.gap
        share = min(MOST, (height + gap) / len(rows) - gap)
        if share >= max(rows):
            return [share] * len(rows)
        if self.least <= height:
            return rows
        halves = [(self.until(at) + row / 2, at + 1 / 2) for at, row in enumerate(rows)]
        seen, above = max((half for half in halves if half[0] <= height), default=(height, 1))
        return [row + min(MOST_SPARE, (height - seen) / above) for row in rows]


def made_low(tiles: Sequence[WordTile], width: float, scale: float) -> Sequence[WordTile]:
    """Have more than a dozen tiles in small on a phone, where each has a short price and some have signs."""
    many = len(tiles) > THREES and width < MOST_LOW and scale <= ROOMY
    if many and any(tile.signed for tile in tiles):
        short = all(not tile.amount and width_of(tile.short) <= MOST_SHORT for tile in tiles)
        return [replace(tile, low=short) for tile in tiles]
    return tiles


def _has_room(tiles: Sequence[WordTile], room: float, scale: float, stack: Stack) -> bool:
    """Whether no word on any of the tiles is broken; beside a mark they keep their size."""
    least = 1 if stack is Stack.AMOUNT else LEAST
    return all(
        room_for(word, style, scale) * least <= room - tile.aside(scale, stack)
        for tile in tiles
        for words, style in tile.words
        for word in words.split()
    )


def tile_grid(  # noqa: PLR0917 - tiles, and the room for them
    tiles: Sequence[WordTile],
    width: float,
    height: float,
    scale: float,
    most: int,
    key: str | None = None,
) -> Control:
    """Set tiles in rows that share a height, or are higher where their words need it.

    A tile is drawn again only when it says something else.
    """
    tiling = Tiling.of(tiles, width, scale, most)
    heights, measures = tiling.heights(height), (tiling.room, scale, tiling.stack)
    cells = [
        Still(_word_tile, tile, heights[at // tiling.columns], *measures)
        for at, tile in enumerate(tiles)
    ]
    for cell in cells:
        cell.expand = True
    made = controls.tiles(cells, tiling.columns, tiling.gap, key=key)
    made.data = controls.FADES if 0 < height < tiling.least else None
    return made


LONG, PAIRS, THREES = 3, 6, 12
"""Up to so many tiles are one below another, in pairs, and in threes; more are in fours."""
MOST_SPARE = 24
"""No row of a list is so much higher than it needs."""
MOST = 107
"""A tile grows no higher than one of two that share a pad."""
LINE = 1.3
"""Height of a line, in parts of its text's size."""


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


def _sign(tile: WordTile) -> Control | None:
    """Draw who or what it is, which is read out with its name."""
    size = tile.sizes[1]
    if tile.person:
        made: Control = badge(tile.person, size)
    elif tile.icon:
        made = ft.Icon(tile.icon, SOFT_INK if tile.reason else ACCENT, size)
    elif tile.colour or tile.sign or tile.low:
        colour = player_colours.valid_colour(tile.colour, "") if tile.colour else ""
        ink = player_colours.ink_on(colour) if colour else INK
        number = tile.named[0] or tile.title[0]
        sign = ft.Text(
            number, size=min(14, LETTER * size), weight=ft.FontWeight.W_700, color=ink, no_wrap=True
        )
        made = ft.Container(
            sign,
            width=size + 2,
            height=size,
            alignment=ft.Alignment.CENTER,
            bgcolor=colour or None,
            border=ft.Border.all(1, EDGE),
            border_radius=RADIUS_S,
        )
    else:
        return None
    return without_semantics(made)


def _word_tile(tile: WordTile, height: float, room: float, scale: float, stack: Stack) -> Control:
    records = tile.mark is Mark.TICK and not tile.reason
    ink = SOFT_INK if tile.reason else ON_TINT if records else INK
    name, room = tile.named[1], room - tile.aside(scale, stack)
    low, (style, side) = tile.low, tile.sizes
    size = smaller(name, style, room, scale)
    spoken = ", ".join(filter(None, (tile.title, tile.amount, tile.said if low else "")))
    words: Controls = [text(name, style, ink, spoken=spoken, size=size)]
    figure = [text(tile.amount, FIGURE, ink, whole=True, spoken="")] if tile.amount else []
    if stack is not Stack.NONE:
        words += figure
    if tile.under:
        below = ink if records else SOFT_INK
        words.append(text(tile.under, Style.BODY_SMALL, below, spoken=tile.reason))
    said = ft.Column(
        flat(words),
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        tight=stack is Stack.ALL,
        expand=stack is not Stack.ALL,
    )
    sign, high = _sign(tile), height - 2
    mark = Controls()
    if tile.marked:
        lit = tile.chosen or records
        icon = tile.mark.value[tile.chosen]
        mark = [ft.Icon(icon, ACCENT if lit else SOFT_INK, side)]
    if stack is Stack.ALL:
        parts = [sign or ft.Container(), *mark]
        if low:
            short = smaller(tile.short, style, room - 2 * LOW - TOP, scale)
            parts.insert(1, text(tile.short, style, ink, whole=True, spoken="", size=short))
        ends = ft.MainAxisAlignment.SPACE_BETWEEN
        above = row(parts, height=side, spacing=0, alignment=ends)
        inside: Control = ft.Column(
            [above, said] if sign or mark else [said],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            height=high,
        )
    else:
        amount = figure if stack is Stack.NONE else None
        inside = row(sign, said, amount, mark, spacing=SPACE, height=high)
    made = controls.face(
        inside,
        controls.press(tile.act, *tile.about),
        chosen=tile.chosen,
        disabled=tile.reason is not None,
        radius=10 if low else RADIUS,
        padding=ft.Padding.symmetric(horizontal=(LOW_SIDES if low else SIDES) / 2 - 1, vertical=0),
        role="choice" if tile.mark in (Mark.RING, Mark.BOX) else "button",
        quiet=tile.mark is Mark.NONE,
        ground=TINT if records else None,
        key=tile.key,
    )
    return ft.Container(made, tooltip=tile.reason, expand=True) if tile.reason else made


FACES = "\u2680\u2681\u2682\u2683\u2684\u2685"
NAMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

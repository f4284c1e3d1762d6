"""Choices small enough to lie beside each other: numbered squares on their colours, and what dice show."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.action import PossibleAnswer, Question
from companion.core.questions import Tile
from companion.core.show import player_colours
from views import theme
from views.components import controls
from views.components.amounts import count_abreast, room_for
from views.components.controls import Still, Style, in_brief, press, soft, text
from views.state.play.draft import AnswerTarget

COLUMNS = 6
EDGE = ft.Colors.with_opacity(0.55, theme.EDGE)
ROOMY = 1.3
"""Up to this text size six squares fit beside each other."""


def tiles(
    state: AnswerTarget,
    question: Question,
    faces: tuple[tuple[PossibleAnswer, Tile], ...],
    value: object,
) -> ft.Control:
    """Lay out the squares, and below them say in words which one is chosen."""
    cells = [
        _tile(state, question, option, face, chosen=option.value == value) for option, face in faces
    ]
    most = COLUMNS if state.scale() <= ROOMY else COLUMNS - 2
    notes = [face.note for _, face in faces]
    lines: list[ft.Control] = [
        controls.tiles(cells, count_abreast(notes, most, Style.BODY_SMALL, state.scale()), 4)
    ]
    chosen = next((option for option, _ in faces if option.value == value), None)
    if chosen:
        words = f"{chosen.label}, {chosen.detail}" if chosen.detail else chosen.label
        lines.append(text(words, Style.TITLE_SMALL))
    return controls.column(*lines, spacing=theme.GAP_S)


def _tile(
    state: AnswerTarget, question: Question, option: PossibleAnswer, face: Tile, *, chosen: bool
) -> ft.Control:
    return square(
        option.label,
        face,
        press(state.answer, question.name, option.value),
        chosen=chosen,
        barred=option.refusal is not None,
        hint=option.refusal,
        key=f"tile-{question.name}-{option.value}",
    )


def square(
    label: str,
    face: Tile,
    on_click: Any,
    *,
    chosen: bool,
    barred: bool,
    key: str,
    hint: str | None = None,
) -> ft.Control:
    """Draw one square on its colour, named for those who can't see it, in a frame where it is chosen.

    One that is barred keeps its colour at the edge, and says why as a ``hint``.
    """
    colour = player_colours.valid_colour(face.colour, "") if face.colour else ""
    ground = "" if barred else colour
    edge = ft.BorderSide(3, colour) if barred and colour else ft.BorderSide(1.5, EDGE)
    ink: ft.ColorValue = (
        theme.SOFT_INK if barred else player_colours.ink_on(ground) if ground else theme.INK
    )
    sign: ft.Control = text(
        face.sign,
        Style.TITLE_MEDIUM,
        ink,
        align=ft.TextAlign.CENTER,
        spoken=label,
        crossed_out=barred,
        whole=True,
    )
    if face.note and not barred:
        note = text(
            face.note, Style.BODY_SMALL, ink, align=ft.TextAlign.CENTER, spoken="", whole=True
        )
        sign = ft.Column(
            [sign, note],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    made = ft.OutlinedButton(
        sign,
        on_click=on_click,
        disabled=barred,
        tooltip=hint,
        height=None if face.note else theme.TOUCH,
        style=ft.ButtonStyle(
            shape=ft.RoundedRectangleBorder(radius=theme.RADIUS_S),
            padding=ft.Padding.symmetric(vertical=5) if face.note else 0,
            side=theme.edge(edge),
            bgcolor=ft.Colors.TRANSPARENT if barred else ground or theme.CARD,
        ),
    )
    # the frame lies round the square, not on it: it must be seen beside any colour
    frame = ft.Container(
        ft.Row([ft.Container(made, expand=True)], spacing=0),
        padding=1,
        border=ft.Border.all(3, theme.ACCENT if chosen else ft.Colors.TRANSPARENT),
        border_radius=theme.RADIUS_S + 4,
    )
    return ft.MergeSemantics(ft.Semantics(content=frame, selected=chosen, disabled=barred), key=key)


HEIGHT = 56
"""Height of what is said on a tile of words, at text size 1; with more to say all tiles of a grid are higher."""
LOW = theme.TOUCH - 14
"""The least height of that: with the tile's edges it can just be tapped."""
GAP, SIDES = 8, 26
"""The gap between tiles, and what is left at the sides of their words."""


@dataclass(frozen=True, slots=True)
class WordTile:
    """A tile with a title and what belongs to it below: an answer that is ``chosen`` or not, or else a button.

    One that can't be tapped has the ``reason`` below in brief; a finger that rests on it gets all of it.
    A ``colour`` has the number in the title on it.
    """

    title: str
    below: str
    act: Callable[..., object]
    about: tuple[object, ...]
    """What a tap acts on."""
    key: str
    reason: str | None = None
    chosen: bool | None = None
    colour: str = ""
    small: bool = False

    @property
    def named(self) -> tuple[str, str]:
        """The number that stands on its colour, and the name."""
        return split_number(self.title) if self.colour else ("", self.title)

    @property
    def under(self) -> str:
        """What is said below the title."""
        return in_brief(self.reason) if self.reason else self.below

    @property
    def style(self) -> Style:
        """The letters of the title."""
        return Style.TITLE_SMALL if self.small else Style.LABEL_LARGE

    @property
    def words(self) -> list[tuple[str, Style]]:
        """All that is said on it, as it is set."""
        said = [(self.named[1], self.style), (self.under, Style.BODY_SMALL)]
        return [(theme.unbroken(words), style) for words, style in said if words]

    @property
    def sign(self) -> float:
        """The room that its sign takes from the words."""
        return SQUARE - 14 if self.named[0] else 0


def tile_rows(
    tiles: Sequence[WordTile],
    columns: int,
    scale: float,
    sheet: float,
    key: str | None = None,
    *,
    tight: bool = False,
    grid: bool = False,
) -> ft.Control:
    """Set tiles of words in rows, all as high as the one with most to say, which is never cut.

    They are as high besides as they look well. In a ``tight`` place each row is as low as can be tapped, and as high
    as its own words. A tile is drawn again only when it says something else. In a ``grid`` fewer
    tiles than there are columns are no wider.
    """
    gap = GAP - 2 if tight else GAP
    empty = columns - len(tiles) if grid else 0
    for tile in tiles:
        for words, style in tile.words:
            columns = count_abreast([words], columns, style, scale, gap, around=SIDES, sheet=sheet)
    room = (sheet + gap) / columns - gap - SIDES
    alike = columns if tight else max(1, len(tiles))
    cells: list[ft.Control] = []
    for start in range(0, len(tiles), alike):
        row = tiles[start : start + alike]
        high = max(
            LOW if tight else HEIGHT * scale,
            *(_height(tile, room - tile.sign, scale) for tile in row),
        )
        cells += [
            ft.Container(Still(_word_tile, tile, high, scale), expand=True, tooltip=tile.reason)
            for tile in row
        ]
    cells += [ft.Container(expand=True) for _ in range(empty)]
    return controls.tiles(cells, columns, gap, key=key)


def _height(tile: WordTile, room: float, scale: float) -> float:
    """Height of what is said on a tile with so much room."""
    high = 0.0
    for words, style in tile.words:
        size = theme.grow(theme.SIZES[style.name.lower()][0], scale)
        high += lines_of(words, style, scale, room) * size * LINE + 1
    return high


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


SQUARE = 22
"""Width of the number of what is chosen, on its colour."""


def swatch(colour: str, height: float, sign: str = "") -> ft.Control:
    """Show the colour of what is chosen at the edge of its words, with its number if it has one."""
    edge = ft.Border.all(1, theme.EDGE)
    if not sign:
        return ft.Container(width=8, height=height, bgcolor=colour, border=edge, border_radius=3)
    number = ft.Text(
        sign, size=14, weight=ft.FontWeight.W_700, color=player_colours.ink_on(colour), no_wrap=True
    )
    made = ft.Container(
        number,
        width=SQUARE,
        height=height,
        alignment=ft.Alignment.CENTER,
        bgcolor=colour,
        border=edge,
        border_radius=theme.RADIUS_S,
    )
    return ft.Semantics(
        content=made, exclude_semantics=True
    )  # it is read out with the name beside it


def _word_tile(tile: WordTile, height: float, scale: float) -> ft.Control:
    sign, name = tile.named
    ink = theme.SOFT_INK if tile.reason else theme.INK
    words: list[ft.Control] = [text(name, tile.style, ink, spoken=tile.title)]
    if tile.under:
        words.append(soft(tile.under, spoken=tile.reason))
    content: ft.Control = ft.Column(
        words,
        spacing=1,
        height=height,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    sides = ft.Padding.symmetric(horizontal=12, vertical=7)
    if tile.colour:  # it stands in the tile's edge, and takes hardly any room from the words
        sides = ft.Padding(3, 7, 3, 7)
        square = swatch(tile.colour, (LOW if tile.small else HEIGHT) * scale * 0.7, sign)
        content.expand = True
        content = ft.Row(
            [square, content], spacing=4
        )  # narrower sides make room for all of the number but its sign
    return controls.face(
        content,
        controls.press(tile.act, *tile.about),
        chosen=bool(tile.chosen),
        disabled=tile.reason is not None,
        expand=None,
        padding=sides,
        role="button" if tile.chosen is None else "choice",
        key=tile.key,
    )


FACES = "\u2680\u2681\u2682\u2683\u2684\u2685"
NAMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}

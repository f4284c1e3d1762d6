"""Tables: heads, rows and figures in columns, scrolling sideways where a phone is too narrow for them."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import Grid
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, button, press, screen, soft, text
from views.theme import CARD, GAP_S, HAIRLINE

ROW = 40.0
"""Height of a row, at text size 1."""
LETTER, HEAD_LETTER, SPARE = 8.9, 7.8, 4.0
"""Width of a letter in a cell and in a head, and what is left over, at text size 1."""
WIDEST = 190.0
"""A column is no wider than this, at text size 1."""
SPACING, EDGE = 14, 10
"""What is left between columns, and at the sides."""
FIGURES = frozenset("0123456789.,+-\u2212\u2013\u2014$\u00a3%KM ")


def is_figure(words: str) -> bool:
    """Whether a cell holds a figure or stands for none; those are aligned right."""
    return bool(words) and set(words) <= FIGURES


def lines_of(rows: tuple[tuple[str, ...], ...]) -> tuple[bool, ...]:
    """Which columns hold figures only."""
    return tuple(
        all(is_figure(cell) for cell in column if cell) for column in zip(*rows, strict=True)
    )


def widths(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], scale: float) -> list[float]:
    """How wide each column is, at most so wide that a phone shows a long one whole: then its words wrap.

    Reckoned by letters: a table measures its words once, and as often as not before the fonts have come.
    """
    longest = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        min(WIDEST, max(max(map(len, _halves(head))) * HEAD_LETTER, most) + SPARE) * scale
        for head, most in zip(heads, longest, strict=True)
    ]


def _width(cell: str) -> float:
    """Width of a cell on one line, at text size 1; a figure, which can't go on below, gets all the room it may need."""
    return max(
        len(cell) * LETTER, amounts.room_for(cell, Style.TITLE_SMALL, 1) if is_figure(cell) else 0
    )


def _halves(head: str) -> tuple[str, ...]:
    """A head in two lines, broken where it leaves the column narrowest; whole where it is one word."""
    words = head.split()
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(ways, key=lambda way: max(map(len, way))) if ways else (head,)


def fit_widths(
    heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], scale: float, room: float
) -> list[float]:
    """Widths of columns in so much room: those with words give way, each down to its longest word."""
    wide = widths(heads, rows, scale)
    words = [
        max((len(word) for cell in column for word in cell.split()), default=0)
        for column in zip(*rows, strict=True)
    ]
    of_heads = [max(map(len, head.split()), default=0) * HEAD_LETTER for head in heads]
    least = [
        here if numeric else min(here, (max(most * LETTER, head) + SPARE) * scale)
        for here, numeric, most, head in zip(wide, lines_of(rows), words, of_heads, strict=True)
    ]
    over = sum(wide) + SPACING * (len(wide) - 1) + 2 * EDGE + 2 - room
    spare = sum(wide) - sum(least)
    part = min(1.0, max(0.0, over / spare)) if spare else 0.0
    return [here - (here - low) * part for here, low in zip(wide, least, strict=True)]


def ruled_table(
    heads: tuple[str, ...],
    rows: tuple[tuple[str, ...], ...],
    scale: float,
    room: float = float("inf"),
) -> ft.Control:
    """Rule a table, in so much ``room``. Its cells are read out as cells, its figures stand to the right."""
    numeric, wide = lines_of(rows), fit_widths(heads, rows, scale, room)
    columns = list(zip(numeric, wide, strict=True))

    def cell(
        words: str, style: Style, color: ft.ColorValue, right: bool, width: float
    ) -> ft.Control:
        align = ft.TextAlign.END if right else ft.TextAlign.START
        return ft.Container(text(words, style, color, align=align), width=width)

    return ft.DataTable(
        columns=[
            ft.DataColumn(
                label=cell(head, Style.LABEL_MEDIUM, theme.SOFT_INK, *column), numeric=column[0]
            )
            for head, column in zip(heads, columns, strict=True)
        ],
        rows=[
            ft.DataRow(
                [
                    ft.DataCell(
                        cell(
                            words,
                            Style.BODY_MEDIUM if at else Style.TITLE_SMALL,
                            theme.INK,
                            *column,
                        )
                    )
                    for at, (words, column) in enumerate(zip(row, columns, strict=True))
                ]
            )
            for row in rows
        ],
        column_spacing=SPACING,
        horizontal_margin=EDGE,
        heading_row_height=ROW * scale * (1.3 if any(" " in head for head in heads) else 1),
        data_row_min_height=ROW * min(1.5, scale),
        data_row_max_height=float("inf"),
        divider_thickness=0.6,
    )


def sideways(table: ft.Control) -> ft.Control:
    """Let a table go on to the right, where a phone is too narrow for it."""
    return ft.Row([table], scroll=ft.ScrollMode.AUTO)


def grid(made: Grid, scale: float, room: float = float("inf")) -> ft.Control:
    """Draw a table of a page of the rules, or of a board in so much ``room``, with its title, and its note below."""
    lines: list[ft.Control] = []
    if made.title:
        lines.append(controls.heading(made.title, level=3, style=Style.TITLE_SMALL))
    if made.rows:
        framed = ft.Container(
            ruled_table(made.heads, made.rows, scale, room),
            bgcolor=CARD,
            border=ft.Border.all(1, HAIRLINE),
            border_radius=theme.RADIUS_S,
        )
        lines.append(sideways(framed))
    if made.note:
        lines.append(soft(made.note))
    return controls.column(*lines, spacing=GAP_S)


def words_of(made: Grid) -> str:
    """Everything that a table says, for a search."""
    return " ".join(
        (made.title, made.note, *made.heads, *(cell for row in made.rows for cell in row))
    )


FEW = 10
"""So many rows are there until more are asked for; then there are twice as many."""


def _figures_table(
    heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], scale: float
) -> ft.Control:
    """Rule a table of figures, with a button below it where there are more."""
    shown, show = ft.use_state(FEW)
    table = sideways(ruled_table(heads, rows[:shown], scale))
    if len(rows) <= shown:
        return table
    words = f"Show more of {len(rows):,} rows"
    more = button(
        words, press(show, shown * 2), tone="quiet", icon=ft.Icons.EXPAND_MORE, key="more"
    )
    return controls.column(table, ft.Row([more]))


FiguresTable = controls.memo(screen(_figures_table))

"""Tables: heads, rows and figures in columns, scrolling sideways where a phone is too narrow for them."""

from __future__ import annotations

from collections.abc import Iterable

import flet as ft

from companion.core.show.boards import Grid
from views.components import amounts, controls
from views.components.controls import Control, Controls, Style, soft, text
from views.theme import GAP_S, INK, SOFT_INK

ROW = 40.0
"""Height of a row, at text size 1."""
HALF, SPARE = 0.6, 4.0
"""What a line of a head has of its words, where it has two; and pixels left over beside a cell's words."""
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


def fit_widths(
    heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], scale: float, room: float
) -> list[float]:
    """Widths of columns in so much room: those with words give way, each down to its longest word.

    Reckoned by letters: a table measures its words once, and as often as not before the fonts have come.
    """
    wide, least = [], []
    for head, *cells in zip(heads, *rows, strict=True):
        words = _widest((word for word in head.split()), Style.LABEL_MEDIUM, scale)
        # a head has two lines
        heading = max(words, amounts.room_for(head, Style.LABEL_MEDIUM, scale) * HALF)
        whole = _widest(cells, Style.TITLE_SMALL, scale)
        parts = [part for cell in cells for part in ([cell] if is_figure(cell) else cell.split())]
        wide.append(min(WIDEST * scale, max(heading, whole)))
        least.append(min(wide[-1], max(words, _widest(parts, Style.TITLE_SMALL, scale))))
    over = sum(wide) + SPACING * (len(wide) - 1) + 2 * EDGE + 2 - room
    spare = sum(wide) - sum(least)
    part = min(1.0, max(0.0, over / spare)) if spare else 0.0
    return [here - (here - low) * part for here, low in zip(wide, least, strict=True)]


def _widest(words: Iterable[str], style: Style, scale: float) -> float:
    return max((amounts.room_for(word, style, scale) for word in words), default=0) + SPARE


def ruled_table(
    heads: tuple[str, ...],
    rows: tuple[tuple[str, ...], ...],
    scale: float,
    room: float = float("inf"),
) -> Control:
    """Rule a table, in so much ``room``. Its cells are read out as cells, its figures stand to the right."""
    numeric, wide = lines_of(rows), fit_widths(heads, rows, scale, room)

    def cells(words: tuple[str, ...], first: Style, style: Style, color: ft.ColorValue) -> Controls:
        return [
            ft.Container(
                text(
                    word,
                    style if at else first,
                    color,
                    align=ft.TextAlign.END if numeric[at] else ft.TextAlign.START,
                ),
                width=wide[at],
            )
            for at, word in enumerate(words)
        ]

    labels = cells(heads, Style.LABEL_MEDIUM, Style.LABEL_MEDIUM, SOFT_INK)
    return ft.DataTable(
        columns=[
            ft.DataColumn(label=label, numeric=right)
            for label, right in zip(labels, numeric, strict=True)
        ],
        rows=[
            ft.DataRow(
                [
                    ft.DataCell(cell)
                    for cell in cells(row, Style.TITLE_SMALL, Style.BODY_MEDIUM, INK)
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


def sideways(table: Control) -> Control:
    """Let a table go on to the right, where a phone is too narrow for it."""
    return ft.Row([table], scroll=ft.ScrollMode.AUTO)


def grid(made: Grid, scale: float, room: float = float("inf")) -> Control:
    """Draw a table of a page of the rules, or of a board in so much ``room``, with its title, and its note below."""
    head = controls.subheading(made.title) if made.title else None
    table = None
    if made.rows:
        table = controls.card(sideways(ruled_table(made.heads, made.rows, scale, room)), padding=0)
    return controls.column(
        head,
        table,
        soft(made.note) if made.note else None,
        spacing=GAP_S,
    )


def words_of(made: Grid) -> str:
    """Everything that a table says, for a search."""
    return " ".join(
        (made.title, made.note, *made.heads, *(cell for row in made.rows for cell in row))
    )

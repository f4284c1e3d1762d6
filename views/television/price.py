"""A price on a television, beside the board: what one costs today, the way it went, and who holds how many."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import PriceBoard
from views.boards.look import Look
from views.boards.parts import (
    BOLD,
    LEAST,
    figure,
    panel,
    read_out,
    size_of_figure,
    soft,
    who,
    words,
)
from views.components import amounts, charts, controls
from views.components.controls import screen
from views.state.play.play_snapshot import Person
from views.table.boards.prices import arrow, describe_price, last_change

WIDE = 520
"""Width of the panel."""
TITLE = 62
"""Height of the title, that of the board beside it."""
AXIS = 24
"""Size of the figures beside the line."""


@controls.memo
@screen
def PricePanel(board: PriceBoard, people: tuple[Person, ...], room: Look) -> ft.Control:
    """Draw the price with its line and its holders."""
    seats = {person.key: person for person in people}
    inner = room.of(WIDE - 60)
    price = amounts.figure(board.price, board.unit)
    by = last_change(board)
    change: list[ft.Control] = []
    if by is not None:
        icon, ink = arrow(by)
        moved = amounts.figure(by, board.unit, signed=True) if by else "the same"
        high = size_of_figure([moved], inner * 0.36 - room.of(50), room.of(34))
        change = [ft.Icon(icon, color=ink, size=room.of(38)), words(moved, high, ink, BOLD)]
    size = size_of_figure([price], inner * (0.6 if change else 1), room.of(104))
    now = ft.Row(
        [figure(price, size), ft.Row(change, spacing=room.of(6), tight=True)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        height=room.of(124),
    )
    title = ft.Row([words(board.title, room.of(LEAST), serif=True)], height=room.of(TITLE))
    lines: list[ft.Control] = [title, now]
    look = charts.Look(room.of(AXIS), room.of(5), signs=False)
    lines.append(
        ft.Container(
            charts.plot(board.chart, (), look) if len(board.history) > 1 else None, expand=True
        )
    )
    holders = [holder for holder in board.holders if holder.count]
    if holders:
        token = min(room.of(44), inner / max(4, len(holders)) * 0.42)
        pieces = [
            ft.Row(
                [
                    *who(seats.get(holder.seat), token),
                    figure(str(holder.count), room.of(LEAST)),
                ],
                spacing=room.of(8),
                tight=True,
            )
            for holder in holders
        ]
        lines += [
            soft("Who holds shares", room.of(26)),
            ft.Row(list(pieces), spacing=room.of(20), height=room.of(56)),
        ]
    counts = ", ".join(
        f"{seats[holder.seat].name} {holder.count}" for holder in holders if holder.seat in seats
    )
    said = f"{board.title}. {describe_price(board)}." + (
        f" Who holds shares: {counts}." if counts else ""
    )
    inside = ft.Column(lines, spacing=room.of(6), expand=True)
    return read_out(panel(inside, room, padding=28, width=room.of(WIDE)), said, key="tv-price")

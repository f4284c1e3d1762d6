"""A price: what one costs now, the way it went, who holds how many, and what was traded."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import PriceBoard
from views import theme
from views.boards.look import Look
from views.boards.parts import (
    BOLD,
    LEAST,
    board_buttons,
    figure,
    panel,
    size_of_words,
    soft,
    who,
    words,
)
from views.components import amounts, controls
from views.components.charts import ChartView, in_hand
from views.components.controls import inline, read_out, wrap
from views.components.sections import link_row
from views.state.play.play_state import People, PlaySnapshot, PlayState

CHART = 230.0
"""Height of the chart on a page, at text size 1."""
STRIP, PAGE = 20, 48
"""Size of the price at the head of a sheet, and on its page."""
WIDE = 520
"""Width of the panel beside a board for a room."""


def last_change(board: PriceBoard) -> int | None:
    """How far the last update moved the price; ``None`` if there was none."""
    return board.history[-1][0] - board.history[-2][0] if len(board.history) > 1 else None


def describe_price(board: PriceBoard) -> str:
    """Describe the price in one sentence: what it is, which way it went, and on what roll."""
    said = f"Price now: {amounts.speak(board.price, board.unit)}"
    by, roll = last_change(board), board.history[-1][1]
    if by is None:
        return f"{said}, not moved yet"
    far = f"{'up' if by > 0 else 'down'} {amounts.speak(abs(by), board.unit)}" if by else "the same"
    return f"{said}, {far}, {'put right by hand' if roll is None else f'on a roll of {roll}'}"


def price_now(board: PriceBoard, size: float, letters: float) -> ft.Control:
    """Write the price, and beside it which way it went last."""
    by = last_change(board)
    sign, ink, moved = ft.Icons.TRENDING_FLAT, theme.SOFT_INK, "not moved yet"
    if by is not None:
        moved = amounts.figure(by, board.unit, signed=True) if by else "the same"
    if by:
        up = by > 0
        sign = ft.Icons.TRENDING_UP if up else ft.Icons.TRENDING_DOWN
        ink = theme.GAIN if up else theme.LOSS
    arrow = ft.Icon(sign, ink, letters * 1.2)
    change = inline(arrow, words(moved, letters, ink, BOLD))
    price = figure(amounts.figure(board.price, board.unit), size)
    made = wrap(soft(board.title, letters), price, change, spacing=letters / 2)
    made.run_spacing, made.vertical_alignment = 0, ft.CrossAxisAlignment.CENTER
    return made


def price_panel(board: PriceBoard, people: People, look: Look) -> ft.Control:
    """Draw the price for a room, with its line and its holders."""
    inner = look.of(WIDE - 60)
    price = amounts.figure(board.price, board.unit)
    lines = [price_now(board, size_of_words(price, inner * 0.6, look.of(104)), look.words)]
    if len(board.history) > 1:
        lines.append(ChartView(board.chart, (), look.height * 0.55, look.small))
    said = f"{board.title}. {describe_price(board)}."
    counts = {holder.seat: holder.count for holder in board.holders if holder.count}
    if holders := [person for person in people if person.key in counts]:
        cells = (
            inline(who(person, look.token), figure(str(counts[person.key]), look.of(LEAST)))
            for person in holders
        )
        lines += [soft("Who holds shares", look.small), wrap(cells, spacing=look.gap)]
        names = ", ".join(f"{person.name} {counts[person.key]}" for person in holders)
        said += f" Who holds shares: {names}."
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    inside = panel(ft.Column(lines, alignment=apart), look, width=look.of(WIDE))
    return read_out(inside, said, key="tv-price")


def price_board(state: PlayState, snapshot: PlaySnapshot, board: PriceBoard) -> ft.Control:
    """Draw the broker's page; it takes the height it is given, and scrolls in it."""
    scale = state.scale()
    facts = [controls.chip(f"{label} {said}") for label, said in board.facts]
    chart = ChartView(board.chart, (), CHART * min(1.35, scale), in_hand(scale), key="price-chart")
    inside = controls.column(
        price_line(board, PAGE, scale),
        wrap(facts) if facts else None,
        controls.card(chart),
        board_buttons(state, snapshot, board.taps),
        controls.soft(board.foot),
    )
    return controls.scrolling_column(inside, padding=theme.below(14))


def price_line(board: PriceBoard, size: float, scale: float) -> ft.Control:
    """Show the price in a line, and read it out as a sentence."""
    now = price_now(board, theme.grow(size, scale), theme.grow(15, scale))
    said = f"{board.title}. {describe_price(board)}"
    return read_out(now, said, live=True, identifier="price")


def price_strip(state: PlayState, board: PriceBoard) -> ft.Control:
    """Show the price at the head of a sheet; a tap opens its page."""

    def whole() -> None:
        state.panel.centre = board.title

    return link_row(whole, price_line(board, STRIP, state.scale()), key="price")

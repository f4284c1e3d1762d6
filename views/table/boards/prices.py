"""The prices of shares beside the cards, and the broker's page: what was traded, and who holds what."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core.show.boards import Holder, PriceBoard, Trade
from companion.core.table import sentence
from views import theme
from views.components import amounts, controls
from views.components.charts import ChartView, in_hand
from views.components.controls import Style, button, press, screen, soft, text
from views.components.data_table import ruled_table, sideways
from views.components.player_card import badge
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import Panel, PlayState
from views.table.boards.tote_board import fact
from views.table.boards.track import board_buttons
from views.theme import CARD, GAP, GAP_S, HAIRLINE, RADIUS

FEW = 8
"""So many updates are listed until more are asked for."""
TRADES = 6
"""So many trades are listed until more are asked for."""
TWO_COLUMNS = 560
"""From this width on the list of prices lies beside holdings and trades, at text size 1."""
CHART = 230.0
"""Height of the chart, at text size 1."""


def last_change(board: PriceBoard) -> int | None:
    """How far the last update moved the price; ``None`` if there was none."""
    return board.history[-1][0] - board.history[-2][0] if len(board.history) > 1 else None


def describe_move(by: int, unit: str) -> str:
    """Say which way a price went, and how far."""
    if not by:
        return "the same"
    return f"{'up' if by > 0 else 'down'} {amounts.figure(abs(by), unit)}"


def describe_origin(roll: int | None) -> str:
    """Say what made a price: a roll or a hand."""
    return f"on a roll of {roll}" if roll is not None else "put right by hand"


def describe_price(board: PriceBoard) -> str:
    """Describe the price in one sentence: what it is, which way it went, and on what roll."""
    said = f"Price now: {amounts.speak(board.price, board.unit)}"
    by = last_change(board)
    if by is None:
        return f"{said}, not moved yet"
    far = f"{'up' if by > 0 else 'down'} {amounts.speak(abs(by), board.unit)}" if by else "the same"
    return f"{said}, {far}, {describe_origin(board.history[-1][1])}"


def arrow(by: int | None) -> tuple[ft.IconData, ft.ColorValue]:
    """The sign and the colour for a change; the sign says as much as the colour."""
    if by is None or by == 0:
        return (ft.Icons.TRENDING_FLAT, theme.SOFT_INK)
    return (ft.Icons.TRENDING_UP, theme.GAIN) if by > 0 else (ft.Icons.TRENDING_DOWN, theme.LOSS)


def price_board(
    state: PlayState, snapshot: PlaySnapshot, board: PriceBoard, width: float
) -> ft.Control:
    """Draw the broker's page in its width; it takes the height it is given, and scrolls in it."""
    ways = board_buttons(state, snapshot, board.taps)
    facts = (
        [controls.wrap(*(fact(label, words) for label, words in board.facts))]
        if board.facts
        else []
    )
    scale = state.scale()
    chart = _frame(
        ChartView(board.chart, (), CHART * min(1.35, scale), in_hand(scale), key="price-chart")
    )
    # a phone's panel has the same ways in: there the chart comes first
    wide = width >= TWO_COLUMNS * scale
    order = (
        [_now(board, scale), *ways, *facts, chart]
        if wide
        else [_now(board, scale), *facts, chart, *ways]
    )
    figures_of = PriceFigures(board, snapshot.people, scale, wide=wide, key=f"prices-{board.title}")
    return controls.scrolling_column(
        controls.column(*order, figures_of, spacing=GAP),
        padding=ft.Padding.only(left=14, right=14, bottom=14),
    )


def _now(board: PriceBoard, scale: float) -> ft.Control:
    """Write the price as large as there is room, and beside it which way it went last."""
    by = last_change(board)
    sign, colour = arrow(by)
    words = "not moved yet" if by is None else describe_move(by, board.unit)
    size = ft.TextThemeStyle.DISPLAY_LARGE if scale <= 1.35 else Style.DISPLAY_SMALL
    beside: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(sign, color=colour, size=30),
                text(sentence(words), Style.TITLE_MEDIUM, colour, whole=True),
            ],
            spacing=6,
            tight=True,
        )
    ]
    if by is not None:
        beside.append(soft(sentence(describe_origin(board.history[-1][1])), Style.BODY_MEDIUM))
    inside = ft.Row(
        [
            ft.Column(
                [
                    soft(board.title, Style.LABEL_LARGE),
                    text(amounts.figure(board.price, board.unit), size, whole=True),
                ],
                spacing=0,
                tight=True,
            ),
            ft.Column(beside, spacing=2, tight=True),
        ],
        wrap=True,
        spacing=24,
        run_spacing=4,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    return ft.Semantics(
        content=inside,
        container=True,
        live_region=True,
        label=f"{board.title}. {describe_price(board)}",
        exclude_semantics=True,
        identifier="price",
    )


def _price_figures(
    board: PriceBoard, people: tuple[Person, ...], scale: float, *, wide: bool
) -> ft.Control:
    """Draw what is below the chart: holdings and trades, and the same figures in a list."""
    whole_list, list_all = ft.use_state(False)
    whole_book, book_all = ft.use_state(False)
    held = _card(
        "Who holds what",
        [_holder(holder, board, people) for holder in board.holders] or [_nobody()],
    )
    bought = _card("Bought and sold", _trades(board, people, book_all, whole=whole_book))
    listed = _card("Every price", _history(board, scale, list_all, whole=whole_list))
    blocks: list[ft.Control] = [held, bought, listed]
    if wide:
        blocks = [
            ft.Row(
                [
                    ft.Container(controls.column(held, bought, spacing=GAP), expand=True),
                    ft.Container(listed, expand=True),
                ],
                spacing=GAP,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        ]
    if board.foot:
        blocks.append(
            ft.Container(soft(board.foot), padding=ft.Padding.symmetric(horizontal=GAP_S))
        )
    return controls.column(*blocks, spacing=GAP)


PriceFigures = controls.memo(screen(_price_figures))


def _frame(chart: ft.Control) -> ft.Control:
    return ft.Container(
        chart,
        bgcolor=CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS,
        padding=ft.Padding.only(left=4, right=12, top=8, bottom=4),
    )


def _card(title: str, rows: list[ft.Control]) -> ft.Control:
    return controls.card(
        controls.heading(title, level=3, style=Style.TITLE_MEDIUM), *rows, spacing=4, padding=14
    )


def _nobody() -> ft.Control:
    return soft("Nobody holds a share.", Style.BODY_MEDIUM)


def _who(seat: str, people: tuple[Person, ...]) -> tuple[str, ft.Control | None]:
    person = next((known for known in people if known.key == seat), None)
    return (person.name, badge(person, size=28)) if person else (seat, None)


def _holder(holder: Holder, board: PriceBoard, people: tuple[Person, ...]) -> ft.Control:
    name, sign = _who(holder.seat, people)
    each = amounts.figure(board.price, board.unit)
    who = controls.with_sign(
        sign,
        text(name, Style.TITLE_SMALL),
        soft(f"{holder.count} at {each}" if holder.count else "none"),
    )
    worth = amounts.money(holder.worth, board.unit, style=Style.TITLE_MEDIUM, soft=not holder.count)
    row = controls.beside(who, worth, spacing=GAP)
    count = (
        f"{holder.count} {'share' if holder.count == 1 else 'shares'}"
        if holder.count
        else "no share"
    )
    said = f"{name}: {count}" + (
        f", worth {amounts.speak(holder.worth, board.unit)}" if holder.count else ""
    )
    return _label(row, said)


def _label(row: ft.Control, said: str) -> ft.Control:
    inside = ft.Container(row, padding=ft.Padding.symmetric(vertical=4))
    return ft.Semantics(content=inside, container=True, label=said, exclude_semantics=True)


def _trade(trade: Trade, board: PriceBoard, people: tuple[Person, ...]) -> ft.Control:
    name, sign = _who(trade.seat, people)
    did = "bought" if trade.count > 0 else "sold"
    size = abs(trade.count)
    who = controls.with_sign(sign, text(f"{name} {did} {size}", Style.BODY_MEDIUM))
    row = controls.beside(
        who, soft(f"at {amounts.figure(trade.price, board.unit)}", Style.BODY_MEDIUM), spacing=GAP
    )
    return _label(row, f"{name} {did} {size} at {amounts.speak(trade.price, board.unit)}")


def _trades(
    board: PriceBoard, people: tuple[Person, ...], show: Callable[[bool], None], *, whole: bool
) -> list[ft.Control]:
    if not board.trades:
        return [soft("Nothing has been bought or sold yet.", Style.BODY_MEDIUM)]
    listed = board.trades if whole else board.trades[:TRADES]
    rows = [_trade(trade, board, people) for trade in listed]
    return rows + _more(len(board.trades), TRADES, "trades", show, whole=whole)


def _more(
    count: int, few: int, what: str, show: Callable[[bool], None], *, whole: bool
) -> list[ft.Control]:
    if count <= few:
        return []
    words = f"Only the last {few}" if whole else f"All {count} {what}"
    return [ft.Row([button(words, press(show, not whole), tone="quiet", key=f"all-{what}")])]


def _history(
    board: PriceBoard, scale: float, show: Callable[[bool], None], *, whole: bool
) -> list[ft.Control]:
    """List the prices newest first: which update it was, what was rolled, which way it went, and the price."""
    rows = []
    for at, (price, roll) in enumerate(board.history):
        by = (
            amounts.figure(price - board.history[at - 1][0], board.unit, signed=True)
            if at
            else "\u2013"
        )
        made = "start" if not at else str(roll) if roll is not None else "by hand"
        rows.append((str(at), made, by, amounts.figure(price, board.unit)))
    rows.reverse()
    shown = tuple(rows if whole else rows[:FEW])
    table = sideways(ruled_table(("Update", "Roll", "Change", "Price"), shown, scale))
    return [table, *_more(len(rows), FEW, "prices", show, whole=whole)]


def price_line(board: PriceBoard) -> ft.Control:
    """Show the price in a line, and which way it went."""
    sign, colour = arrow(last_change(board))
    price = text(amounts.figure(board.price, board.unit), Style.TITLE_LARGE, whole=True)
    return ft.Semantics(
        container=True,
        label=describe_price(board),
        exclude_semantics=True,
        content=ft.Row(
            [
                soft(board.title, Style.LABEL_LARGE),
                ft.Row([price, ft.Icon(sign, color=colour, size=20)], spacing=6, tight=True),
            ],
            wrap=True,
            spacing=6,
            run_spacing=0,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    )


def price_strip(state: PlayState, board: PriceBoard) -> ft.Control:
    """Show the price at the head of a sheet, again only when it has changed; a tap opens its page."""
    return controls.Still(_price_strip, state.panel, board, key="price-strip")


def _price_strip(panel: Panel, board: PriceBoard) -> ft.Control:
    def whole() -> None:
        panel.centre = board.title

    inside = ft.Row(
        [
            ft.Container(price_line(board), expand=True),
            soft("History", Style.LABEL_MEDIUM),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, size=18, color=theme.SOFT_INK),
        ],
        spacing=4,
    )
    made = controls.face(
        inside,
        press(whole),
        padding=ft.Padding.symmetric(horizontal=14, vertical=8),
        role="button",
        quiet=True,
        key="price",
    )
    return ft.Row([made])

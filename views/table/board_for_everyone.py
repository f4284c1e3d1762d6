"""The board for everyone: the tote alone on the screen, to be read from across the room. It redraws itself."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import flet as ft

from companion.core.boards import Runner, ToteBoard
from models.errors import StorageError
from models.ledger import Refusal
from views import theme
from views.app_shell import go, not_found, play_route, use_play
from views.components import amounts, controls
from views.components.controls import Style, icon_button, press, soft, text
from views.components.error_boundary import screen, whole_view
from views.components.player_card import badge
from views.state.client import Client, ClientContext
from views.state.play_snapshot import Person
from views.state.play_state import PlayState
from views.table.moments import MomentDialog
from views.table.table import keep_awake
from views.table.tote_board import PLACES, beaten, best, describe_runner, owner_name, per, rate, seat_name, tile
from views.theme import ACCENT, CARD, HAIRLINE, INK, RADIUS, SOFT_INK, TINT

ROW, LEAST, MOST = 64.0, 56.0, 132.0
"""Height of a line if the board scrolls, and its least and greatest height if all lines fit."""
BESIDE = 6
"""From more lines than this two columns are read from farther away than one."""
LONG = 13
"""A name of more letters is written smaller, so that it is seen whole."""
FRAME = 116.0
"""Height of what is above and below the lines."""
TITLE = 34.0
"""Height of the title over the payouts."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of the lines: the number of columns, and the height and width of a line."""

    columns: int
    height: float
    width: float
    scrolls: bool

    @classmethod
    def of(cls, lines: int, width: float, height: float, scale: float) -> BoardLayout:
        """Find the layout in which so many lines can be read from farthest away."""
        columns = 2 if width >= theme.TABLET and lines > BESIDE else 1
        inner = (width - 32 - 16 * (columns - 1)) / columns
        each = (height - FRAME) / max(1, ceil(lines / columns))
        if each >= LEAST and width >= theme.TABLET:
            return cls(columns, min(MOST, each), inner, scrolls=False)
        return cls(columns, ROW * scale, inner, scrolls=True)

    @property
    def name(self) -> float:
        """Size of a name."""
        return min(self.height * 0.34, self.width * 0.058)

    @property
    def figure(self) -> float:
        """Size of what a horse pays."""
        return min(self.height * 0.6, self.width * 0.115)


@whole_view
def EveryonesBoard() -> ft.View:
    """Fill the screen with the tote board of a play."""
    client: Client = ft.use_context(ClientContext)
    play_id = ft.use_route_params().get("play", "")
    use_play(client, play_id)
    try:
        state = client.state(play_id)
        body: ft.Control = Board(client, state, key=play_id)
    except (Refusal, StorageError) as error:
        body = not_found(error.sentence)
    return ft.View(
        route=f"/play/{play_id}/show",
        padding=0,
        controls=[ft.SafeArea(body, expand=True)],
    )


@screen
def Board(client: Client, state: PlayState) -> ft.Control:
    """Draw the first pool of a play as large as it fits; redrawn with every bet, whoever records it."""
    page = ft.context.page

    def come() -> None:
        if client.prefs.awake:
            page.run_task(keep_awake, True)

    def leave() -> None:
        page.run_task(keep_awake, False)

    ft.use_effect(come, dependencies=[client.prefs.awake], cleanup=leave)
    snapshot = state.snapshot
    board = next((one for one in snapshot.boards if isinstance(one, ToteBoard) and not one.book), None)
    if board is None:
        return controls.empty(
            ft.Icons.TV_OFF,
            "No tote here now",
            "When the Tote opens, its board is shown here.",
            controls.button("Back to the table", press(go, play_route(state.play_id, "")), tone="primary"),
        )
    # those that came in first, then those that came in but lost their places
    came = (one for one in board.runners if one.place or one.disqualified)
    run = tuple(sorted(came, key=lambda one: (one.disqualified, one.place)))
    lines = run or board.runners
    wide = client.width >= theme.TABLET
    room = BoardLayout.of(
        max(len(lines), min(len(board.payouts), 8)) * (2 if run and wide else 1),
        client.width,
        client.height - (TITLE if run else 0),
        client.prefs.scale,
    )
    people = snapshot.people
    rows = [_line(one, board, people, room) for one in lines]
    if run:
        rows += _paid(board, people, room)
    return controls.panes(
        _head(client, state, board),
        ft.Container(
            _columns(rows, len(lines), room, run=bool(run)),
            expand=True,
            padding=ft.Padding.symmetric(horizontal=16),
        ),
        _foot(board),
        MomentDialog(client, state.panel, state.panel.moment),
    )


def _columns(rows: list[ft.Control], lines: int, room: BoardLayout, *, run: bool) -> ft.Control:
    """Lay the lines out in columns, down first; after the race the payouts are in the second."""
    first = lines if run else ceil(len(rows) / room.columns)
    sides = [rows[:first], rows[first:]] if room.columns == 2 else [rows]
    made = [
        ft.Column(side, spacing=0, tight=True, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        for side in sides
    ]
    beside = ft.Row(list(made), spacing=16, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Column([beside], expand=True, scroll=ft.ScrollMode.AUTO)


def _head(client: Client, state: PlayState, board: ToteBoard) -> ft.Control:
    """The way back, the title and the pool."""
    wide = client.width >= theme.TABLET
    back = icon_button(ft.Icons.ARROW_BACK, "Back to the table", press(go, play_route(state.play_id, "")))
    title = controls.heading(board.title, level=1, style=Style.HEADLINE_LARGE if wide else Style.HEADLINE_SMALL)
    subtitle = soft(board.subtitle, Style.TITLE_MEDIUM if wide else Style.BODY_SMALL)
    titles = ft.Column([title, subtitle], spacing=0, tight=True)
    pool = amounts.figure(board.pool, board.unit)
    sum_of = ft.Semantics(
        content=ft.Row(
            [
                soft("Pool", Style.TITLE_MEDIUM if wide else Style.BODY_SMALL),
                text(pool, Style.DISPLAY_MEDIUM if wide else Style.HEADLINE_MEDIUM, whole=True),
            ],
            spacing=10,
            tight=True,
        ),
        container=True,
        label=f"Pool: {amounts.spoken(board.pool, board.unit)}",
        exclude_semantics=True,
        live_region=True,
        identifier="pool",
    )
    return ft.Container(
        ft.Row([back, ft.Container(controls.beside(titles, sum_of), expand=True)], spacing=8),
        padding=ft.Padding.only(left=8, right=20, top=8, bottom=8),
    )


def _foot(board: ToteBoard) -> ft.Control:
    """Explain the figures, with the sentence of the board."""
    open_yet = not any(one.place for one in board.runners)
    words = [f"Pays per {per(board.unit)} laid, the stake included." if open_yet else "", board.foot]
    return ft.Container(
        soft(" ".join(one for one in words if one), Style.BODY_MEDIUM),
        padding=ft.Padding.symmetric(horizontal=20, vertical=8),
    )


def _large(words: str, size: float, colour: ft.ColorValue = INK, **more: Any) -> ft.Text:
    """Words in a size of their own: this board is as large as the screen lets it be."""
    return ft.Text(words, size=size, color=colour, font_family=theme.TEXT, weight=ft.FontWeight.W_700, **more)


def _line(runner: Runner, board: ToteBoard, people: tuple[Person, ...], room: BoardLayout) -> ft.Control:
    """Write a horse as large as its line allows: number, name, and what it pays."""
    names = {one.key: one.name for one in people}
    out = bool(runner.out)
    style = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if out else None
    small = max(13.0, room.name * 0.56)
    under = runner.out or " \u00b7 ".join(
        part
        for part in (
            owner_name(runner, names) if runner.owner else "",
            f"{amounts.figure(runner.laid, board.unit)} laid" if runner.laid else "",
        )
        if part
    )
    words: list[ft.Control] = [
        _large(
            runner.name,
            room.name * min(1.0, LONG / max(1, len(runner.name))),
            SOFT_INK if out else INK,
            style=style,
            max_lines=1 if under else 2,
            overflow=ft.TextOverflow.ELLIPSIS,
        )
    ]
    if under:
        words.append(ft.Text(under, size=small, color=SOFT_INK))
    pieces: list[ft.Control] = [
        tile(str(runner.number), runner.colour, size=min(room.height * 0.7, room.width * 0.14), crossed_out=out),
        ft.Column(words, spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER),
    ]
    if runner.place:
        pieces.append(_large(PLACES[runner.place], room.name, ACCENT))
    if not (runner.place and beaten(runner, board)):
        pieces.append(_pays(runner, board, room))
    won = runner.place == 1
    return ft.Semantics(
        content=ft.Container(
            ft.Row(pieces, spacing=14, vertical_alignment=ft.CrossAxisAlignment.CENTER),
            height=room.height - 6 if room.width >= WIDE else None,
            margin=ft.Margin.only(bottom=6),
            padding=ft.Padding.symmetric(horizontal=12),
            bgcolor=TINT if won else CARD,
            border=ft.Border.all(2.5 if won else 1, ACCENT if won else HAIRLINE),
            border_radius=RADIUS,
        ),
        container=True,
        label=describe_runner(runner, board, names),
        exclude_semantics=True,
        key=f"show-{runner.number}",
    )


WIDE = 500
"""From this width on rows are all equally high; on a phone they grow with what they say."""


def _pays(runner: Runner, board: ToteBoard, room: BoardLayout) -> ft.Control:
    if runner.out or not runner.pays or beaten(runner, board):
        return _large("\u2013", room.name, SOFT_INK)
    if rate(runner) is None:
        width = room.width * 0.21
        words = ft.Text(
            runner.pays, size=max(13.0, room.name * 0.6), color=SOFT_INK, text_align=ft.TextAlign.END, max_lines=2
        )
        return ft.Container(words, width=width, alignment=ft.Alignment.CENTER_RIGHT)
    figure = _large(runner.pays, room.figure, no_wrap=True)
    if runner.number not in best(board):
        return figure
    # a sign beside the figure, for whoever can't tell it by its size
    star = ft.Icon(ft.Icons.ARROW_DROP_UP, size=room.figure * 0.8, color=ACCENT)
    return ft.Row([star, figure], spacing=0, tight=True)


def _paid(board: ToteBoard, people: tuple[Person, ...], room: BoardLayout) -> list[ft.Control]:
    """List who is paid how much, or will be, as large as the horses; nothing before the result is there."""
    if not board.payouts:
        said = ft.Text(board.outcome, size=room.name, color=SOFT_INK)
        return [ft.Container(said, padding=ft.Padding.symmetric(horizontal=12, vertical=16))] if board.outcome else []
    icon, title = (ft.Icons.SCHEDULE, "Will be paid") if board.expected else (ft.Icons.CHECK_CIRCLE, "Paid")
    head = ft.Row(
        [ft.Icon(icon, size=22, color=ACCENT), controls.heading(title, level=2, style=Style.TITLE_LARGE)], spacing=8
    )
    rows: list[ft.Control] = [ft.Container(head, height=TITLE, padding=ft.Padding.symmetric(horizontal=12))]
    for seat, amount, working in board.payouts:
        person = next((one for one in people if one.key == seat), None)
        name = seat_name(seat, people)
        sign: ft.Control = (
            badge(person, size=min(room.height * 0.6, 64))
            if person
            else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=min(room.height * 0.5, 48), color=ACCENT)
        )
        row = ft.Row(
            [
                sign,
                ft.Column(
                    [
                        _large(name, room.name, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
                        ft.Text(
                            working or title.lower(),
                            size=max(13.0, room.name * 0.56),
                            color=SOFT_INK,
                        ),
                    ],
                    spacing=0,
                    tight=True,
                    expand=True,
                ),
                _large(
                    (figure := amounts.figure(amount, board.unit)),
                    amounts.size_in(figure, room.width / 3, room.figure * 0.9),
                    no_wrap=True,
                ),
            ],
            spacing=14,
        )
        rows.append(
            ft.Semantics(
                content=ft.Container(
                    row,
                    height=room.height - 6 if room.width >= WIDE else None,
                    margin=ft.Margin.only(bottom=6),
                    padding=ft.Padding.symmetric(horizontal=12),
                    border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
                ),
                container=True,
                label=f"{name} {'will be' if board.expected else 'is'} paid {amounts.spoken(amount, board.unit)}",
                exclude_semantics=True,
            )
        )
    return rows

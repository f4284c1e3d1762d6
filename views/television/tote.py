"""The tote on a television: every horse with what it would pay, then who is paid; and on a phone the same in lines."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import flet as ft

from companion.core.show.boards import Runner, ToteBoard
from views import theme
from views.app_shell import go, play_route
from views.boards.look import Look
from views.boards.parts import figure, read_out, size_of_words, words
from views.boards.parts import soft as in_words
from views.components import amounts, controls
from views.components.controls import Style, icon_button, press, soft, text
from views.components.error_boundary import screen
from views.components.player_card import badge
from views.ending.moments import MomentDialog
from views.state.client import Client
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.boards.tote_board import (
    PLACES,
    beaten,
    best,
    describe_runner,
    owner_name,
    per,
    rate,
    seat_name,
    tile,
)
from views.table.table import use_light
from views.theme import ACCENT, CARD, HAIRLINE, INK, RADIUS, SOFT_INK, TINT

ROW, LEAST, MOST = 64.0, 56.0, 132.0
"""Height of a line if the board scrolls, and its least and greatest height if all lines fit."""
BESIDE = 6
"""From more lines than this two columns are read from farther away than one."""
LONG = 13
"""A name of more letters is written smaller, so that it is seen whole."""
FRAME = 116.0
"""Height of what is above and below the lines on a phone."""
TITLE = 34.0
"""Height of the title over the payouts."""
HEAD_HIGH, FOOT_HIGH = 84, 40
"""Heights of the pool and of what explains the figures, on a television."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of the lines: the number of columns, and the height and width of a line."""

    columns: int
    height: float
    width: float
    scrolls: bool

    @classmethod
    def of(cls, lines: int, width: float, height: float, scale: float) -> BoardLayout:
        """Find the layout in which so many lines can be read from farthest away, in the room that they have."""
        wide = width >= theme.TABLET - 32
        columns = 2 if wide and lines > BESIDE else 1
        inner = (width - 16 * (columns - 1)) / columns
        each = height / max(1, ceil(lines / columns))
        if each >= LEAST and wide:
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


@screen
def OnPhone(client: Client, state: PlayState) -> ft.Control:
    """Draw the first pool of a play in lines that scroll; where there is none, say where the board is seen."""
    use_light(client)
    snapshot = state.snapshot
    board = next(
        (board for board in snapshot.boards if isinstance(board, ToteBoard) and not board.book),
        None,
    )
    back = press(go, play_route(state.play_id, ""))
    if board is None:
        way = controls.button("Back to the table", back, tone="primary")
        return controls.empty(
            ft.Icons.TV, "A board for the room", "Open it on a television or a tablet.", way
        )
    return controls.panes(
        ft.Container(
            ft.Row(
                [
                    icon_button(ft.Icons.ARROW_BACK, "Back to the table", back),
                    ft.Container(_head(board), expand=True),
                ],
                spacing=8,
            ),
            padding=ft.Padding.only(left=8, right=20, top=8, bottom=8),
        ),
        ft.Container(
            _lines(board, snapshot, client.width - 32, client.height - FRAME, client.prefs.scale),
            expand=True,
            padding=ft.Padding.symmetric(horizontal=16),
        ),
        ft.Container(
            soft(_foot(board), Style.BODY_MEDIUM),
            padding=ft.Padding.symmetric(horizontal=20, vertical=8),
        ),
        MomentDialog(client, state.panel, state.panel.moment),
    )


def tote_board(board: ToteBoard, snapshot: PlaySnapshot, room: Look, width: float) -> ft.Control:
    """Draw the pool for the room: its sum above the horses, and below them what the figures say."""
    pool = amounts.figure(board.pool, board.unit)
    said = f"{board.title} \N{MIDDLE DOT} {board.subtitle}"
    head = ft.Row(
        [
            ft.Container(
                words(said, size_of_words(said, width * 0.6, room.of(40)), serif=True), expand=True
            ),
            in_words("Pool", room.of(34)),
            figure(pool, room.of(64)),
        ],
        spacing=room.of(16),
        height=room.of(HEAD_HIGH),
    )
    foot = _foot(board)
    high = room.height - room.of(HEAD_HIGH + FOOT_HIGH)
    label = f"Pool: {amounts.speak(board.pool, board.unit)}"
    return ft.Column(
        [
            read_out(head, label, live=True, identifier="pool"),
            ft.Container(_lines(board, snapshot, width, high, 1), height=high),
            in_words(foot, size_of_words(foot, width, room.of(26), room.of(18))),
        ],
        spacing=0,
    )


def _lines(
    board: ToteBoard, snapshot: PlaySnapshot, width: float, height: float, scale: float
) -> ft.Control:
    """Draw all horses; after the race those that came in, and who is paid."""
    # those that came in first, then those that came in but lost their places
    came = (runner for runner in board.runners if runner.place or runner.disqualified)
    run = tuple(sorted(came, key=lambda runner: (runner.disqualified, runner.place)))
    lines = run or board.runners
    wide = width >= theme.TABLET - 32
    count = max(len(lines), min(len(board.payouts), 8)) * (2 if run and wide else 1)
    room = BoardLayout.of(count, width, height - (TITLE if run else 0), scale)
    rows = [_line(line, board, snapshot.people, room) for line in lines]
    if run:
        rows += _list_payouts(board, snapshot.people, room)
    return _columns(rows, len(lines), room, run=bool(run))


def _columns(rows: list[ft.Control], lines: int, room: BoardLayout, *, run: bool) -> ft.Control:
    """Lay the lines out in columns, down first; after the race the payouts are in the second."""
    first = lines if run else ceil(len(rows) / room.columns)
    sides = [rows[:first], rows[first:]] if room.columns == 2 else [rows]
    made = [
        ft.Column(
            side,
            spacing=0,
            tight=True,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        for side in sides
    ]
    beside = ft.Row(list(made), spacing=16, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Column([beside], expand=True, scroll=ft.ScrollMode.AUTO)


def _head(board: ToteBoard) -> ft.Control:
    """The title and the pool, as a phone has them."""
    title = controls.heading(board.title, level=1, style=Style.HEADLINE_SMALL)
    titles = ft.Column([title, soft(board.subtitle, Style.BODY_SMALL)], spacing=0, tight=True)
    pool = text(amounts.figure(board.pool, board.unit), Style.HEADLINE_MEDIUM, whole=True)
    sum_of = read_out(
        ft.Row([soft("Pool", Style.BODY_SMALL), pool], spacing=10, tight=True),
        f"Pool: {amounts.speak(board.pool, board.unit)}",
        live=True,
        identifier="pool",
    )
    return controls.beside(titles, sum_of)


def _foot(board: ToteBoard) -> str:
    """Explain the figures, with the sentence of the board."""
    open_yet = not any(runner.place for runner in board.runners)
    said = [f"Pays per {per(board.unit)} laid, the stake included." if open_yet else "", board.foot]
    return " ".join(one for one in said if one)


def _large(words: str, size: float, colour: ft.ColorValue = INK, **more: Any) -> ft.Text:
    """Words in a size of their own: this board is as large as the screen lets it be."""
    return ft.Text(
        words, size=size, color=colour, font_family=theme.TEXT, weight=ft.FontWeight.W_700, **more
    )


def _line(
    runner: Runner, board: ToteBoard, people: tuple[Person, ...], room: BoardLayout
) -> ft.Control:
    """Write a horse as large as its line allows: number, name, and what it pays."""
    names = {person.key: person.name for person in people}
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
    lines: list[ft.Control] = [
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
        lines.append(ft.Text(under, size=small, color=SOFT_INK))
    pieces: list[ft.Control] = [
        tile(
            str(runner.number),
            runner.colour,
            size=min(room.height * 0.7, room.width * 0.14),
            crossed_out=out,
        ),
        ft.Column(lines, spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER),
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
        size = size_of_words(runner.pays, room.width * 0.34, room.name * 0.8, 13)
        return words(runner.pays, size, SOFT_INK)
    figure = _large(runner.pays, room.figure, no_wrap=True)
    if runner.number not in best(board):
        return figure
    # a sign beside the figure, for whoever can't tell it by its size
    star = ft.Icon(ft.Icons.ARROW_DROP_UP, size=room.figure * 0.8, color=ACCENT)
    return ft.Row([star, figure], spacing=0, tight=True)


def _list_payouts(
    board: ToteBoard, people: tuple[Person, ...], room: BoardLayout
) -> list[ft.Control]:
    """List who is paid how much, or will be, as large as the horses; nothing before the result is there."""
    if not board.payouts:
        said = ft.Text(board.outcome, size=room.name, color=SOFT_INK)
        return (
            [ft.Container(said, padding=ft.Padding.symmetric(horizontal=12, vertical=16))]
            if board.outcome
            else []
        )
    icon, title = (
        (ft.Icons.SCHEDULE, "Will be paid") if board.expected else (ft.Icons.CHECK_CIRCLE, "Paid")
    )
    head = ft.Row(
        [
            ft.Icon(icon, size=22, color=ACCENT),
            ft.Semantics(content=words(title, TITLE * 0.7), header=True, heading_level=2),
        ],
        spacing=8,
    )
    rows: list[ft.Control] = [
        ft.Container(head, height=TITLE, padding=ft.Padding.symmetric(horizontal=12))
    ]
    for seat, amount, working in board.payouts:
        person = next((person for person in people if person.key == seat), None)
        name = seat_name(seat, people)
        sign: ft.Control = (
            badge(person, size=min(room.height * 0.6, 64))
            if person
            else ft.Icon(
                ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=min(room.height * 0.5, 48), color=ACCENT
            )
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
                label=f"{name} {'will be' if board.expected else 'is'} paid {amounts.speak(amount, board.unit)}",
                exclude_semantics=True,
            )
        )
    return rows

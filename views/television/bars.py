"""Bars on a television: what everybody has, or how far everybody is on a track, each with a token at its end."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.core.show.boards import Bars, Pawn, Track
from companion.core.show.chart import step_of
from views import theme
from views.boards.look import Look
from views.boards.parts import (
    LEAST,
    figure,
    name_of,
    panel,
    read_out,
    size_of_figure,
    size_of_words,
    soft,
    who,
    words,
)
from views.components import amounts, controls
from views.components.controls import screen
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.table.boards.track import describe_pawn, remarks
from views.theme import GAIN, INK, TINT

TITLE, AXIS, PAD = 74, 44, 18
"""Height of the title, and of the figures below; and what is left at both sides."""
NAME, NARROW, MOST_ROW, WITH_DETAIL, INSIDE = 270, 214, 170, 76, 16
"""Width of the names, and where something stands beside; the greatest height of a row, that from which it has a second
line, and what is left at its sides."""
TRACK, TOKEN, GOAL = 26, 60, 4
"""Height of a bar, size of the token at its end, and width of the line at the goal."""
RUNGS = 3
"""About so many figures stand below the bars."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's bar: how far it goes, and what is written at its end and under the name."""

    seat: str
    value: int
    figure: str
    said: str
    detail: str = ""
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Scale:
    """From which figure to which the bars go, in so many pixels."""

    low: int
    high: int
    width: float

    def at(self, value: int) -> float:
        """Where a figure lies."""
        return (value - self.low) / (self.high - self.low) * self.width


def money_bars(board: Bars, snapshot: PlaySnapshot, room: Look, width: float) -> ft.Control:
    """Draw what everybody has, and the goal that wins."""
    up = {standing.seat for standing in snapshot.standings if standing.up}
    rows = []
    for bar in board.bars:
        said = f"{name_of(snapshot, bar.seat)}: {amounts.speak(bar.amount, board.unit)}"
        written = amounts.figure(bar.amount, board.unit)
        detail = f". {bar.detail}" if bar.detail else ""
        rows.append(Row(bar.seat, bar.amount, written, said + detail, bar.detail, bar.seat in up))
    goal: list[ft.Control] = []
    if board.goal is not None:
        wins = f"{amounts.figure(board.goal, board.unit)} wins"
        goal = [
            ft.Icon(ft.Icons.FLAG, size=room.of(34), color=GAIN),
            words(wins, room.of(30), GAIN),
        ]
    values = [bar.amount for bar in board.bars]
    most = max([0, *values, *([board.goal] if board.goal else [])])
    step = step_of(max(1, most - min(0, *values)), RUNGS)
    low = min(0, *values) // step * step
    high = most if most == board.goal else -(-max(most, 1) // step) * step
    marks = tuple(
        (value, amounts.figure(value, board.unit)) for value in range(low, high + 1, step)
    )
    return _panel(board.title, goal, rows, (low, high), board.goal, marks, snapshot, room, width)


def track_board(board: Track, snapshot: PlaySnapshot, room: Look, width: float) -> ft.Control:
    """Draw the pawns in the order of the race, each as far along as it is."""
    home = (board.spaces or max([1, *(pawn.space for pawn in board.pawns)])) + bool(board.spaces)
    rows = [_pawn(pawn, board, snapshot, home) for pawn in board.pawns]
    left = width - room.of(PAD * 2 + 22) - len(board.title) * room.of(LEAST) * 0.56
    said: list[ft.Control] = [soft(board.said, size_of_words(board.said, left, room.of(28)))]
    marks = ((0, "Start"), *(((home, "Home"),) if board.spaces else ()))
    return _panel(
        board.title,
        said,
        rows,
        (0, home),
        home if board.spaces else None,
        marks,
        snapshot,
        room,
        width,
    )


def _pawn(pawn: Pawn, board: Track, snapshot: PlaySnapshot, home: int) -> Row:
    where = "Home" if pawn.home else str(pawn.space) if pawn.space else "Start"
    detail = " \N{MIDDLE DOT} ".join(
        [*(said for said, _ in remarks(pawn) if said != where), pawn.note]
    )
    name = name_of(snapshot, pawn.seat)
    return Row(
        pawn.seat,
        home if pawn.home else pawn.space,
        where,
        describe_pawn(pawn, board, name),
        detail,
        pawn.leads,
    )


def _panel(  # noqa: PLR0917 - the values it is drawn from
    title: str,
    beside: list[ft.Control],
    rows: list[Row],
    ends: tuple[int, int],
    goal: int | None,
    marks: tuple[tuple[int, str], ...],
    snapshot: PlaySnapshot,
    room: Look,
    width: float,
) -> ft.Control:
    high = min(room.of(MOST_ROW), (room.height - room.of(TITLE + AXIS + 16)) / max(1, len(rows)))
    inner = width - 2 * (room.of(PAD + INSIDE) + 1)  # a pixel is the panel's edge
    names = room.of(NARROW if width < room.of(1000) else NAME)
    most = max(room.of(LEAST), min(room.of(56), high * 0.62))
    size = size_of_figure([row.figure for row in rows], inner * 0.3, most)
    figures = max((len(row.figure) for row in rows), default=1) * size * 0.66 + room.of(10)
    token = min(room.of(TOKEN), high * 0.86)
    scale = Scale(*ends, inner - names - figures - token - room.of(24))
    head = ft.Row(
        [
            ft.Semantics(
                content=words(title, room.of(LEAST), serif=True), header=True, heading_level=2
            ),
            ft.Container(expand=True),
            *beside,
        ],
        height=room.of(TITLE),
        margin=ft.Margin.symmetric(horizontal=room.of(INSIDE)),
        spacing=room.of(10),
    )
    sizes = (high, size, figures, token, names)
    lines: list[ft.Control] = [
        BarRow(
            row,
            name_of(snapshot, row.seat),
            snapshot.person(row.seat),
            scale,
            goal,
            room,
            sizes,
            key=row.seat,
        )
        for row in rows
    ]
    below = ft.Stack(
        [
            _mark(said, names + scale.at(value) + token / 2, room, loud=value == goal)
            for value, said in _apart(marks, scale, room)
        ],
        height=room.of(AXIS),
        margin=ft.Margin.only(left=room.of(INSIDE)),  # a long first figure reaches below the names
    )
    inside = ft.Column(
        [head, *lines, ft.Semantics(content=below, exclude_semantics=True)], spacing=0
    )
    return panel(inside, room, padding=PAD, width=width)


def _apart(marks: tuple[tuple[int, str], ...], scale: Scale, room: Look) -> list[tuple[int, str]]:
    """Leave out the marks that would lie on the last one."""
    last = marks[-1] if marks else None
    return [
        mark
        for mark in marks
        if last and (mark == last or scale.at(last[0]) - scale.at(mark[0]) > _wide(last[1], room))
    ]


def _wide(said: str, room: Look) -> float:
    return room.of(16) * (len(said) + 2)


def _mark(said: str, at: float, room: Look, *, loud: bool) -> ft.Control:
    wide = _wide(said, room)
    text = words(said, room.of(26), GAIN if loud else theme.SOFT_INK, align=ft.TextAlign.CENTER)
    return ft.Container(text, left=at - wide / 2, width=wide, top=room.of(4))


@controls.memo
@screen
def BarRow(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    row: Row,
    name: str,
    person: Person | None,
    scale: Scale,
    goal: int | None,
    room: Look,
    sizes: tuple[float, float, float, float, float],
) -> ft.Control:
    """Draw one player's bar between the name and the figure."""
    high, size, figures, token, names = sizes
    wide = names - room.of(16)
    lines: list[ft.Control] = [
        words(name, size_of_words(name, wide, min(room.of(38), high * 0.6), room.of(20)))
    ]
    if row.detail and high >= room.of(WITH_DETAIL):
        lines.append(soft(row.detail, size_of_words(row.detail, wide * 0.88, room.of(26))))
    ink = person.colour if person else theme.ACCENT
    zero, end = scale.at(max(0, scale.low)), scale.at(row.value)
    bar = room.of(TRACK)
    top = (high - bar) / 2
    edge = ft.Border.all(1, ft.Colors.with_opacity(0.55, theme.EDGE))
    ground, wide = ft.Colors.SURFACE_CONTAINER_HIGHEST, abs(end - zero) + token / 2
    left = min(zero, end) + (token / 2 if end < zero else 0)
    pieces: list[ft.Control] = [
        ft.Container(
            left=0,
            top=top,
            height=bar,
            width=scale.width + token,
            bgcolor=ground,
            border_radius=bar / 2,
        ),
        ft.Container(
            left=left,
            top=top,
            height=bar,
            width=wide,
            bgcolor=ink,
            border_radius=bar / 2,
            border=edge,
        ),
    ]
    if goal is not None:
        line = room.of(GOAL)
        left = scale.at(goal) + token / 2 - line / 2
        pieces.append(ft.Container(left=left, top=0, width=line, height=high, bgcolor=GAIN))
    pieces += [ft.Container(one, left=end, top=(high - token) / 2) for one in who(person, token)]
    made = ft.Container(
        ft.Row(
            [
                ft.Container(
                    ft.Column(lines, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
                    width=names,
                ),
                ft.Stack(pieces, width=scale.width + token, height=high),
                ft.Container(
                    figure(row.figure, size, theme.ON_TINT if row.lit else INK),
                    width=figures + room.of(24),
                    alignment=ft.Alignment.CENTER_RIGHT,
                ),
            ],
            spacing=0,
        ),
        height=high,
        padding=ft.Padding.symmetric(horizontal=room.of(INSIDE)),
        bgcolor=TINT if row.lit else None,
        border_radius=room.of(18),
    )
    return read_out(made, row.said, key=f"tv-{row.seat}")

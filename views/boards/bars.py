"""Bars: what everybody has, or how far everybody is on a track, each with a token at its end."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import Bars, Pawn, Track
from models.frozen import frozen
from views.boards.look import Look
from views.boards.parts import (
    LEAST,
    board_buttons,
    figure,
    fitted,
    heading_of,
    name_of,
    panel,
    size_of_words,
    who,
    words,
)
from views.components import amounts, controls
from views.components.controls import Control, Icons, Part, Still, Style, read_out, soft, text
from views.state.play.play_state import Person, PlaySnapshot, PlayState
from views.theme import ACCENT, EDGE, GAIN, GAP_S, INK, ON_TINT, SOFT_INK, TINT, below, sides

NAMES, FIGURES = 0.19, 0.2
"""What the names take of a room's width, and the figures at most."""
TITLE = 74
"""Height of a room's title."""
PAWN = 30.0
"""Size of a pawn on a card."""
DETAILED = 108
"""From this height on a row of a room says more below the name."""


@frozen
class Row:
    """One player's bar: how far it goes, and what is written beside it."""

    seat: str
    name: str
    person: Person | None
    value: int
    figure: str
    said: str
    detail: str
    lit: bool


def money_bars(board: Bars, snapshot: PlaySnapshot, look: Look) -> Control:
    """Draw what everybody has, on the way to the goal that wins."""
    up = {*snapshot.up}
    rows = []
    for bar in board.bars:
        name, person = name_of(snapshot, bar.seat), snapshot.person(bar.seat)
        figure_ = amounts.figure(bar.amount, board.unit)
        spoken = f"{name}: {amounts.speak(bar.amount, board.unit)}"
        said = ". ".join(filter(None, (spoken, bar.detail)))
        lit = bar.seat in up
        rows.append(Row(bar.seat, name, person, bar.amount, figure_, said, bar.detail, lit))
    goal = None
    if board.goal is not None:
        wins = words(f"{amounts.figure(board.goal, board.unit)} wins", look.words, GAIN)
        goal = controls.row(ft.Icon(Icons.FLAG, GAIN, look.title), wins)
    return _in_room(board.title, goal, rows, board.goal or 1, look)


def track_in_room(board: Track, snapshot: PlaySnapshot, look: Look) -> Control:
    """Draw the pawns in the order of the race, each as far along as it is."""
    rows = [_pawn(pawn, board, snapshot) for pawn in board.pawns]
    said = fitted(board.said, look.width * 0.7, look.words, look, SOFT_INK)
    return _in_room(board.title, said, rows, _home(board), look)


def track_board(state: PlayState, snapshot: PlaySnapshot, board: Track) -> Control:
    """Draw a card for each pawn, in the order of the race, and the ways that the track opens."""
    said = read_out(text(board.said, Style.TITLE_MEDIUM), live=True, identifier="track-said")
    home = _home(board)
    foot = board.foot if board.pawns else "No pawn is on the track yet."
    return controls.scrolling_column(
        controls.column(
            controls.heading(board.title),
            said,
            board_buttons(state, snapshot, board.taps),
            [Still(_card, _pawn(pawn, board, snapshot), home) for pawn in board.pawns],
            soft(foot) if foot else None,
        ),
        padding=below(14),
    )


def _home(board: Track) -> int:
    """The space at which a bar ends: one behind the last, or where the first pawn is."""
    if board.spaces:
        return board.spaces + 1
    return max([1, *(pawn.space for pawn in board.pawns)])


def _pawn(pawn: Pawn, board: Track, snapshot: PlaySnapshot) -> Row:
    name, person = name_of(snapshot, pawn.seat), snapshot.person(pawn.seat)
    where = "Home" if pawn.home else f"Space {pawn.space}" if pawn.space else "Start"
    on_track = board.spaces and pawn.space and not pawn.home
    way = f"{where} of {board.spaces}" if on_track else where
    place = ["Leads"] * pawn.leads + ["Last"] * pawn.last
    said = ". ".join(filter(None, (f"{name}, {way}", *place, pawn.note)))
    detail = " \N{MIDDLE DOT} ".join(filter(None, (*place, pawn.note)))
    value = _home(board) if pawn.home else pawn.space
    return Row(pawn.seat, name, person, value, where, said, detail, pawn.leads)


def _in_room(title: str, beside: Part, rows: list[Row], goal: int, look: Look) -> Control:
    """Draw a panel with a row for each player, all equally high, none larger than the figures need."""
    low = min([0, *(row.value for row in rows)])
    high = max([goal, *(row.value for row in rows)])
    tall = (look.height - look.of(TITLE) - look.gap) / max(1, len(rows))
    most = max(look.of(LEAST), min(look.large, tall * 0.62))
    room = look.width * FIGURES
    size = min((size_of_words(row.figure, room, most) for row in rows), default=most)
    figures = max((amounts.width(row.figure, size) for row in rows), default=0)
    sizes = tall, size, figures
    lines = [Still(_row, row, (low, high), sizes, look, key=row.seat) for row in rows]
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    head = controls.row(heading_of(title, look), beside, alignment=apart, height=look.of(TITLE))
    inside = ft.Container(head, padding=sides(look.edge))
    return panel(ft.Column([inside, *lines], spacing=0), look, width=look.width)


def _row(row: Row, ends: tuple[int, int], sizes: tuple[float, float, float], look: Look) -> Control:
    """Draw one player's bar between the name and the figure."""
    tall, size, figures = sizes
    names = look.width * NAMES
    middle, right = ft.MainAxisAlignment.CENTER, ft.Alignment.CENTER_RIGHT
    about = controls.lines(
        fitted(row.name, names, look.words, look),
        fitted(row.detail, names, look.small, look, SOFT_INK)
        if row.detail and tall >= look.of(DETAILED)
        else None,
    )
    about.alignment, about.tight = middle, False
    has = figure(row.figure, size, ON_TINT if row.lit else INK)
    cells = controls.row(
        ft.Container(about, width=names),
        controls.fill(_bar(row, ends, min(look.of(60), tall * 0.86))),
        ft.Container(has, width=figures, alignment=right),
        spacing=look.edge,
    )
    made = ft.Container(
        cells,
        height=tall - look.of(2),
        padding=sides(look.edge),
        bgcolor=TINT if row.lit else None,
        border_radius=look.radius,
    )
    return read_out(made, row.said, key=f"tv-{row.seat}")


def _card(row: Row, home: int) -> Control:
    """Draw one player's bar below the name and the figure."""
    title = Style.TITLE_SMALL
    head = controls.beside(text(row.name, title), text(row.figure, title))
    detail = soft(row.detail) if row.detail else None
    made = controls.card(head, _bar(row, (0, home), PAWN), detail, padding=12, spacing=GAP_S)
    return read_out(made, row.said, key=f"pawn-{row.seat}")


def _bar(row: Row, ends: tuple[int, int], token: float) -> Control:
    """Draw a bar from zero to a value, on the whole way from end to end, with the token at its end."""
    (low, high), value = ends, row.value

    def piece(length: int, colour: ft.ColorValue) -> Part:
        thick, edge = token * 0.4, ft.Border.all(1, EDGE)
        made = ft.Container(height=thick, border_radius=thick / 2, bgcolor=colour, border=edge)
        made.expand = length
        return made if length else None

    ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
    owed = piece(min(0, value) - low, ground)
    gone = piece(abs(value), row.person.colour if row.person else ACCENT)
    left = piece(high - max(0, value), ground)
    sign = who(row.person, token)
    end = (gone, sign) if value >= 0 else (sign, gone)
    return controls.row(owed, end, left, spacing=0)

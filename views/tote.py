"""The tote board on the table: the pool horse by horse as bets come in, and the payouts after the race.

A tap on a horse lays the sheet for a bet on it; where that sheet lies there already, it only names the horse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion.boards import ToteBoard
from companion.kinds import Amount, Words
from views import figures, parts, theme
from views.desk import TURN
from views.draft import asked_now
from views.parts import Style, button, icon_button, press, screen, soft, text
from views.players import badge
from views.shell import go, place
from views.theme import CARD, GAP, GAP_S, HAIRLINE, RADIUS
from views.tote_rows import best, head, line

if TYPE_CHECKING:
    from companion.boards import Runner
    from views.desk import Desk
    from views.person import Person
    from views.picture import Picture

LARGE_TEXT = 1.35
"""From this text size on even a tablet has room for the dense lines only."""


@dataclass(frozen=True, slots=True)
class Picker:
    """What a tap on a horse does at one desk. Equal for equal desks, so that no line is drawn again for it."""

    desk: Desk

    def __call__(self, runner: Runner) -> None:
        """Name the horse on the sheet that lies open, or open one for it."""
        desk, tap = self.desk, runner.tap
        if tap is None:
            return
        draft = desk.draft
        if draft is None or draft.action != tap.action:
            desk.open(tap)
            return
        if desk.pane != TURN:
            desk.look(TURN)
        for question, value in tap.answers.items():
            desk.answer(question, value)


def picked(desk: Desk, board: ToteBoard) -> int:
    """The number of the horse that the sheet on top names; 0 where it names none of them."""
    draft = desk.draft
    if draft is None:
        return 0
    for one in board.runners:
        named = one.tap.answers if one.tap and one.tap.action == draft.action else {}
        if named and all(draft.answers.get(question) == value for question, value in named.items()):
            return one.number
    return 0


def _board_of(desk: Desk, picture: Picture) -> ToteBoard | None:
    """The board on which the sheet on top takes a bet; nothing where it is about something else."""
    draft = desk.draft
    if draft is None or desk.pane != TURN:
        return None
    boards = [one for one in picture.boards if isinstance(one, ToteBoard)]
    known = [one for one in boards if any(line.tap and line.tap.action == draft.action for line in one.runners)]
    return next((one for one in known if picked(desk, one)), known[0] if known else None)


def betting(desk: Desk, picture: Picture) -> bool:
    """Whether the sheet on top takes a bet on a horse of a board."""
    return _board_of(desk, picture) is not None


def naming(desk: Desk, picture: Picture) -> bool:
    """Whether a bet is being taken and its backer or its horse is still to be named: the board says both best."""
    draft = desk.draft
    if draft is None or _board_of(desk, picture) is None:
        return False
    asked = asked_now(picture.game.action(draft.action), draft)
    return asked is not None and not isinstance(asked.kind, Amount | Words)


def glance(desk: Desk, picture: Picture) -> ft.Control | None:
    """Show the line of the horse that a bet is on, while a phone needs the room for the figures."""
    board = _board_of(desk, picture)
    number = picked(desk, board) if board else 0
    if board is None or not number:
        return None
    runner = next(one for one in board.runners if one.number == number)
    most = number in best(board)
    scale = desk.scale()
    shown = line(runner, board, picture.people, Picker(desk), lit=False, most=most, wide=False, scale=scale)
    return ft.Container(shown, padding=ft.Padding.only(left=8, right=12, bottom=6))


def tote_board(desk: Desk, picture: Picture, board: ToteBoard, *, compact: bool) -> ft.Control:
    """Draw a pool or a bookmaker's book. It takes the height it is given, and scrolls in it."""
    scale = desk.scale()
    wide = not compact and scale <= LARGE_TEXT
    lines = ToteLines(
        board,
        picture.people,
        Picker(desk),
        picked(desk, board),
        wide=wide,
        scale=scale,
        key=f"tote-{board.title}",
    )
    return ft.Container(
        ft.Column(
            [_head(desk, board, compact=compact), lines],
            spacing=GAP_S,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        padding=ft.Padding.only(left=8 if compact else 14, right=8 if compact else 14, bottom=8 if compact else 12),
    )


def _head(desk: Desk, board: ToteBoard, *, compact: bool) -> ft.Control:
    """Set the board's title, its figures, and the way to the board for everyone."""

    def everyone() -> None:
        go(place(desk.play_id, "show"))

    name = parts.heading(board.title, style=Style.TITLE_MEDIUM if compact else Style.HEADLINE_SMALL)
    titles: list[ft.Control] = [name, *([soft(board.subtitle)] if board.subtitle else [])]
    said: list[ft.Control] = [
        ft.Row(titles, spacing=10, wrap=True, run_spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    ]
    end: list[ft.Control] = []
    if board.facts and compact:
        said.append(soft(" \u00b7 ".join(f"{label} {words}" for label, words in board.facts)))
    elif board.facts:
        said.append(parts.wrap(*(fact(label, words) for label, words in board.facts)))
    if not board.book and compact:
        end.append(icon_button(ft.Icons.TV, "Board for everyone", press(everyone)))
    elif not board.book:
        end.append(button("Board for everyone", press(everyone), icon=ft.Icons.TV, key="everyone"))
    return ft.Container(
        ft.Row([ft.Column(said, spacing=0 if compact else 4, tight=True, expand=True), *end], spacing=GAP),
        padding=ft.Padding.symmetric(horizontal=4),
    )


def fact(label: str, words: str) -> ft.Control:
    """Show a short figure with its label."""
    ground, ink = theme.TONES["plain"]
    made = ft.Container(
        ft.Row(
            [text(label, Style.LABEL_MEDIUM, ink), text(words, Style.TITLE_SMALL, ink, whole=True)],
            spacing=6,
            tight=True,
        ),
        bgcolor=ground,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=10, vertical=3),
    )
    return ft.Semantics(content=made, container=True, label=f"{label}: {words}", exclude_semantics=True)


def _tote_lines(
    board: ToteBoard, people: tuple[Person, ...], pick: Picker, number: int, *, wide: bool, scale: float
) -> ft.Control:
    """Draw the payouts, if there are any, the lines, and the sentence below them."""
    most = best(board)
    rows = [
        line(
            one,
            board,
            people,
            pick,
            lit=one.number == number,
            most=one.number in most,
            wide=wide,
            scale=scale,
        )
        for one in board.runners
    ]
    shown: list[ft.Control] = []
    if board.payouts:
        shown.append(payouts(board, people))
    shown.append(
        ft.Container(
            ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
            if rows
            else ft.Container(soft("No horse runs yet.", Style.BODY_MEDIUM), padding=GAP),
        )
    )
    if board.foot:
        shown.append(ft.Container(soft(board.foot), padding=ft.Padding.symmetric(horizontal=GAP, vertical=8)))
    return ft.Container(
        ft.Column(
            [
                head(board, wide=wide, scale=scale),
                ft.Column(
                    shown,
                    spacing=0,
                    expand=True,
                    scroll=ft.ScrollMode.AUTO,
                    horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                ),
            ],
            spacing=0,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        bgcolor=CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


ToteLines = parts.memo(screen(_tote_lines))


def seat_name(seat: str, people: tuple[Person, ...]) -> str:
    """Name whoever is paid: a player, else a hat nobody at the table wears."""
    return next((one.name for one in people if one.key == seat), seat.replace("_", " ").capitalize())


def payouts(board: ToteBoard, people: tuple[Person, ...]) -> ft.Control:
    """List who is paid how much after the race, or will be, with the working."""
    title = "Will be paid" if board.expected else "Payouts"
    rows: list[ft.Control] = []
    for seat, amount, working in board.payouts:
        person = next((one for one in people if one.key == seat), None)
        name = seat_name(seat, people)
        sign = badge(person, size=28) if person else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=24)
        words = ft.Column(
            [text(name, Style.TITLE_SMALL), *([soft(working)] if working else [])], spacing=0, tight=True, expand=True
        )
        made = ft.Container(
            ft.Row([sign, words, figures.money(amount, board.unit, signed=True, style=Style.TITLE_LARGE)], spacing=GAP),
            padding=ft.Padding.symmetric(vertical=5),
        )
        whose = f"{name} will be paid" if board.expected else name
        said = f"{whose}: {figures.spoken(amount, board.unit)}" + (f". {working}" if working else "")
        rows.append(ft.Semantics(content=made, container=True, label=said, exclude_semantics=True))
    return ft.Container(
        parts.column(parts.heading(title, level=3, style=Style.TITLE_MEDIUM), *rows, spacing=2),
        padding=GAP,
        bgcolor=theme.PANEL,
        border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
    )

"""A score sheet on a television: the last rounds and those to come, the totals, and who leads in a chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import flet as ft

from companion.core.show.boards import Score, ScoreSheet
from companion.core.table import OWN, listed
from views import theme
from views.boards.parts import (
    BOLD,
    GAP,
    Room,
    figure,
    panel,
    read_out,
    size_of_figure,
    size_of_words,
    soft,
    who,
    words,
)
from views.components import controls
from views.components.charts import ChartView, Look
from views.components.controls import screen
from views.state.play.play_snapshot import Person
from views.table.boards.score_sheet import describe_round, describe_totals, ordinal, points_left
from views.theme import ACCENT, HAIRLINE, INK, LOSS, ON_ACCENT, ON_TINT, SOFT_INK, TINT

SIDE, LABEL, PAD = 520, 96, 20
"""Width of what stands beside the sheet, and of the rounds' names; and what is left at both sides."""
HEADS, TOTALS, ROW, MOST_ROW = 104, 120, 46, 66
"""Heights of the names and of the totals; the least and the greatest of a round."""
MANY = 8
"""More players than this have all the width for the sheet."""
AXIS = 24
"""Size of the figures beside the chart."""


Seats: TypeAlias = Mapping[str, Person]


def _name(seats: Seats, seat: str) -> str:
    return seats[seat].name if seat in seats else seat


def rows_shown(sheet: ScoreSheet, most: int) -> tuple[int, int]:
    """How many rounds are left out at the top, and how many of those to come have room, of so many lines."""
    played, ahead = len(sheet.rounds), len(sheet.to_come)
    if played + ahead <= most:
        return 0, ahead
    shown_ahead = min(ahead, max(1, most - played)) if ahead else 0
    if played + shown_ahead <= most:
        return 0, shown_ahead
    return played - (most - shown_ahead - 1), shown_ahead  # a line says what they came to


@controls.memo
@screen
def ScoreBoard(
    sheet: ScoreSheet, people: tuple[Person, ...], room: Room, width: float, *, over: bool
) -> ft.Control:
    """Draw the sheet, and beside it who leads."""
    seats = {person.key: person for person in people}
    beside = len(sheet.seats) <= MANY
    wide = width - (room.of(SIDE + GAP) if beside else 0)
    parts: list[ft.Control] = [_sheet(sheet, seats, room, wide)]
    if beside:
        parts.append(_leader(sheet, seats, room, over=over))
    return ft.Row(
        parts, spacing=room.of(GAP), expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _sheet(sheet: ScoreSheet, seats: Seats, room: Room, width: float) -> ft.Control:
    names = {key: one.name for key, one in seats.items()}
    room_for_rows = room.inner[1] - room.of(HEADS + TOTALS) - 4
    left_out, ahead = rows_shown(sheet, max(1, int(room_for_rows // room.of(ROW))))
    count = len(sheet.rounds) - left_out + bool(left_out) + ahead
    high = min(room.of(MOST_ROW), room_for_rows / max(1, count))
    label = room.of(LABEL)
    column = (width - 2 * room.of(PAD) - label) / max(1, len(sheet.seats))
    scores = [
        sheet.write(score.points)
        for line in sheet.rounds
        for score in line.scores
        if score.points is not None
    ]
    size = size_of_figure(scores, column * 0.72, min(room.of(42), high * 0.78))
    lines: list[ft.Control] = [_heads(sheet, seats, room, column, label)]
    if left_out:
        before = [sheet.write(running[left_out - 1] or 0) for running in sheet.running]
        cells: list[ft.Control] = [figure(points, size, SOFT_INK) for points in before]
        said = f"After round {sheet.rounds[left_out - 1].label}: " + ", ".join(
            f"{names.get(seat, seat)} {points}"
            for seat, points in zip(sheet.seats, before, strict=True)
        )
        lines.append(
            read_out(
                _line(f"to {sheet.rounds[left_out - 1].label}", cells, room, label, high), said
            )
        )
    lines += [
        read_out(
            _line(
                line.label,
                [_score(score, sheet, size, room) for score in line.scores],
                room,
                label,
                high,
            ),
            describe_round(sheet, line, names),
        )
        for line in sheet.rounds[left_out:]
    ]
    if not sheet.rounds and not ahead:
        lines.append(
            ft.Container(soft("No round is on the sheet yet.", room.of(30)), padding=room.of(24))
        )
    lines += [_round_to_come(sheet, at, room, label, high, ahead) for at in range(ahead)]
    lines += [ft.Container(expand=True), _totals(sheet, names, room, column, label)]
    made = ft.Column(lines, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        made,
        width=width,
        bgcolor=theme.CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=room.of(24),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _line(name: str, cells: list[ft.Control], room: Room, label: float, high: float) -> ft.Control:
    row = ft.Row(
        [
            ft.Container(
                soft(name, size_of_words(name, label, min(room.of(30), high * 0.6))), width=label
            ),
            *(ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER) for cell in cells),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(
        row,
        height=high,
        margin=ft.Margin.symmetric(horizontal=room.of(PAD)),
        border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
    )


def _round_to_come(  # noqa: PLR0917 - the values it is drawn from
    sheet: ScoreSheet, at: int, room: Room, label: float, high: float, shown: int
) -> ft.Control:
    """Draw a round that is still to be played; the last line says how many more there are."""
    more = len(sheet.to_come) - shown
    name = sheet.to_come[at]
    if more and at == shown - 1:
        said = f"{name} {'to' if more > 1 else 'and'} {sheet.to_come[-1]} are still to come"
        return ft.Container(
            soft(said, min(room.of(30), high * 0.6)),
            height=high,
            padding=ft.Padding.only(left=room.of(PAD)),
        )
    blank: list[ft.Control] = [
        ft.Container(width=room.of(22), height=2.5, bgcolor=theme.EDGE, opacity=0.5)
        for _ in sheet.seats
    ]
    return read_out(_line(name, blank, room, label, high), f"Round {name} is still to come")


def _heads(sheet: ScoreSheet, seats: Seats, room: Room, column: float, label: float) -> ft.Control:
    cells: list[ft.Control] = []
    for seat in sheet.seats:
        name = _name(seats, seat)
        ink = SOFT_INK if seat in sheet.out else INK
        pieces = [
            *who(seats.get(seat), room.of(46)),
            words(name, size_of_words(name, column * 0.96, room.of(34), room.of(18)), ink),
        ]
        cells.append(
            ft.Column(
                pieces,
                spacing=room.of(2),
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    said = "Score sheet of " + listed(_name(seats, seat) for seat in sheet.seats)
    return read_out(_line("", cells, room, label, room.of(HEADS)), said, header=True)


def _score(score: Score, sheet: ScoreSheet, size: float, room: Room) -> ft.Control:
    """Write a score with its penalty, its sign and its frame."""
    if score.points is None:
        return soft("\N{EN DASH}", size)
    quiet = score.crossed_out
    ink = SOFT_INK if quiet else ON_TINT if score.frame else INK
    weight = BOLD if score.frame else ft.FontWeight.W_500
    pieces: list[ft.Control] = [
        figure(sheet.write(score.points), size, ink, weight, crossed_out=quiet)
    ]
    if score.extra:
        pieces.append(words(f"+{score.extra}", size * 0.62, SOFT_INK if quiet else LOSS))
    if score.sign in sheet.icons:
        pieces.append(ft.Icon(theme.icon(sheet.icons[score.sign]), size=size * 0.72, color=ACCENT))
    made = ft.Row(pieces, spacing=room.of(6), tight=True)
    if not score.frame or quiet:
        return made
    return ft.Container(
        made,
        bgcolor=TINT,
        border=ft.Border.all(1.5, ACCENT),
        border_radius=room.of(10),
        padding=ft.Padding.symmetric(horizontal=room.of(12)),
    )


def _totals(
    sheet: ScoreSheet, names: dict[str, str], room: Room, column: float, label: float
) -> ft.Control:
    """Write the totals, each with its place; who leads stands on the accent."""
    totals = [sheet.write(total) for total in sheet.totals]
    size = size_of_figure(totals, column * 0.78, room.of(62))
    cells: list[ft.Control] = []
    for at, total in enumerate(totals):
        leads = bool(sheet.rounds) and sheet.ranks[at] == 1 and sheet.seats[at] not in sheet.out
        left = points_left(sheet, at)
        under = (
            "out"
            if sheet.seats[at] in sheet.out
            else ordinal(sheet.ranks[at])
            if sheet.rounds
            else ""
        )
        if left is not None and sheet.rounds:
            under += f", {left} left"
        ink: ft.ColorValue = ON_ACCENT if leads else SOFT_INK if under == "out" else ON_TINT
        pieces: list[ft.Control] = [figure(total, size, ink)]
        if under:
            pieces.append(words(under, size_of_words(under, column * 0.8, room.of(24)), ink))
        column_of = ft.Column(
            pieces, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        )
        cells.append(
            ft.Container(
                column_of,
                bgcolor=ACCENT if leads else None,
                border_radius=room.of(18),
                padding=ft.Padding.symmetric(horizontal=room.of(14), vertical=room.of(2)),
            )
        )
    row = _line("Total", cells, room, label, room.of(TOTALS))
    return read_out(
        ft.Container(row, bgcolor=TINT), describe_totals(sheet, names), identifier="totals"
    )


def _leader(sheet: ScoreSheet, seats: Seats, room: Room, *, over: bool) -> ft.Control:
    """Say who leads and by how much, above everybody's line from round to round."""
    inner = room.of(SIDE - 60)
    title, said, first = _lead(sheet, seats, over=over)
    head = ft.Row(
        [
            *(who(seats.get(first), room.of(62)) if first else ()),
            ft.Column(
                [
                    words(
                        title,
                        size_of_words(
                            title, inner - room.of(80) * bool(first), room.of(40), room.of(24)
                        ),
                    ),
                    *(
                        [
                            soft(
                                said,
                                size_of_words(said, inner - room.of(80), room.of(28), room.of(20)),
                            )
                        ]
                        if said
                        else []
                    ),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
        ],
        spacing=room.of(16),
        height=room.of(96),
    )
    lines: list[ft.Control] = [read_out(head, f"{title}. {said}" if said else title)]
    note = next((line.note for line in reversed(sheet.rounds) if line.note), "")
    if len(sheet.rounds) > 1:
        look = Look(room.of(AXIS), room.of(4.5), room.of(40), room.of(34), places=4, signs=False)
        high = room.inner[1] - room.of(96 + (110 if note else 40))
        lines.append(ChartView(sheet.chart, tuple(seats.values()), high, look))
    if note:
        lines.append(
            soft(note, size_of_words(note, inner * 1.8, room.of(28), room.of(20)), lines=2)
        )
    return panel(ft.Column(lines, spacing=room.of(10)), room, padding=28, width=room.of(SIDE))


def _lead(sheet: ScoreSheet, seats: Seats, *, over: bool) -> tuple[str, str, str]:
    """Who leads, and by how many points; and the token that stands beside it."""
    order = sorted(
        (at for at in range(len(sheet.seats)) if sheet.seats[at] not in sheet.out),
        key=lambda at: sheet.ranks[at],
    )
    if not sheet.rounds or not order:
        return "Nobody leads yet", "", ""
    first = [at for at in order if sheet.ranks[at] == sheet.ranks[order[0]]]
    names = listed(_name(seats, sheet.seats[at]) for at in first)
    if sheet.seats[first[0]].startswith(OWN):  # a team's name may be singular or plural
        head = f"{names} won" if over else f"In front: {names}"
    else:
        head = f"{names} {('win' if over else 'lead') if len(first) > 1 else 'wins' if over else 'leads'}"
    if len(first) > 1:
        return head, f"with {sheet.write(sheet.totals[first[0]])} each", ""
    said = ""
    if len(order) > 1:
        by = sheet.totals[order[1]] - sheet.totals[order[0]]
        word = "fewer" if by > 0 else "more"
        said = f"{sheet.write(abs(by))} {word} than {_name(seats, sheet.seats[order[1]])}"
    return head, said, sheet.seats[first[0]]

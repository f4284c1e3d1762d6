"""Lanes on a television: everybody once, in the lane where they are, with what they need for the next."""

from __future__ import annotations

from math import ceil

import flet as ft

from companion.core.show import player_colours
from companion.core.show.boards import Lane, Lanes
from companion.core.show.cards import Check, Holding, Standing
from views import theme
from views.boards.look import Look
from views.boards.parts import (
    BOLD,
    GAP,
    LEAST,
    LETTER,
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
from views.components import controls
from views.components.controls import screen
from views.components.player_card import describe_standing, spoken_figure
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.theme import GAIN, INK, LOSS, SOFT_INK

HEAD, TWO_LINES, INSIDE = 98, 138, 14
"""Height of a lane's title, the same where its note takes two lines, and what is left around and between its cards."""
TALL = 200
"""From this height on a card has room for another line."""
DIGIT, SIGN = 0.62, 2.2
"""Width of a letter, where many are figures, and of the sign before and the gap after, in parts of their size."""
PLACE = 0.82
"""Width of a card that is held, in parts of its height."""
ABREAST = 3
"""From more cards than this a lane has two columns, and the width of two lanes."""
ALONE = 4
"""Up to so many cards lie two by two in a lane that is the only one."""
LARGE = 1.4
"""How much larger a card alone in a wide lane may be written."""


def columns_of(lanes: Lanes) -> list[int]:
    """How many cards lie beside each other in each lane."""
    if len(lanes.lanes) == 1:
        count = len(lanes.lanes[0].seats)
        return [min(2, count) if count <= ALONE else min(4, ceil(count / 2))]
    return [2 if len(lane.seats) > ABREAST else 1 for lane in lanes.lanes]


def lanes_board(board: Lanes, snapshot: PlaySnapshot, room: Look, width: float) -> ft.Control:
    """Draw all lanes side by side, in the width that they have."""
    columns = columns_of(board)
    each = (width - room.of(GAP) * (len(columns) - 1)) / sum(columns)
    made: list[ft.Control] = [
        _lane(
            lane,
            snapshot,
            room,
            each * count,
            count,
            titled=len(columns) > 1,
            crowded=max(columns) > 1,
        )
        for lane, count in zip(board.lanes, columns, strict=True)
    ]
    return ft.Row(
        made, spacing=room.of(GAP), expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _lane(
    lane: Lane,
    snapshot: PlaySnapshot,
    room: Look,
    width: float,
    columns: int,
    *,
    titled: bool,
    crowded: bool,
) -> ft.Control:
    standings = {standing.seat: standing for standing in snapshot.standings}
    inside, gap = (room.of(INSIDE), room.of(INSIDE)) if titled else (0.0, room.of(GAP))
    across = (width - 2 * inside - gap * (columns - 1)) / columns
    down = max(1, ceil(len(lane.seats) / columns))
    cells = [standings[seat] for seat in lane.seats if seat in standings]
    head_high = room.of((TWO_LINES if crowded else HEAD) if titled else 0)
    high = room.height - head_high - inside
    # a card is as high as one of two in its lane, or lower where there are more
    least = 2 if titled else 1
    height = (high - gap * (max(least, down) - 1)) / max(least, down)
    height = min(height, room.of(300))
    rows: list[ft.Control] = []
    for start in range(0, len(cells), columns):
        row: list[ft.Control] = [
            Card(lane, snapshot.person(lane.seat), room, across, height, key=lane.seat)
            for lane in cells[start : start + columns]
        ]
        rows.append(ft.Row(row, spacing=gap))
    if lane.next_up and len(cells) < least:
        rows.append(_next_up(lane.next_up, snapshot, room, across, height))
    if not titled:
        return ft.Column(rows, spacing=gap, expand=True, alignment=ft.MainAxisAlignment.CENTER)
    if not rows:
        nobody = soft("Nobody yet", room.of(30))
        rows.append(ft.Container(nobody, padding=room.of(10)))
    note_room = width - 2 * inside - room.of(20)
    head = ft.Container(
        ft.Column(
            [
                words(lane.title, room.of(36), serif=True),
                soft(
                    lane.note,
                    size_of_words(lane.note, note_room * (1.5 if crowded else 1), room.of(24)),
                    lines=2,
                ),
            ],
            spacing=room.of(2),
            tight=True,
        ),
        height=head_high - gap,
        padding=ft.Padding.only(left=room.of(10), top=room.of(14)),
    )
    return ft.Container(
        ft.Column([ft.Semantics(content=head, header=True, heading_level=2), *rows], spacing=gap),
        expand=columns,
        padding=ft.Padding.only(left=inside, right=inside, bottom=inside),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=room.of(26),
    )


@controls.memo
@screen
def Card(
    standing: Standing, person: Person | None, room: Look, width: float, height: float
) -> ft.Control:
    """Set a player's name and figure, what is held, and what is still needed, each line as large as it fits."""
    name = person.name if person else standing.seat
    inner = width - room.of(44)
    lines = _lines(standing, room, inner, height)
    big = LARGE if width > room.of(600) else 1
    top = min(room.of(64 * big), height * (0.31 if len(lines) < 3 else 0.25))
    left = inner - top - room.of(20)
    most = min(room.of(60 * big), top)
    name_size = size_of_words(name, left * 0.46, most * 0.7, room.of(24))
    taken = min(left * 0.5, (len(name) + 1) * name_size * LETTER)
    money = size_of_figure([standing.figure], left - taken - room.of(8), most)
    head = ft.Row(
        [
            *who(person, top),
            ft.Container(words(name, name_size, SOFT_INK if standing.out else INK), expand=True),
            figure(standing.figure, money, SOFT_INK if standing.out else INK),
        ],
        spacing=room.of(14),
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    inside = ft.Column(
        [head, *lines],
        spacing=min(room.of(14), height * (0.06 if len(lines) < 3 else 0.03)),
        alignment=ft.MainAxisAlignment.CENTER,
    )
    made = panel(inside, room, lit=standing.up, height=height, width=width)
    away = person is not None and person.away
    said = ". ".join(
        part
        for part in (
            describe_standing(standing, name, away=away).replace(
                standing.figure, spoken_figure(standing)
            ),
            *(
                f"{check.text}: {'done' if check.done else check.detail or 'missing'}"
                for check in standing.checks
            ),
        )
        if part
    )
    return read_out(made, said, key=f"tv-{standing.seat}", expand=None)


def _lines(standing: Standing, room: Look, width: float, height: float) -> list[ft.Control]:
    """Lay out what is held, and what is needed; a debt stands at the right of what is held."""
    needs = [(check, said) for check in standing.checks if (said := _brief(check))]
    most = min(room.of(LEAST), height * 0.15)
    apart = (
        len(needs) > 1
        and height > room.of(TALL)
        and _needs_size(needs[-2:], width, most) < most * 0.8
    )
    big = LARGE if width > room.of(556) else 1
    high = min(room.of(52 * big), height * (0.18 if apart else 0.22))
    debt = standing.debt.text if standing.debt.tone == "bad" else ""
    # as large as all of them have room beside each other
    high = min(high, (width / max(1, len(standing.holdings)) - room.of(8)) / PLACE)
    places = [_slot(holding, high) for holding in standing.holdings]
    end: list[ft.Control] = []
    left = width - len(places) * (high * PLACE + room.of(8)) - room.of(8)
    if debt:
        end = [figure(debt, size_of_figure([debt], left, most), LOSS)]
    elif places and len(needs) > 1:
        end = _needs([needs.pop(0)], left, most)
    rows: list[ft.Control] = []
    if places or end:
        held = ft.Row(places, spacing=room.of(8), tight=True)
        rows.append(ft.Row([held, ft.Container(expand=True), *end], height=high, spacing=0))
    if apart:
        rows += _needs(needs, width, most, apart=True)
    elif needs:
        rows.append(ft.Row(_needs(needs, width, most), spacing=most * 0.5, tight=True))
    elif not standing.checks and (said := _remarks(standing)):
        rows.append(
            soft(said, size_of_words(said, width * 1.8, room.of(30 * big), room.of(22)), lines=2)
        )
    return rows


def _remarks(standing: Standing) -> str:
    """What a card says of a player besides."""
    said = (standing.rank.text, standing.subtitle, *(chip.text for chip in standing.chips))
    return " \N{MIDDLE DOT} ".join(part for part in said if part) or standing.note


def _needs_size(needs: list[tuple[Check, str]], width: float, most: float) -> float:
    """The size in which things that are needed have room on one line."""
    return min(most, width / (DIGIT * sum(len(said) for _, said in needs) + SIGN * len(needs)))


def _needs(
    needs: list[tuple[Check, str]], width: float, most: float, *, apart: bool = False
) -> list[ft.Control]:
    """Say things that are needed in the size in which they have room on one line, or each on one of its own."""
    size = (
        min(_needs_size([need], width, most) for need in needs)
        if apart
        else _needs_size(needs, width, most)
    )
    return [_need(check, said, size) for check, said in needs]


def _brief(check: Check) -> str:
    """What is said of a check across the room."""
    if check.brief is not None:
        return check.brief
    return check.detail or check.text


def _need(check: Check, said: str, size: float) -> ft.Control:
    """Say one thing that is needed, or there, with its sign."""
    icon = ft.Icons.CHECK if check.done else ft.Icons.CLOSE
    ink = GAIN if check.done else SOFT_INK
    return ft.Row(
        [ft.Icon(icon, size=size, color=ink), words(said, size, ink)],
        spacing=size * 0.2,
        tight=True,
    )


def _slot(holding: Holding, size: float) -> ft.Control:
    """Show a card that is held, by its colour and a letter, or the place for one."""
    width = size * PLACE
    if not holding.text:
        return ft.Container(
            width=width,
            height=size,
            border_radius=size / 6,
            border=ft.Border.all(2.5, theme.EDGE),
            opacity=0.7,
        )
    known = player_colours.valid_colour(holding.colour, player_colours.HOUSE_ACCENT)
    sign = holding.sign or holding.text[:1].upper()
    ink: ft.ColorValue = player_colours.ink_on(known) if holding.counts else SOFT_INK
    return ft.Container(
        words(sign, size * 0.5, ink, BOLD),
        width=width,
        height=size,
        alignment=ft.Alignment.CENTER,
        border_radius=size / 6,
        bgcolor=known if holding.counts else ft.Colors.TRANSPARENT,
        border=ft.Border.all(1.5, ft.Colors.with_opacity(0.55, theme.EDGE)),
    )


def _next_up(
    next_up: tuple[str, str], snapshot: PlaySnapshot, room: Look, width: float, height: float
) -> ft.Control:
    """Say who is about to come into a lane, and with what."""
    seat, needs = next_up
    name = name_of(snapshot, seat)
    inner = width - room.of(48)
    inside = ft.Column(
        [
            soft("Next up", room.of(28)),
            ft.Row(
                [
                    *who(snapshot.person(seat), room.of(56)),
                    words(name, room.of(40), weight=BOLD, expand=True),
                ],
                spacing=room.of(14),
            ),
            words(
                needs,
                size_of_words(needs, inner * 1.9, room.of(LEAST)),
                weight=ft.FontWeight.W_500,
                lines=2,
            ),
        ],
        spacing=room.of(10),
        alignment=ft.MainAxisAlignment.CENTER,
    )
    made = ft.Container(
        inside,
        width=width,
        height=height,
        padding=ft.Padding.symmetric(horizontal=room.of(24)),
        border=ft.Border.all(room.of(3), theme.EDGE),
        border_radius=room.of(22),
    )
    return read_out(made, f"Next up: {name} {needs}")

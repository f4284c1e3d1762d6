"""Lanes for a room: everybody once, in the lane where they are, with what they need for the next."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import flet as ft

from companion.core.show.boards import Lane, Lanes
from companion.core.show.cards import Check, Standing
from views import theme
from views.boards.look import Look
from views.boards.parts import (
    BOLD,
    LEAST,
    figure,
    fitted,
    name_of,
    panel,
    size_of_words,
    soft,
    who,
    words,
)
from views.components import amounts
from views.components.controls import Controls, fill, headed, inline, memo, read_out, row, tiles
from views.components.player_card import PLACE, describe_standing, slot
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.theme import GAIN, INK, LOSS, SOFT_INK

HEAD, INSIDE = 122, 14
"""Height of a lane's title and its note, and what is left around and between its cards."""
TALLEST, ROOMY = 300, 200
"""The greatest height of a card, and that from which its letters are larger."""
ABREAST = 3
"""From more cards than this a lane has two columns, and the width of two lanes."""
ALONE = 4
"""Up to so many cards lie two by two in a lane that is the only one."""


def columns_of(lanes: Lanes) -> list[int]:
    """How many cards lie beside each other in each lane."""
    if len(lanes.lanes) == 1:
        count = len(lanes.lanes[0].seats)
        return [min(2, count) if count <= ALONE else min(4, ceil(count / 2))]
    return [2 if len(lane.seats) > ABREAST else 1 for lane in lanes.lanes]


def lanes_board(board: Lanes, snapshot: PlaySnapshot, look: Look) -> ft.Control:
    """Draw all lanes side by side; one alone has no title."""
    columns = columns_of(board)
    each = (look.width - look.gap * (len(columns) - 1)) / sum(columns)
    if len(columns) == 1:
        cards = _cards(board.lanes[0], snapshot, look, columns[0])
        return ft.Column([cards], alignment=ft.MainAxisAlignment.CENTER)
    lanes = (
        _lane(lane, snapshot, replace(look, width=each * count), count)
        for lane, count in zip(board.lanes, columns, strict=True)
    )
    stretch = ft.CrossAxisAlignment.STRETCH
    return row(lanes, spacing=look.gap, vertical_alignment=stretch)


def _lane(lane: Lane, snapshot: PlaySnapshot, look: Look, columns: int) -> ft.Control:
    gap = look.of(INSIDE)
    inner = look.width - 2 * gap
    title = words(lane.title, look.title, serif=True)
    note = fitted(lane.note, inner - gap, look.small, look, SOFT_INK)
    titles = ft.Column([title, note], spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    head = ft.Container(titles, height=look.of(HEAD), padding=theme.sides(gap))
    inside = replace(look, width=inner, height=look.height - look.of(HEAD) - 2 * gap)
    cards = _cards(lane, snapshot, inside, columns)
    return ft.Container(
        ft.Column([headed(head, 2), cards], spacing=gap),
        width=look.width,
        padding=theme.sides(gap),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=look.radius,
    )


def _cards(lane: Lane, snapshot: PlaySnapshot, look: Look, columns: int) -> ft.Control:
    """Draw the cards of a lane in its columns, each as high as one of two, or lower where there are more."""
    standings = [one for seat in lane.seats for one in snapshot.standings if one.seat == seat]
    gap = look.of(INSIDE)
    down = max(2, ceil(len(standings) / columns))
    high = min(look.of(TALLEST), (look.height - gap * (down - 1)) / down)
    each = replace(look, width=(look.width - gap * (columns - 1)) / columns, height=high)
    cards = [Card(one, snapshot.person(one.seat), each, key=one.seat) for one in standings]
    if lane.next_up and len(cards) < down:
        cards.append(_next_up(lane.next_up, snapshot, each))
    nobody = ft.Container(soft("Nobody yet", look.small), padding=gap)
    return tiles(cards, columns, gap) if cards else nobody


@memo
def Card(standing: Standing, person: Person | None, look: Look) -> ft.Control:
    """Set a player's name and figure, what is held, and what is still needed, as far as there is room."""
    name = person.name if person else standing.seat
    ink, height = SOFT_INK if standing.out else INK, look.height
    inner = look.width - 2 * look.gap
    most = look.large if height >= look.of(ROOMY) else max(look.of(LEAST), look.figure)
    most = min(most, height * 0.7)
    size = size_of_words(standing.figure, inner * 0.48, most)
    left = inner - most - amounts.width(standing.figure, size) - look.gap * 2
    head = row(
        who(person, most),
        fill(fitted(name, left, look.title, look, ink)),
        figure(standing.figure, size, ink),
        spacing=look.gap / 2,
        height=most * 1.15,
    )
    lines: Controls = [head]
    room = height - most * 1.15 - look.gap
    for high, line in _lines(standing, look, inner, max(look.of(LEAST), most * 0.75)):
        room -= high + look.of(6)
        if room >= 0:
            lines.append(line)
    inside = ft.Column(lines, spacing=look.of(6), alignment=ft.MainAxisAlignment.CENTER)
    made = panel(inside, look, lit=standing.up, height=height, width=look.width)
    away = person is not None and person.away
    checks = (
        f"{check.text}: {'done' if check.done else check.detail or 'missing'}"
        for check in standing.checks
    )
    said = ". ".join((describe_standing(standing, name, away=away), *checks))
    return read_out(made, said, key=f"tv-{standing.seat}")


def _lines(
    standing: Standing, look: Look, width: float, size: float
) -> list[tuple[float, ft.Control]]:
    """Lay out what is held, and what is needed, each line with its height; a debt stands beside what is held."""
    briefs = (
        (check, check.detail or check.text if check.brief is None else check.brief)
        for check in standing.checks
    )
    needs = [(check, brief) for check, brief in briefs if brief]
    needs.sort(key=lambda need: need[0].done)
    slots = [slot(holding, size) for holding in standing.holdings]
    left = width - len(slots) * (size * PLACE + look.of(6))
    beside: ft.Control | None = None
    if standing.debt.tone == "bad":
        debt = standing.debt.text
        beside = figure(debt, size_of_words(debt, left - look.of(10), look.words), LOSS)
    elif slots and len(needs) > 1 and look.words + amounts.width(needs[0][1], look.small) <= left:
        beside = _need(*needs.pop(0), look, 0)
    lines: list[tuple[float, ft.Control]] = []
    if slots or beside:
        held = ft.Row(slots, spacing=look.of(6), tight=True)
        apart = ft.MainAxisAlignment.SPACE_BETWEEN
        lines.append((size, row(held, beside, alignment=apart, height=size)))
    lines += [(look.small * 1.2, _need(*need, look, width)) for need in needs]
    remarks = (standing.rank.text, standing.subtitle, *(chip.text for chip in standing.chips))
    said = " \N{MIDDLE DOT} ".join(filter(None, remarks)) or standing.note
    if said and not standing.checks:
        lines.append((look.small * 2.3, fitted(said, width, look.small, look, SOFT_INK)))
    return lines


def _need(check: Check, said: str, look: Look, width: float) -> ft.Control:
    """Say one thing that is needed, or there, with its sign."""
    icon = ft.Icons.CHECK if check.done else ft.Icons.CLOSE
    ink = GAIN if check.done else SOFT_INK
    said_in = fitted(said, width - look.words, look.words, look, ink, lines=1)
    return inline(ft.Icon(icon, ink, look.small), said_in)


def _next_up(next_up: tuple[str, str], snapshot: PlaySnapshot, look: Look) -> ft.Control:
    """Say who is about to come into a lane, and with what."""
    seat, needs = next_up
    name = name_of(snapshot, seat)
    inner = look.width - 2 * look.gap
    named = fitted(name, inner - look.large, look.title, look, weight=BOLD, lines=1)
    player = row(*who(snapshot.person(seat), look.token), named, spacing=look.gap / 2)
    said = fitted(needs, inner, look.words, look)
    inside = ft.Column(
        [soft("Next up", look.small), player, said],
        spacing=look.of(8),
        alignment=ft.MainAxisAlignment.CENTER,
    )
    made = panel(inside, look, width=look.width, height=look.height)
    return read_out(made, f"Next up: {name} {needs}")

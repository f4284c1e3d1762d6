"""Where the money came from and where it went: bars with their figures, biggest first, and the same as a table."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.statistics.one_play import Flows, Stream, joined
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, press, soft, text
from views.components.data_table import ruled
from views.components.player_card import badge
from views.state.play_snapshot import Person
from views.table.tote_board import fact

PARTS = 1000
"""A bar is drawn in so many parts of the width."""
EVERYBODY = "Everybody"
CAME, WENT = "Came in", "Went out"


def flows_card(
    flows: tuple[Flows, ...],
    people: tuple[Person, ...],
    seat: str,
    pick: Callable[[str], object],
    scale: float,
    *,
    tables: bool,
) -> ft.Control:
    """Show where the money of one player, or of everybody together, came from and went."""
    blocks: list[ft.Control] = [
        controls.heading("Where the money came from and went", level=2, style=Style.TITLE_LARGE),
        _whose(people, seat, pick),
    ]
    for one in flows:
        if one.seat == seat:
            blocks += _listed(one, scale) if tables else _drawn(one)
    if not seat:
        blocks.append(soft("What players pay each other is not in these."))
    return controls.card(*blocks, padding=14)


def _whose(people: tuple[Person, ...], seat: str, pick: Callable[[str], object]) -> ft.Control:
    """Pick whose money is looked at."""
    faces = [_face([], EVERYBODY, "", seat, pick)]
    faces += [_face([badge(one, size=26)], one.name, one.key, seat, pick) for one in people]
    return ft.Row(faces, scroll=ft.ScrollMode.AUTO, spacing=8)


def _face(sign: list[ft.Control], name: str, key: str, seat: str, pick: Callable[[str], object]) -> ft.Control:
    chosen = key == seat
    ink = theme.ON_TINT if chosen else theme.INK
    content = ft.Row([*sign, text(name, Style.LABEL_LARGE, ink)], spacing=8, tight=True)
    return controls.face(
        ft.Semantics(content=content, exclude_semantics=True),
        press(pick, key),
        chosen=chosen,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=14, vertical=11),
        radius=24,
        spoken=f"Money of {name}" if key else "Money of everybody together",
        key=f"whose-{key or 'all'}",
    )


def _facts(one: Flows) -> ft.Control:
    def said(number: int) -> str:
        return amounts.figure(number, one.unit)

    return controls.wrap(
        fact(CAME, said(one.received)),
        fact(WENT, said(one.spent)),
        fact("Left" if one.change >= 0 else "Difference", said(one.change)),
    )


def _drawn(one: Flows) -> list[ft.Control]:
    most = max((stream.amount for stream in (*one.came, *one.went)), default=1)
    blocks = [_facts(one)]
    for title, streams, ink in ((CAME, one.came, theme.GAIN), (WENT, one.went, theme.LOSS)):
        blocks.append(controls.heading(title, level=3, style=Style.TITLE_MEDIUM))
        blocks += [_bar(title, stream, one.unit, most, ink) for stream in joined(streams)]
        if not streams:
            blocks.append(soft("Nothing yet.", Style.BODY_MEDIUM))
    return blocks


def _bar(title: str, stream: Stream, unit: str, most: int, ink: ft.ColorValue) -> ft.Control:
    """Draw one kind: its name and its figure, and a bar below them; one of loans is hollow."""
    length = max(1, stream.amount * PARTS // most)
    drawn = ft.Container(
        height=12,
        expand=length,
        bgcolor=None if stream.debt else ink,
        border=ft.Border.all(2, ink),
        border_radius=4,
    )
    words = ft.Row(
        [
            text(stream.title, Style.BODY_LARGE, expand=True),
            text(amounts.figure(stream.amount, unit), Style.TITLE_SMALL, whole=True),
        ],
        spacing=theme.GAP,
    )
    cells: list[ft.Control] = [drawn, *([ft.Container(expand=PARTS - length)] if length < PARTS else [])]
    said = f"{title}: {stream.title}, {amounts.spoken(stream.amount, unit)}, by {_lines(stream.lines)}"
    return ft.Semantics(
        content=controls.column(words, ft.Row(cells, spacing=0), spacing=3),
        container=True,
        label=said,
        exclude_semantics=True,
    )


def _lines(count: int) -> str:
    return f"{count:,} {'line' if count == 1 else 'lines'}"


def _listed(one: Flows, scale: float) -> list[ft.Control]:
    """List every kind by itself, with how many lines it came by."""
    made: list[ft.Control] = [_facts(one)]
    for title, streams, total in ((CAME, one.came, one.received), (WENT, one.went, one.spent)):
        rows = [(stream.title, amounts.figure(stream.amount, one.unit), f"{stream.lines:,}") for stream in streams]
        rows.append(("All", amounts.figure(total, one.unit), ""))
        made.append(ft.Row([ruled((title, "Sum", "Lines"), tuple(rows), scale)], scroll=ft.ScrollMode.AUTO))
    return made

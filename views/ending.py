"""The end of a play: a moment of its own, with the winner and everybody's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.table import listed
from views import parts, theme
from views.parts import Style, soft, text
from views.players import badge

if TYPE_CHECKING:
    from views.picture import Person, Picture

STEPS = {1: 96, 2: 68, 3: 48}


def ending_card(picture: Picture) -> ft.Control:
    """Show who won and why, a podium for the first three, and the others below it."""
    ending = picture.ending
    if ending is None:
        return ft.Container()
    seats = {one.key: one for one in picture.people}
    winners = listed(picture.table.name(key) for key in ending.winners) or "Nobody"
    wins = "win" if len(ending.winners) > 1 else "wins"
    ranks = [one for one in sorted(ending.ranks, key=lambda one: one[1]) if one[0] in seats]
    first = [_step(seats[key], place, figure) for key, place, figure in ranks[:3]]
    # as on a real podium: second to the left of first, third to the right
    order = [first[at] for at in (1, 0, 2) if at < len(first)]
    rest = [
        ft.Row(
            [
                text(f"{place}.", Style.TITLE_SMALL),
                badge(seats[key], size=26),
                text(seats[key].name, expand=True),
                text(figure, Style.TITLE_SMALL),
            ],
            spacing=theme.GAP,
        )
        for key, place, figure in ranks[3:]
    ]
    return ft.Semantics(
        identifier="ending",
        container=True,
        content=ft.Container(
            ft.Column(
                [
                    ft.Icon(ft.Icons.EMOJI_EVENTS, size=44, color=theme.ACCENT),
                    parts.heading(f"{winners} {wins}", style=Style.HEADLINE_LARGE),
                    soft(ending.reason, Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
                    ft.Row(
                        order,
                        alignment=ft.MainAxisAlignment.CENTER,
                        vertical_alignment=ft.CrossAxisAlignment.END,
                        spacing=6,
                    ),
                    *rest,
                ],
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                spacing=theme.GAP,
                tight=True,
            ),
            bgcolor=theme.CARD,
            border=ft.Border.all(2, theme.ACCENT),
            border_radius=theme.RADIUS_L,
            padding=ft.Padding.only(left=14, right=14, top=18, bottom=14),
        ),
    )


def _step(person: Person, place: int, figure: str) -> ft.Control:
    name = person.name
    block = ft.Container(
        text(str(place), Style.HEADLINE_MEDIUM, theme.ON_TINT if place > 1 else theme.ON_ACCENT),
        height=STEPS.get(place, 48),
        bgcolor=theme.ACCENT if place == 1 else theme.TINT,
        border_radius=ft.BorderRadius(10, 10, 0, 0),
        alignment=ft.Alignment.CENTER,
    )
    return ft.Semantics(
        container=True,
        label=f"Place {place}: {name}, {figure}",
        exclude_semantics=True,
        expand=True,
        content=ft.Column(
            [
                badge(person, size=44 if place == 1 else 36),
                text(name, Style.TITLE_SMALL, align=ft.TextAlign.CENTER),
                soft(figure, Style.LABEL_MEDIUM, align=ft.TextAlign.CENTER),
                ft.Row([ft.Container(block, expand=True)]),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=3,
            tight=True,
        ),
    )

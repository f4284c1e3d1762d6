"""The end of a play: a moment of its own, with the winner and everybody's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.boards import ScoreSheet
from companion.table import listed
from views import parts, theme
from views.parts import Style, soft, text
from views.players import badge
from views.score_chart import ScoreChart

if TYPE_CHECKING:
    from views.picture import Person, Picture

STEPS = {1: 96, 2: 68, 3: 48}
CHART = 200
"""Height of the chart below the podium."""


def ending_card(picture: Picture) -> ft.Control:
    """Show who won and why, a podium for the first three, and the others below it."""
    ending = picture.ending
    if ending is None:
        return ft.Container()
    seats = {one.key: one for one in picture.people}
    winners = listed(picture.table.name(key) for key in ending.winners)
    wins = "win" if len(ending.winners) > 1 else "wins"
    # a book that was kept for one hat alone ends, and nobody wins it
    title, why = (
        (f"{winners} {wins}", ending.reason) if winners else (ending.reason, "How everyone stands in this book:")
    )
    ranks = [one for one in sorted(ending.ranks, key=lambda one: one[1]) if one[0] in seats]
    # whoever shares a place on the podium stands on it too
    last = ranks[min(2, len(ranks) - 1)][1] if ranks else 0
    high = [one for one in ranks if one[1] <= last]
    first = [_step(seats[key], place, figure) for key, place, figure in high]
    # as on a real podium: second to the left of first, third to the right; who is first together stands as seated
    swapped = len(high) > 1 and high[1][1] > 1
    order = [first[1], first[0], *first[2:]] if swapped else first
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
        for key, place, figure in ranks[len(high) :]
    ]
    return ft.Semantics(
        identifier="ending",
        container=True,
        content=ft.Container(
            ft.Column(
                [
                    ft.Icon(ft.Icons.EMOJI_EVENTS, size=44, color=theme.ACCENT),
                    parts.heading(title, style=Style.HEADLINE_LARGE),
                    soft(why, Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
                    ft.Row(
                        order,
                        alignment=ft.MainAxisAlignment.CENTER,
                        vertical_alignment=ft.CrossAxisAlignment.END,
                        spacing=6,
                    ),
                    *rest,
                    *_chart(picture),
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


def _chart(picture: Picture) -> list[ft.Control]:
    """Show how it went, in games that keep a sheet."""
    sheet = next((one for one in picture.boards if isinstance(one, ScoreSheet)), None)
    if sheet is None or not sheet.rounds:
        return []
    # the column round it would shrink it to nothing
    return [ft.Row([ft.Container(ScoreChart(sheet, picture.people, CHART, 1.0, key="chart"), expand=True)])]


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

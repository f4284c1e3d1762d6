"""The end of a play: a moment of its own, with the winner and everybody's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.table import listed
from views import theme
from views.parts import Style, soft, text
from views.players import badge

if TYPE_CHECKING:
    from views.person import Person
    from views.picture import Picture

STEPS = {1: 96, 2: 68, 3: 48}
ON_STEPS = 3
"""So many stand beside each other on a podium; more than that, as in a tie, are listed."""
LARGE_TEXT = 1.35
"""From this text size on names are too wide to stand beside each other."""
LONG = 14
"""A figure of more letters than this stands below the name."""
LONG_TITLE = 22

Rank = tuple["Person", int, str]
"""Who, at which place, with which figure."""


def ending_card(picture: Picture, scale: float = 1.0) -> ft.Control:
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
    ranks = [(seats[key], place, figure) for key, place, figure in ending.ranks if key in seats]
    ranks.sort(key=lambda one: one[1])
    high = _high(ranks) if winners and scale < LARGE_TEXT else []
    style = Style.HEADLINE_LARGE if len(title) <= LONG_TITLE and scale < LARGE_TEXT else Style.HEADLINE_SMALL
    rows = [_row(*one, scale=scale, numbered=bool(winners)) for one in ranks[len(high) :]]
    head = ft.Semantics(
        header=True, heading_level=2, content=text(title, style, align=ft.TextAlign.CENTER), live_region=True
    )
    return ft.Semantics(
        identifier="ending",
        container=True,
        content=ft.Container(
            ft.Column(
                [
                    ft.Icon(ft.Icons.EMOJI_EVENTS if winners else ft.Icons.FLAG_OUTLINED, size=44, color=theme.ACCENT),
                    head,
                    soft(why, Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
                    *([_podium(high)] if high else []),
                    *rows,
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


def _high(ranks: list[Rank]) -> list[Rank]:
    """Who stands on the podium; nobody where more share its places than there is room for, or one is alone."""
    last = ranks[min(2, len(ranks) - 1)][1] if ranks else 0
    high = [one for one in ranks if one[1] <= last]
    return high if 1 < len(high) <= ON_STEPS else []


def _podium(high: list[Rank]) -> ft.Control:
    """As on a real podium: second to the left of first, third to the right; who is first together stands as seated."""
    steps = [_step(*one) for one in high]
    swapped = high[1][1] > 1
    return ft.Row(
        [steps[1], steps[0], *steps[2:]] if swapped else steps,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.END,
        spacing=6,
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


def _row(person: Person, place: int, figure: str, *, scale: float, numbered: bool) -> ft.Control:
    """Write a place that is not on the podium; its figure stands below the name where both are long."""
    first = numbered and place == 1
    name = text(person.name, Style.TITLE_SMALL if first else Style.BODY_MEDIUM, expand=True)
    cells: list[ft.Control] = [badge(person, size=36 if first else 26)]
    if numbered:
        cells.insert(0, text(f"{place}.", Style.TITLE_SMALL))
    if len(figure) > LONG or scale >= LARGE_TEXT:
        below = ft.Column([ft.Row([name]), soft(figure, Style.LABEL_MEDIUM)], spacing=1, tight=True, expand=True)
        cells.append(below)
    else:
        cells += [name, text(figure, Style.TITLE_SMALL)]
    said = f"Place {place}: {person.name}, {figure}" if numbered else f"{person.name}: {figure}"
    return ft.Semantics(
        container=True,
        label=said,
        exclude_semantics=True,
        content=ft.Container(
            ft.Row(cells, spacing=theme.GAP),
            bgcolor=theme.TINT if first else None,
            border_radius=theme.RADIUS_S,
            padding=ft.Padding.symmetric(horizontal=8, vertical=6) if first else 0,
        ),
    )

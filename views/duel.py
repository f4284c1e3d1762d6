"""Head to head: how two players fared against each other. Plain functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts, theme
from views.fold import mute
from views.parts import Style, press, soft, text
from views.players import badge
from views.records_reading import person_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.records import Between, Book, Somebody

MOST = 12
"""So many partners are offered, those met most often."""


def duel(book: Book, one: Somebody, rival: str, choose: Callable[[str], object]) -> list[ft.Control]:
    """Offer everybody a player has met, and show how the two fared: with who was met most, unless another is chosen."""
    met = book.partners(one.key)
    if not met:
        return []
    other = next((each for each in met if each.key == rival), met[0])
    picks = [_pick(each, press(choose, each.key), chosen=each is other) for each in met[:MOST]]
    blocks: list[ft.Control] = [parts.heading("Head to head")]
    if len(met) > 1:
        blocks.append(parts.wrap(*picks, spacing=8))
    lines = [
        line for key, title in book.games if (line := _line(title, one, other, book.between(one.key, other.key, key)))
    ]
    return [*blocks, _score(one, other, book.between(one.key, other.key), lines)]


def _pick(one: Somebody, on_click: Callable[..., object], *, chosen: bool) -> ft.Control:
    ink = theme.ON_TINT if chosen else theme.INK
    return parts.face(
        mute(ft.Row([badge(person_of(one), size=26), text(one.name, Style.LABEL_LARGE, ink)], spacing=8, tight=True)),
        on_click,
        chosen=chosen,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=11),
        radius=24,
        spoken=f"Against {one.name}",
        key=f"rival-{one.key}",
    )


def _score(one: Somebody, other: Somebody, met: Between, lines: list[str]) -> ft.Control:
    """Show the score between two, large, and what it is made of."""
    words = _words(met)
    score = ft.Row(
        [
            _side(one, met.ahead, ft.CrossAxisAlignment.START),
            text(":", Style.HEADLINE_MEDIUM, theme.SOFT_INK),
            _side(other, met.behind, ft.CrossAxisAlignment.END),
        ],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    spoken = f"{one.name} {met.ahead}, {other.name} {met.behind}. {words}"
    return parts.card(
        ft.Semantics(label=spoken, container=True, content=mute(parts.column(score, soft(words, Style.BODY_MEDIUM)))),
        *(soft(line) for line in lines),
        padding=14,
        spacing=6,
    )


def _side(one: Somebody, times: int, align: ft.CrossAxisAlignment) -> ft.Control:
    named = [badge(person_of(one), size=28), text(one.name, Style.LABEL_LARGE)]
    return ft.Column(
        [ft.Row(named, spacing=8, wrap=True), text(str(times), Style.DISPLAY_SMALL)],
        spacing=2,
        tight=True,
        expand=True,
        horizontal_alignment=align,
    )


def _words(met: Between) -> str:
    """Say how often the two came out ahead of each other, and how often nobody can say."""
    if not met.together:
        return "They have not finished a play together yet."
    many = "1 play" if met.together == 1 else f"{met.together} plays"
    said = [f"Who came out ahead in {many} together, by place."]
    said += [f"Level in {met.level}."] if met.level else []
    said += [f"Undecided in {met.undecided}: one of the two had left, or no places were told."] if met.undecided else []
    said += [f"{met.going} still going on."] if met.going else []
    return " ".join(said)


def _line(title: str, one: Somebody, other: Somebody, met: Between) -> str:
    return f"{title}: {one.name} {met.ahead}, {other.name} {met.behind}" if met.together else ""

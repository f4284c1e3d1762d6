"""A play on the shelf: the one to go on with, and the rows of the others. Plain functions."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import flet as ft

from companion import looks
from companion.games import find_box, inked
from companion.looks import INKS, SHAPES
from companion.unknown_game import NOT_INSTALLED, title_of
from models.ledger import Refusal
from views import parts, theme
from views.fold import mute
from views.parts import Style, face, press, soft, text
from views.person import Person
from views.players import aloud, badge
from views.shell import go, place
from views.when import said

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games import Box
    from models.play import Play
    from views.store import Store

log = logging.getLogger("companion.views")


def box_of(play: Play) -> Box | None:
    """The box of a play's game, if this app knows it."""
    try:
        return find_box(play.game)
    except Refusal:
        return None


def people_of(play: Play) -> tuple[Person, ...]:
    """Who sat down at the start, as their badges show them."""
    return tuple(
        Person(
            seat.key,
            seat.name,
            looks.known(seat.colour, INKS[at % len(INKS)]),
            seat.token if seat.token in SHAPES else SHAPES[at % len(SHAPES)],
        )
        for at, seat in enumerate(play.seats)
    )


def _people_at(store: Store, play: Play) -> tuple[Person, ...]:
    """Who sits at a play, in the colours of its own table where the board decides them."""
    if not inked(play.game) or not play.entries:
        return people_of(play)
    try:
        return store.house.picture(play.id).people
    except Exception:
        log.debug("no table of %s", play.id, exc_info=True)
        return people_of(play)


def told(play: Play) -> str:
    """Say of a play what game it is, when it was touched last, and how far it has come."""
    box = box_of(play)
    lines = "nothing recorded yet" if not play.entries else "1 line" if play.entries == 1 else f"{play.entries} lines"
    game = box.title if box else f"{title_of(play.game)}: {NOT_INSTALLED}"
    return f"{game} \u00b7 {said(play.touched)} \u00b7 {lines}"


def menu(play: Play, acts: dict[str, Callable[[Play], object]]) -> ft.Control:
    """Show the three dots of a play."""
    items = [
        ft.PopupMenuItem(content="Rename", icon=ft.Icons.EDIT_OUTLINED, on_click=press(acts["rename"], play)),
        ft.PopupMenuItem(
            content="Take out of the archive" if play.archived else "Archive",
            icon=ft.Icons.UNARCHIVE_OUTLINED if play.archived else ft.Icons.ARCHIVE_OUTLINED,
            on_click=press(acts["archive"], play),
        ),
        ft.PopupMenuItem(content="Save as a file", icon=ft.Icons.SAVE_ALT, on_click=press(acts["save"], play)),
        ft.PopupMenuItem(content="Delete", icon=ft.Icons.DELETE_OUTLINE, on_click=press(acts["delete"], play)),
    ]
    return ft.MergeSemantics(
        ft.PopupMenuButton(
            icon=ft.Icons.MORE_VERT,
            icon_color=theme.INK,
            tooltip=f"More for {play.title}",
            items=items,
            padding=12,
        )
    )


def resume_card(store: Store, play: Play, acts: dict[str, Callable[[Play], object]]) -> ft.Control:
    """Show the play touched last, large, with everybody's figure and one button that goes on with it."""
    box = box_of(play)
    accent = looks.known(box.accent) if box else looks.HOUSE_ACCENT
    lead, act = ("Go on with", "Resume") if box else ("Last played", "Look at")
    head = ft.Row(
        [
            parts.column(
                soft(lead, Style.LABEL_MEDIUM),
                parts.heading(play.title, style=Style.HEADLINE_MEDIUM),
                soft(told(play)),
                spacing=2,
            ),
            menu(play, acts),
        ],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    head.controls[0].expand = True
    go_on = ft.FilledButton(
        content=text(
            f"{act} {play.title}",
            Style.TITLE_MEDIUM,
            looks.ink_on(accent),
            align=ft.TextAlign.CENTER,
        ),
        icon=ft.Icon(ft.Icons.PLAY_ARROW, color=looks.ink_on(accent)),
        on_click=press(go, place(play.id, "")),
        style=ft.ButtonStyle(
            bgcolor=accent,
            padding=ft.Padding.symmetric(vertical=18, horizontal=16),
            shape=ft.RoundedRectangleBorder(radius=theme.RADIUS),
        ),
        key="resume",
    )
    inside = ft.Container(
        parts.column(head, _figures(store, play), go_on, spacing=14),
        padding=ft.Padding.only(left=16, right=16, top=12, bottom=16),
    )
    return ft.Container(
        parts.column(ft.Container(height=6, bgcolor=accent), inside, spacing=0),
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        key=f"play-{play.id}",
    )


def _figures(store: Store, play: Play) -> ft.Control:
    """Say how everybody stands; if that can't be had, at least who plays."""
    try:
        picture = store.house.picture(play.id)
        pairs = [
            (one, standing.figure, aloud(standing))
            for one, standing in zip(picture.people, picture.standings, strict=True)
        ]
    except Exception:
        log.debug("no standings of %s", play.id, exc_info=True)
        pairs = [(one, "", "") for one in people_of(play)]
    cells = [
        ft.Semantics(
            container=True,
            label=f"{person.name}: {spoken}" if spoken else person.name,
            exclude_semantics=True,
            content=ft.Row(
                [
                    badge(person, size=30),
                    ft.Column(
                        [text(person.name, Style.LABEL_MEDIUM), *([text(figure, Style.TITLE_SMALL)] if figure else [])],
                        spacing=0,
                        tight=True,
                        expand=True,
                        expand_loose=True,
                    ),
                ],
                spacing=8,
                tight=True,
            ),
        )
        for person, figure, spoken in pairs
    ]
    return ft.Row(list(cells), wrap=True, spacing=18, run_spacing=8)


def play_row(store: Store, play: Play, acts: dict[str, Callable[[Play], object]]) -> ft.Control:
    """Show a play in the list: a tap opens it, the dots do the rest."""
    people = _people_at(store, play)
    names = ", ".join(one.name for one in people)
    words: list[ft.Control] = [text(play.title, Style.TITLE_MEDIUM)]
    if play.ended:
        words.append(
            ft.Row(
                [
                    ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, size=18, color=theme.ACCENT),
                    text(play.ended, Style.BODY_SMALL, expand=True),
                ],
                spacing=6,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        )
    words.append(soft(told(play)))
    words.append(parts.wrap(*(badge(one, size=24) for one in people), spacing=4))
    said_of_it = f"{play.title}. {told(play)}. {names}." + (f" {play.ended}" if play.ended else "")
    opening = face(
        mute(ft.Row([ft.Column(words, spacing=4, tight=True, expand=True)])),
        press(go, place(play.id, "")),
        padding=ft.Padding.symmetric(horizontal=14, vertical=12),
        spoken=said_of_it,
        role="button",
    )
    return ft.Row([opening, menu(play, acts)], spacing=0, key=f"play-{play.id}")

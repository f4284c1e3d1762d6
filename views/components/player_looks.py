"""The colour and the token with which a player sits down the next time. Plain functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.core import player_colours
from companion.core.player_colours import INKS, SHAPES
from views import theme
from views.components import controls
from views.components.controls import face, press, soft
from views.components.player_card import badge
from views.setup.form import INK_NAMES
from views.state.play_snapshot import Person

REMARK = (
    "Plays of the past keep their names, colours and tokens. To play under another name, write that one when the game "
    "is set up; it will have a page of its own."
)


def dressing(person: Person, dress: Callable[[str, str], object]) -> ft.Control:
    """Offer every colour and every token; a tap keeps it."""
    return controls.card(
        ink_faces(person, lambda ink: dress(ink, person.shape)),
        shape_faces(person, lambda shape: dress(person.colour, shape)),
        soft(REMARK),
        padding=14,
    )


def ink_faces(person: Person, paint: Callable[[str], object]) -> ft.Control:
    """Offer every colour, the one a player has with a tick."""
    return controls.wrap(
        *(
            face(
                ft.Container(
                    ft.Icon(ft.Icons.CHECK, color=player_colours.ink_on(ink), size=18)
                    if ink == person.colour
                    else None,
                    width=26,
                    height=26,
                    bgcolor=ink,
                    border_radius=13,
                    border=ft.Border.all(1.5, theme.EDGE),
                    alignment=ft.Alignment.CENTER,
                ),
                press(paint, ink),
                chosen=ink == person.colour,
                expand=None,
                padding=11,
                spoken=f"Colour {INK_NAMES[ink]}",
            )
            for ink in INKS
        )
    )


def shape_faces(person: Person, shaped: Callable[[str], object]) -> ft.Control:
    """Offer every shape of a token, in the player's colour."""
    return controls.wrap(
        *(
            face(
                badge(replace(person, shape=shape), size=28),
                press(shaped, shape),
                chosen=shape == person.shape,
                expand=None,
                padding=10,
                spoken=f"Shape {shape}",
            )
            for shape in SHAPES
        )
    )

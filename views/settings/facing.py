"""Turning the sheet of a tablet that lies flat to whoever acts: a switch, and who sits where."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from views.app_shell import page, play_route
from views.components.controls import (
    Style,
    card,
    press,
    remark,
    screen,
    switch,
    text,
    with_sign,
    wrap,
)
from views.components.player_card import badge
from views.components.sections import pills, side_by_side
from views.state import preferences
from views.state.client import Client
from views.state.facing import FAR, LEFT, NEAR, RIGHT, seat_at, side_of
from views.state.play.play_snapshot import Person
from views.state.play.play_state import PlayState

WORDS = {NEAR: "This side", LEFT: "The left side", FAR: "The far side", RIGHT: "The right side"}
ABOUT = (
    "For a tablet that lies flat between you, as it is read now. Tap where everyone sits. This device remembers it for "
    "your next games."
)


@screen
def FacingScreen(client: Client, state: PlayState) -> ft.Control:
    """Switch the turning on or off, and say who sits where; both take effect at once."""
    prefs = client.prefs

    def seat(person: Person) -> ft.Control:
        def sit(side: str) -> object:
            return preferences.change(client, seat_at(prefs, person.name, side))

        say = f"{person.name}:"
        return card(
            with_sign(badge(person, 30), text(person.name, Style.TITLE_MEDIUM)),
            wrap(pills(WORDS, side_of(prefs, person.name), sit, say=say)),
        )

    turning = switch(
        "Turn the sheet to whoever's turn it is",
        press(preferences.change, client, replace(prefs, facing=not prefs.facing)),
        on=prefs.facing,
    )
    seats = map(seat, state.snapshot.people)
    blocks = side_by_side(client, [turning, remark(ABOUT)], seats)
    return page(client, "Around the tablet", blocks, back=play_route(state.play_id, "more"))

"""Turning the sheet of a tablet that lies flat to whoever acts: a switch, and who sits where."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from views import theme
from views.app_shell import page, play_route
from views.components import controls
from views.components.controls import Style, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import pill, side_by_side
from views.state import preferences
from views.state.client import Client, Preferences
from views.state.facing import FAR, LEFT, NEAR, RIGHT, seat_at, side_of
from views.state.play.play_snapshot import Person
from views.state.play.play_state import PlayState

WORDS = {NEAR: "this side", LEFT: "the left side", FAR: "the far side", RIGHT: "the right side"}
ABOUT = (
    "For a tablet that lies flat between you, as it is read now. Tap where everyone sits. This device remembers it for "
    "your next games."
)


@screen
def FacingScreen(client: Client, state: PlayState) -> ft.Control:
    """Switch the turning on or off, and say who sits where; both take effect at once."""
    shown, prefs = ft.context.page, client.prefs

    async def apply(wanted: Preferences) -> None:
        preferences.apply(shown, client, wanted)
        await preferences.keep(wanted)

    def sides(person: Person) -> ft.Control:
        here = side_of(prefs, person.name)
        return controls.wrap(
            *(
                pill(
                    words.capitalize(),
                    press(apply, seat_at(prefs, person.name, side)),
                    chosen=side == here,
                    spoken=f"{person.name} sits on {words}",
                    key=f"{person.key}-{side}",
                )
                for side, words in WORDS.items()
            )
        )

    turning = controls.switch(
        "Turn the sheet to whoever's turn it is",
        press(apply, replace(prefs, facing=not prefs.facing)),
        on=prefs.facing,
    )
    seats: list[ft.Control] = [
        controls.card(
            ft.Row(
                [badge(person, size=30), text(person.name, Style.TITLE_MEDIUM)], spacing=theme.GAP
            ),
            sides(person),
            padding=14,
        )
        for person in state.snapshot.people
    ]
    blocks = side_by_side(client, [turning, soft(ABOUT, Style.BODY_MEDIUM)], seats, spacing=12)
    return page(client, "Around the tablet", *blocks, back=play_route(state.play_id, "more"))

"""Turning the sheet of a tablet that lies flat to whoever acts: a switch, and a picture of who sits where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from views import theme
from views.app_shell import header, play_route
from views.components import controls
from views.components.amounts import room_for
from views.components.controls import Style, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.state import preferences
from views.state.client import Client, Preferences
from views.state.facing import FAR, LEFT, NEAR, RIGHT, next_side, seat_at, side_of
from views.state.play.play_snapshot import Person
from views.state.play.play_state import PlayState

WORDS = {NEAR: "this side", LEFT: "the left side", FAR: "the far side", RIGHT: "the right side"}
GROUP = "people"
"""What is dragged here lands on these sides alone."""
EDGE, AROUND = 74, 80
"""How deep a side is, at text size 1, and what is around a name on its token there."""


@screen
def FacingScreen(client: Client, state: PlayState) -> ft.Control:
    """Switch the turning on or off, and say who sits where; both take effect at once."""
    page = ft.context.page
    prefs = client.prefs

    async def apply(wanted: Preferences) -> None:
        preferences.apply(page, client, wanted)
        await preferences.keep(wanted)

    async def move(name: str, side: str) -> None:
        await apply(seat_at(client.prefs, name, side))

    def zone(side: str, *, upright: bool) -> ft.Control:
        here = [person for person in state.snapshot.people if side_of(prefs, person.name) == side]
        tokens = [_token(person, side, move) for person in here]
        inside: ft.Control
        if upright:
            inside = ft.Column(
                tokens,
                spacing=theme.GAP_S,
                alignment=ft.MainAxisAlignment.CENTER,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                scroll=ft.ScrollMode.AUTO,
            )
        else:
            inside = ft.Row(
                tokens,
                wrap=True,
                alignment=ft.MainAxisAlignment.CENTER,
                run_alignment=ft.MainAxisAlignment.CENTER,
                spacing=theme.GAP_S,
                run_spacing=theme.GAP_S,
            )
        if not here:
            inside = soft(WORDS[side].capitalize(), Style.LABEL_MEDIUM, align=ft.TextAlign.CENTER)

        async def land(event: ft.DragTargetEvent) -> None:
            await move(str(event.src.data), side)

        ground = ft.Container(
            inside,
            alignment=ft.Alignment.CENTER,
            padding=8,
            border_radius=theme.RADIUS,
            border=ft.Border.all(1, theme.HAIRLINE),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
        )
        return ft.DragTarget(
            group=GROUP, content=ground, on_accept=controls.guard(land), key=f"side-{side}"
        )

    wide = ft.CrossAxisAlignment.STRETCH
    deep = EDGE * max(1.0, client.prefs.scale)
    longest = max(
        room_for(person.name, Style.LABEL_LARGE, prefs.scale) for person in state.snapshot.people
    )
    side = max(deep * 1.9, longest + AROUND)
    middle = ft.Row(
        [
            ft.Container(zone(LEFT, upright=True), width=side),
            ft.Container(_tablet(client), expand=True),
            ft.Container(zone(RIGHT, upright=True), width=side),
        ],
        spacing=theme.GAP,
        expand=True,
        vertical_alignment=wide,
    )
    table = ft.Column(
        [
            ft.Container(zone(FAR, upright=False), height=deep),
            middle,
            ft.Container(zone(NEAR, upright=False), height=deep),
        ],
        spacing=theme.GAP,
        expand=True,
        horizontal_alignment=wide,
    )
    words = controls.column(
        controls.switch(
            "Turn the sheet to whoever's turn it is",
            press(apply, replace(prefs, facing=not prefs.facing)),
            on=prefs.facing,
        ),
        soft(
            "For a tablet that lies flat between you. Drag everyone to where they sit, or tap a name to move it to the "
            "next side. This device remembers it for your next games.",
            Style.BODY_MEDIUM,
        ),
        spacing=2,
    )
    inside = ft.Container(
        ft.Column([words, table], spacing=14, expand=True, horizontal_alignment=wide),
        width=760,
        expand=True,
    )
    return controls.panes(
        header(client, "Around the tablet", back=play_route(state.play_id, "more")),
        ft.Container(
            ft.Row([inside], alignment=ft.MainAxisAlignment.CENTER, vertical_alignment=wide),
            padding=ft.Padding.only(left=16, right=16, bottom=16),
            expand=True,
        ),
    )


def _tablet(client: Client) -> ft.Control:
    """Draw the tablet in the middle, and which way it is read as it lies."""
    return ft.Container(
        ft.Container(
            ft.Column(
                [
                    ft.Icon(ft.Icons.TABLE_RESTAURANT_OUTLINED, size=36, color=theme.SOFT_INK),
                    text("The tablet", Style.TITLE_MEDIUM),
                    soft("as it is read now", Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
                ],
                alignment=ft.MainAxisAlignment.CENTER,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                spacing=2,
            ),
            alignment=ft.Alignment.CENTER,
            border=ft.Border.all(6, theme.EDGE),
            border_radius=theme.RADIUS_L,
            bgcolor=theme.CARD,
            aspect_ratio=max(0.6, min(1.6, client.width / client.height)),
        ),
        alignment=ft.Alignment.CENTER,
    )


def _token(person: Person, side: str, move: Callable[..., object]) -> ft.Control:
    """Draw somebody's token with the name; it can be dragged, and a tap moves it to the next side."""
    shown = ft.Row(
        [badge(person, size=30), text(person.name, Style.LABEL_LARGE)], spacing=8, tight=True
    )
    made = controls.face(
        without_semantics(shown),
        press(move, person.name, next_side(side)),
        expand=None,
        padding=ft.Padding.symmetric(horizontal=10, vertical=8),
        radius=24,
        spoken=f"{person.name} sits on {WORDS[side]}. Move to {WORDS[next_side(side)]}",
        role="button",
    )
    # what is dragged lies on no paper of its own, without which its letter is underlined
    dragged = ft.Card(badge(person, size=44), elevation=0, margin=0, bgcolor=ft.Colors.TRANSPARENT)
    return ft.Draggable(
        group=GROUP,
        content=made,
        content_feedback=dragged,
        data=person.name,
        key=f"token-{person.key}",
    )

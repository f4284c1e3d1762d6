"""How phones come back where no server is: one square for all that were in; the list of who is here says who is."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from models.rooms import Room
from views.components import controls
from views.components.controls import Style, button, press, screen, soft
from views.sharing.square import square_for
from views.state.client import Client
from views.state.meeting import Meeting
from views.state.play.play_state import PlayState


@screen
def ReturnPanel(
    client: Client, state: PlayState, room: Room, meeting: Meeting, invite: Callable[[], object]
) -> ft.Control:
    """Show the square that each phone of the room scans once."""
    ft.use_effect(
        lambda: state.devices.meet(Meeting.gather), dependencies=[room.id], cleanup=meeting.scatter
    )
    absent = state.shared.absent(room)
    scan = (
        ft.Row([square_for(client, meeting.back)]),
        soft("Its own camera will do. Everyone keeps their seat."),
    )
    title = "Each phone scans this once" if absent else "Every phone is back"
    return controls.card(
        controls.heading(title, level=3, style=Style.TITLE_LARGE),
        scan if absent else None,
        button(
            "Invite another phone",
            press(invite),
            tone="quiet",
            icon=ft.Icons.QR_CODE_2,
            key="invite-another",
        ),
        padding=20,
        spacing=14,
    )

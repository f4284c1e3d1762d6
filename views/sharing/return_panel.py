"""How phones come back where no server is: one square for all that were in, and who is back."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core.table import listed
from models.rooms import Member, Room
from views.components import controls
from views.components.controls import Style, button, press, screen, soft
from views.components.player_card import badge
from views.sharing.square import square_for
from views.state.client import Client
from views.state.meeting import Meeting
from views.state.play.play_state import PlayState


@screen
def ReturnPanel(
    client: Client, state: PlayState, room: Room, meeting: Meeting, invite: Callable[[], object]
) -> ft.Control:
    """Show the square that each phone of the room scans once, and which phones are back."""
    ft.use_effect(
        lambda: state.devices.meet(Meeting.gather), dependencies=[room.id], cleanup=meeting.scatter
    )
    shared = state.open_plays.shared
    absent = shared.absent(room)
    scan = [
        ft.Row([square_for(client, meeting.back)]),
        soft("Its own camera will do. Everyone keeps their seat."),
    ]
    title = "Each phone scans this once" if absent else "Every phone is back"
    phones = (
        _phone(state, member, is_back=member not in absent) for member in shared.members(room)
    )
    return controls.card(
        controls.heading(title, level=3, style=Style.TITLE_LARGE),
        *(scan if absent else []),
        controls.wrap(*phones, spacing=12),
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


def _phone(state: PlayState, member: Member, *, is_back: bool) -> ft.Control:
    """Say of a phone whether it is back, beside the tokens of those who play on it."""
    people = [
        badge(person, size=28) for person in state.snapshot.people if person.name in member.people
    ]
    name = listed(member.people) or "A screen"
    said = controls.chip(
        f"{name}: {'back' if is_back else 'not back'}", "good" if is_back else "plain"
    )
    return ft.Row([*people, said], spacing=6, tight=True)

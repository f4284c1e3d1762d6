"""How phones come back where no server is: one square for all that were in, and who is back."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from models.rooms import Member, Room
from views.components import controls
from views.components.controls import Style, button, press, screen, soft
from views.components.player_card import badge
from views.sharing.meeting_panel import LARGE
from views.sharing.square import SIDE, picture_of
from views.state.client import Client
from views.state.meeting import Meeting
from views.state.play.play_state import PlayState


@screen
def ReturnPanel(
    client: Client, state: PlayState, room: Room, meeting: Meeting, invite: Callable[[], object]
) -> ft.Control:
    """Show the square that each phone of the room scans once, and which phones are back."""
    ft.use_effect(lambda: state.devices.meet(Meeting.gather), dependencies=[room.id], cleanup=meeting.scatter)
    shared = state.open_plays.shared
    present = set(shared.reach.present())
    members = [member for member in shared.members(room) if member.id != client.member_id]
    away = [member for member in members if member.id not in present]
    side = LARGE if client.wide else SIDE
    square = picture_of(meeting.back, side) if meeting.back else ft.ProgressRing(width=48, height=48)
    title = "Each phone scans this once" if away else "Every phone is back"
    return controls.card(
        controls.heading(title, level=3, style=Style.TITLE_LARGE),
        *([ft.Row([square]), soft("Its own camera will do. Everyone keeps their seat.")] if away else []),
        controls.wrap(*(_phone(state, member, is_back=member.id in present) for member in members), spacing=12),
        button("Invite another phone", press(invite), tone="quiet", icon=ft.Icons.QR_CODE_2, key="invite-another"),
        padding=20,
        spacing=14,
    )


def _phone(state: PlayState, member: Member, *, is_back: bool) -> ft.Control:
    """Say of a phone whether it is back, beside the tokens of those who play on it."""
    people = [badge(person, size=28) for person in state.snapshot.people if person.name in member.people]
    name = " and ".join(member.people) or "A screen"
    said = controls.chip(f"{name}: {'back' if is_back else 'not back'}", "good" if is_back else "plain")
    return ft.Row([*people, said], spacing=6, tight=True)

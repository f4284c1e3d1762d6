"""The host's screen: how phones come in, who is here with which rights, and what needs the bank's nod."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlencode

import flet as ft
import segno

from companion.core.members import INVITE, may
from companion.core.table import listed
from models.rooms import Member, Room
from views import theme
from views.app_shell import go, header, play_route
from views.components import controls
from views.components.controls import Style, button, face, press, screen, soft, text
from views.components.player_card import badge
from views.sharing.requests import asking, join_card
from views.state.client import Client
from views.state.open_plays import DEMO
from views.state.play_state import PlayState

NOT_SERVED = (
    "This device runs the app by itself, so no other phone can reach it. Start Companion on a computer in the same "
    "Wi-Fi, open it there, and invite phones from it."
)
ONLY_HERE = (
    "This computer shows Companion to nobody else yet. End it, and start it again with --host 0.0.0.0: then phones in "
    "the same Wi-Fi can come in, each with your nod."
)
A_DEMO = "Nobody can join the demo evening. Start a game, and invite phones from it."
SQUARE = 280
"""The side of the square that phones scan, in logical pixels."""
LEFT = 560


@lru_cache(maxsize=8)
def square(address: str) -> bytes:
    """Draw an address as a QR code, as a PNG: Flet draws those that are vectors as hairlines."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="png", scale=8, border=2)
    return out.getvalue()


@screen
def PhonesScreen(client: Client, state: PlayState) -> ft.Control:
    """Invite phones, let them in, and see who is here."""
    at, choose = ft.use_state(0)
    shared = state.open_plays.shared
    reach = shared.reach
    refusal = may(client.member, INVITE)
    room = shared.room_of(state.play_id)
    head = header(client, "Phones", back="" if client.wide else play_route(state.play_id, ""))
    if refusal:
        return _page(head, controls.note(refusal.sentence, "info"))
    if state.play_id == DEMO:
        return _page(head, controls.note(A_DEMO, "info"))
    if not reach.addresses:
        return _page(head, controls.note(NOT_SERVED, "info"))
    if room is None:
        return _page(head, _begin(state, only_here=reach.only_here))
    address = reach.addresses[min(at, len(reach.addresses) - 1)]
    invite = _invite(room, reach.addresses, address, choose, only_here=reach.only_here)
    people = [*(join_card(state, one) for one in asking(state)), _here(state, room), _nods(state, room)]
    people.append(
        controls.wrap(
            button("New code", press(shared.invite_anew, room), icon=ft.Icons.LOCK_OUTLINED, key="new-code"),
            button("Stop sharing", press(_stop, state, room), tone="danger", key="stop"),
        )
    )
    if not client.wide:
        return _page(head, *people[:-3], invite, *people[-3:])
    left = ft.Container(ft.Column([invite], scroll=ft.ScrollMode.AUTO, expand=True), width=LEFT)
    right = ft.Container(ft.Column([controls.column(*people, spacing=12)], scroll=ft.ScrollMode.AUTO), expand=True)
    row = ft.Row([left, right], spacing=16, expand=True, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Column(
        [head, ft.Container(row, padding=ft.Padding.only(left=16, right=16, bottom=16), expand=True)],
        spacing=0,
        expand=True,
    )


def _page(head: ft.Control, *blocks: ft.Control) -> ft.Control:
    inside = controls.column(*blocks, spacing=12)
    return ft.Column(
        [head, controls.scrolled(inside, padding=ft.Padding.only(left=16, right=16, bottom=16))],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _begin(state: PlayState, *, only_here: bool) -> ft.Control:
    words = (
        "Everyone sees their own game on their own phone, and asks for what they do. You let each phone in, and "
        "nothing is recorded without the banker."
    )
    blocks: list[ft.Control] = [controls.heading("Play with phones"), text(words, Style.BODY_LARGE)]
    if only_here:
        blocks.append(controls.note(ONLY_HERE, "info"))
    begin = press(state.open_plays.shared.open_room, state.play_id)
    blocks.append(button("Invite phones", begin, tone="primary", icon=ft.Icons.QR_CODE_2, key="invite"))
    return controls.card(*blocks, padding=20, spacing=14)


def _invite(
    room: Room, addresses: tuple[str, ...], address: str, choose: Callable[[int], object], *, only_here: bool
) -> ft.Control:
    link = f"{address}/join?{urlencode({'i': room.invitation})}"
    picture = ft.Container(
        ft.Image(
            src=square(link),
            width=SQUARE,
            height=SQUARE,
            fit=ft.BoxFit.FILL,
            filter_quality=ft.FilterQuality.NONE,
            semantics_label="The square to scan",
        ),
        bgcolor="#FFFFFF",
        padding=16,
        border_radius=theme.RADIUS,
        border=ft.Border.all(1, theme.HAIRLINE),
    )
    letters = ft.Semantics(
        container=True,
        label=f"The code is {' '.join(room.code)}",
        exclude_semantics=True,
        content=ft.Row(
            [
                ft.Container(
                    text(one, Style.DISPLAY_SMALL),
                    width=64,
                    height=72,
                    alignment=ft.Alignment.CENTER,
                    border=ft.Border.all(1, theme.HAIRLINE),
                    border_radius=theme.RADIUS,
                )
                for one in room.code
            ],
            spacing=10,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
    )
    lines: list[ft.Control] = [
        picture,
        soft("or type this code", Style.BODY_MEDIUM),
        letters,
        text(f"{address.removeprefix('http://')}/join", Style.TITLE_MEDIUM),
    ]
    if len(addresses) > 1:
        others = [
            face(
                text(one.removeprefix("http://"), Style.LABEL_LARGE),
                press(choose, number),
                chosen=one == address,
                expand=None,
            )
            for number, one in enumerate(addresses)
        ]
        lines += [soft("This machine has several addresses. Try another if a phone finds nothing."),
                  controls.wrap(*others)]  # fmt: skip
    if only_here:
        lines.append(controls.note(ONLY_HERE, "info"))
    else:
        lines.append(soft("Join the same Wi-Fi, scan the square with the camera, say who you are.", Style.BODY_MEDIUM))
    inside = ft.Column(lines, spacing=14, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return ft.Container(
        inside,
        padding=20,
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS_L,
        alignment=ft.Alignment.TOP_CENTER,
    )


def _here(state: PlayState, room: Room) -> ft.Control:
    """List the devices that were let in, and who plays without one."""
    shared = state.open_plays.shared
    own, members = state.member(), shared.members(room)
    lines: list[ft.Control] = [controls.heading("Who is here", level=3, style=Style.TITLE_LARGE)]
    lines.append(_member(state, own, own=True))
    lines += [_member(state, one) for one in members if one.id != own.id]
    held = {name.casefold() for one in (own, *members) for name in one.people}
    for person in state.snapshot.people:
        if person.name.casefold() not in held:
            words = controls.column(text(person.name, Style.TITLE_SMALL), soft("plays at the table"), spacing=0)
            lines.append(
                ft.Row(
                    [badge(person, size=36), ft.Container(words, expand=True), controls.chip("No phone")], spacing=10
                )
            )
    return controls.card(*lines, padding=16, spacing=12)


def _toggled(people: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in people if one != name) if name in people else (*people, name)


def _member(state: PlayState, member: Member, *, own: bool = False) -> ft.Control:
    shared = state.open_plays.shared
    people = [one for one in state.snapshot.people if one.name in member.people]
    name = "This device" if own else listed(member.people) or "A guest"
    rights = " and ".join(word for word, has in (("Host", member.host), ("Banker", member.bank)) if has)
    role = rights or ("Player" if member.people else "Watching")
    mark: list[ft.Control] = [badge(one, size=36) for one in people[:2]] or [
        ft.Icon(ft.Icons.TABLET_OUTLINED if own else ft.Icons.VISIBILITY_OUTLINED, size=28)
    ]
    choices = ft.PopupMenuButton(
        icon=ft.Icons.MORE_VERT,
        tooltip=f"Change what {name} may do",
        items=[
            ft.PopupMenuItem(
                content="Take the bank away" if member.bank else "Give the bank",
                on_click=press(shared.set_member, member, bank=not member.bank),
            ),
            ft.PopupMenuItem(
                content="No longer a host" if member.host else "Make a host",
                on_click=press(shared.set_member, member, host=not member.host),
            ),
            *(
                ft.PopupMenuItem(
                    content=f"{one.name} plays on it",
                    checked=one.name in member.people,
                    on_click=press(shared.set_member, member, people=_toggled(member.people, one.name)),
                )
                for one in state.snapshot.people
            ),
            *([] if own else [ft.PopupMenuItem(content="Remove it", on_click=press(shared.turn_away, member))]),
        ],
    )
    remark = f"for {listed(member.people)}" if own and member.people else "at the table" if own else "on a phone"
    words = controls.column(text(name, Style.TITLE_SMALL), soft(remark), spacing=0)
    return ft.Row(
        [
            *mark,
            ft.Container(words, expand=True),
            controls.chip(role, "accent" if rights else "plain"),
            ft.MergeSemantics(choices),
        ],
        spacing=10,
        key=f"member-{member.id}",
    )


def _nods(state: PlayState, room: Room) -> ft.Control:
    """Choose whether what players ask for waits for the banker, and whether somebody new may ask for a seat."""
    shared = state.open_plays.shared
    ways = [
        face(
            text(words, Style.LABEL_LARGE, align=ft.TextAlign.CENTER),
            press(shared.set_room, room, at_once=at_once),
            chosen=room.at_once == at_once,
            key=f"nod-{at_once}",
        )
        for words, at_once in (("The banker confirms", False), ("Recorded at once", True))
    ]
    new = ft.Switch(
        label="Somebody new may ask to come in",
        value=room.newcomers,
        on_change=press(shared.set_room, room, newcomers=not room.newcomers),
        label_text_style=ft.TextStyle(color=theme.INK),
    )
    return controls.card(
        text("What players do on their own phones", Style.TITLE_SMALL), ft.Row(list(ways), spacing=8), new, padding=16
    )


def _stop(state: PlayState, room: Room) -> None:
    state.open_plays.shared.set_room(room, closed=True)
    go(play_route(state.play_id, ""))

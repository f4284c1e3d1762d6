"""The host's screen: how phones come in, who is here with which rights, and what needs the bank's nod."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import flet as ft

from companion.core.recording.members import BOOK, INVITE, why_not_allowed
from companion.core.table import listed
from companion.dates import describe_time
from models.ledger import Refusal
from models.names import name_key
from models.rooms import Member, Room
from views.app_shell import go, header, play_route
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.glyphs import shown
from views.components.player_card import badge
from views.components.sections import fits_two_columns, pill, radio_row, scroll_pane, side_by_side
from views.sharing.meeting_panel import MeetingPanel
from views.sharing.requests import join_card, members_asking, seat_button
from views.sharing.return_panel import ReturnPanel
from views.sharing.square import picture_of
from views.state.client import Client
from views.state.open_plays import DEMO
from views.state.play.play_state import PlayState
from views.state.shared_table import names_on

NOT_SERVED = (
    "This app can't let phones in. Companion in a browser can, on a tablet or a computer: Settings, Back up everything "
    "makes a file that takes this book there."
)
INVITES = (
    "Everyone sees their own game on their own phone, and asks for what they do. You let each phone in, and nothing is "
    "recorded without the banker."
)
INVITES_AGAIN = (
    "Companion was started anew, and no phone can reach it yet. "
    "Invite phones again: whoever was in keeps their seat."
)
A_DEMO = "Nobody can join the demo evening. Start a game, and invite phones from it."


@screen
def PhonesScreen(client: Client, state: PlayState) -> ft.Control:
    """Invite phones, let them in, and see who is here."""
    at, choose = ft.use_state(0)
    shared = state.shared
    returns, show_return = ft.use_state(bool(shared.missing(state.play_id)))
    ft.use_effect(
        lambda: shared.watching.add(client),
        dependencies=[],
        cleanup=lambda: shared.watching.discard(client),
    )
    reach = shared.reach
    room = shared.room_of(state.play_id)
    head = header(client, "Phones", back="" if client.wide else play_route(state.play_id, ""))
    if why_not := _why_not(client, state):
        return _page(client, head, controls.note(why_not, "info"))
    others = book_devices(client)
    if room is None:
        return _page(client, head, Invitation(state, INVITES), *others)
    asks = [join_card(state, one) for one in members_asking(state)]
    if reach.meeting and returns:
        invite: ft.Control = ReturnPanel(
            client, state, room, reach.meeting, lambda: show_return(False)
        )
    elif reach.meeting:
        back = button(
            "Bring phones back",
            press(show_return, True),
            tone="quiet",
            icon=ft.Icons.REPLAY,
            key="back",
        )
        # always in a column: a component that moves in the tree begins anew, and its camera with it
        panel = MeetingPanel(client, state, room, reach.meeting, key="meeting")
        invite = controls.column(
            panel, *([ft.Row([back], key="back")] if shared.absent(room) else []), spacing=4
        )
    elif reach.addresses:
        address = reach.addresses[min(at, len(reach.addresses) - 1)]
        invite = _invite(room, reach.addresses, address, choose)
    else:
        invite = Invitation(state, INVITES_AGAIN)
    people = [_here(state, room), *others, _nods(state, room), _ending(state, room)]
    shares = (2, 1) if reach.meeting else (1, 1)
    if not fits_two_columns(client):
        return _page(client, head, *asks, invite, *people)
    return _page(client, head, *side_by_side(client, [invite], [*asks, *people], shares=shares))


def _why_not(client: Client, state: PlayState) -> str:
    """Why nobody can be invited from this screen; empty if somebody can, now or once more is done."""
    if refusal := why_not_allowed(client.member, INVITE):
        return refusal.sentence
    if state.play_id == DEMO:
        return A_DEMO
    return "" if state.shared.reach.lets_phones_in else NOT_SERVED


def _page(client: Client, head: ft.Control, *blocks: ft.Control) -> ft.Control:
    return controls.panes(head, scroll_pane(client, *blocks))


@screen
def Invitation(state: PlayState, words: str) -> ft.Control:
    """Offer to invite phones, and say why that could not be done."""
    problem, tell = ft.use_state("")

    def invite() -> None:
        try:
            state.devices.invite()
        except Refusal as refusal:
            tell(refusal.sentence)

    begin = button(
        "Invite phones", press(invite), tone="primary", icon=ft.Icons.QR_CODE_2, key="invite"
    )
    return controls.card(
        controls.heading("Play with phones"),
        text(words, Style.BODY_LARGE),
        *([controls.note(problem, "bad", live=True)] if problem else []),
        begin,
        padding=20,
        spacing=14,
    )


def _invite(
    room: Room, addresses: tuple[str, ...], address: str, choose: Callable[[int], object]
) -> ft.Control:
    link = f"{address}/join?{urlencode({'i': room.invitation})}"
    letters = " ".join(room.code)
    said = text(letters, Style.DISPLAY_LARGE, spoken=f"The code is {letters}")
    lines: list[ft.Control] = [
        picture_of(link),
        soft("or type this code", Style.BODY_MEDIUM),
        ft.Semantics(content=said, container=True),
        text(f"{address.removeprefix('http://')}/join", Style.TITLE_MEDIUM),
    ]
    if len(addresses) > 1:
        others = [
            pill(known.removeprefix("http://"), press(choose, number), chosen=known == address)
            for number, known in enumerate(addresses)
        ]
        lines += [
            soft("This machine has several addresses. Try another if a phone finds nothing."),
            controls.wrap(*others),
        ]
    lines.append(
        soft(
            "Join the same Wi-Fi, scan the square with the camera, say who you are.",
            Style.BODY_MEDIUM,
            align=ft.TextAlign.CENTER,
        )
    )
    inside = ft.Column(
        lines, spacing=14, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    return controls.card(inside, padding=20)


def _here(state: PlayState, room: Room) -> ft.Control:
    """List the devices that were let in, and who plays without one."""
    shared = state.shared
    own, members = state.member(), shared.members(room)
    lines: list[ft.Control] = [controls.heading("Who is here", level=3, style=Style.TITLE_LARGE)]
    lines.append(_member(state, own, own=True))
    lines += [_member(state, member) for member in members if member.id != own.id]
    held = names_on((own, *members))
    for person in state.snapshot.people:
        if name_key(person.name) not in held:
            lines.append(
                _row(
                    [badge(person, size=36)],
                    person.name,
                    "plays at the table",
                    controls.chip("No phone"),
                )
            )
    return controls.card(*lines, padding=16, spacing=12)


def _row(marks: list[ft.Control], title: str, remark: str, *more: ft.Control) -> ft.Row:
    """Show a device or a player, and what can be done about it."""
    words = controls.column(text(title, Style.TITLE_SMALL), soft(remark), spacing=0)
    return ft.Row([*marks, ft.Container(words, expand=True), *more], spacing=10)


def _toggle(people: tuple[str, ...], name: str) -> tuple[str, ...]:
    others = tuple(person for person in people if person != name)
    return others if name in people else (*people, name)


def _member(state: PlayState, member: Member, *, own: bool = False) -> ft.Control:
    shared = state.shared
    people = [person for person in state.snapshot.people if person.name in member.people]
    is_here = own or member.id in shared.reach.present()
    name = "This device" if own else listed(member.people) or "A screen"
    rights = " and ".join(
        word for word, has in (("Host", member.host), ("Banker", member.bank)) if has
    )
    role = rights or ("Player" if people else "No seat" if member.people else "Watching")
    marks: list[ft.Control] = [badge(person, size=36) for person in people[:2]] or [
        ft.Icon(ft.Icons.TABLET_OUTLINED if own else ft.Icons.VISIBILITY_OUTLINED, size=28)
    ]

    devices = state.devices

    def item(
        words: str, act: Callable[..., object], *args: object, **values: bool
    ) -> ft.PopupMenuItem:
        return ft.PopupMenuItem(words, on_click=press(act, member, *args, **values))

    items = [
        item(
            "Take the bank away" if member.bank else "Give the bank",
            devices.set_member,
            bank=not member.bank,
        ),
        item(
            "No longer a host" if member.host else "Make a host",
            devices.set_member,
            host=not member.host,
        ),
    ]
    for player in state.snapshot.people:
        plays = item(
            f"{player.name} plays on it", devices.set_people, _toggle(member.people, player.name)
        )
        plays.checked = player.name in member.people
        items.append(plays)
    if not own:
        items.append(item("Remove it", devices.turn_away))
    choices = ft.PopupMenuButton(
        icon=ft.Icons.MORE_VERT, tooltip=shown(f"Change what {name} may do"), items=items
    )
    remark = (
        f"for {listed(member.people)}"
        if own and member.people
        else "at the table"
        if own
        else "here now"
    )
    chip = controls.chip(role, "accent" if rights else "plain")
    row = _row(marks, name, remark if is_here else "away", chip, ft.MergeSemantics(choices))
    seats = [seat_button(state, name) for name in member.people if not people]
    return ft.Column([row, *seats], spacing=6, tight=True, key=f"member-{member.id}")


def book_devices(client: Client) -> list[ft.Control]:
    """List the other devices that have the whole book, each with the way to remove it."""
    shared, own = client.open_plays.shared, client.member_id
    others = [device for device in shared.with_the_book() if device.id != own]
    if not (others and client.may(BOOK)):
        return []
    lines: list[ft.Control] = [
        controls.heading("Other devices with the whole book", level=3, style=Style.TITLE_LARGE),
        soft("Each was opened with the key, and sees and does everything.", Style.BODY_MEDIUM),
    ]
    for device in others:
        used = f"last used {describe_time(device.since)}" if device.since else ""
        remark = "here now" if device.id in shared.reach.present() else used
        remove = button(
            "Remove",
            press(shared.turn_away, device, by=own),
            tone="danger",
            key=f"remove-{device.id}",
        )
        lines.append(_row([ft.Icon(ft.Icons.DEVICES_OTHER, size=28)], "A browser", remark, remove))
    return [controls.card(*lines, padding=16, spacing=12)]


def _nods(state: PlayState, room: Room) -> ft.Control:
    """Choose whether what players ask for waits for the banker, and whether somebody new may ask for a seat."""
    ways = [
        radio_row(
            words,
            press(state.devices.set_room, room, at_once=at_once),
            chosen=room.at_once == at_once,
            key=f"nod-{at_once}",
        )
        for words, at_once in (("The banker confirms", False), ("Recorded at once", True))
    ]
    new = controls.switch(
        "Somebody new may ask to come in",
        press(state.devices.set_room, room, newcomers=not room.newcomers),
        on=room.newcomers,
    )
    return controls.card(
        text("What players do on their own phones", Style.TITLE_SMALL),
        *ways,
        new,
        padding=16,
        spacing=8,
    )


def _ending(state: PlayState, room: Room) -> ft.Control:
    """Change the code, or have nobody join any more."""
    stop = button("Stop sharing", press(_stop, state, room), tone="danger", key="stop")
    if state.shared.reach.meeting:  # each square lets in one phone, and there is no code
        return ft.Row([stop])
    new_code = button(
        "New code",
        press(state.devices.invite_anew, room),
        icon=ft.Icons.LOCK_OUTLINED,
        key="new-code",
    )
    acts = controls.wrap(new_code, stop)
    return controls.column(
        acts, soft("A new code ends the old one, and refuses whoever waits."), spacing=6
    )


def _stop(state: PlayState, room: Room) -> None:
    state.devices.stop_sharing(room)
    go(play_route(state.play_id, ""))

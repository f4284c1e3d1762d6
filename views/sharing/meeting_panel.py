"""How phones come in where no server is, by the tablet's square and its camera, and how all come back by one square."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable

import flet as ft

from companion.core.show.player_colours import SHAPES
from companion.core.table import listed
from models.rooms import ROOM_LETTERS, Room
from views import theme
from views.components import amounts, controls
from views.components.controls import (
    Control,
    Icons,
    Part,
    Style,
    button,
    card,
    column,
    flat,
    guard,
    quiet_button,
    row,
    screen,
    soft,
    subheading,
    text,
)
from views.sharing.square import LARGE, SIDE, square_for
from views.state.client import Client
from views.state.meeting import BACK, FRONT, NONE, ON, REFUSED, Meeting
from views.state.play.play_state import Person, PlayState

VIEW = (240, 320)
"""Width and height of what the camera sees, in logical pixels."""
GROUP, ABREAST = 4, 5
"""Letters that one reads at a time, and groups of them in a line of ``packaging/pwa/letters.mjs``."""
STEP, NARROW_STEP, NARROWEST = LARGE + 34, SIDE + 34, 286
"""Width of the first step beside the other one, on a phone, and on the narrowest phone."""
WITHOUT_CAMERA = {
    REFUSED: "This page may not use the camera. Allow it in the browser's settings for this site, and try again.",
    NONE: "This device has no camera for this page.",
}

OTHER_EYES = "A phone that is in can scan for it. The first one copies its square as text."


@screen
def MeetingPanel(client: Client, state: PlayState, room: Room, meeting: Meeting) -> Control:
    """Show the square for the next phone, or what a screen without a camera types, and look for the square it shows."""
    by_letters, choose = ft.use_state(False)

    def begin() -> None:
        meeting.invite(room.id)
        meeting.look()

    ft.use_effect(begin, [room.id], cleanup=meeting.look_away)
    problem = controls.problem(meeting.problem)
    if problem and not meeting.offer:
        return card(problem, padding=20)

    def turn(to_screen: bool) -> None:
        choose(to_screen)
        meeting.look(BACK if to_screen else FRONT)

    meeting.about = about(room, state.snapshot.play.title, state.snapshot.people)
    link = f"{meeting.offer}.{meeting.about}" if meeting.offer else ""
    if by_letters:
        titles = ("1. Open the table on that screen", "2. Hold this device before its square")
        first = _letters(client, meeting, link)
        after = "Next time it comes back by itself."
        other = quiet_button("Back to the phones' square", turn, False, icon=Icons.QR_CODE_2)
    else:
        titles = ("1. Scan this with the phone", "2. Hold the phone's square up here")
        first = (
            row(square_for(client, link)),
            soft("Its camera opens the page. Say there who plays on it."),
        )
        after = "One square lets in one phone. The next appears as soon as it is in."
        other = quiet_button(
            "A screen without a camera",
            turn,
            True,
            icon=Icons.TV,
            key="letters",
        )
    steps = row(
        _step(titles[0], first, STEP if client.wide and not client.low else NARROW_STEP),
        _step(titles[1], row(_camera(client, state, room, meeting)), VIEW[0]),
        wrap=True,
        run_spacing=20,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    foot = controls.packed(
        text(after, Style.TITLE_SMALL),
        soft("No internet is needed: both must be on the same Wi-Fi."),
    )
    # what went wrong moves no square on a tablet; on a phone it would be out of sight below
    blocks = (steps, problem) if client.wide else (problem, steps)
    return card(blocks, foot, other, padding=20)


@screen
def ReturnPanel(
    client: Client, state: PlayState, room: Room, meeting: Meeting, invite: Callable[[], object]
) -> Control:
    """Show the square that each phone of the room scans once to come back; the list of who is here says who has."""
    ft.use_effect(lambda: state.devices.meet(Meeting.gather), [room.id], cleanup=meeting.scatter)
    scan = (
        row(square_for(client, meeting.back)),
        soft("Its own camera will do. Everyone keeps their seat."),
    )
    absent = state.shared.absent(room)
    return card(
        subheading("Each phone scans this once" if absent else "Every phone is back"),
        scan if absent else None,
        quiet_button(
            "Invite another phone",
            invite,
            icon=Icons.QR_CODE_2,
            key="invite-another",
        ),
        padding=20,
    )


def _letters(client: Client, meeting: Meeting, link: str) -> Part:
    """Say what to type on a television or laptop, and offer to send it there."""
    address = f"{meeting.site.partition('://')[2]}join"
    ways: Part = soft(
        "Send it the address, and open that there. It lets in one device, for ten minutes."
    )
    if meeting.letters:
        link = f"{meeting.site}#join.{meeting.letters}"
        ways = (
            soft("In its browser open"),
            text(address, Style.TITLE_MEDIUM),
            soft("and type these letters. They stay the same."),
            _lines(client, meeting.letters),
            soft("Or send it the address with the letters in it:"),
        )
    send = button("Send", _ignore, icon=Icons.IOS_SHARE, key="send-address")
    send.action = ft.ShareText(link, subject="Join our table")  # type: ignore[attr-defined]  # buttons have one
    copy = quiet_button("Copy", _ignore, icon=Icons.CONTENT_COPY, key="copy-address")
    copy.action = ft.CopyToClipboard(link)  # type: ignore[attr-defined]  # as above
    return ways, row(send, copy, wrap=True)


def _lines(client: Client, letters: str) -> Part:
    """Show the letters in lines of groups that one reads at a time, as large as the widest group lets them be."""
    groups = [letters[at : at + GROUP] for at in range(0, len(letters), GROUP)]
    width = (STEP if client.wide else NARROWEST) / ABREAST - theme.GAP_S
    size = amounts.smaller(" ".join(groups), Style.TITLE_LARGE, width, client.scale)
    cells = [
        text(group, Style.TITLE_LARGE, spoken=" ".join(group), whole=True, size=size)
        for group in groups
    ]
    rows = controls.tiles([*cells], ABREAST)
    return map(ft.MergeSemantics, rows.controls)


def _ignore() -> None:
    """The client has done it by itself."""


def _step(title: str, content: Part, width: float) -> Control:
    """Show a step, as wide as it needs."""
    return ft.Container(column(subheading(title), content), width=width)


def _camera(client: Client, state: PlayState, room: Room, meeting: Meeting) -> Control:
    """What the camera sees; where it can't be used, the other ways in."""
    if meeting.camera in WITHOUT_CAMERA:
        ways = column(
            controls.note(f"{WITHOUT_CAMERA[meeting.camera]} {OTHER_EYES}", "warn"),
            _without_camera(state, room),
        )
        return ft.Container(ways, width=VIEW[0])
    other = BACK if meeting.facing == FRONT else FRONT
    turn = quiet_button(
        "Other camera",
        state.devices.meet,
        Meeting.look,
        other,
        icon=Icons.CAMERASWITCH_OUTLINED,
    )
    return controls.lines(Viewfinder(client, meeting), turn)


@screen
def Viewfinder(client: Client, meeting: Meeting) -> Control:
    """What the camera sees, a few times a second."""
    picture, show = ft.use_state(b"")

    def watch() -> None:
        meeting.show_picture = lambda seen: client.run_soon(lambda _client: show(seen))

    ft.use_effect(watch, [])
    width, height = VIEW
    seen = None
    if picture:
        fit = ft.BoxFit.COVER
        seen = ft.Image(picture, width=width, height=height, fit=fit, gapless_playback=True)
    words = "Looking" if meeting.camera == ON else "Opening the camera"
    label = ft.Container(
        controls.chip(words), alignment=ft.Alignment.CENTER, left=0, right=0, bottom=10
    )
    view = ft.Container(
        ft.Stack(flat((seen, label))),
        width=width,
        height=height,
        bgcolor=theme.RAIL,
        border_radius=theme.RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )
    return controls.read_out(view, f"Camera. {words}")


def _without_camera(state: PlayState, room: Room) -> Part:
    """Let a phone that is in scan for this device, or take the square as text."""
    shared = state.shared
    present = shared.reach.present()
    helpers = [
        button(
            f"Let {name} scan",
            state.devices.meet,
            _let_scan,
            member.id,
            icon=Icons.QR_CODE_SCANNER,
        )
        for member in shared.members(room)
        if member.id in present and (name := listed(member.people))
    ]
    return (
        button(
            "Try the camera again",
            state.devices.meet,
            Meeting.look,
            icon=Icons.CAMERA_ALT_OUTLINED,
        ),
        helpers,
        ft.TextField(
            label="The phone's square as text",
            helper="For copying between two windows: it has about 140 letters.",
            on_submit=guard(
                lambda event: state.devices.meet(Meeting.read, str(event.control.value or ""))
            ),
        ),
    )


def _let_scan(meeting: Meeting, member: str) -> None:
    meeting.scan_with(member)


def about(room: Room, title: str, people: Iterable[Person]) -> str:
    """Write what the square says besides the offer, for a phone that knows nothing: the game, and who sits at it.

    Lines of text in base64: the title, the room, whether newcomers may ask, and for each seat its name, its colour and
    the number of its shape.
    """
    seats = [
        "\t".join((person.name, person.colour.lstrip("#"), str(SHAPES.index(person.shape))))
        for person in people
    ]
    lines = "\n".join((title, room.id[:ROOM_LETTERS], "1" if room.newcomers else "0", *seats))
    return urlsafe_b64encode(lines.encode()).decode().rstrip("=")

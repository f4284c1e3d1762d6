"""The host's screen: how phones come in, who is here with which rights, and what needs the bank's nod."""

from __future__ import annotations

from collections import defaultdict
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
from views.components.controls import (
    Control,
    Icons,
    OnTap,
    Part,
    Style,
    button,
    card,
    column,
    flat,
    main_button,
    press,
    quiet_button,
    read_out,
    remark,
    screen,
    soft,
    strong,
    subheading,
    switch,
    text,
    wrap,
)
from views.components.glyphs import shown
from views.components.player_card import badge
from views.components.sections import fits_two_columns, pills, radio_row, scroll_pane, side_by_side
from views.sharing.meeting_panel import MeetingPanel, ReturnPanel
from views.sharing.requests import join_card, seat_button
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
def PhonesScreen(client: Client, state: PlayState) -> Control:
    """Invite phones, let them in, and see who is here."""
    chosen, choose = ft.use_state("")
    shared = state.shared
    returns, show_return = ft.use_state(bool(shared.missing(state.play_id)))
    ft.use_effect(
        lambda: shared.watching.add(client),
        [],
        cleanup=lambda: shared.watching.discard(client),
    )
    reach = shared.reach
    room = shared.room_of(state.play_id)
    head = header(client, "Phones", back="" if client.wide else play_route(state.play_id, ""))

    def page(*blocks: Part) -> Control:
        return controls.panes(head, scroll_pane(client, *blocks))

    if why_not := _why_not(client, state):
        return page(controls.note(why_not, "info"))
    others = _book_devices(client)
    if room is None:
        return page(Invitation(state, INVITES), others)
    asks = [join_card(state, member) for member in state.requests.newcomers]
    if reach.meeting and returns:
        invite: Control = ReturnPanel(
            client, state, room, reach.meeting, lambda: show_return(False)
        )
    elif reach.meeting:
        back = quiet_button(
            "Bring phones back",
            show_return,
            True,
            icon=Icons.REPLAY,
            key="back",
        )
        # always in a column: a component that moves in the tree begins anew, and its camera with it
        panel = MeetingPanel(client, state, room, reach.meeting, key="meeting")
        way = ft.Row([back], key="back") if shared.absent(room) else None
        invite = column(panel, way)
    elif reach.addresses:
        address = chosen if chosen in reach.addresses else reach.addresses[0]
        invite = _invite(room, reach.addresses, address, choose)
    else:
        invite = Invitation(state, INVITES_AGAIN)
    people = (
        _here(state, room),
        others,
        _nods(state, room),
        _copies(state),
        _ending(state, room),
    )
    if not fits_two_columns(client):
        return page(asks, invite, people)
    shares = (2, 1) if reach.meeting else (1, 1)
    return page(side_by_side(client, invite, (asks, people), shares=shares))


def _why_not(client: Client, state: PlayState) -> str:
    """Why nobody can be invited from this screen; empty if somebody can, now or once more is done."""
    if refusal := why_not_allowed(client.member, INVITE):
        return refusal.sentence
    if state.play_id == DEMO:
        return A_DEMO
    return "" if state.shared.reach.lets_phones_in else NOT_SERVED


@screen
def Invitation(state: PlayState, words: str) -> Control:
    """Offer to invite phones, and say why that could not be done."""
    problem, tell = ft.use_state("")

    def invite() -> None:
        try:
            state.devices.invite()
        except Refusal as refusal:
            tell(refusal.sentence)

    begin = main_button("Invite phones", invite, icon=Icons.QR_CODE_2, key="invite")
    return card(
        controls.heading("Play with phones"),
        text(words, Style.BODY_LARGE),
        controls.problem(problem),
        begin,
        padding=20,
    )


def _invite(
    room: Room, addresses: tuple[str, ...], address: str, choose: Callable[[str], object]
) -> Control:
    link = f"{address}/join?{urlencode({'i': room.invitation})}"
    letters = " ".join(room.code)
    said = text(letters, Style.DISPLAY_LARGE, spoken=f"The code is {letters}")
    choices = {known: known.removeprefix("http://") for known in addresses}
    several = (
        soft("This machine has several addresses. Try another if a phone finds nothing."),
        wrap(pills(choices, address, choose)),
    )
    lines = flat(
        (
            picture_of(link),
            remark("or type this code"),
            read_out(said),
            text(f"{choices[address]}/join", Style.TITLE_MEDIUM),
            several if len(choices) > 1 else None,
            remark(
                "Join the same Wi-Fi, scan the square with the camera, say who you are.",
                align=ft.TextAlign.CENTER,
            ),
        )
    )
    middle = ft.CrossAxisAlignment.CENTER
    return card(ft.Column(lines, tight=True, horizontal_alignment=middle), padding=20)


def _here(state: PlayState, room: Room) -> Control:
    """List the devices that were let in, and who plays without one."""
    own, members = state.member(), state.shared.members(room)
    held = names_on((own, *members))
    return card(
        subheading("Who is here"),
        _member(state, own, own=True),
        (_member(state, member) for member in members if member.id != own.id),
        (
            _row(
                [badge(person, 36)],
                person.name,
                "plays at the table",
                controls.chip("No phone"),
            )
            for person in state.snapshot.people
            if name_key(person.name) not in held
        ),
        padding=16,
    )


def _row(marks: Part, title: str, about: str, *more: Control) -> ft.Row:
    """Show a device or a player, and what can be done about it."""
    words = controls.lines(strong(title), soft(about), expand=True)
    return controls.row(marks, words, more)


def _member(state: PlayState, member: Member, *, own: bool = False) -> Control:
    devices, plays_on, everybody = state.devices, member.people, state.snapshot.people
    people = [person for person in everybody if person.name in plays_on]
    name = "This device" if own else listed(plays_on) or "A screen"
    rights = " and ".join(
        word for word, has in (("Host", member.host), ("Banker", member.bank)) if has
    )
    role = rights or ("Player" if people else "No seat" if plays_on else "Watching")
    sign = Icons.TABLET_OUTLINED if own else Icons.VISIBILITY_OUTLINED
    marks = [badge(person, 36) for person in people[:2]] or ft.Icon(sign, size=28)

    def item(words: str, act: OnTap, *args: object, **values: bool) -> None:
        items.append(ft.PopupMenuItem(words, on_click=press(act, member, *args, **values)))

    items: list[ft.PopupMenuItem] = []
    bank = "Take the bank away" if member.bank else "Give the bank"
    item(bank, devices.set_member, bank=not member.bank)
    host = "No longer a host" if member.host else "Make a host"
    item(host, devices.set_member, host=not member.host)
    for name_of in (person.name for person in everybody):
        others = tuple(name for name in plays_on if name != name_of)
        there = name_of in plays_on
        item(f"{name_of} plays on it", devices.set_people, others if there else (*others, name_of))
        items[-1].checked = there
    if not own:
        item("Remove it", devices.turn_away)
    choices = ft.PopupMenuButton(
        icon=Icons.MORE_VERT, tooltip=shown(f"Change what {name} may do"), items=items
    )
    if own:
        where = f"for {listed(plays_on)}" if plays_on else "at the table"
    else:
        where = "here now" if member.id in state.shared.reach.present() else "away"
    chip = controls.chip(role, "accent" if rights else "plain")
    row = _row(marks, name, where, chip, ft.MergeSemantics(choices))
    seats = [] if people else [seat_button(state, name) for name in plays_on]
    return controls.lines(row, seats, key=f"member-{member.id}")


def _book_devices(client: Client) -> Part:
    """List the other devices that have the whole book, each with the way to remove it."""
    shared, own = client.open_plays.shared, client.member_id
    others = [device for device in shared.with_the_book() if device.id != own]
    if not (others and client.may(BOOK)):
        return None
    lines = []
    for device in others:
        used = f"last used {describe_time(device.since)}" if device.since else ""
        about = "here now" if device.id in shared.reach.present() else used
        remove = button(
            "Remove",
            press(shared.turn_away, device, by=own),
            tone="danger",
            key=f"remove-{device.id}",
        )
        lines.append(_row(ft.Icon(Icons.DEVICES_OTHER, size=28), "A browser", about, remove))
    return card(
        subheading("Other devices with the whole book"),
        remark("Each was opened with the key, and sees and does everything."),
        lines,
        padding=16,
    )


def _nods(state: PlayState, room: Room) -> Control:
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
    new = switch(
        "Somebody new may ask to come in",
        press(state.devices.set_room, room, newcomers=not room.newcomers),
        on=room.newcomers,
    )
    return card(
        strong("What players do on their own phones"),
        ways,
        new,
        padding=16,
    )


def _copies(state: PlayState) -> Part:
    """Say whose phones keep a copy of the game, up to which entry, and choose whether they do."""
    copies = state.open_plays.copies
    if copies is None:
        return None
    kept, ready = defaultdict(list), []
    for member, last, whole in copies.kept(state.play_id):
        name = listed(member.people) or "A screen"
        kept[last].append(name)
        ready += [name] if whole else []
    lines = [f"Kept by {listed(names)} up to entry {last}." for last, names in sorted(kept.items())]
    lines += [f"Ready to take over: {listed(ready)}."] if ready else []
    choose = press(copies.want, not copies.wanted, state.member().id)
    return card(
        switch("Phones keep a copy", choose, on=copies.wanted),
        remark("If this device fails, one of them goes on with the game."),
        [soft(line) for line in lines],
        padding=16,
    )


def _ending(state: PlayState, room: Room) -> Control:
    """Change the code, or have nobody join any more."""
    stop = button("Stop sharing", _stop, state, room, tone="danger", key="stop")
    if state.shared.reach.meeting:  # each square lets in one phone, and there is no code
        return ft.Row([stop])
    new_code = button(
        "New code",
        state.devices.invite_anew,
        room,
        icon=Icons.LOCK_OUTLINED,
        key="new-code",
    )
    words = soft("A new code ends the old one, and refuses whoever waits.")
    return column(wrap(new_code, stop), words)


def _stop(state: PlayState, room: Room) -> None:
    state.devices.stop_sharing(room)
    go(play_route(state.play_id, ""))

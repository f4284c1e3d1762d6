"""The lot under the hammer for the room: what it is, the highest bid and whose it is, and who is still in."""

from __future__ import annotations

import flet as ft

from companion.core.show import player_colours
from views import theme
from views.boards.look import Look
from views.boards.parts import (
    LEAST,
    figure,
    name_of,
    panel,
    read_out,
    size_of_figure,
    size_of_words,
    soft,
    who,
    words,
)
from views.components.controls import Still
from views.sharing.auction import LotFace
from views.state.play.lot import Lot
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState

SEAL, PAD = 300, 40
"""Width of the square that shows the lot, and what lies between it and the words."""


def auction_board(
    state: PlayState, snapshot: PlaySnapshot, lot: Lot, room: Look, width: float
) -> ft.Control:
    """Draw the lot with its highest bid, large, and below it who may still bid."""
    look = LotFace.of(snapshot, lot)
    left = width - room.of(SEAL + 2 * PAD)
    by = state.auction.auctioneer(lot)
    there = lot.bidders(snapshot)
    still = tuple(person for person in snapshot.people if person.key in there)
    out = tuple(person for person in snapshot.people if person.key in lot.out)
    # a bid changes neither what is sold nor who is still in
    parts: list[ft.Control] = [
        Still(_lot_details, look, f"{name_of(snapshot, by)} offers it" if by else "", room, left),
        ft.Divider(height=room.of(2)),
        _highest(snapshot, lot, room, left),
    ]
    told = ft.Column(
        parts, expand=True, alignment=ft.MainAxisAlignment.SPACE_EVENLY, spacing=room.of(8)
    )
    above = ft.Row([Still(_seal, look, room), told], spacing=room.of(PAD), expand=True)
    below = ft.Container(
        Still(_still_in, still, out, room), padding=ft.Padding.only(bottom=room.of(20))
    )
    return panel(
        ft.Column([above, below], spacing=room.of(12), expand=True), room, padding=PAD, expand=True
    )


def _seal(look: LotFace, room: Look) -> ft.Control:
    ground = player_colours.valid_colour(look.colour, "") or player_colours.HOUSE_ACCENT
    sign = look.sign or look.name[:1]
    return ft.Container(
        figure(sign, room.of(170), player_colours.ink_on(ground), semantics_label=""),
        width=room.of(SEAL),
        height=room.of(360),
        bgcolor=ground,
        border=ft.Border.all(1, theme.EDGE),
        border_radius=room.of(26),
        alignment=ft.Alignment.CENTER,
    )


def _lot_details(look: LotFace, offered: str, room: Look, left: float) -> ft.Control:
    said = [look.detail[:1].upper() + look.detail[1:], offered]
    remark = " \u00b7 ".join(filter(None, said))
    name = words(look.name, size_of_words(look.name, left, room.of(104), room.of(44)), serif=True)
    lines: list[ft.Control] = [ft.Semantics(content=name, header=True, heading_level=2)]
    if remark:
        lines.append(soft(remark, size_of_words(remark, left, room.of(42), room.of(30))))
    return ft.Column(lines, spacing=room.of(6), tight=True)


def _highest(snapshot: PlaySnapshot, lot: Lot, room: Look, left: float) -> ft.Control:
    bid = lot.highest
    if bid is None:
        return read_out(
            words("No bid yet", room.of(84)), "No bid yet", live=True, identifier="highest-bid"
        )
    amount, name = lot.format_amount(snapshot, bid.amount), name_of(snapshot, bid.seat)
    label = "Sold for" if lot.asked else "Highest bid"
    token = room.of(96)
    sum_ = figure(amount, size_of_figure([amount], left * 0.56, room.of(190)))
    whose = ft.Row(
        [
            *who(snapshot.person(bid.seat), token),
            words(
                name,
                size_of_words(name, left * 0.44 - token - room.of(20), room.of(76), room.of(LEAST)),
            ),
        ],
        spacing=room.of(20),
        tight=True,
    )
    beside = ft.Row([sum_, whose], alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    made = ft.Column([soft(label, room.of(40)), beside], spacing=0, tight=True)
    return read_out(made, f"{label} {amount}, {name}", live=True, identifier="highest-bid")


def _still_in(people: tuple[Person, ...], out: tuple[Person, ...], room: Look) -> ft.Control:
    size, letters = room.of(48), room.of(LEAST)
    pieces: list[ft.Control] = (
        [soft("Still in", letters)] if people else [soft("Nobody can bid for it.", letters)]
    )
    named = [
        soft(f"{person.name} is away", letters) if person.away else words(person.name, letters)
        for person in people
    ]
    named += [soft(f"{person.name} is out", letters) for person in out]
    pieces += [
        ft.Row([*who(person, size), name], spacing=room.of(12), tight=True)
        for person, name in zip([*people, *out], named, strict=True)
    ]
    made = ft.Row(pieces, spacing=room.of(34), run_spacing=room.of(8), wrap=True)
    names = ", ".join(f"{person.name} is away" if person.away else person.name for person in people)
    return read_out(made, f"Still in: {names or 'nobody'}")

"""The private pad: chips to tap into a closed fist. Whoever sits at it sees it, and nobody else looks.

Should somebody look all the same: the pad is the same for everybody. What a player holds is under a finger alone.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import flet as ft

from companion import looks
from views import figures, parts, theme
from views.parts import Style, button, press, soft, text
from views.peek import Peek, secrets
from views.players import badge
from views.sealed import about

if TYPE_CHECKING:
    from views.desk import Desk
    from views.picture import Picture
    from views.sealed_bids import Bidding
    from views.sealed_page import Handing

STACK = (1, 2, 5)
"""What chips are worth, in steps of the bid: where those are 5, they are 5, 10 and 25."""
CHIPS = (("Red", "#B3261E"), ("Blue", "#1F5FA8"), ("Yellow", "#E0B020"))
SIZE = 84


def pad(desk: Desk, picture: Picture, found: Bidding, handing: Handing) -> ft.Control:
    """Draw the pad of the player who sat down. Nothing of it tells whether there is anything to bid with."""
    seat = handing.at
    person = picture.person(seat)
    kind = found.kind(picture)
    total = sum(handing.chips)
    name = person.name if person else seat
    head = ft.Row(
        [
            *([badge(person, size=44)] if person else []),
            ft.Column(
                [parts.heading(f"{name}\u2019s bid", level=1), soft(f"{about(picture, found)}. For your eyes alone.")],
                spacing=0,
                tight=True,
                expand=True,
            ),
        ],
        spacing=theme.GAP,
    )
    chips = [_chip(handing, desk, found, worth * kind.step, face) for worth, face in zip(STACK, CHIPS, strict=True)]
    take = ft.Row(
        [
            _half(button("Take one back", press(handing.back), disabled=not handing.chips, expand=True)),
            _half(button("Clear", press(handing.clear), disabled=not handing.chips, expand=True)),
        ],
        spacing=8,
    )
    words = "Bid" if total else "Hold out an empty fist"
    bid = button(words, press(handing.bid, desk, found), tone="primary", expand=True, key="bid")
    lines: list[ft.Control] = [
        head,
        _fist(total, kind.unit, handing.chips, kind.step),
        ft.Row(chips, alignment=ft.MainAxisAlignment.SPACE_EVENLY),
        take,
        soft(_rule(figures.figure(kind.step, kind.unit)), Style.BODY_MEDIUM),
    ]
    if handing.wrong:
        # a screen reader would say it to the whole table
        lines.append(ft.Semantics(content=parts.note(handing.wrong, "bad"), exclude_semantics=True))
    # a bid once made is not shown again: whoever holds the device last could read everybody's
    own, hint = secrets(picture, seat), "Hold to see your chips"
    lines.append(Peek(desk.veil, own, picture.version, size="pane", figure="", hint=hint, key=f"own-{seat}"))
    lines.append(ft.Row([bid]))
    return parts.column(*lines, spacing=14, key=f"pad-{seat}")


def _rule(step: str) -> str:
    return (
        f"At least {step}, in steps of {step}, up to what you hold. You pay it whoever wins. "
        "Only who holds no chips holds out an empty fist, as if there were something in it."
    )


def _fist(total: int, unit: str, chips: tuple[int, ...], step: int) -> ft.Control:
    """The fist as it is now: the sum, and the chips in it."""
    faces = {worth * step: colour for worth, (_, colour) in zip(STACK, CHIPS, strict=True)}
    laid: list[ft.Control] = [_little(worth, faces.get(worth, looks.HOUSE_ACCENT), many)
                              for worth, many in sorted(Counter(chips).items())]  # fmt: skip
    inside = ft.Column(
        [
            text(figures.figure(total, unit), Style.DISPLAY_LARGE, theme.INK if total else theme.SOFT_INK, whole=True),
            # as high with chips as without, so that nothing moves from under the finger
            ft.Row(laid, wrap=True, alignment=ft.MainAxisAlignment.CENTER, spacing=10)
            if laid
            else soft("Tap chips into your fist", Style.LABEL_LARGE, align=ft.TextAlign.CENTER),
        ],
        spacing=4,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    # a screen reader would say it to the whole table
    return ft.Semantics(
        container=True,
        label="Your fist. What is in it is on the screen alone.",
        exclude_semantics=True,
        content=ft.Container(
            inside,
            bgcolor=theme.CARD,
            border=ft.Border.all(1, theme.HAIRLINE),
            border_radius=theme.RADIUS,
            padding=ft.Padding.symmetric(vertical=10, horizontal=12),
            alignment=ft.Alignment.CENTER,
        ),
    )


def _little(worth: int, colour: str, many: int) -> ft.Control:
    dot = ft.Container(width=20, height=20, bgcolor=colour, border_radius=10, border=ft.Border.all(1, theme.EDGE))
    return ft.Row([dot, text(f"{many} \u00d7 {worth}", Style.LABEL_LARGE)], spacing=4, tight=True)


def _chip(handing: Handing, desk: Desk, found: Bidding, worth: int, face: tuple[str, str]) -> ft.Control:
    """Draw a chip to tap: its worth in large figures, its colour beside."""
    name, colour = face
    said = figures.figure(worth, found.kind(desk.picture).unit)
    return ft.OutlinedButton(
        text(said, Style.TITLE_LARGE, looks.ink_on(colour), whole=True, spoken=f"{name} {said}"),
        on_click=press(handing.lay, worth, desk, found),
        width=SIZE,
        height=SIZE,
        style=ft.ButtonStyle(
            shape=ft.CircleBorder(),
            padding=0,
            side=ft.BorderSide(4, ft.Colors.with_opacity(0.55, theme.EDGE)),
            bgcolor=colour,
        ),
        key=f"chip-{worth}",
    )


def _half(one: ft.Control) -> ft.Control:
    return ft.Container(ft.Row([one]), expand=True)

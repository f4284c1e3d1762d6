"""The moment when all fists open: who bid what, who has it, and where the money went."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft

from companion.receipts import remark
from companion.several import read_each
from views import figures, parts, theme
from views.parts import Style, button, press, soft, text
from views.players import badge
from views.receipt import receipt
from views.shell import go, place

if TYPE_CHECKING:
    from models.ledger import Line, Proposal
    from views.desk import Desk
    from views.person import Person
    from views.picture import Picture
    from views.sealed_bids import Bidding


def opened(desk: Desk, picture: Picture, found: Bidding) -> ft.Control:
    """Show the bids as they lie on the table now, the highest first, and what became of them."""
    written = picture.referee.journal.entry(picture.play.id, found.opened)
    proposal = written.entry.proposal
    bids = read_each(str(proposal.answers.get(found.question) or ""))
    unit = found.kind(picture).unit
    people = {one.key: one for one in picture.people}
    top = max(bids.values(), default=0)
    order = sorted(bids, key=lambda seat: -bids[seat])
    mark = "highest" if sum(one == top for one in bids.values()) == 1 else "tie"
    rows = [
        _bid(people[seat], bids[seat], unit, mark if bids[seat] == top > 0 else "") for seat in order if seat in people
    ]
    return parts.column(
        parts.heading("The bids are open", level=1, style=Style.HEADLINE_LARGE),
        ft.Semantics(
            content=text(proposal.narration, Style.TITLE_MEDIUM), live_region=True, container=True, identifier="opened"
        ),
        parts.column(*rows, spacing=8),
        receipt(replace(proposal, working=_rest(proposal, people, bids, found.kind(picture).what)), told=False),
        soft(f"Recorded on line {found.opened}."),
        ft.Row([button("Back to the table", press(go, place(desk.play_id, "")), tone="primary", expand=True)]),
        spacing=14,
        key="opened",
    )


def _rest(proposal: Proposal, people: dict[str, Person], bids: dict[str, int], what: str) -> tuple[Line, ...]:
    """The working without the lines that only say again what stands above it, as what somebody bid: «Ann bids 10».

    A line that comes to the same figure but says something else, as what Ann then has, stays.
    """
    said: set[tuple[str, int | None]] = {(remark(proposal), None)}
    said |= {(f"{people[seat].name} {what}s", bid) for seat, bid in bids.items() if seat in people}
    return tuple(line for line in proposal.working if line.total or (line.text, line.figure) not in said)


def _bid(person: Person, bid: int, unit: str, mark: str) -> ft.Control:
    """One opened bid; the highest is marked in a word, and two highest are a tie."""
    said = figures.figure(bid, unit)
    best = bool(mark)
    sign = [parts.chip(mark, "accent")] if best else []
    inside = ft.Row(
        [
            badge(person, size=36),
            text(person.name, Style.TITLE_MEDIUM, expand=True),
            *sign,
            text(said if bid else "empty fist", Style.TITLE_LARGE if bid else Style.TITLE_SMALL, whole=True),
        ],
        spacing=theme.GAP,
    )
    words = figures.spoken(bid, unit) if bid else "an empty fist"
    return ft.Semantics(
        container=True,
        label=f"{person.name}: {words}{f', {mark}' if mark else ''}",
        exclude_semantics=True,
        content=ft.Container(
            inside,
            bgcolor=theme.TINT if best else theme.CARD,
            border=ft.Border.all(2 if best else 1, theme.ACCENT if best else theme.HAIRLINE),
            border_radius=theme.RADIUS,
            padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        ),
    )

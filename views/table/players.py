"""Everybody's standing on the table: a column beside the sheet, a strip above it, rows, and a grid in the past."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.core.show.cards import Standing
from companion.core.units import format_amount
from models.ledger import ReceiptLine
from views.components import controls
from views.components.amounts import room_for
from views.components.controls import Style, press, screen
from views.components.hold_to_reveal import HINT, HoldToReveal, secrets
from views.components.player_card import TILE_SIDE, player_tile, standing_card, tile_width
from views.state.play.panel import Pane
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.privacy import Peeks

DENSE = 6
"""More players than this have a row each in a grid, so that all of them are seen at once."""
FACTS, LEAST_FACTS = 8, 3
"""So many facts at least are on an open card beside the sheet, which can be scrolled to, and on one of a grid."""
CARD, ROW, FACT = 232.0, 74.0, 40.0
"""Heights at text size 1: of an open card without its facts, of a row, and of a fact."""
ALL_OPEN, ALL_OPEN_AT_ONCE = 2, 4
"""So many players all have open cards, and so many while it is nobody's turn; else whoever's turn it is."""
BESIDE, LINES, GAP, EDGE = 4, 2, 6, 12
"""At most so many tiles of a strip share a phone's width, in so many lines; the gap between them, and the edge."""
SCROLLED = 8
"""The gap where tiles go on to the right."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a player is drawn: as a tile, a row, a narrow or dense one, or an open card with so many facts.

    On a tile, which has so much ``room`` for figures, what has changed is written beside the figure where both fit.
    """

    tile: bool = False
    compact: bool = False
    narrow: bool = False
    dense: bool = False
    facts: int = 0
    noted: bool = False
    width: float | None = None
    room: float = 0
    scale: float = 1

    def fits(self, figure: str, change: ReceiptLine) -> bool:
        """Whether what has changed can be read whole here."""
        moved = format_amount(change.figure or 0, change.unit, signed=True)
        needed = room_for(figure, Style.TITLE_MEDIUM, self.scale) + room_for(
            moved, Style.LABEL_MEDIUM, self.scale
        )
        return not self.tile or needed + 4 <= self.room


def _draw(  # noqa: PLR0917 - the values a card is drawn from, compared one by one
    person: Person,
    standing: Standing,
    look: Callable[[Pane], None],
    form: Form,
    picked: bool,
    figure: ft.Control | None = None,
    change: ReceiptLine | None = None,
) -> ft.Control:
    on_click = press(look, Pane("player", seat=person.key))
    if form.tile:
        return player_tile(
            person,
            standing,
            on_click,
            picked=picked,
            figure=figure,
            width=form.width,
            change=change,
        )
    return standing_card(
        person,
        standing,
        on_click,
        compact=form.compact,
        narrow=form.narrow,
        dense=form.dense,
        facts=form.facts,
        noted=form.noted,
        picked=picked,
        figure=figure,
        change=change,
    )


PlayerCard = controls.memo(screen(_draw))
"""A player's card, drawn again only when what it shows has changed."""


def _places(
    snapshot: PlaySnapshot,
    look: Callable[[Pane], None],
    picked: str,
    peeks: Peeks,
    form: Callable[[Standing], Form],
) -> list[ft.Control]:
    """Everybody's card; all of one can be held where what somebody has is not for everyone."""

    def place(person: Person, standing: Standing) -> ft.Control:
        here, key = form(standing), f"card-{person.key}"
        if not standing.masked or person.key not in peeks.seats:
            change = snapshot.changes.get(person.key)
            if change and not here.fits(standing.figure, change):
                change = None  # better none than half of it
            return PlayerCard(
                person, standing, look, here, person.key == picked, change=change, key=key
            )
        return HoldToReveal(
            peeks.privacy,
            secrets(snapshot, person.key, peeks.privacy),
            snapshot.version,
            figure=standing.figure,
            across=ft.CrossAxisAlignment.START if here.tile else ft.CrossAxisAlignment.END,
            hint="Hold" if here.tile else HINT,  # a tile has no room for more
            around=partial(_draw, person, standing, look, here, person.key == picked),
            key=f"peek-{person.key}",
        )

    return [
        place(person, standing)
        for person, standing in zip(snapshot.people, snapshot.standings, strict=True)
    ]


def _shows_progress(snapshot: PlaySnapshot, standing: Standing) -> bool:
    """Whether a row says how far its player has come: where a board has the place of the cards that do."""
    return bool(snapshot.boards) and standing.progress is not None


def _facts_in(room: float, cards: int, rows: int = 0) -> int:
    """How many facts each of so many open cards shows below one another, in a room for them and so many rows."""
    return int((room - rows * ROW - cards * CARD) / max(1, cards) / FACT)


@controls.memo
@screen
def PlayerColumn(
    snapshot: PlaySnapshot,
    look: Callable[[Pane], None],
    picked: str,
    peeks: Peeks,
    room: float = 0,
    *,
    opened: bool = True,
) -> ft.Control:
    """Draw a row for each player, one below the other; whose turn it is has an open card, if any may be ``opened``.

    Its ``room`` is the height there is at text size 1: what is left of it shows more of what a player has.
    """
    nobody = not any(standing.up for standing in snapshot.standings)
    few = len(snapshot.people) <= (ALL_OPEN_AT_ONCE if nobody else ALL_OPEN)
    large = len(snapshot.people) if few else 1
    facts = max(FACTS, _facts_in(room, large, len(snapshot.people) - large))

    def form(standing: Standing) -> Form:
        return Form(
            compact=not opened or not (standing.up or few),
            narrow=not opened,
            facts=facts,
            noted=_shows_progress(snapshot, standing),
        )

    cards = _places(snapshot, look, picked, peeks, form)
    return ft.ListView(cards, spacing=8, padding=ft.Padding.only(bottom=14))


@controls.memo
@screen
def PlayerRows(
    snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, peeks: Peeks
) -> ft.Control:
    """Draw a row for each player over a phone's whole width."""

    def form(standing: Standing) -> Form:
        return Form(compact=True, noted=_shows_progress(snapshot, standing))

    rows = _places(snapshot, look, picked, peeks, form)
    return ft.ListView(rows, spacing=8, padding=ft.Padding.only(left=12, right=12, bottom=8, top=2))


def _count_abreast(snapshot: PlaySnapshot, room: float, most: int, scale: float) -> int:
    """How many tiles lie beside each other so that every figure is read whole."""
    pairs = zip(snapshot.people, snapshot.standings, strict=True)
    least = max(tile_width(person, standing, scale) for person, standing in pairs)
    return min(most, max(1, int((room + GAP) // (least + GAP))))


def _tiles(  # noqa: PLR0917 - what every tile is drawn from, and the room there is for all of them
    snapshot: PlaySnapshot,
    look: Callable[[Pane], None],
    picked: str,
    peeks: Peeks,
    columns: int,
    room: float,
    scale: float,
) -> ft.LayoutControl:
    """Draw a tile for each player in so many columns."""
    inside = (room - GAP * (columns - 1)) / columns - 2 * TILE_SIDE
    form = Form(tile=True, room=inside, scale=scale)
    return controls.tiles(_places(snapshot, look, picked, peeks, lambda _: form), columns, GAP)


@controls.memo
@screen
def PlayerStrip(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    snapshot: PlaySnapshot,
    look: Callable[[Pane], None],
    picked: str,
    peeks: Peeks,
    width: float,
    scale: float,
    beside: int,
    lines: int = LINES,
) -> ft.Control:
    """Draw a tile for each player over the ``width`` of the window, at most so many ``beside`` each other.

    More than fill so many ``lines`` go on to the right, from where the edge of the next looks in.
    """
    room = width - 2 * EDGE
    fit = _count_abreast(snapshot, room, beside, scale)
    needed = -(-len(snapshot.people) // fit)
    if needed <= lines:
        columns = -(-len(snapshot.people) // needed)
        strip = _tiles(snapshot, look, picked, peeks, columns, room, scale)
    else:
        # a tile more would be cut where its figure is
        form = Form(tile=True, width=(room - TILE_SIDE) / fit - SCROLLED, scale=scale)
        tiles = _places(snapshot, look, picked, peeks, lambda _: form)
        top = ft.CrossAxisAlignment.START
        strip = ft.Row(tiles, spacing=SCROLLED, scroll=ft.ScrollMode.HIDDEN, vertical_alignment=top)
    strip.margin = ft.Margin.only(left=EDGE, right=EDGE, bottom=GAP)
    return strip


@controls.memo
@screen
def PlayerTiles(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    snapshot: PlaySnapshot,
    look: Callable[[Pane], None],
    picked: str,
    peeks: Peeks,
    width: float,
    scale: float,
    beside: int,
) -> ft.Control:
    """Draw a tile for each player in lines of so many, which scroll where they don't fit."""
    columns = _count_abreast(snapshot, width, beside, scale)
    return ft.ListView([_tiles(snapshot, look, picked, peeks, columns, width, scale)])


@controls.memo
@screen
def PlayerGrid(
    snapshot: PlaySnapshot,
    look: Callable[[Pane], None],
    picked: str,
    peeks: Peeks,
    room: float = 0,
    *,
    columns: int,
) -> ft.Control:
    """Draw everyone's card in so many columns, with as much on each as there is ``room`` for at text size 1."""
    dense = len(snapshot.people) > DENSE
    facts = max(LEAST_FACTS, _facts_in(room, -(-len(snapshot.people) // columns)))

    def form(standing: Standing) -> Form:
        return Form(
            facts=0 if dense else facts, dense=dense, noted=_shows_progress(snapshot, standing)
        )

    cards = _places(snapshot, look, picked, peeks, form)
    return controls.scrolling_column(
        controls.tiles(cards, columns, 12),
        padding=ft.Padding.only(left=14, right=14, bottom=14, top=2),
    )

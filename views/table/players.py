"""Everybody's standing on the table: a column beside the sheet, a strip above it, rows, and a grid in the past."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.core.game import Standing
from companion.core.units import written
from models.ledger import Line
from views.app_shell import ROOMY
from views.components import controls
from views.components.controls import press, screen
from views.components.hold_to_reveal import HINT, HoldToReveal, secrets
from views.components.player_card import player_tile, standing_card
from views.state.play_snapshot import Person, PlaySnapshot
from views.state.play_state import Pane
from views.state.privacy import Privacy

DENSE = 6
"""More players than this have a row each in a grid, so that all of them are seen at once."""
FACTS, FACTS_OF_OTHERS = 8, 3
"""So many facts are on the open card of the player whose turn it is, and on others where there is room for them."""
ALL_OPEN, ALL_OPEN_AT_ONCE = 2, 4
"""So many players all have open cards, and so many while it is nobody's turn; else whoever's turn it is."""
BESIDE, LINES = 4, 2
"""So many tiles of a strip share a phone's width, in so many lines; of more players all go on to the right."""
TILE = 92
"""Width of a tile where not all fit, at text size 1."""
LETTERS = 32
"""So many letters of figures lie beside each other on a phone."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a player is drawn: as a tile, a row, a narrow or dense one, or an open card with so many facts.

    What has changed is written beside a figure where both together have no more than so many ``letters``.
    """

    tile: bool = False
    compact: bool = False
    narrow: bool = False
    dense: bool = False
    facts: int = 0
    noted: bool = False
    width: float | None = None
    letters: int = 40


def _draw(  # noqa: PLR0917 - the values a card is drawn from, compared one by one
    person: Person,
    standing: Standing,
    look: Callable[[Pane], None],
    form: Form,
    picked: bool,
    figure: ft.Control | None = None,
    change: Line | None = None,
) -> ft.Control:
    on_click = press(look, Pane("player", seat=person.key))
    if form.tile:
        return player_tile(person, standing, on_click, picked=picked, figure=figure, width=form.width, change=change)
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
    privacy: Privacy,
    form: Callable[[Standing], Form],
) -> list[ft.Control]:
    """Everybody's card; all of one can be held where what somebody has is not for everyone."""

    def place(person: Person, standing: Standing) -> ft.Control:
        here, key = form(standing), f"card-{person.key}"
        if not standing.secret:
            change = snapshot.changes.get(person.key)
            if (
                change
                and len(standing.figure) + len(written(change.figure or 0, change.unit, signed=True)) > here.letters
            ):
                change = None  # better none than half of it
            return PlayerCard(person, standing, look, here, person.key == picked, change=change, key=key)
        return HoldToReveal(
            privacy,
            secrets(snapshot, person.key, privacy),
            snapshot.version,
            size="row",
            figure=standing.figure,
            hint="Hold" if here.tile else HINT,  # a tile has no room for more
            around=partial(_draw, person, standing, look, here, person.key == picked),
            key=f"peek-{person.key}",
        )

    return [place(person, standing) for person, standing in zip(snapshot.people, snapshot.standings, strict=True)]


def _noted(snapshot: PlaySnapshot, standing: Standing) -> bool:
    """Whether a row says how far its player has come: where a board has the place of the cards that do."""
    return bool(snapshot.boards) and standing.progress is not None


@controls.memo
@screen
def PlayerColumn(
    snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, privacy: Privacy, *, opened: bool = True
) -> ft.Control:
    """Draw a row for each player, one below the other; whose turn it is has an open card, if any may be ``opened``."""
    nobody = not any(one.up for one in snapshot.standings)
    few = len(snapshot.people) <= (ALL_OPEN_AT_ONCE if nobody else ALL_OPEN)

    def form(standing: Standing) -> Form:
        return Form(
            compact=not opened or not (standing.up or few),
            narrow=not opened,
            facts=FACTS if standing.up or few else FACTS_OF_OTHERS,
            noted=_noted(snapshot, standing),
        )

    cards = _places(snapshot, look, picked, privacy, form)
    return ft.ListView(cards, spacing=8, padding=ft.Padding.only(bottom=14))


@controls.memo
@screen
def PlayerRows(snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, privacy: Privacy) -> ft.Control:
    """Draw a row for each player over a phone's whole width."""

    def form(standing: Standing) -> Form:
        return Form(compact=True, noted=_noted(snapshot, standing))

    rows = _places(snapshot, look, picked, privacy, form)
    return ft.ListView(rows, spacing=8, padding=ft.Padding.only(left=12, right=12, bottom=8, top=2))


@controls.memo
@screen
def PlayerStrip(
    snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, privacy: Privacy, *, scale: float, beside: int
) -> ft.Control:
    """Draw a tile for each player; ``beside`` each other so many fit."""
    fits = len(snapshot.people) <= beside * LINES and scale <= ROOMY
    columns = -(-len(snapshot.people) // -(-len(snapshot.people) // beside)) if fits else len(snapshot.people)
    letters = 40 if beside > BESIDE else LETTERS // columns if columns < BESIDE else 0
    form = Form(tile=True, width=None if fits else TILE * scale, letters=letters if fits else 0)
    tiles = _places(snapshot, look, picked, privacy, lambda _: form)
    strip: ft.LayoutControl = ft.Row(
        tiles, spacing=8, scroll=ft.ScrollMode.HIDDEN, vertical_alignment=ft.CrossAxisAlignment.START
    )
    if fits:
        strip = controls.rows(tiles, columns, 6)
    strip.margin = ft.Margin.only(left=12, right=12, bottom=6)
    return strip


@controls.memo
@screen
def PlayerTiles(
    snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, privacy: Privacy, *, beside: int
) -> ft.Control:
    """Draw a tile for each player in lines of so many, which scroll where they don't fit."""
    tiles = _places(snapshot, look, picked, privacy, lambda _: Form(tile=True))
    return ft.ListView([controls.rows(tiles, beside, 6)])


@controls.memo
@screen
def PlayerGrid(
    snapshot: PlaySnapshot, look: Callable[[Pane], None], picked: str, privacy: Privacy, *, columns: int
) -> ft.Control:
    """Draw everyone's card in so many columns."""
    dense = len(snapshot.people) > DENSE

    def form(standing: Standing) -> Form:
        return Form(facts=0 if dense else FACTS_OF_OTHERS, dense=dense, noted=_noted(snapshot, standing))

    cards = _places(snapshot, look, picked, privacy, form)
    return ft.Column(
        [ft.Container(controls.rows(cards, columns, 12), padding=ft.Padding.only(left=14, right=14, bottom=14, top=2))],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )

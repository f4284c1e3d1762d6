"""Everybody's standing: a strip of cards of one height above a sheet, and a list of rows and open cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import flet as ft

from companion.core.show.cards import Standing
from models.ledger import ReceiptLine
from views import theme
from views.boards.score import ordinal
from views.components import amounts, controls
from views.components.controls import Control, Controls, Still, Style, press, soft, text
from views.components.hold_to_reveal import HINT, HoldToReveal
from views.components.player_card import badge, card_frame, card_row, open_card, owes
from views.components.privacy import Peeks
from views.state.play.panel import Pane
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.table.arrangement import LOW_CARD, PLAYER_GAP, cards_beside
from views.table.frame import Measures

Look: TypeAlias = Callable[[Pane], None]

PLAYERS = Pane("players")
ASIDE = 0
"""In place of their number: a card that is wide and low, with the figure at its right."""
NAME_ASIDE = 84
"""Width of token and name on such a card."""
NAMED = 4
"""Up to this number of players the cards of a strip have names."""
ONE_ROW = 6
"""Up to this number of players a strip has one row; then it has two, of lower cards."""
GAP = 6
"""Pixels between the cards of a strip."""
EDGE = 12
"""Pixels at the sides of a strip."""
SIDE = 5
"""Pixels at the sides of a card of a strip."""
SIGN = 20
"""Pixels of a token on such a card."""
LEAST, LEAST_ON_ROW = 12, 9
"""Figures on such a card have no smaller letters at text size 1, and where all stand on one row at any."""
THIN = 24
"""A card that is lower than this has small letters."""
LOW = 50
"""A card of a strip that is lower than this has two lines."""
FEW = 2
"""Up to this number of players all have open cards beside the sheet."""
FEW_AT_ONCE = 4
"""The same while it is nobody's turn."""
MANY = 6
"""More players than this have rows only, so that all of them are seen at once."""


def _place(  # noqa: PLR0917 - the values a card is drawn from, compared one by one
    snapshot: PlaySnapshot,
    peeks: Peeks,
    person: Person,
    standing: Standing,
    hint: str,
    draw: Callable[..., Control],
    *values: Any,
) -> Control:
    """Draw a card again only when its values change; all of it can be held where its figure is not for everyone."""
    key = f"card-{person.key}"
    if not standing.masked or person.key not in peeks.seats:
        return Still(draw, None, person, standing, *values, key=key)

    def around(figure: Control) -> Control:
        return draw(figure, person, standing, *values)

    return HoldToReveal(
        peeks.privacy,
        snapshot.secrets(person.key, peeks.privacy),
        snapshot.version,
        figure=standing.figure,
        hint=hint,
        around=around,
        key=f"peek-{person.key}",
    )


def _card(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    figure: Control | None,
    person: Person,
    standing: Standing,
    look: Look,
    opened: bool,
    picked: bool,
    change: ReceiptLine | None,
) -> Control:
    inside = (open_card if opened else card_row)(person, standing, figure, change)
    on_click = press(look, Pane("player", seat=person.key))
    padding = (12, 14 if opened else 8)
    return card_frame(person, standing, inside, on_click, picked=picked, padding=padding)


def player_cards(
    snapshot: PlaySnapshot,
    look: Look,
    picked: str,
    peeks: Peeks,
    opened: frozenset[str] = frozenset(),
) -> Controls:
    """Make a row for each player, and an open card for those that are ``opened``."""
    cards: Controls = []
    for person, standing in zip(snapshot.people, snapshot.standings, strict=True):
        key, change = person.key, snapshot.changes.get(person.key)
        values = (look, key in opened, key == picked, change)
        cards.append(_place(snapshot, peeks, person, standing, HINT, _card, *values))
    return cards


def everybody(snapshot: PlaySnapshot) -> frozenset[str]:
    """Open everybody's card, unless there are many."""
    known = frozenset(person.key for person in snapshot.people)
    return frozenset() if len(known) > MANY else known


def on_turn(snapshot: PlaySnapshot) -> frozenset[str]:
    """Open the card of whoever's turn it is, or of everybody where that is few."""
    up = frozenset(snapshot.up)
    few = len(snapshot.people) <= (FEW if up else FEW_AT_ONCE)
    return everybody(snapshot) if few else up


@controls.memo
def PlayerList(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    snapshot: PlaySnapshot,
    look: Look,
    picked: str,
    peeks: Peeks,
    opened: frozenset[str] = frozenset(),
    columns: int = 1,
) -> Control:
    """List everybody in columns, to be scrolled where there is too little room."""
    cards = player_cards(snapshot, look, picked, peeks, opened)
    return controls.scrolling_column(controls.tiles(cards, columns, 8))


def _small_cards(
    snapshot: PlaySnapshot,
    look: Look,
    picked: str,
    peeks: Peeks,
    *size: float,
) -> Controls:
    """Make a card in few words for each player, among so many, of a width, a height and a text size."""
    return [
        _place(snapshot, peeks, *pair, "", _small_card, look, pair[0].key == picked, *size)
        for pair in zip(snapshot.people, snapshot.standings, strict=True)
    ]


@controls.memo
def PlayerColumn(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    snapshot: PlaySnapshot, look: Look, picked: str, peeks: Peeks, width: float, scale: float
) -> Control:
    """Draw a low card for each player below one another, beside the sheet of a phone on its side."""
    people = len(snapshot.people)
    columns, high = cards_beside(people)
    card = (width + PLAYER_GAP) / columns - PLAYER_GAP
    size = people if columns > 1 else ASIDE, card, high, scale
    cards = _small_cards(snapshot, look, picked, peeks, *size)
    return controls.scrolling_column(controls.tiles(cards, columns, PLAYER_GAP))


@controls.memo
def PlayerStrip(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    snapshot: PlaySnapshot,
    look: Look,
    picked: str,
    peeks: Peeks,
    measures: Measures,
    width: float,
) -> Control:
    """Draw a card for each player over the ``width`` of the window; no debt makes one of them higher."""
    people = len(snapshot.people)
    rows = 1 if people <= ONE_ROW else 2
    columns = -(-people // rows)
    height = (measures.players - 4 * rows) / rows
    smallest = LEAST_ON_ROW if people <= ONE_ROW else LEAST * measures.text
    figures = (amounts.width(_bare(standing), smallest) for standing in snapshot.standings)
    least = max(figures) + 2 * SIDE + _beside(people, height)
    # where that is too wide for all of them they go on to the right
    card = max(least, (width - 2 * EDGE + GAP) / min(columns, ONE_ROW) - GAP)
    cards = _small_cards(snapshot, look, picked, peeks, people, card, height, measures.text)
    lines = [
        ft.Row(cards[first : first + columns], spacing=GAP) for first in range(0, people, columns)
    ]
    strip = lines[0] if rows == 1 else ft.Row([ft.Column(list(lines), spacing=4, tight=True)])
    strip.scroll, strip.height = ft.ScrollMode.HIDDEN, measures.players
    strip.margin = ft.Margin.symmetric(horizontal=EDGE)
    return strip


def _small_card(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    figure: Control | None,
    person: Person,
    standing: Standing,
    look: Look,
    picked: bool,
    people: int,
    width: float,
    height: float,
    scale: float,
) -> Control:
    """Lay out a player in a few words: token, figure, and a name or what is owed as far as there are lines."""
    thin = height < THIN
    sign = badge(person, size=SIGN - 4 * thin)
    owed = standing.debt.text if owes(standing) else ""
    room = width - 2 * SIDE
    least = room - _beside(people, height)
    letters = Style.TITLE_SMALL if people > NAMED else Style.TITLE_MEDIUM
    shown = figure or _fitted(
        _bare(standing), Style.LABEL_MEDIUM if thin else letters, least, scale
    )
    if amounts.width(owed, LEAST_ON_ROW) > room:
        owed = amounts.MINUS + owed.removeprefix("owes ").removesuffix(" now")
    debt = _fitted(owed, Style.LABEL_SMALL, room, scale, theme.LOSS)
    name = text(person.name, Style.LABEL_MEDIUM, lines=1, expand=True)
    said = _remarks(standing, room / 2 if people == ASIDE else room, scale)
    last = debt if owed else soft(said, Style.LABEL_SMALL, lines=1)
    low = debt if owed else ft.Row([name])
    lines: Controls
    if people == ASIDE:
        words = [low] if height == LOW_CARD else [ft.Row([name]), *([last] if owed or said else [])]
        lines = [ft.Row([sign, ft.Column(words, spacing=0, expand=True), shown], spacing=5)]
    elif people > ONE_ROW:
        lines = [ft.Row([sign, shown], spacing=4)]
    elif people > NAMED:
        lines = [sign, shown] + [debt] * (height > LOW)
    elif height < LOW:
        lines = [ft.Row([sign, shown], spacing=4), low]
    else:
        lines = [ft.Row([sign, name], spacing=5), shown, last]
    inside = ft.Column(lines, spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    pane = PLAYERS if people > ONE_ROW or height == LOW_CARD else Pane("player", seat=person.key)
    on_click, padding = press(look, pane), (SIDE, 0 if thin else 2.5)
    size = {"width": width, "height": height}
    return card_frame(person, standing, inside, on_click, picked=picked, padding=padding, **size)


def _remarks(standing: Standing, room: float, scale: float) -> str:
    """Say a player's place, and with room for both the next remark."""
    place = standing.rank.text.removesuffix(".")
    rank = ordinal(int(place)) if place.isdigit() else place
    said = list(filter(None, (rank, *(chip.text for chip in standing.chips))))
    both = ", ".join(said[:2]) or standing.subtitle
    fits = len(said) < 2 or amounts.room_for(both, Style.LABEL_SMALL, scale) <= room
    return both if fits else said[0]


def _bare(standing: Standing) -> str:
    """The figure of a small card: points are so usual that nobody needs the word."""
    return standing.figure.removesuffix(" points").removesuffix(" point")


def _beside(people: int, height: float) -> float:
    """Width of what is beside a figure on a small card: its token, where that has no line of its own."""
    if people == ASIDE:
        return NAME_ASIDE
    return SIGN + 4 if people > ONE_ROW or (people <= NAMED and height < LOW) else 0


def _fitted(
    words: str, style: Style, room: float, scale: float, colour: ft.ColorValue = theme.INK
) -> Control:
    """Write words on one line in so much room, in smaller letters where they need it."""
    most = theme.grow(theme.SIZES[style.name.lower()][0], scale)
    size = min(most, room / max(1.0, amounts.width(words)))
    return text(words, style, colour, whole=True, size=size if size < most else None)

"""The games to choose from: a grid of equal tiles, and on a phone the one that was chosen."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import flet as ft

from companion.core.show import player_colours
from companion.games import GameInfo, from_outside, infos
from models.journal import Journal
from views import theme
from views.components.controls import (
    Control,
    Icons,
    Part,
    Style,
    beside,
    column,
    face,
    heading,
    note,
    packed,
    press,
    soft,
    square,
    text,
    tiles,
    without_semantics,
)
from views.components.sections import MEASURE, WHOLE, fits_two_columns, link_row
from views.state.client import Client
from views.state.setup_form import GAMES, SetupForm

NARROW, WIDE = 170, 186
"""How wide a tile is at least on a phone and on a tablet, at text size 1."""
ICON, WORDS = 46, 52
"""What the icon and the edges have of a tile's height, and its words at text size 1."""


def game_tiles(form: SetupForm, client: Client, journal: Journal) -> Part:
    """Offer every game; once one is chosen only that, for the players to be in sight, until another is wanted."""
    games = infos()
    if len(games) == 1:
        return None
    if form.chosen and GAMES not in form.open:
        return _chosen_game(form)

    def choose(game: GameInfo) -> None:
        form.choose_game(game.open(), journal)

    def tile(game: GameInfo) -> Control:
        chosen = form.chosen and game.key == form.game.key
        return game_tile(client, game, choose, chosen=chosen, role="choice")

    return column(
        heading("Game"),
        tiles([tile(game) for game in games], columns(client, len(games)), theme.GAP),
        (
            note(f"{name} can't be played here. {reason}", "warn")
            for name, reason in from_outside()[1].items()
        ),
    )


def columns(client: Client, count: int) -> int:
    """How many tiles of so many lie beside each other, with the last row as full as can be."""
    room = min(client.width, WHOLE if fits_two_columns(client) else MEASURE) - 32
    scale = max(1.0, client.scale)
    fit = max(1, int((room + theme.GAP) // ((WIDE if client.wide else NARROW) * scale + theme.GAP)))
    return ceil(count / ceil(count / fit))


def _icon(game: GameInfo, size: float) -> Control:
    accent = player_colours.valid_colour(game.colour)
    sign = ft.Icon(theme.icon(game.icon), player_colours.ink_on(accent), size * 0.6)
    return square(sign, size, bgcolor=accent, border_radius=theme.RADIUS_S)


def game_tile(
    client: Client,
    game: GameInfo,
    choose: Callable[[GameInfo], object],
    *,
    chosen: bool = False,
    role: str = "button",
) -> Control:
    """Show a game with its icon and what one plays for."""
    tick = ft.Icon(Icons.CHECK_CIRCLE, theme.ACCENT, 22) if chosen else None
    inside = packed(
        beside(_icon(game, 30), tick),
        text(game.title, Style.TITLE_SMALL, lines=1),
        soft(game.line, lines=1),
    )
    return ft.Container(
        face(
            without_semantics(inside),
            choose,
            game,
            chosen=chosen,
            expand=None,
            padding=theme.sides(10, 8),
            spoken=f"{game.title}. {game.line}",
            role=role,
            key=f"game-{game.key}",
        ),
        height=ICON + WORDS * max(1.0, client.scale),
    )


def _chosen_game(form: SetupForm) -> Control:
    game = next(info for info in infos() if info.key == form.game.key)
    return link_row(
        press(form.toggle, GAMES),
        text(game.title, Style.TITLE_MEDIUM),
        sign=_icon(game, 36),
        after=text("Change", Style.LABEL_LARGE, theme.ACCENT),
        key="game",
    )

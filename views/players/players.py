"""Players and records: everybody who ever played, and the best of each game."""

from __future__ import annotations

import flet as ft

from companion.dates import said
from companion.statistics import LeftOut, PlayerStats, Somebody
from views import theme
from views.app_shell import go
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import scroll_pane, side_by_side, without_semantics
from views.players.player import PlayerScreen, RecordsScreen
from views.players.reading import (
    PATH,
    person_of,
    progress_note,
    route_of,
    route_of_best,
    tally_words,
    use_reading,
    waiting,
)
from views.state.client import Client

A_PAGE = 12
WHAT_COUNTS = (
    "Plays in the archive count, deleted ones don't. A win that several share is a win for each of them. Plays that "
    "still go on are told apart."
)


def records_screen(client: Client) -> ft.Control:
    """Draw the records of the game that the route names."""
    game = ft.use_route_params().get("game", "")
    return RecordsScreen(client, game, key=game)


def player_screen(client: Client) -> ft.Control:
    """Draw the page of the player whom the route names."""
    part = ft.use_route_params().get("player", "")
    return PlayerScreen(client, part, key=part)


@screen
def PlayersScreen(client: Client) -> ft.Control:
    """List everybody, and below or beside them the games with their best."""
    reading = use_reading(client, f"/{PATH}")
    many, set_many = ft.use_state(A_PAGE)
    book = reading.book
    if book is None:
        return waiting(reading)
    if not book.people and not book.left_out:
        return waiting(reading) if reading.progress else _nobody()
    people = book.people
    left: list[ft.Control] = [
        controls.heading("Players"),
        *(_row(one) for one in people[:many]),
    ]
    if len(people) > many:
        left.append(
            button(f"Show {len(people) - many} more", press(set_many, many + A_PAGE), icon=ft.Icons.EXPAND_MORE)
        )
    return scroll_pane(
        client,
        *progress_note(reading),
        *side_by_side(client, left, [*_games(book), *_counts(book.left_out)], spacing=8),
        spacing=8,
    )


def _nobody() -> ft.Control:
    return controls.empty(
        ft.Icons.GROUPS_OUTLINED,
        "Nobody has played yet",
        "After the first evening, everybody's wins, best moments and duels are told here.",
        button("Start a game", press(go, "/new"), icon=ft.Icons.ADD, tone="primary"),
    )


def _row(one: Somebody) -> ft.Control:
    words = tally_words(one.tally)
    last = f"Last played {said(one.last)}" if one.tally.played or one.tally.going else f"Sat down {said(one.last)}"
    return _tappable(
        badge(person_of(one), size=40),
        [text(one.name, Style.TITLE_MEDIUM), soft(words, Style.BODY_MEDIUM), soft(last)],
        f"{one.name}. {words}. {last}",
        route_of(one.key),
        f"player-{one.key}",
    )


def _tappable(sign: ft.Control, words: list[ft.Control], spoken: str, to: str, key: str) -> ft.Control:
    """Show a row that leads somewhere."""
    inside = ft.Row(
        [
            sign,
            ft.Column(words, spacing=1, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    made = controls.face(
        without_semantics(inside),
        press(go, to),
        padding=ft.Padding.symmetric(horizontal=14, vertical=11),
        spoken=spoken,
        role="button",
    )
    return ft.Row([made], key=key)


def _games(book: PlayerStats) -> list[ft.Control]:
    """A row for each game's records, with the first of them."""
    found: list[ft.Control] = []
    for key, title in book.games:
        best = book.best_of(key)
        taste = f"{best[0].highlight.label}: {best[0].names}, {best[0].highlight.said}" if best else "No records yet"
        found.append(
            _tappable(
                ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, color=theme.ACCENT, size=28),
                [text(f"Best of {title}", Style.TITLE_MEDIUM), soft(taste, Style.BODY_MEDIUM)],
                f"Best of {title}. {taste}",
                route_of_best(key),
                f"best-{key}",
            )
        )
    return [controls.heading("Records"), *found] if found else []


def _counts(left_out: tuple[LeftOut, ...]) -> list[ft.Control]:
    """Explain what counts, and what does not."""
    return [
        *(controls.note(f"\u201c{one.title}\u201d is left out. {one.why}", "warn") for one in left_out),
        soft(WHAT_COUNTS),
    ]

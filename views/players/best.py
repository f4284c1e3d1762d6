"""The records of one game: the best that anybody did of each kind, and everybody's tally."""

from __future__ import annotations

import flet as ft

from companion.dates import said
from companion.statistics import Deed, InGame, PlayerStats, Somebody
from views import theme
from views.app_shell import go, gone, place
from views.components import controls
from views.components.controls import Style, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import mute, pane, spread
from views.players.reading import person_of, route_of, so_far, tally_words, use_reading, waiting
from views.state.client import Client

NONE = "Nothing remarkable yet. Records come with what is recorded: bets, debts, rounds, and how a play ends."


@screen
def BestScreen(store: Client, game: str) -> ft.Control:
    """Show a game's records beside who has won most."""
    reading = use_reading(store)
    book = reading.book
    if book is None:
        return waiting(reading)
    title = dict(book.games).get(game)
    if title is None:
        return waiting(reading) if reading.progress else gone("This game has not been played yet.")
    deeds = book.best_of(game)
    left: list[ft.Control] = [controls.heading(f"Best of {title}"), *(_deed(book, one) for one in deeds)]
    if not deeds:
        left.append(soft(NONE, Style.BODY_MEDIUM))
    right = [controls.heading("Who has won most"), *(_row(one, here) for one, here in book.ranking(game))]
    return pane(store, *so_far(reading), *spread(store, left, right, spacing=8), spacing=8)


def _deed(book: PlayerStats, deed: Deed) -> ft.Control:
    """Show a record: what, how much and who, told in a sentence; a tap opens the play."""
    one = book.somebody(deed.player)
    words: list[ft.Control] = [
        soft(deed.highlight.label, Style.LABEL_MEDIUM),
        controls.wrap(text(deed.highlight.said, Style.HEADLINE_SMALL), text(deed.names, Style.LABEL_LARGE), spacing=10),
        soft(deed.highlight.sentence, Style.BODY_MEDIUM),
        soft(f"{deed.title}, {said(deed.at)}"),
    ]
    inside = ft.Row(
        [
            *([badge(person_of(one), size=40)] if one else []),
            ft.Column(words, spacing=2, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    best = deed.highlight
    spoken = f"{best.label}: {best.said}, {deed.names}. {best.sentence} {deed.title}, {said(deed.at)}"
    made = controls.face(
        mute(inside),
        press(go, place(deed.play, "")),
        padding=ft.Padding.symmetric(horizontal=14, vertical=12),
        spoken=spoken,
        role="button",
    )
    return ft.Row([made], key=f"record-{deed.highlight.key}")


def _row(one: Somebody, here: InGame) -> ft.Control:
    """Show how a player fared in this game; a tap leads to the player's page."""
    results = [f"{each.kind.label}: {each.average} on average" for each in here.results]
    words = [text(one.name, Style.TITLE_MEDIUM), soft(tally_words(here.tally), Style.BODY_MEDIUM)]
    inside = ft.Row(
        [
            badge(person_of(one), size=36),
            ft.Column([*words, *(soft(line) for line in results)], spacing=1, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    made = controls.face(
        mute(inside),
        press(go, route_of(one.key)),
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        spoken=". ".join([one.name, tally_words(here.tally), *results]),
        role="button",
    )
    return ft.Row([made], key=f"ranked-{one.key}")

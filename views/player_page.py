"""A player's page: moments to remember, duels, every game's figures, and the looks for the next time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts, theme
from views.duel import duel
from views.fold import mute, pane, spread
from views.parts import Style, button, press, screen, soft, text
from views.player_looks import dressing
from views.players import badge
from views.records_reading import person_of, player_at, so_far, tally_words, use_reading, waiting
from views.shell import go, gone, place
from views.when import said

if TYPE_CHECKING:
    from companion.records import Book, Deed, InGame, Somebody
    from views.store import Store

FORGET = (
    "Whoever is forgotten is no longer offered when a game is set up. The plays stay, and so does all that is told "
    "here of them."
)


@screen
def PlayerScreen(store: Store, part: str) -> ft.Control:
    """Show all there is to tell of a player; ``part`` is how the route names him."""
    reading = use_reading(store)
    rival, set_rival = ft.use_state("")
    book = reading.book
    if book is None:
        return waiting(reading)
    one = player_at(book, part)
    if one is None:
        return waiting(reading) if reading.progress else gone("Nobody of that name has played.")
    journal = store.house.journal

    def dress(colour: str, token: str) -> None:
        journal.dress_player(one.name, colour, token)
        reading.again()

    def forget() -> None:
        journal.forget_player(one.name)
        reading.again()
        parts.say(f"{one.name} is forgotten. The plays stay.")
        if not (one.tally.played or one.tally.going):
            go("/players")

    left: list[ft.Control] = [_head(one), *_moments(book, one), *duel(book, one, rival, set_rival)]
    right: list[ft.Control] = [_game(here) for here in book.games_of(one.key)]
    if one.remembered:
        right += [
            parts.heading("For the next time"),
            dressing(person_of(one), dress),
            button(f"Forget {one.name}", press(forget), tone="danger", icon=ft.Icons.PERSON_REMOVE_OUTLINED),
            soft(FORGET),
        ]
    return pane(store, *so_far(reading), *spread(store, left, right, spacing=10), spacing=10)


def _head(one: Somebody) -> ft.Control:
    last = f"Last played {said(one.last)}" if one.tally.played or one.tally.going else ""
    words = [parts.heading(one.name, style=Style.HEADLINE_MEDIUM), soft(tally_words(one.tally), Style.BODY_LARGE)]
    lines = ft.Column([*words, *([soft(last)] if last else [])], spacing=2, tight=True, expand=True)
    return ft.Row([badge(person_of(one), size=64), lines], spacing=14)


def _game(here: InGame) -> ft.Control:
    """Show a player's figures in one game."""
    rows = [("Played to the end", str(here.tally.played)), ("Won", str(here.tally.wins))] if here.tally.played else []
    rows += [("Of these together with others", str(here.tally.shared))] if here.tally.shared else []
    rows += [("Still going on", str(here.tally.going))] if here.tally.going else []
    for one in here.results:
        rows.append((f"{one.kind.label}, best", one.best.feat.said))
        if one.plays > 1:
            rows.append((f"{one.kind.label}, on average", one.average))
    rows += [(one.kind.label, one.said) for one in here.sums]
    rows += [(one.kind.label, one.best.feat.said) for one in here.bests]
    return parts.card(
        parts.heading(here.title, level=3, style=Style.TITLE_MEDIUM),
        *(_figure(label, figure) for label, figure in rows),
        padding=14,
        spacing=4,
    )


def _figure(label: str, figure: str) -> ft.Control:
    return ft.Semantics(
        label=f"{label}: {figure}",
        container=True,
        content=mute(
            ft.Row(
                [soft(label, Style.BODY_MEDIUM, expand=True), text(figure, Style.TITLE_SMALL, align=ft.TextAlign.END)],
                spacing=theme.GAP,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        ),
    )


def _moments(book: Book, one: Somebody) -> list[ft.Control]:
    """Show what was most remarkable, each with the play it comes from."""
    deeds = book.bests_of(one.key)
    return [parts.heading("Moments to remember"), *(_moment(deed) for deed in deeds)] if deeds else []


def _moment(deed: Deed) -> ft.Control:
    when = f"{deed.title}, {said(deed.at)}"
    inside = ft.Row(
        [
            ft.Icon(ft.Icons.STAR_OUTLINE, color=theme.ACCENT, size=22),
            ft.Column([text(deed.feat.sentence, Style.BODY_LARGE), soft(when)], spacing=2, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    made = parts.face(
        mute(inside),
        press(go, place(deed.play, "")),
        padding=ft.Padding.symmetric(horizontal=14, vertical=11),
        spoken=f"{deed.feat.sentence} {when}",
        role="button",
    )
    return ft.Row([made], key=f"moment-{deed.play}-{deed.feat.key}")

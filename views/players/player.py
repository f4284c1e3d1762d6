"""One player's record, and the best that anybody did in a game."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.dates import said
from companion.statistics import Between, InGame, PlayerHighlight, PlayerStats, Somebody
from views import theme
from views.app_shell import go, not_found, play_route
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.player_card import appearance_picker, badge
from views.components.sections import scroll_pane, side_by_side, without_semantics
from views.players.reading import person_of, player_at, progress_note, route_of, tally_words, use_reading, waiting
from views.state.client import Client

NONE = "Nothing remarkable yet. Records come with what is recorded: bets, debts, rounds, and how a play ends."


@screen
def RecordsScreen(client: Client, game: str) -> ft.Control:
    """Show a game's records beside who has won most."""
    reading = use_reading(client)
    book = reading.book
    if book is None:
        return waiting(reading)
    title = dict(book.games).get(game)
    if title is None:
        return waiting(reading) if reading.progress else not_found("This game has not been played yet.")
    records = book.best_of(game)
    left: list[ft.Control] = [controls.heading(f"Best of {title}"), *(_record(book, one) for one in records)]
    if not records:
        left.append(soft(NONE, Style.BODY_MEDIUM))
    right = [controls.heading("Who has won most"), *(_row(one, here) for one, here in book.ranking(game))]
    return scroll_pane(client, *progress_note(reading), *side_by_side(client, left, right, spacing=8), spacing=8)


def _record(book: PlayerStats, record: PlayerHighlight) -> ft.Control:
    """Show a record: what, how much and who, in a sentence; a tap opens the play."""
    one = book.somebody(record.player)
    words: list[ft.Control] = [
        soft(record.highlight.label, Style.LABEL_MEDIUM),
        controls.wrap(
            text(record.highlight.said, Style.HEADLINE_SMALL), text(record.names, Style.LABEL_LARGE), spacing=10
        ),
        soft(record.highlight.sentence, Style.BODY_MEDIUM),
        soft(f"{record.title}, {said(record.at)}"),
    ]
    inside = ft.Row(
        [
            *([badge(person_of(one), size=40)] if one else []),
            ft.Column(words, spacing=2, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    best = record.highlight
    spoken = f"{best.label}: {best.said}, {record.names}. {best.sentence} {record.title}, {said(record.at)}"
    made = controls.face(
        without_semantics(inside),
        press(go, play_route(record.play, "")),
        padding=ft.Padding.symmetric(horizontal=14, vertical=12),
        spoken=spoken,
        role="button",
    )
    return ft.Row([made], key=f"record-{record.highlight.key}")


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
        without_semantics(inside),
        press(go, route_of(one.key)),
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        spoken=". ".join([one.name, tally_words(here.tally), *results]),
        role="button",
    )
    return ft.Row([made], key=f"ranked-{one.key}")


MOST = 12
"""So many partners are offered, those met most often."""


def head_to_head(book: PlayerStats, one: Somebody, rival: str, choose: Callable[[str], object]) -> list[ft.Control]:
    """Offer everybody a player has met, and show how the two fared: with who was met most, unless another is chosen."""
    met = book.partners(one.key)
    if not met:
        return []
    other = next((each for each in met if each.key == rival), met[0])
    picks = [_pick(each, press(choose, each.key), chosen=each is other) for each in met[:MOST]]
    blocks: list[ft.Control] = [controls.heading("Head to head")]
    if len(met) > 1:
        blocks.append(controls.wrap(*picks, spacing=8))
    lines = [
        line for key, title in book.games if (line := _line(title, one, other, book.between(one.key, other.key, key)))
    ]
    return [*blocks, _score(one, other, book.between(one.key, other.key), lines)]


def _pick(one: Somebody, on_click: Callable[..., object], *, chosen: bool) -> ft.Control:
    ink = theme.ON_TINT if chosen else theme.INK
    return controls.face(
        without_semantics(
            ft.Row([badge(person_of(one), size=26), text(one.name, Style.LABEL_LARGE, ink)], spacing=8, tight=True)
        ),
        on_click,
        chosen=chosen,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=11),
        radius=24,
        spoken=f"Against {one.name}",
        key=f"rival-{one.key}",
    )


def _score(one: Somebody, other: Somebody, met: Between, lines: list[str]) -> ft.Control:
    """Show the score between two, large, and what it is made of."""
    words = _words(met)
    score = ft.Row(
        [
            _side(one, met.ahead, ft.CrossAxisAlignment.START),
            text(":", Style.HEADLINE_MEDIUM, theme.SOFT_INK),
            _side(other, met.behind, ft.CrossAxisAlignment.END),
        ],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    spoken = f"{one.name} {met.ahead}, {other.name} {met.behind}. {words}"
    return controls.card(
        ft.Semantics(
            label=spoken,
            container=True,
            content=without_semantics(controls.column(score, soft(words, Style.BODY_MEDIUM))),
        ),
        *(soft(line) for line in lines),
        padding=14,
        spacing=6,
    )


def _side(one: Somebody, times: int, align: ft.CrossAxisAlignment) -> ft.Control:
    named = [badge(person_of(one), size=28), text(one.name, Style.LABEL_LARGE)]
    return ft.Column(
        [ft.Row(named, spacing=8, wrap=True), text(str(times), Style.DISPLAY_SMALL)],
        spacing=2,
        tight=True,
        expand=True,
        horizontal_alignment=align,
    )


def _words(met: Between) -> str:
    """Say how often each of the two finished ahead, and how often it is undecided."""
    if not met.together:
        return "They have not finished a play together yet."
    many = "1 play" if met.together == 1 else f"{met.together} plays"
    said = [f"Who came out ahead in {many} together, by place."]
    said += [f"Level in {met.level}."] if met.level else []
    said += [f"Undecided in {met.undecided}: one of the two had left, or no places were told."] if met.undecided else []
    said += [f"{met.going} still going on."] if met.going else []
    return " ".join(said)


def _line(title: str, one: Somebody, other: Somebody, met: Between) -> str:
    return f"{title}: {one.name} {met.ahead}, {other.name} {met.behind}" if met.together else ""


FORGET = (
    "Whoever is forgotten is no longer offered when a game is set up. The plays stay, and so does all that is told "
    "here of them."
)


@screen
def PlayerScreen(client: Client, part: str) -> ft.Control:
    """Show everything about one player; ``part`` is how the route names the player."""
    reading = use_reading(client)
    rival, set_rival = ft.use_state("")
    book = reading.book
    if book is None:
        return waiting(reading)
    one = player_at(book, part)
    if one is None:
        return waiting(reading) if reading.progress else not_found("Nobody of that name has played.")
    journal = client.open_plays.journal

    def dress(colour: str, token: str) -> None:
        journal.dress_player(one.name, colour, token)
        reading.reload()

    def forget() -> None:
        journal.forget_player(one.name)
        reading.reload()
        controls.show_notice(f"{one.name} is forgotten. The plays stay.")
        if not (one.tally.played or one.tally.going):
            go("/players")

    left: list[ft.Control] = [_head(one), *_moments(book, one), *head_to_head(book, one, rival, set_rival)]
    right: list[ft.Control] = [_game(here) for here in book.games_of(one.key)]
    if one.remembered:
        right += [
            controls.heading("For the next time"),
            appearance_picker(person_of(one), dress),
            button(f"Forget {one.name}", press(forget), tone="danger", icon=ft.Icons.PERSON_REMOVE_OUTLINED),
            soft(FORGET),
        ]
    return scroll_pane(client, *progress_note(reading), *side_by_side(client, left, right, spacing=10), spacing=10)


def _head(one: Somebody) -> ft.Control:
    last = f"Last played {said(one.last)}" if one.tally.played or one.tally.going else ""
    words = [controls.heading(one.name, style=Style.HEADLINE_MEDIUM), soft(tally_words(one.tally), Style.BODY_LARGE)]
    lines = ft.Column([*words, *([soft(last)] if last else [])], spacing=2, tight=True, expand=True)
    return ft.Row([badge(person_of(one), size=64), lines], spacing=14)


def _game(here: InGame) -> ft.Control:
    """Show a player's figures in one game."""
    rows = [("Played to the end", str(here.tally.played)), ("Won", str(here.tally.wins))] if here.tally.played else []
    rows += [("Of these together with others", str(here.tally.shared))] if here.tally.shared else []
    rows += [("Still going on", str(here.tally.going))] if here.tally.going else []
    for one in here.results:
        rows.append((f"{one.kind.label}, best", one.best.highlight.said))
        if one.plays > 1:
            rows.append((f"{one.kind.label}, on average", one.average))
    rows += [(one.kind.label, one.said) for one in here.sums]
    rows += [(one.kind.label, one.best.highlight.said) for one in here.bests]
    return controls.card(
        controls.heading(here.title, level=3, style=Style.TITLE_MEDIUM),
        *(_figure(label, figure) for label, figure in rows),
        padding=14,
        spacing=4,
    )


def _figure(label: str, figure: str) -> ft.Control:
    return ft.Semantics(
        label=f"{label}: {figure}",
        container=True,
        content=without_semantics(
            ft.Row(
                [soft(label, Style.BODY_MEDIUM, expand=True), text(figure, Style.TITLE_SMALL, align=ft.TextAlign.END)],
                spacing=theme.GAP,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        ),
    )


def _moments(book: PlayerStats, one: Somebody) -> list[ft.Control]:
    """Show what was most remarkable, each with the play it comes from."""
    moments = book.bests_of(one.key)
    return [controls.heading("Moments to remember"), *(_moment(moment) for moment in moments)] if moments else []


def _moment(moment: PlayerHighlight) -> ft.Control:
    when = f"{moment.title}, {said(moment.at)}"
    inside = ft.Row(
        [
            ft.Icon(ft.Icons.STAR_OUTLINE, color=theme.ACCENT, size=22),
            ft.Column(
                [text(moment.highlight.sentence, Style.BODY_LARGE), soft(when)], spacing=2, tight=True, expand=True
            ),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    made = controls.face(
        without_semantics(inside),
        press(go, play_route(moment.play, "")),
        padding=ft.Padding.symmetric(horizontal=14, vertical=11),
        spoken=f"{moment.highlight.sentence} {when}",
        role="button",
    )
    return ft.Row([made], key=f"moment-{moment.play}-{moment.highlight.key}")

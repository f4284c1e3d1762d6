"""The end of a play as a card to send: who won, everybody's place, how it went, and what was remarkable.

It is drawn as any screen, always in light, and nothing is on it that the table can't see.
"""

from __future__ import annotations

from dataclasses import replace
from math import pi

import flet as ft

from companion.core.show import player_colours
from companion.core.show.cards import Ending
from companion.core.show.chart import Chart
from companion.core.show.highlights import FEW
from companion.core.table import listed
from companion.dates import date
from models.names import clean
from views import theme
from views.boards.parts import BOLD, figure, size_of_figure, size_of_words, soft, words
from views.components.charts import ChartView, Look
from views.components.player_card import token
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.table.boards.score_sheet import ordinal
from views.table.ending import Rank, Story, ranks_of

UNIT = 0.25
"""Size of the card on a screen, in parts of the picture that is taken of it."""
WIDTH, HEIGHT = 1080 * UNIT, 1350 * UNIT
EDGE, INNER = 12.0, 246.0
"""What is left beside the cards, and how wide they are."""
ABREAST = 3
RAYS = 24
GOLD = "#F2C230"
HEAD, PLACE, MOMENT, GAP = 122.0, 26.0, 20.0, 5.0
"""Least height of who won, height of a row of places and of a moment, and what is left between two cards."""
AROUND, TITLE, MARK = 9.0, 12.0, 15.0
"""What a card takes around its content, the height of a chart's title, and that of the mark at the foot."""
LEAST_CHART, MOST_CHART = 54.0, 84.0
LEAST = 5.0
"""No letters are smaller: 20 pixels of the picture."""


def sentence(snapshot: PlaySnapshot, ending: Ending) -> str:
    """The words that go with the picture."""
    title, _ = ending.headline(snapshot.table.name)
    called = name_of(snapshot)
    usual = called == snapshot.game.title
    head = f"{title} at {called}" if ending.winners and usual else f"{called}: {title}"
    figures = ", ".join(f"{person.name} {said}" for person, _, said in ranks_of(snapshot))
    return clean(f"{head}. {figures}." if figures else f"{head}.")


def name_of(snapshot: PlaySnapshot) -> str:
    """What was played: by the title that the play was given, or else the game's."""
    game, given = snapshot.game.title, snapshot.play.title
    return game if given.startswith(game) else given


def picture(snapshot: PlaySnapshot, ending: Ending, story: Story) -> ft.Control:
    """Draw the card."""
    won = ending.winning_sides
    ranks = ranks_of(snapshot)
    others = [rank for rank in ranks if rank[0].key not in won]
    rows = -(-len(others) // ABREAST)
    room = HEIGHT - HEAD - MARK - 3 * GAP - (rows * PLACE + AROUND + GAP if others else 0)
    parts: list[ft.Control] = [
        _head(snapshot, ending, [rank for rank in ranks if rank[0].key in won])
    ]
    if others:
        parts.append(_card(_places(others, numbered=bool(won))))
    chart = story.chart
    moments = [moment for moment in story.highlights if moment.people][:FEW]
    if chart:
        moments = moments[: max(0, int((room - LEAST_CHART - TITLE - 2 * AROUND) // MOMENT))]
        rest = len(moments) * MOMENT + AROUND if moments else 0
        high = min(MOST_CHART, room - rest - TITLE - AROUND)
        parts.append(_card(_chart(chart, snapshot.sides, high)))
    if moments:
        lines: list[ft.Control] = [
            _moment(moment.people[0], moment.highlight.sentence) for moment in moments
        ]
        parts.append(_card(ft.Column(lines, spacing=0)))
    parts.append(_mark())
    return ft.Container(
        ft.Column(parts, spacing=GAP, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        width=WIDTH,
        height=HEIGHT,
        bgcolor=theme.PAPER,
        theme=theme.make(snapshot.game.colour),  # type: ignore[arg-type]  # as theme.Theme says
        theme_mode=ft.ThemeMode.LIGHT,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _fitted(
    value: str, room: float, most: float, colour: ft.ColorValue = theme.INK, **more: object
) -> ft.Text:
    """Write words as large as they have room on a line."""
    return words(value, size_of_words(value, room, most, LEAST), colour, **more)  # type: ignore[arg-type]


def _there(person: Person) -> Person:
    """Leave out the mark of who is away by now."""
    return replace(person, away=False)


def _card(content: ft.Control) -> ft.Control:
    return ft.Container(
        content,
        width=INNER,
        bgcolor=theme.CARD,
        border=ft.Border.all(0.5, theme.HAIRLINE),
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=8, vertical=4),
    )


def _head(snapshot: PlaySnapshot, ending: Ending, winners: list[Rank]) -> ft.Control:
    """Draw who won, in the colour of the game."""
    accent = player_colours.valid_colour(snapshot.game.colour)
    ink = player_colours.ink_on(accent)
    title, why = ending.headline(snapshot.table.name)
    size = min(28.0, INNER / max(1, len(winners)) - 3)
    lines: list[ft.Control] = [
        _fitted(f"{name_of(snapshot)} \u00b7 {date(snapshot.play.created)}", INNER, 7.5, ink),
    ]
    if winners:
        lines.append(ft.Icon(ft.Icons.EMOJI_EVENTS, size=15, color=GOLD))
        tokens: list[ft.Control] = [
            token(_there(person), size=round(size)) for person, _, _ in winners
        ]
        lines.append(ft.Row(tokens, spacing=4, tight=True))
    lines.append(_fitted(title, INNER, 21.5, ink, serif=True))
    figures = listed(dict.fromkeys(said for _, _, said in winners if said))
    if figures:
        lines.append(figure(figures, size_of_figure([figures], INNER, 12.5), ink))
    if winners and why not in (
        f"{person.name} {verb}" for person, _, _ in winners for verb in ("won", "wins")
    ):
        lines.append(_fitted(why, INNER, 6.8, ink))
    dark = player_colours.mix(accent, "#000000", 0.3)
    light = player_colours.mix(accent, "#FFFFFF", 0.05)
    rays = ft.SweepGradient(
        colors=[accent, accent, light, light],
        stops=[0, 0.5, 0.5, 1],
        end_angle=2 * pi / RAYS,
        tile_mode=ft.GradientTileMode.REPEATED,
    )
    return ft.Container(
        ft.Column(
            lines,
            spacing=1,
            alignment=ft.MainAxisAlignment.SPACE_EVENLY,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=WIDTH,
        expand=True,
        bgcolor=dark,
        gradient=rays,
        padding=ft.Padding.symmetric(horizontal=EDGE, vertical=8),
    )


def _chart(chart: Chart, people: tuple[Person, ...], height: float) -> ft.Control:
    """Draw how it went, below its title and what the line across it is."""
    cells: list[ft.Control] = [words(chart.title, 7.2, expand=True)]
    if chart.limit is not None:
        cells.append(words(chart.limit_name, 6.5, theme.GAIN if chart.goal else theme.LOSS))
    drawn = ChartView(chart, people, height, Look(6.0, 1.3, 10.0, signs=False))
    return ft.Column([ft.Row(cells, height=TITLE), drawn], spacing=0)


def _moment(person: Person, said: str) -> ft.Control:
    """Write what was remarkable, beside whose it is."""
    cells: list[ft.Control] = [
        token(_there(person), size=12),
        _fitted(said.removesuffix("."), INNER - 40, 8.0),
    ]
    return ft.Row(cells, spacing=6, height=MOMENT)


def _places(others: list[Rank], *, numbered: bool) -> ft.Control:
    """Draw everybody else, three in a row."""
    columns = min(ABREAST, len(others))
    width = (INNER - 16) / columns
    rows: list[ft.Control] = []
    for start in range(0, len(others), columns):
        cells: list[ft.Control] = []
        for person, place, said in others[start : start + columns]:
            amount, _, more = said.partition(", ")
            name = f"{ordinal(place)} {person.name}" if numbered else person.name
            under = soft(
                f"{name}, {more}" if more else name, size_of_words(name, width - 22, 6.8, LEAST)
            )
            lines: list[ft.Control] = [
                under,
                figure(amount, size_of_figure([amount], width - 22, 9.5), weight=BOLD),
            ]
            beside = ft.Container(ft.Column(lines, spacing=0, tight=True), width=width - 22)
            cells.append(ft.Row([token(_there(person), size=15), beside], spacing=5, width=width))
        rows.append(ft.Row(cells, spacing=0, height=PLACE))
    return ft.Column(rows, spacing=0)


def _mark() -> ft.Control:
    letter = ft.Container(
        words("C", 6, theme.ON_ACCENT, serif=True),
        width=9,
        height=9,
        border_radius=2,
        bgcolor=theme.ACCENT,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(
        ft.Row([letter, soft("kept with Companion", 6)], spacing=3, tight=True), height=MARK
    )

"""The end of a play as a picture to send: the ending's own card, how it went, and what was remarkable.

It is always drawn in light, and nothing is on it that the table can't see.
"""

from __future__ import annotations

import flet as ft

from companion.core.show.cards import Ending
from companion.core.show.highlights import FEW
from companion.dates import date
from models.names import clean
from views import theme
from views.components.charts import chart_column
from views.components.controls import card, fill, panes, soft
from views.ending.ending import ON_STEPS, Story, ending_card, moment, ranks_of
from views.state.play.play_snapshot import PlaySnapshot

WIDTH, HEIGHT = 540.0, 675.0
"""Size of the card that is drawn."""
PIXELS = 1080 / WIDTH
"""Pixels of the picture for each of the card's."""
SHOWN_WIDTH = 270.0
"""Width of its preview."""
HEAD = 404.0
"""Height of who won, with a podium, and of all that lies around the cards."""
PLACES, ABREAST = 44.0, 3
"""Height of a row of places below the podium, and how many stand in it."""
MOMENT = 32.0
"""Height of a moment."""
TITLE = 68.0
"""What a chart's card has beside the chart."""
LEAST_CHART, MOST_CHART = 124.0, 200.0


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


def picture(snapshot: PlaySnapshot, story: Story) -> ft.Control:
    """Draw the card: as many moments as there is room for, and the chart in what they leave."""
    about = f"{name_of(snapshot)} \N{MIDDLE DOT} {date(snapshot.play.created)}"
    rows = max(0, len(ranks_of(snapshot)) - ON_STEPS) / ABREAST
    room = HEIGHT - HEAD - PLACES * -(-rows // 1)
    moments = [shared for shared in story.highlights if shared.people][:FEW]
    chart = None
    if story.chart:
        room -= TITLE
        moments = moments[: max(0, int((room - LEAST_CHART) // MOMENT))]
        high = min(MOST_CHART, room - len(moments) * MOMENT)
        chart = card(chart_column(story.chart, story.people, high, 1), padding=12)
    lines = [moment(shared, 22) for shared in moments]
    return ft.Container(
        panes(
            fill(ending_card(snapshot, 1, about)),
            chart,
            card(lines, padding=8, spacing=4) if lines else None,
            soft("kept with Companion", align=ft.TextAlign.CENTER),
            spacing=8,
        ),
        width=WIDTH,
        height=HEIGHT,
        padding=10,
        bgcolor=theme.PAPER,
        theme=theme.make(snapshot.game.colour),  # type: ignore[arg-type]  # as theme.make says
        theme_mode=ft.ThemeMode.LIGHT,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def preview(shot: ft.Screenshot) -> ft.Control:
    """Show the card smaller than it is drawn: the picture is taken of it as it is drawn."""
    drawn = ft.Container(
        shot,
        width=WIDTH,
        height=HEIGHT,
        left=0,
        top=0,
        scale=ft.Scale(SHOWN_WIDTH / WIDTH, alignment=ft.Alignment.TOP_LEFT),
    )
    return ft.Stack([drawn], width=SHOWN_WIDTH, height=HEIGHT * SHOWN_WIDTH / WIDTH)

"""What everybody was worth so far: a chart with the goal below a sheet, or in brief a line a player."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

import flet as ft

from companion.statistics import one_play
from companion.statistics.one_play import Course
from models.errors import StorageError
from views import theme
from views.components.charts import chart_column, chart_lines
from views.components.controls import Controls, Still, card, memo, row, soft
from views.settings.file_transfer import in_thread
from views.state.client import Client
from views.state.play.play_state import Draft, People, PlaySnapshot, PlayState

CORNERS = 40
"""Most entries that are drawn: the chart is made again with each, and is a glance."""
SHORT = 8
"""With fewer entries there is no chart yet."""
HEIGHT = 160.0
"""Height of the chart."""
LOW = 740
"""A window lower than this has no room for it below a sheet."""
PAUSE = 1.0
"""Seconds after an entry until the chart follows; it costs as much as all else that a Record draws."""

_drawn: WeakKeyDictionary[PlayState, Course | None] = WeakKeyDictionary()
"""What was drawn last on a screen, to be there at once with the next sheet."""


def below(
    client: Client, state: PlayState, snapshot: PlaySnapshot, draft: Draft | None
) -> Controls:
    """Draw it below the sheet that a turn leads to, where there is room for it."""
    little = client.height < LOW or snapshot.version < SHORT or snapshot.ending
    if client.prefs.scale > theme.ROOMY or little or (draft and not draft.lead):
        return []
    return [WorthChart(state, snapshot, client.prefs.scale, key="worth")]


def course_of(snapshot: PlaySnapshot) -> Course | None:
    """What everybody was worth so far; nothing while something is hidden, or in a bad book."""
    if snapshot.secret:
        return None
    try:
        return one_play.course(snapshot.game, snapshot.table, snapshot.referee.lines(), CORNERS)
    except StorageError:
        return None  # the table says what is damaged


@memo
def WorthChart(state: PlayState, snapshot: PlaySnapshot, scale: float, *brief: float) -> ft.Control:
    """Draw it as it stood; it is worked out anew once every device has the entry, so that nobody waits for it.

    In ``brief``, with the width and height that there are, it is a line a player.
    """
    course, keep = ft.use_state(_drawn.get(state))

    async def look() -> None:
        if state in _drawn:
            await asyncio.sleep(PAUSE)
            if state.snapshot.version != snapshot.version:
                return  # it is worked out for the entry that came since
        made = await in_thread(course_of, snapshot)
        _drawn[state] = made
        keep(made)

    ft.use_effect(look, [snapshot.play.id, snapshot.version])
    if course is None or snapshot.secret or not (course.moves or brief):
        return ft.Container(key="no-worth")
    if not course.moves:
        return soft("No money has changed hands yet.")
    if brief:
        return Still(chart_lines, course.chart, snapshot.people, scale, *brief, key="worth")
    return Still(_card, course, snapshot.people, scale, key="worth")


def _card(course: Course, people: People, scale: float) -> ft.Control:
    made = card(chart_column(course.chart, people, HEIGHT, scale), padding=12)
    # a layer of its own, for which Flet has no other name: else every ripple of a button beside it draws it again
    return row(ft.Screenshot(made, expand=True))

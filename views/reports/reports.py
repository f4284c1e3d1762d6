"""The evening in charts and figures: what everybody was worth, prices and rounds, and where the money came and went."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.core.show.boards import PriceBoard, ScoreSheet
from companion.core.show.chart import Chart
from companion.statistics import one_play
from companion.statistics.one_play import Course, Flows, Stream, join_small
from models.errors import StorageError
from views import theme
from views.app_shell import back_route, page
from views.components import amounts
from views.components.amounts import figure
from views.components.charts import ABOVE, ChartView, Frame, in_hand, timeline
from views.components.controls import (
    Control,
    Icons,
    Part,
    Style,
    beside,
    card,
    column,
    empty,
    heading,
    note,
    packed,
    read_out,
    remark,
    row,
    screen,
    soft,
    subheading,
    text,
    with_sign,
    wrap,
)
from views.components.data_table import ruled_table, sideways
from views.components.player_card import badge
from views.components.sections import Paged, fact, pills, side_by_side
from views.state.client import Client
from views.state.play.play_state import People, PlaySnapshot, PlayState

WORTH_CHART = 250.0
"""Height of the chart, at text size 1."""


@screen
def NetWorthCard(course: Course, people: People, scale: float, *, tables: bool) -> Control:
    """Show what everybody was worth, as a chart or as a table."""
    last = len(course.moments) - 1
    picked, pick = ft.use_state(-1)
    at = last if picked < 0 else min(picked, last)
    sampled = f"Worked out after {len(course.moments):,} of {course.lines:,} entries, evenly over the evening."
    shown: Part
    if tables:
        shown = _table(course.chart, "After entry", "{:,}".format, people, scale)
    else:
        drawn: Part = soft("The chart begins with the next entry.")
        if last:
            height, look = WORTH_CHART * min(1.35, scale), in_hand(scale)
            where = f"After entry {course.moments[at].number:,} of {course.lines:,}"
            if at == last:
                where = "Now"
            drawn = [
                ft.Stack(
                    [
                        ChartView(course.chart, people, height, look, key="course"),
                        _cursor(Frame(course.chart, look), course.moments[at].number),
                    ],
                    height=height,
                    fit=ft.StackFit.PASS_THROUGH,
                ),
                text(where, Style.TITLE_SMALL, align=ft.TextAlign.CENTER, spoken=""),
                timeline(at, last, pick, where),
            ]
        shown = [drawn, _show_moment(course, people, at)]
    return card(
        heading(course.title, style=Style.TITLE_LARGE),
        remark(f"{course.note} {course.chart.remark}".strip()),
        shown,
        None if course.whole else soft(sampled),
    )


def _cursor(frame: Frame, here: int) -> Control:
    """Draw the line that stands at a moment, to be laid over the chart."""
    first, last = frame.chart.across
    line = ft.Container(width=2, bgcolor=theme.ACCENT, opacity=0.75)
    before, after = (
        ft.Container(expand=part, visible=part > 0) for part in (here - first, last - here)
    )
    return ft.Container(
        row(before, line, after, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        left=frame.left,
        right=frame.right,
        top=ABOVE,
        bottom=frame.below,
        ignore_interactions=True,
    )


def _show_moment(course: Course, people: People, at: int) -> Control:
    """Show what everybody was worth at a moment, and what had just been done."""
    moment = course.moments[at]
    by_seat = dict(zip(course.seats, moment.amounts, strict=True))
    rows = []
    for person in people:
        amount = by_seat.get(person.key)
        who = with_sign(badge(person, 26), text(person.name, Style.BODY_LARGE))
        worth = text(NONE, Style.TITLE_MEDIUM, spoken="not in the game")
        if amount is not None:
            worth = _sum(amount, course.unit, Style.TITLE_MEDIUM)
        rows.append(ft.MergeSemantics(beside(who, worth)))
    said = read_out(text(moment.said), live=True, identifier="moment")
    return column(said, rows, spacing=8)


def _sum(amount: int, unit: str, style: Style = Style.TITLE_SMALL) -> ft.Text:
    spoken = amounts.speak(amount, unit)
    return text(amounts.figure(amount, unit), style, spoken=spoken, whole=True)


def _table(
    chart: Chart,
    head: str,
    name: Callable[[int], str],
    people: People,
    scale: float,
) -> Control:
    """List the figures of a chart, newest first: every place at which one of them has changed."""
    names = {person.key: person.name for person in people}
    lines = [dict(curve.points) for curve in chart.curves]
    rows: list[tuple[str, ...]] = []
    for place in sorted({place for line in lines for place in line}):
        figures = [chart.write(line[place]) if place in line else NONE for line in lines]
        if not rows or [*rows[0][1:]] != figures:
            rows.insert(0, (name(place), *figures))
    heads = head, *(names.get(curve.seat, "Price") for curve in chart.curves)

    def draw(shown: Sequence[tuple[str, ...]]) -> Control:
        return sideways(ruled_table(heads, tuple(shown), scale))

    return Paged(rows, draw, FEW, key="figures")


FEW = 10
"""Number of rows that are there until more are asked for."""
PARTS = 1000
"""A bar is drawn in so many parts of the width."""
CAME, WENT = "Came in", "Went out"


@screen
def FlowsCard(flows: tuple[Flows, ...], people: People) -> Control:
    """Show where the money of one player, or of everybody together, came from and went."""
    seat, pick = ft.use_state("")
    names = {"": "Everybody", **{person.key: person.name for person in people}}
    signs: dict[str, Control] = {person.key: badge(person, 26) for person in people}
    return card(
        heading("Where the money came from and went", style=Style.TITLE_LARGE),
        wrap(pills(names, seat, pick, signs=signs)),
        (_draw_flows(flow) for flow in flows if flow.seat == seat),
        None if seat else soft("What players pay each other is not in these."),
    )


def _draw_flows(flows: Flows) -> Part:
    left = "Left" if flows.change >= 0 else "Difference"
    figures = ((CAME, flows.received), (WENT, flows.spent), (left, flows.change))
    most = max((stream.amount for stream in (*flows.came, *flows.went)), default=1)
    blocks: list[Part] = [fact(label, figure(amount, flows.unit)) for label, amount in figures]
    for title, streams, ink in ((CAME, flows.came, theme.GAIN), (WENT, flows.went, theme.LOSS)):
        blocks += [
            subheading(title),
            [_bar(stream, flows.unit, most, ink) for stream in join_small(streams)]
            or remark("Nothing yet."),
        ]
    return blocks


def _bar(stream: Stream, unit: str, most: int, ink: ft.ColorValue) -> Control:
    """Draw one kind: its name and its figure, and a bar below them; one of loans is hollow."""
    length = max(1, stream.amount * PARTS // most)
    drawn = ft.Container(
        height=12,
        expand=length,
        bgcolor=None if stream.debt else ink,
        border=ft.Border.all(2, ink),
        border_radius=4,
    )
    rest = [ft.Container(expand=PARTS - length)] if length < PARTS else []
    words = beside(text(stream.title, Style.BODY_LARGE), _sum(stream.amount, unit))
    return ft.MergeSemantics(packed(words, row(drawn, rest, spacing=0)))


CHART = 230.0
"""Height of the charts of prices and of rounds, at text size 1."""
NONE = "\u2013"
"""Shown where there is no figure."""


def _figures(snapshot: PlaySnapshot) -> tuple[Course | None, tuple[Flows, ...], str]:
    """All figures of an evening as it is now, none if a balance is hidden; or why they can't be read."""
    if snapshot.secret:
        return None, (), ""
    game, table = snapshot.game, snapshot.table
    try:
        lines = snapshot.referee.lines()
    except StorageError as error:
        return None, (), error.sentence
    return one_play.course(game, table, lines), one_play.flows(game, table, lines), ""


@screen
def ReportsScreen(client: Client, state: PlayState) -> Control:
    """Show the evening in figures, as charts or as tables."""
    tables, show_tables = ft.use_state(False)
    snapshot = state.snapshot
    course, flows, problem = ft.use_memo(lambda: _figures(snapshot), [snapshot])
    scale, people = client.scale, snapshot.people
    left: list[Part] = []
    right: list[Part] = []
    if course:
        left.append(NetWorthCard(course, people, scale, tables=tables, key="worth"))
    if not snapshot.secret:
        left += [
            _board(board, snapshot.sides, scale, tables=tables)
            for board in snapshot.boards
            if (isinstance(board, PriceBoard) and len(board.history) > 1)
            or (isinstance(board, ScoreSheet) and board.rounds)
        ]
    if flows:
        right.append(FlowsCard(flows, people, key="flows"))
    if not (left and right):
        both = left or right
        left, right = both[:1], both[1:]
    ways = pills({False: "Charts", True: "Tables"}, tables, show_tables)
    blocks: Part = [wrap(ways), side_by_side(client, left, right)]
    if problem:
        blocks = [note(problem, "bad"), blocks if left else None]
    elif not left:
        blocks = _show_why_empty(snapshot)
    return page(client, "Charts", blocks, back=back_route(client, state.play_id))


def _board(
    board: PriceBoard | ScoreSheet, people: People, scale: float, *, tables: bool
) -> Control:
    """Draw a price or a score sheet as it went, or list its figures."""
    title = heading(board.title, style=Style.TITLE_LARGE)
    name: Callable[[int], str] = str
    said, head = "Price after each update.", "Update"
    if isinstance(board, ScoreSheet):
        labels = "Start", *(line.label for line in board.rounds)
        said, head, name = "Totals after each round.", "Round", labels.__getitem__
    if tables:
        return card(title, _table(board.chart, head, name, people, scale))
    height = CHART * min(1.35, scale)
    drawn = ChartView(board.chart, people, height, in_hand(scale), key="chart")
    return card(title, remark(said), drawn)


def _show_why_empty(snapshot: PlaySnapshot) -> Control:
    """Show why there is nothing to be seen."""
    if snapshot.secret:
        return empty(
            Icons.VISIBILITY_OFF_OUTLINED,
            "Hidden for now",
            "What everybody has is hidden from the table. Once it lies open, the whole evening can be seen here.",
        )
    return empty(
        Icons.SHOW_CHART,
        "Nothing to see yet",
        "Once the game has begun, it is drawn here: how everybody fares, and where the money comes from and goes.",
    )

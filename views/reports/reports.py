"""The evening in charts and figures: what everybody was worth, prices and rounds, and where the money came and went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

import flet as ft

from companion.core.show.boards import PriceBoard, ScoreSheet
from companion.statistics import one_play
from companion.statistics.one_play import Course, Flows, Stream, join_small
from models.errors import StorageError
from views import theme
from views.app_shell import back_route, page
from views.components import amounts
from views.components.amounts import figure
from views.components.charts import ABOVE, ChartView, Frame, in_hand, timeline
from views.components.controls import (
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
    screen,
    soft,
    subheading,
    text,
    with_sign,
    wrap,
)
from views.components.data_table import figures_table
from views.components.player_card import badge
from views.components.sections import fact, pills, side_by_side
from views.state.client import Client
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState


def cursor(frame: Frame, number: int) -> ft.Control:
    """Draw the line that stands at a moment, to be laid over the chart."""
    first, last = frame.chart.across
    before, after = number - first, last - number
    cells: list[ft.Control] = [ft.Container(expand=before)] if before else []
    cells.append(ft.Container(width=2, bgcolor=theme.ACCENT, opacity=0.75))
    cells += [ft.Container(expand=after)] if after else []
    return ft.Container(
        ft.Row(cells, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        left=frame.left,
        right=frame.right,
        top=ABOVE,
        bottom=frame.below,
        ignore_interactions=True,
    )


WORTH_CHART = 250.0
"""Height of the chart, at text size 1."""


@screen
def NetWorthCard(
    course: Course, people: tuple[Person, ...], scale: float, *, tables: bool
) -> ft.Control:
    """Show what everybody was worth, as a chart or as a table."""
    last = len(course.moments) - 1
    picked, pick = ft.use_state(-1)
    at = last if picked < 0 else min(picked, last)
    shown: Part
    if tables:
        shown = _table(course, people, scale)
    else:
        shown = [
            [
                _worth_chart(course, people, at, scale),
                text(_where(course, at), Style.TITLE_SMALL, align=ft.TextAlign.CENTER, spoken=""),
                timeline(at, last, pick, _where(course, at)),
            ]
            if last
            else soft("The chart begins with the next entry."),
            _show_moment(course, people, at),
        ]
    return card(
        heading(course.title, style=Style.TITLE_LARGE),
        remark(f"{course.note} {course.chart.remark}".strip()),
        shown,
        None if course.whole else soft(_sampling_note(course)),
    )


def _sampling_note(course: Course) -> str:
    return f"Worked out after {len(course.moments):,} of {course.lines:,} entries, evenly over the evening."


def _worth_chart(course: Course, people: tuple[Person, ...], at: int, scale: float) -> ft.Control:
    """Draw the chart, with a line at the moment that is looked at."""
    height, look = WORTH_CHART * min(1.35, scale), in_hand(scale)
    line = cursor(Frame(course.chart, look), course.moments[at].number)
    return ft.Stack(
        [ChartView(course.chart, people, height, look, key="course"), line],
        height=height,
        fit=ft.StackFit.PASS_THROUGH,
    )


def _where(course: Course, at: int) -> str:
    if at == len(course.moments) - 1:
        return "Now"
    return f"After entry {course.moments[at].number:,} of {course.lines:,}"


def _show_moment(course: Course, people: tuple[Person, ...], at: int) -> ft.Control:
    """Show what everybody was worth at a moment, and what had just been done."""
    moment = course.moments[at]
    by_seat = dict(zip(course.seats, moment.amounts, strict=True))
    rows = []
    for person in people:
        amount = by_seat.get(person.key)
        who = with_sign(badge(person, size=26), text(person.name, Style.BODY_LARGE))
        worth = text(NONE, Style.TITLE_MEDIUM, spoken="not in the game")
        if amount is not None:
            worth = _sum(amount, course.unit, Style.TITLE_MEDIUM)
        rows.append(ft.MergeSemantics(beside(who, worth)))
    said = read_out(text(moment.said), live=True, identifier="moment")
    return column(said, rows, spacing=8)


def _sum(amount: int, unit: str, style: Style = Style.TITLE_SMALL) -> ft.Text:
    spoken = amounts.speak(amount, unit)
    return text(amounts.figure(amount, unit), style, spoken=spoken, whole=True)


def _table(course: Course, people: tuple[Person, ...], scale: float) -> ft.Control:
    """List the same figures, newest first: every line after which somebody was worth something else."""
    names = {person.key: person.name for person in people}
    heads = ("After entry", *(names.get(seat, seat) for seat in course.seats))
    rows: list[tuple[str, ...]] = []
    for _, same in groupby(course.moments, key=lambda moment: moment.amounts):
        moment = next(same)
        sums = (NONE if worth is None else figure(worth, course.unit) for worth in moment.amounts)
        rows.append((f"{moment.number:,}", *sums))
    return figures_table(heads, tuple(reversed(rows)), scale, key="figures")


PARTS = 1000
"""A bar is drawn in so many parts of the width."""
CAME, WENT = "Came in", "Went out"


def flows_card(
    flows: tuple[Flows, ...],
    people: tuple[Person, ...],
    seat: str,
    pick: Callable[[str], object],
) -> ft.Control:
    """Show where the money of one player, or of everybody together, came from and went."""
    names = {"": "Everybody", **{person.key: person.name for person in people}}
    signs: dict[str, ft.Control] = {person.key: badge(person, size=26) for person in people}
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


def _bar(stream: Stream, unit: str, most: int, ink: ft.ColorValue) -> ft.Control:
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
    return ft.MergeSemantics(packed(words, ft.Row([drawn, *rest], spacing=0)))


CHART = 230.0
"""Height of the charts of prices and of rounds, at text size 1."""
NONE = "\u2013"
"""Shown where there is no figure."""


@dataclass(frozen=True, slots=True)
class EveningFigures:
    """All figures of an evening, or why there are none."""

    course: Course | None = None
    flows: tuple[Flows, ...] = ()
    problem: str = ""

    @classmethod
    def of(cls, snapshot: PlaySnapshot) -> EveningFigures:
        """Compute them for the play as it is now; none if a balance is hidden."""
        game, table = snapshot.game, snapshot.table
        if snapshot.secret:
            return cls()
        try:
            lines = snapshot.referee.lines()
        except StorageError as error:
            return cls(problem=error.sentence)
        return cls(one_play.course(game, table, lines), one_play.flows(game, table, lines))


@screen
def ReportsScreen(client: Client, state: PlayState) -> ft.Control:
    """Show the evening in figures, as charts or as tables."""
    tables, show_tables = ft.use_state(False)
    seat, look_at = ft.use_state("")
    snapshot = state.snapshot
    sight: EveningFigures = ft.use_memo(
        lambda: EveningFigures.of(snapshot), dependencies=[snapshot]
    )
    scale, people = client.prefs.scale, snapshot.people
    left: list[Part] = []
    right: list[Part] = []
    if sight.course:
        left.append(NetWorthCard(sight.course, people, scale, tables=tables, key="worth"))
    if not snapshot.secret:
        left += [
            _board(board, snapshot, scale, tables=tables)
            for board in _boards_with_history(snapshot)
        ]
    if sight.flows:
        right.append(flows_card(sight.flows, people, seat, look_at))
    if not (left and right):
        both = left or right
        left, right = both[:1], both[1:]
    ways = pills({False: "Charts", True: "Tables"}, tables, show_tables)
    blocks: Part = [wrap(ways), side_by_side(client, left, right)]
    if sight.problem:
        blocks = [note(sight.problem, "bad"), blocks if left else None]
    elif not left:
        blocks = _show_why_empty(snapshot)
    return page(client, "Charts", blocks, back=back_route(client, state.play_id))


def _boards_with_history(snapshot: PlaySnapshot) -> list[PriceBoard | ScoreSheet]:
    """The boards of a play with a history, once there is something on them."""
    return [
        board
        for board in snapshot.boards
        if (isinstance(board, PriceBoard) and len(board.history) > 1)
        or (isinstance(board, ScoreSheet) and board.rounds)
    ]


SAID = {PriceBoard: "Price after each update.", ScoreSheet: "Totals after each round."}
"""What the chart of a board shows."""


def _board(
    board: PriceBoard | ScoreSheet, snapshot: PlaySnapshot, scale: float, *, tables: bool
) -> ft.Control:
    """Draw a price or a score sheet as it went, or list its figures."""
    title = heading(board.title, style=Style.TITLE_LARGE)
    if tables:
        return card(title, _figures(board, snapshot, scale))
    height = CHART * min(1.35, scale)
    drawn = ChartView(board.chart, snapshot.sides, height, in_hand(scale), key="chart")
    return card(title, remark(SAID[type(board)]), drawn)


def _figures(board: PriceBoard | ScoreSheet, snapshot: PlaySnapshot, scale: float) -> ft.Control:

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    if isinstance(board, PriceBoard):
        heads = ("Update", "Roll", "Price")
        made = ["by hand" if roll is None else str(roll) for _, roll in board.history]
        rows = [
            (str(at), made[at] if at else "start", figure(price, board.unit))
            for at, (price, _) in enumerate(board.history)
        ]
    else:
        heads = (
            "Round",
            *(person.name if (person := snapshot.person(seat)) else seat for seat in board.seats),
        )
        totals = [
            tuple(NONE if total is None else f"{total:,}" for total in line)
            for line in zip(*board.running, strict=True)
        ]
        rows = [(line.label, *total) for line, total in zip(board.rounds, totals, strict=True)]
    return figures_table(heads, tuple(reversed(rows)), scale, key="figures")


def _show_why_empty(snapshot: PlaySnapshot) -> ft.Control:
    """Show why there is nothing to be seen."""
    if snapshot.secret:
        return empty(
            ft.Icons.VISIBILITY_OFF_OUTLINED,
            "Hidden for now",
            "What everybody has is hidden from the table. Once it lies open, the whole evening can be seen here.",
        )
    return empty(
        ft.Icons.SHOW_CHART,
        "Nothing to see yet",
        "Once the game has begun, it is drawn here: how everybody fares, and where the money comes from and goes.",
    )

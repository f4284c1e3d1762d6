"""The evening in charts: its screen, and where the money came from and went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.boards import PriceBoard, ScoreSheet
from companion.statistics import one_play
from companion.statistics.one_play import Course, Flows, Stream, joined
from models.errors import StorageError
from views import theme
from views.app_shell import back_route, header
from views.components import amounts, controls
from views.components.amounts import figure
from views.components.charts import PriceChart
from views.components.controls import Style, press, screen, soft, text
from views.components.data_table import FiguresTable, ruled
from views.components.player_card import badge
from views.components.sections import choice_chip, scroll_pane, side_by_side
from views.reports.net_worth import NetWorthCard
from views.state.client import Client
from views.state.play_snapshot import Person, PlaySnapshot
from views.state.play_state import PlayState
from views.table.score_sheet import ScoreChart
from views.table.tote_board import fact

PARTS = 1000
"""A bar is drawn in so many parts of the width."""
EVERYBODY = "Everybody"
CAME, WENT = "Came in", "Went out"


def flows_card(
    flows: tuple[Flows, ...],
    people: tuple[Person, ...],
    seat: str,
    pick: Callable[[str], object],
    scale: float,
    *,
    tables: bool,
) -> ft.Control:
    """Show where the money of one player, or of everybody together, came from and went."""
    blocks: list[ft.Control] = [
        controls.heading("Where the money came from and went", level=2, style=Style.TITLE_LARGE),
        _whose(people, seat, pick),
    ]
    for one in flows:
        if one.seat == seat:
            blocks += _listed(one, scale) if tables else _drawn(one)
    if not seat:
        blocks.append(soft("What players pay each other is not in these."))
    return controls.card(*blocks, padding=14)


def _whose(people: tuple[Person, ...], seat: str, pick: Callable[[str], object]) -> ft.Control:
    """Pick whose money is looked at."""
    faces = [_face([], EVERYBODY, "", seat, pick)]
    faces += [_face([badge(one, size=26)], one.name, one.key, seat, pick) for one in people]
    return ft.Row(faces, scroll=ft.ScrollMode.AUTO, spacing=8)


def _face(sign: list[ft.Control], name: str, key: str, seat: str, pick: Callable[[str], object]) -> ft.Control:
    chosen = key == seat
    ink = theme.ON_TINT if chosen else theme.INK
    content = ft.Row([*sign, text(name, Style.LABEL_LARGE, ink)], spacing=8, tight=True)
    return controls.face(
        ft.Semantics(content=content, exclude_semantics=True),
        press(pick, key),
        chosen=chosen,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=14, vertical=11),
        radius=24,
        spoken=f"Money of {name}" if key else "Money of everybody together",
        key=f"whose-{key or 'all'}",
    )


def _facts(one: Flows) -> ft.Control:
    def said(number: int) -> str:
        return amounts.figure(number, one.unit)

    return controls.wrap(
        fact(CAME, said(one.received)),
        fact(WENT, said(one.spent)),
        fact("Left" if one.change >= 0 else "Difference", said(one.change)),
    )


def _drawn(one: Flows) -> list[ft.Control]:
    most = max((stream.amount for stream in (*one.came, *one.went)), default=1)
    blocks = [_facts(one)]
    for title, streams, ink in ((CAME, one.came, theme.GAIN), (WENT, one.went, theme.LOSS)):
        blocks.append(controls.heading(title, level=3, style=Style.TITLE_MEDIUM))
        blocks += [_bar(title, stream, one.unit, most, ink) for stream in joined(streams)]
        if not streams:
            blocks.append(soft("Nothing yet.", Style.BODY_MEDIUM))
    return blocks


def _bar(title: str, stream: Stream, unit: str, most: int, ink: ft.ColorValue) -> ft.Control:
    """Draw one kind: its name and its figure, and a bar below them; one of loans is hollow."""
    length = max(1, stream.amount * PARTS // most)
    drawn = ft.Container(
        height=12,
        expand=length,
        bgcolor=None if stream.debt else ink,
        border=ft.Border.all(2, ink),
        border_radius=4,
    )
    words = ft.Row(
        [
            text(stream.title, Style.BODY_LARGE, expand=True),
            text(amounts.figure(stream.amount, unit), Style.TITLE_SMALL, whole=True),
        ],
        spacing=theme.GAP,
    )
    cells: list[ft.Control] = [drawn, *([ft.Container(expand=PARTS - length)] if length < PARTS else [])]
    said = f"{title}: {stream.title}, {amounts.spoken(stream.amount, unit)}, by {_lines(stream.lines)}"
    return ft.Semantics(
        content=controls.column(words, ft.Row(cells, spacing=0), spacing=3),
        container=True,
        label=said,
        exclude_semantics=True,
    )


def _lines(count: int) -> str:
    return f"{count:,} {'line' if count == 1 else 'lines'}"


def _listed(one: Flows, scale: float) -> list[ft.Control]:
    """List every kind by itself, with how many lines it came by."""
    made: list[ft.Control] = [_facts(one)]
    for title, streams, total in ((CAME, one.came, one.received), (WENT, one.went, one.spent)):
        rows = [(stream.title, amounts.figure(stream.amount, one.unit), f"{stream.lines:,}") for stream in streams]
        rows.append(("All", amounts.figure(total, one.unit), ""))
        made.append(ft.Row([ruled((title, "Sum", "Lines"), tuple(rows), scale)], scroll=ft.ScrollMode.AUTO))
    return made


CHART = 230.0
"""Height of the charts of prices and of rounds, at text size 1."""
NONE = "\u2013"
"""Shown where there is no figure."""


@dataclass(eq=False)
class ReportState(ft.Observable):
    """How an evening is looked at: as charts or as tables, and whose money."""

    tables: bool = False
    seat: str = ""

    def turn(self, tables: bool) -> None:
        """Show tables, or charts."""
        self.tables = tables

    def at(self, seat: str) -> None:
        """Look at one player's money, or at that of all together."""
        self.seat = seat


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
    looking, _ = ft.use_state(ReportState())
    snapshot = state.snapshot
    sight: EveningFigures = ft.use_memo(lambda: EveningFigures.of(snapshot), dependencies=[snapshot])
    left, right = _blocks(snapshot, sight, looking, client.prefs.scale)
    blocks: list[ft.Control] = []
    if left or right:
        if not (left and right):
            both = left or right
            left, right = both[:1], both[1:]
        blocks = [_switch(looking), *side_by_side(client, left, right)]
    if sight.problem:
        blocks.insert(0, controls.note(sight.problem, "bad"))
    elif not blocks:
        blocks = [_nothing(snapshot)]
    return ft.Column(
        [
            header(client, "See it", back=back_route(client, state.play_id)),
            ft.Container(scroll_pane(client, *blocks), expand=True),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _blocks(
    snapshot: PlaySnapshot, sight: EveningFigures, looking: ReportState, scale: float
) -> tuple[list[ft.Control], list[ft.Control]]:
    """What goes to the left, or first, and what to the right."""
    left: list[ft.Control] = []
    right: list[ft.Control] = []
    people, tables = snapshot.people, looking.tables
    if sight.course:
        left.append(NetWorthCard(sight.course, people, scale, tables=tables, key="worth"))
    if not snapshot.secret:
        left += [_board(one, snapshot, scale, tables=tables) for one in _charted(snapshot)]
    if sight.flows:
        seat = looking.seat if snapshot.person(looking.seat) else ""
        right.append(flows_card(sight.flows, people, seat, looking.at, scale, tables=tables))
    return left, right


def _charted(snapshot: PlaySnapshot) -> list[PriceBoard | ScoreSheet]:
    """The boards of a play with a history, once there is something on them."""
    return [
        one
        for one in snapshot.boards
        if (isinstance(one, PriceBoard) and len(one.history) > 1) or (isinstance(one, ScoreSheet) and one.rounds)
    ]


def _board(board: PriceBoard | ScoreSheet, snapshot: PlaySnapshot, scale: float, *, tables: bool) -> ft.Control:
    """Draw a price or a score sheet as it went, or list its figures."""
    height = CHART * min(1.35, scale)
    title = controls.heading(board.title, level=2, style=Style.TITLE_LARGE)
    if tables:
        return controls.card(title, _figures(board, snapshot, scale), padding=14)
    if isinstance(board, PriceBoard):
        return controls.card(title, PriceChart(board.history, board.unit, height, scale, key="price"), padding=14)

    said = soft("Totals after each round.", Style.BODY_MEDIUM)
    return controls.card(title, said, ScoreChart(board, snapshot.people, height, scale, key="rounds"), padding=14)


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
        heads = ("Round", *(person.name if (person := snapshot.person(seat)) else seat for seat in board.seats))
        totals = [
            tuple(NONE if one is None else f"{one:,}" for one in line) for line in zip(*board.running, strict=True)
        ]
        rows = [(line.label, *total) for line, total in zip(board.rounds, totals, strict=True)]
    return FiguresTable(heads, tuple(reversed(rows)), scale, key="figures")


def _switch(looking: ReportState) -> ft.Control:
    """Turn from charts to tables and back."""
    return ft.Row(
        [
            choice_chip("Charts", press(looking.turn, False), chosen=not looking.tables, key="charts"),
            choice_chip("Tables", press(looking.turn, True), chosen=looking.tables, key="tables"),
        ],
        spacing=8,
    )


def _nothing(snapshot: PlaySnapshot) -> ft.Control:
    """Show why there is nothing to be seen."""
    if snapshot.secret:
        return controls.empty(
            ft.Icons.VISIBILITY_OFF_OUTLINED,
            "Hidden for now",
            "What everybody has is hidden from the table. Once it lies open, the whole evening can be seen here.",
        )
    return controls.empty(
        ft.Icons.SHOW_CHART,
        "Nothing to see yet",
        "Once the game has begun, it is drawn here: how everybody fares, and where the money comes from and goes.",
    )

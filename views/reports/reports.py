"""The evening in charts and figures: what everybody was worth, prices and rounds, and where the money came and went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.show.boards import PriceBoard, ScoreSheet
from companion.core.show.chart import Chart, dash
from companion.core.show.player_colours import both_ways
from companion.statistics import one_play
from companion.statistics.one_play import Course, Flows, Stream, join_small
from models.errors import StorageError
from views import theme
from views.app_shell import back_route, header
from views.components import amounts, controls
from views.components.amounts import figure
from views.components.charts import ABOVE, ChartView, Frame, in_hand
from views.components.controls import Style, chip, guard, icon_button, press, screen, soft, text
from views.components.data_table import FiguresTable, ruled_table
from views.components.player_card import badge
from views.components.sections import pill, scroll_pane, side_by_side
from views.state.client import Client
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState


def nearest(chart: Chart, numbers: list[int], x: float, width: float) -> int:
    """Find the number that lies nearest below a finger, in a chart of this width without what is beside it."""
    first, last = chart.across
    wanted = first + (last - first) * min(1.0, max(0.0, x / max(1.0, width)))
    return min(range(len(numbers)), key=lambda at: abs(numbers[at] - wanted))


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


def swatch(person: Person, at: int) -> ft.Control:
    """Draw a piece of a player's line, as it is drawn in the chart."""
    ink = both_ways(person.colour)
    pattern = dash(at) or (28, 0)
    pieces: list[ft.Control] = []
    left, index = 28, 0
    while left > 0:
        width = min(left, pattern[index % len(pattern)])
        pieces.append(ft.Container(width=width, height=3, bgcolor=ink if index % 2 == 0 else None))
        left, index = left - width, index + 1
    return ft.Row(pieces, spacing=0, width=28, tight=True)


WORTH_CHART = 250.0
"""Height of the chart, at text size 1."""
PATIENCE = 40
"""Milliseconds between two events of a sliding finger."""


@dataclass(eq=False)
class Pointer(ft.Observable):
    """The moment that is looked at; negative for the last."""

    at: int = -1
    _width: float = 0

    def go(self, at: int) -> None:
        """Look at a moment."""
        self.at = at

    def measure(self, width: float) -> None:
        """Keep the width of the chart; nothing is redrawn for it."""
        self._width = width

    @property
    def width(self) -> float:
        """How wide the chart is."""
        return self._width


@screen
def NetWorthCard(
    course: Course, people: tuple[Person, ...], scale: float, *, tables: bool
) -> ft.Control:
    """Show what everybody was worth, as a chart or as a table."""
    pointer, _ = ft.use_state(Pointer())
    head = controls.column(
        controls.heading(course.title, level=2, style=Style.TITLE_LARGE),
        soft(f"{course.note} {course.chart.remark}".strip(), Style.BODY_MEDIUM),
        spacing=2,
    )
    passed = [] if course.whole else [soft(_sampling_note(course))]
    if tables:
        return controls.card(head, *_table(course, people, scale), *passed, padding=14)
    last = len(course.moments) - 1
    at = last if pointer.at < 0 else min(pointer.at, last)
    blocks: list[ft.Control] = [head]
    if last:
        blocks += [_worth_chart(course, people, pointer, at, scale), _steps(course, pointer, at)]
    blocks.append(_show_moment(course, people, at))
    if last == 0:
        blocks.append(soft("The chart begins with the next entry.", Style.BODY_MEDIUM))
    return controls.card(*blocks, *passed, padding=14)


def _sampling_note(course: Course) -> str:
    return f"Worked out after {len(course.moments):,} of {course.lines:,} entries, evenly over the evening."


def _worth_chart(
    course: Course, people: tuple[Person, ...], pointer: Pointer, at: int, scale: float
) -> ft.Control:
    """Draw the chart, with a line at the moment that is looked at; a tap or a sliding finger moves it."""
    height = WORTH_CHART * min(1.35, scale)
    chart, look = course.chart, in_hand(scale)
    frame, numbers = Frame(chart, look), [moment.number for moment in course.moments]

    def on_touch(
        event: ft.TapEvent[ft.GestureDetector] | ft.DragUpdateEvent[ft.GestureDetector],
    ) -> None:
        if pointer.width and event.local_position is not None:
            x = float(event.local_position.x) - frame.left
            pointer.go(nearest(chart, numbers, x, pointer.width - frame.left - frame.right))

    def on_size(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        pointer.measure(float(event.width))

    return ft.GestureDetector(
        ft.Stack(
            [ChartView(chart, people, height, look, key="course"), cursor(frame, numbers[at])],
            height=height,
            fit=ft.StackFit.PASS_THROUGH,
        ),
        on_tap_down=guard(on_touch),
        on_horizontal_drag_update=guard(on_touch),
        on_size_change=guard(on_size),
        drag_interval=PATIENCE,
        exclude_from_semantics=True,
        key="touch",
    )


def _steps(course: Course, pointer: Pointer, at: int) -> ft.Control:
    """Show the place in the evening, with buttons from line to line."""
    last = len(course.moments) - 1
    before, after = max(0, at - 1), min(last, at + 1)
    where = ft.Column(
        [
            text(_where(course, at), Style.TITLE_SMALL, align=ft.TextAlign.CENTER),
            soft("Tap the chart, or slide over it.", align=ft.TextAlign.CENTER),
        ],
        spacing=0,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    # a slider of Flet 1.0.5 lays an empty sheet over the whole screen, which a screen reader's finger can't pass
    return ft.Row(
        [
            icon_button(
                ft.Icons.CHEVRON_LEFT, "Entry before", press(pointer.go, before), disabled=at == 0
            ),
            ft.Semantics(content=where, exclude_semantics=True, expand=True),
            icon_button(
                ft.Icons.CHEVRON_RIGHT, "Entry after", press(pointer.go, after), disabled=at == last
            ),
        ],
        spacing=4,
    )


def _where(course: Course, at: int) -> str:
    if at == len(course.moments) - 1:
        return "Now"
    return f"After entry {course.moments[at].number:,} of {course.lines:,}"


def _show_moment(course: Course, people: tuple[Person, ...], at: int) -> ft.Control:
    """Show what everybody was worth at a moment, and what had just been done."""
    moment = course.moments[at]
    by_seat = dict(zip(course.seats, moment.amounts, strict=True))
    rows: list[ft.Control] = []
    for place, person in enumerate(people):
        amount = by_seat.get(person.key)
        spoken = amounts.speak(amount, course.unit) if amount is not None else "not in the game"
        who = ft.Row(
            [badge(person, size=26), swatch(person, place), text(person.name, Style.BODY_LARGE)],
            spacing=theme.GAP,
            tight=True,
        )
        sum_ = NONE if amount is None else amounts.figure(amount, course.unit)
        row = controls.beside(who, text(sum_, Style.TITLE_MEDIUM, whole=True))
        rows.append(
            ft.Semantics(
                content=row,
                container=True,
                label=f"{person.name}: {spoken}",
                exclude_semantics=True,
            )
        )
    said = ft.Semantics(
        content=text(moment.said, Style.BODY_MEDIUM),
        container=True,
        live_region=True,
        identifier="moment",
        label=f"{_where(course, at)}. {moment.said}",
        exclude_semantics=True,
    )
    return controls.column(said, *rows, spacing=8)


def _table(course: Course, people: tuple[Person, ...], scale: float) -> list[ft.Control]:
    """List the same figures, newest first: every line after which somebody was worth something else."""
    names = {person.key: person.name for person in people}
    heads = ("After entry", *(names.get(seat, seat) for seat in course.seats))
    changed = [
        one
        for at, one in enumerate(course.moments)
        if not at or one.amounts != course.moments[at - 1].amounts
    ]
    rows = tuple(
        (
            f"{moment.number:,}",
            *(
                NONE if each is None else amounts.figure(each, course.unit)
                for each in moment.amounts
            ),
        )
        for moment in reversed(changed)
    )
    return [FiguresTable(heads, rows, scale, key="figures")]


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
    for flow in flows:
        if flow.seat == seat:
            blocks += _list_flows(flow, scale) if tables else _draw_flows(flow)
    if not seat:
        blocks.append(soft("What players pay each other is not in these."))
    return controls.card(*blocks, padding=14)


def _whose(people: tuple[Person, ...], seat: str, pick: Callable[[str], object]) -> ft.Control:
    """Pick whose money is looked at."""
    faces = [_face([], EVERYBODY, "", seat, pick)]
    faces += [
        _face([badge(person, size=26)], person.name, person.key, seat, pick) for person in people
    ]
    return controls.wrap(*faces)


def _face(
    sign: list[ft.Control], name: str, key: str, seat: str, pick: Callable[[str], object]
) -> ft.Control:
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


def _facts(flows: Flows) -> ft.Control:
    def format_sum(number: int) -> str:
        return amounts.figure(number, flows.unit)

    return controls.wrap(
        chip(f"{CAME} {format_sum(flows.received)}"),
        chip(f"{WENT} {format_sum(flows.spent)}"),
        chip(f"{'Left' if flows.change >= 0 else 'Difference'} {format_sum(flows.change)}"),
    )


def _draw_flows(flows: Flows) -> list[ft.Control]:
    most = max((stream.amount for stream in (*flows.came, *flows.went)), default=1)
    blocks = [_facts(flows)]
    for title, streams, ink in ((CAME, flows.came, theme.GAIN), (WENT, flows.went, theme.LOSS)):
        blocks.append(controls.heading(title, level=3, style=Style.TITLE_MEDIUM))
        blocks += [_bar(title, stream, flows.unit, most, ink) for stream in join_small(streams)]
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
    words = controls.beside(
        text(stream.title, Style.BODY_LARGE),
        text(amounts.figure(stream.amount, unit), Style.TITLE_SMALL, whole=True),
    )
    cells: list[ft.Control] = [
        drawn,
        *([ft.Container(expand=PARTS - length)] if length < PARTS else []),
    ]
    said = (
        f"{title}: {stream.title}, {amounts.speak(stream.amount, unit)}, by {_lines(stream.lines)}"
    )
    return ft.Semantics(
        content=controls.column(words, ft.Row(cells, spacing=0), spacing=3),
        container=True,
        label=said,
        exclude_semantics=True,
    )


def _lines(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


def _list_flows(flows: Flows, scale: float) -> list[ft.Control]:
    """List every kind by itself, with how many lines it came by."""
    made: list[ft.Control] = [_facts(flows)]
    for title, streams, total in (
        (CAME, flows.came, flows.received),
        (WENT, flows.went, flows.spent),
    ):
        rows = [
            (stream.title, amounts.figure(stream.amount, flows.unit), f"{stream.lines:,}")
            for stream in streams
        ]
        rows.append(("All", amounts.figure(total, flows.unit), ""))
        made.append(
            ft.Row(
                [ruled_table((title, "Sum", "Entries"), tuple(rows), scale)],
                scroll=ft.ScrollMode.AUTO,
            )
        )
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
    sight: EveningFigures = ft.use_memo(
        lambda: EveningFigures.of(snapshot), dependencies=[snapshot]
    )
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
        blocks = [_show_why_empty(snapshot)]
    return controls.panes(
        header(client, "Charts", back=back_route(client, state.play_id)),
        ft.Container(scroll_pane(client, *blocks), expand=True),
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
        left += [
            _board(board, snapshot, scale, tables=tables)
            for board in _boards_with_history(snapshot)
        ]
    if sight.flows:
        seat = looking.seat if snapshot.person(looking.seat) else ""
        right.append(flows_card(sight.flows, people, seat, looking.at, scale, tables=tables))
    return left, right


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
    height = CHART * min(1.35, scale)
    title = controls.heading(board.title, level=2, style=Style.TITLE_LARGE)
    if tables:
        return controls.card(title, _figures(board, snapshot, scale), padding=14)
    drawn = ChartView(board.chart, snapshot.sides, height, in_hand(scale), key="chart")
    return controls.card(title, soft(SAID[type(board)], Style.BODY_MEDIUM), drawn, padding=14)


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
    return FiguresTable(heads, tuple(reversed(rows)), scale, key="figures")


def _switch(looking: ReportState) -> ft.Control:
    """Turn from charts to tables and back."""
    return ft.Row(
        [
            pill("Charts", press(looking.turn, False), chosen=not looking.tables, key="charts"),
            pill("Tables", press(looking.turn, True), chosen=looking.tables, key="tables"),
        ],
        spacing=8,
    )


def _show_why_empty(snapshot: PlaySnapshot) -> ft.Control:
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

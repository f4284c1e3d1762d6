"""The middle of the table: a score sheet, its chart or another board, and the players, one of them at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.prompt import Offer
from companion.core.show.boards import Board, Grid, PriceBoard, ScoreSheet, ToteBoard, Track
from models.ledger import Place
from views import theme
from views.app_shell import go, play_route
from views.boards.bars import track_board
from views.boards.look import LOOKS, PHONE, TABLET, Look
from views.boards.price import STRIP, price_board, price_line
from views.boards.score import ScoreBoard, totals
from views.components import controls
from views.components.charts import ChartView, in_hand
from views.components.controls import Style, face, press, text
from views.components.data_table import grid
from views.journal.correction_state import route as correction_route
from views.state.client import Client
from views.state.play.draft import find_asked
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.bet import tote_board
from views.table.questions.card_pad import room_for

SHEET, CHART, PLAYERS, END, THE_TURN = "Sheet", "Chart", "Players", "The end", "The turn"
SWITCH = 58
"""Height of the switch, at text size 1."""
CHARTED, CHART_PART = 500, 0.34
"""From this height on, at text size 1, a chart is drawn below the sheet, in this part of the room."""
LEAST_SHEET = 210
"""A sheet lower than this shows no round at all: the totals alone say as much."""
NAMES_AND_TOTALS = 110
"""Height of a sheet's names and totals, at text size 1; with less there are the totals alone."""
FRAME = 152
"""Height of a phone's title with its remarks, and of its bottom bar."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be in the middle: its name on the switch, and the board it is drawn from."""

    label: str
    board: Board | None = None


def choices(snapshot: PlaySnapshot, rest: str = PLAYERS) -> tuple[Choice, ...]:
    """Everything that can be in the middle, ``rest`` where no board is; empty if there is no board."""
    made: list[Choice] = []
    sheets = sum(isinstance(board, ScoreSheet) for board in snapshot.boards)
    for board in snapshot.boards:
        if isinstance(board, ScoreSheet):
            made += [Choice(SHEET if sheets == 1 else board.title, board)]
            made += [Choice(CHART if sheets == 1 else f"{board.title}, chart", board)]
        else:
            made.append(Choice(board.title, board))
    return (*made, Choice(rest)) if made else ()


def picked_choice(state: PlayState, snapshot: PlaySnapshot) -> Choice:
    """What is there now: what this person picked, else the board that leads, else the players."""
    known = choices(snapshot)
    for shown in known:
        if shown.label == state.panel.centre:
            return shown
    if state.panel.centre in (PLAYERS, THE_TURN):
        return Choice(state.panel.centre)
    return next((choice for choice in known if choice.board and choice.board.lead), Choice(PLAYERS))


def board_switch(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Draw the names of the boards, and of the turn, which is there now."""
    return _switch(state, choices(snapshot, THE_TURN), Choice(THE_TURN))


def sheet_of(snapshot: PlaySnapshot) -> ScoreSheet | None:
    """The score sheet of a play, if it has one."""
    return next((board for board in snapshot.boards if isinstance(board, ScoreSheet)), None)


def middle(  # noqa: PLR0917 - a screen's three, the room there is, and what stands where no board does
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    width: float,
    height: float,
    players: Callable[[], ft.Control],
    *,
    end: Callable[[], ft.Control] | None = None,
) -> ft.Control:
    """Draw the switch and below it what is picked, in the room there is; the ``end`` of a play before anything else."""
    rest = THE_TURN if client.wide and sheet_of(snapshot) is None else PLAYERS
    known = choices(snapshot, rest)
    here = picked_choice(state, snapshot)
    if here.board is None:
        here = Choice(rest)
    if end:
        known = (Choice(END), *(known or (Choice(PLAYERS),)))
        here = next((choice for choice in known if choice.label == state.panel.centre), known[0])
    room = height - SWITCH * max(1.0, client.prefs.scale * 0.8)
    return controls.panes(
        ft.Container(
            _switch(state, known, here), padding=ft.Padding.only(left=14, right=14, bottom=8)
        ),
        ft.Container(
            end()
            if end and here.label == END
            else _board(client, state, snapshot, here, width, room, players),
            expand=True,
            key=here.label,
        ),
    )


def _switch(state: PlayState, known: tuple[Choice, ...], here: Choice) -> ft.Control:
    def pick(label: str) -> None:
        state.panel.centre = label

    cells: list[ft.Control] = []
    for board in known:
        chosen = board.label == here.label
        cells.append(
            face(
                text(board.label, Style.LABEL_LARGE, theme.ON_TINT if chosen else theme.INK),
                press(pick, board.label),
                chosen=chosen,
                expand=None,
                padding=ft.Padding.symmetric(vertical=12, horizontal=16),
                radius=24,
                key=f"centre-{board.label}",
            )
        )
    # names too many or too long for a phone go on to the right
    return ft.Row(cells, spacing=6, scroll=ft.ScrollMode.HIDDEN)


def _board(  # noqa: PLR0917 - as above
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    here: Choice,
    width: float,
    room: float,
    players: Callable[[], ft.Control],
) -> ft.Control:
    if here.board is None:
        return players()
    if not isinstance(here.board, ScoreSheet):
        return _other(client, state, snapshot, here.board, width)
    scale, people = client.prefs.scale, snapshot.sides
    padding = ft.Padding.only(left=14, right=14, bottom=12)
    if here.label.casefold().endswith(CHART.casefold()):
        chart = ChartView(
            here.board.chart, people, min(room - 24, 460), in_hand(scale), key="chart"
        )
        return ft.Container(_card(chart), padding=padding, alignment=ft.Alignment.TOP_CENTER)
    return ft.Container(
        _sheet(client, state, snapshot, here.board, width - 28, room - 12), padding=padding
    )


@dataclass(frozen=True, slots=True)
class CorrectRound:
    """Opens what corrects a round: a sheet, or the entry that is to be worked out again."""

    state: PlayState

    def __call__(self, correction: Offer | int) -> None:
        """Open it."""
        if isinstance(correction, Offer):
            self.state.sheet.open(correction)
        else:
            place = Place(*self.state.snapshot.table.order(correction))
            go(play_route(self.state.play_id, correction_route(place)))


def _sheet(  # noqa: PLR0917 - as above
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    sheet: ScoreSheet,
    width: float,
    room: float,
) -> ft.Control:
    """Draw the sheet, and where there is room the chart below it."""
    scale, people = client.prefs.scale, snapshot.sides
    look = look_of(client, width, room)
    if room < NAMES_AND_TOTALS * scale:
        return ft.Column([totals(sheet, people, look)], scroll=ft.ScrollMode.AUTO)
    table = ScoreBoard(sheet, people, look, CorrectRound(state), key="sheet")
    # at the end the chart is shown with everything else
    if look.kind == PHONE or room < CHARTED * scale or snapshot.ending or not sheet.rounds:
        return table
    chart = ChartView(sheet.chart, people, room * CHART_PART, in_hand(scale), key="chart")
    return ft.Column(
        [ft.Container(table, expand=True, expand_loose=True), _card(chart)],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def look_of(client: Client, width: float, height: float = 0) -> Look:
    """How a board is drawn on this screen, in so much room."""
    kind = TABLET if client.wide and not client.low else PHONE
    return LOOKS[kind].sized(client.prefs.scale, width, height)


def _card(chart: ft.Control) -> ft.Control:
    return ft.Container(
        chart,
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS,
        padding=ft.Padding.only(left=4, right=6, top=8, bottom=4),
    )


def _other(
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    board: ToteBoard | PriceBoard | Track | Grid,
    width: float,
) -> ft.Control:
    """Draw a board that few games have: its module is loaded with the first such board."""
    if isinstance(board, ToteBoard):
        return tote_board(state, snapshot, board, look_of(client, width - 24))
    if isinstance(board, PriceBoard):
        return price_board(state, snapshot, board)
    if isinstance(board, Grid):
        side = ft.Padding.only(left=14, right=14, bottom=14)
        made = ft.Container(grid(board, client.prefs.scale, width - 28), padding=side)
        return ft.Column([made], scroll=ft.ScrollMode.AUTO, expand=True)
    return track_board(state, snapshot, board)


def above_pad(client: Client, state: PlayState, snapshot: PlaySnapshot) -> ft.Control | None:
    """Draw what a phone shows of the board while the panel has the room; nothing where the players say as much.

    Above a card pad the sheet keeps what the pad leaves over, down to the totals alone. A price that leads stays.
    """
    sheet = sheet_of(snapshot)
    if sheet is None:
        return _price(snapshot, client.prefs.scale)
    scale = client.prefs.scale

    def whole() -> None:
        state.panel.tall = False

    if _pad_asked(state, snapshot) and state.panel.tall is None:
        spare = (
            client.height
            - FRAME * max(1.0, scale * 0.85)
            - room_for(len(sheet.seats), scale, totals=state.sheet.totals)
        )
        if spare >= LEAST_SHEET and sheet.rounds:
            table = ScoreBoard(
                sheet,
                snapshot.sides,
                look_of(client, client.width - 24, spare),
                CorrectRound(state),
                key="sheet",
            )
            return ft.Container(
                table,
                height=spare,
                padding=ft.Padding.only(left=12, right=12, bottom=8),
            )
    strip = ft.Container(
        totals(sheet, snapshot.sides, look_of(client, client.width - 16)),
        padding=ft.Padding.only(left=8, right=8, bottom=8, top=2),
        ink=True,
        on_click=press(whole),
    )
    return ft.Semantics(content=strip, container=True)


def price_first(state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether a price leads and nothing is said on the sheet yet: its page is what a phone is looked at for."""
    leads = any(isinstance(board, PriceBoard) and board.lead for board in snapshot.boards)
    return (
        leads
        and state.panel.pane.kind == "turn"
        and state.sheet.own is None
        and state.sheet.lead is not None
        and not state.sheet.lead.touched
    )


def _price(snapshot: PlaySnapshot, scale: float) -> ft.Control | None:
    board = next(
        (found for found in snapshot.boards if isinstance(found, PriceBoard) and found.lead), None
    )
    if board is None:
        return None

    return ft.Container(
        price_line(board, STRIP, scale), padding=ft.Padding.only(left=16, right=16, bottom=8)
    )


def _pad_asked(state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether the panel shows a card pad."""
    draft = state.sheet.draft
    if draft is None or state.panel.pane.kind != "turn":
        return False
    question = find_asked(snapshot.game.find_action(draft.action), draft)
    return question is not None and bool(question.kind.beside)

"""The middle of the table: a score sheet, its chart or another board, and the players, one of them at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import flet as ft

from companion.core.prompt import Offer
from companion.core.show.boards import Board, Grid, PriceBoard, ScoreSheet, ToteBoard, Track
from companion.core.show.cards import Holding
from models.frozen import frozen
from models.ledger import Place
from views import theme
from views.app_shell import go, play_route
from views.boards.bars import track_board
from views.boards.look import LOOKS, PHONE, TABLET, Look
from views.boards.price import STRIP, price_board, price_line
from views.boards.score import ScoreBoard, last_rounds
from views.boards.tote import pool_in_brief
from views.boards.worth_chart import WorthChart
from views.components.charts import ChartView, in_hand
from views.components.controls import (
    Control,
    Still,
    Style,
    fill,
    flat,
    inline,
    onward,
    panes,
    press,
    read_out,
    row,
    soft,
    text,
)
from views.components.data_table import grid
from views.components.player_card import slot
from views.components.sections import pill
from views.journal.correction_state import route as correction_route
from views.state.client import Client
from views.state.play.play_state import Pane, PlaySnapshot, PlayState
from views.table.arrangement import Content
from views.table.bet import tote_board
from views.table.frame import LEAST_TURN, Measures

SHEET, CHART, PLAYERS, END, THE_TURN = "Sheet", "Chart", "Players", "The end", "The turn"
SWITCH = 58
"""Height of the switch, at text size 1."""
CHARTED, CHART_PART = 500, 0.34
"""From this height on, at text size 1, a chart is drawn below the sheet, in this part of the room."""
BOARD = Pane("board")


def choices(snapshot: PlaySnapshot, rest: str = PLAYERS) -> dict[str, Board | None]:
    """Everything that can be in the middle, by its name; ``rest`` is where no board is. Empty if there is no board."""
    made: dict[str, Board | None] = {}
    sheets = sum(isinstance(board, ScoreSheet) for board in snapshot.boards)
    for board in snapshot.boards:
        alone = isinstance(board, ScoreSheet) and sheets == 1
        made[SHEET if alone else board.title] = board
        if isinstance(board, ScoreSheet):
            made[CHART if alone else f"{board.title}, chart"] = board
    return {**made, rest: None} if made else {}


def picked_choice(state: PlayState, snapshot: PlaySnapshot) -> str:
    """The name of what is there now: what this person picked, else the board that leads, else the players."""
    known, picked = choices(snapshot), state.panel.centre
    if picked in known or picked == THE_TURN:
        return picked
    return next((name for name, board in known.items() if board and board.lead), PLAYERS)


def board_switch(state: PlayState, snapshot: PlaySnapshot) -> Control:
    """Draw the names of the boards, and of the turn, which is there now."""
    return _switch(state, choices(snapshot, THE_TURN), THE_TURN)


def sheet_of(snapshot: PlaySnapshot) -> ScoreSheet | None:
    """The score sheet of a play, if it has one."""
    return next((board for board in snapshot.boards if isinstance(board, ScoreSheet)), None)


def content_of(state: PlayState, snapshot: PlaySnapshot, *, over: bool = False) -> Content:
    """Find out what leads a play's screen; once it is ``over`` that is how it went."""
    if over or sheet_of(snapshot):
        return Content.SCORES
    on_board = choices(snapshot).get(picked_choice(state, snapshot))
    return Content.BOARD if on_board else Content.CARDS


def middle(  # noqa: PLR0917 - a screen's three, the room there is, and what stands where no board does
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    width: float,
    height: float,
    players: Callable[[], Control],
    *,
    end: Callable[[], Control] | None = None,
) -> Control:
    """Draw the switch and below it what is picked, in the room there is; the ``end`` of a play before anything else."""
    rest = THE_TURN if client.wide and sheet_of(snapshot) is None else PLAYERS
    known = choices(snapshot, rest)
    here = picked_choice(state, snapshot)
    if end:
        known = {END: None, **(known or {PLAYERS: None})}
        here = state.panel.centre if state.panel.centre in known else END
    elif here not in known:
        here = rest
    room = height - SWITCH * max(1.0, client.scale * 0.8)
    if end and here == END:
        shown = end()
    elif board := known.get(here):
        shown = _board(client, state, snapshot, here, board, width, room)
    else:
        shown = players()
    return panes(
        ft.Container(_switch(state, known, here), padding=theme.below(14, 8)),
        ft.Container(shown, expand=True, key=here),
    )


def _switch(state: PlayState, known: Iterable[str], here: str) -> Control:
    def pick(name: str) -> None:
        state.panel.centre = name

    # names too many or too long for a phone go on to the right
    return onward(
        pill(name, press(pick, name), chosen=name == here, key=f"centre-{name}") for name in known
    )


def _board(  # noqa: PLR0917 - as above
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    here: str,
    board: Board,
    width: float,
    room: float,
) -> Control:
    """Draw a board, or by its name the chart of one; those that few games have are loaded with the first of them."""
    scale, people = client.scale, snapshot.sides
    if isinstance(board, ToteBoard):
        return tote_board(state, snapshot, board, look_of(client, width - 24))
    if isinstance(board, PriceBoard):
        return price_board(state, snapshot, board)
    if isinstance(board, Track):
        return track_board(state, snapshot, board)
    if isinstance(board, Grid):
        made = ft.Container(grid(board, scale, width - 28), padding=theme.below(14))
        return ft.Column([made], scroll=ft.ScrollMode.AUTO, expand=True)
    padding = theme.below(14, 12)
    if here.casefold().endswith(CHART.casefold()):
        chart = ChartView(board.chart, people, min(room - 24, 460), in_hand(scale), key="chart")
        return ft.Container(_card(chart), padding=padding, alignment=ft.Alignment.TOP_CENTER)
    drawn = _sheet(client, state, snapshot, board, width - 28, room - 12)
    return ft.Container(drawn, padding=padding)


@frozen
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
) -> Control:
    """Draw the sheet, and where there is room the chart below it."""
    scale, people = client.scale, snapshot.sides
    look = look_of(client, width, room)
    table = ScoreBoard(sheet, people, look, CorrectRound(state), key="sheet")
    # at the end the chart is shown with everything else
    if look.kind == PHONE or room < CHARTED * scale or snapshot.ending or not sheet.rounds:
        return table
    chart = ChartView(sheet.chart, people, room * CHART_PART, in_hand(scale), key="chart")
    return ft.Column(
        [fill(table), _card(chart)],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def look_of(client: Client, width: float, height: float = 0) -> Look:
    """How a board is drawn on this screen, in so much room."""
    kind = TABLET if client.wide and not client.low else PHONE
    return LOOKS[kind].sized(client.scale, width, height)


def _card(chart: Control) -> Control:
    return ft.Container(
        chart,
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS,
        padding=ft.Padding(4, 8, 6, 4),
    )


def turn_zone(
    state: PlayState, snapshot: PlaySnapshot, measures: Measures, seat: str = ""
) -> Control:
    """Fill a phone's spare height with the board in brief, or with what whoever's turn it is has; a tap opens it.

    On the phone of the player with this ``seat`` it is what that player has.
    """
    if measures.turn < LEAST_TURN:
        return ft.Container(height=measures.turn)
    high, edge = measures.turn - ABOVE - BELOW, min(EDGE, measures.margin)
    width = measures.width + 2 * (measures.margin - edge - EDGE)
    measures = replace(measures, width=width)
    brief, pane = _in_brief(snapshot, measures), BOARD
    if seat:
        pane = Pane("player", seat=seat)
    if brief is None:
        standings = snapshot.standings
        shown = (one for one in standings if (one.seat == seat if seat else one.up))
        standing = next(shown, None)
        worth = snapshot.game.worth_of(snapshot.table, snapshot.people[0].key)
        # of a game whose cards say money alone
        plain = {"", worth.title if worth else ""}
        if standing and (standing.holdings or standing.note or standing.subtitle not in plain):
            more = f"More about {snapshot.name(standing.seat)}"
            said = " \u00b7 ".join(filter(None, (standing.subtitle, standing.rank.text)))
            has = Still(_what_it_has, said, standing.note, standing.holdings, measures)
            brief = read_out(has, more)
            pane = Pane("player", seat=standing.seat)
        elif snapshot.game.cash and snapshot.version > 1 and not (snapshot.up or snapshot.secret):
            room = width, high - 2 * ABOVE
            brief = WorthChart(state, snapshot, measures.text, *room, key="brief")
            pane = pane if seat else EVERYBODY
        else:
            return ft.Container(height=measures.turn)
    ground = ft.Container(
        brief,
        padding=theme.sides(EDGE),
        alignment=ft.Alignment.CENTER_LEFT,
        ink=True,
        on_click=press(state.panel.look, pane),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=theme.RADIUS,
        height=high,
        margin=ft.Margin(edge, ABOVE, edge, BELOW),
    )
    return ft.MergeSemantics(ground, key="turn-zone")


def _in_brief(snapshot: PlaySnapshot, measures: Measures) -> Control | None:
    """The last rounds of a score sheet, or a pool or a price that leads."""
    look = LOOKS[PHONE].sized(measures.text, measures.width, measures.turn)
    for board in snapshot.boards:
        if isinstance(board, ScoreSheet):
            legible = measures.width >= FIGURE * len(snapshot.sides)
            return last_rounds(board, snapshot.sides, look) if board.rounds and legible else None
        if isinstance(board, ToteBoard) and board.lead and not board.book:
            return pool_in_brief(board, look)
        if isinstance(board, PriceBoard) and board.lead:
            return price_line(board, STRIP, measures.text)
    return None


def _what_it_has(said: str, note: str, holdings: Sequence[Holding], measures: Measures) -> Control:
    """What a player holds, and how far they have come."""
    notes = 2 if measures.turn >= NOTED * measures.text else 1
    words = flat(
        (
            text(said, Style.LABEL_LARGE, lines=1) if said else None,
            soft(note, lines=notes) if note else None,
        )
    )
    held = [Still(slot, holding) for holding in holdings[:HELD]]
    if measures.width < BESIDE:
        below = [inline(held), *words]
        return ft.Column(below, spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    lines = ft.Column(words, spacing=0, tight=True, expand=True)
    return row(held, lines, spacing=theme.GAP_S)


FIGURE = 20
"""Least width of a player's figures of a round."""
EDGE, ABOVE, BELOW = 12, 4, 2
"""What is left free at the sides, above and below the line, within its zone."""
EVERYBODY = Pane("players")
NOTED = 68
"""From this height on, at text size 1, there is room for two lines of how far a player has come."""
HELD = 5
"""Number of cards that a phone's line has room for."""
BESIDE = 300
"""With less width what a player has lies above its words."""

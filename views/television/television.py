"""The frame of a television: the game and what it waits for, the board for the room, and what was recorded last."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.core.show.boards import (
    Bars,
    BigBoard,
    Lanes,
    Lately,
    PriceBoard,
    ScoreSheet,
    ToteBoard,
    Track,
)
from companion.core.show.television import everybody
from views import theme
from views.app_shell import JOURNAL, visit
from views.boards.bars import money_bars, track_in_room
from views.boards.lanes import lanes_board
from views.boards.look import LOOKS, PHONE, ROOM, Look
from views.boards.lot import lot_board, lot_head
from views.boards.parts import (
    BOLD,
    GAP,
    figure,
    fitted,
    heading_of,
    panel,
    size_of_words,
    soft,
    who,
)
from views.boards.price import WIDE, price_panel
from views.boards.score import ScoreBoard
from views.boards.tote import ToteView
from views.components import amounts, controls
from views.components.controls import (
    Control,
    Icons,
    Part,
    Still,
    fill,
    icon_button,
    panes,
    read_out,
    screen,
)
from views.components.journal_row import SIGNS, RowContent
from views.ending.ending import use_next_game
from views.ending.moments import MomentDialog
from views.state.client import Client
from views.state.play.lot import Lot
from views.state.play.play_state import PlaySnapshot, PlayState
from views.table.table import use_light
from views.theme import ACCENT, GAIN, INK, LOSS, ON_ACCENT, SOFT_INK

WIDTH, HEIGHT = 1600, 900
"""The window in which every measure for a room is said."""
MARGIN, HEAD, FOOT = 48, 112, 132
"""What lies around the board, above it and below it."""
SHOW = "show"
LINES = 3
"""Most lines of the last entry."""
REVEALED = 20.0
"""Seconds that a reveal is shown."""
ASKED = "What happened?"
"""What the banker is asked, and not the room."""
FADE = 300
"""Milliseconds in which one entry gives way to the next."""


def EveryonesBoard(client: Client, state: PlayState, key: str) -> Control:
    """Draw the board for the room of a play."""
    draw = Television if client.width >= theme.TABLET else OnPhone
    return draw(client, state, key=key)


@screen
def OnPhone(client: Client, state: PlayState) -> Control:
    """Draw the first pool of a play; where there is none, say where the board is seen."""
    use_light(client)
    snapshot = state.snapshot
    boards = (board for board in snapshot.boards if isinstance(board, ToteBoard) and not board.book)
    board = next(boards, None)
    back = visit(state.play_id)
    if board is None:
        way = controls.main_button("Back to the table", back)
        words = "Open it on a television or a tablet."
        return controls.empty(Icons.TV, "A board for the room", words, way)
    look = LOOKS[PHONE].sized(client.scale, client.width - 20)
    return panes(
        ft.Row([icon_button(Icons.ARROW_BACK, "Back to the table", back)]),
        ft.Container(ToteView(board, snapshot.people, look), expand=True, padding=look.gap),
        MomentDialog(client, state.panel, state.panel.moment),
    )


@screen
def Television(client: Client, state: PlayState, part: str = SHOW) -> Control:
    """Draw a play for everybody in the room; ``part`` is this screen's route, which it keeps in the next game."""
    later = state.shared.next_play(state.member(), state.play_id)
    use_light(client)
    use_next_game(state, later, part)
    snapshot = state.snapshot
    unit = min(client.width / WIDTH, client.height / HEIGHT)
    side = unit * MARGIN
    high = client.height - unit * (HEAD + FOOT + GAP)
    look = LOOKS[ROOM].sized(unit, client.width - 2 * side, high)
    lot = state.auction.lot if state.lot_revision else None
    lot = lot if lot and not lot.is_closed else None
    drawn = _lot(state, lot, look) if lot else _boards(snapshot, look)
    board = ft.Container(drawn, expand=True, padding=theme.sides(side), key="board")
    return panes(
        _head(state, snapshot, look, part, lot),
        board,
        _foot(snapshot, look),
        MomentDialog(client, state.panel, state.panel.moment, REVEALED, key="moment"),
    )


def _head(
    state: PlayState, snapshot: PlaySnapshot, look: Look, part: str, lot: Lot | None
) -> Control:
    """Name the game, what is said of it, and what the table waits for."""
    icon, way, where = Icons.ARROW_BACK, "Back to the table", ""
    if not part:
        icon, way, where = Icons.RECEIPT_LONG, "Journal and charts", JOURNAL
    back = icon_button(icon, way, visit(state.play_id, where))
    waits = _waits(snapshot, look, lot)
    left = look.width * 0.6 - theme.TOUCH
    # bars have a row for each pot
    pots = () if any(isinstance(one, Bars) for one in snapshot.television) else snapshot.in_pots
    remarks = [pot.text for pot in (*snapshot.status, *pots) if pot.text]
    if away := snapshot.who_is_away(person.key for person in snapshot.people):
        remarks.append(away.rstrip("."))
    size = look.title * 1.1 if remarks else look.title * 1.3
    title = fitted(snapshot.play.title, left, size, look, lines=1, serif=True)
    said = " \N{MIDDLE DOT} ".join(remarks)
    below = fitted(said, left, look.words, look, SOFT_INK, lines=1) if remarks else None
    names = controls.lines(controls.headed(title, 1), below, expand=True)
    margin = look.of(MARGIN)
    return ft.Container(
        controls.row(back, names, waits, spacing=look.gap),
        height=look.of(HEAD),
        padding=ft.Padding(max(0, margin - theme.TOUCH - 4), 0, margin, 0),
    )


def _waits(snapshot: PlaySnapshot, look: Look, lot: Lot | None) -> Part:
    """Say on the accent what comes next, with the token of whom the table waits for; or who has won.

    While a ``lot`` is bid for, everybody may be the next.
    """
    up = snapshot.up
    seats = up if len(up) == 1 else []
    said = snapshot.prompt.title
    if said == ASKED:
        said = f"{snapshot.table.name(seats[0])}'s turn" if seats else ""
    if snapshot.ending:
        said, seats = snapshot.ending.reason, [*snapshot.ending.winning_sides[:1]]
    elif lot:
        said = "Sold" if lot.asked else "Who bids more?" if lot.highest else "Who bids?"
        said, seats = "Bids in closed fists" if lot.sealed else said, []
    if not said:
        return None
    tokens = [piece for seat in seats for piece in who(snapshot.person(seat), look.token)]
    widest = look.width * 0.36 - look.token
    words_ = fitted(said, widest, look.title, look, ON_ACCENT, weight=BOLD)
    told = ft.Container(words_, width=None if words_.no_wrap else widest)
    made = ft.Container(
        controls.row(tokens, told, spacing=look.gap / 2, tight=True),
        bgcolor=ACCENT,
        border_radius=look.of(40),
        padding=theme.sides(look.gap, look.gap / 2),
    )
    return read_out(made, said, live=True, identifier="waits")


def _lot(state: PlayState, lot: Lot, look: Look) -> Control:
    """Set what is bid for in the room there is."""
    inner = replace(look, width=look.width - 4 * look.gap)
    parts = [lot_head(lot, inner), *lot_board(state, lot, inner)]
    evenly = ft.MainAxisAlignment.SPACE_EVENLY
    return panel(ft.Column(parts, expand=True, alignment=evenly), look, expand=True)


def _boards(snapshot: PlaySnapshot, look: Look) -> Control:
    """Draw the board for the room, and what stands beside it."""
    board, *others = snapshot.television
    second = next(iter(others), None)
    if isinstance(second, PriceBoard):
        beside = Still(price_panel, second, snapshot.people, look, key="price")
    elif isinstance(second, Lately):
        beside = _lately(second, snapshot, look)
    else:
        return _board(board, snapshot, look)
    left = replace(look, width=look.width - look.of(WIDE) - look.gap)
    stretch = ft.CrossAxisAlignment.STRETCH
    drawn = _board(board, snapshot, left)
    return controls.row(drawn, beside, spacing=look.gap, vertical_alignment=stretch)


def _lately(board: Lately, snapshot: PlaySnapshot, look: Look) -> Control:
    """Say what goes on, and below it the entries before the last, the newest on top."""
    note = fitted(board.note, look.of(WIDE - 60), look.words, look, lines=3)
    lines = [heading_of(board.title, look), *([note] if board.note else [])]
    entries = [entry for entry in snapshot.lines[1:] if not snapshot.is_crossed_out(entry)][:MOST]
    for entry in entries:
        row = snapshot.row_of(entry)
        said = fill(soft(row.words, look.small, lines=3))
        made = ft.Row([*who(row.person, look.token), said], height=look.of(ROW))
        lines.append(read_out(made, row.spoken))
    return panel(ft.Column(lines, spacing=look.of(4)), look, width=look.of(WIDE))


ROW, MOST = 104, 4
"""Height of an entry, and the most entries: the very last one stands at the foot of the screen."""


def _board(board: BigBoard, snapshot: PlaySnapshot, look: Look) -> Control:
    if isinstance(board, Bars):
        return money_bars(board, snapshot, look)
    if isinstance(board, Track):
        return track_in_room(board, snapshot, look)
    if isinstance(board, ScoreSheet):
        return ScoreBoard(board, snapshot.sides, look, key="sheet")
    if isinstance(board, ToteBoard):
        return ToteView(board, snapshot.people, look, key="tote")
    # everybody's cards where it is of no kind that is drawn so large
    lanes = board if isinstance(board, Lanes) else everybody(snapshot.standings)
    return lanes_board(lanes, snapshot, look)


def _foot(snapshot: PlaySnapshot, look: Look) -> Control:
    """Show what was recorded last, large: it is what everybody looks up for."""
    last = next(iter(snapshot.lines), None)
    row = snapshot.row_of(last) if last else RowContent(0, "Nothing is recorded yet.")
    return Still(_last_entry, row, look, key="foot")


def _last_entry(row: RowContent, look: Look) -> Control:
    made = ft.AnimatedSwitcher(
        ft.Container(_entry(row, look), key=f"entry-{row.seq}-{row.crossed_out}"),
        duration=FADE,
        reverse_duration=FADE,
    )
    said = row.spoken if row.seq else row.words
    return ft.Container(
        read_out(made, said, live=True, identifier="last-entry"),
        height=look.of(FOOT),
        margin=ft.Margin(top=look.of(GAP)),
        padding=theme.below(look.of(MARGIN), look.of(28)),
    )


def _entry(row: RowContent, look: Look) -> Control:
    """Set an entry in the room of the foot: the token, the words, the figure."""
    size = look.large
    sign: Part = who(row.person, size)
    if not sign and row.seq:
        icon = SIGNS.get(row.action, Icons.GROUPS_OUTLINED)
        sign = ft.Icon(icon, SOFT_INK, size * 0.8)
    said, colour = _figure_of(row)
    money = size_of_words(said, look.width * 0.25, size)
    left = look.width - (size + look.gap) * 2 - amounts.width(said, money)
    ink = SOFT_INK if row.crossed_out else INK
    sentence = _whole_sentences(row.words, left * LINES * 0.92, look.small)
    words_ = fitted(
        sentence, left, look.figure, look, ink, lines=LINES, crossed_out=row.crossed_out
    )
    moved = figure(said, money, colour) if said else None
    line = controls.row(sign, fill(words_), moved, spacing=look.gap)
    return panel(line, look, height=look.of(FOOT - 28))


def _whole_sentences(said: str, room: float, size: float) -> str:
    """Leave out the last sentences where all have no room: none is cut, nor a figure in one."""
    while amounts.width(said, size) > room and ". " in said:
        said = f"{said.removesuffix('.').rpartition('. ')[0]}."
    return said


def _figure_of(row: RowContent) -> tuple[str, ft.ColorValue]:
    line = row.figure
    if line is None or line.figure is None:
        return "", INK
    if row.owed:
        return row.owed, LOSS if line.figure < 0 else INK
    said = amounts.figure(line.figure, line.unit, signed=line.signed)
    if not line.signed or row.crossed_out or not line.figure:
        return said, INK
    return said, GAIN if line.figure > 0 else LOSS

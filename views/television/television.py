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
from models.errors import StorageError
from models.ledger import Refusal
from views import theme
from views.app_shell import JOURNAL, go, not_found, play_route, use_play
from views.boards.look import LOOKS, ROOM, Look
from views.boards.parts import (
    GAP,
    LETTER,
    figure,
    panel,
    read_out,
    size_of_figure,
    size_of_words,
    who,
    words,
)
from views.boards.score import ScoreBoard
from views.components import amounts, controls
from views.components.controls import Still, icon_button, press
from views.components.error_boundary import screen, whole_view
from views.components.journal_row import SIGNS, RowContent, row_of
from views.ending.ending import use_next_game
from views.ending.moments import MomentDialog
from views.state.client import Client, ClientContext
from views.state.play.lot import Lot
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.table import use_light
from views.television.auction import auction_board
from views.television.bars import money_bars, track_board
from views.television.lanes import lanes_board
from views.television.lately import lately_panel
from views.television.price import WIDE, PricePanel
from views.television.tote import OnPhone, tote_board
from views.theme import ACCENT, GAIN, INK, LOSS, ON_ACCENT, SOFT_INK

WIDTH, HEIGHT = 1600, 900
"""The window in which every measure for a room is said."""
MARGIN, HEAD, FOOT = 48, 112, 132
"""What lies around the board, above it and below it."""
SHOW = "show"
LINES = ((1, 42), (2, 36), (3, 28))
"""Of how many lines the last entry may be, and in which size then."""
FADE = 300
"""Milliseconds in which one entry gives way to the next."""


@whole_view
def EveryonesBoard() -> ft.View:
    """Fill the screen with the board for the room of a play."""
    client: Client = ft.use_context(ClientContext)
    play_id = ft.use_route_params().get("play", "")
    use_play(client, play_id)
    try:
        state = client.state(play_id)
        draw = Television if client.width >= theme.TABLET else OnPhone
        body: ft.Control = draw(client, state, key=play_id)
    except (Refusal, StorageError) as error:
        body = not_found(error.sentence)
    return ft.View(
        route=f"/play/{play_id}/show", padding=0, controls=[ft.SafeArea(body, expand=True)]
    )


@screen
def Television(client: Client, state: PlayState, part: str = SHOW) -> ft.Control:
    """Draw a play for everybody in the room; ``part`` is this screen's route, which it keeps in the next game."""
    later = state.open_plays.shared.next_play(state.member(), state.play_id)
    use_light(client)
    use_next_game(state, later, part)
    snapshot = state.snapshot
    unit = min(client.width / WIDTH, client.height / HEIGHT)
    side = unit * MARGIN
    high = client.height - unit * (HEAD + FOOT + GAP)
    room = LOOKS[ROOM].sized(unit, client.width - 2 * side, high)
    lot = state.auction.lot if state.lot_revision else None
    lot = lot if lot and not lot.sealed else None
    drawn = (
        auction_board(state, snapshot, lot, room, room.width) if lot else _boards(snapshot, room)
    )
    board = ft.Container(
        drawn, expand=True, padding=ft.Padding.symmetric(horizontal=side), key="board"
    )
    return controls.panes(
        _head(state, snapshot, room, part, lot),
        board,
        _foot(snapshot, room),
        MomentDialog(client, state.panel, state.panel.moment, key="moment"),
    )


def _head(
    state: PlayState, snapshot: PlaySnapshot, room: Look, part: str, lot: Lot | None
) -> ft.Control:
    """Name the game, what is said of it, and what the table waits for."""
    icon, way, where = ft.Icons.ARROW_BACK, "Back to the table", ""
    if not part:
        icon, way, where = ft.Icons.RECEIPT_LONG, "Journal and charts", JOURNAL
    back = icon_button(icon, way, press(go, play_route(state.play_id, where)))
    waits = _waits(snapshot, room, lot)
    left = room.width * 0.6 - theme.TOUCH
    title = snapshot.play.title
    # bars have a row for each pot
    pots = () if any(isinstance(one, Bars) for one in snapshot.television) else snapshot.in_pots
    remarks = [pot.text for pot in (*snapshot.status, *pots) if pot.text]
    if away := snapshot.who_is_away(person.key for person in snapshot.people):
        remarks.append(away.rstrip("."))
    wide = len(title) * room.of(52) * LETTER + sum(
        len(remark) * room.of(26) * LETTER + room.of(60) for remark in remarks
    )
    two = wide > left  # the remarks have a line of their own then
    name = words(
        title, size_of_words(title, left, room.of(44 if two else 52), room.of(30)), serif=True
    )
    chips = [_chip(remark, room, 22 if two else 26) for remark in remarks]
    heading = ft.Semantics(content=name, header=True, heading_level=1)
    names = ft.Row([heading, *chips], spacing=room.of(16), run_spacing=room.of(4), wrap=True)
    return ft.Container(
        ft.Row([back, ft.Container(names, expand=True), *waits], spacing=room.of(16)),
        height=room.of(HEAD),
        padding=ft.Padding.only(
            left=max(0, room.of(MARGIN) - theme.TOUCH - 4), right=room.of(MARGIN)
        ),
    )


def _chip(value: str, room: Look, size: float) -> ft.Control:
    return ft.Container(
        words(value, room.of(size), weight=ft.FontWeight.W_500),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=room.of(24),
        padding=ft.Padding.symmetric(horizontal=room.of(18), vertical=room.of(size - 18)),
    )


def _waits(snapshot: PlaySnapshot, room: Look, lot: Lot | None) -> list[ft.Control]:
    """Say on the accent what comes next, with the token of whom the table waits for; or who has won.

    While a ``lot`` is bid for, everybody may be the next.
    """
    up = [standing.seat for standing in snapshot.standings if standing.up]
    people = [snapshot.person(seat) for seat in up[:1] if len(up) == 1]
    said = snapshot.prompt.title
    if snapshot.ending:
        said = snapshot.ending.reason
        people = [snapshot.person(seat) for seat in snapshot.ending.winning_sides[:1]]
    elif lot:
        said, people = "Sold" if lot.asked else "Who bids more?" if lot.highest else "Who bids?", []
    if not said:
        return []
    token = room.of(52)
    widest = room.width * 0.4 - room.of(62) - (token + room.of(16)) * bool(people)
    lines = 1 if len(said) * room.of(30) * LETTER <= widest else 2
    most = room.of(38 if lines == 1 else 29)
    size = size_of_words(said, widest * (1 if lines == 1 else 1.75), most)
    inside: list[ft.Control] = [*(piece for person in people for piece in who(person, token))]
    inside.append(
        ft.Container(
            words(said, size, ON_ACCENT, ft.FontWeight.W_700, lines=lines),
            width=None if lines == 1 else widest,
        )
    )
    made = ft.Container(
        ft.Row(inside, spacing=room.of(16), tight=True),
        bgcolor=ACCENT,
        border_radius=room.of(38),
        height=room.of(76),
        padding=ft.Padding.only(left=room.of(14 if people else 30), right=room.of(32)),
        alignment=ft.Alignment.CENTER,
    )
    return [read_out(made, said, live=True, identifier="waits")]


def _boards(snapshot: PlaySnapshot, room: Look) -> ft.Control:
    """Draw the board for the room, and a price beside it where there is one."""
    width = room.width
    board, *others = snapshot.television
    second = next(iter(others), None)
    if isinstance(second, PriceBoard):
        beside = PricePanel(second, snapshot.people, room, key="price")
    elif isinstance(second, Lately):
        beside = lately_panel(second, snapshot, room)
    else:
        return _board(board, snapshot, room, width)
    left = width - room.of(WIDE + GAP)
    return ft.Row(
        [_board(board, snapshot, room, left), beside],
        spacing=room.of(GAP),
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _board(board: BigBoard, snapshot: PlaySnapshot, room: Look, width: float) -> ft.Control:
    if isinstance(board, Bars):
        return money_bars(board, snapshot, room, width)
    if isinstance(board, Track):
        return track_board(board, snapshot, room, width)
    if isinstance(board, ScoreSheet):
        return ScoreBoard(board, snapshot.sides, replace(room, width=width), key="sheet")
    if isinstance(board, ToteBoard):
        return tote_board(board, snapshot, room, width)
    # everybody's cards where it is of no kind that is drawn so large
    return lanes_board(
        board if isinstance(board, Lanes) else everybody(snapshot.standings), snapshot, room, width
    )


def _foot(snapshot: PlaySnapshot, room: Look) -> ft.Control:
    """Show what was recorded last, large: it is what everybody looks up for."""
    last = next(iter(snapshot.lines), None)
    if last is None:
        row = RowContent(0, "Nothing is recorded yet.")
    else:
        row = row_of(
            last,
            snapshot.figure(last),
            snapshot.revised.get(last.seq),
            person=snapshot.subject(last),
        )
    return Still(_last_entry, row, room, key="foot")


def _last_entry(row: RowContent, room: Look) -> ft.Control:
    made = ft.AnimatedSwitcher(
        ft.Container(_entry(row, room), key=f"entry-{row.seq}-{row.crossed_out}"),
        duration=FADE,
        reverse_duration=FADE,
    )
    said = row.spoken if row.seq else row.words
    return ft.Container(
        read_out(made, said, live=True, identifier="last-entry"),
        height=room.of(FOOT),
        margin=ft.Margin.only(top=room.of(GAP)),
        padding=ft.Padding.only(left=room.of(MARGIN), right=room.of(MARGIN), bottom=room.of(28)),
    )


def _entry(row: RowContent, room: Look) -> ft.Control:
    """Set an entry in the room of the foot: the token, the words, the figure."""
    size = room.of(68)
    pieces: list[ft.Control] = [*who(row.person, size)]
    if not pieces and row.seq:
        pieces = [
            ft.Icon(
                SIGNS.get(row.action, ft.Icons.GROUPS_OUTLINED), size=room.of(52), color=SOFT_INK
            )
        ]
    said, colour = _figure_of(row)
    money = size_of_figure([said], room.width * 0.25, room.of(58)) if said else 0
    left = room.width - room.of(64) - (size + room.of(22)) * bool(pieces)
    left -= len(said) * money * 0.62 + room.of(22) if said else 0
    lines, letters = _fit(row.words, left, room)
    ink = SOFT_INK if row.crossed_out else INK
    said_whole = _whole_sentences(row.words, left, letters, lines)
    text = words(said_whole, letters, ink, lines=lines, crossed_out=row.crossed_out)
    pieces.append(ft.Container(text, expand=True))
    if said:
        pieces.append(figure(said, money, colour))
    inside = ft.Row(pieces, spacing=room.of(22), vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return panel(inside, room, padding=28, height=room.of(FOOT - 28))


def _fit(said: str, width: float, room: Look) -> tuple[int, float]:
    """Find of how many lines, and in which size, words have room in the foot."""
    for lines, size in LINES:
        if len(said) * room.of(size) * LETTER <= width * (lines - 0.15 * (lines - 1)):
            return lines, room.of(size)
    return LINES[-1][0], room.of(LINES[-1][1])


def _whole_sentences(said: str, width: float, size: float, lines: int) -> str:
    """Leave out the last sentences where all have no room: none is cut, nor a figure in one."""
    most = int(width * (lines - 0.15 * (lines - 1)) / (size * LETTER))
    if len(said) <= most:
        return said
    end = said.rfind(". ", 0, most)
    return said[: end + 1] if end > 0 else said


def _figure_of(row: RowContent) -> tuple[str, ft.ColorValue]:
    if row.figure is None or row.figure.figure is None:
        return "", INK
    if row.owed:
        return row.owed, LOSS if row.figure.figure < 0 else INK
    number = row.figure.figure
    said = amounts.figure(number, row.figure.unit, signed=row.figure.signed)
    if not row.figure.signed or row.crossed_out or not number:
        return said, INK
    return said, GAIN if number > 0 else LOSS

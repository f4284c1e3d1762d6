"""The board for the room on a phone: a pool, or where a board is seen."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import ToteBoard
from views.app_shell import go, play_route
from views.boards.look import LOOKS, PHONE
from views.boards.tote import ToteView
from views.components import controls
from views.components.controls import button, icon_button, press
from views.components.error_boundary import screen
from views.ending.moments import MomentDialog
from views.state.client import Client
from views.state.play.play_state import PlayState
from views.table.table import use_light


@screen
def OnPhone(client: Client, state: PlayState) -> ft.Control:
    """Draw the first pool of a play; where there is none, say where the board is seen."""
    use_light(client)
    snapshot = state.snapshot
    boards = (board for board in snapshot.boards if isinstance(board, ToteBoard) and not board.book)
    board = next(boards, None)
    back = press(go, play_route(state.play_id, ""))
    if board is None:
        way = button("Back to the table", back, tone="primary")
        words = "Open it on a television or a tablet."
        return controls.empty(ft.Icons.TV, "A board for the room", words, way)
    look = LOOKS[PHONE].sized(client.prefs.scale, client.width - 20)
    return controls.panes(
        ft.Row([icon_button(ft.Icons.ARROW_BACK, "Back to the table", back)]),
        ft.Container(ToteView(board, snapshot.people, look), expand=True, padding=look.gap),
        MomentDialog(client, state.panel, state.panel.moment),
    )

"""The last entries for a room, beside its board: an auction's lots as they are sold."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import Lately
from views.boards.look import Look
from views.boards.parts import fitted, heading_of, panel, soft, who
from views.boards.price import WIDE
from views.components.controls import fill, read_out
from views.components.journal_row import row_of
from views.state.play.play_snapshot import PlaySnapshot

ROW, MOST = 104, 4
"""Height of an entry, and the most entries: the very last one stands at the foot of the screen."""


def lately_panel(board: Lately, snapshot: PlaySnapshot, look: Look) -> ft.Control:
    """Say what goes on, and below it the entries before the last, the newest on top."""
    lines: list[ft.Control] = [heading_of(board.title, look)]
    if board.note:
        lines.append(fitted(board.note, look.of(WIDE - 60), look.words, look.small, lines=3))
    entries = [entry for entry in snapshot.lines[1:] if not snapshot.is_crossed_out(entry)][:MOST]
    for entry in entries:
        row = row_of(entry, None, snapshot.revised.get(entry.seq), person=snapshot.subject(entry))
        said = fill(soft(row.words, look.small, lines=3))
        made = ft.Row([*who(row.person, look.token), said], height=look.of(ROW))
        lines.append(read_out(made, row.spoken))
    return panel(ft.Column(lines, spacing=look.of(4)), look, width=look.of(WIDE))

"""The last entries on a television, beside the board: an auction's lots as they are sold."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import Lately
from views.boards.look import Look
from views.boards.parts import LEAST, panel, read_out, size_of_words, soft, who, words
from views.components.journal_row import row_of
from views.state.play.play_snapshot import PlaySnapshot
from views.television.price import TITLE, WIDE

ROW, MOST = 88, 5
"""Height of an entry, and the most entries: the very last one stands at the foot of the screen."""


def lately_panel(board: Lately, snapshot: PlaySnapshot, room: Look) -> ft.Control:
    """Say what goes on, and below it the entries before the last, the newest on top."""
    inner = room.of(WIDE - 60)
    lines: list[ft.Control] = [
        ft.Row([words(board.title, room.of(LEAST), serif=True)], height=room.of(TITLE))
    ]
    if board.note:
        lines.append(
            words(
                board.note,
                size_of_words(board.note, inner * 1.8, room.of(34), room.of(24)),
                lines=2,
            )
        )
    entries = [entry for entry in snapshot.lines[1:] if not snapshot.is_crossed_out(entry)][:MOST]
    for entry in entries:
        row = row_of(entry, None, snapshot.revised.get(entry.seq), person=snapshot.subject(entry))
        size = size_of_words(row.words, inner * 1.6, room.of(28), room.of(22))
        # the smallest letters have room for three
        pieces = [
            *who(row.person, room.of(40)),
            ft.Container(soft(row.words, size, lines=3), expand=True),
        ]
        made = ft.Row(pieces, spacing=room.of(14), height=room.of(ROW))
        lines.append(read_out(made, row.spoken))
    return panel(ft.Column(lines, spacing=room.of(4)), room, padding=28, width=room.of(WIDE))

"""A line of the journal in the working panel: the same receipt, and the same way to strike it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views.journal_line import Striking, detail
from views.parts import screen

if TYPE_CHECKING:
    from views.desk import Desk
    from views.picture import Picture


@screen
def LineDetail(desk: Desk, picture: Picture, seq: int) -> ft.Control:
    """Show a line with its receipt; a line that stands can be struck out, for a reason."""
    striking, _ = ft.use_state(Striking())
    written = next((one for one in picture.lines if one.entry.seq == seq), None) or desk.house.journal.entry(
        desk.play_id, seq
    )

    firm = desk.house.referee(desk.play_id).firm(written.entry) if desk.firm == seq else ""

    def strike() -> None:
        if firm:
            striking.take_back(desk, picture.version)
        else:
            striking.strike(desk, seq, picture.version)

    def writing(on: bool) -> None:
        desk.writing = on

    return detail(picture, written, striking, strike=strike, writing=writing, close=desk.leave, firm=firm)

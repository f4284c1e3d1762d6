"""What one does when a play is over: play again with the same people, and share the evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.exports import find_form
from views import parts
from views.parts import button, press, soft
from views.setup import again
from views.shell import go, place

if TYPE_CHECKING:
    from views.filing import Filing
    from views.picture import Picture

PAGE = "page"
LEFT_OUT = "Something is still hidden, so the page leaves out what everybody has."


def ending_acts(filing: Filing, picture: Picture) -> ft.Control:
    """Offer a rematch and the evening as a page, and the ways to other files and figures."""
    store, play = filing.store, picture.play
    # a book that can't be written can still be shared
    barred = store.house.journal.database.broken
    form = find_form(PAGE)
    blocks: list[ft.Control] = [
        button(
            "Rematch", press(again, store, picture), tone="primary", icon=ft.Icons.REPLAY, disabled=bool(barred),
            key="rematch",
        ),
        button("Share the evening", press(filing.take_along, play, form), icon=ft.Icons.IOS_SHARE, key="share"),
    ]  # fmt: skip
    if barred:
        blocks.insert(1, soft(barred))
    if picture.secret:
        blocks.append(soft(LEFT_OUT))
    if filing.taken and filing.taken[0] == PAGE:
        blocks += [
            parts.note(f"Saved: {filing.taken[1]}.", "good", live=True),
            # a browser may keep back what took long to make: see ``Filing.save_again``
            parts.wrap(button("No file came? Save it again", press(filing.hand_again), tone="quiet")),
        ]
    ways = [button("Other files", press(go, place(play.id, "take")), tone="quiet", key="other-files")]
    if not picture.secret:
        ways.append(button("All the figures", press(go, place(play.id, "see")), tone="quiet", key="all-figures"))
    blocks.append(parts.wrap(*ways, spacing=4))
    return parts.column(*blocks, spacing=8)

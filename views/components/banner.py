"""The strip above a screen: what is to be said of where the books are kept, while there is something to say."""

from __future__ import annotations

import flet as ft

from views.components import controls
from views.components.controls import button, press, screen
from views.state.client import Client
from views.state.storage_status import StorageStatus

AGAIN = "The book is open again. What was not recorded is still there to be recorded."


@screen
def Strip(store: Client, keeping: StorageStatus, *, in_play: bool) -> ft.Control:
    """Say that nothing is recorded here, or that a newer version is ready; the latter never during a play."""
    again, note_again = ft.use_state(False)

    def open_again() -> None:
        store.house.open_again()
        note_again(True)

    if keeping.looking:
        acts = [button("Keep the book here", press(keeping.take), icon=ft.Icons.EDIT_OUTLINED)] if keeping.take else []
        return _strip(keeping.looking, "warn", acts)
    if keeping.broken:
        reopen = button("Open the book again", press(open_again), icon=ft.Icons.REFRESH, key="open-again")
        return _strip(keeping.broken, "bad", [reopen])
    if again:
        # here, and not in a notice at the foot, which would lie over Record
        return _strip(AGAIN, "good", [button("OK", press(note_again, False), icon=ft.Icons.CHECK)])
    if keeping.fresh and not in_play and keeping.renew:
        words = f"Version {keeping.fresh} of Companion is ready. It starts when you say so, or the next time."
        return _strip(words, "info", [button("Start it now", press(keeping.renew), icon=ft.Icons.REFRESH)])
    return ft.Container(height=0)


def _strip(words: str, tone: str, acts: list[ft.Control]) -> ft.Control:
    return ft.Container(
        controls.column(controls.note(words, tone, live=True), *([controls.wrap(*acts)] if acts else []), spacing=8),
        padding=ft.Padding.only(left=16, right=16, top=8, bottom=4),
    )

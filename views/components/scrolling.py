"""A column that goes back to its top when it shows something else."""

from __future__ import annotations

from contextlib import suppress

import flet as ft
from flet.components.hooks.use_ref import MutableRef


def _reference() -> ft.Ref[ft.Column]:
    return ft.Ref()


def scroll_to_top(sheet: str) -> MutableRef[ft.Ref[ft.Column]]:
    """Scroll what this refers to back to its top for every other sheet.

    A column of its own for each would be there at once, but then all of it is sent, though most has stayed.
    """
    drawn: MutableRef[ft.Ref[ft.Column]] = ft.use_ref(_reference)
    laid_out: MutableRef[str] = ft.use_ref(sheet)

    async def go_to_top() -> None:
        there = drawn.current.current if drawn.current else None
        if there and laid_out.current != sheet:
            laid_out.current = sheet
            with suppress(
                RuntimeError, TimeoutError
            ):  # it went with its screen before this ran, or is kept unseen
                await there.scroll_to(offset=0)

    ft.use_effect(go_to_top, dependencies=[sheet])
    return drawn

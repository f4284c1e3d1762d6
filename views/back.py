"""A browser's Back closes what lies on top of the screen before it leads anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from views.shell import GOING

if TYPE_CHECKING:
    from views.store import Store


def close_first(page: ft.Page, store: Store) -> None:
    """Have a step that no tap asked for, such as Back, close what is on top, and stay on this screen for it.

    A browser has taken its step before the app hears of it, so this screen's address is put back after it.
    """
    session = page.session
    dispatch = session.dispatch_event
    here = page.route

    async def dispatched(control_id: int, event_name: str, event_data: Any) -> None:
        nonlocal here
        if control_id == page._i and event_name == "route_change":  # noqa: SLF001 - as Flet's own session knows it
            route = event_data["route"]
            if route not in (here, session.store.get(GOING)) and _close(page, store):
                await page.push_route(here)
                return
            here = route
            session.store.set(GOING, "")
        await dispatch(control_id, event_name, event_data)

    session.dispatch_event = dispatched  # type: ignore[method-assign] # the router takes every step it hears of


def _close(page: ft.Page, store: Store) -> bool:
    """Close a dialog, or else what lies over the turn's sheet on the table; false where nothing does."""
    over = [one for one in page._dialogs.controls if one.open and not isinstance(one, ft.SnackBar)]  # noqa: SLF001 - Flet's own pop would take a notice first
    if over:
        over[-1].open = False
        over[-1].update()
        return True
    desk = store.here() if store.gaze.attending else None
    if desk is None or not desk.covered:
        return False
    desk.leave()
    return True

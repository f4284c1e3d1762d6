"""A person's preferences, kept on the device itself and not in the book."""

from __future__ import annotations

import logging
from dataclasses import asdict, fields, replace
from typing import Any

import flet as ft

from companion.core.show import player_colours
from views.app_shell import apply_theme
from views.state import facing
from views.state.client import Client, Preferences

log = logging.getLogger("companion.views")

KEY = "companion."
NAMES = tuple(preference.name for preference in fields(Preferences))
MODES = ("light", "dark", "system")


async def load(page: ft.Page, client: Client) -> None:
    """Read the preferences of this device, if it keeps any."""
    kept = ft.SharedPreferences()
    try:
        found = read({name: await kept.get(KEY + name) for name in NAMES})
    except Exception:
        log.debug("no preferences kept here", exc_info=True)
        return
    if found != client.prefs:
        apply(page, client, found)


def read(kept: dict[str, object]) -> Preferences:
    """Read what a device has kept; what is missing or can't be read is as usual."""
    usual = Preferences()
    mode, scale = kept["mode"], kept["scale"]
    switches: dict[str, Any] = {
        name: kept[name]
        for name in NAMES
        if isinstance(getattr(usual, name), bool) and isinstance(kept[name], bool)
    }
    return replace(
        usual,
        mode=str(mode) if mode in MODES else usual.mode,
        scale=min(2.0, max(1.0, float(scale))) if isinstance(scale, int | float) else usual.scale,
        sides=facing.read(kept["sides"]),
        **switches,
    )


def apply(page: ft.Page, client: Client, prefs: Preferences) -> None:
    """Use these preferences from now on."""
    client.prefs = prefs
    state = client.here()
    if apply_theme(
        page, client, state.snapshot.game.colour if state else player_colours.HOUSE_ACCENT
    ):
        page.update()


async def change(client: Client, prefs: Preferences) -> None:
    """Use other preferences from now on, and save them on this device."""
    apply(ft.context.page, client, prefs)
    await keep(prefs)


async def keep(prefs: Preferences) -> None:
    """Save the preferences on this device."""
    store = ft.SharedPreferences()
    try:
        for name, value in (asdict(prefs) | {"sides": facing.to_stored(prefs)}).items():
            await store.set(KEY + name, value)
    except Exception:
        log.debug("preferences can't be kept here", exc_info=True)

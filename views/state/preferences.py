"""A person's preferences, kept on the device itself and not in the book."""

from __future__ import annotations

import logging
from dataclasses import replace

import flet as ft

from companion.core.show import player_colours
from views.app_shell import apply_theme
from views.state import facing
from views.state.client import Client, Preferences

log = logging.getLogger("companion.views")

KEY = "companion."


async def load(page: ft.Page, client: Client) -> None:
    """Read the preferences of this device, if it keeps any."""
    kept = ft.SharedPreferences()
    found = Preferences()
    try:
        mode = await kept.get(KEY + "mode")
        scale = await kept.get(KEY + "scale")
        haptics = await kept.get(KEY + "haptics")
        one_tap = await kept.get(KEY + "one_tap")
        awake = await kept.get(KEY + "awake")
        turn_clock = await kept.get(KEY + "turn_clock")
        turning = await kept.get(KEY + "facing")
        sides = await kept.get(KEY + "sides")
    except Exception:
        log.debug("no preferences kept here", exc_info=True)
        return
    if mode in ("light", "dark", "system"):
        found = replace(found, mode=str(mode))
    if isinstance(scale, int | float):
        found = replace(found, scale=min(2.0, max(1.0, float(scale))))
    found = replace(
        found,
        haptics=haptics is not False,
        awake=awake is not False,
        one_tap=one_tap is not False,
        turn_clock=turn_clock is True,
        facing=turning is True,
        sides=facing.read(sides),
    )
    if found != client.prefs:
        apply(page, client, found)


def apply(page: ft.Page, client: Client, prefs: Preferences) -> None:
    """Use these preferences from now on."""
    client.prefs = prefs
    state = client.here()
    if apply_theme(
        page, client, state.snapshot.game.colour if state else player_colours.HOUSE_ACCENT
    ):
        page.update()


async def keep(prefs: Preferences) -> None:
    """Save the preferences on this device."""
    kept = ft.SharedPreferences()
    try:
        await kept.set(KEY + "mode", prefs.mode)
        await kept.set(KEY + "scale", prefs.scale)
        await kept.set(KEY + "haptics", prefs.haptics)
        await kept.set(KEY + "one_tap", prefs.one_tap)
        await kept.set(KEY + "awake", prefs.awake)
        await kept.set(KEY + "turn_clock", prefs.turn_clock)
        await kept.set(KEY + "facing", prefs.facing)
        await kept.set(KEY + "sides", facing.to_stored(prefs))
    except Exception:
        log.debug("preferences can't be kept here", exc_info=True)

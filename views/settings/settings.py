"""How this person likes the screen, who is remembered, and where the book lies."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.version import VERSION
from views.components import controls
from views.components.controls import Control, Part, heading, log, press, screen, soft
from views.components.sections import fact, pills, scroll_pane, side_by_side
from views.settings.backup_screen import backup_section, copy_list, use_file_transfer
from views.state import preferences
from views.state.client import Client

MODES = {"system": "Match device", "light": "Light", "dark": "Dark"}
SWITCHES = (
    (
        "one_tap",
        "Record with one tap",
        "Where a tile shows name and amount. Undo is beside it.",
    ),
    ("haptics", "Vibrate when something is recorded", "On phones only."),
    ("awake", "Keep the screen on during a game", ""),
    (
        "turn_clock",
        "Show how long a turn takes",
        "In games with turns. Nothing happens when it is long.",
    ),
)
"""What can be on or off: its name among the preferences, its label, and what there is to say of it."""
SCALES = {size: f"{size:.0%}" for size in (1.0, 1.25, 1.5, 1.75, 2.0)}
ASLEEP = (
    "This browser can't keep the screen on. Install the app, or open it on the machine that runs it. Or set the "
    "device not to sleep."
)
STAYS = "Your games stay on the machine that runs the app, unless you save them as a file."


@screen
def SettingsScreen(client: Client) -> Control:
    """Let a person set the screen as they like it; everything takes effect at once."""
    able, set_able = ft.use_state(True)
    _, set_kept = ft.use_state(0)
    preferred = client.prefs

    async def try_awake() -> None:
        set_able(await can_stay_awake())

    ft.use_effect(try_awake, [])

    def prefer(name: str, value: Any) -> object:
        return preferences.change(client, replace(preferred, **{name: value}))

    def again() -> None:
        set_kept(lambda seen: seen + 1)

    transfer = use_file_transfer(client, again)

    def switch(key: str, label: str, words: str) -> Part:
        on = bool(getattr(preferred, key))
        said = ASLEEP if key == "awake" and not able else words
        turned = controls.switch(label, press(prefer, key, not on), on=on)
        return controls.packed(turned, soft(said) if said else None)

    left: Part = [
        heading("Colours"),
        controls.wrap(pills(MODES, preferred.mode, partial(prefer, "mode"))),
        heading("Text size"),
        controls.wrap(pills(SCALES, preferred.scale, partial(prefer, "scale"))),
        heading("At the table"),
        [switch(*row) for row in SWITCHES],
    ]
    right: Part = [
        backup_section(transfer),
        copy_list(transfer),
        heading("About"),
        controls.card(fact("Version", VERSION), soft(STAYS)),
    ]
    return scroll_pane(client, side_by_side(client, left, right, spacing=12), spacing=12)


async def can_stay_awake() -> bool:
    """Try whether this device lets us keep its screen awake."""
    lock = ft.Wakelock()
    try:
        await lock.enable()  # type: ignore[no-untyped-call]
        held = bool(await lock.is_enabled())
        await lock.disable()  # type: ignore[no-untyped-call]
    except Exception:
        log.debug("the screen can't be kept awake here", exc_info=True)
        return False
    return held

"""The keyboard at a quick tool: digits fill the figure that takes the keys, Enter does what the large button does."""

from __future__ import annotations

import flet as ft

from companion.tools import DICE, POOL, SCORES
from views.table.keyboard import POINTS, WALKING
from views.tools import dice, form, pool, scores
from views.tools.state import tool_state

SIGNS = {"+": "+", "Add": "+", "=": "+", "-": "-", "Subtract": "-", "\u2212": "-"}
"""Keys that go on to another amount or change a sign; ``=`` is where a plus lies unshifted."""
ENTER = {POOL: pool.lay_bet, SCORES: scores.enter, DICE: dice.throw}
PRESS = {POOL: pool.press_key, SCORES: scores.press_key}


def handle(tool: str, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    state = tool_state()
    key = event.key.removeprefix("Numpad ")
    if state.writing or event.ctrl or event.meta or event.alt:
        return
    if key in WALKING:
        # Enter now belongs to whatever button has the focus
        state.walking = True
    elif key == "Enter":
        if tool in ENTER and not state.walking:
            ENTER[tool](state)
    else:
        sign = POINTS.get(key.upper() if len(key) == 1 else key) or SIGNS.get(key)
        digit = key if key == "Backspace" or (key.isdecimal() and len(key) == 1) else sign
        if digit and tool != DICE:
            state.walking = False
            PRESS[tool](state, digit) if tool in PRESS else form.press_key(state, tool, digit)

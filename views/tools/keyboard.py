"""The keyboard at a quick tool: digits fill the figure that takes the keys, Enter does what the large button does."""

from __future__ import annotations

import flet as ft

from companion.core.answers import PLUS
from companion.tools import DICE, POOL
from views.components.fields import is_writing
from views.components.typed_figure import figure_key
from views.table.keyboard import WALKING
from views.tools import dice, form, pool
from views.tools.state import tool_state

ANOTHER = {"+", "Add", "="}
"""Keys that go on to another amount; ``=`` is where a plus lies unshifted."""
ENTER = {POOL: pool.lay_bet, DICE: dice.throw}


def handle(tool: str, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    state = tool_state(tool)
    key = event.key.removeprefix("Numpad ")
    if is_writing() or event.ctrl or event.meta or event.alt:
        return
    if key in WALKING:
        # Enter now belongs to whatever button has the focus
        state.walking = True
    elif key == "Enter":
        if tool in ENTER and not state.walking:
            ENTER[tool](state)
    else:
        typed = PLUS if key in ANOTHER else figure_key(key)
        if typed and tool != DICE:
            state.walking = False
            form.press_key(state, typed)

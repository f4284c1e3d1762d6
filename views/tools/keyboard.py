"""The keyboard at a quick tool: digits fill the figure that takes the keys, Enter does what the large button does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.units import THOUSANDS
from companion.tools import BET, CREDIT, DICE, INDEX, POOL, SALARY, SCORES
from companion.tools.asking import Sums
from views.table.keyboard import POINTS, WALKING
from views.tools.pad import key_to
from views.tools.parts import PLUS

if TYPE_CHECKING:
    import flet as ft

    from companion.tools.asking import Ask
    from views.tools.bench import Bench

FORMS = (BET, CREDIT, INDEX, SALARY)
SIGNS = {"+": PLUS, "Add": PLUS, "=": PLUS, "-": "-", "Subtract": "-", "\u2212": "-"}
"""Keys that go on to another amount or change a sign; ``=`` is where a plus lies unshifted."""


def handle(bench: Bench, tool: str, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    key = event.key.removeprefix("Numpad ")
    if bench.writing or event.ctrl or event.meta or event.alt:
        return
    if key in WALKING:
        # Enter now belongs to whatever button has the focus
        bench.walking = True
    elif key == "Enter":
        if not bench.walking:
            _enter(bench, tool)
    else:
        sign = POINTS.get(key.upper() if len(key) == 1 else key) or SIGNS.get(key)
        digit = key if key == "Backspace" or (key.isdecimal() and len(key) == 1) else sign
        if digit:
            bench.walking = False
            _press(bench, tool, digit)


def _enter(bench: Bench, tool: str) -> None:
    if tool == POOL:
        from views.tools.pool import lay_bet  # noqa: PLC0415 - only the tool on screen is loaded

        lay_bet(bench)
    elif tool == SCORES:
        from views.tools.scores import enter  # noqa: PLC0415 - as above

        enter(bench)
    elif tool == DICE:
        from views.tools.dice import throw  # noqa: PLC0415 - as above

        throw(bench)


def _press(bench: Bench, tool: str, key: str) -> None:
    if tool == SCORES:
        from views.tools.scores import press_key  # noqa: PLC0415 - as above

        press_key(bench, key)
        return
    ask = _asked(bench, tool)
    if ask and (key.isdecimal() or key == "Backspace" or key in _own(ask)):
        key_to(bench, tool, ask, key)


def _asked(bench: Bench, tool: str) -> Ask | None:
    """The question that takes the keys."""
    if tool == POOL:
        from views.tools.pool import STAKE  # noqa: PLC0415 - as above

        return STAKE
    if tool in FORMS:
        from views.tools.form import takes  # noqa: PLC0415 - as above

        return takes(bench, tool)
    return None


def _own(ask: Ask) -> tuple[str, ...]:
    """The keys beside the digits that mean something to a question."""
    if isinstance(ask.kind, Sums):
        return (PLUS,)
    return (".", "M", "K") if ask.unit == THOUSANDS else ()

"""A pad: a row of helpers and twelve keys, of the same size at the same places for every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.core.units import THOUSANDS, per_whole
from views.components import amounts
from views.components.controls import Controls, OnTap, Style, column, memo, press
from views.components.keypad import number_face
from views.table.frame import Measures, use_measures
from views.theme import ROOMY

CLEAR, BACK, NEXT, SIGN = "Clear", "Backspace", "Next", "-"
SIGNS = {CLEAR: "C", SIGN: "\u00b1"}
"""What is on a key, where that is not its name."""
SPOKEN = {
    CLEAR: "Clear",
    "M": "Millions",
    "K": "Thousands",
    ".": "Point",
    "00": "Two zeros",
    "+": "And one more",
    SIGN: "Plus or minus",
    NEXT: "Next player",
    "\u00bd": "And a half",
}
HELPERS = 4
"""Number of helpers in their row."""
HELPER_EDGES = 8
"""What is left at the sides of a helper's words."""


def lay(helpers: Sequence[ft.Control], keys: ft.Control | Controls) -> ft.Control:
    """Lay out the pad; its row of helpers has its place even where there are none."""
    measures = use_measures()
    if isinstance(keys, list):
        keys = rows(keys, measures)
    above = _row(helpers, measures.helper, measures.key_gap)
    return column(above, keys, spacing=measures.key_gap)


def rows(keys: Sequence[ft.Control], measures: Measures) -> ft.Control:
    """Set twelve keys at their places; those that are not there stay empty."""
    across = measures.columns
    every = [*keys, *(ft.Container() for _ in range(12 - len(keys)))]
    lines = (
        _row(every[at : at + across], measures.key, measures.key_gap) for at in range(0, 12, across)
    )
    return column(*lines, spacing=measures.key_gap, key="keys-of-pad")


def _row(cells: Sequence[ft.Control], height: float, gap: float) -> ft.Control:
    for cell in cells:
        cell.expand = True
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Row(list(cells), height=height, spacing=gap, vertical_alignment=stretch)


def helper(
    words: str,
    on_click: OnTap,
    *,
    detail: str = "",
    spoken: str = "",
    among: int = HELPERS,
) -> ft.Control:
    """Make a helper, whose words are no wider than a key; what it leaves is below them in usual text."""
    measures = use_measures()
    room = (measures.across + measures.key_gap) / among - measures.key_gap - HELPER_EDGES
    return number_face(
        words,
        on_click,
        spoken=spoken,
        detail=detail if measures.text <= 1 else "",
        helps=True,
        size=amounts.smaller(words.replace(" ", "\u00a0"), Style.LABEL_LARGE, room, measures.text),
    )


def with_signs(
    quick: Sequence[ft.Control], signs: Sequence[str], hit: Callable[[str], object]
) -> Controls:
    """Set signs and parts at the last places of the row of helpers, and at the others what is ``quick``."""
    room = HELPERS - len(signs)
    if len(quick) > room:
        quick = [*quick[: room - 1], quick[-1]]
    if not signs:
        return list(quick)
    between = (ft.Container() for _ in range(room - len(quick)))
    last = (
        helper(SIGNS.get(sign, sign), press(hit, sign), spoken=SPOKEN.get(sign, sign))
        for sign in signs
    )
    return [*quick, *between, *last]


def figure_keys(
    hit: Callable[[str], object], unit: str = "", *, eighth: str = "", key: str = "keys"
) -> ft.Control:
    """Lay out digits and the way back; the ``eighth`` key is what suits the unit, or another."""
    usual = "M" if unit == THOUSANDS else "00" if per_whole(unit) > 1 else CLEAR
    return FigureKeys(hit, eighth or usual, use_measures(), key=key)


@memo
def FigureKeys(hit: Callable[[str], object], eighth: str, measures: Measures) -> ft.Control:
    """Lay out the keys, which no tap on one of them changes; ``hit`` gets the name of the one that is pressed."""
    names = ["1", "2", "3", BACK, "4", "5", "6", eighth, "7", "8", "9", "0"]
    if measures.columns > HELPERS:
        names = [*"1234567890", BACK, eighth]
    return rows([figure_key(hit, name) for name in names], measures)


def throw_key(throw: OnTap, name: str = "") -> ft.Control:
    """Make the key for dice that the app throws, for the player with this name where not for the one on turn."""
    words = "Roll for us"
    return number_face(
        "",
        throw,
        icon=ft.Icons.CASINO_OUTLINED,
        spoken=f"{words}, {name}" if name else words,
        helps=True,
        detail=words if use_measures().text <= ROOMY else "",
    )


def figure_key(hit: Callable[[str], object], name: str) -> ft.Control:
    """Make a key that types what is on it."""
    if name == BACK:
        return number_face(
            "", press(hit, name), icon=ft.Icons.BACKSPACE_OUTLINED, spoken=BACK, helps=True
        )
    helps = not name.isdigit() or len(name) > 1
    return number_face(
        SIGNS.get(name, name), press(hit, name), spoken=SPOKEN.get(name, ""), helps=helps
    )

"""The pad for money: a window with what is typed, amounts worth a button, and keys that suit the board's unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.core.units import MINUS, THOUSANDS, per_whole, sign_of
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, face, press, screen, soft, text

FLAT_KEYS, WIDE_KEYS = 6, 8
"""So many keys lie beside each other where there is little height, and where there is width too."""
ROOMY = 1.3
"""Up to this text size four amounts fit beside each other."""
CLEAR, BACK = "Clear", "Backspace"
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", CLEAR, "0", BACK)
HUNDREDTHS_KEYS = (*DIGITS[:9], "00", "0", BACK)
"""Where money is counted in hundredths a figure is typed as at a till: 1250 is 12.50."""
THOUSANDS_KEYS = (
    "1",
    "2",
    "3",
    BACK,
    "4",
    "5",
    "6",
    CLEAR,
    "7",
    "8",
    "9",
    "M",
    ".",
    "0",
    "00",
    "K",
)
"""Where money is counted in thousands M and K end a figure, as it is printed on the board's notes."""
SPOKEN = {CLEAR: "Clear", "M": "Millions", "K": "Thousands", ".": "Point", "00": "Two zeros"}


def error_note(wrong: str, words: str, unit: str) -> ft.Control:
    """Show why what is typed is no amount; an unfinished figure is no error yet."""
    if is_unfinished(words, unit):
        return soft(f"{typed_text(words, unit)} so far. {wrong}", Style.BODY_MEDIUM)
    return controls.note(wrong, "bad", live=True)


def is_unfinished(words: str, unit: str) -> bool:
    """Whether more is likely to follow: thousands without their sign, such as the 1 of 1500 or of 1.5M."""
    return unit == THOUSANDS and not words.upper().endswith(("M", "K"))


def typed_text(words: str, unit: str) -> str:
    """What the window says while words are typed: the figure they come to so far, else the words themselves."""
    if words.isdigit():
        return amounts.figure(int(words), unit)
    sign = sign_of(unit) if per_whole(unit) > 1 and words else ""
    return (MINUS * words.startswith("-") + sign + words.removeprefix("-")) or amounts.figure(
        0, unit
    )


def amount_display(
    label: str, said: str, *, empty: bool, wrong: bool, size: float | None = None, edge: float = 6
) -> ft.Control:
    """Show what is typed so far, and read it out as it changes; in another ``size`` where it has less room."""
    return ft.Semantics(
        identifier="amount",
        label=f"{label}: {said}",
        container=True,
        live_region=True,
        exclude_semantics=True,
        content=ft.Container(
            text(
                said,
                Style.DISPLAY_SMALL,
                theme.SOFT_INK if empty else theme.INK,
                align=ft.TextAlign.END,
                size=size,
            ),
            padding=ft.Padding.symmetric(horizontal=14, vertical=edge),
            alignment=ft.Alignment.CENTER_RIGHT,
            border=theme.line("bottom", colour=theme.LOSS if wrong else theme.ACCENT, width=2),
        ),
    )


@controls.memo
@screen
def Keypad(hit: Callable[[str], None], unit: str = "", abreast: int = 0) -> ft.Control:
    """Lay out the keys, which no tap on one of them changes; ``hit`` gets the name of the one that is pressed.

    So many are ``abreast`` where there is little height.
    """
    keys: tuple[str, ...] = (
        THOUSANDS_KEYS if unit == THOUSANDS else HUNDREDTHS_KEYS if per_whole(unit) > 1 else DIGITS
    )
    columns = 4 if unit == THOUSANDS else 3
    if abreast:
        keys = (*filter(str.isdigit, keys), *(key for key in keys if not key.isdigit()))
        columns = min(abreast, len(keys) // 2)
    return controls.tiles([_key(hit, key) for key in keys], columns, key="keys-of-pad")


def _key(hit: Any, key: str) -> ft.Control:
    if key == BACK:
        return face(
            ft.Icon(
                ft.Icons.BACKSPACE_OUTLINED, size=22, color=theme.INK, semantics_label="Backspace"
            ),
            press(hit, key),
            padding=0,
            radius=10,
            role="button",
        )
    return number_face("C" if key == CLEAR else key, press(hit, key), spoken=SPOKEN.get(key, ""))


def number_face(
    words: str,
    on_click: Any,
    *,
    chosen: bool = False,
    disabled: bool = False,
    spoken: str = "",
    detail: str = "",
) -> ft.Control:
    """Show a button with a figure or a short word on it, and below it a ``detail`` in small."""
    label: ft.Control = text(
        words,
        Style.TITLE_MEDIUM,
        theme.SOFT_INK if disabled else theme.ON_TINT if chosen else theme.INK,
        align=ft.TextAlign.CENTER,
        # said in its name, a pad of them has half the controls that it has with a part for each that says it
        spoken=f"{spoken or words}, chosen" if chosen else spoken or None,
        crossed_out=disabled,
    )
    if detail:
        below = soft(detail, align=ft.TextAlign.CENTER, spoken="")
        label = ft.Column(
            [label, below], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        )
    return face(
        label,
        on_click,
        chosen=chosen,
        disabled=disabled,
        # a figure alone is in the middle of a key of 48 px, however large it is
        padding=ft.Padding.symmetric(vertical=5 if detail else 2, horizontal=0),
        radius=10,
        role="button",
    )

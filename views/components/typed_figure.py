"""A figure as it is typed, key by key, the same for the keys of a pad and of a keyboard. Pure functions."""

from __future__ import annotations

import unicodedata

from companion.core.answers import PLUS
from companion.core.units import MINUS, THOUSANDS

SCALES = ("M", "K")
SIGNS = {
    **dict.fromkeys((".", "Decimal"), "."),
    **dict.fromkeys((",", "Comma"), ","),
    **dict.fromkeys(("-", "Subtract", MINUS), "-"),
    **dict.fromkeys(("+", "Add"), PLUS),
    **{scale: scale for scale in SCALES},
}
"""Keys beside the digits that belong to a figure. Wherever figures are typed each is shown, or it would be another."""
LONGEST_TYPED = 16
"""Signs and digits of a figure that pads and keys take."""


def figure_key(key: str) -> str:
    """Return what a key types into a figure, digits of any script as ours; empty where it types nothing."""
    if len(key) == 1 and key.isdecimal():
        return str(unicodedata.decimal(key))
    if key == "Backspace":
        return key
    return SIGNS.get(key.upper() if len(key) == 1 else key, "")


def type_key(words: str, key: str, unit: str = "", *, zero: bool = False) -> str:
    """What a key of the number pad makes of what is typed so far; what is no figure then is refused where it is read.

    Of several amounts, with a plus between them, the last is typed. A minus comes and goes; a ``zero`` by itself stays
    where it may be an answer. After a point 12, which were cents, are whole ones.
    """
    if key == "Backspace":
        return words[:-1]
    if key == "Clear":
        return ""
    if key == PLUS:
        return words if not words or words.endswith(PLUS) else words + PLUS
    if key == "-":
        return words[1:] if words.startswith("-") else f"-{words}"
    before, plus, last = words.rpartition(PLUS)
    if unit == THOUSANDS:
        last = _thousands(last, key)
    elif key in (".", ",", *SCALES):
        last = f"{last or '0'}{key}"
    elif "." in last:
        last += key
    else:
        sign = "-" * last.startswith("-")
        last = sign + ((last.removeprefix("-") + key).lstrip("0") or "0" * zero)
    return before + plus + last[:LONGEST_TYPED]


def _thousands(words: str, key: str) -> str:
    if key in SCALES:
        figure = words.rstrip("MK.")
        return figure + key if figure else ""
    if words.endswith(tuple(SCALES)):
        words = ""  # M and K end a figure: what follows begins another
    if key == ".":
        return words if "." in words else f"{words or '0'}."
    return words + key if "." in words else (words + key).lstrip("0")

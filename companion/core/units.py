"""Figures with their units, as text and as speech: ``$1,200``, ``1.5M``, ``12 shares``."""

from __future__ import annotations

import re

from models.ledger import MONEY, Refusal

THOUSANDS = "K"
"""Money in thousands, as a board in millions has it: 1,500 is written ``1.5M``, 450 is written ``450K``."""

MINUS = "\u2212"
SCALES = {"": 1, "k": 1, "m": 1_000}
THOUSANDS_TEXT = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:[.](?P<part>[0-9]+))?\s*(?P<scale>[km]?)", re.IGNORECASE
)


def written(number: int, unit: str = "$", *, signed: bool = False) -> str:
    """Write a whole number of a unit, with its sign where it is negative, or positive and the sign asked for.

    >>> written(1500, "K"), written(450, "K"), written(-1200), written(3, "shares", signed=True)
    ('1.5M', '450K', '\u2212$1,200', '+3 shares')
    """
    sign = MINUS if number < 0 else "+" if signed and number > 0 else ""
    size = abs(number)
    if unit == THOUSANDS:
        return f"{sign}{_in_thousands(size)}"
    if unit in MONEY:
        return f"{sign}{unit}{size:,}"
    return f"{sign}{size:,} {_plural(size, unit)}".rstrip()


def _plural(size: int, unit: str) -> str:
    """One share, two shares."""
    return unit[:-1] if size == 1 and unit.endswith("s") and not unit.endswith("ss") else unit


def _in_thousands(size: int) -> str:
    if size < 1_000:
        return f"{size}K" if size else "0"
    millions, rest = divmod(size, 1_000)
    part = f"{rest:03}".rstrip("0")
    return f"{millions:,}{'.' if part else ''}{part}M"


def spoken(number: int, unit: str = "$", *, signed: bool = False) -> str:
    """Say a figure as a screen reader should."""
    sign = "minus " if number < 0 else "plus " if signed and number > 0 else ""
    size = abs(number)
    if unit == THOUSANDS:
        said = _in_thousands(size)
        return sign + said.replace("M", " million").replace("K", " thousand")
    what = {"$": "dollar" if size == 1 else "dollars", "\u00a3": "pound" if size == 1 else "pounds"}.get(unit)
    return f"{sign}{size:,} {what or _plural(size, unit)}".rstrip()


def counted(unit: str) -> str:
    """What a whole number of a unit counts, in the plural."""
    return {"$": "dollars", "\u00a3": "pounds", THOUSANDS: "thousands"}.get(unit, unit)


def read_thousands(text: str, what: str) -> int:
    """Read ``1.5M``, ``450K`` or ``500``, which are thousands too, as a whole number of thousands.

    >>> read_thousands("1.5M", "An amount"), read_thousands("450k", "An amount"), read_thousands("500", "An amount")
    (1500, 450, 500)

    Raises:
        Refusal: it is no such figure, or not a whole number of thousands.

    """
    plain = text.strip()
    if plain.startswith(("-", MINUS)):
        raise Refusal(f"{what} can't be negative.")
    match = THOUSANDS_TEXT.fullmatch(plain)
    if match is None:
        raise Refusal(f"{what} is written like 1.5M or 450K; {plain[:40]!r} is neither.")
    if len(match["whole"]) + len(match["part"] or "") > 12:
        raise Refusal(f"{what} is larger than any game needs.")
    if match["part"] and not match["scale"]:
        raise Refusal(f"Write {plain[:40]}M for millions, or the thousands in full.")
    scale = SCALES[match["scale"].lower()]
    whole, part = int(match["whole"].replace(",", "")), match["part"] or "0"
    rest, over = divmod(int(part) * scale, int(10 ** len(part)))
    if over:
        raise Refusal(f"{what} must be a whole number of thousands; {plain[:40]} has a fraction of one.")
    return whole * scale + rest

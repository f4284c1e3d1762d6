"""Figures with their units, as text and as speech: ``$1,200``, ``1.5M``, ``12 shares``."""

from __future__ import annotations

import unicodedata
from functools import cache

THOUSANDS = "K"
"""Money in thousands, as a board in millions has it: 1,500 is written ``1.5M``, 450 is written ``450K``."""
HUNDREDTHS = ".00"
"""Ends the unit of money that is counted in its hundredths: 1,250 of ``$.00`` are written ``$12.50``."""
PARTS = {"half-": 2, "tenth-": 10}
"""Begins the unit of points that are counted in parts, with how many make a whole: 21 ``half-points`` are 10.5 points.

A version that doesn't know such a unit writes "21 half-points", which is true.
"""
WHOLES = {"": "whole number", "half-": "half point", "tenth-": "tenth of a point"}
"""What bare figures of points count."""
IN_PARTS = "_with_parts_of_a_point"
"""Ends the game's key of a play whose points have parts. Versions up to 1.1.0 know no such game and record nothing."""

MINUS = "\u2212"
SPOKEN = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "\u00a3": ("pound", "pounds", "penny", "pence"),
    "\u20ac": ("euro", "euros", "cent", "cents"),
}


@cache
def is_money(unit: str) -> bool:
    """Whether a unit is money: a currency's sign, or thousands of one."""
    return unit == THOUSANDS or (
        len(sign_of(unit)) == 1 and unicodedata.category(sign_of(unit)) == "Sc"
    )


def sign_of(unit: str) -> str:
    """The sign of a currency: ``$`` of dollars, and of dollars with cents; of points in parts, ``points``."""
    return unit.removesuffix(HUNDREDTHS).removeprefix(parts_of(unit))


@cache
def parts_of(unit: str) -> str:
    """The unit of bare figures of points: ``half-`` of half points; empty where they have no parts."""
    return next((prefix for prefix in PARTS if unit.startswith(prefix)), "")


@cache
def per_whole(unit: str) -> int:
    """How many of a unit make a whole one, such as a dollar: 100 where money is counted in hundredths, else 1.

    Points that are counted in parts have 2 halves or 10 tenths.
    """
    if prefix := parts_of(unit):
        return PARTS[prefix]
    return 100 if unit.endswith(HUNDREDTHS) and is_money(unit) else 1


def _decimals(part: int, unit: str) -> str:
    """What stands after the point: ``50`` of 50 hundredths, ``5`` of one half."""
    whole = per_whole(unit)
    places = len(str(whole - 1))
    return f"{part * 10**places // whole:0{places}}"


def in_wholes(number: int, unit: str) -> str:
    """Write a bare number of whole ones, for another program: ``12.50`` of 1,250 hundredths."""
    if per_whole(unit) == 1:
        return str(number)
    whole, part = divmod(abs(number), per_whole(unit))
    return f"{'-' if number < 0 else ''}{whole}.{_decimals(part, unit)}"


def in_points(number: int, unit: str) -> str:
    """Write points as they are typed: ``10.5`` or ``3``."""
    return in_wholes(number, unit).removesuffix(".0")


def format_amount(number: int, unit: str = "$", *, signed: bool = False) -> str:
    """Write a whole number of a unit, with its sign where it is negative, or positive and the sign asked for.

    >>> format_amount(1500, "K"), format_amount(450, "K"), format_amount(-1200), format_amount(3, "shares", signed=True)
    ('1.5M', '450K', '\u2212$1,200', '+3 shares')
    >>> format_amount(1250, "$.00"), format_amount(1, "die/dice"), format_amount(2, "die/dice")
    ('$12.50', '1 die', '2 dice')
    >>> format_amount(21, "half-points"), format_amount(20, "half-points"), format_amount(105, "tenth-")
    ('10.5 points', '10 points', '10.5')
    """
    sign = MINUS if number < 0 else "+" if signed and number > 0 else ""
    size = abs(number)
    if unit == THOUSANDS:
        return f"{sign}{_in_thousands(size)}"
    if is_money(unit):
        whole, part = divmod(size, per_whole(unit))
        return f"{sign}{sign_of(unit)}{whole:,}" + (
            f".{_decimals(part, unit)}" if per_whole(unit) > 1 else ""
        )
    return f"{sign}{_count(size, unit)}"


def _count(size: int, unit: str) -> str:
    """One share, two shares, half a point; a unit whose plural is another word names both: ``die/dice``."""
    whole, part = divmod(size, per_whole(unit))
    name = sign_of(unit)
    alone = size == per_whole(unit)
    one, slash, many = name.partition("/")
    if slash:
        name = one if alone else many
    elif alone and name.endswith("s") and not name.endswith("ss"):
        name = name[:-1]
    return f"{whole:,}{f'.{_decimals(part, unit)}' if part else ''} {name}".rstrip()


def _in_thousands(size: int) -> str:
    if size < 1_000:
        return f"{size}K" if size else "0"
    millions, rest = divmod(size, 1_000)
    part = f"{rest:03}".rstrip("0")
    return f"{millions:,}{'.' if part else ''}{part}M"


def speak(number: int, unit: str = "$", *, signed: bool = False) -> str:
    """Say a figure as a screen reader should."""
    sign = "minus " if number < 0 else "plus " if signed and number > 0 else ""
    size = abs(number)
    if unit == THOUSANDS:
        return sign + _in_thousands(size).replace("M", " million").replace("K", " thousand")
    if not is_money(unit):
        return f"{sign}{_count(size, unit)}"
    whole, part = divmod(size, per_whole(unit))
    one, many, one_part, parts = SPOKEN.get(sign_of(unit), (sign_of(unit), sign_of(unit), "", ""))
    rest = f" {part} {one_part if part == 1 else parts}".rstrip() if part else ""
    return f"{sign}{whole:,} {one if whole == 1 else many}{rest}"


def count_of(number: int, one: str, many: str = "") -> str:
    """Write a number of things.

    >>> count_of(1, "payment"), count_of(2_000, "payment"), count_of(0, "entry", "entries")
    ('1 payment', '2,000 payments', '0 entries')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def plural_of(unit: str) -> str:
    """What a whole number of a unit counts, in the plural."""
    if unit == THOUSANDS:
        return "thousands"
    if not is_money(unit):
        return sign_of(unit).partition("/")[2] or sign_of(unit)
    _, many, _, parts = SPOKEN.get(sign_of(unit), ("", sign_of(unit), "", "hundredths"))
    return many if per_whole(unit) == 1 else parts

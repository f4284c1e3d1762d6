"""Figures with their units, as text and as speech: ``$1,200``, ``1.5M``, ``12 shares``."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import cache
from math import ceil, floor

from models.ledger import Refusal

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
SCALES = {"": 1, "k": 1, "m": 1_000}
THOUSANDS_TEXT = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:[.](?P<part>[0-9]+))?\s*(?P<scale>[km]?)", re.IGNORECASE
)
HUNDREDTHS_TEXT = re.compile(r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:[.](?P<part>[0-9]{0,2}))?")
SPOKEN = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "\u00a3": ("pound", "pounds", "penny", "pence"),
    "\u20ac": ("euro", "euros", "cent", "cents"),
}


@cache
def is_money(unit: str) -> bool:
    """Whether a unit is money: a currency's sign, or thousands of one."""
    return unit == THOUSANDS or (len(sign_of(unit)) == 1 and unicodedata.category(sign_of(unit)) == "Sc")


def sign_of(unit: str) -> str:
    """The sign of a currency: ``$`` of dollars, and of dollars with cents; of points in parts, ``points``."""
    return unit.removesuffix(HUNDREDTHS).removeprefix(parts_of(unit))


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


def read_points(text: str, unit: str, whose: str) -> int:
    """Read points with the parts that a unit has, such as 10.5, as a whole number of it; ``whose`` begins a refusal.

    >>> read_points("10.5", "half-", "Ann's"), read_points("1.3", "tenth-", "Ben's")
    (21, 13)

    Raises:
        Refusal: it has a fraction that the unit has not.

    """
    figure = Fraction(text.removesuffix("."))
    parts = figure * per_whole(unit)
    if parts.denominator == 1:
        return int(parts)
    below, above = (in_points(int(round_to(parts)), unit) for round_to in (floor, ceil))
    raise Refusal(f"{whose} {text} is no {WHOLES[unit]}: type {below} or {above}.")


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
        return f"{sign}{sign_of(unit)}{whole:,}" + (f".{_decimals(part, unit)}" if per_whole(unit) > 1 else "")
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
        said = _in_thousands(size)
        return sign + said.replace("M", " million").replace("K", " thousand")
    if not is_money(unit):
        return f"{sign}{_count(size, unit)}"
    whole, part = divmod(size, per_whole(unit))
    one, many, one_part, parts = SPOKEN.get(sign_of(unit), (sign_of(unit), sign_of(unit), "", ""))
    rest = f" {part} {one_part if part == 1 else parts}".rstrip() if part else ""
    return f"{sign}{whole:,} {one if whole == 1 else many}{rest}"


def plural_of(unit: str) -> str:
    """What a whole number of a unit counts, in the plural."""
    if unit == THOUSANDS:
        return "thousands"
    if not is_money(unit):
        return sign_of(unit).partition("/")[2] or sign_of(unit)
    _, many, _, parts = SPOKEN.get(sign_of(unit), ("", sign_of(unit), "", "hundredths"))
    return many if per_whole(unit) == 1 else parts


def read_hundredths(text: str, what: str) -> int:
    """Read ``12.50``, or ``1250``, which are hundredths as the pad types them, as a whole number of hundredths.

    >>> read_hundredths("12.50", "An amount"), read_hundredths("$3.", "An amount"), read_hundredths("1250", "An amount")
    (1250, 300, 1250)

    Raises:
        Refusal: it is no such figure.

    """
    plain = text.strip()
    if plain.startswith(("-", MINUS)):
        raise Refusal(f"{what} can't be negative.")
    match = HUNDREDTHS_TEXT.fullmatch(plain.lstrip("".join(SPOKEN)).strip())
    if match is None:
        raise Refusal(f"{what} is written like 12.50; {plain[:40]!r} is not.")
    if len(match["whole"]) > 12:
        raise Refusal(f"{what} is larger than any game needs.")
    whole = int(match["whole"].replace(",", ""))
    return whole if match["part"] is None else whole * 100 + int(match["part"].ljust(2, "0"))


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

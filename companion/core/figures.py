"""Reading figures as people type them: at pads and keys, in fields, pasted, on the command line."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from math import ceil, floor

from companion.core.units import (
    HUNDREDTHS,
    SPOKEN,
    THOUSANDS,
    WHOLES,
    in_points,
    parts_of,
    per_whole,
)
from models.ledger import Refusal

LONGEST = 12
"""Digits that a figure may have; more are a slip."""
FIGURE = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)|[0-9]*)(?P<part>[.][0-9]*)?[ ]?(?P<scale>[KM]?)"
)
SCALES = {"": 1, "K": 1, "M": 1_000}
SAME = {
    **dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63, 0xFF0D), "-"),
    **dict.fromkeys((0x066B, 0xFF0E), "."),
    **dict.fromkeys((0x066C, 0xFF0C), ","),
    **dict.fromkeys((0x0009, 0x00A0, 0x2009, 0x202F), " "),
    0xFF0B: "+",
}
"""Signs of other keyboards and scripts that mean the same."""
AROUND = "-+ " + "".join(SPOKEN)


def read_figure(
    text: str, unit: str = "", what: str = "It", *, signed: bool = False, at_till: bool = False
) -> int:
    """Read a figure as a whole number of a unit; ``what`` begins a refusal.

    A bare figure counts whole ones, such as dollars; ``at_till`` it counts the unit's cents, halves or tenths, as
    written sessions have it. A sign stands first or last. A comma or a space stands between thousands only.

    >>> read_figure("12.50", "$.00"), read_figure("12", "$.00"), read_figure("12", "$.00", at_till=True)
    (1250, 1200, 12)
    >>> read_figure("1.5M", "K"), read_figure("500", "K"), read_figure("10.5", "half-"), read_figure("5-", signed=True)
    (1500, 500, 21, -5)

    Raises:
        Refusal: it is no such figure, is below zero and not ``signed``, or has a fraction that the unit has not.

    """
    said = text.strip()[:40]
    plain = "".join(_in_ascii(sign) for sign in text.translate(SAME)).upper().strip()
    size = plain.strip(AROUND)
    around = plain.replace(size, " ", 1) if size else plain
    signs = [sign for sign in around if sign in "-+"]
    match = FIGURE.fullmatch(size)
    unlike = (
        match is None or not re.search(r"\d", size) or len(signs) > 1 or len(around.split()) > 2
    )
    if match is None or unlike or (match["scale"] and unit != THOUSANDS):
        raise Refusal(_is_none(said, plain, unit, what))
    whole, part, scale = match["whole"], match["part"], match["scale"]
    if signs == ["-"] and not signed:
        raise Refusal(f"{what} can't be negative.")
    digits = re.sub(r"\D", "", whole).lstrip("0")
    if len(digits) + len(part or "") > LONGEST + 1:
        raise Refusal(f"{what} is larger than any game needs.")
    if unit == THOUSANDS and part and not scale:
        raise Refusal(f"Write {said}M for millions, or the thousands in full.")
    per = SCALES[scale] if unit == THOUSANDS else per_whole(unit)
    if at_till and part is None and whole.isdigit() and unit != THOUSANDS:
        per = 1
    number = Fraction(f"{digits or 0}{(part or '').rstrip('.')}") * (
        -per if signs == ["-"] else per
    )
    if number.denominator > 1 or (part and per == 1 and unit != THOUSANDS):
        raise Refusal(_has_fraction(said, number, unit, what))
    return int(number)


def _in_ascii(sign: str) -> str:
    """Write a digit of any script as ours, and drop what can't be seen."""
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    return "" if unicodedata.category(sign) == "Cf" else sign


def _is_none(said: str, plain: str, unit: str, what: str) -> str:
    """Say that something is no figure, and how one is written."""
    if "," in plain and re.fullmatch(r"[-+ \d,.]+", plain):
        point = " For parts type a point." if per_whole(unit) > 1 or unit == THOUSANDS else ""
        return (
            f"{what}: a comma stands before three digits, as in 1,250; {said!r} has another.{point}"
        )
    if unit == THOUSANDS:
        return f"{what} is written like 1.5M or 450K; {said!r} is neither."
    if unit.endswith(HUNDREDTHS):
        return f"{what} is written like 12.50; {said!r} is not."
    return f"{what} must be a number; {said!r} is not one."


def _has_fraction(said: str, number: Fraction, unit: str, what: str) -> str:
    """Say that a figure has a fraction that nobody counts."""
    if unit == THOUSANDS:
        return f"{what} must be a whole number of thousands; {said} has a fraction of one."
    if parts_of(unit):
        below, above = (in_points(toward(number), unit) for toward in (floor, ceil))
        return f"{what}: {said} is no {WHOLES[parts_of(unit)]}; type {below} or {above}."
    if per_whole(unit) > 1:
        return f"{what} is written like 12.50; {said!r} is not."
    return f"{what} must be a whole number; {said} has a fraction."

"""Interest on what is owed, in whole dollars."""

from __future__ import annotations


def interest(debt: int, percent: int = 10, rounding: str = "nearest") -> int:
    """Return the interest on a debt, halves always up.

    >>> interest(170)
    17
    >>> interest(125), interest(125, rounding="down"), interest(121, rounding="up")
    (13, 12, 13)
    >>> interest(170, rounding="nearest10"), interest(120, rounding="up10"), interest(620, rounding="nearest50")
    (20, 20, 50)
    """
    if debt < 0:
        raise ValueError("a debt is not negative")
    hundredths = debt * percent
    if rounding == "down":
        return hundredths // 100
    if rounding in ("up", "up10"):
        unit = 100 if rounding == "up" else 1000
        return -(-hundredths // unit) * (unit // 100)
    unit = {"nearest": 100, "nearest10": 1000, "nearest50": 5000}[rounding]
    return (hundredths + unit // 2) // unit * (unit // 100)

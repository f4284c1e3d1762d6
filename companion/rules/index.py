"""The value of an investment at a level of a price index."""

from __future__ import annotations


def value_at(amount: int, percent: int) -> int:
    """Return the value of an investment at a percentage of its price; fractions of a dollar are dropped.

    >>> value_at(300, 150), value_at(300, 25), value_at(75, 50)
    (450, 75, 37)
    """
    return amount * percent // 100

"""What comes back of an investment at a level of a price index."""

from __future__ import annotations


def value_at(amount: int, percent: int) -> int:
    """Work out an investment at so many hundredths of its price; fractions of a dollar are dropped.

    >>> value_at(300, 150), value_at(300, 25), value_at(75, 50)
    (450, 75, 37)
    """
    return amount * percent // 100

"""Interest on what is owed, and an auctioneer's commission, in whole units."""

from __future__ import annotations

ROUNDINGS = {
    "down": (100, 0),
    "nearest": (100, 50),
    "up": (100, 99),
    "nearest10": (1000, 500),
    "up10": (1000, 999),
    "nearest50": (5000, 2500),
}
"""Ways to round hundredths: the hundredths that make one of what is rounded to, and how many are added before."""


def interest(debt: int, percent: int = 10, rounding: str = "nearest") -> int:
    """Return the interest on a debt, halves always up.

    >>> interest(170)
    17
    >>> interest(125), interest(125, rounding="down"), interest(121, rounding="up")
    (13, 12, 13)
    >>> interest(170, rounding="nearest10"), interest(120, rounding="up10"), interest(620, rounding="nearest50")
    (20, 20, 50)
    """
    unit, more = ROUNDINGS[rounding]
    return (debt * percent + more) // unit * (unit // 100)


COMMISSION = 5
"""Per cent of the price of a lot."""
PER_UNIT = 100 // COMMISSION
"""Units of the price for one of commission."""
HALF = {"up": 10, "down": 9, "least": 10}
"""What is added to a price before dividing, so that half a unit of commission is rounded up or dropped."""


def commission(price: int, rounding: str = "up") -> int:
    """Return 5% of a price in whole units; half a unit is rounded up or dropped, or the commission is at least one.

    >>> commission(30), commission(10), commission(9)
    (2, 1, 0)
    >>> commission(30, "down"), commission(31, "down"), commission(10, "down")
    (1, 2, 0)
    >>> commission(30, "least"), commission(9, "least")
    (2, 1)

    Raises:
        KeyError: there is no such way of rounding.

    """
    nearest = (price + HALF[rounding]) // PER_UNIT
    return max(1, nearest) if rounding == "least" else nearest


def highest_bid(cash: int, rounding: str = "up") -> int:
    """Return the highest price at which so much cash still pays the commission on top.

    >>> highest_bid(700), highest_bid(10), highest_bid(32)
    (667, 9, 30)
    >>> highest_bid(1, "least"), highest_bid(0)
    (0, 0)
    """
    price = max(0, cash * PER_UNIT // (PER_UNIT + 1) + 1)
    while price > 0 and price + commission(price, rounding) > cash:
        price -= 1
    return price

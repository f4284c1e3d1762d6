"""Winnings at the figures of a tote board."""

from __future__ import annotations


def winnings(stake: int, figure: int, *, includes_stake: bool = False) -> int:
    """Return the profit on a stake at so much for each dollar, without the stake itself.

    Where the board's figure includes the stake, the profit is one less for each dollar.

    >>> winnings(50, 3), winnings(50, 3, includes_stake=True)
    (150, 100)
    """
    return stake * (figure - 1 if includes_stake else figure)

"""Sharing a pot."""

from __future__ import annotations


def shares(pot: int, sharers: int) -> tuple[int, int]:
    """Split a pot evenly: what each gets, and the odd rest.

    >>> shares(100, 3)
    (33, 1)
    """
    return divmod(pot, sharers)

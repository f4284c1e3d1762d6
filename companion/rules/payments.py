"""Settling debts among several with as few payments as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

MOST_EXACT = 12
"""Up to so many people the payments are the fewest there are; beyond, the largest debts are paired."""


def fewest_payments(net: Mapping[T, int]) -> tuple[tuple[T, T, int], ...]:
    """Return who pays whom how much, so that nobody owes anything: ``net`` is what each is owed, or owes if negative.

    Any group that settles among itself saves one payment; so the people are split into as many such groups as can be.
    Where the amounts don't sum to zero, as after a correction, what is left over stays open.

    >>> fewest_payments({"Ann": 30, "Ben": -20, "Cy": -10})
    (('Ben', 'Ann', 20), ('Cy', 'Ann', 10))
    """
    people = [who for who, amount in net.items() if amount]
    groups = (
        _groups([net[who] for who in people])
        if len(people) <= MOST_EXACT
        else [list(range(len(people)))]
    )
    return tuple(
        payment
        for group in groups
        for payment in _settle({people[at]: net[people[at]] for at in group})
    )


def _settle(net: dict[T, int]) -> list[tuple[T, T, int]]:
    payments: list[tuple[T, T, int]] = []
    while net and min(net.values()) < 0 < max(net.values()):
        giver, taker = min(net, key=net.__getitem__), max(net, key=net.__getitem__)
        amount = min(-net[giver], net[taker])
        payments.append((giver, taker, amount))
        net[giver] += amount
        net[taker] -= amount
    return payments


def _groups(amounts: list[int]) -> list[list[int]]:
    """Split positions into as many groups that sum to zero as there can be; the first has what is over."""
    size = 1 << len(amounts)
    sums, most, last = [0] * size, [0] * size, [0] * size
    for members in range(1, size):
        lowest = members & -members
        sums[members] = sums[members ^ lowest] + amounts[lowest.bit_length() - 1]
        # the best order to take people in closes a group each time the sum so far is zero
        most[members], last[members] = max(
            (most[members ^ 1 << at], at) for at in range(len(amounts)) if members >> at & 1
        )
        most[members] += sums[members] == 0
    groups: list[list[int]] = [[]]
    members = size - 1
    while members:
        if not sums[members] and groups[-1]:
            groups.append([])
        groups[-1].append(last[members])
        members ^= 1 << last[members]
    return groups

"""Chips of a few values: which make an amount, out of a heap with limited numbers of each.

A heap of chips is a mapping from the value of a chip to how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Heap: TypeAlias = "Mapping[int, int]"


def worth(heap: Heap) -> int:
    """The value of a heap.

    >>> worth({25: 2, 10: 5, 5: 5})
    125
    """
    return sum(value * count for value, count in heap.items())


def size(heap: Heap) -> int:
    return sum(heap.values())


def makeable(heap: Heap, most: int) -> dict[int, dict[int, int]]:
    """Every amount up to ``most`` that chips of a heap make, each with the fewest chips for it, largest first.

    >>> makeable({10: 2, 25: 1}, 40)
    {0: {}, 25: {25: 1}, 10: {10: 1}, 35: {25: 1, 10: 1}, 20: {10: 2}}
    """
    best: dict[int, dict[int, int]] = {0: {}}
    for value in sorted(heap, reverse=True):
        so_far = list(best.items())
        for count in range(1, heap[value] + 1):
            for amount, chips in so_far:
                total = amount + count * value
                if total > most:
                    continue
                made = {**chips, value: count}
                if total not in best or size(made) < size(best[total]):
                    best[total] = made
    return best


def fewest(amount: int, heap: Heap) -> dict[int, int] | None:
    """The fewest chips of a heap that make an amount; ``None`` where none do.

    Taking the largest first is not enough where the small ones have run out:

    >>> fewest(85, {25: 2, 10: 5, 5: 5})
    {25: 2, 10: 3, 5: 1}
    >>> fewest(30, {25: 8, 10: 20})
    {10: 3}
    >>> fewest(15, {25: 8, 10: 20}) is None
    True
    """
    return makeable(heap, amount).get(amount)


def change(amount: int, hand: Heap, till: Heap) -> tuple[dict[int, int], dict[int, int]] | None:
    """Pay an amount from a hand with change from a till: return the chips paid, and the change.

    As few chips as possible are moved. ``None`` where the hand is too small, or no change can be made.

    >>> change(30, {25: 2}, {10: 20, 5: 20})
    ({25: 2}, {10: 2})
    >>> change(30, {25: 2, 5: 1}, {10: 20})
    ({25: 1, 5: 1}, {})
    >>> change(30, {25: 2}, {25: 3}) is None
    True
    """
    gives = makeable(hand, worth(hand))
    backs = makeable(till, max(0, worth(hand) - amount))
    ways = [
        (given, backs[paid - amount]) for paid, given in gives.items() if paid - amount in backs
    ]
    return min(ways, key=lambda way: size(way[0]) + size(way[1]), default=None)

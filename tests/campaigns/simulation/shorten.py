"""A failing evening made shorter: steps are left out as long as the same promise still breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.campaigns.simulation.evening import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.simulation.evening import Told

TRIES = 60
"""So many shorter evenings are played at most."""


def shorten(told: Told, *, tries: int = TRIES, again: Callable[..., Told] = play) -> Told:
    """Return the shortest evening that was found in which the same promise breaks (delta debugging, Zeller 1999).

    Each step has dice of its own, so what is left goes on as it did. Where nobody can do what they did, because of what
    was left out, another promise may break, or none; such an evening is not the one that was looked for.
    """
    if told.broken is None:
        return told
    kept, parts = told.taken, 2
    while len(kept) > 1 and tries > 0:
        size = -(-len(kept) // parts)
        for begin in range(0, len(kept), size):
            fewer = kept[:begin] + kept[begin + size :]
            tries -= 1
            shorter = again(told.seed, fewer)
            if shorter.broken and shorter.broken.promise == told.broken.promise:
                told, kept, parts = shorter, shorter.taken, max(2, parts - 1)
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            parts = min(len(kept), parts * 2)
    return told

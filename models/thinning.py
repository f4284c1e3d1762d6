"""Which of many copies may go, so that the recent ones lie close together and the old ones far apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DAY, WEEK, TWO_MONTHS = timedelta(days=1), timedelta(days=7), timedelta(days=61)
LEAST = 3
"""So many are kept whatever their age and size."""
MOST_BYTES = 256_000_000
"""All copies together are not to take more of a device than this."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What decides about a copy: when it was made, its size in bytes, and whether the whole book was proven in it."""

    at: datetime
    size: int = 0
    whole: bool = True


def thin(stamps: Iterable[Stamp], now: datetime, *, least: int = LEAST, most_bytes: int = MOST_BYTES) -> set[Stamp]:
    """Tell which copies go.

    All of the last day stay, then the last of each day for a week, of each week for two months, and of each month.
    One of days to come has no date that is worth anything, so it comes after all others, and counts as new. The newest
    ``least`` stay, and the newest whole one. Where the rest takes more than ``most_bytes``, those go first
    that were soonest followed by another: what they hold is best held by that one. Days are those of UTC.
    """
    order = sorted(set(stamps), key=lambda one: (one.at <= now, one.at, one.size, one.whole), reverse=True)
    safe = {*order[:least], *[one for one in order if one.whole][:1]}
    kept = [one for one in order if one in safe or _spaced(one, order, now)]
    while sum(one.size for one in kept) > most_bytes:
        # each beside the next newer one; the newest is always safe, unless nothing has to be
        loose = [(newer.at - one.at, one) for newer, one in pairwise(kept) if one not in safe]
        if not loose:
            break
        kept.remove(min(loose, key=lambda pair: (pair[0], pair[1].at))[1])
    return set(order) - set(kept)


def _spaced(one: Stamp, order: Sequence[Stamp], now: datetime) -> bool:
    """Whether a copy is the last of some day, week or month of which one is still wanted."""
    age = now - one.at
    return (
        age <= DAY  # one from the future, as when a clock was set back, is as new as any
        or (age <= WEEK and _last(one, order, _day))
        or (age <= TWO_MONTHS and _last(one, order, _week))
        or _last(one, order, _month)
    )


def _last(one: Stamp, order: Sequence[Stamp], span: Callable[[datetime], tuple[int, ...]]) -> bool:
    return next(other for other in order if span(other.at) == span(one.at)) == one


def _day(at: datetime) -> tuple[int, ...]:
    here = at.astimezone(UTC)
    return here.year, here.month, here.day


def _week(at: datetime) -> tuple[int, ...]:
    return tuple(at.astimezone(UTC).isocalendar()[:2])


def _month(at: datetime) -> tuple[int, ...]:
    return _day(at)[:2]

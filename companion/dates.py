"""Days and times in words, by the clock of this device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta


def clock(at: datetime) -> str:
    """``20:05``."""
    return f"{at.astimezone():%H:%M}"


def day_and_month(at: datetime) -> str:
    """``Saturday 21 November``."""
    here = at.astimezone()
    return f"{here:%A} {here.day} {here:%B}"


def date(at: datetime) -> str:
    """``Saturday 21 November 2026``."""
    return f"{day_and_month(at)} {at.astimezone().year}"


def short_date(at: datetime) -> str:
    """``Sat 21 Nov``."""
    here = at.astimezone()
    return f"{here:%a} {here.day} {here:%b}"


def date_and_clock(at: datetime) -> str:
    """``2026-11-21 20:05``, for columns."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def describe_time(at: datetime, now: datetime | None = None) -> str:
    """Say when something was, relative to now."""
    here, now = _local(at, now)
    minutes = int((now - here).total_seconds() // 60)
    days = (now.date() - here.date()).days
    if 0 <= minutes < 2:
        return "just now"
    if 0 <= minutes < 60:
        return f"{minutes} minutes ago"
    words = _day_before_a_time(here, now)
    return f"{words} at {clock(here)}" if 0 <= days < 7 else words


def describe_times(times: Sequence[datetime], now: datetime | None = None) -> list[str]:
    """Say when several things were, so that two that differ sound different: by the clock, or by its seconds too."""
    said = [describe_time(at, now) for at in times]
    for form in ("%H:%M", "%H:%M:%S"):
        alike = Counter(said)
        pairs = [_local(at, now) for at in times]
        said = [
            words if alike[words] == 1 else f"{_day_before_a_time(here, then)} at {here:{form}}"
            for words, (here, then) in zip(said, pairs, strict=True)
        ]
    return said


def _day_before_a_time(here: datetime, now: datetime) -> str:
    days = (now.date() - here.date()).days
    if days == 0:
        return "today"
    if days == 1:
        return "yesterday"
    return f"on {here:%A}" if 1 < days < 7 else f"on {_date_from(here, now)}"


def day(at: datetime, now: datetime | None = None) -> str:
    """Name the day on which something was."""
    here, now = _local(at, now)
    if here.date() == now.date():
        return "Today"
    if here.date() == now.date() - timedelta(days=1):
        return "Yesterday"
    return _date_from(here, now)


def days_ago(at: datetime, now: datetime | None = None) -> str:
    """Say which day something was, and how long ago that is."""
    here, now = _local(at, now)
    days = (now.date() - here.date()).days
    if days < 1:
        return "today"
    if days == 1:
        return "yesterday"
    named = f"{here:%A}" if days < 7 else _date_from(here, now)
    return f"{named}, {days:,} days ago"


def _local(at: datetime, now: datetime | None) -> tuple[datetime, datetime]:
    now = (now or datetime.now().astimezone()).astimezone()
    return at.astimezone(now.tzinfo), now


def _date_from(here: datetime, now: datetime) -> str:
    """A date, without the year if it is the present one."""
    return day_and_month(here) if here.year == now.year else date(here)


def describe_duration(time: timedelta) -> str:
    """``40 s``, ``24 min`` or ``1 h 5 min``."""
    minutes = round(time.total_seconds() / 60)
    if not minutes:
        return f"{round(time.total_seconds())} s"
    hours, minutes = divmod(minutes, 60)
    return " ".join(part for part in (f"{hours} h" * bool(hours), f"{minutes} min" * bool(minutes)) if part)

"""Days and times in words, by the clock of this device."""

from __future__ import annotations

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
    if 0 <= days < 7:
        name = ("today", "yesterday")[days] if days < 2 else f"on {here:%A}"
        return f"{name} at {clock(here)}"
    return f"on {_date_from(here, now)}"


def day(at: datetime, now: datetime | None = None) -> str:
    """Name the day on which something was."""
    here, now = _local(at, now)
    if here.date() == now.date():
        return "Today"
    if here.date() == now.date() - timedelta(days=1):
        return "Yesterday"
    return _date_from(here, now)


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
    return " ".join(
        part for part in (f"{hours} h" * bool(hours), f"{minutes} min" * bool(minutes)) if part
    )

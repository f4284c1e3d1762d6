"""Times in words, as people say them at a table."""

from __future__ import annotations

from datetime import datetime, timedelta


def said(at: datetime, now: datetime | None = None) -> str:
    """Say when something was, as seen from now."""
    now = (now or datetime.now().astimezone()).astimezone()
    here = at.astimezone(now.tzinfo)
    minutes = int((now - here).total_seconds() // 60)
    days = (now.date() - here.date()).days
    if 0 <= minutes < 2:
        return "just now"
    if 0 <= minutes < 60:
        return f"{minutes} minutes ago"
    if days == 0:
        return f"today at {here:%H:%M}"
    if days == 1:
        return f"yesterday at {here:%H:%M}"
    if 1 < days < 7:
        return f"on {here:%A} at {here:%H:%M}"
    year = "" if here.year == now.year else f" {here.year}"
    return f"on {here:%A} {here.day} {here:%B}{year}"


def day(at: datetime, now: datetime | None = None) -> str:
    """Name the day on which something was."""
    now = (now or datetime.now().astimezone()).astimezone()
    here = at.astimezone(now.tzinfo)
    if here.date() == now.date():
        return "Today"
    if here.date() == now.date() - timedelta(days=1):
        return "Yesterday"
    year = "" if here.year == now.year else f" {here.year}"
    return f"{here:%A} {here.day} {here:%B}{year}"

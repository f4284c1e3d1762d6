"""Sentences about backups: when the last one was made; the others are the verbs' own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion.backup_words import done, plans, size

if TYPE_CHECKING:
    from companion.safekeeping import Safety

__all__ = ["days_ago", "done", "last_backup", "plans", "size"]

WRONG_CLOCK = "later than this device's clock says; is its clock right?"


def last_backup(safe: Safety, now: datetime | None = None) -> str:
    """Say when the last backup was made; never that it will be."""
    if safe.last is None:
        return "Never backed up"
    return f"Last backup: {WRONG_CLOCK if safe.ahead else days_ago(safe.last, now or datetime.now(UTC))}"


def days_ago(at: datetime, now: datetime) -> str:
    """Say which day something was, and how long ago that is."""
    now = now.astimezone()
    here = at.astimezone(now.tzinfo)
    days = (now.date() - here.date()).days
    if days < 1:
        return "today"
    if days == 1:
        return "yesterday"
    if days < 7:
        return f"{here:%A}, {days} days ago"
    year = "" if here.year == now.year else f" {here.year}"
    return f"{here:%A} {here.day} {here:%B}{year}, {days:,} days ago"

"""When the book was last backed up, and whether it is time again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.journal import Journal

OLD = timedelta(days=7)
"""After so long a backup is old, and a remark that was put away comes back."""
WORTH = 10
"""A book in which no play has so many entries is not worth a remark."""
SLACK = timedelta(minutes=5)
"""Clocks are set right by this much without anybody minding."""

AT, ENTRIES, LATER = "backup.at", "backup.entries", "backup.later"


@dataclass(frozen=True, slots=True)
class Safety:
    """How safe the book is now.

    ``last`` is when it was backed up, ``written`` whether anything was recorded since. ``ahead`` is whether the last
    backup lies in the future, so that this device's clock was set back. ``due`` is whether to remind of it.
    """

    last: datetime | None
    written: bool
    ahead: bool
    due: bool


def safety(journal: Journal, *, may_clear: bool, now: datetime | None = None) -> Safety:
    """Tell how safe the book is. Where a browser ``may_clear`` it, the first backup is due without a week's wait.

    Nothing is due while everything lies in the last backup: a reminder for nothing is soon read by nobody.
    """
    now = now or datetime.now(UTC)
    last = _time(journal, AT)
    plays = [*journal.plays(), *journal.plays(archived=True)]
    entries = sum(play.entries for play in plays)
    written = last is None or entries != journal.preference(ENTRIES, -1)
    ahead = last is not None and last > now + SLACK
    since = last or min((play.created for play in plays), default=now)
    later = _time(journal, LATER)
    put_off = later is not None and timedelta(0) <= now - later < OLD
    old = ahead or now - since > OLD or (may_clear and last is None)
    due = written and old and any(play.entries >= WORTH for play in plays) and not put_off
    return Safety(last, written, ahead, due)


def backed_up(journal: Journal, now: datetime | None = None) -> None:
    """Note that everything in the book was backed up just now.

    Raises:
        ReadOnly, Busy: it can't be noted; the backup is as good as any.

    """
    plays = [*journal.plays(), *journal.plays(archived=True)]
    with journal.database.writing():
        journal.set_preference(AT, (now or datetime.now(UTC)).isoformat())
        journal.set_preference(ENTRIES, sum(play.entries for play in plays))


def put_off(journal: Journal, now: datetime | None = None) -> None:
    """Leave the reminding for a week.

    Raises:
        ReadOnly, Busy: it can't be noted.

    """
    journal.set_preference(LATER, (now or datetime.now(UTC)).isoformat())


def _time(journal: Journal, key: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(journal.preference(key, ""))
    except ValueError:
        return None
    return found if found.tzinfo else None

"""A device whose clock is set back, by a flat battery or by hand: the book goes by numbers, not by the hour."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from evenings import pays

from companion.dates import day, describe_time
from models import integrity
from models.ledger import ledger_of

TONIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
YEARS_AGO = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)


def test_entries_keep_their_order_and_the_book_stays_sound(journal, evening):
    for number, at in enumerate((TONIGHT, YEARS_AGO, TONIGHT - timedelta(hours=1))):
        journal.append(evening.play, pays(10 + number), after=number, by="device", command=f"{number}", at=at)

    entries = journal.all_entries(evening.play)

    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert [entry.at for entry in entries] == [TONIGHT, YEARS_AGO, TONIGHT - timedelta(hours=1)]
    assert ledger_of(entries).balance("alice:cash") == journal.ledger(evening.play).balance("alice:cash")
    assert integrity.check(journal, evening.play) == []


def test_what_lies_in_days_to_come_is_named_by_its_day():
    now = YEARS_AGO

    assert describe_time(TONIGHT, now) == "on Saturday 21 November 2026"
    assert day(TONIGHT, now) == "Saturday 21 November 2026"

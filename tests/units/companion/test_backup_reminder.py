"""When a backup is due, and when nobody is bothered."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.backup_reminder import note_backup, put_off, safety
from models.ledger import Proposal
from models.plays import Seat

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
WEEK = timedelta(days=7, hours=1)


def write(journal, play, count):
    for _ in range(count):
        after = journal.last(play)
        journal.append(
            play, Proposal("note", {}, "Noted."), after=after, by="a", command=str(after)
        )


def begin(journal, at=NOW, entries=10):
    play = journal.begin(
        game="ratrace",
        title="Friday",
        seats=[Seat("a", "A")],
        houses={},
        board={},
        edition="1",
        at=at,
    ).id
    write(journal, play, entries)
    return play


def due(journal, now=NOW, *, may_clear=False):
    return safety(journal, may_clear=may_clear, now=now).due


@pytest.mark.parametrize(
    ("entries", "since", "is_due"), [(9, WEEK, False), (10, timedelta(), False), (10, WEEK, True)]
)
def test_a_book_never_backed_up_is_due_a_week_after_its_first_play_if_it_is_worth_it(
    journal, entries, since, is_due
):
    assert safety(journal, may_clear=True, now=NOW).due is False
    begin(journal, entries=entries)
    assert due(journal, NOW + since) == is_due


def test_where_a_browser_may_clear_it_the_first_backup_is_due_at_once(journal):
    begin(journal)
    assert due(journal, may_clear=True)
    note_backup(journal, NOW)
    assert not due(journal, NOW + timedelta(hours=1), may_clear=True)


def test_a_backup_that_holds_everything_never_grows_old(journal):
    play = begin(journal)
    note_backup(journal, NOW)
    assert not due(journal, NOW + 5 * WEEK)
    write(journal, play, 1)
    assert not due(journal, NOW + timedelta(days=6))
    assert due(journal, NOW + WEEK)


def test_a_remark_put_away_comes_back_after_a_week_and_one_of_days_to_come_at_once(journal):
    begin(journal)
    put_off(journal, NOW + WEEK)
    assert not due(journal, NOW + WEEK + timedelta(days=6))
    assert due(journal, NOW + 2 * WEEK)
    put_off(journal, NOW + timedelta(days=400))
    assert due(journal, NOW + WEEK)


def test_a_clock_that_was_set_back_is_noticed(journal):
    play = begin(journal)
    note_backup(journal, NOW)
    assert not safety(journal, may_clear=False, now=NOW - timedelta(minutes=2)).ahead
    safe = safety(journal, may_clear=False, now=NOW - timedelta(days=3))
    assert (safe.ahead, safe.due) == (True, False)
    write(journal, play, 1)
    assert due(journal, NOW - timedelta(days=3))


@pytest.mark.parametrize("kept", ["soon", "2026-11-21T10:00:00", 5, None])
def test_a_note_that_is_no_time_counts_for_none(journal, kept):
    journal.set_preference("backup.at", kept)
    assert safety(journal, may_clear=False, now=NOW).last is None

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from models import integrity, projections
from models import journal as journal_module
from models.book import Book
from models.errors import NoSuchPlayError, StaleError
from models.journal import Journal
from models.ledger import VOID, Ledger, Projection, Proposal
from tests.units.models.evenings import RICH, Evening, evenings, pays, proposals

property_of_an_evening = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


# --- what holds on any evening ---------------------------------------------------------------------


@property_of_an_evening
@given(steps=evenings)
def test_what_is_kept_is_what_the_entries_come_to(shared, steps):
    evening = Evening(shared).go_through(steps)
    entries = shared.all_entries(evening.play)

    assert evening.ledger == Projection(entries).ledger
    assert integrity.check(shared, evening.play) == []


@property_of_an_evening
@given(steps=evenings)
def test_undoing_everything_leaves_an_empty_table(shared, steps):
    evening = Evening(shared).go_through(steps)
    while evening.undo():
        pass

    assert evening.ledger == Ledger(seq=shared.last(evening.play))
    assert integrity.check(shared, evening.play) == []


@property_of_an_evening
@given(steps=evenings, last=proposals)
def test_redo_brings_back_exactly_what_undo_took(shared, steps, last):
    evening = Evening(shared).go_through([*steps, last])
    before = evening.ledger
    evening.undo()
    evening.redo()

    assert evening.ledger == Ledger(before.balances, before.marks, before.seq + 2)


@property_of_an_evening
@given(steps=evenings)
def test_rebuilding_changes_nothing_and_restores_what_was_lost(shared, steps):
    evening = Evening(shared).go_through(steps)
    before = evening.ledger, shared.entries(evening.play, limit=-1)
    with shared.database.writing():
        for table in ("balance", "standing", "struck"):
            shared.database.driver.execute(f"DELETE FROM {table} WHERE play = ?", (evening.play,))  # noqa: S608
        projections.rebuild(shared.database.connection, evening.play)

    assert (evening.ledger, shared.entries(evening.play, limit=-1)) == before
    assert integrity.check(shared, evening.play) == []


# --- writing ---------------------------------------------------------------------------------------


def test_an_entry_is_read_back_as_it_was_written(evening):
    east = timezone(timedelta(hours=5, minutes=30))
    at = datetime(2026, 3, 4, 20, 15, 0, 7, tzinfo=east)

    entry = evening.write(RICH, by="ben", at=at)

    assert (entry.seq, entry.at, entry.by, entry.proposal) == (1, at, "ben", RICH)
    assert entry.at.tzinfo is UTC
    assert evening.journal.all_entries(evening.play) == [entry]
    assert evening.journal.entry(evening.play, 1) == entry


def test_a_time_without_a_zone_is_refused(evening):
    with pytest.raises(ValueError, match="time zone"):
        evening.write(pays(1), at=datetime(2026, 3, 4, 20, 15))  # noqa: DTZ001


def test_the_same_tap_twice_is_one_entry(evening):
    first = evening.write(pays(5), command="tap")
    evening.write(pays(7))

    followed = []
    again = [
        evening.write(pays(9), command="tap", after=after, then=followed.append)
        for after in (0, 1, 2)
    ]

    assert again == followed == [first] * 3
    assert evening.journal.find_recorded(evening.play, "tap") == first
    assert evening.journal.find_recorded(evening.play, "another") is None
    assert evening.journal.last(evening.play) == 2
    assert evening.ledger.balance("alice:cash") == 12


def test_what_the_file_refuses_for_another_reason_is_not_taken_for_written(evening):
    driver = evening.journal.database.driver
    driver.execute(
        "CREATE TRIGGER shut BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'shut'); END"
    )
    with pytest.raises(IntegrityError, match="shut"):
        evening.journal.append(evening.play, pays(5), after=0, by="ben", command="tap")
    assert evening.journal.last(evening.play) == 0


@pytest.mark.parametrize("target", [0, 1, 3, 9])
def test_what_does_not_stand_cannot_be_voided(evening, target):
    evening.write(pays(5))
    evening.undo()

    with pytest.raises(ValueError, match=f"entry 3 voids entry {target}, which does not stand"):
        evening.write(Proposal(VOID, {}, "Void.", voids=(target,)))

    assert evening.journal.last(evening.play) == 2


def test_nothing_is_written_in_a_play_that_is_not_there(journal):
    with pytest.raises(NoSuchPlayError):
        journal.append("nowhere", pays(1), after=0, by="", command="tap")


def test_two_books_open_on_one_file_take_turns(evening, folder):
    other = Journal(Book.open(folder))
    evening.write(pays(5))
    seen = other.last(evening.play)
    evening.write(pays(7))

    with pytest.raises(StaleError):
        other.append(evening.play, pays(100), after=seen, by="ben", command="late")
    other.append(evening.play, pays(1), after=other.last(evening.play), by="ben", command="late")

    assert evening.ledger.balance("alice:cash") == 13
    assert other.ledger(evening.play) == evening.ledger
    other.database.close()


def test_many_entries_are_written_as_one(journal):
    with journal.database.writing():
        evening = Evening(journal)
        evening.write(pays(5))
        with pytest.raises(StaleError):
            evening.write(pays(7), after=0)
        evening.write(pays(1))

    assert evening.ledger.balance("alice:cash") == 6


# --- undo and redo ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [projections.LAST_SAID, projections.VOIDERS, journal_module.HEAD, journal_module.RECORDED],
)
def test_nothing_that_writing_reads_grows_with_the_play(journal, statement):
    """What the last entry is may be read off an index's end; all else is looked up by everything given."""
    asked = str(statement.compile(dialect=journal.database.connection.dialect))
    plan = [
        row[3]
        for row in journal.database.driver.execute(
            f"EXPLAIN QUERY PLAN {asked}", tuple([1] * asked.count("?"))
        )
    ]

    assert plan[0].count("=?") == asked.partition("LIMIT")[0].count("?")
    assert not any("SCAN" in step or "TEMP" in step for step in plan)


# --- reading ---------------------------------------------------------------------------------------


NARRATIONS = st.sampled_from(["Alice pays Rent_1.", "Zoë takes 10%.", '"x":"al"'])
ANSWERS = st.dictionaries(
    st.sampled_from(["who", "al"]), st.sampled_from(["al", "alice", "al-2", '"x":"al"', 7])
)
looked_for = st.lists(
    st.builds(replace, proposals, narration=NARRATIONS, answers=ANSWERS), min_size=1, max_size=8
)


def is_about(entry, holder):
    proposal = entry.proposal
    holders = [posting.account.partition(":")[0] for posting in proposal.postings]
    return holder in (
        *holders,
        *(mark.holder for mark in proposal.marks),
        *proposal.answers.values(),
    )


@property_of_an_evening
@given(
    steps=looked_for,
    holder=st.sampled_from([None, "al", "alice", "ben"]),
    text=st.sampled_from(["", "rent", "ZOË", "%", "_", "' OR"]),
    before=st.none() | st.integers(1, 9),
    limit=st.integers(1, 4) | st.just(99),
)
def test_entries_are_found_by_who_they_are_about_and_their_words_the_latest_first(
    shared, steps, holder, text, before, limit
):
    evening = Evening(shared).go_through(steps)
    evening.undo()
    every = shared.entries(evening.play, limit=-1)
    assert [one.seq for one in every] == list(range(len(steps) + 1, 0, -1))
    wanted = [
        entry
        for entry in every
        if (before is None or entry.seq < before)
        and (holder is None or is_about(entry, holder))
        and text.casefold() in entry.proposal.narration.casefold()
    ]
    assert (
        shared.entries(evening.play, limit=limit, before=before, holder=holder, text=text)
        == wanted[:limit]
    )

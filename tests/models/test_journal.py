from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

import pytest
from evenings import RICH, Evening, evenings, moving, pays, proposals
from hypothesis import HealthCheck, given, settings
from sqlalchemy.exc import IntegrityError

from models import integrity, projections
from models import journal as journal_module
from models.book import Book
from models.errors import NoSuchPlayError, StaleError
from models.journal import Journal
from models.ledger import UNDO, VOID, Ledger, Mark, Proposal, ledger_of

property_of_an_evening = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


# --- what holds on any evening ---------------------------------------------------------------------


@property_of_an_evening
@given(steps=evenings)
def test_what_is_kept_is_what_the_entries_come_to(shared, steps):
    evening = Evening(shared).go_through(steps)
    entries = shared.all_entries(evening.play)

    assert evening.ledger == ledger_of(entries)
    assert dict(evening.ledger.balances) == shared.sums(evening.play)
    assert integrity.check(shared, evening.play) == []


def test_a_sum_is_exact_where_a_damaged_file_moves_more_than_64_bits_hold(evening):
    evening.write(pays(5))
    for n, quantity in enumerate((2**62, 2**62, 2**62, -7), start=7):
        evening.journal.database.driver.execute(
            "INSERT INTO posting VALUES (?, 1, ?, 'alice:cash', '$', ?)", (evening.play, n, quantity)
        )

    assert evening.journal.sums(evening.play)["alice:cash", "$"] == 3 * 2**62 - 2


@property_of_an_evening
@given(steps=evenings)
def test_nothing_is_made_or_lost(shared, steps):
    totals = Counter()
    for (_, unit), held in Evening(shared).go_through(steps).ledger.balances.items():
        totals[unit] += held

    assert not any(totals.values())


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
    before = evening.ledger, shared.entries(evening.play, limit=None)
    with shared.database.writing():
        for table in ("balance", "standing", "struck"):
            shared.database.driver.execute(f"DELETE FROM {table} WHERE play = ?", (evening.play,))  # noqa: S608
    shared.rebuild(evening.play)

    assert (evening.ledger, shared.entries(evening.play, limit=None)) == before
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

    again = evening.write(pays(5), command="tap", after=0)

    assert again == first
    assert evening.journal.find_recorded(evening.play, "tap") == first
    assert evening.journal.find_recorded(evening.play, "another") is None
    assert evening.journal.last(evening.play) == 2
    assert evening.ledger.balance("alice:cash") == 12


def test_a_tap_sent_again_by_whoever_has_read_on_is_the_entry_it_became(evening):
    journal, play = evening.journal, evening.play
    first = journal.append(play, pays(5), after=0, by="ben", command="tap")
    assert journal.append(play, pays(9), after=first.seq, by="ben", command="tap") == first
    assert journal.all_entries(play) == [first]
    assert journal.append(play, pays(9), after=first.seq, by="ben", command="another tap").seq == 2


def test_what_the_file_refuses_for_another_reason_is_not_taken_for_written(evening):
    driver = evening.journal.database.driver
    driver.execute("CREATE TRIGGER shut BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'shut'); END")
    with pytest.raises(IntegrityError, match="shut"):
        evening.journal.append(evening.play, pays(5), after=0, by="ben", command="tap")
    assert evening.journal.last(evening.play) == 0


def test_a_stale_writer_gets_the_number_of_the_last_entry(evening):
    evening.write(pays(5))
    evening.write(pays(7))

    with pytest.raises(StaleError) as refused:
        evening.write(pays(9), after=1)

    assert refused.value.last == 2
    assert evening.ledger.balance("alice:cash") == 12


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

    with pytest.raises(StaleError) as refused:
        other.append(evening.play, pays(100), after=seen, by="ben", command="late")
    other.append(evening.play, pays(1), after=refused.value.last, by="ben", command="late")

    assert evening.ledger.balance("alice:cash") == 13
    assert other.ledger(evening.play) == evening.ledger
    other.database.close()


def test_a_failure_half_way_through_leaves_nothing(evening):
    evening.write(pays(5))

    with pytest.raises(ZeroDivisionError), evening.journal.database.writing():  # noqa: PT012 - the slip comes after
        evening.write(pays(7))
        raise ZeroDivisionError

    assert evening.ledger.balance("alice:cash") == 5
    assert integrity.check(evening.journal, evening.play) == []


def test_many_entries_are_written_as_one(journal):
    with journal.database.writing():
        evening = Evening(journal)
        evening.write(pays(5))
        with pytest.raises(StaleError):
            evening.write(pays(7), after=0)
        evening.write(pays(1))

    assert evening.ledger.balance("alice:cash") == 6


# --- undo and redo ---------------------------------------------------------------------------------


def test_undo_goes_back_one_by_one_and_redo_comes_forward_again(evening):
    for amount in (1, 20, 300):
        evening.write(pays(amount))
    held = [evening.ledger.balance("alice:cash")]
    for step in (evening.undo, evening.undo, evening.redo, evening.undo, evening.undo, evening.redo):
        step()
        held.append(evening.ledger.balance("alice:cash"))

    assert held == [321, 21, 1, 21, 1, 0, 1]


def test_after_something_new_there_is_nothing_to_redo(evening):
    evening.write(pays(5))
    evening.undo()
    assert evening.journal.redoable(evening.play).proposal.action == UNDO

    evening.write(pays(7))

    assert evening.journal.redoable(evening.play) is None
    assert evening.journal.undoable(evening.play).seq == 3


def test_there_is_nothing_to_undo_at_the_start(evening):
    assert evening.journal.undoable(evening.play) is None
    assert evening.journal.redoable(evening.play) is None


def test_an_entry_voided_by_two_says_the_later_and_stands_when_neither_does(evening):
    for targets in ((), (1,), (2,), (1,), (3,)):
        evening.write(Proposal(VOID, {}, "Void.", pays(5).postings if not targets else (), voids=targets))
    assert evening.journal.entry(evening.play, 1).voided_by == 4

    evening.write(Proposal(VOID, {}, "Void.", voids=(4,)))
    assert evening.journal.entry(evening.play, 1).voided_by == 2

    evening.write(Proposal(VOID, {}, "Void.", voids=(2,)))
    assert evening.journal.entry(evening.play, 1).voided_by is None
    assert evening.ledger.balance("alice:cash") == 5


@pytest.mark.parametrize(
    "statement", [projections.LAST_SAID, projections.VOIDERS, journal_module.HEAD, journal_module.RECORDED]
)
def test_nothing_that_writing_reads_grows_with_the_play(journal, statement):
    """What the last entry is may be read off an index's end; all else is looked up by everything given."""
    asked = str(statement.compile(dialect=journal.database.connection.dialect))
    plan = [
        row[3] for row in journal.database.driver.execute(f"EXPLAIN QUERY PLAN {asked}", tuple([1] * asked.count("?")))
    ]

    assert plan[0].count("=?") == asked.partition("LIMIT")[0].count("?")
    assert not any("SCAN" in step or "TEMP" in step for step in plan)


# --- reading ---------------------------------------------------------------------------------------


def numbers(written):
    return [one.seq for one in written]


def test_entries_come_in_pages_the_latest_first(evening):
    for amount in range(1, 8):
        evening.write(pays(amount))
    journal, play = evening.journal, evening.play

    assert numbers(journal.entries(play, limit=3)) == [7, 6, 5]
    assert numbers(journal.entries(play, limit=3, before=5)) == [4, 3, 2]
    assert numbers(journal.entries(play, limit=None)) == [7, 6, 5, 4, 3, 2, 1]
    assert journal.entries(play, before=1) == []


def test_entries_about_a_player_are_those_that_move_say_or_ask_something_of_theirs(evening):
    evening.write(pays(1, taker="alice"))
    evening.write(pays(1, taker="al"))
    evening.write(moving([], [Mark("al", "class", "middle")]))
    evening.write(moving([], answers={"whom": "al"}))
    evening.write(moving([], answers={"al": "alice"}, narration='"x":"al"'))
    evening.write(moving([], answers={"words": '"x":"al"'}))

    assert numbers(evening.journal.entries(evening.play, holder="al")) == [4, 3, 2]
    assert numbers(evening.journal.entries(evening.play, holder="al", limit=1, before=4)) == [3]
    assert numbers(evening.journal.entries(evening.play, holder="alice")) == [5, 1]


@pytest.mark.parametrize(
    ("text", "found"), [("rent", [1]), ("ZOË", [2]), ("%", [2]), ("_", [1]), ("", [2, 1]), ("' OR", [])]
)
def test_words_are_found_whatever_their_case_and_nothing_is_a_wildcard(evening, text, found):
    evening.write(moving([], narration="Alice pays Rent_1."))
    evening.write(moving([], narration="Zoë takes 10%."))

    assert numbers(evening.journal.entries(evening.play, text=text)) == found


def test_entries_about_ann_are_not_those_about_the_other_ann(evening):
    for taker in ("ann", "ann2", "ann-2", "anna"):
        evening.write(pays(1, taker=taker))
        evening.write(moving([], [Mark(taker, "class", "middle")]))
        evening.write(moving([], answers={"who": taker}))

    assert numbers(evening.journal.entries(evening.play, holder="ann")) == [3, 2, 1]
    assert numbers(evening.journal.entries(evening.play, holder="ann2")) == [6, 5, 4]


def test_a_voided_entry_says_by_which(evening):
    evening.write(pays(5))
    evening.undo()

    assert [one.voided_by for one in evening.journal.entries(evening.play)] == [None, 2]


def test_an_entry_that_is_not_there_is_refused(evening):
    with pytest.raises(LookupError):
        evening.journal.entry(evening.play, 1)

from __future__ import annotations

import sqlite3
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

import pytest
from evenings import SEATS, Anew, Evening, evenings, moving, pays, proposals
from hypothesis import HealthCheck, given, settings

from models import folding
from models import journal as journal_module
from models.database import Database
from models.journal import Journal
from models.ledger import UNDO, VOID, Ledger, Line, Mark, Proposal, fold
from models.play import Play
from models.trouble import Damaged, NoSuchPlay, Stale

RICH = Proposal(
    "pay",
    {"who": "alice", "how_much": 30, "note": None},
    "Alice pays Zoë 30 % of 100_0 «so» 😀.",
    pays(30).postings,
    (Mark("alice", "class", "middle"), Mark("alice", "turns", 2), Mark("ben", "lock", None)),
    (Line("Rent"), Line("Owed", 30, "$", signed=True, total=True)),
    "Rent is due.",
    "Rent",
    ("Rent is doubled.",),
)
ENTRIES_TABLES = ("entry", "posting", "mark", "voiding", "retold")

property_of_an_evening = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def tamper(journal, *statements):
    """Change the file behind the book's back, as damage would: no triggers, no foreign keys."""
    other = sqlite3.connect(journal.database.path, isolation_level=None)
    for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        other.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        assert other.execute(statement).rowcount > 0, statement
    other.close()


# --- what holds on any evening ---------------------------------------------------------------------


@property_of_an_evening
@given(steps=evenings)
def test_what_is_kept_is_what_the_entries_come_to(shared, steps):
    evening = Evening(shared).go_through(steps)
    entries = shared.all_entries(evening.play)

    assert evening.ledger == fold(entries)
    assert dict(evening.ledger.balances) == shared.sums(evening.play)
    assert shared.check(evening.play) == []


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
    assert shared.check(evening.play) == []


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
def test_folding_again_changes_nothing_and_mends_what_was_lost(shared, steps):
    evening = Evening(shared).go_through(steps)
    before = evening.ledger, shared.entries(evening.play, limit=None)
    with shared.database.writing() as driver:
        for table in ("balance", "standing", "struck"):
            driver.execute(f"DELETE FROM {table} WHERE play = ?", (evening.play,))  # noqa: S608
    shared.refold(evening.play)

    assert (evening.ledger, shared.entries(evening.play, limit=None)) == before
    assert shared.check(evening.play) == []


# --- writing ---------------------------------------------------------------------------------------


def test_an_entry_is_read_back_as_it_was_written(evening):
    east = timezone(timedelta(hours=5, minutes=30))
    at = datetime(2026, 3, 4, 20, 15, 0, 7, tzinfo=east)

    entry = evening.write(RICH, by="ben", at=at)

    assert (entry.seq, entry.at, entry.by, entry.proposal) == (1, at, "ben", RICH)
    assert entry.at.tzinfo is UTC
    assert evening.journal.all_entries(evening.play) == [entry]
    assert evening.journal.entry(evening.play, 1).entry == entry


def test_a_time_without_a_zone_is_refused(evening):
    with pytest.raises(ValueError, match="time zone"):
        evening.write(pays(1), at=datetime(2026, 3, 4, 20, 15))  # noqa: DTZ001


def test_the_same_tap_twice_is_one_entry(evening):
    first = evening.write(pays(5), command="tap")
    evening.write(pays(7))

    again = evening.write(pays(5), command="tap", after=0)

    assert again == first
    assert evening.journal.recorded(evening.play, "tap") == first
    assert evening.journal.recorded(evening.play, "another") is None
    assert evening.journal.last(evening.play) == 2
    assert evening.ledger.balance("alice:cash") == 12


def test_whoever_has_not_seen_the_last_entry_is_told_where_it_is(evening):
    evening.write(pays(5))
    evening.write(pays(7))

    with pytest.raises(Stale) as refused:
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
    with pytest.raises(NoSuchPlay):
        journal.append("nowhere", pays(1), after=0, by="", command="tap")


def test_two_books_open_on_one_file_take_turns(evening, folder):
    other = Journal(Database.open(folder))
    evening.write(pays(5))
    seen = other.last(evening.play)
    evening.write(pays(7))

    with pytest.raises(Stale) as refused:
        other.append(evening.play, pays(100), after=seen, by="ben", command="late")
    other.append(evening.play, pays(1), after=refused.value.last, by="ben", command="late")

    assert evening.ledger.balance("alice:cash") == 13
    assert other.ledger(evening.play) == evening.ledger
    other.database.close()


def test_a_slip_half_way_through_leaves_nothing(evening):
    evening.write(pays(5))

    with pytest.raises(ZeroDivisionError), evening.journal.database.writing():  # noqa: PT012 - the slip comes after
        evening.write(pays(7))
        raise ZeroDivisionError

    assert evening.ledger.balance("alice:cash") == 5
    assert evening.journal.check(evening.play) == []


def test_many_entries_are_written_as_one(journal):
    with journal.database.writing():
        evening = Evening(journal)
        evening.write(pays(5))
        with pytest.raises(Stale):
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
    assert evening.journal.redoable(evening.play).entry.proposal.action == UNDO

    evening.write(pays(7))

    assert evening.journal.redoable(evening.play) is None
    assert evening.journal.undoable(evening.play).entry.seq == 3


def test_there_is_nothing_to_undo_at_the_start(evening):
    assert evening.journal.undoable(evening.play) is None
    assert evening.journal.redoable(evening.play) is None


def test_an_entry_voided_by_two_says_the_later_and_stands_when_neither_does(evening):
    for targets in ((), (1,), (2,), (1,), (3,)):
        evening.write(Proposal(VOID, {}, "Void.", pays(5).postings if not targets else (), voids=targets))
    assert evening.journal.entry(evening.play, 1).struck_by == 4

    evening.write(Proposal(VOID, {}, "Void.", voids=(4,)))
    assert evening.journal.entry(evening.play, 1).struck_by == 2

    evening.write(Proposal(VOID, {}, "Void.", voids=(2,)))
    assert evening.journal.entry(evening.play, 1).struck_by is None
    assert evening.ledger.balance("alice:cash") == 5


@pytest.mark.parametrize(
    "statement", [folding.LAST_SAID, folding.VOIDERS, journal_module.HEAD, journal_module.RECORDED]
)
def test_nothing_that_writing_reads_grows_with_the_play(journal, statement):
    """What the last entry is may be read off an index's end; all else is looked up by everything given."""
    given = "x" * statement.count("?")
    plan = [row[3] for row in journal.database.driver.execute(f"EXPLAIN QUERY PLAN {statement}", tuple(given))]

    assert plan[0].count("=?") == len(given)
    assert not any("SCAN" in step or "TEMP" in step for step in plan)


# --- reading ---------------------------------------------------------------------------------------


def numbers(written):
    return [one.entry.seq for one in written]


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


def test_a_struck_entry_says_by_which(evening):
    evening.write(pays(5))
    evening.undo()

    assert [one.struck_by for one in evening.journal.entries(evening.play)] == [None, 2]


def test_an_entry_that_is_not_there_is_refused(evening):
    with pytest.raises(LookupError):
        evening.journal.entry(evening.play, 1)


# --- nothing written is edited, and damage is noticed ----------------------------------------------


@pytest.fixture
def written(evening):
    evening.write(RICH)
    evening.write(moving([("ben:cash", "alice:cash", 3, "$")], [Mark("alice", "class", "upper")]))
    evening.undo()
    evening.write(pays(9))
    evening.undo()
    assert evening.journal.check(evening.play) == []
    return evening


@pytest.fixture
def corrected(written):
    written.amend(Anew((0,), (pays(4),) * 3, ()))
    written.write(pays(5))
    return written


@pytest.mark.parametrize("table", ENTRIES_TABLES)
def test_written_rows_are_never_changed_or_deleted(corrected, table):
    driver = corrected.journal.database.driver
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        driver.execute(f"UPDATE {table} SET seq = seq")  # noqa: S608
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        driver.execute(f"DELETE FROM {table}")  # noqa: S608


@pytest.mark.parametrize("table", ENTRIES_TABLES)
def test_written_rows_are_never_replaced_or_added_to(corrected, table):
    driver = corrected.journal.database.driver
    row = driver.execute(f"SELECT * FROM {table} WHERE seq < (SELECT max(seq) FROM entry)").fetchone()  # noqa: S608
    places = ", ".join("?" * len(row))
    with pytest.raises(sqlite3.IntegrityError, match=r"numbered from 1|added to an earlier"):
        driver.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", row)  # noqa: S608


def test_a_command_written_again_does_not_push_the_old_entry_out(written):
    driver = written.journal.database.driver
    row = driver.execute("SELECT * FROM entry WHERE seq = 1").fetchone()
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        driver.execute(f"INSERT OR REPLACE INTO entry VALUES ({', '.join('?' * 13)})", (row[0], 6, *row[2:]))  # noqa: S608


def test_a_fraction_cannot_lie_in_the_book(written):
    with pytest.raises(sqlite3.IntegrityError, match="cannot store REAL"):
        written.journal.database.driver.execute("UPDATE balance SET quantity = 0.5")


DAMAGE = """
UPDATE entry SET narration = narration || '.' WHERE seq = 2
    Entry 2 is not what was written.
UPDATE entry SET command = 'other' WHERE seq = 2
    Entry 2 is not what was written.
UPDATE entry SET at = '2000' || substr(at, 5) WHERE seq = 2
    Entry 2 is not what was written.
UPDATE entry SET answers = '{' WHERE seq = 1
    Entry 1 is not what was written.
    Entry 1 of this play is damaged and can't be read.
UPDATE entry SET seq = 9 WHERE seq = 5
    Entry 5 to 8 is missing.
    Entry 5 is gone, but not all that it did.
UPDATE posting SET quantity = -quantity WHERE seq = 1
    Entry 1 is not what was written.
    The balance of alice:cash says 30 $, but the entries come to -30.
    The balance of treasury:cash says -30 $, but the entries come to 30.
UPDATE posting SET quantity = 31 WHERE quantity = 30
    Entry 1 is not what was written.
    The postings of entry 1 in $ come to 1, not to nought.
    The balance of alice:cash says 30 $, but the entries come to 31.
UPDATE mark SET value = '"upper"' WHERE seq = 1 AND n = 0
    Entry 1 is not what was written.
    What is said of alice under class is not what the entries say.
DELETE FROM mark WHERE seq = 2
    Entry 2 is not what was written.
DELETE FROM voiding WHERE seq = 5
    Entry 5 is not what was written.
    The balance of alice:cash says 30 $, but the entries come to 39.
    The balance of treasury:cash says -30 $, but the entries come to -39.
    Whether entry 4 stands is not as the entries have it.
DELETE FROM entry WHERE seq = 2
    Entry 2 is missing.
    Entry 2 is gone, but not all that it did.
DELETE FROM entry WHERE seq >= 4
    Entry 4 is gone, but not all that it did.
    Entry 5 is gone, but not all that it did.
UPDATE balance SET quantity = 1 WHERE account = 'alice:cash'
    The balance of alice:cash says 1 $, but the entries come to 30.
UPDATE standing SET value = '5' WHERE name = 'turns'
    What is said of alice under turns is not what the entries say.
DELETE FROM struck WHERE seq = 2
    Whether entry 2 stands is not as the entries have it.
UPDATE seat SET name = 'Mallory' WHERE place = 0
    How this play began is not what was written.
UPDATE play SET houses = '{"rent": "none"}'
    How this play began is not what was written.
"""


def cases():
    """Each kind of damage, and below it all that must be said about it."""
    found, change = {}, ""
    for line in DAMAGE.strip().splitlines():
        if line.startswith(" "):
            found[change].append(line.strip())
        else:
            change = line
            found[change] = []
    return list(found.items())


@pytest.mark.parametrize(("change", "faults"), cases())
def test_damage_is_named_and_nothing_else_is(written, change, faults):
    tamper(written.journal, change)

    assert written.journal.check(written.play) == faults


def test_a_damaged_play_stops_neither_the_shelf_nor_the_others(written):
    other = Evening(written.journal, title="Saturday").go_through([pays(5)])
    tamper(
        written.journal,
        "UPDATE play SET board = '{', created = '' WHERE title = 'Friday'",
        "UPDATE entry SET working = '[7]' WHERE seq = 4",
    )

    assert {one.title for one in written.journal.plays()} == {"Friday", "Saturday"}
    assert other.ledger.balance("alice:cash") == 5
    assert written.journal.check(other.play) == []
    with pytest.raises(Damaged, match="How Friday began"):
        written.journal.play(written.play)
    with pytest.raises(Damaged, match="Entry 4"):
        written.journal.entries(written.play)


def test_a_play_that_is_not_there_is_not_sound(journal):
    assert journal.check("nowhere") == ["This play is not in the book any more."]


# --- the shelf -------------------------------------------------------------------------------------


def test_a_play_is_taken_from_the_shelf_as_it_was_put_there(journal):
    began = journal.begin(
        game="ratrace",
        title="Friday",
        seats=SEATS,
        houses={"interest": "nearest"},
        board={"rent": 30, "name": "Hôtel", "none": None},
        edition="1973",
    )

    assert isinstance(began, Play)
    assert journal.play(began.id) == began
    assert journal.plays() == [began]
    assert (began.seats, began.entries, began.ended) == (SEATS, 0, None)


def test_the_play_touched_last_comes_first(journal):
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    first, second = Evening(journal, title="1", at=long_ago), Evening(journal, title="2", at=long_ago)
    second.write(pays(1), at=long_ago + timedelta(days=1))
    assert [one.title for one in journal.plays()] == ["2", "1"]

    first.write(pays(1), at=long_ago + timedelta(days=2))

    assert [(one.title, one.entries) for one in journal.plays()] == [("1", 1), ("2", 1)]


def test_plays_are_renamed_ended_archived_deleted_and_brought_back(evening):
    journal, play = evening.journal, evening.play
    journal.rename(play, "Sunday")
    journal.mark_ended(play, "Alice is out of the race.")
    assert (journal.play(play).title, journal.play(play).ended) == ("Sunday", "Alice is out of the race.")

    journal.archive(play)
    assert (journal.plays(), len(journal.plays(archived=True))) == ([], 1)
    journal.archive(play, False)

    journal.delete(play)
    assert (journal.plays(), len(journal.plays(deleted=True))) == ([], 1)
    journal.restore(play)
    assert len(journal.plays()) == 1
    assert journal.check(play) == []


def test_a_purged_play_is_gone_with_all_its_rows_and_no_other(written):
    journal = written.journal
    other = Evening(journal).go_through([pays(5)])

    journal.purge(written.play)

    with pytest.raises(NoSuchPlay):
        journal.play(written.play)
    for table in (*ENTRIES_TABLES, "balance", "standing", "struck", "seat"):
        rows = journal.database.driver.execute(f"SELECT DISTINCT play FROM {table}").fetchall()  # noqa: S608
        assert rows in ([], [(other.play,)]), table
    assert journal.check(other.play) == []
    assert journal.database.check() == []


@pytest.mark.parametrize("doing", ["archive", "delete", "restore", "purge"])
def test_nothing_is_done_to_a_play_that_is_not_there(journal, doing):
    with pytest.raises(NoSuchPlay):
        getattr(journal, doing)("nowhere")


def test_players_are_remembered_once_whatever_the_case(journal):
    journal.remember_player("Zoë", "red", "cat")
    journal.remember_player("Ben", "blue", "dog")
    journal.remember_player("ZOË ", "green", "hat")
    assert [(one.name, one.colour, one.token) for one in journal.players()] == [
        ("ZOË", "green", "hat"),
        ("Ben", "blue", "dog"),
    ]

    journal.forget_player("zoë")

    assert [one.name for one in journal.players()] == ["Ben"]


def test_the_board_is_kept_by_game_and_edition(journal):
    journal.set_board_fact("ratrace", "1973", "rent", 30)
    journal.set_board_fact("ratrace", "1973", "rent", 40)
    journal.set_board_fact("ratrace", "1973", "name", "Hôtel")
    journal.set_board_fact("ratrace", "1985", "rent", 50)
    assert journal.board_facts("ratrace", "1973") == {"rent": 40, "name": "Hôtel"}

    journal.clear_board_facts("ratrace", "1973", "rent")
    assert journal.board_facts("ratrace", "1973") == {"name": "Hôtel"}

    journal.clear_board_facts("ratrace", "1973")
    assert journal.board_facts("ratrace", "1973") == {}
    assert journal.board_facts("ratrace", "1985") == {"rent": 50}


def test_a_preference_is_kept_and_one_of_another_kind_is_not_believed(journal):
    assert journal.preference("theme", "light") == "light"
    journal.set_preference("theme", "dark")
    journal.set_preference("houses", {"ratrace": {"interest": "up"}})

    assert journal.preference("theme", "light") == "dark"
    assert journal.preference("houses", {}) == {"ratrace": {"interest": "up"}}
    assert journal.preference("theme", 3) == 3

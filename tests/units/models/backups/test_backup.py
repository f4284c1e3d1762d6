"""A backup has the whole book; a file that is none is refused; restoring adds and never removes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import database, integrity
from models.backups import untrusted_file
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.errors import ReadOnlyError
from models.journal import Journal
from models.migrations import MIGRATIONS
from tests.purging import purge
from tests.units.models.backups import contents, digests, restore_all, ways
from tests.units.models.evenings import Evening, evenings, pays

# --- there and back


@given(st.lists(evenings, min_size=1, max_size=3))
def test_whatever_was_played_comes_back_as_it_was(evenings):
    here, there = Journal(UntrustedFile()), Journal(UntrustedFile())
    try:
        plays = [Evening(here).go_through(steps).play for steps in evenings]
        plan = restore_all(there, back_up(here.database))
        assert ways(plan) == ["added"] * len(plays)
        # a projection may have a row or none for zero
        written = ("play", "seat", "entry", "posting", "mark", "voiding", "struck")
        assert all(contents(there)[name] == contents(here)[name] for name in written)
        for play in plays:
            assert there.ledger(play) == here.ledger(play)
            assert digests(there, play) == digests(here, play)
            assert integrity.check(there, play) == []
        assert integrity.check_file(there) == []
    finally:
        here.database.close()
        there.database.close()


@pytest.mark.usefixtures("friday")
def test_what_was_removed_for_good_is_in_no_backup(journal):
    gone = Evening(journal, title="Xyzzy").play
    purge(journal, gone)
    assert b"Xyzzy" not in back_up(journal.database)


def test_a_book_that_can_only_be_read_is_backed_up_all_the_same(friday, journal, other):
    journal.database.broken = "This device's storage is full."
    with pytest.raises(ReadOnlyError):
        friday.write(pays(1))
    restore_all(other, back_up(journal.database))
    assert other.ledger(friday.play) == friday.ledger


def test_a_book_copied_from_under_an_open_app_is_read_too(friday, journal, other):
    journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = journal.database.path.read_bytes()
    assert data[18] == 2  # it says that there is a log beside it
    restore_all(other, data)
    assert other.ledger(friday.play) == friday.ledger


# --- what is here and there


def test_a_play_that_is_behind_is_brought_up_to_date(friday, journal, other):
    restore_all(other, back_up(journal.database))
    friday.write(pays(7))
    journal.set_play(friday.play, ended="Alice won")
    other.set_play(friday.play, title="Our Friday")
    plan = restore_all(other, back_up(journal.database))
    assert ways(plan) == ["continued"]
    assert other.ledger(friday.play) == friday.ledger
    assert digests(other, friday.play) == digests(journal, friday.play)
    assert integrity.check(other, friday.play) == []
    assert (other.play(friday.play).title, other.play(friday.play).ended) == (
        "Our Friday",
        "Alice won",
    )


def parted(friday, journal, other):
    """The same play, gone on otherwise on two devices."""
    restore_all(other, back_up(journal.database))
    there = Evening.__new__(Evening)
    there.journal, there.play = other, friday.play
    friday.write(pays(1))
    there.write(pays(2))
    there.write(pays(3))
    return there


def test_a_play_that_went_on_otherwise_stays_and_the_backup_s_comes_beside_it(
    friday, journal, other
):
    there = parted(friday, journal, other)
    kept = digests(journal, friday.play)
    plan = restore_all(journal, back_up(other.database))
    assert ways(plan) == ["copied"]
    assert digests(journal, friday.play) == kept
    (copy,) = (play for play in journal.plays() if play.id != friday.play)
    assert copy.title == "Friday (from the backup)"
    assert journal.ledger(copy.id) == there.ledger
    assert [(one.at, one.by, one.proposal) for one in journal.all_entries(copy.id)] == [
        (entry.at, entry.by, entry.proposal) for entry in other.all_entries(friday.play)
    ]
    assert integrity.check(journal, copy.id) == []


def test_a_copy_is_found_again_and_brought_up_to_date(friday, journal, other):
    there = parted(friday, journal, other)
    restore_all(journal, back_up(other.database))
    assert ways(restore_all(journal, back_up(other.database))) == ["here"]
    there.write(pays(4))
    assert ways(restore_all(journal, back_up(other.database))) == ["continued"]
    assert len(journal.plays()) == 2
    (copy,) = (play for play in journal.plays() if play.id != friday.play)
    assert journal.ledger(copy.id) == there.ledger
    assert integrity.check(journal, copy.id) == []


def test_a_play_that_is_damaged_here_stays_and_the_sound_one_comes_beside_it(friday, journal):
    data = back_up(journal.database)
    driver = journal.database.driver
    driver.execute("DROP TRIGGER entry_is_never_changed")
    driver.execute("UPDATE entry SET narration = 'Forged.' WHERE seq = 2")
    sound = friday.ledger
    assert ways(restore_all(journal, data)) == ["copied"]
    (copy,) = (play for play in journal.plays() if play.id != friday.play)
    assert journal.ledger(copy.id) == sound
    assert integrity.check(journal, copy.id) == []


def test_a_play_deleted_here_is_brought_back_and_one_deleted_there_does_not_count(
    friday, journal, other
):
    data = back_up(journal.database)
    journal.set_play(friday.play, deleted=True)
    plan = restore_all(journal, data)
    assert (ways(plan), plan.count("brought back")) == (["brought back"], 1)
    assert [play.id for play in journal.plays()] == [friday.play]
    journal.set_play(friday.play, deleted=True)
    assert ways(restore_all(journal, back_up(journal.database))) == ["here"]
    assert journal.plays() == []
    plan = restore_all(other, back_up(journal.database))
    assert (ways(plan), plan.count("added")) == (["added"], 0)
    assert other.plays() == []
    assert len(other.plays(deleted=True)) == 1


def test_players_figures_and_preferences_known_here_stay_and_others_are_added(journal, other):
    journal.remember_player("Zoë", "blue")
    journal.remember_player("Ben", "red")
    journal.set_board_fact("ratrace", "1", "price", 5)
    journal.set_preference("houses:ratrace", {"goal": "5"})
    journal.set_preference("backup.at", "2026-11-01T10:00:00+00:00")
    other.remember_player("ZOË", "green")
    other.set_board_fact("ratrace", "1", "price", 6)
    plan = restore_all(other, back_up(journal.database))
    assert plan.extras == 2
    assert {(one.name, one.colour) for one in other.players()} == {("ZOË", "green"), ("Ben", "red")}
    assert other.board_facts("ratrace", "1") == {"price": 6}
    assert other.preference("houses:ratrace", {}) == {"goal": "5"}
    assert other.preference("backup.at", "") == ""


@pytest.mark.usefixtures("friday")
def test_what_was_written_since_the_plan_counts(journal, other):
    backup = read_backup(back_up(journal.database))
    plan = compare(other, backup)
    restore_all(other, back_up(journal.database))
    assert ways(bring_in(other, backup, plan)) == ["here"]
    backup.close()


def test_a_backup_made_by_an_older_version_is_taken_through_the_steps_since(
    friday, journal, monkeypatch
):
    data = back_up(journal.database)

    def next_step(connection):
        connection.exec_driver_sql(
            "ALTER TABLE play ADD COLUMN host TEXT NOT NULL DEFAULT 'nobody'"
        )
        connection.exec_driver_sql("DROP TRIGGER entry_is_the_next")

    for module in (untrusted_file, database):
        monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, next_step))
    backup = read_backup(data)
    assert [play.id for play in backup.plays] == [friday.play]
    assert backup.book.driver.execute("SELECT host FROM play").fetchall() == [("nobody",)]
    assert integrity.check(backup.journal, friday.play) == []
    backup.close()

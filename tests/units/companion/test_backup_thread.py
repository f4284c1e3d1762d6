"""The copyist copies when a play is over or left, or after a while, and says when he could not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import backup_thread as backup_thread_module
from companion.backup_thread import FAILED, LONGEST, QUIET, SOON, BackupThread, Schedule
from companion.formats.session import replay, steps
from models.backups.backup import copies, folder_beside
from models.book import Book
from models.errors import CannotOpenError
from models.journal import Journal
from models.paths import FILE

EVENING = "game ratrace\nseats Alice Bob\nstart first=alice\n"


@pytest.fixture
def journal(tmp_path):
    database = Book.open(tmp_path)
    yield Journal(database)
    database.close()


@pytest.fixture
def backup_thread(tmp_path, journal):
    del journal
    made = BackupThread(tmp_path / FILE)
    yield made
    made.stop()


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(backup_thread_module, "SOON", 0.0)


def play(journal):
    return replay(journal, steps(EVENING))


# --- when


moments = st.lists(
    st.tuples(st.sampled_from(["written", "ended", "left"]), st.integers(0, 400)), max_size=60
)


@given(moments)
def test_a_line_never_waits_longer_than_the_longest_and_nothing_new_never_makes_a_copy(moments):
    schedule, now = Schedule(), 0.0
    for what, passed in moments:
        now += passed
        if schedule.due is not None and schedule.due <= now:
            assert schedule.due <= schedule.since + LONGEST + SOON
            schedule.note_copy()
        if what == "left":
            schedule.note_leaving(now)
        else:
            schedule.note_entry(now, ended=what == "ended")
        assert (schedule.since is None) == (schedule.due is None)
        if schedule.due is not None:
            assert schedule.due - now <= QUIET


def test_a_play_that_ends_is_copied_soon_and_one_that_goes_on_after_a_while():
    schedule = Schedule()
    schedule.note_entry(100, ended=False)
    assert schedule.due == 100 + QUIET
    schedule.note_entry(130, ended=False)
    assert schedule.due == 130 + QUIET
    schedule.note_leaving(140)
    assert schedule.due == 140 + SOON
    schedule.note_entry(141, ended=False)
    assert schedule.due == 141 + QUIET, "somebody came straight back"
    schedule.note_entry(150, ended=True)
    assert schedule.due == 150 + SOON


# --- at work


@pytest.mark.usefixtures("at_once")
def test_what_was_written_before_the_start_is_copied_at_the_start(journal, backup_thread):
    play(journal)
    backup_thread.start()
    assert backup_thread.rest()
    (made,) = copies(journal.database.path)
    assert made.whole
    assert made.proof.lines == 1
    assert backup_thread.error == ""


@pytest.mark.usefixtures("at_once")
def test_a_play_that_is_over_is_copied_and_whoever_listens_hears_of_it(journal, backup_thread):
    heard = []
    backup_thread.on_finished = lambda: heard.append(len(copies(journal.database.path)))
    backup_thread.start()
    assert backup_thread.rest()
    play(journal)
    backup_thread.note_entry(ended=True)
    assert backup_thread.rest()
    assert heard == [0, 1]


def test_the_end_copies_what_is_new_without_waiting(journal, backup_thread):
    play(journal)
    backup_thread.start()
    backup_thread.note_entry()
    backup_thread.stop()
    assert len(copies(journal.database.path)) == 1


def test_a_large_book_is_left_for_the_next_start(journal, backup_thread, monkeypatch):
    monkeypatch.setattr(backup_thread_module, "LARGE", 1)
    play(journal)
    backup_thread.start()
    backup_thread.note_entry()
    backup_thread.stop()
    assert copies(journal.database.path) == []


def no_disk(_):
    raise CannotOpenError("No backup could be made")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("fails", "said"), [(no_disk, "No backup could be made"), (lambda _: 1 // 0, FAILED)]
)
def test_a_copy_that_fails_is_reported_until_one_succeeds(
    journal, backup_thread, monkeypatch, fails, said
):
    play(journal)
    with monkeypatch.context() as failing:
        failing.setattr(backup_thread_module, "make_copy", fails)
        backup_thread.start()
        assert backup_thread.rest()
        assert backup_thread.error == said
    backup_thread.now()
    assert backup_thread.rest()
    assert backup_thread.error == ""
    assert len(copies(journal.database.path)) == 1


@pytest.mark.usefixtures("at_once")
def test_copies_of_which_nothing_is_known_are_proven_once_at_the_start(journal, backup_thread):
    play(journal)
    backup_thread.start()
    assert backup_thread.rest()
    backup_thread.stop()
    (folder_beside(journal.database.path) / "proofs.json").unlink()
    again = BackupThread(journal.database.path)
    again.start()
    assert again.rest()
    again.stop()
    assert all(one.proof for one in copies(journal.database.path))

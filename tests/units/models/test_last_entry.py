"""What a damaged log drops of a killed book is said at the next start: after which entry some may be missing."""

import shutil

import pytest

from models.backups.restore import Repair
from models.book import Book, ReadOnlyDatabase
from models.integrity import ACKNOWLEDGED, check_file
from models.journal import Journal
from models.last_entry import ENDING
from models.paths import FILE
from tests.units.models.evenings import Evening, pays

LOG = FILE + "-wal"


@pytest.fixture
def killed(folder, tmp_path):
    """A book of twelve entries as a kill leaves it: ten of them are in the log alone."""
    journal = Journal(Book.open(folder))
    friday = Evening(journal, title="Friday").go_through([pays(1), pays(2)])
    journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    friday.go_through([pays(n) for n in range(3, 13)])
    left = tmp_path / "killed"
    shutil.copytree(folder, left)
    journal.database.close()
    return left


def cut(log):
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])


def flip(log):
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)


def remove(log):
    log.unlink()


@pytest.mark.parametrize("damage", [cut, flip, remove])
@pytest.mark.parametrize("kind", [Book, ReadOnlyDatabase])
def test_what_a_damaged_log_dropped_is_said(killed, damage, kind):
    damage(killed / LOG)

    database = kind.open(killed)

    there = Journal(database).last(Journal(database).plays()[0].id)
    assert 2 <= there < 12
    assert (
        database.tail.sentence == f"Friday: what was recorded after entry {there} may be missing."
    )
    assert ACKNOWLEDGED in {fault.check for fault in check_file(Journal(database))}
    database.close()


def opened(folder):
    database = Book.open(folder)
    tail = database.tail
    database.close()
    return tail


def test_a_killed_book_with_a_whole_log_says_nothing(killed):
    assert opened(killed) is None


@pytest.mark.parametrize(
    "note", [b"", b"nonsense\n", b"\xff" * 128], ids=["empty", "words", "no text"]
)
def test_a_note_that_can_not_be_read_says_nothing(killed, note):
    (killed / (FILE + ENDING)).write_bytes(note)
    assert opened(killed) is None


@pytest.mark.parametrize("at", [0, 40, 70])
def test_a_note_that_a_power_cut_has_left_half_says_nothing(killed, at):
    torn = bytearray((killed / (FILE + ENDING)).read_bytes())
    torn[at : at + 16] = bytes(16)
    (killed / (FILE + ENDING)).write_bytes(torn)
    assert opened(killed) is None


def test_a_play_that_is_gone_whole_is_said_too(folder, tmp_path):
    journal = Journal(Book.open(folder))
    left = tmp_path / "killed"
    journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    Evening(journal, title="Friday").go_through([pays(1)])
    shutil.copytree(folder, left)
    journal.database.close()
    (left / LOG).unlink()

    assert "is missing" in opened(left).sentence


def test_an_entry_that_was_not_committed_is_not_noted(journal, folder):
    friday = Evening(journal, title="Friday").go_through([pays(1)])

    def fail(_):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        journal.append(friday.play, pays(2), after=1, by="ann", command="x", then=fail)
    journal.set_play(friday.play, title="Saturday")
    journal.database.close()
    assert opened(folder) is None


def test_after_a_repair_nothing_is_missed_any_more(killed):
    cut(killed / LOG)
    assert opened(killed) is not None

    repair = Repair(killed / FILE)
    assert repair.tail is not None
    repair.keep()
    repair.close()

    assert opened(killed) is None

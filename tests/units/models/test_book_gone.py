"""The book's file is moved, deleted or replaced while it is open: nothing pretends to be recorded, nothing is lost."""

import errno
import shutil
from pathlib import Path

import pytest

from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import game_of
from models.backups.backup import copies
from models.book import Book
from models.errors import GONE, REPLACED, CannotOpenError, ReadOnlyError
from models.integrity import check_file
from models.journal import Journal
from models.paths import FILE

EVENING = "game ratrace\ntitle Friday\nseats Alice Bob\nstart first=alice\n"


@pytest.fixture
def referee(folder):
    """The referee of a play of one line, whose book is open."""
    database = Book.open(folder)
    found = replay(Journal(database), steps(EVENING))
    yield found
    database.close()


def lines(journal):
    return [one.seq for play in journal.plays() for one in journal.entries(play.id)]


def undone(referee):
    with pytest.raises(ReadOnlyError) as refused:
        referee.undo()
    return refused.value.sentence


def remove(book):
    shutil.rmtree(book.parent)


def put_another_in_its_place(book):
    shutil.copy(book, other := book.with_name("other.db"))
    other.replace(book)


@pytest.mark.parametrize(("lose", "said"), [(remove, GONE), (put_another_in_its_place, REPLACED)])
def test_what_is_recorded_after_the_file_was_lost_is_refused_and_says_why(referee, lose, said):
    lose(referee.journal.database.path)
    assert undone(referee) == referee.journal.database.broken == said
    assert lines(referee.journal) == [1]


def test_a_book_that_is_gone_is_put_back_with_all_its_lines_by_opening_it_again(folder, referee):
    shutil.rmtree(folder)
    undone(referee)
    referee.journal.database.reopen()
    referee.undo()
    again = Book.open(folder)
    assert lines(Journal(again)) == [2, 1]
    assert check_file(Journal(again)) == []
    again.close()


def test_what_is_left_of_the_old_files_log_does_not_spoil_the_book_that_is_put_back(referee):
    referee.journal.database.path.unlink()
    undone(referee)
    referee.journal.database.reopen()
    assert lines(referee.journal) == [1]
    assert check_file(referee.journal) == []


def test_where_another_file_took_its_place_that_is_opened_and_the_old_one_kept_as_a_copy(
    folder, referee
):
    book = referee.journal.database.path
    shutil.move(folder, folder.with_name("moved"))
    Book.open(folder).close()
    undone(referee)
    referee.journal.database.reopen()
    assert lines(referee.journal) == []
    (copy,) = copies(book)
    assert (copy.proof.plays, copy.proof.lines) == (1, 1)


def test_a_book_that_can_not_be_put_back_is_still_there_to_be_read(folder, referee):
    shutil.rmtree(folder)
    undone(referee)
    folder.touch()
    with pytest.raises(CannotOpenError, match="can't be put back"):
        referee.journal.database.reopen()
    assert lines(referee.journal) == [1]
    assert referee.journal.database.broken == GONE


def test_it_is_reported_once_when_somebody_looks_before_anything_is_recorded(folder, referee):
    heard = []
    database = referee.journal.database
    database.on_status_change = lambda: heard.append(database.broken)
    database.notice_missing()
    assert heard == []
    shutil.rmtree(folder)
    database.notice_missing()
    database.notice_missing()
    assert heard == [GONE]


def test_a_device_that_can_not_say_for_once_which_file_is_open_stops_nobody(
    folder, referee, monkeypatch
):
    look_up = Path.stat

    def fails(path, **more):
        if path.name == FILE:
            raise OSError(errno.EIO, "Input/output error")
        return look_up(path, **more)

    with monkeypatch.context() as device:
        device.setattr(Path, "stat", fails)
        book = Book.open(folder)
    Referee(Journal(book), referee.play.id, game_of).undo()
    assert (book.broken, lines(referee.journal)) == (None, [2, 1])
    book.close()

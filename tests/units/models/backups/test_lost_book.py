"""A book that is missing or empty while copies of it are there is never begun anew in silence."""

import pytest

from models.backups.backup import copies, make_copy
from models.book import Book, ReadOnlyDatabase
from models.database import Database
from models.errors import LostBookError
from models.journal import Journal
from models.paths import FILE
from tests.units.models.evenings import Evening, pays


def empty(book):
    book.write_bytes(b"")


def remove(book):
    book.unlink()


@pytest.fixture(params=[(empty, "is empty"), (remove, "is missing")], ids=["empty", "missing"])
def lost(folder, request):
    """A book that had a play and a copy, before it was lost; and what is said of it."""
    journal = Journal(Book.open(folder))
    Evening(journal, title="Friday").go_through([pays(5), pays(6)])
    make_copy(journal.database)
    journal.database.close()
    lose, words = request.param
    lose(folder / FILE)
    return folder, words


@pytest.mark.parametrize("book", [Book, ReadOnlyDatabase])
def test_a_lost_book_is_not_opened_and_stays_as_it_is(lost, book):
    folder, words = lost
    before = {path.name: path.stat().st_size for path in folder.iterdir()}

    with pytest.raises(LostBookError, match=words):
        book.open(folder)

    assert {path.name: path.stat().st_size for path in folder.iterdir()} == before


def test_a_new_book_in_the_place_of_a_lost_one_is_opened_from_then_on_and_leaves_the_copies(lost):
    folder, _ = lost
    Database.open(folder).close()

    database = Book.open(folder)
    assert Journal(database).plays() == []
    assert len(copies(folder / FILE)) == 1
    database.close()

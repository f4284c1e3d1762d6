import pytest

from models import integrity
from models.book import Book
from models.journal import Journal
from models.ledger import Mark
from tests.units.models.evenings import RICH, Evening, PickedCorrection, moving, pays


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "books"


@pytest.fixture
def journal(folder):
    database = Book.open(folder)
    yield Journal(database)
    database.close()


@pytest.fixture
def evening(journal):
    return Evening(journal)


@pytest.fixture
def written(evening):
    evening.write(RICH)
    evening.write(moving([("ben:cash", "alice:cash", 3, "$")], [Mark("alice", "class", "upper")]))
    evening.undo()
    evening.write(pays(9))
    evening.undo()
    assert integrity.check(evening.journal, evening.play) == []
    return evening


@pytest.fixture
def corrected(written):
    written.amend(PickedCorrection((0,), (pays(4),) * 3, ()))
    written.write(pays(5))
    return written


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Give one book to all examples of a property; each begins a play of its own."""
    database = Book.open(tmp_path_factory.mktemp("shared"))
    yield Journal(database)
    database.close()


@pytest.fixture
def other(tmp_path):
    """A book on another device."""
    database = Book.open(tmp_path / "other")
    yield Journal(database)
    database.close()


@pytest.fixture
def friday(evening):
    for _ in range(3):
        evening.write(pays(100))
    evening.undo()
    return evening

"""Tables with phones, for the tests of what is on them."""

import pytest

from tests.units.views.shared_evening import MONEY, Evening
from tests.units.views.small_game import new_open_plays


@pytest.fixture
def lay(tmp_path):
    """Makes tables, each with a book of its own."""
    books = []

    def made(session=MONEY):
        folder = tmp_path / f"book-{len(books)}"
        folder.mkdir()
        books.append(new_open_plays(folder))
        return Evening(books[-1], session)

    yield made
    for open_plays in books:
        open_plays.journal.database.close()


@pytest.fixture
def evening(lay):
    return lay()


@pytest.fixture
def bank(evening):
    """The table's own device."""
    return evening.state(evening.tablet)

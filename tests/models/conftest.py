from __future__ import annotations

import pytest
from evenings import Evening

from models.database import Database
from models.journal import Journal


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "books"


@pytest.fixture
def journal(folder):
    database = Database.open(folder)
    yield Journal(database)
    database.close()


@pytest.fixture
def evening(journal):
    return Evening(journal)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Give one book to all examples of a property; each begins a play of its own."""
    database = Database.open(tmp_path_factory.mktemp("shared"))
    yield Journal(database)
    database.close()

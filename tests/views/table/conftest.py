"""Lays out a play as far as a session goes."""

from __future__ import annotations

import pytest

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays


@pytest.fixture
def lay(tmp_path):
    database = Book.open(tmp_path)

    def laid(text):
        open_plays = OpenPlays(Journal(database))
        return open_plays, replay(open_plays.journal, steps(text)).play.id

    yield laid
    database.close()

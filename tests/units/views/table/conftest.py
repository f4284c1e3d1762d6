"""Lays out a play as far as a session goes; and a sale of the fists game."""

import pytest

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from tests.units.views import bids_game
from views.state.open_plays import OpenPlays

HELD = {"ann": 100, "ben": 85, "cy": 60, "dot": 0}


@pytest.fixture
def lay(tmp_path):
    database = Book.open(tmp_path)

    def laid(text):
        open_plays = OpenPlays(Journal(database))
        return open_plays, replay(open_plays.journal, steps(text)).play.id

    yield laid
    database.close()


@pytest.fixture
def fists(open_plays, monkeypatch):
    """A play in which Ann has a card to sell to three others."""
    bids_game.play_fists(monkeypatch)
    return bids_game.new_play(open_plays, HELD)

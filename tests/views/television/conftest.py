import pytest
from shared_evening import Evening
from small_game import new_open_plays


@pytest.fixture
def at_table(tmp_path):
    """Lay out an evening of session text at a table that devices can join."""
    open_plays = new_open_plays(tmp_path)
    yield lambda session: Evening(open_plays, session)
    open_plays.journal.database.close()

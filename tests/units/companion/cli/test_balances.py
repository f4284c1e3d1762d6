"""``balances``: what everyone holds, added up anew by sqlite3 alone, is what the book says."""

import pytest

from models.integrity import prove
from tests.paths import some_evenings


@pytest.mark.parametrize("name", some_evenings())
def test_every_evening_is_added_up_to_what_is_kept(name, replayed):
    journal, play = replayed(name).journal, replayed(name).play.id
    proof = prove(journal.database, play)
    assert proof.faults == ()
    assert proof.lines == journal.last(play)
    assert proof.postings == sum(len(one.proposal.postings) for one in journal.all_entries(play))

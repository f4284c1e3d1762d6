"""What another program has written to the book is noticed."""

from __future__ import annotations

from models.book import Book
from models.journal import Journal


def test_what_another_program_writes_is_noticed_once(tmp_path):
    ours, theirs = Book.open(tmp_path), Book.open(tmp_path)
    Journal(ours).set_preference("sound", 0)
    assert not ours.has_changed_elsewhere()
    Journal(theirs).set_preference("sound", 1)
    assert [ours.has_changed_elsewhere(), ours.has_changed_elsewhere()] == [True, False]
    ours.close()
    theirs.close()

"""What follows from an entry is part of the same write."""

from __future__ import annotations

import pytest
from evenings import pays

from models import integrity


def test_what_follows_gets_the_entry_and_is_written_with_it(evening):
    received = []

    def follow(entry):
        received.append(entry)
        evening.journal.mark_ended(evening.play, f"over with line {entry.seq}")

    entry = evening.journal.append(evening.play, pays(5), after=0, by="ann", command="tap", then=follow)

    assert received == [entry]
    assert entry.digest
    assert evening.journal.play(evening.play).ended == "over with line 1"


def test_where_what_follows_can_t_be_written_neither_is_the_line(evening):
    def fail(entry):
        evening.journal.mark_ended(evening.play, f"over with line {entry.seq}")
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        evening.journal.append(evening.play, pays(5), after=0, by="ann", command="tap", then=fail)

    assert evening.journal.last(evening.play) == 0
    assert evening.journal.play(evening.play).ended is None
    assert integrity.check(evening.journal, evening.play) == []


def test_a_tap_that_is_sent_again_gives_what_follows_the_entry_that_is_there(evening):
    first = evening.journal.append(evening.play, pays(5), after=0, by="ann", command="tap")
    received = []

    evening.journal.append(evening.play, pays(7), after=0, by="ann", command="tap", then=received.append)

    assert received == [first]

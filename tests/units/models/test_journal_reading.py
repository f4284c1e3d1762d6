"""What is read back of a play: nothing of another's, a page at a time, and nothing that is hidden."""

import pytest

from models.errors import DamagedError, NoSuchPlayError
from models.ledger import UNDO, Ledger
from tests.units.models.evenings import Back, Evening, pays


def numbers(written):
    return [one.seq for one in written]


def test_what_was_undone_before_another_entry_cannot_be_redone(evening):
    journal, play = evening.journal, evening.play
    evening.go_through([pays(1), pays(20), pays(300), pays(4000), Back(UNDO), Back(UNDO)])

    assert (journal.undoable(play).seq, journal.redoable(play).seq) == (2, 6)

    evening.write(pays(8))

    assert (journal.undoable(play).seq, journal.redoable(play)) == (7, None)


def test_a_command_is_known_in_its_own_play_only(evening):
    evening.write(pays(1), command="tap")
    other = Evening(evening.journal)
    assert other.journal.find_recorded(other.play, "tap") is None
    assert other.write(pays(2), command="tap").seq == 1


def test_a_page_is_fifty_entries(evening):
    for amount in range(1, 53):
        evening.write(pays(amount))
    assert numbers(evening.journal.entries(evening.play)) == list(range(52, 2, -1))
    assert numbers(evening.journal.entries(evening.play, before=3)) == [2, 1]


def test_what_was_never_written_is_not_found(evening):
    with pytest.raises(DamagedError, match=r"^Entry 1 of this game can't be found\.$"):
        evening.journal.entry(evening.play, 1)
    assert evening.journal.find_recorded(evening.play, "tap") is None
    assert (evening.journal.last(evening.play), evening.ledger) == (0, Ledger())
    for read in (evening.journal.last, evening.journal.ledger):
        with pytest.raises(NoSuchPlayError):
            read("nowhere")


def test_a_damaged_entry_keeps_none_before_it_from_being_read(evening):
    for amount in (1, 20, 300):
        evening.write(pays(amount))
    driver = evening.journal.database.driver
    driver.execute("DROP TRIGGER entry_is_never_changed")
    driver.execute("UPDATE entry SET working = '[7]' WHERE seq = 3")

    assert evening.journal.entry(evening.play, 2).seq == 2
    assert numbers(evening.journal.entries(evening.play, before=3)) == [2, 1]
    with pytest.raises(DamagedError, match="Entry 3"):
        evening.journal.entry(evening.play, 3)

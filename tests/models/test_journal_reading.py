"""What is read back of a play: nothing of another's, a page at a time, and nothing that is hidden."""

from __future__ import annotations

import pytest
from evenings import Evening, PickedCorrection, moving, pays

from models import integrity
from models.errors import DamagedError, NoSuchPlayError
from models.ledger import AMEND, Ledger, Mark


def numbers(written):
    return [one.seq for one in written]


@pytest.fixture
def friday(journal):
    """A play that shares its journal with another, in which each number means something else."""
    friday, saturday = Evening(journal, title="Friday"), Evening(journal, title="Saturday")
    friday.write(pays(1, taker="alice"))
    friday.write(moving([], [Mark("ben", "class", "middle")]), command="tap")
    friday.write(moving([], answers={"who": "carl"}, narration="Carl sings."))
    friday.write(pays(5, taker="dan"))
    friday.undo()
    saturday.write(pays(3, taker="ben"))
    saturday.write(pays(4, taker="alice"))
    saturday.write(moving([], [Mark("alice", "class", "upper")], narration="Carl sings."))
    saturday.undo()
    for _ in range(4):
        saturday.write(moving([], [Mark("carl", "class", "lower")], answers={"who": "ben"}))
    saturday.amend(PickedCorrection((0,), (pays(7),) * 3, ()))
    return friday


def test_what_undo_and_redo_would_void_is_listed_the_next_at_the_end(friday):
    journal, play = friday.journal, friday.play
    friday.undo()

    assert journal.turns(play) == ([1, 2], [5, 6])

    friday.write(pays(8, taker="dan"))

    assert journal.turns(play) == ([1, 2, 7], []), "what was undone before another entry can't be redone"


def test_a_play_knows_nothing_of_another(friday):
    journal, play = friday.journal, friday.play

    assert numbers(journal.entries(play)) == [5, 4, 3, 2, 1]
    assert [one.voided_by for one in journal.entries(play)] == [None, 5, None, None, None]
    for holder, found in {"alice": [1], "ben": [2], "carl": [3], "dan": [4], "eva": []}.items():
        assert numbers(journal.entries(play, holder=holder)) == found, holder
    assert numbers(journal.entries(play, text="carl")) == [3]
    assert (journal.last(play), journal.find_recorded(play, "tap").seq) == (5, 2)
    assert journal.corrections(play) == []
    assert friday.ledger == Ledger(
        {("treasury:cash", "$"): -1, ("alice:cash", "$"): 1}, {("ben", "class"): "middle"}, 5
    )
    assert journal.sums(play) == friday.ledger.balances


def test_undo_and_redo_of_a_play_know_nothing_of_another(friday):
    assert friday.journal.undoable(friday.play).seq == 3
    assert friday.journal.redoable(friday.play).seq == 5
    assert friday.journal.redoable(friday.play).voided_by is None


def test_a_command_is_known_in_its_own_play_only(friday):
    other = Evening(friday.journal)
    assert other.journal.find_recorded(other.play, "tap") is None
    assert other.write(pays(2), command="tap").seq == 1


def test_rebuilding_one_play_leaves_the_others(friday):
    other = Evening(friday.journal).go_through([pays(5)])
    before = other.ledger
    friday.journal.rebuild(friday.play)
    assert (other.ledger, integrity.check(other.journal, other.play)) == (before, [])


def test_a_page_is_fifty_entries(evening):
    for amount in range(1, 53):
        evening.write(pays(amount))
    assert numbers(evening.journal.entries(evening.play)) == list(range(52, 2, -1))
    assert numbers(evening.journal.entries(evening.play, before=3)) == [2, 1]


def test_corrections_that_stand_are_listed_in_the_order_written(evening):
    for amount in (10, 20, 30):
        evening.write(pays(amount))
    evening.amend(PickedCorrection((0,), (pays(11),) * 3, ()))
    evening.amend(PickedCorrection((1,), (pays(22),) * 3, ()))
    evening.amend(PickedCorrection((2,), (pays(33),) * 3, ()))
    evening.undo()

    corrections = evening.journal.corrections(evening.play)

    assert [(one.seq, one.proposal.action, one.voids) for one in corrections] == [(4, AMEND, (1,)), (5, AMEND, (2,))]


def test_what_was_never_written_is_not_found(evening):
    with pytest.raises(LookupError, match=r"^there is no entry 1$"):
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


def test_an_entry_that_only_an_index_knows_is_damage(evening, monkeypatch):
    evening.write(pays(5))
    monkeypatch.setattr("models.journal._entries", lambda *_: [])

    with pytest.raises(DamagedError, match=r"^Entry 1 of this game can't be found: the file is damaged\.$"):
        evening.journal.undoable(evening.play)
